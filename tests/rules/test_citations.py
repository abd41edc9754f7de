"""Every rule that the program cites exists in the edition it judges by."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from facedown.ledger.founding import RULES as EDITION

ROOT = Path(__file__).parents[2]
NUMBERS = frozenset(
    (ROOT / "tests" / "data" / "comprehensive-rules" / f"numbers-{EDITION}.txt").read_text().split()
)
SOURCES = sorted((ROOT / "src" / "facedown" / "rules").rglob("*.py"))
BARE = re.compile(r"\d{3}\.\d+[a-z]?")
CITED = re.compile(r"(?:CR |\()(\d{3}\.\d+[a-z]?(?:-[a-z])?(?:, \d{3}\.\d+[a-z]?(?:-[a-z])?)*)")


def cited(source: Path) -> set[str]:
    """The rule numbers in a file: whole strings that are one or several, and those after CR or a bracket."""
    text = source.read_text(encoding="utf-8")
    found: set[str] = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            parts = node.value.split(", ")
            if all(BARE.fullmatch(part) for part in parts):
                found |= set(parts)
    for match in CITED.finditer(text):
        for part in match[1].split(", "):
            first, _, last = part.partition("-")
            found.add(first)
            if last:
                found |= {first[:-1] + chr(letter) for letter in range(ord(first[-1]), ord(last) + 1)}
    return found


@pytest.mark.parametrize("source", SOURCES, ids=lambda source: str(source.relative_to(ROOT / "src")))
def test_every_rule_cited_exists(source):
    # Rules are lettered without l and o, so that a range may pass over one.
    missing = {number for number in cited(source) - NUMBERS if number[-1] not in "lo"}
    assert missing == set()


def test_the_sources_do_cite():
    assert len(set().union(*map(cited, SOURCES))) > 60
