"""A view: what one person sees of a game at one moment, as plain values.

Players stand here by role id (``p1``), objects by handle (``#7``), in the order in which they came. Optional members are
absent from the JSON when they say nothing; the order of the fields is stable.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from facedown.rules.characteristics import Characteristics

PUBLIC = "public"
"""The viewer who has no key: a spectator sees this and nothing more."""

Mark = Literal["from escrow", "differs from public"]


class Shown(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The base of all values of a view."""


class Face(Shown, frozen=True, kw_only=True):
    """A hidden card as the viewer's own key opens it."""

    name: str
    variant: str | None = None
    """``megamorph`` where that is how it was cast."""
    printing: str | None = None
    chosen: tuple[str, ...] = ()
    """The names chosen in secret for a conspiracy (CR 702.106)."""


class HandCard(Shown, frozen=True, kw_only=True):
    """A card in a hand that the viewer may name."""

    handle: str
    card: Face


class SeenCard(Shown, frozen=True, kw_only=True):
    """A card that the viewer was shown in a hidden zone, and when: it need not lie there any more."""

    player: str
    zone: str
    entry: int
    card: Face
    was: str | None = None
    """The handle it had on the table, if it went from there into the hand."""


class PlayerView(Shown, frozen=True, kw_only=True):
    """A player; counts are absent where the record does not keep them."""

    id: str
    name: str
    status: str
    team: str | None = None
    life: int | None = None
    library: int | None = None
    hand: int | None = None
    known_hand: tuple[str, ...] = ()
    """Cards that everybody knows to be in the hand."""
    known_library: tuple[str, ...] = ()
    cards: tuple[HandCard, ...] | None = None
    """The hand, as far as keys open it: the viewer's own; for the judge everybody's."""


class Part(Shown, frozen=True, kw_only=True):
    """A component of a merged permanent that lies below its face (CR 729.2)."""

    handle: str
    face: Literal["up", "down"]
    named: str | None = None
    known: Face | None = None


class ObjectView(Shown, frozen=True, kw_only=True):
    """An object in a public zone, and everything public that tells it from others (CR 708.6)."""

    handle: str
    zone: str
    kind: str
    owner: str
    controller: str
    put_by: str
    """Whose control it came under: who cast it, or onto whose side it was put."""
    since: int
    """The entry with which it came."""
    turn: int
    face: Literal["up", "down"]
    way: str | None = None
    said: str | None = None
    """The way as a person says it: "cast with a morph ability"."""
    by: str | None = None
    characteristics: Characteristics
    named: str | None = None
    """A face-down object's card as the record names it in public."""
    everybody_knows: bool = False
    known: Face | None = None
    """The card as the viewer's own key opens it."""
    marks: tuple[Mark, ...] = ()
    known_by: tuple[str, ...] = ()
    """Who has legitimately seen a face-down object: knowledge never shrinks."""
    may_look: tuple[str, ...] = ()
    """Who may look at it now: rights follow control and effects."""
    was: str | None = None
    """The handle before it changed zones, where everybody could follow it."""
    origin: str | None = None
    tapped: bool = False
    phased_out: bool = False
    transformed: bool = False
    attacking: bool = False
    attacked_turn: int | None = None
    blocking: str | None = None
    attached_to: str | None = None
    attachments: tuple[str, ...] = ()
    targets: tuple[str, ...] = ()
    counters: tuple[tuple[str, int], ...] = ()
    effects: tuple[str, ...] = ()
    pile: str | None = None
    commander: bool = False
    mixed: bool = False
    """It can no longer be told from others."""
    parts: tuple[Part, ...] = ()


class DutyView(Shown, frozen=True, kw_only=True):
    """A reveal that has fallen due and is not in this record up to this moment."""

    object: str
    cause: str
    rule: str
    owed_by: str
    controller: str
    since: int
    kind: str
    way: str
    moot: bool = False
    """Everybody had seen the object before."""
    doubt: str | None = None
    """Why it cannot be decided whether anything is owed."""
    closed: str | None = None
    """Why its time is over ("play went on"), or absent: it may still be met."""
    named: str | None = None
    """The card as the record names it in public."""
    known: Face | None = None


class ChoiceView(Shown, frozen=True, kw_only=True):
    """A secret choice (CR 702.106): that it was made is public, what was chosen is not."""

    handle: str
    player: str
    shown: str | None = None
    values: tuple[str, ...] | None = None


class View(Shown, frozen=True, kw_only=True):
    """What `viewer` sees after entry `entry`: ``public``, a seat's role id, or ``judge``."""

    viewer: str
    entry: int
    game: int
    turn: int
    active: str | None = None
    step: str | None = None
    priority: str | None = None
    ended: str | None = None
    """How the game ended, or absent."""
    result: str | None = None
    closed: bool = False
    players: tuple[PlayerView, ...] = ()
    objects: tuple[ObjectView, ...] = ()
    """In the order of `ZONES`, then in the order in which they came."""
    duties: tuple[DutyView, ...] = ()
    """What is still to be shown."""
    unshown: tuple[DutyView, ...] = ()
    """What was to be shown, and its time is over."""
    choices: tuple[ChoiceView, ...] = ()
    seen: tuple[SeenCard, ...] = ()

    def zone(self, *names: str) -> tuple[ObjectView, ...]:
        """The objects in one zone or several."""
        return tuple(one for one in self.objects if one.zone in names)

    def object(self, handle: str) -> ObjectView | None:
        """The object with this handle, or None: it is not on the table."""
        return next((one for one in self.objects if one.handle == handle), None)

    def player(self, role: str) -> PlayerView | None:
        """The player with this role id, or None."""
        return next((one for one in self.players if one.id == role), None)

    def name(self, role: str) -> str:
        """A player's name as it is shown; for any other role its id."""
        found = self.player(role)
        return role if found is None else found.name


ZONES: tuple[str, ...] = ("battlefield", "stack", "graveyard", "exile", "command")
"""The public zones, in the order in which a view lists them."""
