"""Players leave, the game ends, the record is closed."""

from __future__ import annotations

from typing import Literal

from facedown.rules.actions.action import Action
from facedown.rules.events import Handle, Player, Text


class Concede(Action, frozen=True, kw_only=True, tag="concede"):
    """Concede. `bare`: nothing is added; what becomes of other cards is recorded as it happens."""

    player: Player
    bare: bool | None = None


class Leave(Action, frozen=True, kw_only=True, tag="leave"):
    """Players lose, draw, are removed or leave, at one moment (`bare`: as with a concession)."""

    players: tuple[Player, ...]
    how: Literal["lost", "drew", "removed", "left"] = "lost"
    bare: bool | None = None


class GoAbsent(Action, frozen=True, kw_only=True, tag="absent"):
    """A player's chair is empty (`back`: no longer)."""

    player: Player
    back: bool | None = None


class Rejoin(Action, frozen=True, kw_only=True, tag="rejoin"):
    """A concession is undone."""

    player: Player


class End(Action, frozen=True, kw_only=True, tag="end"):
    """The game ends."""

    how: Text
    winners: tuple[Player, ...] | None = None


class Gather(Action, frozen=True, kw_only=True, tag="gather"):
    """Gather up cards: all that the player owns, or some."""

    player: Player
    objects: tuple[Handle, ...] | None = None


class Record(Action, frozen=True, kw_only=True, tag="result"):
    """Write the result down."""

    result: Text
    confirmed_by: tuple[Player, ...] | None = None


class BeginNext(Action, frozen=True, kw_only=True, tag="next_game"):
    """The next game begins."""


class Close(Action, frozen=True, kw_only=True, tag="close"):
    """Close the record."""
