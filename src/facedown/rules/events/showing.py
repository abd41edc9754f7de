"""Showing, looking, permissions, and secret choices."""

from __future__ import annotations

from facedown.rules.events.values import (
    AnyHandle,
    Box,
    Concealed,
    Count,
    Digest,
    Event,
    Handle,
    HiddenCard,
    Opening,
    Player,
    Text,
    Zone,
)


class Opened(Event, frozen=True, kw_only=True, tag="opened.v1"):
    """An identity is put before every player; `commitment` names which, where the object has had several."""

    object: AnyHandle
    opening: Opening
    player: Player | None = None
    commitment: Digest | None = None


class Bound(Event, frozen=True, kw_only=True, tag="bound.v1"):
    """An identity that nobody had fixed is committed to."""

    object: Handle
    identity: Concealed
    player: Player | None = None


class Shared(Event, frozen=True, kw_only=True, tag="shared.v1"):
    """An identity is shown to some players only."""

    object: AnyHandle
    to: tuple[Player, ...]
    player: Player | None = None
    boxes: tuple[Box, ...] | None = None


class Looked(Event, frozen=True, kw_only=True, tag="looked.v1"):
    """A player looks at objects, or at cards in a hidden zone; that it happened is public, what was seen is not."""

    player: Player
    objects: tuple[Handle, ...] | None = None
    zone: Zone | None = None
    of: Player | None = None
    count: Count | None = None
    allowed: Text | None = None
    boxes: tuple[Box, ...] | None = None
    cards: tuple[HiddenCard, ...] | None = None


class Granted(Event, frozen=True, kw_only=True, tag="granted.v1"):
    """An effect allows a player to look at objects, or at those of players (`of`); `ends` takes it back."""

    player: Player
    by: Text
    objects: tuple[Handle, ...] | None = None
    of: tuple[Player, ...] | None = None
    ends: bool | None = None


class Owed(Event, frozen=True, kw_only=True, tag="owed.v1"):
    """An effect demands that an object or hidden card be shown to all (CR 701.20a, 708.12); `rule` says which."""

    object: AnyHandle
    rule: Text
    player: Player | None = None


class Mixed(Event, frozen=True, kw_only=True, tag="mixed.v1"):
    """Face-down objects can no longer be told apart (CR 708.6)."""

    player: Player
    objects: tuple[Handle, ...]


class Unclear(Event, frozen=True, kw_only=True, tag="unclear.v1"):
    """A player cannot say what made an object face down, or which card it is (CR 708.6, 406.3)."""

    player: Player
    object: Handle
    why: Text | None = None


class Refused(Event, frozen=True, kw_only=True, tag="refused.v1"):
    """A player who may look was refused (CR 708.5)."""

    player: Player
    object: Handle


class Chose(Event, frozen=True, kw_only=True, tag="chose.v1"):
    """A secret choice (CR 702.106a)."""

    player: Player
    choice: HiddenCard
