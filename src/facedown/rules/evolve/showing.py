"""Showing, looking, permissions and knowledge; statements and what a judge does."""

from __future__ import annotations

from msgspec.structs import replace

from facedown.errors import Malformed
from facedown.rules import events as e
from facedown.rules import reveals
from facedown.rules.evolve.permanents import name_in, put_before_all
from facedown.rules.evolve.table import hide, player, thing
from facedown.rules.evolve.zones import bond_of
from facedown.rules.state import Grant, State


def opened(state: State, ev: e.Opened) -> State:
    if ev.object in state.hidden:
        card = state.hidden[ev.object]
        values = ev.opening.identity
        name = values.name if isinstance(values, e.CardIdentity) else ", ".join(values.values)
        shown = replace(card, shown=name, knows=card.knows | frozenset(state.playing))
        return replace(state, hidden={**state.hidden, ev.object: shown})
    old = state.objects.get(ev.object)
    if old is not None and old.face_down is not None:
        return put_before_all(state, old, ev.opening, by=ev.player)
    if old is not None:
        return state
    duties = [duty for key, duty in state.duties.items() if key.startswith(f"{ev.object}/")]
    if not duties:
        raise Malformed(f"{ev.object} is not on the table, and nothing of it is owed", entry=state.seq)
    bound = duties[0].bond is not None
    proves = bound and ev.opening.nonce is not None
    lies_open = duties[0].lies_in not in e.HIDDEN
    return reveals.shown(
        state,
        ev.object,
        by=ev.player,
        proof="opening" if proves else "seen" if lies_open and not bound else "said",
        meets=proves or (lies_open and not bound),
        commitment=ev.commitment,
    )


def bound(state: State, ev: e.Bound) -> State:
    old = thing(state, ev.object)
    seats = frozenset(box.to for box in ev.identity.boxes if box.to in state.players)
    bond = bond_of(state, old.handle, ev.identity)
    return state.with_object(replace(old, bond=bond, knows=old.knows | seats))


def shared(state: State, ev: e.Shared) -> State:
    seats = frozenset(ev.to)
    for seat in ev.to:
        player(state, seat)
    if ev.object in state.hidden:
        card = state.hidden[ev.object]
        return replace(state, hidden={**state.hidden, ev.object: replace(card, knows=card.knows | seats)})
    old = state.objects.get(ev.object)
    holder = {ev.player} if ev.player is not None else set[str]()
    if old is None:
        if not any(key.startswith(f"{ev.object}/") for key in state.duties):
            thing(state, ev.object)
        if frozenset(state.playing) <= seats | holder:
            return reveals.shown(state, ev.object, by=ev.player, proof="seen")
        return state
    before_all = frozenset(state.playing) <= seats | (holder & old.knows)
    new = replace(old, knows=old.knows | seats, shown_at=state.seq if before_all else old.shown_at)
    state = state.with_object(new)
    if before_all:
        state = reveals.shown(state, old.handle, by=ev.player, proof="opening" if old.bond else "seen")
    return state


def looked(state: State, ev: e.Looked) -> State:
    player(state, ev.player)
    for handle in ev.objects or ():
        old = thing(state, handle)
        sticky = old.may_look | {ev.player} if old.zone == "exile" else old.may_look
        state = state.with_object(replace(old, knows=old.knows | {ev.player}, may_look=sticky))
    return hide(state, ev.of or ev.player, ev.cards, frozenset({ev.player}), ev.zone or "library")


def granted(state: State, ev: e.Granted) -> State:
    player(state, ev.player)
    for handle in ev.objects or ():
        old = thing(state, handle)
        seats = old.may_look - {ev.player} if ev.ends else old.may_look | {ev.player}
        state = state.with_object(replace(old, may_look=seats))
    if ev.of is None:
        return state
    rest = tuple(g for g in state.grants if (g.player, g.by) != (ev.player, ev.by))
    return replace(
        state, grants=rest if ev.ends else (*rest, Grant(player=ev.player, by=ev.by, of=frozenset(ev.of)))
    )


def owed(state: State, ev: e.Owed) -> State:
    old = thing(state, ev.object)
    return reveals.raise_duty(
        state, old, "effect", audience=state.playing, rule=ev.rule, owed_by=ev.player or old.controller
    )


def mixed(state: State, ev: e.Mixed) -> State:
    for handle in ev.objects:
        state = state.with_object(replace(thing(state, handle), mixed=True))
    return state


def refused(state: State, ev: e.Refused) -> State:
    player(state, ev.player)
    thing(state, ev.object)
    return state


def stated(state: State, ev: e.Stated) -> State:
    player(state, ev.player)
    if ev.object not in state.objects and not any(k.startswith(f"{ev.object}/") for k in state.duties):
        thing(state, ev.object)
    if ev.shown:
        return reveals.shown(state, ev.object, by=ev.player, proof="said")
    return state


def judge_looked(state: State, ev: e.JudgeLooked) -> State:
    thing(state, ev.object)
    return state


def escrow_opened(state: State, ev: e.EscrowOpened) -> State:
    old = state.objects.get(ev.object)
    if old is not None and old.face_down is not None:
        state = state.with_object(replace(old, named=name_in(ev.opening) or old.named))
    elif old is None and not any(key.startswith(f"{ev.object}/") for key in state.duties):
        thing(state, ev.object)
    return reveals.shown(state, ev.object, by="judge", proof="opening", meets=False, commitment=ev.commitment)


def said(state: State, ev: e.Said) -> State:
    del ev
    return state


def noted(state: State, ev: e.Noted) -> State:
    del ev
    return state
