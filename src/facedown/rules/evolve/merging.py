"""Merged permanents: several cards, one object (CR 729.2).

The permanent keeps the handle of what was there first. Its topmost component is the object itself; the others stand in
`Object.components` with their own faces, commitments and knowledge.
"""

from __future__ import annotations

from msgspec.structs import replace

from facedown.errors import Malformed
from facedown.rules import events as e
from facedown.rules.evolve.table import room, thing
from facedown.rules.state import Object, State

MOST_CARDS = 50
"""Cards in one permanent: more than anybody ever merged."""


def merged(state: State, ev: e.Merged) -> State:
    """Two objects become one permanent: the lower keeps its handle, the topmost decides its face (729.2e)."""
    base, other = thing(state, ev.object), thing(state, ev.merging)
    if base.handle == other.handle:
        return state
    if base.owner != other.owner:  # CR 702.140a; only cards of one owner merge
        raise Malformed(f"{base.handle} and {other.handle} are not one owner's", entry=state.seq)
    room(state, "cards in one permanent", 2 + len(base.components) + len(other.components), MOST_CARDS)
    objects = {handle: x for handle, x in state.objects.items() if handle != other.handle}
    state = replace(state, objects=objects)
    if ev.on_top:
        new = replace(
            base,
            face_down=other.face_down,
            kind=other.kind if other.kind != "copy" else "token",
            card=other.card,
            named=other.named,
            bond=other.bond,
            listed=other.listed,
            knows=other.knows,
            shown_at=other.shown_at,
            components=(*base.components, part_of(base), *other.components),
        )
    else:
        new = replace(base, components=(*base.components, part_of(other), *other.components))
    return state.with_object(new)


def part_of(thing: Object) -> Object:
    """An object as a component: on the battlefield, with nothing below it."""
    return replace(thing, zone="battlefield", components=())


def turn_part_up(part: Object) -> Object:
    """A component as the permanent is turned face up (729.2f)."""
    if part.face_down is None:
        return part
    return replace(part, face_down=None, card=part.card or part.named, named=None)


def turn_part_down(part: Object, down: e.FaceDown, saw: frozenset[str]) -> Object:
    """A component as the permanent is turned face down (729.2f): those at the table saw it face up."""
    if part.face_down is not None:
        return part
    return replace(part, face_down=down, named=part.card, card=None, knows=part.knows | saw)


def covered(thing: Object, commitment: str | None = None) -> int | None:
    """Which component of a face-up merged permanent is face down (the one committed to so), or None."""
    if thing.face_down is not None and commitment is None:
        return None
    for index, part in enumerate(thing.components):
        if part.face_down is None:
            continue
        if commitment is None or (part.bond is not None and part.bond.commitment == commitment):
            return index
    return None
