"""One judgement, two uses: `conduct` judges one entry, for the recorder and for the audit.

Each deed has its questions in one file; they are asked before the event is folded, of the state it meets. After the
entry it is asked what must hold then, for the objects that the entry touched and what is attached to them only.
Free of cryptography: what keys and openings prove comes in as `known`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from facedown.cards.card import Card
from facedown.rules import events as e
from facedown.rules.conduct import casting, looks, moving, permanents, turning
from facedown.rules.conduct.judgement import Bench, Judgement, Undecided, Verdict, Violation
from facedown.rules.events import Identity
from facedown.rules.evolve import At, end_entry, evolve, reverse
from facedown.rules.state import State

__all__ = ["Bench", "Judgement", "Undecided", "Verdict", "Violation", "conduct"]

QUESTIONS: dict[type[e.Event], Callable[[Bench, State, Any], Iterator[Verdict]]] = {
    e.Cast: casting.cast,
    e.Moved: moving.moved,
    e.Created: moving.created,
    e.Repiled: moving.repiled,
    e.TurnedUp: turning.turned_up,
    e.TurnedDown: turning.turned_down,
    e.Transformed: turning.transformed,
    e.StayedDown: turning.stayed_down,
    e.Triggered: permanents.triggered,
    e.Tapped: permanents.tapped,
    e.Looked: looks.looked,
    e.Controlled: looks.controlled,
    e.Refused: looks.refused,
    e.Mixed: looks.mixed,
    e.Result: looks.result,
}

TOUCHES: frozenset[type[e.Event]] = frozenset({
    e.TurnedUp, e.TurnedDown, e.Attached, e.Changed, e.Transformed, e.Merged, e.Moved, e.Ceased,
})  # fmt: skip
"""Events after which attachments are looked at again."""

COUNTS: frozenset[type[e.Event]] = frozenset({e.Drew, e.Transferred, e.Cast, e.Moved})


def conduct(
    state: State,
    seq: int,
    by: str,
    events: Iterable[e.Event],
    *,
    known: Mapping[str, Identity],
    cards: Mapping[str, Card],
    at: At | None = None,
) -> Judgement:
    """Judge one entry: the state after it, what the rules do not allow in it, and what cannot be decided."""
    bench = Bench(known, cards)
    events = tuple(events)
    before = state
    state = replace(state, seq=seq)
    found: list[Verdict] = []
    touched: set[str] = set()
    counted = False
    for event in events:
        kind = type(event)
        question = QUESTIONS.get(kind)
        if question is not None:
            found += question(bench, state, event)
        if kind in TOUCHES:
            touched.add(getattr(event, "object", None) or "")
        state = reverse(state, event, at) if type(event) is e.Reversed else evolve(state, event)
        counted = counted or kind in COUNTS
    if counted:
        found += moving.counts(before, state)
    if touched:
        found += permanents.attachments(bench, state, frozenset(touched))
    state = end_entry(state, by, events)
    if not found:
        return Judgement(state, (), ())
    return Judgement(
        state,
        tuple(verdict for verdict in found if isinstance(verdict, Violation)),
        tuple(verdict for verdict in found if isinstance(verdict, Undecided)),
    )
