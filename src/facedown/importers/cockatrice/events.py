"""What a Cockatrice replay says, as values.

Ids are Cockatrice's own: a player id counts from 0 in one game; a card id is unique among the cards that
one player holds, and *changes* when the card enters a zone face down or goes to another player. Zones are
named `deck`, `hand`, `table`, `grave`, `rfg` (exile), `stack`, `sb`. Names are absent where the server left
them out. Private data of a user (real name, address, country, mail) and which printing of a card is meant
are not here, because they are never read.
"""

from __future__ import annotations

from typing import Literal

import msgspec

ContextKind = Literal[
    "ready", "concede", "deck_select", "undo_draw", "move", "mulligan", "ping", "unconcede", "other"
]

FACE_DOWN = 3
"""The attribute of a card that says whether it lies face down: `"1"` if so."""


class Event(msgspec.Struct, frozen=True, kw_only=True):
    """What happened; `player` is the id of who did it, `None` for the server itself."""

    player: int | None


class Card(msgspec.Struct, frozen=True, kw_only=True):
    """A card as an event lists it; `name` is `None` where it is not told."""

    id: int
    name: str | None
    face_down: bool = False


class Zone(msgspec.Struct, frozen=True, kw_only=True):
    """A zone of one player: `count` cards, of which `cards` are listed one by one."""

    name: str
    count: int
    cards: tuple[Card, ...]


class Properties(msgspec.Struct, frozen=True, kw_only=True):
    """Facts about a player; `None` where the message does not speak of them."""

    id: int | None
    name: str | None
    spectator: bool | None
    judge: bool | None
    ready: bool | None
    conceded: bool | None


class Seat(msgspec.Struct, frozen=True, kw_only=True):
    """One participant in a `GameStateChanged`: no zones are listed for spectators, nor in short forms."""

    properties: Properties
    zones: tuple[Zone, ...]


class Join(Event, frozen=True, kw_only=True):
    """Somebody came in, `properties.id` being their id from now on."""

    properties: Properties


class Leave(Event, frozen=True, kw_only=True):
    """The player left the table; every card they own goes with them, and no event says so."""

    reason: int | None


class GameClosed(Event, frozen=True, kw_only=True):
    """The room is gone."""


class GameStateChanged(Event, frozen=True, kw_only=True):
    """The whole state: at the start of a game, and in short form when it ends or people leave.

    When a game ends this stands in the container *before* the one with the concession that ended it.
    """

    seats: tuple[Seat, ...]
    started: bool | None
    active_player: int | None
    active_phase: int | None


class PropertiesChanged(Event, frozen=True, kw_only=True):
    """Something about `player` changed: ready, conceded, or merely the ping."""

    properties: Properties


class Say(Event, frozen=True, kw_only=True):
    """A line of talk."""

    text: str


class DrawCards(Event, frozen=True, kw_only=True):
    """Cards from the library to the hand; a replay names them, because it keeps the drawer's own copy."""

    count: int
    cards: tuple[Card, ...]


class RevealCards(Event, frozen=True, kw_only=True):
    """Cards were shown: to everybody if `to` is `None`, else to that player; to oneself it is a look."""

    zone: str
    card_ids: tuple[int, ...]
    to: int | None
    cards: tuple[Card, ...]
    count: int | None


class Shuffle(Event, frozen=True, kw_only=True):
    """`zone` was shuffled from position `start` to `end`; -1 is the bottom."""

    zone: str
    start: int
    end: int


class MoveCard(Event, frozen=True, kw_only=True):
    """A card moved, or was only put elsewhere on the table (same holder, same zone).

    `name` is what the one who moved it was told. Others were told it too unless the card came from a
    hidden zone or lay face down, and went to a hidden zone.
    """

    card_id: int | None
    new_card_id: int | None
    name: str | None
    face_down: bool
    holder: int | None
    zone: str
    position: int | None
    to_holder: int | None
    to_zone: str

    @property
    def stays(self) -> bool:
        """Whether it stayed with its holder in its zone, so that nothing but its place changed."""
        return self.holder == self.to_holder and self.zone == self.to_zone


class FlipCard(Event, frozen=True, kw_only=True):
    """A card was turned over in place; `name` is told to everybody when it goes face up."""

    zone: str
    card_id: int
    name: str | None
    face_down: bool


class DestroyCard(Event, frozen=True, kw_only=True):
    """A token, or what the server made, ceased to exist."""

    zone: str
    card_id: int


class AttachCard(Event, frozen=True, kw_only=True):
    """A card was attached to another; to none if `to_card_id` is `None`."""

    zone: str
    card_id: int
    to_holder: int | None
    to_zone: str | None
    to_card_id: int | None


class CreateToken(Event, frozen=True, kw_only=True):
    """A token was made; if it came face down, only its maker was told the name."""

    zone: str
    card_id: int
    name: str | None
    face_down: bool


class SetCardAttr(Event, frozen=True, kw_only=True):
    """An attribute was set: `FACE_DOWN`, 5 power and toughness, 6 annotation, others as they come."""

    zone: str
    card_id: int
    attribute: int
    value: str


class SetCardCounter(Event, frozen=True, kw_only=True):
    """A counter on a card now stands at `value`."""

    zone: str
    card_id: int
    counter: int
    value: int


class SetCounter(Event, frozen=True, kw_only=True):
    """A counter of the player (life, a colour of mana, …) now stands at `value`."""

    counter: int
    value: int


class SetActivePlayer(Event, frozen=True, kw_only=True):
    """It is now the turn of `active`, or of nobody."""

    active: int | None


class SetActivePhase(Event, frozen=True, kw_only=True):
    """The turn is now in phase number `phase`."""

    phase: int


class DumpZone(Event, frozen=True, kw_only=True):
    """`player` looked at `count` cards of a zone (-1: all); which ones is not recorded."""

    owner: int
    zone: str
    count: int
    reversed: bool


class RollDie(Event, frozen=True, kw_only=True):
    """Dice with `sides` sides showed `values`."""

    sides: int
    values: tuple[int, ...]


class Unknown(Event, frozen=True, kw_only=True):
    """An event of a kind that is not read here; `number` is its extension number."""

    number: int
