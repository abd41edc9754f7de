"""Going back: an illegal action undone (CR 732.1), or a judge's backup.

The table is as it was; what was learnt stays learnt, and no handle is given out again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

from msgspec.structs import replace

from facedown.rules import reveals
from facedown.rules.state import Duty, Object, PlayerState, State

At = Callable[[int], State]
Became = dict[str, Object]
"""Handle → the object that everybody could follow from there."""


def rewind(now: State, then: State, at: At | None = None) -> State:
    """The state `then`, with the knowledge, the handles and the entry number of `now`.

    `at` gives the states in between: what was learnt of an object that was gone again before `now` is looked up there.
    """
    became: Became = {}
    for thing in now.objects.values():
        if thing.was is not None:
            became.setdefault(thing.was, thing)
    objects = {handle: _remember(now, then, old, became, at) for handle, old in then.objects.items()}
    duties = {key: _carry(duty, now.duties.get(key)) for key, duty in then.duties.items()}
    seen = _came_from_hands(now, then)
    players = {seat: _remember_hand(now, old, seen.get(seat, [])) for seat, old in then.players.items()}
    return replace(
        then,
        seq=now.seq,
        undone=(*then.undone, (then.seq + 1, now.seq)),
        players=players,
        objects=objects,
        hidden=now.hidden,
        duties=duties,
        next_handle=now.next_handle,
        next_slot=now.next_slot,
        loud=now.loud,
        work=now.work,
        closed_at=now.closed_at,
        closed_by=now.closed_by,
    )


def _remember(now: State, then: State, old: Object, became: Became, at: At | None) -> Object:
    for later in _later(now, then, old, became, at):
        # A face that was up in between is known to everybody who was there.
        named = old.card or later.named or later.card or old.named
        old = replace(
            old,
            knows=old.knows | later.knows,
            shown_at=max(old.shown_at, later.shown_at),
            bond=old.bond or later.bond,
            named=named if old.face_down is not None else old.named,
        )
    for key in reveals.keys_of(now, old.handle):
        duty = now.duties[key]
        if any(show.meets for show in duty.shows):
            old = replace(
                old,
                knows=old.knows | duty.audience,
                shown_at=max(old.shown_at, *(show.seq for show in duty.shows)),
                named=(duty.named or old.named) if old.face_down is not None else old.named,
            )
    return old


def _later(now: State, then: State, old: Object, became_of: Became, at: At | None) -> Iterator[Object]:
    """The object as it was last, and what it publicly became."""
    last = now.objects.get(old.handle)
    if last is not None:
        # Where something merged on top of it since, it is the component that keeps its handle (CR 729.2).
        merged = last.components[len(old.components) :]
        yield next((part for part in merged if part.handle == old.handle), last)
        return
    if at is not None:
        first, gone = then.seq, now.seq
        while gone - first > 1:
            middle = (first + gone) // 2
            if old.handle in at(middle).objects:
                first = middle
            else:
                gone = middle
        yield at(first).objects[old.handle]
    became = became_of.get(old.handle)
    if became is not None and old.face_down is not None:
        knows = became.knows if became.face_down is not None else now.watching
        yield replace(became, knows=knows, shown_at=old.shown_at, bond=None)


def _came_from_hands(now: State, then: State) -> dict[str, list[str]]:
    """Owner → the names of cards that came out of that hand since, in sight."""
    found: dict[str, list[str]] = {}
    for thing in now.objects.values():
        name = thing.card or thing.named
        if name is not None and thing.origin == "hand" and int(thing.handle[1:]) >= then.next_handle:
            found.setdefault(thing.owner, []).append(name)
    return found


def _remember_hand(now: State, old: PlayerState, seen: list[str]) -> PlayerState:
    """A card that was seen on the table and is back in the hand is known to lie there."""
    later = now.players.get(old.id)
    if later is None or not seen:
        return old
    before, after = Counter(old.known_hand), Counter(later.known_hand)
    names = [name for name in seen if before[name] <= after[name]]
    return replace(old, known_hand=(*old.known_hand, *names)) if names else old


def _carry(then: Duty, now: Duty | None) -> Duty:
    return then if now is None else replace(then, shows=now.shows)
