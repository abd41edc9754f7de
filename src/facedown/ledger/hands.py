"""Which cards a player holds, as far as keys open them: what went into the hand, less what left it.

Nothing public says which hidden card a face-down object was; the private link in its opening does.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from facedown.ledger.openings import Known
from facedown.rules import events as e
from facedown.rules.state import State


class InHand(NamedTuple):
    """A card in somebody's hand: the handle under which it lies there, and the identity that the keys at hand open."""

    handle: str
    identity: e.CardIdentity

    def __repr__(self) -> str:
        return f"InHand({self.handle}, hidden)"


def undone(state: State) -> Callable[[int], bool]:
    """Return what tells whether an entry's deeds were taken back later; made once, as a stranger may go back often."""
    starts: list[int] = []
    ends: list[int] = []
    for first, last in sorted(state.undone):
        if ends and first <= ends[-1] + 1:
            ends[-1] = max(ends[-1], last)
        else:
            starts.append(first)
            ends.append(last)

    def taken_back(seq: int) -> bool:
        at = bisect_right(starts, seq) - 1
        return at >= 0 and seq <= ends[at]

    return taken_back


def hand(state: State, seat: str, known: Mapping[str, Known]) -> tuple[InHand, ...]:
    """Return the cards in a player's hand that `known` names: what went in, less what left.

    A card that left face down is the private link of a later identity; one that left under its name is found by it. The
    hand may hold more cards (`PlayerState.hand` counts them): those that the record, or these keys, cannot name.
    """
    player = state.players[seat]
    taken_back = undone(state)
    left = {found.link for found in known.values() if found.link and not taken_back(found.seq)}
    lying: list[InHand] = []
    for slot in state.hidden.values():
        if (slot.player, slot.zone) != (seat, "hand") or slot.handle in left or taken_back(slot.bond.seq):
            continue
        found = known.get(slot.bond.commitment)
        if slot_number(slot.handle) >= player.hand_from and found is not None:
            lying += _cards(slot.handle, found.identity)
    for card in player.back:
        found = known.get(card.bond.commitment) if card.bond is not None else None
        if card.handle in left:
            continue
        if found is not None:
            lying += _cards(card.handle, found.identity)
        elif card.name is not None:
            lying.append(InHand(card.handle, e.CardIdentity(name=card.name)))
    played = Counter(player.played)
    stay: list[InHand] = []
    for one in lying:
        if played[one.identity.name] > 0:
            played[one.identity.name] -= 1
        else:
            stay.append(one)
    return tuple(stay)


def _cards(handle: str, identity: e.Identity) -> Iterator[InHand]:
    if isinstance(identity, e.CardIdentity):
        yield InHand(handle, identity)


def slot_number(slot: str) -> int:
    """Return the number at the end of a slot's handle, ``p1/card/7``."""
    return int(slot.rsplit("/", 1)[1])
