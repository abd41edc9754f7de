"""Following each physical card through a replay, and who was shown its face.

A card id names a card only until it enters a zone face down or changes hands; then it gets a new one, and
the event that says so leaves the name out. So the name has to be carried along: drawn by name as 7, put
down without a name as 40, taken by another player as 42.

Who was shown what was measured on a server by comparing the copies it sent to each client:

- a move is seen by all if the card lay face up in a public zone before it, or does so after it;
- otherwise the name that a move carries was told to the one who moved it, and to nobody else: a card put
  from the table, face down, into a hand is *not* shown, although the replay names it;
- a flip to face up is seen by all; a reveal by the player it names, or by all;
- drawn cards are told to the drawer, a token made face down to its maker.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

import msgspec

from facedown.importers.cockatrice import events as ev

PUBLIC = frozenset({"table", "grave", "rfg", "stack"})
"""The zones whose face-up cards everybody sees."""

Audience = tuple[int, ...] | Literal["all"]


class Place(msgspec.Struct, frozen=True):
    """Where a card lies: among the cards of `holder`, in `zone`, as `card_id`."""

    holder: int
    zone: str
    card_id: int
    face_down: bool

    @property
    def seen_by_all(self) -> bool:
        """Whether anybody at the table can read the card there."""
        return self.zone in PUBLIC and not self.face_down


class Physical(msgspec.Struct, eq=False):
    """One physical card or token. `owner` is who had it first; `name` is filled in when it is told."""

    owner: int
    name: str | None = None
    token: bool = False
    place: Place | None = None


class Step(msgspec.Struct, frozen=True):
    """What an event meant for one card.

    `before` and `after` are its places, `None` before it existed and after it left the game; they are
    equal if it was only shown. `seen_by` are the players who were shown its face by this very event.
    """

    card: Physical
    before: Place | None
    after: Place | None
    seen_by: Audience


class Tracker:
    """All cards of one game, folded event by event."""

    def __init__(self) -> None:
        self._cards: dict[tuple[int, int], Physical] = {}
        self._started = False

    def fold(self, event: ev.Event) -> tuple[Step, ...]:
        """Take in the next event, and return what it meant for each card it touched."""
        match event:
            case ev.MoveCard():
                return tuple(self._move(event))
            case ev.FlipCard(player=int(holder)):
                place = Place(holder, event.zone, event.card_id, event.face_down)
                return self._turn(place, event.name)
            case ev.SetCardAttr(player=int(holder), attribute=ev.FACE_DOWN):
                return self._turn(Place(holder, event.zone, event.card_id, event.value == "1"), None)
            case ev.DrawCards(player=int(holder)):
                return tuple(self._draw(holder, card) for card in event.cards)
            case ev.RevealCards(player=int(holder)):
                return tuple(self._reveal(holder, event, card) for card in event.cards)
            case ev.CreateToken(player=int(holder)):
                return (self._token(holder, event),)
            case ev.DestroyCard(player=int(holder)):
                return tuple(self._gone([self._find(holder, event.zone, event.card_id)]))
            case ev.Leave(player=int(leaver)):
                return tuple(self._gone([c for c in self._cards.values() if leaver == c.owner]))
            case ev.GameStateChanged():
                self._state(event)
            case _:
                pass
        return ()

    def cards(self) -> tuple[Physical, ...]:
        """Return every card that an event has spoken of and that is still in the game."""
        return tuple(self._cards.values())

    def at(self, holder: int, card_id: int) -> Physical | None:
        """Return the card that `holder` has under that id, if an event has spoken of it."""
        return self._cards.get((holder, card_id))

    def _find(self, holder: int, zone: str, card_id: int, *, face_down: bool = False) -> Physical:
        """Return the card with that id; one never spoken of before belongs to whoever holds it."""
        card = self._cards.get((holder, card_id))
        if card is None:
            card = self._put(Physical(holder), Place(holder, zone, card_id, face_down))
        return card

    def _put(self, card: Physical, place: Place) -> Physical:
        if card.place is not None:
            self._cards.pop((card.place.holder, card.place.card_id), None)
        card.place = place
        self._cards[place.holder, place.card_id] = card
        return card

    def _move(self, event: ev.MoveCard) -> Iterable[Step]:
        if event.holder is None or event.to_holder is None or event.card_id is None:
            return
        card = self._find(event.holder, event.zone, event.card_id)
        before = card.place
        new_id = event.card_id if event.new_card_id is None else event.new_card_id
        after = Place(event.to_holder, event.to_zone, new_id, event.face_down)
        card.name = event.name or card.name
        self._put(card, after)
        seen_by: Audience = ()
        if after.seen_by_all or (before is not None and before.seen_by_all):
            seen_by = "all"
        elif event.name is not None and event.player is not None:
            seen_by = (event.player,)
        yield Step(card, before, after, seen_by)

    def _turn(self, after: Place, name: str | None) -> tuple[Step, ...]:
        card = self._find(after.holder, after.zone, after.card_id, face_down=not after.face_down)
        before, card.name = card.place, name or card.name
        if after == before:
            return ()
        card.place = after
        return (Step(card, before, after, "all" if after.seen_by_all else ()),)

    def _draw(self, holder: int, drawn: ev.Card) -> Step:
        card = self._find(holder, "deck", drawn.id)
        before, card.name = card.place, drawn.name or card.name
        self._put(card, Place(holder, "hand", drawn.id, False))
        return Step(card, before, card.place, (holder,) if drawn.name else ())

    def _reveal(self, holder: int, event: ev.RevealCards, shown: ev.Card) -> Step:
        card = self._find(holder, event.zone, shown.id)
        card.name = shown.name or card.name
        return Step(card, card.place, card.place, "all" if event.to is None else (event.to,))

    def _token(self, holder: int, event: ev.CreateToken) -> Step:
        card = Physical(holder, event.name, token=True)
        self._put(card, Place(holder, event.zone, event.card_id, event.face_down))
        return Step(card, None, card.place, (holder,) if event.face_down else "all")

    def _gone(self, cards: list[Physical]) -> Iterable[Step]:
        for card in cards:
            before, card.place = card.place, None
            if before is not None:
                self._cards.pop((before.holder, before.card_id), None)
            yield Step(card, before, None, "all" if before is not None and before.seen_by_all else ())

    def _state(self, event: ev.GameStateChanged) -> None:
        """Begin afresh when a game begins; the lists of cards say what lies where at that moment."""
        if event.started and not self._started:
            self._cards.clear()
        self._started = bool(event.started)
        for seat in event.seats:
            if seat.properties.id is None:
                continue
            for zone in seat.zones:
                for listed in zone.cards:
                    card = self._find(seat.properties.id, zone.name, listed.id)
                    card.name = listed.name or card.name
                    card.place = Place(seat.properties.id, zone.name, listed.id, listed.face_down)
