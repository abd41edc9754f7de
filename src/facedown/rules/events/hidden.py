"""What happens in hidden zones: drawing, moving unseen, shuffling."""

from __future__ import annotations

from facedown.rules.events.values import Concealed, Count, Event, Handle, HiddenCard, Player, Zone


class Drew(Event, frozen=True, kw_only=True, tag="drew.v1"):
    """A player draws; `cards` are concealed identities where the writer knows the cards."""

    player: Player
    count: Count
    cards: tuple[HiddenCard, ...] | None = None


class Transferred(Event, frozen=True, kw_only=True, tag="transferred.v1"):
    """Cards go from one hidden zone to another without being shown (a mulligan, a card put on the bottom)."""

    player: Player
    source: Zone
    to: Zone
    count: Count
    owner: Player | None = None
    cards: tuple[HiddenCard, ...] | None = None


class Shuffled(Event, frozen=True, kw_only=True, tag="shuffled.v1"):
    """A hidden zone is shuffled: no player knows the order (CR 701.24a)."""

    player: Player
    zone: Zone


class Repiled(Event, frozen=True, kw_only=True, tag="repiled.v1"):
    """A face-down pile is shuffled: new handles and commitments, the set stays known (CR 701.24a)."""

    player: Player
    objects: tuple[Handle, ...]
    new: tuple[Handle, ...]
    identities: tuple[Concealed, ...] | None = None
