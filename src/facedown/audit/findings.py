"""What an audit says: findings, as data.

A finding speaks of objects and of this record, never of guilt: "is not shown in this record" and "was not shown" are two
things. Severities: `error`, `warning` (printed "minor": the word warning is a penalty), `review` (a person must decide),
`note`. FD900 means *cannot be decided from this record*.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from importlib.resources import files
from typing import Literal

import msgspec

from facedown.errors import Malformed

Severity = Literal["error", "warning", "review", "note"]
ORDER: tuple[Severity, ...] = ("error", "warning", "review", "note")
SAID: dict[str, str] = {"error": "error", "warning": "minor", "review": "review", "note": "note"}
"""How a severity is printed."""


class Code(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a finding's code means; `explains` and `example` are for people."""

    code: str
    severity: Severity
    fact: str
    rules: tuple[str, ...]
    explains: str
    example: str
    remedy: str


class Finding(msgspec.Struct, frozen=True, kw_only=True):
    """One finding: `entry` where it arose, `evidence` the entries that show it, `satisfied_by` what would have done."""

    code: str
    severity: Severity
    entry: int | None = None
    object: str | None = None
    player: str | None = None
    message: str
    rules: tuple[str, ...] = ()
    evidence: tuple[int, ...] = ()
    satisfied_by: str = ""
    policy: tuple[str, ...] | None = None


@lru_cache(maxsize=1)
def codes() -> dict[str, Code]:
    """Every code there is, in order."""
    text = files("facedown.audit").joinpath("codes.json").read_bytes()
    found = msgspec.json.decode(text, type=tuple[Code, ...])
    return {code.code: code for code in found}


def code(name: str) -> Code:
    """The meaning of a code, upper or lower case; `Malformed` with what there is otherwise."""
    try:
        return codes()[name.upper()]
    except KeyError:
        raise Malformed(f"no finding is called {name!r}; the codes are {', '.join(codes())}") from None


def finding(
    name: str,
    message: str,
    *,
    entry: int | None = None,
    object: str | None = None,  # noqa: A002  (the field's word)
    player: str | None = None,
    severity: Severity | None = None,
    rules: tuple[str, ...] | None = None,
    evidence: tuple[int, ...] = (),
    satisfied_by: str | None = None,
) -> Finding:
    """A finding with the severity, rules and remedy of its code, where not given."""
    meaning = codes()[name]
    return Finding(
        code=name,
        severity=severity or meaning.severity,
        entry=entry,
        object=object,
        player=player,
        message=message,
        rules=meaning.rules if rules is None else rules,
        evidence=evidence,
        satisfied_by=meaning.remedy if satisfied_by is None else satisfied_by,
    )


MOST_LISTED = 500


class Listing:
    """Findings, as many of one kind as anybody will read: a stranger's record could hold millions."""

    def __init__(self, found: Iterable[Finding] = ()) -> None:
        self._kept: list[Finding] = []
        self._numbers: Counter[tuple[str, Severity]] = Counter()
        self.extend(found)

    def __repr__(self) -> str:
        return f"Listing({len(self._kept)} findings)"

    def extend(self, found: Iterable[Finding]) -> None:
        """Take in more."""
        for one in found:
            kind = one.code, one.severity
            self._numbers[kind] += 1
            if self._numbers[kind] <= MOST_LISTED:
                self._kept.append(one)

    def all(self) -> tuple[Finding, ...]:
        """What is kept, and of the rest how many there are."""
        more = {kind: number - MOST_LISTED for kind, number in self._numbers.items() if number > MOST_LISTED}
        return (
            *self._kept,
            *(
                finding(name, f"{number} more findings of this kind are not listed", severity=severity)
                for (name, severity), number in more.items()
            ),
        )


def selected(found: tuple[Finding, ...], select: str | None, ignore: str | None) -> tuple[Finding, ...]:
    """The findings that comma-separated lists of codes leave; an unknown code is `Malformed`."""
    wanted = _codes(select)
    if wanted is not None and not wanted:
        raise Malformed("no code to select: leave --select out for all findings")
    unwanted = _codes(ignore) or frozenset()
    return tuple(one for one in found if (wanted is None or one.code in wanted) and one.code not in unwanted)


def _codes(text: str | None) -> frozenset[str] | None:
    if text is None:
        return None
    return frozenset(code(word.strip()).code for word in text.split(",") if word.strip())


def as_plain(value: object) -> dict[str, object]:
    """A struct as plain values."""
    found: dict[str, object] = msgspec.to_builtins(value)
    return found


def as_json(value: object) -> str:
    """Indented JSON of a struct, or of plain values, for people and programs: nothing in it moves a cursor."""
    return _UNUSUAL.sub(_escaped, json.dumps(msgspec.to_builtins(value), ensure_ascii=False, indent=2))


_UNUSUAL = re.compile(r"[^ -~\n]")


def _escaped(found: re.Match[str]) -> str:
    return found[0] if found[0].isprintable() else json.dumps(found[0])[1:-1]
