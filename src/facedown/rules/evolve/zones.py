"""Objects begin, move and end (CR 400.7): spells, permanents, cards in graveyards and exile, tokens."""

from __future__ import annotations

from msgspec.structs import replace

from facedown.errors import Malformed
from facedown.rules import events as e
from facedown.rules import looking, reveals
from facedown.rules.evolve.table import player, room, shift, thing
from facedown.rules.state import Bond, Cause, Object, Returned, State


def cast(state: State, ev: e.Cast) -> State:
    seat = player(state, ev.player)
    old = thing(state, ev.was) if ev.was is not None else None
    for target in ev.targets or ():
        thing(state, target)
    owner = _owner(state, ev, old)
    if old is not None:
        if old.zone != ev.source:
            raise Malformed(f"{old.handle} is in the zone {old.zone}, not {ev.source}", entry=state.seq)
        state = gone(state, old, "stack")
    state = shift(state, owner, ev.source, -1, ev.card)
    new = begin(
        state,
        ev.object,
        old,
        zone="stack",
        owner=owner,
        controller=seat.id,
        face_down=ev.face_down,
        identity=ev.identity,
        card=ev.card,
        seen_by=frozenset({ev.player}) if ev.source in e.HIDDEN else state.watching,
    )
    new = replace(
        new,
        origin=ev.source,
        commander=(old.commander if old else False) or ev.source == "command",
        targets=ev.targets or (),
        target_need=ev.need,
        cast_for=ev.cost,
    )
    return minted(state.with_object(new), ev.object)


def moved(state: State, ev: e.Moved) -> State:
    player(state, ev.player)
    old = thing(state, ev.object) if ev.object is not None else None
    if old is not None and old.zone != ev.source:
        raise Malformed(f"{old.handle} is in the zone {old.zone}, not {ev.source}", entry=state.seq)
    if old is None and ev.source not in e.HIDDEN and ev.source != "command":
        raise Malformed(f"a card that leaves the zone {ev.source} has a handle", entry=state.seq)
    if (
        old is not None and old.zone == ev.to != "exile"
    ):  # CR 406.7 knows exiling what is exiled, and nothing else
        raise Malformed(f"{old.handle} is in the zone {ev.to} already", entry=state.seq)
    if (ev.new is None) != (ev.to in e.HIDDEN):
        raise Malformed(
            "what goes to a public zone gets a new handle, what goes to a hidden one gets none",
            entry=state.seq,
        )
    if ev.new is None and ev.identity is not None:
        raise Malformed("nothing is committed to without a handle", entry=state.seq)
    owner = _owner(state, ev, old)
    if old is not None and ev.identity is not None and resolves_down(old, ev.to) and old.bond is not None:
        raise Malformed(f"{old.handle} is committed to already", entry=state.seq)
    public = ev.card or (_public_name(old) if old else None)
    if old is not None:
        if old.face_down is not None and old.bond is None and ev.card is not None:
            state = reveals.shown(state, old.handle, by=ev.player, proof="seen")
            old = replace(old, shown_at=state.seq, knows=old.knows | state.watching)
        state = gone(state, old, ev.to)
    state = shift(state, owner, ev.source, -1, public)
    if old is None or old.kind == "card":
        state = shift(state, owner, ev.to, 1, public)
    for part in old.components if old is not None else ():  # each card goes there (CR 729.2)
        if part.kind == "card":
            state = shift(state, part.owner, ev.to, 1, _public_name(part))
    if ev.new is None:
        return _returned(state, owner, old, public) if old is not None and ev.to == "hand" else state
    battlefield = ev.to == "battlefield"
    controller = ev.controller or (
        old.controller if old and battlefield else ev.player if battlefield else owner
    )
    new = begin(
        state,
        ev.new,
        old,
        zone=ev.to,
        owner=owner,
        controller=controller,
        face_down=ev.face_down,
        identity=ev.identity,
        card=ev.card,
        seen_by=_seen_by(state, ev),
    )
    new = replace(
        new,
        kind="token" if new.kind == "copy" and battlefield else new.kind,  # CR 111.13
        origin=old.origin if old and old.zone == "stack" else ev.source,
        tapped=bool(ev.tapped),
        commander=(old.commander if old else False) or ev.source == "command",
        pile=ev.pile,
    )
    return minted(state.with_object(new), ev.new)


def _owner(state: State, ev: e.Cast | e.Moved, old: Object | None) -> str:
    """Whose card it is, or whose hidden zone it goes to: who owns what everybody can follow never changes (CR 108.3)."""
    if old is None:
        return ev.owner or ev.player
    if ev.owner not in {None, old.owner} and not (isinstance(ev, e.Moved) and ev.to in e.HIDDEN):
        raise Malformed(f"{old.handle} is owned by {old.owner}, not by {ev.owner}", entry=state.seq)
    return ev.owner or old.owner


def resolves_down(old: Object, to: str) -> bool:
    """Whether a face-down spell becomes a permanent: the commitment to it stays in force."""
    return old.zone == "stack" and to == "battlefield" and old.face_down is not None


def _seen_by(state: State, ev: e.Moved) -> frozenset[str]:
    """Who saw a card where it came from: its holder in a hand, everybody in the command zone."""
    if ev.source == "hand":
        return frozenset({ev.player})
    return state.watching if ev.source == "command" else frozenset()


def _returned(state: State, owner: str, old: Object, public: str | None) -> State:
    if old.kind != "card":
        return state
    seat = state.players[owner]
    card = Returned(handle=old.handle, name=public, bond=old.bond)
    room(state, "cards back in one hand", len(seat.back))
    return state.with_player(replace(seat, back=(*seat.back, card)))


def _public_name(old: Object) -> str | None:
    """The name under which everybody saw the card go, or None."""
    return old.card if old.face_down is None else old.named


def gone(state: State, old: Object, to: str) -> State:
    """The state without an object that leaves its zone, and with the duties that this raises (CR 708.9).

    After the end of the game nothing new falls due: what is moved unshown then has missed its showing.
    """
    if state.over:
        state = reveals.close_for(state, "the card was moved", old.handle)
    else:
        cause = _leaving(old, to)
        if cause is not None:
            duties = [
                reveals.duty(state, part, cause, audience=state.playing, kind=kind, lies_in=to)
                for part, kind in reveals.carried(old)
            ]
            state = reveals.raise_all(state, duties)
    objects = state.objects.copy()
    objects.pop(old.handle, None)
    return replace(state, objects=objects)


def _leaving(old: Object, to: str) -> Cause | None:
    if old.zone == "battlefield" and to != "battlefield":
        return "left_battlefield"
    if old.zone == "stack" and to != "battlefield":
        return "left_stack"
    return None


def begin(
    state: State,
    handle: str,
    old: Object | None,
    *,
    zone: str,
    owner: str,
    controller: str,
    face_down: e.FaceDown | None,
    identity: e.Concealed | None,
    card: str | None,
    seen_by: frozenset[str],
) -> Object:
    """A new object; what everybody could follow from `old` goes with it.

    A face-down object that stays face down (a spell that resolves) keeps its commitment and who knows it. One that
    lay face up, or had been shown, is known to all as it is put face down.
    """
    player(state, owner)
    player(state, controller)
    if handle in state.objects or int(handle[1:]) < state.next_handle:
        raise Malformed(f"the handle {handle} is used twice", entry=state.seq)
    new = Object(
        handle=handle,
        zone=zone,
        owner=owner,
        controller=controller,
        since=state.seq,
        face_down=face_down,
        card=None if face_down is not None else card,
        was=old.handle if old else None,
        turn=state.turn,
        first_controller=controller,
        kind=old.kind if old else "card",
        entered_down=face_down is not None and zone == "battlefield",
    )
    if face_down is None:
        if old is not None and zone == "battlefield" and old.listed is not None:
            new = replace(new, listed=old.listed)
        return new
    knows = looking.by_position(new)
    bond = bond_of(state, handle, identity)
    if old is None:
        knows |= seen_by
    elif old.face_down is None:
        knows |= state.watching
        new = replace(new, named=old.card)
    else:
        knows |= old.knows
        bond = bond or old.bond
        new = replace(new, named=old.named, shown_at=old.shown_at)
    if identity is not None:
        knows |= frozenset(box.to for box in identity.boxes if box.to in state.players)
    return replace(new, bond=bond, knows=knows)


def bond_of(state: State, handle: str, identity: e.Concealed | None) -> Bond | None:
    """The commitment that a concealed identity puts in force for a handle."""
    if identity is None:
        return None
    return Bond(commitment=identity.commitment, handle=handle, seq=state.seq)


def minted(state: State, handle: str) -> State:
    """The state after a handle was given out: never again, not even after a rewind."""
    return replace(state, next_handle=max(state.next_handle, int(handle[1:]) + 1))


def created(state: State, ev: e.Created) -> State:
    if ev.zone in e.HIDDEN:
        raise Malformed(f"a {ev.kind} cannot be in the zone {ev.zone}", entry=state.seq)
    new = begin(
        state,
        ev.object,
        None,
        zone=ev.zone,
        owner=ev.player,
        controller=ev.controller or ev.player,
        face_down=ev.face_down,
        identity=ev.identity,
        card=ev.card,
        seen_by=frozenset(),
    )
    new = replace(new, kind=ev.kind, listed=ev.listed, origin="created")
    if ev.copy_of is not None:
        thing(state, ev.copy_of)
    return minted(state.with_object(new), ev.object)


def ceased(state: State, ev: e.Ceased) -> State:
    old = thing(state, ev.object)
    if old.kind == "card":
        raise Malformed(f"{old.handle} is a card: it goes somewhere, and does not cease", entry=state.seq)
    return gone(state, old, "outside")


def repiled(state: State, ev: e.Repiled) -> State:
    """A face-down pile is shuffled: the set stays known, who is who does not (CR 701.24a)."""
    old = [thing(state, handle) for handle in ev.objects]
    if len(old) != len(ev.new) or len(set(ev.objects)) != len(old) or not old:
        raise Malformed("a shuffled pile has as many new handles as old ones", entry=state.seq)
    first = old[0]
    state = reveals.close_for(state, "the card was shuffled", *ev.objects)
    objects = {handle: other for handle, other in state.objects.items() if handle not in ev.objects}
    state = replace(state, objects=objects)
    made: list[Object] = []
    for index, handle in enumerate(ev.new):
        identity = ev.identities[index] if ev.identities else None
        new = begin(
            state,
            handle,
            None,
            zone=first.zone,
            owner=first.owner,
            controller=first.controller,
            face_down=first.face_down or e.FaceDown(way="effect"),
            identity=identity,
            card=None,
            seen_by=frozenset(),
        )
        made.append(replace(new, pile=first.pile, origin=first.zone))
        state = minted(state, handle)
    return state.with_objects(made)
