"""Cards that move, are drawn, turned over or made: from what the tracker saw to deeds of ours.

Nothing public links a card in a hand or a library to the handle it gets on the table, though the server's ids would. A
card belongs to whoever's hand or library it came from: who had it before would say which one it is.
"""

from __future__ import annotations

from typing import cast

from facedown.importers.cockatrice import events as ev
from facedown.importers.cockatrice.scribe import CONTROLLED, UNRECORDED, UNSAID, Scribe, ordered, zone_of
from facedown.importers.cockatrice.tracking import PUBLIC, Physical, Step
from facedown.rules import actions as a
from facedown.rules import events as e
from facedown.rules.events import HIDDEN, Zone
from facedown.rules.state import Object

AT_ONCE = 60
"""Cards in one entry: a line has at most 65,535 bytes."""


def moved(s: Scribe, event: ev.MoveCard, steps: tuple[Step, ...]) -> None:
    """A card went somewhere, or was put elsewhere in the same zone, or turned over as it was."""
    if not steps:
        s.note(f"{s.who(event.player)} moves a card that the source does not tell from others")
    for step in steps:
        if step.before is not None and step.after is not None:
            _move(s, event, step)
        s.hear(step.card, step)


def _move(s: Scribe, event: ev.MoveCard, step: Step) -> None:
    if step.before is None or step.after is None:
        return
    source, to = zone_of(step.before), zone_of(step.after)
    holder, new_holder = s.seat(step.before.holder), s.seat(step.after.holder)
    if source is None or to is None or holder is None or new_holder is None:
        s.note(f"{s.who(event.player)} moves a card from or to a place that is not known here")
        return
    mover = s.seat(event.player) or holder
    thing = s.thing(step.card)
    if thing is None and to in HIDDEN:
        if (source, holder) != (to, new_holder):
            _unseen(s, step, mover, (source, holder), (to, new_holder))
    elif thing is None:
        _appear(s, step, mover, source if source in HIDDEN else "outside", cast("Zone", to))
    elif to in HIDDEN:
        _vanish(s, step, thing, mover, cast("Zone", to))
    elif thing.zone == to:
        _stay(s, step, thing, mover)
    else:
        _cross(s, step, thing, mover, cast("Zone", to))


def _unseen(s: Scribe, step: Step, mover: str, start: tuple[str, str], end: tuple[str, str]) -> None:
    """From one hidden zone to another; what goes among another player's cards leaves the one and enters the other."""
    track = s.track(step.card)
    name = step.card.name if mover in track.told | s.audience(step.seen_by) else None
    cards = (name,) if name is not None else None
    (source, holder), (to, new_holder) = start, end
    if holder != new_holder:
        s.play(_transfer(mover, source, "outside", holder, cards))
        source = "outside"
    receipt = s.play(_transfer(mover, source, to, new_holder, cards))
    if receipt is not None:
        _lay_slots(s, [step], receipt.events)


def _transfer(mover: str, source: str, to: str, owner: str, cards: tuple[str, ...] | None) -> a.Transfer:
    return a.Transfer(
        player=mover,
        source=cast("Zone", source),
        to=cast("Zone", to),
        owner=owner if owner != mover else None,
        cards=cards,
        count=1,
    )


def _appear(s: Scribe, step: Step, mover: str, source: str, to: Zone) -> None:
    """Out of a hidden zone into a public one."""
    if step.before is None or step.after is None:
        return
    holder, controller = s.seat(step.before.holder), s.seat(step.after.holder)
    down = step.after.face_down
    receipt = s.play(
        a.Put(
            player=mover,
            card=step.card.name,
            source=cast("Zone", source),
            to=to,
            owner=holder if holder != mover else None,
            controller=controller if to in CONTROLLED and controller != mover else None,
            face_down=UNRECORDED if down else None,
            known_to=ordered(s.track(step.card).told & {holder or mover}) if down else None,
            allowed=UNSAID if to == "battlefield" and not down else None,
        )
    )
    if receipt is not None:
        s.track(step.card).handle = receipt.handle


def _vanish(s: Scribe, step: Step, thing: Object, mover: str, to: Zone) -> None:
    """Into a hidden zone. Who alone was told the name of a face-down card gets it sealed: that shows it to nobody."""
    name = step.card.name
    if thing.face_down is not None and name is not None and step.seen_by != "all":
        for seat in ordered(s.audience(step.seen_by) - s.track(step.card).told):
            if thing.bond is not None:
                allowed = None if seat == thing.controller else UNSAID
                s.play(a.Look(player=seat, object=thing.handle, allowed=allowed))
            elif thing.named is None:
                s.play(a.Bind(object=thing.handle, card=name, player=seat))
    owner = None if step.after is None else s.seat(step.after.holder)
    s.play(a.Move(object=thing.handle, to=to, player=mover, owner=owner if owner != thing.owner else None))


def _stay(s: Scribe, step: Step, thing: Object, mover: str) -> None:
    """In the same zone: whose it lies among changes, or which side is up, or only its place."""
    if step.before is None or step.after is None:
        return
    controller = s.seat(step.after.holder)
    if thing.zone in CONTROLLED and controller is not None and controller != thing.controller:
        s.play(a.GainControl(object=thing.handle, player=controller, look=False))
    elif thing.zone not in CONTROLLED and step.before.holder != step.after.holder:
        s.note(f"{thing.handle} now lies among the cards of {s.who(step.after.holder)}")
    turned(s, step, mover)


def _cross(s: Scribe, step: Step, thing: Object, mover: str, to: Zone) -> None:
    """From one public zone to another, where everybody can follow it; a face that comes up is shown."""
    if step.after is None:
        return
    down, name = step.after.face_down, step.card.name
    controller = s.seat(step.after.holder)
    receipt = s.play(
        a.Move(
            object=thing.handle,
            to=to,
            player=mover,
            card=name if thing.bond is None else None,
            shown=False if down or name is None else None,
            controller=controller if to in CONTROLLED else None,
            face_down=UNRECORDED if down else None,
            known_to=ordered(s.track(step.card).told) if down else None,
            allowed=UNSAID if to == "battlefield" and not down else None,
        )
    )
    if receipt is not None:
        s.track(step.card).handle = receipt.handle


def turned(s: Scribe, step: Step, mover: str) -> None:
    """Turn the card's object over in the record, if the side that is up is another now."""
    thing = s.thing(step.card)
    if thing is None or step.after is None or step.after.face_down == (thing.face_down is not None):
        return
    if step.after.face_down:
        s.play(a.TurnDown(object=thing.handle, player=mover, face_down=UNRECORDED))
    else:
        name = step.card.name if thing.bond is None else None
        s.play(a.TurnUp(object=thing.handle, player=mover, procedure=UNRECORDED, card=name))


def flipped(s: Scribe, holder: int | None, steps: tuple[Step, ...]) -> None:
    """Cards were turned over in place."""
    for step in steps:
        seat = s.seat(holder)
        if seat is None or s.thing(step.card) is None:
            s.note(f"{s.who(holder)} turns a card over that this record does not follow")
        else:
            turned(s, step, seat)
        s.hear(step.card, step)


def drew(s: Scribe, event: ev.DrawCards, steps: tuple[Step, ...]) -> None:
    """Cards from the library to the hand; the drawer knows those that the source names."""
    seat = s.seat(event.player)
    if seat is None:
        s.note("cards are drawn by somebody without a seat")
        return
    named = [step for step in steps if step.card.name is not None and step.seen_by]
    for start in range(0, len(named), AT_ONCE):
        some = named[start : start + AT_ONCE]
        receipt = s.play(a.Draw(player=seat, cards=tuple(step.card.name or "" for step in some)))
        if receipt is not None:
            _lay_slots(s, some, receipt.events)
    unnamed = max(event.count, len(steps)) - len(named)
    if unnamed > 0:
        s.play(a.Draw(player=seat, count=unnamed))
    for step in steps:
        s.hear(step.card, step)


def _lay_slots(s: Scribe, steps: list[Step], events: tuple[e.Event, ...]) -> None:
    """Remember under which handles cards lie in a hand: a card shown there can then be opened."""
    hidden = [
        card for event in events if isinstance(event, e.Drew | e.Transferred) for card in event.cards or ()
    ]
    for step, card in zip(steps, hidden, strict=False):
        s.track(step.card).slot = card.handle


def made(s: Scribe, event: ev.CreateToken, steps: tuple[Step, ...]) -> None:
    """A token; if it came face down, only its maker was told what it is."""
    for step in steps:
        seat = s.seat(event.player)
        zone = None if step.after is None else zone_of(step.after)
        if seat is None or zone is None or zone in HIDDEN:
            s.note(f"{s.who(event.player)} makes a token where this record cannot hold one")
            continue
        down = event.face_down
        receipt = s.play(
            a.Create(
                player=seat,
                card=event.name,
                zone=cast("Zone", zone),
                face_down=UNRECORDED if down else None,
                known_to=(seat,) if down else None,
            )
        )
        if receipt is not None:
            s.track(step.card).handle = receipt.handle
        s.hear(step.card, step)


def destroyed(s: Scribe, steps: tuple[Step, ...]) -> None:
    """Tokens ceased to exist."""
    for step in steps:
        thing = s.thing(step.card)
        if thing is not None:
            s.play(a.Move(object=thing.handle, to="outside"))
        s.hear(step.card, step)


def lying(s: Scribe) -> None:
    """Put down what lies on the table already as the game begins."""
    for card in s.tracker.cards():
        if card.place is not None and card.place.zone in PUBLIC and s.thing(card) is None:
            _found(s, card)


def _found(s: Scribe, card: Physical) -> None:
    seat = None if card.place is None else s.seat(card.place.holder)
    zone = None if card.place is None else zone_of(card.place)
    if seat is None or zone is None:
        return
    step = Step(card, card.place, card.place, "all" if card.place and card.place.seen_by_all else ())
    _appear(s, step, seat, "outside", cast("Zone", zone))
    s.hear(card, step)
