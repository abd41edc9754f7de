"""What was paid to turn a permanent face up: only a payment that no legal choice explains is a finding."""

from __future__ import annotations

from collections.abc import Iterator

from facedown.cards import mana
from facedown.cards.card import Card
from facedown.errors import Malformed
from facedown.rules import events as e
from facedown.rules.conduct.judgement import Undecided, Verdict, Violation
from facedown.rules.state import Object, State
from facedown.rules.ways import WAYS

BY_THE_CARD = {"morph": ("morph", "702.37e"), "disguise": ("disguise", "702.168d")}
"""Procedures that the card itself grants: ability and rule."""


def paid(state: State, ev: e.TurnedUp, thing: Object, card: Card) -> Iterator[Verdict]:
    """Compare what was paid: a payment that no legal choice explains is a finding."""
    way = WAYS.get(ev.procedure)
    if ev.modifiers is not None or not (
        ev.procedure in BY_THE_CARD or (way is not None and way.for_mana_cost)
    ):
        return
    if card.turn_up_note is not None and ev.procedure in BY_THE_CARD:
        return  # the card itself changes its cost
    cost = card.turn_up_cost if ev.procedure in BY_THE_CARD else card.mana_cost
    other = card.turn_up_alt if ev.procedure in BY_THE_CARD else None
    if other is not None:
        yield from _other_cost(state, ev, thing, card)
        return
    if not cost:
        return
    if ev.cost is None:
        yield Undecided("cost", f"what was paid to turn up {thing.handle}", thing.handle)
        return
    try:
        good = mana.explains(cost, "" if ev.cost.strip().lower() == "nothing" else ev.cost, ev.x)
    except Malformed:
        yield Undecided("cost", f"what {ev.cost!r} means, paid to turn up {thing.handle}", thing.handle)
        return
    if not good:
        yield wrong(
            ev,
            f"{thing.handle} was turned face up for {ev.cost or 'nothing'}, and no choice makes that the cost {cost} of {card.name}",
            BY_THE_CARD.get(ev.procedure, ("", "701.40b"))[1],
            f"a payment of {cost}",
            f"{thing.handle} was turned face up for {ev.cost or 'nothing'}, and no choice makes that its card's cost",
        )


def _other_cost(state: State, ev: e.TurnedUp, thing: Object, card: Card) -> Iterator[Verdict]:
    """A cost that is not only mana: what can be compared is compared."""
    other = card.turn_up_alt
    if other is None:
        return
    rule = BY_THE_CARD[ev.procedure][1]
    if ev.cost is None:
        yield Undecided("cost", f"what was paid to turn up {thing.handle}", thing.handle)
        return
    if ev.cost.replace(" ", "").startswith("{") and ev.cost.rstrip().endswith("}"):
        try:
            only_mana = bool(mana.parse(ev.cost).symbols)
        except Malformed:
            only_mana = False
        if only_mana:
            yield wrong(
                ev,
                f"{thing.handle} was turned face up for {ev.cost}, and {card.name} asks for something else than mana",
                rule,
                "the cost that the card names",
                f"{thing.handle} was turned face up for {ev.cost}, and no choice makes that its card's cost",
            )
            return
    life = state.players[ev.player].life if ev.player in state.players else None
    if other.kind == "pay_life" and life is not None and life < (other.n or 0):
        yield wrong(
            ev,
            f"{thing.handle} was turned face up for {other.n} life by a player with {life}",
            "119.4",
            "enough life",
            f"{thing.handle} was turned face up for more life than the {life} that its player has",
        )


def wrong(
    ev: e.TurnedUp, message: str, rule: str, satisfied_by: str, discreet: str | None = None
) -> Violation:
    """A turn-up that is not as the rules want it."""
    return Violation("FD203", message, (rule,), ev.object, ev.player, satisfied_by, discreet=discreet)
