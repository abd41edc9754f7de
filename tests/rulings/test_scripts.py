"""Every ruling has scripts that anybody can play, and the commands say of them what the rules say.

The scripts stand beside the list of rulings; each says in comments what must come of it (docs/how-to/play-a-ruling.md).
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
REFERENCE = ROOT / "docs" / "reference"
SCRIPTS = sorted((REFERENCE / "rulings").glob("*.jsonl"))
RULINGS: list[dict[str, Any]] = json.loads((REFERENCE / "rulings.json").read_text(encoding="utf-8"))
NUMBERS = frozenset(
    (ROOT / "tests" / "data" / "comprehensive-rules" / "numbers-2026-01-16.txt").read_text().split()
)
CANNOT_BE_WRITTEN = {"FD508"}
"""A missing sealed opening: a recorder makes them all, so no script can leave one out."""


def ruling(script: Path) -> str:
    return script.stem.partition("-")[0]


def expected(script: Path) -> set[str]:
    """The codes that a script says are found."""
    return set(re.findall(r"^# expects (FD\d{3}) ", script.read_text(encoding="utf-8"), re.MULTILINE))


@pytest.mark.parametrize(
    "script",
    [pytest.param(script, id=script.stem, marks=pytest.mark.ruling(ruling(script))) for script in SCRIPTS],
)
def test_what_a_script_says_of_itself_is_what_the_commands_print(
    script: Path, problems: Callable[[Path], list[str]]
) -> None:
    assert "\n\n".join(problems(script)) == ""


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.stem)
def test_a_script_begins_with_its_ruling_and_rules_that_exist(script: Path) -> None:
    first = script.read_text(encoding="utf-8").partition("\n")[0]
    found = re.fullmatch(rf"# {ruling(script)} \(CR ([\w., -]+)\): .*\.", first)
    assert found is not None
    cited = re.split(r", |-", found[1])
    assert cited == [one for one in cited if one in NUMBERS or (len(one) == 1 and one.isalpha())]


@pytest.mark.parametrize("known", RULINGS, ids=lambda known: known["id"])
def test_every_ruling_is_kept_in_one_script_and_every_finding_of_it_comes_up_in_another(
    known: dict[str, Any],
) -> None:
    mine = [expected(script) for script in SCRIPTS if ruling(script) == known["id"]]
    assert set() in mine
    assert {code for codes in mine for code in codes} >= set(known["codes"]) - CANNOT_BE_WRITTEN


def test_every_script_belongs_to_a_ruling() -> None:
    assert {ruling(script) for script in SCRIPTS} == {known["id"] for known in RULINGS}


def test_the_worked_example_is_one_of_the_scripts() -> None:
    page = (ROOT / "docs" / "how-to" / "play-a-ruling.md").read_text(encoding="utf-8")
    blocks = re.findall(r'^```jsonl title="([\w-]+\.jsonl)"\n(.*?)^```$', page, re.MULTILINE | re.DOTALL)
    assert blocks
    for name, text in blocks:
        assert text == (REFERENCE / "rulings" / name).read_text(encoding="utf-8")


# --- the checking checked ----------------------------------------------------------------------------------------

START = '{"do":"start","players":["Alice","Bob"],"first":"Alice"}\n'
ANGEL = START + '{"do":"turn"}\n{"do":"main"}\n{"do":"morph","card":"Exalted Angel","as":"angel"}\n'


@pytest.mark.parametrize(
    "slip",
    ["expects FD101", "expects FD101 warning", 'Bob sees: "x"', 'bob does not see x"', 'audit says: "x"',
     'strictly refused "x"', "expect FD101 error"],
)  # fmt: skip
def test_a_slip_in_an_expectation_is_not_taken_for_a_remark(
    slip: str, problems: Callable[[str], list[str]]
) -> None:
    with pytest.raises(AssertionError, match="line 2 looks like an expectation and is none"):
        problems(f"# a slip\n# {slip}\n{ANGEL}")


@pytest.mark.parametrize(
    "wrong",
    [
        '# everybody sees "Exalted Angel"',
        '# Alice does not see "Exalted Angel"',
        '# the judge does not see "Exalted Angel"',
        '# audit says "all shown"',
        "# expects FD101 error",
        '# strictly refused: "x"',
    ],
)
def test_an_expectation_that_is_wrong_is_noticed(wrong: str, problems: Callable[[str], list[str]]) -> None:
    assert problems(f"# wrong\n{ANGEL}# nothing is expected here\n{wrong}\n")
