"""Players leave, the game ends, the record is closed (CR 104, 800.4)."""

from __future__ import annotations

from msgspec.structs import replace

from facedown.rules import events as e
from facedown.rules import reveals
from facedown.rules.evolve.table import player, thing
from facedown.rules.state import Object, State


def conceded(state: State, ev: e.Conceded) -> State:
    return leave(state, (ev.player,), "conceded", "concession")


def left(state: State, ev: e.Left) -> State:
    how = {"lost": "victory", "drew": "draw", "removed": "penalty", "left": "concession"}[ev.how]
    return leave(state, ev.players, ev.how, how)


def leave(state: State, seats: tuple[str, ...], status: str, how: str) -> State:
    """The state after players left at one moment.

    If one player or team is left, or nobody, the game ends at the same moment (CR 104.2a, 104.4a): one duty an object,
    for both sides. Otherwise what the leavers own leaves with them (800.4a).
    """
    audience = state.playing
    for seat in seats:
        player(state, seat)
    if state.together:  # CR 810.8a-b: the whole team goes
        lost = {state.players[seat].team for seat in seats}
        seats = tuple(seat for seat in state.players if state.players[seat].team in lost)
    seats = tuple(seat for seat in seats if state.players[seat].playing)
    for seat in seats:
        state = state.with_player(replace(state.players[seat], status=status, left_at=state.seq))
    teams = {state.players[seat].team for seat in state.playing}
    if len(teams) <= 1 or state.over:
        return end(state, how, audience)
    for seat in seats:
        here = player(state, seat)
        state = reveals.as_player_leaves(state, here, audience)
        own = tuple(thing for thing in state.objects.values() if thing.owner == seat)
        objects = {handle: thing for handle, thing in state.objects.items() if thing.owner != seat}
        state = replace(state, objects=objects).with_player(replace(here, gone=own))
    return state


def end(state: State, how: str, audience: tuple[str, ...]) -> State:
    """The state with the game over and everything owed fallen due; once only."""
    if state.over:
        return state
    state = replace(state, ended_at=state.seq, ended_how=how)
    return reveals.at_game_end(state, audience)


def ended(state: State, ev: e.Ended) -> State:
    return end(state, ev.how, state.playing or tuple(state.players))


def absent(state: State, ev: e.Absent) -> State:
    here = player(state, ev.player)
    if not here.playing:
        return state
    return state.with_player(replace(here, status="in" if ev.back else "absent"))


def rejoined(state: State, ev: e.Rejoined) -> State:
    """A concession is undone: the duties it raised are withdrawn, and what left or was gathered up comes back."""
    here = player(state, ev.player)
    at = here.left_at
    seats = {p.id for p in state.players.values() if state.together and p.team == here.team} | {here.id}
    back: dict[str, Object] = {}
    for seat in seats:
        old = state.players[seat]
        if old.left_at == at:
            back |= {thing.handle: thing for thing in old.gone}
            state = state.with_player(replace(old, status="in", left_at=None, gone=()))
    again = state.over and state.ended_at == at
    withdrawn = {
        key
        for key, duty in state.duties.items()
        if duty.since == at
        and (duty.cause == "game_end" if again else duty.cause == "player_left" and duty.owed_by in seats)
    }
    objects = {**state.objects, **back}
    return replace(
        state,
        objects={
            h: replace(thing, gathered=False) if thing.gathered else thing for h, thing in objects.items()
        },
        duties={key: duty for key, duty in state.duties.items() if key not in withdrawn},
        open_duties=tuple(key for key in state.open_duties if key not in withdrawn),
        watched=tuple(key for key in state.watched if key not in withdrawn),
        ended_at=None if again else state.ended_at,
        ended_how=None if again else state.ended_how,
    )


def gathered(state: State, ev: e.Gathered) -> State:
    player(state, ev.player)
    if ev.objects is not None:
        handles = ev.objects
        for handle in handles:
            thing(state, handle)
    else:
        handles = tuple(t.handle for t in state.objects.values() if t.owner == ev.player)
    things = [state.objects[handle] for handle in handles]
    # Where players write for themselves, nobody sweeps up another's chance to show a card.
    swept = [old for old in things if state.custody != "players" or ev.player in {old.owner, old.controller}]
    names = [name for old in swept for name in (old.handle, old.was) if name is not None]
    state = state.with_objects([replace(old, gathered=True) for old in swept])
    return reveals.close_for(state, "the card was gathered up", *names)


def result(state: State, ev: e.Result) -> State:
    return replace(state, result=ev.result)


def next_game(state: State, ev: e.NextGame) -> State:
    """The next game begins, so the last one is over: what was not shown of it is past showing."""
    del ev
    state = end(state, "the next game began", state.playing or tuple(state.players))
    state = reveals.close_all(state, "the next game began")
    seats = {
        seat: replace(
            p,
            status="in",
            left_at=None,
            gone=(),
            known_hand=(),
            known_library=(),
            played=(),
            back=(),
            hand_from=state.next_slot,
            library=None,
            hand=None,
            life=None,
        )
        for seat, p in state.players.items()
    }
    return replace(
        state, players=seats, objects={}, grants=(), turn=0, active=None, step=None, priority=None,
        began=False, ended_at=None, ended_how=None, game=state.game + 1, result=None, slots_from=state.next_slot,
    )  # fmt: skip


def closed(state: State, ev: e.Closed) -> State:
    if state.result is not None:  # a game that has a result is over, whoever forgot to say so
        state = end(state, "a result", state.playing or tuple(state.players))
    state = reveals.close_all(state, "the record was closed")
    return replace(state, closed_at=state.seq, closed_by=ev.by)
