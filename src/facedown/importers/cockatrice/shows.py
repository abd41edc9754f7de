"""Cards that are shown or looked at: to all, to one, by oneself."""

from __future__ import annotations

from typing import cast

from facedown.importers.cockatrice import events as ev
from facedown.importers.cockatrice.scribe import UNSAID, ZONES, Scribe
from facedown.importers.cockatrice.tracking import Step
from facedown.rules import actions as a
from facedown.rules.events import HIDDEN, Zone
from facedown.rules.state import Object


def revealed(s: Scribe, event: ev.RevealCards, steps: tuple[Step, ...]) -> None:
    """Cards were shown to everybody or to one player; to oneself it is a look."""
    holder, viewer, zone = s.seat(event.player), s.seat(event.to), ZONES.get(event.zone)
    if holder is None or zone is None or (event.to is not None and viewer is None):
        s.note(f"{s.who(event.player)} shows cards to {s.who(event.to)}")
    elif zone in HIDDEN:
        _in_hidden(s, event, steps, holder, viewer, cast("Zone", zone))
    elif not steps:
        s.note(f"{holder} shows cards that the source does not tell from others")
    else:
        for step in steps:
            thing = s.thing(step.card)
            if thing is None:
                s.note(f"{holder} shows a card that this record does not follow")
            elif thing.face_down is None or step.card.name is None:
                s.note(f"{holder} points at {thing.handle}")
            else:
                _on_table(s, thing, step.card.name, holder, viewer)
    for step in steps:
        s.hear(step.card, step)


def _on_table(s: Scribe, thing: Object, name: str, holder: str, viewer: str | None) -> None:
    card = name if thing.bond is None and thing.named is None else None
    if viewer is None:
        s.play(a.Show(object=thing.handle, player=holder, card=card))
    elif viewer == holder:
        allowed = None if viewer == thing.controller else UNSAID
        s.play(a.Look(player=viewer, object=thing.handle, card=card, allowed=allowed))
    else:
        s.play(a.Show(object=thing.handle, player=holder, to=(viewer,), card=card))


def _in_hidden(
    s: Scribe, event: ev.RevealCards, steps: tuple[Step, ...], holder: str, viewer: str | None, zone: Zone
) -> None:
    """In a hand or library. A card drawn by name has a handle there; of another, the viewer learns the name."""
    to = "all players" if viewer is None else viewer
    loose: list[str] = []
    for step in steps:
        slot, name = s.track(step.card).slot, step.card.name
        if slot is not None and viewer != holder:
            s.play(a.Show(object=slot, player=holder, to=None if viewer is None else (viewer,)))
        elif viewer is None and name is not None:
            s.note(f"{holder} shows {to} a card in the {zone}: {name}")
        elif slot is None and name is not None:
            loose.append(name)
    if viewer is not None and loose:
        s.play(
            a.Look(
                player=viewer,
                zone=zone,
                of=holder if holder != viewer else None,
                cards=tuple(loose),
                allowed=UNSAID,
            )
        )
    if not steps:
        number = event.count if event.count is not None else len(event.card_ids)
        s.note(f"{holder} shows {to} {number} cards in the {zone} that the source does not name")


def dumped(s: Scribe, event: ev.DumpZone) -> None:
    """A player looked through a zone, or at its top; which cards were seen is not recorded."""
    viewer, owner, zone = s.seat(event.player), s.seat(event.owner), ZONES.get(event.zone)
    if viewer is None or owner is None or zone not in HIDDEN:
        s.note(f"{s.who(event.player)} looks through a zone of {s.who(event.owner)}")
    elif event.count < 0:
        s.note(f"{viewer} looks through the whole {zone} of {owner}")
    else:
        s.play(
            a.Look(
                player=viewer,
                zone=cast("Zone", zone),
                of=owner if owner != viewer else None,
                count=event.count,
                allowed=UNSAID,
            )
        )
