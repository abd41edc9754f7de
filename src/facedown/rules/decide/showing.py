"""Showing and looking, binding what nobody had fixed, and escrow."""

from __future__ import annotations

from facedown.errors import Malformed
from facedown.rules import actions as a
from facedown.rules import events as e
from facedown.rules.decide.table import Table, how_many, same_card
from facedown.rules.evolve.merging import covered
from facedown.rules.evolve.table import player, thing
from facedown.rules.reveals import keys_of
from facedown.rules.state import Bond, State


def show(t: Table, do: a.Show) -> tuple[e.Event, ...]:
    bond, named, by = where_shown(t.state, do.object)
    by = do.player or by
    over = t.state.objects.get(do.object)
    under = over is not None and covered(over) is not None
    if do.to is None:
        opening = t.sealer.opening(bond)
        if opening is not None:
            same_card(do.object, opening, do.card)
        elif (do.card or named) is not None and bond is None:
            opening = e.Opening(identity=e.CardIdentity(name=do.card or named or ""))
        if opening is None:
            raise Malformed(
                f"this recorder cannot show {do.object}: "
                + (
                    "it does not know the card; give its name as card"
                    if bond is None
                    else "the card is committed to, and no key at hand opens it"
                )
            )
        remembered = bond is not None and (over is None or under)
        commitment = bond.commitment if bond is not None and remembered else None
        return (e.Opened(object=do.object, opening=opening, player=by, commitment=commitment),)
    for seat in do.to:
        player(t.state, seat)
    seats = frozenset(do.to)
    if bond is None and do.card is not None and do.object in t.state.objects:
        identity = t.sealer.conceal(do.object, e.CardIdentity(name=do.card), seats, None)
        return (
            e.Bound(object=do.object, identity=identity, player=by),
            e.Shared(object=do.object, to=do.to, player=by),
        )
    return (e.Shared(object=do.object, to=do.to, player=by, boxes=t.sealer.share(bond, seats)),)


def where_shown(state: State, handle: str) -> tuple[Bond | None, str | None, str | None]:
    """The commitment in force, the public name and the holder of an object, a hidden card, or one that has left.

    Of a face-up merged permanent it is the face-down card under it that can be shown.
    """
    if handle in state.hidden:
        card = state.hidden[handle]
        return card.bond, card.shown, card.player
    if handle in state.objects:
        old = state.objects[handle]
        index = covered(old)
        part = old if index is None else old.components[index]
        return part.bond, part.named or part.card, old.controller
    for key in keys_of(state, handle):
        duty = state.duties[key]
        return duty.bond, duty.named, duty.owed_by
    thing(state, handle)
    raise AssertionError  # thing() has raised


def look(t: Table, do: a.Look) -> tuple[e.Event, ...]:
    player(t.state, do.player)
    handles = do.objects or ((do.object,) if do.object is not None else ())
    if handles:
        return tuple(event for handle in handles for event in _look_at(t, do, handle))
    if do.zone is None:
        raise Malformed("look needs an object, or a zone")
    of = do.of or do.player
    player(t.state, of)
    number = how_many("look", do.cards, do.count)
    cards = t.hide(of, do.cards, do.player, do.zone)
    return (
        e.Looked(player=do.player, zone=do.zone, of=do.of, count=number, allowed=do.allowed, cards=cards),
    )


def _look_at(t: Table, do: a.Look, handle: str) -> tuple[e.Event, ...]:
    old = thing(t.state, handle)
    seats = frozenset({do.player})
    first: tuple[e.Event, ...] = ()
    boxes = None
    if old.bond is None and do.card is not None and old.face_down is not None:
        identity = t.sealer.conceal(handle, e.CardIdentity(name=do.card), seats, None)
        first = (e.Bound(object=handle, identity=identity, player=do.player),)
    elif old.face_down is not None:
        boxes = t.sealer.share(old.bond, seats)
    return (*first, e.Looked(player=do.player, objects=(handle,), allowed=do.allowed, boxes=boxes))


def bind(t: Table, do: a.Bind) -> tuple[e.Event, ...]:
    old = thing(t.state, do.object)
    if old.bond is not None:
        raise Malformed(f"{do.object} is committed to already")
    seats = frozenset({do.player or old.controller})
    identity = t.sealer.conceal(do.object, e.CardIdentity(name=do.card), seats, None)
    return (e.Bound(object=do.object, identity=identity, player=do.player),)


def open_escrow(t: Table, do: a.OpenEscrow) -> tuple[e.Event, ...]:
    bond, _, _ = where_shown(t.state, do.object)
    opening = t.sealer.opening(bond)
    if opening is None:
        raise Malformed(f"no opening of {do.object} is in escrow")
    commitment = bond.commitment if bond is not None else None
    return (e.EscrowOpened(object=do.object, opening=opening, commitment=commitment),)
