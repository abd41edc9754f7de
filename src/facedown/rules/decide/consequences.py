"""What the rules force once a deed is done: attachments that fall off, attackers that stop being creatures.

The deed's events are folded first; then the state-based actions that follow from a changed characteristic or a departure
are added, round after round, until nothing more is forced (CR 704.3). Only what the deed touched is asked. What the facts
at hand do not tell is left to whoever writes the record.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from facedown.cards.card import Card
from facedown.rules import events as e
from facedown.rules.characteristics import characteristics
from facedown.rules.conduct.permanents import is_equipment, may_be_attached
from facedown.rules.evolve import evolve, start_entry
from facedown.rules.state import Object, State

CHANGES: frozenset[type[e.Event]] = frozenset({
    e.TurnedUp, e.TurnedDown, e.Changed, e.Transformed, e.Merged, e.Moved, e.Ceased, e.Conceded, e.Left,
})  # fmt: skip
"""Events after which something may be forced."""

PLAIN: frozenset[type[e.Event]] = frozenset({e.Moved, e.Ceased, e.Opened})
"""Events that can force something upon attachments only: most deeds need not be folded twice."""

ROUNDS = 50
"""More rounds than any table needs."""


def forced(state: State, events: Iterable[e.Event], cards: Mapping[str, Card]) -> tuple[e.Event, ...]:
    """The events that the rules add to a deed's own."""
    events = tuple(events)
    if not any(type(event) in CHANGES for event in events):
        return ()
    if all(type(event) in PLAIN for event in events) and not any(
        thing.attached_to is not None for thing in state.objects.values()
    ):
        return ()
    before = state
    state = start_entry(state, state.seq + 1, events)
    for event in events:
        state = evolve(state, event)
    if state.over:
        return ()
    touched = {getattr(event, "object", None) or "" for event in events if type(event) in CHANGES}
    touched |= before.objects.keys() - state.objects.keys()
    turned = {ev.object for ev in events if isinstance(ev, e.TurnedUp) and ev.procedure == "effect"}
    found: list[e.Event] = []
    for _ in range(ROUNDS):
        more = list(_round(state, touched, turned, cards))
        if not more:
            break
        for event in more:
            state = evolve(state, event)
            touched.add(getattr(event, "object", None) or "")
        found += more
    return tuple(found)


def _round(state: State, touched: set[str], turned: set[str], cards: Mapping[str, Card]) -> Iterator[e.Event]:
    """What is forced now, one event an object; handles are given out in order."""
    ahead = state.next_handle
    for thing in state.objects.values():
        if thing.attached_to is not None:
            if not {thing.handle, thing.attached_to} & touched or _holds(state, thing, cards):
                continue
            # An Aura whose host is gone is moved by whoever writes that down: it is part of what happened there.
            if thing.attached_to in state.objects and _is(thing, "Aura", cards):
                yield from _to_graveyard(thing, ahead)
                ahead += 1
            else:
                yield e.Attached(object=thing.handle)
        elif thing.handle in turned and _cannot_stay(thing, cards):
            yield from _to_graveyard(thing, ahead)
            ahead += 1
        elif thing.handle in touched and (thing.attacking or thing.blocking is not None):
            seen = characteristics(thing, cards)
            if seen.known and not seen.is_creature:
                yield e.CombatEnded(objects=(thing.handle,))  # CR 506.4


def _holds(state: State, thing: Object, cards: Mapping[str, Card]) -> bool:
    """Whether an attachment may stay where it is, as far as can be told (CR 704.5m-p)."""
    if thing.face_down is not None and characteristics(thing).is_creature:
        return False
    host = state.objects.get(thing.attached_to or "")
    return host is not None and may_be_attached(cards, thing, host) is not False


def _is(thing: Object, subtype: str, cards: Mapping[str, Card]) -> bool:
    card = cards.get(thing.card or "")
    return (
        card is not None and thing.face_down is None and subtype in card.subtypes and not is_equipment(card)
    )


def _cannot_stay(thing: Object, cards: Mapping[str, Card]) -> bool:
    """Whether something just turned up lacks what keeps it there: loyalty, defence, or anything to enchant.

    (CR 704.5i, 704.5v, 704.5m.) An Aura with morph says itself what it is attached to as it turns up.
    """
    card = cards.get(thing.card or "")
    if card is None or thing.face_down is not None or "Creature" in card.types:
        return False
    has = {kind for kind, number in thing.counters if number}
    if "Planeswalker" in card.types:
        return "loyalty" not in has
    if "Battle" in card.types:
        return "defense" not in has
    return "Aura" in card.subtypes and card.keyword is None


def _to_graveyard(thing: Object, number: int) -> Iterator[e.Event]:
    yield e.Moved(
        player=thing.controller,
        source="battlefield",
        to="graveyard",
        object=thing.handle,
        new=f"#{number}",
        card=thing.card,
    )
    if thing.kind != "card":
        yield e.Ceased(object=f"#{number}")  # CR 704.5d
