"""Objects as somebody sees them: what is public, and beside it the card that the viewer's own key opens."""

from __future__ import annotations

from collections.abc import Mapping

from facedown.cards.card import Card
from facedown.ledger.openings import JUDGE
from facedown.rules.characteristics import characteristics
from facedown.rules.looking import may_look
from facedown.rules.state import Effect, Object
from facedown.rules.ways import WAYS
from facedown.views.eyes import Eyes
from facedown.views.view import ZONES, Face, Mark, ObjectView, Part


def objects(eyes: Eyes, cards: Mapping[str, Card]) -> tuple[ObjectView, ...]:
    """All objects, by zone, and in the order in which they came (CR 708.6)."""
    things = sorted(eyes.state.objects.values(), key=_place)
    attached: dict[str, list[str]] = {}
    for thing in eyes.state.objects.values():
        if thing.attached_to is not None:
            attached.setdefault(thing.attached_to, []).append(thing.handle)
    return tuple(seen(eyes, thing, cards, tuple(attached.get(thing.handle, ()))) for thing in things)


def seen(eyes: Eyes, thing: Object, cards: Mapping[str, Card], attachments: tuple[str, ...]) -> ObjectView:
    """One object. Face down, all of it but `known` and `marks` is the same whatever the card is, and for everybody."""
    state, down = eyes.state, thing.face_down
    known = eyes.face(thing.bond)
    marks = _marks(eyes, thing, known)
    everybody = thing.shown_at >= 0 or frozenset(state.playing) <= thing.knows
    return ObjectView(
        handle=thing.handle,
        zone=thing.zone,
        kind=thing.kind,
        owner=thing.owner,
        controller=thing.controller,
        put_by=thing.first_controller or thing.controller,
        since=thing.since,
        turn=thing.turn,
        face="up" if down is None else "down",
        way=None if down is None else down.way,
        said=None if down is None else said(down.way),
        by=None if down is None else down.by,
        characteristics=characteristics(thing, cards),
        named=None if down is None else thing.named,
        everybody_knows=down is not None and thing.named is not None and everybody,
        known=known if down is not None or "differs from public" in marks else None,
        marks=marks,
        known_by=() if down is None else eyes.seats(thing.knows),
        may_look=eyes.seats(may_look(state, thing)),
        was=thing.was,
        origin=thing.origin,
        tapped=thing.tapped,
        phased_out=thing.phased_out,
        transformed=thing.transformed,
        attacking=thing.attacking,
        attacked_turn=thing.attacked_turn,
        blocking=thing.blocking,
        attached_to=thing.attached_to,
        attachments=attachments,
        targets=thing.targets,
        counters=thing.counters,
        effects=tuple(_effect(effect) for effect in thing.effects),
        pile=thing.pile,
        commander=thing.commander,
        mixed=thing.mixed,
        parts=tuple(_part(eyes, part) for part in thing.components),
    )


def said(way: str) -> str:
    """A way as a person says it; its bare name where this version does not know it."""
    registered = WAYS.get(way)
    return way if registered is None else registered.said


def _part(eyes: Eyes, part: Object) -> Part:
    down = part.face_down is not None
    return Part(
        handle=part.handle,
        face="down" if down else "up",
        named=part.named if down else part.card,
        known=eyes.face(part.bond) if down else None,
    )


def _marks(eyes: Eyes, thing: Object, known: Face | None) -> tuple[Mark, ...]:
    if known is None:
        return ()
    public = thing.card if thing.face_down is None else thing.named
    if public is None:
        return ("from escrow",) if eyes.who == JUDGE and thing.face_down is not None else ()
    if thing.transformed or _front(public) == _front(known.name):
        return ()
    return ("differs from public",)


def _front(name: str) -> str:
    """The front face's name, for comparing: a double-faced card is recorded under that or under both."""
    return name.split(" // ", 1)[0].casefold()


def _place(thing: Object) -> tuple[int, int]:
    zone = ZONES.index(thing.zone) if thing.zone in ZONES else len(ZONES)
    return zone, int(thing.handle[1:])  # handles are given out in order


def _effect(effect: Effect) -> str:
    """A continuous effect in public words."""
    words = [*effect.adds]
    if effect.power is not None or effect.toughness is not None:
        words.append(f"{_size(effect.power)}/{_size(effect.toughness)}")
    if effect.lost_abilities:
        words.append("no abilities")
    if effect.stays_down:
        words.append("cannot be turned face up")
    return f"{', '.join(words) or 'changed'} ({effect.by})"


def _size(value: int | None) -> str:
    return "–" if value is None else str(value)
