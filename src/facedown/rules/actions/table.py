"""Deeds of the table and its times."""

from __future__ import annotations

from facedown.rules.actions.action import Action
from facedown.rules.events import Count, Name, Player, Signed, Text


class Seat(Action, frozen=True, kw_only=True, tag="seat"):
    """Sit a player down; counts where the record keeps them."""

    player: Player
    name: Name | None = None
    team: Text | None = None
    library: Count | None = None
    hand: Count | None = None
    life: Signed | None = None


class Register(Action, frozen=True, kw_only=True, tag="register"):
    """Register a deck list: every card by name, as often as it is in the deck; only its player and the judge can read it."""

    player: Player
    cards: tuple[Name, ...]
    sideboard: tuple[Name, ...] | None = None


class Begin(Action, frozen=True, kw_only=True, tag="begin"):
    """Begin the game (`position`: from the table as found, `stops_at_end`: no reveal can be recorded afterwards).

    `together`: the players of a team win, lose and leave together, as in Two-Headed Giant (CR 810.8a-b).
    """

    first: Player | None = None
    stops_at_end: bool | None = None
    position: bool | None = None
    together: bool | None = None


class BeginTurn(Action, frozen=True, kw_only=True, tag="turn"):
    """Begin a player's turn."""

    player: Player


class BeginStep(Action, frozen=True, kw_only=True, tag="step"):
    """Begin a step or phase: upkeep, draw, main, combat, end."""

    step: Text


class GivePriority(Action, frozen=True, kw_only=True, tag="priority"):
    """Give a player priority. Record it always or never: once it is there, special actions are judged by it."""

    player: Player


class SetLife(Action, frozen=True, kw_only=True, tag="life"):
    """Set a life total."""

    player: Player
    life: Signed
