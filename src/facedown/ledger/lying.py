"""Which known cards lie in which hidden zones, for whoever keeps the openings: the private links come from here.

Nothing public says which hidden card a face-down object was. The recorder says it to the judge and to those who knew the
card before: the newest handle under which each of them knows it. Everything here follows from the events and from the
identities that are known, so a recorder that is started again finds the same.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple

from facedown.ledger import openings
from facedown.rules import events as e
from facedown.rules.state import State


class Lying(NamedTuple):
    """A known card in a hidden zone of `seat`; `handles` it has there, newest first: each viewer knows only some."""

    seat: str
    handles: tuple[str, ...]
    name: str

    def __repr__(self) -> str:
        return f"Lying({self.handles[0]}, hidden)"


Zones = Mapping[str, tuple[Lying, ...]]
"""``player/zone`` → the known cards there, in the order in which they came."""


def choose(zones: Zones, zone: str, name: str, taken: list[Lying]) -> Lying | None:
    """Return the card of this name that came into a zone last and is not in `taken`; add it to `taken`."""
    for card in reversed(zones.get(zone, ())):
        if card.name == name and card not in taken:
            taken.append(card)
            return card
    return None


MOVES: frozenset[type[object]] = frozenset({*openings.CONCEALED, e.Shuffled, e.NextGame})
"""Events that may change which known cards lie where; what empties a hand or fills it again shows in the players."""


def follow(
    zones: Zones, events: Iterable[object], before: State, after: State, known: Mapping[str, e.Identity]
) -> Zones:
    """Return where the known cards lie after an entry.

    Those that were concealed anew leave under their old handles and lie under the new; those that left under their names
    are taken off; what came back from the table into a hand is added. A shuffle ends what was known of places.
    """
    taken: list[Lying] = []
    laid: list[tuple[str, Lying]] = []
    for event in events:
        for handle, concealed in openings.concealed_in(event):
            identity = known.get(concealed.commitment)
            if isinstance(identity, e.CardIdentity):
                source, zone = source_of(event), zone_of(event, handle)
                card = choose(zones, source, identity.name, taken) if source is not None else None
                if zone is not None:
                    older = card.handles if card is not None and isinstance(event, e.Looked) else ()
                    laid.append((zone, Lying(handle.split("/", 1)[0], (handle, *older), identity.name)))
    if taken:
        zones = _without(zones, taken)
    for zone, card in laid:
        zones = _with(zones, zone, card)
    for event in events:
        zones = _moved(zones, event)
    if after.players is not before.players:
        zones = _hands(zones, before, after, known)
    return zones


def _moved(zones: Zones, event: object) -> Zones:
    if isinstance(event, e.Cast | e.Moved) and event.card is not None and event.face_down is None:
        old = event.was if isinstance(event, e.Cast) else event.object
        if old is None:
            here = zones.get(f"{event.owner or event.player}/{event.source}", ())
            card = next((card for card in here if card.name == event.card), None)
            return zones if card is None else _without(zones, [card])
    elif isinstance(event, e.Shuffled) and event.zone == "library":
        return {zone: cards for zone, cards in zones.items() if zone != f"{event.player}/library"}
    elif isinstance(event, e.NextGame):
        return {}
    return zones


def _hands(zones: Zones, before: State, after: State, known: Mapping[str, e.Identity]) -> Zones:
    """Hands that were emptied, and cards that came back into one from the table."""
    for seat, now in after.players.items():
        then = before.players.get(seat)
        if then is None or now is then:
            continue
        if now.hand_from != then.hand_from:
            zones = {**zones, f"{seat}/hand": ()}
        for card in now.back[len(then.back) :]:
            identity = known.get(card.bond.commitment) if card.bond is not None else None
            name = identity.name if isinstance(identity, e.CardIdentity) else card.name
            if name is not None:
                zones = _with(zones, f"{seat}/hand", Lying(seat, (card.handle,), name))
    return zones


def _with(zones: Zones, zone: str, card: Lying) -> Zones:
    return {**zones, zone: (*zones.get(zone, ()), card)}


def _without(zones: Zones, gone: Collection[Lying]) -> Zones:
    return {
        zone: tuple(card for card in cards if card not in gone)
        if any(card in gone for card in cards)
        else cards
        for zone, cards in zones.items()
    }


def zone_of(event: object, handle: str) -> str | None:
    """``player/zone`` in which an event lays a card with a slot handle."""
    seat = handle.split("/", 1)[0]
    if isinstance(event, e.Drew):
        return f"{seat}/hand"
    if isinstance(event, e.Transferred):
        return f"{seat}/{event.to}"
    if isinstance(event, e.Looked) and event.zone is not None:
        return f"{seat}/{event.zone}"
    return None


def source_of(event: object) -> str | None:
    """``player/zone`` out of which an event takes the cards that it conceals."""
    if isinstance(event, e.Drew):
        return f"{event.player}/library"
    if isinstance(event, e.Looked):
        return f"{event.of or event.player}/{event.zone}"
    if isinstance(event, e.Transferred):
        return f"{event.owner or event.player}/{event.source}"
    if (isinstance(event, e.Cast) and event.was is None) or (
        isinstance(event, e.Moved) and event.object is None
    ):
        return f"{event.owner or event.player}/{event.source}"
    return None
