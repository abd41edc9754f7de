"""Was the play lawful: `conduct` for every entry, as findings.

Only entries with a deed that has questions are judged; the states come from the replay, which has folded them already.
What cannot be decided is grouped by what is missing, not once a card.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from facedown.audit.findings import Finding, Listing, finding
from facedown.cards.card import Card
from facedown.ledger.replay import Step
from facedown.rules.conduct import COUNTS, FACTS, QUESTIONS, TOUCHES, Undecided, Violation, conduct
from facedown.rules.events import Identity
from facedown.rules.state import State

JUDGED = frozenset(QUESTIONS) | TOUCHES | COUNTS
MAX_NAMED = 12


def judge(
    steps: Iterable[Step],
    *,
    first: State,
    known: Mapping[str, Identity],
    cards: Mapping[str, Card],
    at: Callable[[int], State],
) -> tuple[tuple[Finding, ...], tuple[Undecided, ...]]:
    """The findings of all entries, and what is undecided."""
    found = Listing()
    undecided: dict[Undecided, None] = {}
    before = first
    for step in steps:
        if not JUDGED.isdisjoint(map(type, step.events)):
            judgement = conduct(
                before, step.seq, step.by, step.events, known=known, cards=cards, at=at, after=step.state
            )
            if judgement.violations:
                found.extend(_finding(violation, step.seq) for violation in judgement.violations)
            if judgement.undecided:
                undecided.update(dict.fromkeys(judgement.undecided))
        before = step.state
    return found.all(), tuple(undecided)


def _finding(violation: Violation, seq: int) -> Finding:
    return finding(
        violation.code,
        violation.message,
        entry=seq,
        object=violation.object,
        player=violation.player,
        severity=violation.severity,
        rules=violation.rules,
        evidence=(seq,),
        satisfied_by=violation.satisfied_by,
    )


SAID: dict[str, str] = {
    "name": "which card it is: nobody named it",
    "way": "why cards are face down",
    "turns": "whose turn it was",
    "priority": "who had priority",
    "cost": "what was paid to turn cards up",
    "procedure": "how cards were turned up",
    "attachment": "what attachments may be attached to",
}
"""What is missing, in words."""


def group(undecided: Iterable[Undecided]) -> tuple[Finding, ...]:
    """FD900, once for each thing that is missing, with the objects it concerns."""
    objects: dict[str, dict[str, None]] = {}
    for one in undecided:
        named = objects.setdefault(one.missing, {})
        if one.object is not None:
            named[one.object] = None
    return tuple(_cannot_tell(missing, _list([*named])) for missing, named in objects.items())


def _cannot_tell(missing: str, named: str) -> Finding:
    if missing == "identity":
        return finding(
            "FD900",
            f"which card it is lies sealed, and no key at hand opens it{named}",
            satisfied_by="the judge's key, or that of a player who saw the card",
        )
    if missing.startswith(FACTS):
        return finding(
            "FD900",
            f"{missing.removeprefix(FACTS)} is not in the table of cards{named}",
            satisfied_by="looking it up: the table holds the cards with morph or disguise that were known to it, and some others",
        )
    return finding("FD900", f"this record does not say {SAID.get(missing, missing)}{named}", satisfied_by="")


def _list(named: list[str]) -> str:
    if not named:
        return ""
    more = f" and {len(named) - MAX_NAMED} more" if len(named) > MAX_NAMED else ""
    return f" ({', '.join(named[:MAX_NAMED])}{more})"
