"""What a conversion carries along: the game being written, who sits where, and what each card is called in the record.

Each seat is *told* what the server sent to that player alone, and no more: being allowed to look is not having looked.
Whoever was told a card follows it while it lies in public. In a hand only its holder does, in a library nobody.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

import msgspec

from facedown.errors import Malformed
from facedown.importers.cockatrice import events as ev
from facedown.importers.cockatrice.tracking import Audience, Physical, Place, Step, Tracker
from facedown.importers.draft import Growth
from facedown.ledger.game import Game, Receipt
from facedown.rules import actions as a
from facedown.rules.events import HIDDEN
from facedown.rules.state import Object

ZONES = {
    "deck": "library",
    "hand": "hand",
    "table": "battlefield",
    "grave": "graveyard",
    "rfg": "exile",
    "stack": "stack",
    "sb": "outside",
}
"""Cockatrice's zones and ours."""

UNRECORDED = "unrecorded"
UNSAID = "something that the source does not record"
"""By what a player may do what the source shows them do."""

CONTROLLED = frozenset({"battlefield", "stack"})
"""Zones in which a card has a controller: whoever's it lies among."""

LONGEST = 60_000
"""Characters of one line of talk; what is longer goes on in the next."""


@dataclass
class Track:
    """One physical card in the record: its handle on the table, or in a hand; and the seats that know which card it is."""

    handle: str | None = None
    slot: str | None = None
    told: set[str] = field(default_factory=set[str])


class Scribe:
    """Writes one game: `seats` maps Cockatrice's player ids to ours."""

    def __init__(self, game: Game, seats: Mapping[int, str]) -> None:
        self.game = game
        self.seats = dict(seats)
        self.tracker = Tracker()
        self._tracks: dict[Physical, Track] = {}
        self._hidden: dict[tuple[int | None, str], list[Physical]] = {}
        """By holder and zone the cards that went there, or were shown there, since it was last shuffled."""
        self._growth = Growth()

    def play(self, action: a.Action) -> Receipt | None:
        """Record a deed; one that the record cannot hold becomes a note, and the answer is None."""
        try:
            checked = msgspec.json.decode(msgspec.json.encode(action), type=type(action))
            receipt = self.game.play(checked)
        except (Malformed, msgspec.ValidationError):
            self.note("something happened here that this record cannot hold")
            return None
        self._growth.watch(self.game.state)
        return receipt

    def note(self, text: str) -> None:
        """Say in public what there is no event for; `text` has no word from the file but card names shown to all."""
        self.game.play(a.Note(kind="source", text=text[:500]))

    def quote(self, text: str, seat: str | None = None) -> None:
        """Keep words that somebody wrote, as parts: what a seat said, or a note on what somebody else did."""
        for start in range(0, len(text), LONGEST):
            some = text[start : start + LONGEST]
            if seat is not None:
                self.game.play(a.Say(player=seat, text=some))
            else:
                self.game.play(a.Note(kind="source", text=some, private=True))

    # --- who -----------------------------------------------------------------------------------------------------

    def seat(self, player: int | None) -> str | None:
        """The seat of a player, or None: a spectator, or the server."""
        return None if player is None else self.seats.get(player)

    def who(self, player: int | None) -> str:
        """A player in public words."""
        return self.seat(player) or "somebody without a seat"

    def audience(self, seen_by: Audience) -> set[str]:
        """The seats among those who were shown something."""
        if seen_by == "all":
            return set(self.seats.values())
        return {self.seats[player] for player in seen_by if player in self.seats}

    # --- cards ---------------------------------------------------------------------------------------------------

    def fold(self, event: ev.Event) -> tuple[Step, ...]:
        """Take an event in, and return what it meant for each card."""
        return self.tracker.fold(event)

    def track(self, card: Physical) -> Track:
        """What the record calls a card."""
        return self._tracks.setdefault(card, Track())

    def thing(self, card: Physical) -> Object | None:
        """The object that a card is in the record now, or None: it lies hidden, or has left."""
        handle = self.track(card).handle
        return None if handle is None else self.game.state.objects.get(handle)

    def find(self, holder: int | None, zone: str, card_id: int | None) -> Object | None:
        """The object that lies at a place, or None."""
        if holder is None or card_id is None:
            return None
        card = self.tracker.at(holder, card_id)
        return None if card is None or card.place is None or card.place.zone != zone else self.thing(card)

    def hear(self, card: Physical, step: Step) -> None:
        """Remember who was told a card by a step, and who has lost sight of it."""
        if step.after is None:
            self._tracks.pop(card, None)
            return
        track = self.track(card)
        entered = step.before is None or step.before.zone != step.after.zone
        told = track.told | self.audience(step.seen_by)
        zone = zone_of(step.after)
        if zone in HIDDEN:
            track.handle = None
            self._hidden.setdefault((step.after.holder, step.after.zone), []).append(card)
            told &= self.audience((step.after.holder,) if zone == "hand" or not entered else ())
        if zone != "hand":
            track.slot = None
        track.told = told

    def shuffled(self, holder: int | None, zone: str) -> None:
        """Nobody knows any more which card of a zone is which."""
        for card in self._hidden.pop((holder, zone), ()):
            if card.place is not None and (card.place.holder, card.place.zone) == (holder, zone):
                self.track(card).told.clear()

    def begin_again(self) -> None:
        """Forget all cards: another game begins."""
        self._tracks.clear()
        self._hidden.clear()


def zone_of(place: Place) -> str | None:
    """Our name of the zone of a place, or None: the source has a zone that we do not know."""
    return ZONES.get(place.zone)


def ordered(seats: Iterable[str]) -> tuple[str, ...]:
    """Seats in a fixed order."""
    return tuple(sorted(seats))
