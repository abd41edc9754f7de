"""What happens to a permanent in place: it stays the same object, under the same handle (CR 110.5, 708.8)."""

from __future__ import annotations

from msgspec.structs import replace

from facedown.rules import events as e
from facedown.rules import reveals
from facedown.rules.evolve.merging import turn_part_down, turn_part_up
from facedown.rules.evolve.table import player, room, thing
from facedown.rules.evolve.zones import bond_of
from facedown.rules.state import Effect, Object, State
from facedown.rules.ways import WAYS

MOST_EFFECTS = 200
"""Effects on one object, words that they add, and kinds of counters: each look at the object goes through all."""


def turned_up(state: State, ev: e.TurnedUp) -> State:
    old = thing(state, ev.object)
    if old.face_down is None:
        return state
    name = name_in(ev.opening) or old.named
    proves = old.bond is None or (ev.opening is not None and ev.opening.nonce is not None)
    special = ev.procedure not in {"effect", "unrecorded"}
    new = replace(
        old,
        face_down=None,
        turned_by=ev.procedure if special else None,
        card=name,
        named=None,
        transformed=False,  # CR 712.15a: its front face is up
        knows=old.knows | state.watching,
        shown_at=state.seq if proves else old.shown_at,
        components=tuple(turn_part_up(part) for part in old.components),
    )
    state = state.with_object(new)
    if proves and ev.opening is not None:
        state = reveals.shown(state, old.handle, by=ev.player, proof="opening" if old.bond else "seen")
    return replace(state, priority=ev.player) if state.keeps_priority and special else state  # CR 116.3


def name_in(opening: e.Opening | None) -> str | None:
    """The card's name in an opening, or None."""
    if opening is None or not isinstance(opening.identity, e.CardIdentity):
        return None
    return opening.identity.name


def turned_down(state: State, ev: e.TurnedDown) -> State:
    old = thing(state, ev.object)
    if old.face_down is not None:
        return state  # CR 708.2b: nothing happens, and the record can say no more than that it was tried
    new = replace(
        old,
        face_down=ev.face_down,
        turned_by=None,
        card=None,
        named=old.card,
        bond=bond_of(state, old.handle, ev.identity) or old.bond,
        knows=old.knows | state.watching,
        components=tuple(turn_part_down(part, ev.face_down, state.watching) for part in old.components),
    )
    return state.with_object(new)


def stayed_down(state: State, ev: e.StayedDown) -> State:
    old = thing(state, ev.object)
    if old.face_down is None:
        return state
    if ev.opening is not None:
        state = put_before_all(state, old, ev.opening, by=ev.player)
        old = thing(state, ev.object)
    return reveals.raise_duty(
        state, old, "would_turn_up", audience=state.playing, owed_by=old.controller, rule=stays_down_by(old)
    )


def stays_down_by(thing: Object) -> str:
    """The rule by which an instant or sorcery is shown and stays face down."""
    if thing.components:
        return "729.2g"
    return WAYS[thing.way].stays_down if thing.way in WAYS else "701.40g"


def put_before_all(state: State, old: Object, opening: e.Opening, *, by: str | None) -> State:
    """The state in which a face-down object on the table was put before every player."""
    if old.bond is not None and opening.nonce is None:
        return state  # a bare name, where a commitment exists: it shows nothing
    new = replace(
        old, named=name_in(opening) or old.named, knows=old.knows | state.watching, shown_at=state.seq
    )
    state = state.with_object(new)
    return reveals.shown(state, old.handle, by=by, proof="opening" if old.bond else "seen")


def controlled(state: State, ev: e.Controlled) -> State:
    old = thing(state, ev.object)
    player(state, ev.player)
    if ev.player == old.controller:
        return state
    knows = old.knows | {ev.player} if old.face_down is not None else old.knows
    held = (*old.held, old.controller)
    if ev.player in held:  # it goes back: what came after is over
        held = held[: held.index(ev.player)]
    return state.with_object(
        replace(old, controller=ev.player, held=held, knows=knows, attacking=False, blocking=None)
    )


def tapped(state: State, ev: e.Tapped) -> State:
    return state.with_object(replace(thing(state, ev.object), tapped=ev.tapped))


def attached(state: State, ev: e.Attached) -> State:
    old = thing(state, ev.object)
    if ev.to is not None:
        thing(state, ev.to)
    return state.with_object(replace(old, attached_to=ev.to, attach_need=ev.need or old.attach_need))


def targeted(state: State, ev: e.Targeted) -> State:
    old = thing(state, ev.object)
    for handle in ev.targets:
        thing(state, handle)
    return state.with_object(replace(old, targets=ev.targets, target_need=ev.need or old.target_need))


def transformed(state: State, ev: e.Transformed) -> State:
    old = thing(state, ev.object)
    if old.face_down is not None:
        return state  # CR 712.15a: it cannot, and what the table did is for the audit to say
    return state.with_object(replace(old, transformed=not old.transformed, card=ev.card or old.card))


def phased(state: State, ev: e.Phased) -> State:
    old = thing(state, ev.object)
    return state.with_object(replace(old, phased_out=ev.out, attacking=False, blocking=None))


def attacked(state: State, ev: e.Attacked) -> State:
    player(state, ev.player)
    things = [thing(state, handle) for handle in ev.objects]
    return state.with_objects([replace(old, attacking=True, attacked_turn=state.turn) for old in things])


def blocked(state: State, ev: e.Blocked) -> State:
    thing(state, ev.attacker)
    return state.with_object(replace(thing(state, ev.object), blocking=ev.attacker))


def combat_ended(state: State, ev: e.CombatEnded) -> State:
    things = state.objects.values() if ev.objects is None else [thing(state, handle) for handle in ev.objects]
    fought = [old for old in things if old.attacking or old.blocking is not None]
    if not fought:
        return state
    return state.with_objects([replace(old, attacking=False, blocking=None) for old in fought])


def counters(state: State, ev: e.Counters) -> State:
    old = thing(state, ev.object)
    rest = tuple(pair for pair in old.counters if pair[0] != ev.kind)
    now = (*rest, (ev.kind, ev.count)) if ev.count else rest
    room(state, "kinds of counters on one object", len(now), MOST_EFFECTS)
    return state.with_object(replace(old, counters=now))


def changed(state: State, ev: e.Changed) -> State:
    old = thing(state, ev.object)
    rest = tuple(effect for effect in old.effects if effect.by != ev.by)
    if not ev.ends:
        effect = Effect(
            by=ev.by,
            adds=ev.adds or (),
            power=ev.power,
            toughness=ev.toughness,
            lost_abilities=bool(ev.lost_abilities),
            stays_down=bool(ev.stays_down),
        )
        rest = (*rest, effect)
        words = sum(len(one.adds) for one in rest)
        room(state, "effects on one object, or words in them", max(len(rest), words), MOST_EFFECTS)
    return state.with_object(replace(old, effects=rest))


def triggered(state: State, ev: e.Triggered) -> State:
    if ev.object not in state.objects and ev.on != "dies":
        thing(state, ev.object)
    return state
