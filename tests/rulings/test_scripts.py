"""Every ruling has scripts that anybody can play, and the commands say of them what the rules say.

The scripts stand beside the list of rulings; each says in comments what must come of it (docs/how-to/play-a-ruling.md).
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "docs" / "reference" / "rulings"
SCRIPTS = sorted(FOLDER.glob("*.jsonl"))
RULINGS = [f"R{number:02}" for number in range(1, 22)]


def ruling(script: Path) -> str:
    return script.stem.partition("-")[0]


@pytest.mark.parametrize(
    "script",
    [pytest.param(script, id=script.stem, marks=pytest.mark.ruling(ruling(script))) for script in SCRIPTS],
)
def test_what_a_script_says_of_itself_is_what_the_commands_print(
    script: Path, problems: Callable[[Path], list[str]]
) -> None:
    assert "\n\n".join(problems(script)) == ""
