"""Values inside events, and the base of all events.

Nothing here is secret: a hidden identity is a commitment and the digests of boxes, or it is shown.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from facedown.rules.ways import Listed

Zone = Literal["library", "hand", "battlefield", "graveyard", "exile", "stack", "command", "outside"]
HIDDEN: frozenset[str] = frozenset({"library", "hand", "outside"})
"""Zones whose cards other players may not see (CR 400.2); a card in one is a count, not an object."""

Player = Annotated[str, Meta(min_length=1, max_length=32)]
Handle = Annotated[str, Meta(pattern=r"^#[1-9][0-9]{0,8}\Z")]
Slot = Annotated[str, Meta(pattern=r"^p[1-9][0-9]?/(card|deck|choice)/[1-9][0-9]{0,6}\Z")]
"""The handle of a concealed identity that is no object: a card in a hidden zone, a secret choice."""
AnyHandle = Annotated[
    str, Meta(pattern=r"^(#[1-9][0-9]{0,8}|p[1-9][0-9]?/(card|deck|choice)/[1-9][0-9]{0,6})\Z")
]
"""Either of the two."""
Name = Annotated[str, Meta(min_length=1, max_length=200)]
Text = Annotated[str, Meta(max_length=500)]
Digest = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z")]
Count = Annotated[int, Meta(ge=0, le=100_000)]
Signed = Annotated[int, Meta(ge=-1_000_000, le=1_000_000)]


class Plain(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, gc=False
):
    """A value inside an event."""


class Box(Plain, frozen=True, kw_only=True):
    """One sealed opening: the digest of the part that holds it, and the role it is sealed to."""

    part: Digest
    to: Player


class Concealed(Plain, frozen=True, kw_only=True):
    """A hidden identity: nothing in it tells which card it is."""

    alg: Literal["c1"]
    boxes: tuple[Box, ...]
    commitment: Digest


class CardIdentity(Plain, frozen=True, kw_only=True, tag_field="type", tag="card.v1"):
    """Which card it is. `variant` is ``megamorph`` where that is how it was cast: public only with the card.

    `chosen` are the names chosen in secret for a conspiracy (CR 702.106a, 702.106f): one payload, whatever their number.
    """

    name: Name
    chosen: tuple[Name, ...] | None = None
    printing: Text | None = None
    slot: Slot | None = None
    variant: Text | None = None


class Choice(Plain, frozen=True, kw_only=True, tag_field="type", tag="choice.v1"):
    """A secret choice: the chosen values (card names, numbers), in order (CR 702.106)."""

    values: tuple[Name, ...]


Identity = CardIdentity | Choice


class Opening(Plain, frozen=True, kw_only=True):
    """An identity in the clear. With `nonce` (base64, 32 bytes) it is checked against the commitment; without, it is a claim."""

    identity: Identity
    nonce: Annotated[str, Meta(max_length=44)] | None = None

    def __repr__(self) -> str:
        return "Opening(…)"


class FaceDown(Plain, frozen=True, kw_only=True):
    """How an object is face down: its way, what the effect lists (if it does), and what did it, in public words."""

    way: Text
    listed: Listed | None = None
    by: Text | None = None


class HiddenCard(Plain, frozen=True, kw_only=True):
    """A card in a hidden zone whose identity its holder knows."""

    handle: Slot
    identity: Concealed


class Event(Plain, frozen=True, kw_only=True, tag_field="type"):
    """The base of all events."""
