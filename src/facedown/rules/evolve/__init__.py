"""One fold for everybody: `fold(state, …)` applies an entry's events to the state.

Dispatch is a table (a `match` over all event types is many times slower). The fold is total where references exist; an
event that names an unknown handle or player is `Malformed`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from msgspec.structs import replace

from facedown.errors import Malformed
from facedown.rules import events as e
from facedown.rules import reveals
from facedown.rules.evolve import leaving, merging, permanents, showing, table, zones
from facedown.rules.evolve.rewind import rewind
from facedown.rules.state import MOST_WORK, State

__all__ = ["HANDLERS", "end_entry", "evolve", "fold", "rewind", "start_entry"]

At = Callable[[int], State]

HANDLERS: dict[type[object], Callable[[State, Any], State]] = {
    e.Seated: table.seated,
    e.Registered: table.registered,
    e.Began: table.began,
    e.Turn: table.turn,
    e.Step: table.step,
    e.Priority: table.priority,
    e.Life: table.life,
    e.Drew: table.drew,
    e.Transferred: table.transferred,
    e.Shuffled: table.shuffled,
    e.Chose: table.chose,
    e.Repiled: zones.repiled,
    e.Cast: zones.cast,
    e.Moved: zones.moved,
    e.Created: zones.created,
    e.Ceased: zones.ceased,
    e.TurnedUp: permanents.turned_up,
    e.TurnedDown: permanents.turned_down,
    e.StayedDown: permanents.stayed_down,
    e.Controlled: permanents.controlled,
    e.Tapped: permanents.tapped,
    e.Attached: permanents.attached,
    e.Targeted: permanents.targeted,
    e.Transformed: permanents.transformed,
    e.Phased: permanents.phased,
    e.Attacked: permanents.attacked,
    e.Blocked: permanents.blocked,
    e.CombatEnded: permanents.combat_ended,
    e.Counters: permanents.counters,
    e.Changed: permanents.changed,
    e.Merged: merging.merged,
    e.Triggered: permanents.triggered,
    e.Opened: showing.opened,
    e.Bound: showing.bound,
    e.Shared: showing.shared,
    e.Looked: showing.looked,
    e.Granted: showing.granted,
    e.Owed: showing.owed,
    e.Mixed: showing.mixed,
    e.Unclear: showing.refused,
    e.Refused: showing.refused,
    e.Stated: showing.stated,
    e.JudgeLooked: showing.judge_looked,
    e.EscrowOpened: showing.escrow_opened,
    e.Said: showing.said,
    e.Noted: showing.noted,
    e.Conceded: leaving.conceded,
    e.Left: leaving.left,
    e.Absent: leaving.absent,
    e.Rejoined: leaving.rejoined,
    e.Ended: leaving.ended,
    e.Gathered: leaving.gathered,
    e.Result: leaving.result,
    e.NextGame: leaving.next_game,
    e.Closed: leaving.closed,
}


LOUD: frozenset[type[object]] = frozenset(HANDLERS) - e.QUIET


def evolve(state: State, event: object, at: At | None = None) -> State:
    """The state after one event of the current entry (an event of the envelope changes nothing on the table)."""
    handler = HANDLERS.get(type(event))
    if handler is not None:
        return handler(state, event)
    return reverse(state, event, at) if type(event) is e.Reversed else state


BACK = 100
"""How many other events going back takes: it looks at every object, at several positions."""


def start_entry(state: State, seq: int, events: Sequence[object]) -> State:
    """The state as an entry begins.

    A stranger's record may be made to take for ever: one that is too much for any machine is refused, by all alike.
    """
    things = 1 + len(state.objects) + len(state.duties) + len(state.hidden) + len(state.undone)
    work = state.work
    for event in events:
        kind = type(event)
        if kind in HANDLERS:
            work += things
        elif kind is e.Reversed:
            work += BACK * things
    if work > MOST_WORK:
        raise Malformed("too much happens to too many objects: no game is so long", entry=seq)
    return replace(state, seq=seq, work=work)


def end_entry(state: State, by: str, events: Iterable[object]) -> State:
    """The state as an entry ends: if it was not quiet, windows of earlier duties close."""
    if LOUD.isdisjoint(map(type, events)):
        return state
    if state.open_duties or state.watched:
        state = reveals.end_of_entry(state, by)
    return replace(state, loud=state.seq)


def fold(state: State, seq: int, by: str, events: Sequence[object], at: At | None = None) -> State:
    """The state after a whole entry; `at` gives the state after an earlier one, for a reversal.

    Events about keys and roles, and such as this version does not know, may stand among `events`.
    """
    state = start_entry(state, seq, events)
    for event in events:
        state = evolve(state, event, at)
    return end_entry(state, by, events)


def reverse(state: State, event: e.Reversed, at: At | None) -> State:
    """The state after going back (CR 732.1)."""
    if event.to >= state.seq:
        raise Malformed(f"a reversal goes back, not to entry {event.to}", entry=state.seq)
    if at is None:
        raise Malformed("earlier positions are needed to go back to one", entry=state.seq)
    then = at(event.to)
    if not then.players.keys() >= state.players.keys():
        raise Malformed("a reversal does not go back to before somebody sat down", entry=state.seq)
    return rewind(state, then, at)
