"""Casting and resolving."""

from __future__ import annotations

import msgspec

from facedown.errors import Malformed
from facedown.rules import actions as a
from facedown.rules import events as e
from facedown.rules.decide.table import Table, face_down, known_name, open_first
from facedown.rules.decide.zones import move
from facedown.rules.evolve.table import player, thing


def cast(t: Table, do: a.CastSpell) -> tuple[e.Event, ...]:
    player(t.state, do.player)
    old = thing(t.state, do.object) if do.object is not None else None
    down = face_down(do.face_down, None, None)
    source = old.zone if old else do.source
    handle = t.handle()
    first: tuple[e.Event, ...] = ()
    card, identity = do.card or known_name(t, old), None
    if down is not None and card is not None:
        hidden = e.CardIdentity(name=card, variant=do.variant)
        owner = do.owner or (old.owner if old else do.player)
        identity = t.sealer.conceal(handle, hidden, frozenset({do.player}), f"{owner}/{source}")
    elif down is None and old is not None and old.face_down is not None:
        first = open_first(t, old, do.player, do.card)  # CR 406.3a: turned up just before it is announced
    return (
        *first,
        e.Cast(
            player=do.player,
            object=handle,
            source=source,  # type: ignore[arg-type]
            owner=do.owner,
            was=do.object,
            card=None if down is not None else card,
            face_down=down,
            identity=identity,
            cost=do.cost,
            modifiers=do.modifiers,
            targets=do.targets,
            need=do.need,
            allowed=do.allowed,
            x=do.x,
        ),
    )


def resolve(t: Table, do: a.Resolve) -> tuple[e.Event, ...]:
    old = thing(t.state, do.object)
    if old.zone != "stack":
        raise Malformed(f"{old.handle} is not on the stack: it is in the zone {old.zone}")
    card = t.cards.get(old.card or "")
    instant = card is not None and card.is_instant_or_sorcery and old.face_down is None
    to = do.to or ("graveyard" if instant else "battlefield")
    if to != "battlefield":
        events = move(t, a.Move(object=do.object, to=to, player=old.controller))
        return tuple(
            msgspec.structs.replace(event, resolved=True) if isinstance(event, e.Moved) else event
            for event in events
        )
    return (
        e.Moved(
            player=old.controller,
            source="stack",
            to="battlefield",
            object=old.handle,
            new=t.handle(),
            controller=old.controller,
            card=old.card,
            face_down=old.face_down,
            resolved=True,
        ),
    )
