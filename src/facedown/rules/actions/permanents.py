"""Deeds done to a permanent in place."""

from __future__ import annotations

from facedown.rules.actions.action import Action
from facedown.rules.events import Count, Handle, Name, Player, Signed, Text
from facedown.rules.ways import Listed


class TurnUp(Action, frozen=True, kw_only=True, tag="turn_up"):
    """Turn a face-down permanent face up; `card` only where the record does not know it yet."""

    object: Handle
    procedure: Text = "unrecorded"
    player: Player | None = None
    cost: Text | None = None
    modifiers: Text | None = None
    x: Count | None = None
    card: Name | None = None


class TurnDown(Action, frozen=True, kw_only=True, tag="turn_down"):
    """Turn a face-up permanent face down."""

    object: Handle
    player: Player | None = None
    face_down: Text = "effect"
    listed: Listed | None = None
    by: Text | None = None


class StayDown(Action, frozen=True, kw_only=True, tag="stay_down"):
    """Something would turn the object up; an instant or sorcery is shown and stays face down."""

    object: Handle
    player: Player | None = None
    shown: bool = True
    card: Name | None = None


class GainControl(Action, frozen=True, kw_only=True, tag="control"):
    """A player gains control of an object. `look`: false where the new controller was not let see it."""

    object: Handle
    player: Player
    look: bool = True


class Tap(Action, frozen=True, kw_only=True, tag="tap"):
    """Tap a permanent."""

    object: Handle


class Untap(Action, frozen=True, kw_only=True, tag="untap"):
    """Untap a permanent."""

    object: Handle


class Attach(Action, frozen=True, kw_only=True, tag="attach"):
    """Attach an object to another; without `to`, unattach it. `need` says what it may be attached to ("creature")."""

    object: Handle
    to: Handle | None = None
    need: Text | None = None


class Target(Action, frozen=True, kw_only=True, tag="target"):
    """Choose targets for a spell or ability; `need` says what a legal target is ("creature")."""

    object: Handle
    targets: tuple[Handle, ...]
    need: Text | None = None


class Transform(Action, frozen=True, kw_only=True, tag="transform"):
    """Transform a double-faced permanent."""

    object: Handle
    card: Name | None = None


class Phase(Action, frozen=True, kw_only=True, tag="phase"):
    """Phase a permanent out, or in."""

    object: Handle
    out: bool


class Attack(Action, frozen=True, kw_only=True, tag="attack"):
    """Declare attackers."""

    player: Player
    objects: tuple[Handle, ...]


class Block(Action, frozen=True, kw_only=True, tag="block"):
    """Declare a blocker."""

    object: Handle
    attacker: Handle


class EndCombat(Action, frozen=True, kw_only=True, tag="end_combat"):
    """Remove objects from combat, or end it."""

    objects: tuple[Handle, ...] | None = None


class SetCounters(Action, frozen=True, kw_only=True, tag="counters"):
    """Set how many counters of a kind an object has."""

    object: Handle
    kind: Text
    count: Count


class Change(Action, frozen=True, kw_only=True, tag="change"):
    """A continuous effect changes an object; `ends` takes back what came from `by`."""

    object: Handle
    by: Text
    adds: tuple[Text, ...] | None = None
    power: Signed | None = None
    toughness: Signed | None = None
    lost_abilities: bool | None = None
    stays_down: bool | None = None
    ends: bool | None = None


class Merge(Action, frozen=True, kw_only=True, tag="merge"):
    """Merge an object with a permanent."""

    object: Handle
    merging: Handle
    on_top: bool = True


class Trigger(Action, frozen=True, kw_only=True, tag="trigger"):
    """An ability of an object triggers."""

    object: Handle
    on: Text
    player: Player | None = None
