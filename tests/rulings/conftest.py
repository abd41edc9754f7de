"""Rulings played as a head judge plays them: a script on disk, the real commands on it, and what they print."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from facedown.cli import run

REFUSED_IN = ("FD2", "FD3", "FD4")
"""Codes of conduct: what they stand for is refused by strict recording, unless it is a note."""


class Ran(NamedTuple):
    status: int
    out: str
    err: str


def squeezed(text: str) -> str:
    """Text with each stretch of blanks and line ends as one blank, so that layout does not matter."""
    return " ".join(text.split())


class Expected(NamedTuple):
    """What a script's comments say must come of it; `line` is that of the comment."""

    line: int
    words: str
    who: str | None = None
    """Whose eyes, of a view; None for the audit."""
    sees: bool = True
    deed: int = 0
    """How many actions the script has had before: the moment that is looked at."""


FINDING = re.compile(r"expects (FD\d{3}) (error|minor|review|note)")
SEES = re.compile(r'(everybody|the judge|[\w ]+?) (sees|does not see) "(.+)"')
AUDIT = re.compile(r'(?:the )?audit (says|does not say) "(.+)"')
REFUSED = re.compile(r'strictly refused: "(.+)"')
MEANT = re.compile(r'expects?\b|strictly\b|audit\b|.*\bsees?\b.*"')
"""A comment that looks like an expectation must be one: a slip of the pen does not check nothing."""


class Said(NamedTuple):
    """A script's comments: the sentence, the findings, what views and the audit print, and the line that is refused."""

    sentence: str
    findings: Counter[tuple[str, str]]
    views: tuple[Expected, ...]
    audit: tuple[Expected, ...]
    refused: Expected | None
    deeds: int
    numbers: tuple[int, ...]
    """The line of each action."""


def read(text: str) -> Said:
    """Read what a script says of itself."""
    findings: Counter[tuple[str, str]] = Counter()
    views: list[Expected] = []
    audit: list[Expected] = []
    refused: list[Expected] = []
    numbers: list[int] = []
    lines = text.splitlines()
    assert lines[0].startswith("# "), "the first line is a sentence that says what is played"
    for number, line in enumerate(lines, start=1):
        if line and not line.startswith("#"):
            numbers.append(number)
        if number == 1 or not line.startswith("#"):
            continue
        said = line.removeprefix("#").strip()
        if (found := FINDING.fullmatch(said)) is not None:
            findings[found[1], found[2]] += 1
        elif (found := AUDIT.fullmatch(said)) is not None:
            audit.append(Expected(number, found[2], sees=found[1] == "says"))
        elif (found := REFUSED.fullmatch(said)) is not None:
            refused.append(Expected(number, found[1], deed=len(numbers)))
        elif (found := SEES.fullmatch(said)) is not None:
            views.append(Expected(number, found[3], found[1], found[2] == "sees", len(numbers)))
        else:
            assert MEANT.match(said) is None, f"line {number} looks like an expectation and is none: {said}"
    assert len(refused) <= 1, "strict recording stops at the first line that it refuses"
    return Said(
        lines[0].removeprefix("# "), findings, tuple(views), tuple(audit),
        refused[0] if refused else None, len(numbers), tuple(numbers),
    )  # fmt: skip


class Table:
    """A script recorded, and the commands run on its record."""

    def __init__(self, facedown: Callable[..., Ran], script: Path) -> None:
        self.facedown, self.script = facedown, script
        self.ran = facedown("record", script, "-o", "game.ledger", "--force")
        assert self.ran.status == 0, self.ran.err

    @property
    def entries(self) -> int:
        return int(re.findall(r"game\.ledger: (\d+) entries", self.ran.err)[0])

    def entry_of(self, deed: int, deeds: int) -> int:
        """The entry of an action: one each, the last action's is the last."""
        return self.entries - 1 - (deeds - deed)

    def verify(self) -> Ran:
        return self.facedown("verify", "game.ledger")

    def audit(self, *more: str) -> Ran:
        return self.facedown("audit", "game.ledger", "--key", "game.judge.key", *more)

    def found(self) -> Counter[tuple[str, str]]:
        """Every finding, by code and printed severity."""
        printed = {"warning": "minor"}
        answer: dict[str, Any] = json.loads(self.audit("--output-format", "json").out)
        return Counter(
            (one["code"], printed.get(one["severity"], one["severity"])) for one in answer["findings"]
        )

    def show(self, who: str, at: int | None = None) -> str:
        """What somebody sees, in one line."""
        role = {"everybody": "public", "the judge": "judge"}.get(who, who)
        key = () if role == "public" else ("--key", "game.judge.key")
        moment = () if at is None else ("--at", at)
        ran = self.facedown("show", "game.ledger", "--as", role, *moment, *key)
        assert ran.status == 0, ran.err
        return squeezed(ran.out)

    def strictly(self) -> Ran:
        return self.facedown("record", self.script, "-o", "strict.ledger", "--strict", "--force")


@pytest.fixture
def facedown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[..., Ran]:
    """Run ``facedown`` with words, in an empty folder."""
    monkeypatch.chdir(tmp_path)

    def call(*words: object) -> Ran:
        capsys.readouterr()
        status = run([str(word) for word in words])
        captured = capsys.readouterr()
        return Ran(int(status), captured.out, captured.err)

    return call


@pytest.fixture
def record(facedown: Callable[..., Ran], tmp_path: Path) -> Callable[[str | Path], Table]:
    """Record a script: a file, or its text."""

    def recorded(script: str | Path) -> Table:
        if isinstance(script, str):
            path = tmp_path / "script.jsonl"
            path.write_text(script, encoding="utf-8")
            script = path
        return Table(facedown, script)

    return recorded


def wrong(said: Said, table: Table) -> Iterator[str]:
    """Every way in which what a script says of itself is not what the commands print."""
    if table.verify().status != 0:
        yield "the record does not verify"
    found = table.found()
    if found != said.findings:
        yield f"findings: {dict(found)}"
    audit = table.audit()
    counts = any(severity != "note" for _, severity in found)
    if audit.status != int(counts):
        yield f"the audit's exit status is {audit.status}"
    printed = squeezed(audit.out)
    for one in said.audit:
        if (squeezed(one.words) in printed) is not one.sees:
            yield f"line {one.line}: the audit prints\n{audit.out}"
    for one in said.views:
        assert one.who is not None
        seen = table.show(one.who, table.entry_of(one.deed, said.deeds))
        if (squeezed(one.words) in seen) is not one.sees:
            yield f"line {one.line}: {one.who} sees {seen}"
    yield from _strict(said, table.strictly())


def _strict(said: Said, strict: Ran) -> Iterator[str]:
    conduct = any(code.startswith(REFUSED_IN) and severity != "note" for code, severity in said.findings)
    if conduct is not (said.refused is not None):
        yield "a script is strictly refused if it expects a finding of conduct, and only then"
    if said.refused is None:
        if strict.status != 0:
            yield f"strict recording refuses it: {strict.err}"
        return
    line = said.numbers[said.refused.deed - 1]
    if strict.status != 2 or f"line {line}: " not in strict.err or said.refused.words not in strict.err:
        yield f"strict recording, which should refuse line {line}: status {strict.status}, {strict.err}"


@pytest.fixture
def problems(record: Callable[[str | Path], Table]) -> Callable[[str | Path], list[str]]:
    """What is wrong with a script's own account of itself: play it by the real commands, and compare."""

    def found(script: str | Path) -> list[str]:
        text = script if isinstance(script, str) else script.read_text(encoding="utf-8")
        return list(wrong(read(text), record(script)))

    return found
