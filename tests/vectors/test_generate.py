"""The vectors in this folder are those that the code gives."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_no_vector_file_is_out_of_date() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.vectors.generate", "--check"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
