"""Who may see this card: rights to look, which are not the same as knowing.

- A face-down permanent or spell: its controller, at any time, also while it is phased out (CR 708.5).
- A foretold card: its owner (702.143a). A face-down conspiracy: its controller (702.106c).
- Another card exiled face down: nobody, unless an instruction allows it; who was once allowed goes on (406.3).
- An effect may allow a player to look at given objects, or at those of given players.

Rights follow control and effects and end with them. Knowledge (`Object.knows`) never shrinks while the object exists.
A judge may look at anything; that changes no player's view.
"""

from __future__ import annotations

from facedown.rules.state import Object, State


def may_look(state: State, thing: Object) -> frozenset[str]:
    """The players who may look at a face-down object now (an empty set if it is face up: there is nothing to look at)."""
    if thing.face_down is None:
        return frozenset()
    seats = thing.may_look | by_position(thing)
    for grant in state.grants:
        if thing.controller in grant.of and thing.zone in {"battlefield", "stack"}:
            seats |= {grant.player}
    return seats


def by_position(thing: Object) -> frozenset[str]:
    """The players whom the rules themselves let look, from where the object is and whose it is."""
    if thing.zone in {"battlefield", "stack", "command"}:
        return frozenset({thing.controller})
    if thing.zone == "exile" and thing.way == "foretell":
        return frozenset({thing.owner})
    return frozenset()


def everybody_saw(state: State, thing: Object, more: frozenset[str] = frozenset()) -> bool:
    """Whether every player still in the game has legitimately seen the object, counting `more`."""
    return frozenset(state.playing) <= thing.knows | more
