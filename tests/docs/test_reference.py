"""The generated reference is as it would be written now, and every ruling is played."""

from __future__ import annotations

import importlib.util
import json
from collections import Counter
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from facedown.audit.findings import codes
from facedown.ledger.founding import RULES as EDITION

ROOT = Path(__file__).parents[2]
REFERENCE = ROOT / "docs" / "reference"
RULINGS = json.loads((REFERENCE / "rulings.json").read_text(encoding="utf-8"))
NUMBERS = frozenset(
    (ROOT / "tests" / "data" / "comprehensive-rules" / f"numbers-{EDITION}.txt").read_text().split()
)


@pytest.fixture(scope="module")
def generate() -> ModuleType:
    spec = importlib.util.spec_from_file_location("generate_reference", REFERENCE / "generate.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_no_page_is_stale(generate: Any) -> None:
    assert generate.stale() == [], "run: python docs/reference/generate.py"


def test_there_are_twenty_one_rulings_in_order() -> None:
    assert [ruling["id"] for ruling in RULINGS] == [f"R{number:02}" for number in range(1, 22)]


@pytest.mark.parametrize("ruling", RULINGS, ids=lambda ruling: ruling["id"])
def test_every_ruling_is_played_by_several_tests(generate: Any, ruling: dict[str, Any]) -> None:
    tests = [test for test in generate.marked("ruling") if test.value == ruling["id"]]
    assert len(tests) >= 3


def test_no_test_marks_a_ruling_that_does_not_exist(generate: Any) -> None:
    assert {test.value for test in generate.marked("ruling")} == {ruling["id"] for ruling in RULINGS}


@pytest.mark.parametrize("ruling", RULINGS, ids=lambda ruling: ruling["id"])
def test_every_ruling_cites_rules_and_findings_that_exist(ruling: dict[str, Any]) -> None:
    assert ruling["rules"]
    assert set(ruling["rules"]) <= NUMBERS
    assert set(ruling["codes"]) <= set(codes())
    assert ruling["text"].endswith(".")


def test_scenarios_are_marked_by_their_numbers(generate: Any) -> None:
    numbers = Counter(test.value for test in generate.marked("scenario"))
    assert all(isinstance(number, int) and 1 <= number <= 142 for number in numbers)


def test_a_stale_page_is_found_and_written_again(
    generate: Any, tmp_path: Path, capsys: Any, monkeypatch: Any
) -> None:
    monkeypatch.setattr(generate, "HERE", tmp_path)
    monkeypatch.setattr(generate, "PAGES", {"page.md": lambda: "# A page\n"})
    assert generate.main(["--check"]) == 1
    assert "stale" in capsys.readouterr().err
    assert generate.main([]) == 0
    assert (tmp_path / "page.md").read_text() == "# A page\n"
    assert generate.main(["--check"]) == 0
    assert generate.main(["--help"]) == 2


def test_marks_are_read_from_functions_and_modules(generate: Any, tmp_path: Path) -> None:
    tests = tmp_path / "tests"
    tests.mkdir()
    (tests / "test_one.py").write_text(
        'pytestmark = [pytest.mark.ruling("R01")]\n\n'
        '@pytest.mark.ruling("R02")\ndef test_a_thing_happens(): ...\n\ndef test_another(): ...\n\ndef helper(): ...\n'
    )
    found = [(test.name, test.value) for test in generate.marked("ruling", tests)]
    assert found == [
        ("test_a_thing_happens", "R01"),
        ("test_a_thing_happens", "R02"),
        ("test_another", "R01"),
    ]
    assert generate.sentence("test_a_thing_happens") == "a thing happens"
