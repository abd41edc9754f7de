"""Nothing becomes public by accident."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import facedown


def test_every_public_name_loads():
    assert sorted(facedown.__all__) == sorted(facedown._WHERE)
    for name in facedown.__all__:
        assert getattr(facedown, name) is not None


def test_no_public_name_is_that_of_a_room():
    rooms = {path.name for path in Path(facedown.__file__).parent.iterdir() if path.is_dir()}
    assert not rooms & set(facedown.__all__)


def test_an_unknown_name_is_an_attribute_error():
    assert not hasattr(facedown, "Gmae")


def test_importing_the_package_loads_no_room_of_it():
    code = "import sys, facedown; print(sorted(m for m in sys.modules if m.startswith('facedown')))"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "['facedown']"


def test_explaining_a_finding_needs_no_store_library():
    code = (
        "import sys; from facedown.cli import run; run(['rule', 'FD101']); "
        "print('eventsourcing' in sys.modules, file=sys.stderr)"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stderr.strip() == "False"
