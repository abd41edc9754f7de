"""Talk, notes, statements, and what a judge does."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from facedown.rules.events.values import Digest, Event, Handle, Name, Opening, Player, Text


class Said(Event, frozen=True, kw_only=True, tag="said.v1"):
    """Somebody says something; the words are a part."""

    player: Player
    part: Digest


class Noted(Event, frozen=True, kw_only=True, tag="noted.v1"):
    """A note by staff or by the source: ``ruling``, ``penalty``, ``clock``, ``note``, ``source``, ``correction``."""

    kind: Text
    text: Text | None = None
    part: Digest | None = None
    player: Player | None = None
    basis: Text | None = None


class Stated(Event, frozen=True, kw_only=True, tag="stated.v1"):
    """Somebody states afterwards what was shown: evidence of the weakest kind, and it says whose."""

    player: Player
    object: Handle
    card: Name | None = None
    part: Digest | None = None
    shown: bool | None = None


class Reversed(Event, frozen=True, kw_only=True, tag="reversed.v1"):
    """The game goes back to after entry `to` (CR 732.1, or a judge's backup); knowledge and handles stay."""

    to: Annotated[int, Meta(ge=0)]
    why: Text | None = None


class JudgeLooked(Event, frozen=True, kw_only=True, tag="judge_looked.v1"):
    """A judge looks at an object; no player's view changes."""

    object: Handle


class EscrowOpened(Event, frozen=True, kw_only=True, tag="escrow_opened.v1"):
    """A judge supplies an identity from escrow."""

    object: Handle
    opening: Opening
    commitment: Digest | None = None
