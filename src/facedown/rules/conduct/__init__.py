"""One judgement, two uses: `conduct` judges one entry, for the recorder and for the audit.

Each deed has its questions in one file; they are asked before the event is folded, of the state it meets. After the
entry it is asked what must hold then, for the objects that the entry touched and what is attached to them only.
Free of cryptography: what keys and openings prove comes in as `known`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from facedown.cards.card import Card
from facedown.rules import events as e
from facedown.rules.conduct import casting, looks, moving, permanents, turning
from facedown.rules.conduct.judgement import FACTS, Bench, Judgement, Undecided, Verdict, Violation
from facedown.rules.events import Identity
from facedown.rules.evolve import At, end_entry, evolve, start_entry
from facedown.rules.state import State

__all__ = ["FACTS", "Bench", "Judgement", "Undecided", "Verdict", "Violation", "conduct"]

QUESTIONS: dict[type[object], Callable[[Bench, State, Any], Iterator[Verdict]]] = {
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
    e.Unclear: looks.unclear,
    e.Refused: looks.refused,
    e.Mixed: looks.mixed,
    e.Result: looks.result,
}

TOUCHES: frozenset[type[object]] = frozenset({
    e.TurnedUp, e.TurnedDown, e.Attached, e.Changed, e.Transformed, e.Merged, e.Moved, e.Ceased,
})  # fmt: skip
"""Events after which attachments are looked at again."""

COUNTS: frozenset[type[object]] = frozenset({e.Drew, e.Transferred, e.Cast, e.Moved})


def conduct(
    state: State,
    seq: int,
    by: str,
    events: Sequence[object],
    *,
    known: Mapping[str, Identity],
    cards: Mapping[str, Card],
    at: At | None = None,
    after: State | None = None,
) -> Judgement:
    """Judge one entry: the state after it, what the rules do not allow in it, and what cannot be decided.

    Events about keys and roles, and such as this version does not know, may stand among `events`: nothing is asked there.
    `after` is what `evolve.fold` makes of the entry, if somebody has folded it already: then its last event, which for
    nearly all entries is its only one, is not folded again.
    """
    bench = Bench(known, cards)
    before = state
    state = start_entry(state, seq, events) if after is None else replace(state, seq=seq)
    found: list[Verdict] = []
    touched: set[str] = set()
    counted = False
    to_fold = len(events) if after is None else len(events) - 1
    for number, event in enumerate(events, 1):
        kind = type(event)
        question = QUESTIONS.get(kind)
        if question is not None:
            found += question(bench, state, event)
        if kind in TOUCHES and (handle := getattr(event, "object", None)) is not None:
            touched.add(handle)
        counted = counted or kind in COUNTS
        if number <= to_fold:
            state = evolve(state, event, at)
    # The end of an entry closes windows only: no object and no count is another afterwards.
    state = end_entry(state, by, events) if after is None else after
    if counted:
        found += moving.counts(before, state)
    if touched:
        found += permanents.attachments(bench, state, frozenset(touched))
    if not found:
        return Judgement(state, (), ())
    return Judgement(
        state,
        tuple([verdict for verdict in found if type(verdict) is Violation]),
        tuple([verdict for verdict in found if type(verdict) is Undecided]),
    )
