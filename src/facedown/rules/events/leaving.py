"""Players leave, the game ends, the record is closed."""

from __future__ import annotations

from typing import Literal

from facedown.rules.events.values import Event, Handle, Player, Text


class Conceded(Event, frozen=True, kw_only=True, tag="conceded.v1"):
    """A player concedes and leaves the game (CR 104.3a)."""

    player: Player


class Left(Event, frozen=True, kw_only=True, tag="left.v1"):
    """Players leave the game at one moment (CR 104.5): ``lost``, ``drew``, ``removed``, ``left``."""

    players: tuple[Player, ...]
    how: Literal["lost", "drew", "removed", "left"]


class Absent(Event, frozen=True, kw_only=True, tag="absent.v1"):
    """A player's chair is empty: a disconnect is not leaving."""

    player: Player
    back: bool | None = None


class Rejoined(Event, frozen=True, kw_only=True, tag="rejoined.v1"):
    """A concession is undone."""

    player: Player


class Ended(Event, frozen=True, kw_only=True, tag="ended.v1"):
    """The game ends: by victory, concession, draw, restart, subgame, penalty (CR 104)."""

    how: Text
    winners: tuple[Player, ...] | None = None


class Gathered(Event, frozen=True, kw_only=True, tag="gathered.v1"):
    """Cards are gathered up: they cannot be shown any more. Without `objects`, all that `player` owns."""

    player: Player
    objects: tuple[Handle, ...] | None = None


class Result(Event, frozen=True, kw_only=True, tag="result.v1"):
    """The result is written down; `confirmed_by` the seats that confirm it."""

    result: Text
    confirmed_by: tuple[Player, ...] | None = None


class NextGame(Event, frozen=True, kw_only=True, tag="next_game.v1"):
    """The next game, or the game as restarted, begins."""


class Closed(Event, frozen=True, kw_only=True, tag="closed.v1"):
    """The record is closed: what is not shown now is not shown in this record."""

    by: Player | None = None
