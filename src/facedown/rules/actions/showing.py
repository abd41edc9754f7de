"""Showing, looking, permitting, choosing in secret."""

from __future__ import annotations

from facedown.rules.actions.action import Action
from facedown.rules.events import AnyHandle, Count, Handle, Name, Player, Text, Zone


class Show(Action, frozen=True, kw_only=True, tag="show"):
    """Show a card to all players, or to some (`to`)."""

    object: AnyHandle
    player: Player | None = None
    to: tuple[Player, ...] | None = None
    card: Name | None = None


class Look(Action, frozen=True, kw_only=True, tag="look"):
    """Look at objects, or at cards in a hidden zone (`zone`, `of`, and `cards` or `count`)."""

    player: Player
    object: Handle | None = None
    objects: tuple[Handle, ...] | None = None
    zone: Zone | None = None
    of: Player | None = None
    count: Count | None = None
    cards: tuple[Name, ...] | None = None
    card: Name | None = None
    allowed: Text | None = None


class Grant(Action, frozen=True, kw_only=True, tag="grant"):
    """An effect lets a player look at objects, or at those of other players."""

    player: Player
    by: Text
    objects: tuple[Handle, ...] | None = None
    of: tuple[Player, ...] | None = None
    ends: bool | None = None


class Owe(Action, frozen=True, kw_only=True, tag="owe"):
    """An effect or rule demands that an object, or a card in a hidden zone, be shown to all."""

    object: AnyHandle
    rule: Text
    player: Player | None = None


class Mix(Action, frozen=True, kw_only=True, tag="mix"):
    """Face-down objects have become indistinguishable."""

    player: Player
    objects: tuple[Handle, ...]


class CannotSay(Action, frozen=True, kw_only=True, tag="cannot_say"):
    """A player cannot say what made an object face down, or there is no card under it."""

    player: Player
    object: Handle
    why: Text | None = None


class Refuse(Action, frozen=True, kw_only=True, tag="refuse"):
    """A player who may look is refused."""

    player: Player
    object: Handle


class Choose(Action, frozen=True, kw_only=True, tag="choose"):
    """Choose in secret."""

    player: Player
    values: tuple[Name, ...]


class Bind(Action, frozen=True, kw_only=True, tag="bind"):
    """Fix the identity of an object that nobody had fixed."""

    object: Handle
    card: Name
    player: Player | None = None
