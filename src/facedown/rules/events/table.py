"""The table and its times: seats, turns, steps, priority, life."""

from __future__ import annotations

from facedown.rules.events.values import Box, Count, Digest, Event, Player, Signed, Text


class Seated(Event, frozen=True, kw_only=True, tag="seated.v1"):
    """A player sits down; `part` is the shown name; counts are None where the record does not keep them."""

    player: Player
    part: Digest | None = None
    team: Text | None = None
    library: Count | None = None
    hand: Count | None = None
    life: Signed | None = None


class Registered(Event, frozen=True, kw_only=True, tag="registered.v1"):
    """A player's deck list is registered: sealed to that player and the judge, `boxes` name the parts."""

    player: Player
    boxes: tuple[Box, ...]


class Began(Event, frozen=True, kw_only=True, tag="began.v1"):
    """The game begins. `stops_at_end`: the source takes no entries after the end (no reveal could be recorded).

    `together`: the players of a team win, lose and leave together, as in Two-Headed Giant (CR 810.8a-b).
    """

    first: Player | None = None
    stops_at_end: bool | None = None
    position: bool | None = None
    together: bool | None = None


class Turn(Event, frozen=True, kw_only=True, tag="turn.v1"):
    """A player's turn begins."""

    player: Player


class Step(Event, frozen=True, kw_only=True, tag="step.v1"):
    """A step or phase begins, in the field's words ("main", "combat")."""

    step: Text


class Priority(Event, frozen=True, kw_only=True, tag="priority.v1"):
    """A player receives priority (CR 117). A record that never says so does not keep priority."""

    player: Player


class Life(Event, frozen=True, kw_only=True, tag="life.v1"):
    """A player's life total becomes `life`."""

    player: Player
    life: Signed
