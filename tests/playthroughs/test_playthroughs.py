"""What each seat sees after each entry stays as it is written here."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

HERE = Path(__file__).parent
_spec = importlib.util.spec_from_file_location("regenerate", HERE / "regenerate.py")
assert _spec is not None
assert _spec.loader is not None
regenerate = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(regenerate)


@pytest.mark.parametrize("source", regenerate.scripts(), ids=lambda path: path.stem)
def test_the_playthrough_is_as_it_was(source):
    assert regenerate.render(source) == source.with_suffix(".txt").read_text(encoding="utf-8")
