"""Deeds in hidden zones."""

from __future__ import annotations

from facedown.rules.actions.action import Action
from facedown.rules.events import Count, Handle, Name, Player, Zone


class Draw(Action, frozen=True, kw_only=True, tag="draw"):
    """Draw cards: their names, or how many."""

    player: Player
    cards: tuple[Name, ...] | None = None
    count: Count | None = None


class Transfer(Action, frozen=True, kw_only=True, tag="transfer"):
    """Move cards from one hidden zone to another unshown."""

    player: Player
    source: Zone
    to: Zone
    cards: tuple[Name, ...] | None = None
    count: Count | None = None
    owner: Player | None = None


class Shuffle(Action, frozen=True, kw_only=True, tag="shuffle"):
    """Shuffle a hidden zone, or a face-down pile (`objects`).

    `cards` are the names in the new order, where the recorder knows it and nobody at the table does.
    """

    player: Player
    zone: Zone = "library"
    objects: tuple[Handle, ...] | None = None
    cards: tuple[Name, ...] | None = None
