"""Deeds that begin, move and end objects."""

from __future__ import annotations

from typing import Literal

from facedown.rules.actions.action import Action
from facedown.rules.events import Count, Handle, Name, Player, Text, Zone
from facedown.rules.ways import Listed


class CastSpell(Action, frozen=True, kw_only=True, tag="cast"):
    """Cast a card; `face_down` names the way (morph, disguise, illusionary mask, unrecorded)."""

    player: Player
    card: Name | None = None
    source: Zone = "hand"
    object: Handle | None = None
    owner: Player | None = None
    face_down: Text | None = None
    variant: Text | None = None
    cost: Text | None = None
    modifiers: Text | None = None
    x: Count | None = None
    targets: tuple[Handle, ...] | None = None
    need: Text | None = None
    allowed: Text | None = None


class Resolve(Action, frozen=True, kw_only=True, tag="resolve"):
    """A spell resolves: a permanent spell enters the battlefield, another goes to its owner's graveyard."""

    object: Handle
    to: Zone | None = None


class Put(Action, frozen=True, kw_only=True, tag="put"):
    """Put a card somewhere public: onto the battlefield (a land, a manifest), into exile, or to a graveyard.

    Whoever the rules let look at a face-down one is told which it is, unless `known_to` says who was, or `unseen` that
    nobody was. `look`: an effect lets these players look as well.
    """

    player: Player
    card: Name | None = None
    source: Zone = "hand"
    to: Zone = "battlefield"
    object: Handle | None = None
    owner: Player | None = None
    controller: Player | None = None
    face_down: Text | None = None
    variant: Text | None = None
    listed: Listed | None = None
    by: Text | None = None
    choices: tuple[Name, ...] | None = None
    tapped: bool | None = None
    cost: Text | None = None
    allowed: Text | None = None
    pile: Text | None = None
    look: tuple[Player, ...] | None = None
    known_to: tuple[Player, ...] | None = None
    unseen: bool | None = None


class Move(Action, frozen=True, kw_only=True, tag="move"):
    """Move an object to another zone.

    Into a public zone its face is shown, unless `shown` is false; into a hidden zone it is not, unless `shown` is
    true. `face_down`: it lies face down there, sealed to `known_to` where that is given. `owner`: whose zone it goes
    to, where a source lets a card lie among somebody else's.
    """

    object: Handle
    to: Zone
    player: Player | None = None
    owner: Player | None = None
    shown: bool | None = None
    card: Name | None = None
    controller: Player | None = None
    face_down: Text | None = None
    listed: Listed | None = None
    by: Text | None = None
    pile: Text | None = None
    tapped: bool | None = None
    allowed: Text | None = None
    known_to: tuple[Player, ...] | None = None


class Create(Action, frozen=True, kw_only=True, tag="create"):
    """Create a token, or a copy of a spell (`copy`)."""

    player: Player
    card: Name | None = None
    copy_of: Handle | None = None
    kind: Literal["token", "copy"] = "token"
    zone: Zone = "battlefield"
    controller: Player | None = None
    listed: Listed | None = None
    face_down: Text | None = None
    known_to: tuple[Player, ...] | None = None
