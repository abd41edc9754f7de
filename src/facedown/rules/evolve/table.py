"""Seats, turns, priority, life, and counts of hidden zones."""

from __future__ import annotations

from msgspec.structs import replace

from facedown.errors import Malformed
from facedown.rules import events as e
from facedown.rules.state import MOST_LISTED, Bond, Hidden, Object, PlayerState, State


def player(state: State, name: str) -> PlayerState:
    """The player with this role id; `Malformed` if nobody of that id sits at the table."""
    found = state.players.get(name)
    if found is None:
        seats = ", ".join(state.players) or "nobody"
        raise Malformed(f"no player {name!r} sits at this table ({seats})", entry=state.seq)
    return found


def thing(state: State, handle: str) -> Object:
    """The object with this handle; `Malformed` if there is none now."""
    found = state.objects.get(handle)
    if found is None:
        raise Malformed(f"there is no object {handle} on the table", entry=state.seq)
    return found


def room(state: State, what: str, number: int, most: int = MOST_LISTED) -> None:
    """Refuse a list that no game makes so long: strangers may write any, and every event copies it."""
    if number > most:
        raise Malformed(f"more than {most} {what}: no game has so many", entry=state.seq)


def seated(state: State, ev: e.Seated) -> State:
    room(state, "players", len(state.players) + 1, 99)
    if ev.player in state.players:
        raise Malformed(f"{ev.player} is seated already", entry=state.seq)
    return state.with_player(
        PlayerState(
            id=ev.player,
            part=ev.part,
            team=ev.team or ev.player,
            life=ev.life,
            library=ev.library,
            hand=ev.hand,
        )
    )


def registered(state: State, ev: e.Registered) -> State:
    player(state, ev.player)
    return state


def began(state: State, ev: e.Began) -> State:
    if ev.first is not None:
        player(state, ev.first)
    if state.began:
        raise Malformed("the game has begun already", entry=state.seq)
    return replace(
        state,
        began=True,
        stops_at_end=bool(ev.stops_at_end),
        together=bool(ev.together),
        active=ev.first,
    )


def turn(state: State, ev: e.Turn) -> State:
    player(state, ev.player)
    priority = ev.player if state.keeps_priority else None
    return replace(state, active=ev.player, turn=state.turn + 1, step=None, priority=priority)


def step(state: State, ev: e.Step) -> State:
    priority = state.active if state.keeps_priority else None
    return replace(state, step=ev.step, priority=priority)


def priority(state: State, ev: e.Priority) -> State:
    player(state, ev.player)
    return replace(state, priority=ev.player, keeps_priority=True)


def life(state: State, ev: e.Life) -> State:
    return state.with_player(replace(player(state, ev.player), life=ev.life))


def shift(state: State, seat: str, zone: str, by: int, named: str | None = None) -> State:
    """The state with a hidden zone's count changed, and what is publicly known of its cards.

    A card that leaves unnamed may be any of the known ones: then none of them is certain any more.
    """
    if zone not in e.HIDDEN:
        return state
    owner = player(state, seat)
    known_field = f"known_{zone}"
    known: tuple[str, ...] = getattr(owner, known_field, ())
    if by > 0 and named is not None and by == 1:
        known = (*known, named)
        room(state, f"known cards in one {zone}", len(known))
    elif by < 0 and known:
        left = list(known)
        if named is None:
            left = []
        elif named in left:
            left.remove(named)
        known = tuple(left)
    old: int | None = getattr(owner, zone)
    fields: dict[str, object] = {} if old is None else {zone: old + by}
    if zone != "outside":
        fields[known_field] = known
    if zone == "hand" and old is not None and by < 0 and old + by <= 0:
        fields |= {"played": (), "back": (), "hand_from": state.next_slot}
    elif zone == "hand" and by < 0 and named is not None:
        fields["played"] = (*owner.played, named)
        room(state, "cards from one hand", len(owner.played))
    return state.with_player(replace(owner, **fields)) if fields else state


def hide(
    state: State, seat: str, cards: tuple[e.HiddenCard, ...] | None, knows: frozenset[str], zone: str = "hand"
) -> State:
    """The state with concealed identities of cards in hidden zones added; `knows` have seen them."""
    if not cards:
        return state
    hidden = dict(state.hidden)
    top = state.next_slot
    for card in cards:
        if card.handle in hidden:
            raise Malformed(f"the handle {card.handle} is used twice", entry=state.seq)
        bond = Bond(commitment=card.identity.commitment, handle=card.handle, seq=state.seq)
        hidden[card.handle] = Hidden(handle=card.handle, player=seat, bond=bond, zone=zone, knows=knows)
        top = max(top, int(card.handle.rsplit("/", 1)[1]) + 1)
    return replace(state, hidden=hidden, next_slot=top)


def drew(state: State, ev: e.Drew) -> State:
    state = shift(state, ev.player, "library", -ev.count)
    state = shift(state, ev.player, "hand", ev.count)
    return hide(state, ev.player, ev.cards, frozenset({ev.player}))


def transferred(state: State, ev: e.Transferred) -> State:
    owner = ev.owner or ev.player
    state = shift(state, owner, ev.source, -ev.count)
    state = shift(state, owner, ev.to, ev.count)
    return hide(state, owner, ev.cards, frozenset({ev.player}), ev.to)


def shuffled(state: State, ev: e.Shuffled) -> State:
    player(state, ev.player)
    return state


def chose(state: State, ev: e.Chose) -> State:
    return hide(state, ev.player, (ev.choice,), frozenset({ev.player}), "choice")
