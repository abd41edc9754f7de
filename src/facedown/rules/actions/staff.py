"""Talk, notes, statements, and what a judge does."""

from __future__ import annotations

from facedown.rules.actions.action import Action
from facedown.rules.events import Count, Handle, Name, Player, Text


class Say(Action, frozen=True, kw_only=True, tag="say"):
    """Say something."""

    player: Player
    text: Text


class Note(Action, frozen=True, kw_only=True, tag="note"):
    """Write a note: kind ruling, penalty, clock, correction, source or note."""

    text: Text
    kind: Text = "note"
    player: Player | None = None
    private: bool = False
    basis: Text | None = None


class Statement(Action, frozen=True, kw_only=True, tag="state"):
    """State afterwards that an object was shown, or what it was."""

    player: Player
    object: Handle
    card: Name | None = None
    shown: bool | None = None
    text: Text | None = None


class Reverse(Action, frozen=True, kw_only=True, tag="reverse"):
    """Go back to after an entry."""

    to: Count
    why: Text | None = None


class JudgeLook(Action, frozen=True, kw_only=True, tag="judge_look"):
    """A judge looks at an object."""

    object: Handle


class OpenEscrow(Action, frozen=True, kw_only=True, tag="open_escrow"):
    """A judge supplies an identity from escrow."""

    object: Handle
