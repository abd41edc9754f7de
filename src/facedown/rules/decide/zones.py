"""Deeds that put, move and create objects."""

from __future__ import annotations

from collections.abc import Iterator

from facedown.errors import Malformed
from facedown.rules import actions as a
from facedown.rules import characteristics
from facedown.rules import events as e
from facedown.rules.decide.table import Table, face_down, known_name, open_first
from facedown.rules.evolve.table import player, thing
from facedown.rules.evolve.zones import resolves_down
from facedown.rules.state import Object


def put(t: Table, do: a.Put) -> tuple[e.Event, ...]:
    player(t.state, do.player)
    if do.to in e.HIDDEN:
        raise Malformed(f"put is for public zones; use transfer or move for {do.to}")
    if do.object is not None:
        controls = do.controller or (do.player if do.to in {"battlefield", "stack"} else None)
        moving = a.Move(
            object=do.object, to=do.to, player=do.player, card=do.card, controller=controls,
            face_down=do.face_down, listed=do.listed, by=do.by, pile=do.pile, tapped=do.tapped,
            allowed=do.allowed, known_to=() if do.unseen else do.known_to,
        )  # fmt: skip
        return (*move(t, moving, frozenset(do.look or ())), *_grants(t, do))
    down = face_down(do.face_down, do.listed, do.by)
    handle = t.handle()
    owner = do.owner or do.player
    controller = do.controller or (do.player if do.to in {"battlefield", "stack"} else owner)
    identity = None
    if down is not None and do.card is not None:
        hidden = e.CardIdentity(name=do.card, variant=do.variant, chosen=do.choices)
        viewers = _viewers(do, down, owner, controller)
        identity = t.sealer.conceal(handle, hidden, viewers, f"{owner}/{do.source}")
    return (
        e.Moved(
            player=do.player,
            source=do.source,
            to=do.to,
            new=handle,
            owner=do.owner,
            controller=controller if controller != owner or do.to == "battlefield" else None,
            card=do.card if down is None else None,
            face_down=down,
            identity=identity,
            tapped=do.tapped,
            cost=do.cost,
            allowed=do.allowed,
            pile=do.pile,
        ),
        *_grants(t, do),
    )


def _grants(t: Table, do: a.Put) -> tuple[e.Event, ...]:
    """The right to look that comes with being exiled face down (CR 406.3): knowing the card gives none."""
    if do.look is None or do.to != "exile" or do.face_down is None:
        return ()
    by = do.by or "the effect that exiled it"
    return tuple(e.Granted(player=seat, by=by, objects=(t.handle(),)) for seat in do.look)


def _viewers(do: a.Put, down: e.FaceDown, owner: str, controller: str) -> frozenset[str]:
    """Who may look at what is put face down (the seats that get a box)."""
    if do.known_to is not None or do.look is not None:
        return frozenset(do.known_to or ()) | frozenset(do.look or ())
    if do.unseen:
        return frozenset()
    if do.to in {"battlefield", "command"}:
        seats = {controller}
    elif down.way == "foretell":
        seats = {owner}
    else:
        seats = set[str]()
    return frozenset(seats | ({do.player} if do.source == "hand" else set()))


def move(t: Table, do: a.Move, look: frozenset[str] = frozenset()) -> tuple[e.Event, ...]:
    old = thing(t.state, do.object)
    by = do.player or old.controller
    player(t.state, by)
    hidden = do.to in e.HIDDEN
    down = face_down(do.face_down, do.listed, do.by)
    if down is not None and hidden:
        raise Malformed(f"a card in the zone {do.to} is hidden anyway: leave face_down out")
    owed = old.zone in {"battlefield", "stack"} and do.to != "battlefield"
    shown = do.shown if do.shown is not None else not hidden and (down is None or owed)  # CR 708.9
    first: tuple[e.Event, ...] = ()
    card = old.card or do.card
    if old.face_down is not None:
        if shown and _is_new_showing(old):
            first = open_first(t, old, by, do.card)
        card = (known_name(t, old) or do.card) if shown else None
    if shown and owed:
        first = (*first, *_open_components(t, old, by))
    new = None if hidden else t.handle()
    identity = None
    more: tuple[e.Event, ...] = ()
    if down is not None and new is not None and (name := known_name(t, old) or do.card) is not None:
        seats = look | (frozenset({do.controller or by}) if do.to == "battlefield" else frozenset[str]())
        seats |= frozenset({old.owner}) if down.way == "foretell" else frozenset[str]()
        if do.known_to is not None:
            seats = look | frozenset(do.known_to)
        if old.bond is not None and resolves_down(old, do.to):
            more = _tell(t, old, new, seats)
        elif owed or old.face_down is None or do.to == "battlefield" or look or do.known_to is not None:
            identity = t.sealer.conceal(new, e.CardIdentity(name=name), seats, None)
    moved = e.Moved(
        player=by,
        source=old.zone,  # type: ignore[arg-type]
        to=do.to,
        object=old.handle,
        new=new,
        owner=do.owner,
        controller=do.controller,
        card=card if down is None and (not hidden or (shown and old.bond is None)) else None,
        face_down=down,
        identity=identity,
        tapped=do.tapped,
        allowed=do.allowed,
        pile=do.pile,
    )
    ends = new is not None and old.kind != "card" and do.to != "battlefield"
    return (*first, moved, *more, *((e.Ceased(object=new),) if ends and new is not None else ()))


def _tell(t: Table, old: Object, new: str, seats: frozenset[str]) -> tuple[e.Event, ...]:
    """What was committed to stays so; whoever gets to know it now gets the same opening."""
    boxes = t.sealer.share(old.bond, seats - old.knows)
    return (e.Shared(object=new, to=tuple(sorted(seats - old.knows)), boxes=boxes),) if boxes else ()


def _open_components(t: Table, old: Object, by: str) -> Iterator[e.Event]:
    """The face-down cards of a merged permanent are shown as well (CR 708.9)."""
    for part in old.components:
        opening = t.sealer.opening(part.bond) if part.face_down is not None else None
        if opening is not None and part.bond is not None:
            yield e.Opened(object=old.handle, opening=opening, player=by, commitment=part.bond.commitment)


def _is_new_showing(old: Object) -> bool:
    return old.bond is not None or old.named is None


def create(t: Table, do: a.Create) -> tuple[e.Event, ...]:
    player(t.state, do.player)
    handle = t.handle()
    down = face_down(do.face_down, None, None)
    card, listed, identity = do.card, do.listed, None
    if do.copy_of is not None:
        model = thing(t.state, do.copy_of)
        listed = listed or characteristics.copiable(model)
        card = card or model.card  # a face-down model has none to give (CR 707.2)
    if down is not None and card is not None:
        viewers = frozenset(do.known_to if do.known_to is not None else (do.controller or do.player,))
        identity = t.sealer.conceal(handle, e.CardIdentity(name=card), viewers, None)
        card = None
    return (
        e.Created(
            player=do.player,
            object=handle,
            zone=do.zone,
            kind=do.kind,
            controller=do.controller,
            card=card,
            copy_of=do.copy_of,
            listed=listed,
            face_down=down,
            identity=identity,
        ),
    )
