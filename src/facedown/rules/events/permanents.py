"""What happens to a permanent in place."""

from __future__ import annotations

from facedown.rules.events.values import (
    Box,
    Concealed,
    Count,
    Event,
    FaceDown,
    Handle,
    Name,
    Opening,
    Player,
    Signed,
    Text,
)


class TurnedUp(Event, frozen=True, kw_only=True, tag="turned_up.v1"):
    """A face-down permanent is turned face up: same object, same handle (CR 708.8, 110.5).

    `procedure`: ``morph``, ``disguise``, ``manifest``, ``cloak`` (special actions), ``effect``, ``hidden agenda``, or
    ``unrecorded``.
    """

    player: Player
    object: Handle
    procedure: Text
    cost: Text | None = None
    modifiers: Text | None = None
    opening: Opening | None = None
    x: Count | None = None


class TurnedDown(Event, frozen=True, kw_only=True, tag="turned_down.v1"):
    """A face-up permanent is turned face down (CR 708.2a): same object, same handle."""

    player: Player
    object: Handle
    face_down: FaceDown
    identity: Concealed | None = None


class StayedDown(Event, frozen=True, kw_only=True, tag="stayed_down.v1"):
    """Something would turn up an instant or sorcery: shown to all, it stays face down (CR 701.40g, 701.58g, 729.2g)."""

    player: Player
    object: Handle
    opening: Opening | None = None


class Controlled(Event, frozen=True, kw_only=True, tag="controlled.v1"):
    """A player gains control of an object; who may look changes with it (CR 708.5)."""

    object: Handle
    player: Player
    boxes: tuple[Box, ...] | None = None


class Tapped(Event, frozen=True, kw_only=True, tag="tapped.v1"):
    """A permanent becomes tapped, or untapped."""

    object: Handle
    tapped: bool


class Attached(Event, frozen=True, kw_only=True, tag="attached.v1"):
    """An Aura, Equipment or Fortification becomes attached to an object; without `to`, unattached.

    `need` is what it may be attached to, in public words ("creature"), where recorded.
    """

    object: Handle
    to: Handle | None = None
    need: Text | None = None


class Targeted(Event, frozen=True, kw_only=True, tag="targeted.v1"):
    """A spell or ability's targets are chosen (CR 601.2c); ``need`` says what a legal target is, where recorded."""

    object: Handle
    targets: tuple[Handle, ...]
    need: Text | None = None


class Transformed(Event, frozen=True, kw_only=True, tag="transformed.v1"):
    """A double-faced permanent transforms; `card` is the name its face now shows."""

    object: Handle
    card: Name | None = None


class Phased(Event, frozen=True, kw_only=True, tag="phased.v1"):
    """A permanent phases out, or in (CR 702.26)."""

    object: Handle
    out: bool


class Attacked(Event, frozen=True, kw_only=True, tag="attacked.v1"):
    """Creatures are declared as attackers."""

    player: Player
    objects: tuple[Handle, ...]


class Blocked(Event, frozen=True, kw_only=True, tag="blocked.v1"):
    """A creature is declared as blocker of another."""

    object: Handle
    attacker: Handle


class CombatEnded(Event, frozen=True, kw_only=True, tag="combat_ended.v1"):
    """Objects leave combat; without `objects`, combat ends (CR 506.4)."""

    objects: tuple[Handle, ...] | None = None


class Counters(Event, frozen=True, kw_only=True, tag="counters.v1"):
    """An object now has `count` counters of a kind."""

    object: Handle
    kind: Text
    count: Count


class Changed(Event, frozen=True, kw_only=True, tag="changed.v1"):
    """A continuous effect changes an object, in public words (CR 613): what it gains or loses, from what.

    `lost_abilities`: it has lost all abilities, also the ones its face-up self would have. `stays_down`: an effect
    forbids turning it face up. `adds`: types or abilities it has gained; `ends`: the effects from `by` end.
    """

    object: Handle
    by: Text
    adds: tuple[Text, ...] | None = None
    power: Signed | None = None
    toughness: Signed | None = None
    lost_abilities: bool | None = None
    stays_down: bool | None = None
    ends: bool | None = None


class Merged(Event, frozen=True, kw_only=True, tag="merged.v1"):
    """An object merges with a permanent (CR 729.2); `on_top`: it is the new topmost component."""

    object: Handle
    merging: Handle
    on_top: bool


class Triggered(Event, frozen=True, kw_only=True, tag="triggered.v1"):
    """An ability of an object triggers, on ``enters``, ``turned_up``, ``dies``, or another public word."""

    object: Handle
    on: Text
    player: Player | None = None
