"""What is asked: one deed each, identities in the clear, never stored.

A line of a script is one action as JSON, its word in ``do``. `decide` turns an action into events. Players are role
ids (``p1``), objects handles (``#7``); a script may use names and labels, which its reader replaces. Where a card's
name is left out, the recorder does not know it.
"""

from __future__ import annotations

from facedown.rules.actions.action import (
    Action,
)
from facedown.rules.actions.hidden import (
    Draw,
    Shuffle,
    Transfer,
)
from facedown.rules.actions.leaving import (
    BeginNext,
    Close,
    Concede,
    End,
    Gather,
    GoAbsent,
    Leave,
    Record,
    Rejoin,
)
from facedown.rules.actions.objects import (
    CastSpell,
    Create,
    Move,
    Put,
    Resolve,
)
from facedown.rules.actions.permanents import (
    Attach,
    Attack,
    Block,
    Change,
    EndCombat,
    GainControl,
    Merge,
    Phase,
    SetCounters,
    StayDown,
    Tap,
    Target,
    Transform,
    Trigger,
    TurnDown,
    TurnUp,
    Untap,
)
from facedown.rules.actions.showing import (
    Bind,
    CannotSay,
    Choose,
    Grant,
    Look,
    Mix,
    Owe,
    Refuse,
    Show,
)
from facedown.rules.actions.staff import (
    JudgeLook,
    Note,
    OpenEscrow,
    Reverse,
    Say,
    Statement,
)
from facedown.rules.actions.table import (
    Begin,
    BeginStep,
    BeginTurn,
    GivePriority,
    Register,
    Seat,
    SetLife,
)

__all__ = [
    "ACTIONS",
    "Action",
    "Attach",
    "Attack",
    "Begin",
    "BeginNext",
    "BeginStep",
    "BeginTurn",
    "Bind",
    "Block",
    "CannotSay",
    "CastSpell",
    "Change",
    "Choose",
    "Close",
    "Concede",
    "Create",
    "Draw",
    "End",
    "EndCombat",
    "GainControl",
    "Gather",
    "GivePriority",
    "GoAbsent",
    "Grant",
    "JudgeLook",
    "Leave",
    "Look",
    "Merge",
    "Mix",
    "Move",
    "Note",
    "OpenEscrow",
    "Owe",
    "Phase",
    "Put",
    "Record",
    "Refuse",
    "Register",
    "Rejoin",
    "Resolve",
    "Reverse",
    "Say",
    "Seat",
    "SetCounters",
    "SetLife",
    "Show",
    "Shuffle",
    "Statement",
    "StayDown",
    "Tap",
    "Target",
    "Transfer",
    "Transform",
    "Trigger",
    "TurnDown",
    "TurnUp",
    "Untap",
]

ACTIONS: tuple[type[Action], ...] = (
    Seat, Register, Begin, BeginTurn, BeginStep, GivePriority, SetLife, Draw, Transfer, Shuffle,
    CastSpell, Resolve, Put, Move, Create, TurnUp, TurnDown, StayDown, GainControl, Tap, Untap, Attach, Target,
    Transform, Phase, Attack, Block, EndCombat, SetCounters, Change, Merge, Trigger,
    Show, Look, Grant, Owe, Mix, CannotSay, Refuse, Choose, Bind,
    Concede, Leave, GoAbsent, Rejoin, End, Gather, Record, BeginNext, Close,
    Say, Note, Statement, Reverse, JudgeLook, OpenEscrow,
)  # fmt: skip
"""Every action there is, by which a script's lines are read."""
