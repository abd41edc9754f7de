"""Showing, looking, permissions and knowledge; statements and what a judge does."""

from __future__ import annotations

from msgspec.structs import replace

from facedown.errors import Malformed
from facedown.rules import events as e
from facedown.rules import reveals
from facedown.rules.evolve.merging import covered
from facedown.rules.evolve.permanents import name_in, put_before_all
from facedown.rules.evolve.table import hide, player, room, thing
from facedown.rules.evolve.zones import bond_of
from facedown.rules.state import Grant, Object, Proof, State

MOST_GRANTS = 200
"""Standing permissions to look: each right to look is asked of all of them."""


def opened(state: State, ev: e.Opened) -> State:
    if ev.object in state.hidden:
        if ev.opening.nonce is None:
            return state  # a bare name, where a commitment exists: it shows nothing
        card = state.hidden[ev.object]
        values = ev.opening.identity
        name = values.name if isinstance(values, e.CardIdentity) else ", ".join(values.values)
        shown = replace(card, shown=name, knows=card.knows | state.watching)
        state = replace(state, hidden={**state.hidden, ev.object: shown})
        return reveals.shown(state, ev.object, by=ev.player, proof="opening")
    old = state.objects.get(ev.object)
    if old is not None:
        return _opened_here(state, old, ev)
    duties = [state.duties[key] for key in reveals.keys_of(state, ev.object)]
    if not duties:
        raise Malformed(f"{ev.object} is not on the table, and nothing of it is owed", entry=state.seq)
    duty = next((d for d in duties if d.bond is not None and d.bond.commitment == ev.commitment), duties[0])
    bound = duty.bond is not None
    proves = bound and ev.opening.nonce is not None
    # What nothing binds is told by where it lies: in sight it is that card, in a hand or library it is a claim.
    in_sight = not bound and (duty.lies_in not in e.HIDDEN or duty.cause == "player_left")
    return reveals.shown(
        state,
        ev.object,
        by=ev.player,
        proof="opening" if proves else "seen" if in_sight else "said",
        meets=proves or in_sight,
        commitment=ev.commitment,
    )


def _opened_here(state: State, old: Object, ev: e.Opened) -> State:
    """An object on the table is opened, or the face-down card under a face-up merged permanent (CR 729.2)."""
    index = covered(old, ev.commitment)
    if index is None:
        return state if old.face_down is None else put_before_all(state, old, ev.opening, by=ev.player)
    part = old.components[index]
    proves = part.bond is None or ev.opening.nonce is not None
    if not proves:
        return state
    part = replace(
        part,
        named=name_in(ev.opening) or part.named,
        knows=part.knows | state.watching,
        shown_at=state.seq,
    )
    parts = (*old.components[:index], part, *old.components[index + 1 :])
    state = state.with_object(replace(old, components=parts))
    commitment = part.bond.commitment if part.bond is not None else None
    proof: Proof = "opening" if part.bond is not None else "seen"
    return reveals.shown(state, part.handle, by=ev.player, proof=proof, commitment=commitment)


def bound(state: State, ev: e.Bound) -> State:
    old = thing(state, ev.object)
    if old.bond is not None:
        raise Malformed(f"{old.handle} is committed to already", entry=state.seq)
    seats = frozenset(box.to for box in ev.identity.boxes if box.to in state.players)
    bond = bond_of(state, old.handle, ev.identity)
    return state.with_object(replace(old, bond=bond, knows=old.knows | seats))


def shared(state: State, ev: e.Shared) -> State:
    seats = frozenset(ev.to)
    for seat in ev.to:
        player(state, seat)
    if ev.object in state.hidden:
        card = state.hidden[ev.object]
        seats = _told(state, ev, card.knows)
        return replace(state, hidden={**state.hidden, ev.object: replace(card, knows=card.knows | seats)})
    old = state.objects.get(ev.object)
    holder = frozenset[str]() if ev.player is None else frozenset({ev.player})
    if old is None:
        keys = reveals.keys_of(state, ev.object)
        if not keys:
            thing(state, ev.object)
        duty = state.duties[keys[0]]
        proof: Proof = "opening" if duty.bond is not None else "seen"
        if duty.bond is not None:
            seats = _told(state, ev, duty.knew)
        return reveals.shown(state, ev.object, by=ev.player, proof=proof, to=seats | holder)
    if old.bond is not None:
        seats = _told(state, ev, old.knows)
    saw = seats | (holder & old.knows)
    before_all = frozenset(state.playing) <= saw
    new = replace(old, knows=old.knows | seats, shown_at=state.seq if before_all else old.shown_at)
    state = state.with_object(new)
    return reveals.shown(state, old.handle, by=ev.player, proof="opening" if old.bond else "seen", to=saw)


def _told(state: State, ev: e.Shared, knew: frozenset[str]) -> frozenset[str]:
    """Who was shown what a commitment fixes: where players write for themselves, it takes a sealed opening for each."""
    seats = frozenset(ev.to)
    if state.custody != "players":
        return seats
    return seats & (knew | frozenset(box.to for box in ev.boxes or ()))


def looked(state: State, ev: e.Looked) -> State:
    player(state, ev.player)
    seen: list[Object] = []
    for handle in ev.objects or ():
        old = thing(state, handle)
        # CR 406.3: who was once allowed to look at a card in exile goes on; a look without a right gives none.
        lasts = old.zone == "exile" and ev.allowed is not None
        sticky = old.may_look | {ev.player} if lasts else old.may_look
        seen.append(replace(old, knows=old.knows | {ev.player}, may_look=sticky))
    if seen:
        state = state.with_objects(seen)
    return hide(state, ev.of or ev.player, ev.cards, frozenset({ev.player}), ev.zone or "library")


def granted(state: State, ev: e.Granted) -> State:
    player(state, ev.player)
    things = [thing(state, handle) for handle in ev.objects or ()]
    seats = frozenset({ev.player})
    if things:
        state = state.with_objects(
            [
                replace(old, may_look=old.may_look - seats if ev.ends else old.may_look | seats)
                for old in things
            ]
        )
    if ev.of is None:
        return state
    rest = tuple(g for g in state.grants if (g.player, g.by) != (ev.player, ev.by))
    room(state, "permissions to look", len(rest), MOST_GRANTS)
    return replace(
        state, grants=rest if ev.ends else (*rest, Grant(player=ev.player, by=ev.by, of=frozenset(ev.of)))
    )


def owed(state: State, ev: e.Owed) -> State:
    card = state.hidden.get(ev.object)
    if card is not None:
        lying = Object(
            handle=card.handle, zone=card.zone, owner=card.player, controller=card.player, since=card.bond.seq,
            bond=card.bond, knows=card.knows, named=card.shown,
        )  # fmt: skip
        return reveals.raise_duty(
            state, lying, "effect", kind="hidden", audience=state.playing, rule=ev.rule, owed_by=ev.player
        )
    old = thing(state, ev.object)
    return reveals.raise_duty(
        state, old, "effect", audience=state.playing, rule=ev.rule, owed_by=ev.player or old.controller
    )


def mixed(state: State, ev: e.Mixed) -> State:
    return state.with_objects([replace(thing(state, handle), mixed=True) for handle in ev.objects])


def refused(state: State, ev: e.Refused | e.Unclear) -> State:
    player(state, ev.player)
    thing(state, ev.object)
    return state


def stated(state: State, ev: e.Stated) -> State:
    player(state, ev.player)
    if ev.object not in state.objects and not reveals.keys_of(state, ev.object):
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
    elif old is None and not reveals.keys_of(state, ev.object):
        thing(state, ev.object)
    return reveals.shown(state, ev.object, by="judge", proof="opening", meets=False, commitment=ev.commitment)


def said(state: State, ev: e.Said) -> State:
    del ev
    return state


def noted(state: State, ev: e.Noted) -> State:
    del ev
    return state
