"""What a policy's match rests on, answered from the record."""

from __future__ import annotations

from collections.abc import Mapping

from facedown.audit.duties import Weighed
from facedown.audit.findings import Finding
from facedown.audit.identities import Identities
from facedown.audit.policies.policy import Context
from facedown.cards.card import Card
from facedown.ledger.hands import hand
from facedown.ledger.openings import Known
from facedown.ledger.replay import Step
from facedown.rules import events as e
from facedown.rules.state import State


def context_of(
    one: Finding,
    weighed: tuple[Weighed, ...],
    state: State,
    checked: Identities,
    known: Mapping[str, Known],
    cards: Mapping[str, Card],
    steps: list[Step],
) -> Context:
    """The context of one finding."""
    duty = next((w.duty for w in weighed if w.duty.object == one.object and w.duty.since == one.entry), None)
    hidden = duty is not None and (
        duty.lies_in in e.HIDDEN
        or (duty.closed_by or "") in {"the card was gathered up", "the next game began"}
    )
    return Context(
        duty=duty,
        into_hidden_set=hidden,
        knew=len(duty.knew) if duty is not None else 0,
        players=len(state.players),
        teams=len({p.team for p in state.players.values()}),
        at_end_only=one.code == "FD201" and not _found_in_play(one, state, checked),
        conditions=_waiver(one, known, cards, steps) if one.code == "FD201" else (),
    )


def _found_in_play(one: Finding, state: State, checked: Identities) -> bool:
    """Whether the card was seen by all before the game ended."""
    end = state.ended_at if state.ended_at is not None else state.seq + 1
    lines = checked.went_on_as(one.object or "")
    return any(show.object in lines and show.seq < end for show in checked.shown)


def _waiver(
    one: Finding, known: Mapping[str, Known], cards: Mapping[str, Card], steps: list[Step]
) -> tuple[tuple[str, bool | None], ...]:
    seat, entry = one.player or "", one.entry or 0
    ability = "disguise" if "disguise" in one.message else "morph"
    return (
        (f"a card with {ability} in hand", _in_hand(seat, ability, entry, known, cards, steps)),
        ("no unknown card joined the hand since", _hand_untouched(seat, entry, steps)),
        ("reported by the player before an effect would expose it", None),
    )


def _hand_untouched(seat: str, entry: int, steps: list[Step]) -> bool | None:
    """Whether nothing joined a hand after an entry; None if a turn of theirs went by and nobody counts that hand."""
    since = [(event, step.state) for step in steps if step.seq > entry for event in step.events]
    if any(isinstance(event, e.Drew | e.Transferred) and event.player == seat for event, _ in since):
        return False
    turns = (state for event, state in since if isinstance(event, e.Turn) and event.player == seat)
    return None if any(state.players[seat].hand is None for state in turns) else True


def _in_hand(
    seat: str,
    ability: str,
    entry: int,
    known: Mapping[str, Known],
    cards: Mapping[str, Card],
    steps: list[Step],
) -> bool | None:
    """Whether a card with the ability was in hand at the cast, where the keys given open the hand."""
    state = next((step.state for step in steps if step.seq == entry), None)
    if state is None or seat not in state.players:
        return None
    held = hand(state, seat, known)
    facts = [cards.get(card.identity.name) for card in held]
    wanted = {"morph", "megamorph"} if ability == "morph" else {ability}
    if any(card is not None and card.keyword in wanted for card in facts):
        return True
    count = state.players[seat].hand
    complete = count is not None and count <= len(held)
    return False if complete and None not in facts else None
