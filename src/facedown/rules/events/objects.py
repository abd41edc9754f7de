"""Objects begin, change zones and end (CR 400.7)."""

from __future__ import annotations

from typing import Literal

from facedown.rules.events.values import Concealed, Count, Event, FaceDown, Handle, Name, Player, Text, Zone
from facedown.rules.ways import Listed


class Cast(Event, frozen=True, kw_only=True, tag="cast.v1"):
    """A spell is put on the stack (CR 601), face down if `face_down` is there (CR 708.4).

    `cost` is what was paid, as announced; `modifiers` what changed it. `was` links a card that everybody could follow.
    """

    player: Player
    object: Handle
    source: Zone
    owner: Player | None = None
    was: Handle | None = None
    card: Name | None = None
    face_down: FaceDown | None = None
    identity: Concealed | None = None
    cost: Text | None = None
    modifiers: Text | None = None
    targets: tuple[Handle, ...] | None = None
    need: Text | None = None
    allowed: Text | None = None
    x: Count | None = None


class Moved(Event, frozen=True, kw_only=True, tag="moved.v1"):
    """A card or permanent changes zones (CR 400.7): the old handle ends, a new one begins in a public zone.

    `object` absent: it came out of a hidden zone. `new` absent: it went into one. Both there: the link is public.
    `card` names it where its new face is up. `resolved`: a spell that did what it says (CR 608).
    """

    player: Player
    source: Zone
    to: Zone
    object: Handle | None = None
    new: Handle | None = None
    owner: Player | None = None
    controller: Player | None = None
    card: Name | None = None
    face_down: FaceDown | None = None
    identity: Concealed | None = None
    tapped: bool | None = None
    cost: Text | None = None
    allowed: Text | None = None
    pile: Text | None = None
    resolved: bool | None = None


class Created(Event, frozen=True, kw_only=True, tag="created.v1"):
    """A token, or a copy of a spell, comes into being; its owner is its creator (CR 111.2).

    `copy_of`: a copy takes the copiable values (CR 707.2): of a face-down object, the face-down ones, face up.
    """

    player: Player
    object: Handle
    zone: Zone
    kind: Literal["token", "copy"]
    controller: Player | None = None
    card: Name | None = None
    copy_of: Handle | None = None
    listed: Listed | None = None
    face_down: FaceDown | None = None
    identity: Concealed | None = None


class Ceased(Event, frozen=True, kw_only=True, tag="ceased.v1"):
    """A token or copy outside its zone ceases to exist (CR 111.7, 704.5e)."""

    object: Handle
