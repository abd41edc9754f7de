"""Deeds done to a permanent in place: turning, control, tapping, phasing."""

from __future__ import annotations

from facedown.rules import actions as a
from facedown.rules import events as e
from facedown.rules.decide.table import Table, face_down, opening_of
from facedown.rules.evolve.table import player, thing
from facedown.rules.ways import WAYS


def turn_up(t: Table, do: a.TurnUp) -> tuple[e.Event, ...]:
    old = thing(t.state, do.object)
    opening = opening_of(t, old, do.card)
    turned = e.TurnedUp(
        player=do.player or old.controller,
        object=do.object,
        procedure=do.procedure,
        cost=do.cost,
        modifiers=do.modifiers,
        opening=opening,
        x=do.x,
    )
    if do.procedure == "morph" and opening is not None and isinstance(opening.identity, e.CardIdentity):
        card = t.cards.get(opening.identity.name)
        if card is not None and card.keyword == "megamorph":  # CR 702.37b: its megamorph cost was paid
            number = dict(old.counters).get("+1/+1", 0) + 1
            return (turned, e.Counters(object=do.object, kind="+1/+1", count=number))
    return (turned,)


def turn_down(t: Table, do: a.TurnDown) -> tuple[e.Event, ...]:
    old = thing(t.state, do.object)
    down = face_down(do.face_down, do.listed, do.by)
    return (e.TurnedDown(player=do.player or old.controller, object=do.object, face_down=down or _plain()),)


def _plain() -> e.FaceDown:
    return e.FaceDown(way="effect")


def stay_down(t: Table, do: a.StayDown) -> tuple[e.Event, ...]:
    old = thing(t.state, do.object)
    opening = opening_of(t, old, do.card) if do.shown else None
    return (e.StayedDown(player=do.player or old.controller, object=do.object, opening=opening),)


def control(t: Table, do: a.GainControl) -> tuple[e.Event, ...]:
    old = thing(t.state, do.object)
    player(t.state, do.player)
    boxes = None
    if do.look and old.face_down is not None:
        boxes = t.sealer.share(old.bond, frozenset({do.player}))
    return (e.Controlled(object=do.object, player=do.player, boxes=boxes),)


def tap(t: Table, do: a.Tap) -> tuple[e.Event, ...]:
    old = thing(t.state, do.object)
    tapped = e.Tapped(object=do.object, tapped=True)
    way = WAYS.get(old.way or "")
    if way is None or not way.up_before_tapping or old.tapped:
        return (tapped,)
    up = e.TurnedUp(
        player=old.controller, object=do.object, procedure="effect", opening=opening_of(t, old, None)
    )
    return (up, tapped)


def untap(t: Table, do: a.Untap) -> tuple[e.Event, ...]:
    thing(t.state, do.object)
    return (e.Tapped(object=do.object, tapped=False),)


def phase(t: Table, do: a.Phase) -> tuple[e.Event, ...]:
    """What is attached to a permanent phases out with it, and in again with it (CR 702.26g)."""
    thing(t.state, do.object)
    found = [do.object]
    for handle in found:
        found += [
            other.handle
            for other in t.state.objects.values()
            if other.attached_to == handle and other.phased_out != do.out and other.handle not in found
        ]
    return tuple(e.Phased(object=handle, out=do.out) for handle in found)


def transform(t: Table, do: a.Transform) -> tuple[e.Event, ...]:
    thing(t.state, do.object)
    return (e.Transformed(object=do.object, card=do.card),)
