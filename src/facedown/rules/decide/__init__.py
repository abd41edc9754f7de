"""From what is asked to what happens: `decide(state, action, sealer, cards)` gives the events of one entry.

It mints handles and adds the consequences that the rules force. It is pure: concealing and opening are handed in. It
does not judge: `conduct` does. A deed that names an unknown player, object or way is `Malformed`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from facedown.cards.card import Card
from facedown.errors import Malformed
from facedown.rules import actions as a
from facedown.rules import events as e
from facedown.rules.decide import hidden, leaving, permanents, showing, spells, zones
from facedown.rules.decide.consequences import forced
from facedown.rules.decide.sealer import Sealer
from facedown.rules.decide.table import Table
from facedown.rules.evolve import table
from facedown.rules.state import State

__all__ = ["Sealer", "decide"]


def _seat(t: Table, do: a.Seat) -> tuple[e.Event, ...]:
    part = t.sealer.text(do.name) if do.name is not None else None
    return (
        e.Seated(player=do.player, part=part, team=do.team, library=do.library, hand=do.hand, life=do.life),
    )


def _register(t: Table, do: a.Register) -> tuple[e.Event, ...]:
    table.player(t.state, do.player)
    return (e.Registered(player=do.player, boxes=t.sealer.deck(do.player, do.cards, do.sideboard or ())),)


def _say(t: Table, do: a.Say) -> tuple[e.Event, ...]:
    return (e.Said(player=do.player, part=t.sealer.text(do.text)),)


def _note(t: Table, do: a.Note) -> tuple[e.Event, ...]:
    if do.private:
        return (e.Noted(kind=do.kind, part=t.sealer.text(do.text), player=do.player, basis=do.basis),)
    return (e.Noted(kind=do.kind, text=do.text, player=do.player, basis=do.basis),)


def _statement(t: Table, do: a.Statement) -> tuple[e.Event, ...]:
    part = t.sealer.text(do.text) if do.text is not None else None
    return (e.Stated(player=do.player, object=do.object, card=do.card, part=part, shown=do.shown),)


SAME: dict[type[a.Action], type[e.Event]] = {
    a.Begin: e.Began,
    a.BeginTurn: e.Turn,
    a.BeginStep: e.Step,
    a.GivePriority: e.Priority,
    a.SetLife: e.Life,
    a.Attach: e.Attached,
    a.Target: e.Targeted,
    a.Attack: e.Attacked,
    a.Block: e.Blocked,
    a.EndCombat: e.CombatEnded,
    a.SetCounters: e.Counters,
    a.Change: e.Changed,
    a.Merge: e.Merged,
    a.Trigger: e.Triggered,
    a.Grant: e.Granted,
    a.Owe: e.Owed,
    a.Mix: e.Mixed,
    a.CannotSay: e.Unclear,
    a.Refuse: e.Refused,
    a.GoAbsent: e.Absent,
    a.Rejoin: e.Rejoined,
    a.End: e.Ended,
    a.Gather: e.Gathered,
    a.Record: e.Result,
    a.BeginNext: e.NextGame,
    a.Close: e.Closed,
    a.Reverse: e.Reversed,
    a.JudgeLook: e.JudgeLooked,
}
"""Deeds whose event says the same in the same fields."""

DEEDS: dict[type[a.Action], Callable[[Table, Any], tuple[e.Event, ...]]] = {
    a.Seat: _seat,
    a.Register: _register,
    a.Draw: hidden.draw,
    a.Transfer: hidden.transfer,
    a.Shuffle: hidden.shuffle,
    a.CastSpell: spells.cast,
    a.Resolve: spells.resolve,
    a.Put: zones.put,
    a.Move: zones.move,
    a.Create: zones.create,
    a.TurnUp: permanents.turn_up,
    a.TurnDown: permanents.turn_down,
    a.StayDown: permanents.stay_down,
    a.GainControl: permanents.control,
    a.Transform: permanents.transform,
    a.Tap: permanents.tap,
    a.Untap: permanents.untap,
    a.Phase: permanents.phase,
    a.Show: showing.show,
    a.Look: showing.look,
    a.Bind: showing.bind,
    a.Choose: hidden.choose,
    a.OpenEscrow: showing.open_escrow,
    a.Concede: leaving.concede,
    a.Leave: leaving.leave,
    a.Say: _say,
    a.Note: _note,
    a.Statement: _statement,
}
"""Deeds that need more."""


def decide(state: State, action: a.Action, sealer: Sealer, cards: Mapping[str, Card]) -> tuple[e.Event, ...]:
    """The events that an action amounts to, never empty."""
    if state.closed_at is not None and not isinstance(
        action, a.Note | a.Statement | a.JudgeLook | a.OpenEscrow | a.Reverse
    ):
        raise Malformed("the record is closed: only a judge may still write in it")
    same = SAME.get(type(action))
    if same is not None:
        events: tuple[e.Event, ...] = (same(**msgspec.structs.asdict(action)),)
    else:
        events = DEEDS[type(action)](Table(state=state, sealer=sealer, cards=cards), action)
    return (*events, *forced(state, events, cards))
