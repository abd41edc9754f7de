"""Hands, secret choices and cards seen in hidden zones, as far as the viewer's own keys open them."""

from __future__ import annotations

from collections.abc import Iterator

from facedown.ledger.hands import hand, slot_number, undone
from facedown.ledger.openings import JUDGE
from facedown.rules import events as e
from facedown.rules.state import Hidden, PlayerState
from facedown.views.eyes import Eyes, face
from facedown.views.view import ChoiceView, HandCard, SeenCard


def cards_in_hand(eyes: Eyes, seat: str) -> tuple[HandCard, ...] | None:
    """A player's hand; None where it is not the viewer's to see."""
    if eyes.who not in {seat, JUDGE}:
        return None
    lying = hand(eyes.state, seat, eyes.known)
    return tuple(HandCard(handle=card.handle, card=face(card.identity)) for card in lying)


def choices(eyes: Eyes) -> Iterator[ChoiceView]:
    """The secret choices of this game that stand (none from entries that were taken back)."""
    taken_back = undone(eyes.state)
    for slot in _this_game(eyes):
        if slot.zone == "choice" and not taken_back(slot.bond.seq):
            found = eyes.known.get(slot.bond.commitment)
            values = found.identity.values if found and isinstance(found.identity, e.Choice) else None
            yield ChoiceView(handle=slot.handle, player=slot.player, shown=slot.shown, values=values)


def seen(eyes: Eyes) -> Iterator[SeenCard]:
    """What the viewer was shown in hidden zones, other than the hands that the view lists anyway."""
    state = eyes.state
    taken_back = undone(state)
    left = {found.link for found in eyes.known.values() if found.link and not taken_back(found.seq)}
    for slot in _this_game(eyes):
        if slot.zone == "choice" or slot.handle in left:
            continue
        if _in_a_listed_or_emptied_hand(eyes, slot, taken_back=taken_back(slot.bond.seq)):
            continue
        card = eyes.face(slot.bond)
        if card is not None:
            yield SeenCard(player=slot.player, zone=slot.zone, entry=slot.bond.seq, card=card)
    for seat in state.players.values():
        yield from _taken_up(eyes, seat)


def _taken_up(eyes: Eyes, seat: PlayerState) -> Iterator[SeenCard]:
    """Cards that went from the table into another's hand: whoever knew them there knows them still."""
    if eyes.who in {seat.id, JUDGE}:
        return
    for back in seat.back:
        card = eyes.face(back.bond)
        if back.bond is not None and back.name is None and card is not None:
            entry = eyes.known[back.bond.commitment].seq
            yield SeenCard(player=seat.id, zone="hand", entry=entry, card=card, was=back.handle)


def _in_a_listed_or_emptied_hand(eyes: Eyes, slot: Hidden, *, taken_back: bool) -> bool:
    if slot.zone != "hand":
        return False
    listed = eyes.who in {slot.player, JUDGE} and not taken_back
    return listed or slot_number(slot.handle) < eyes.state.players[slot.player].hand_from


def _this_game(eyes: Eyes) -> Iterator[Hidden]:
    for slot in eyes.state.hidden.values():
        if slot_number(slot.handle) >= eyes.state.slots_from:
            yield slot
