"""Players leave: what they controlled but did not own goes back, into exile, or out of existence (CR 800.4a, 800.4c)."""

from __future__ import annotations

from collections.abc import Iterator

from facedown.rules import actions as a
from facedown.rules import events as e
from facedown.rules.decide.table import Table, known_name, open_first
from facedown.rules.evolve.table import player
from facedown.rules.state import Object


def concede(t: Table, do: a.Concede) -> tuple[e.Event, ...]:
    player(t.state, do.player)
    return (e.Conceded(player=do.player), *(() if do.bare else _afterwards(t, (do.player,))))


def leave(t: Table, do: a.Leave) -> tuple[e.Event, ...]:
    for seat in do.players:
        player(t.state, seat)
    return (e.Left(players=do.players, how=do.how), *(() if do.bare else _afterwards(t, do.players)))


def _afterwards(t: Table, leavers: tuple[str, ...]) -> tuple[e.Event, ...]:
    """What the rules force upon the rest, if the game goes on."""
    state = t.state
    teams = {state.players[seat].team for seat in leavers} if state.together else set[str]()
    gone = {p.id for p in state.players.values() if p.id in leavers or p.team in teams}
    stay = [seat for seat in state.playing if seat not in gone]
    if len({state.players[seat].team for seat in stay}) <= 1 or state.over:
        return ()
    found: list[e.Event] = []
    ahead = 0
    for old in state.objects.values():
        if old.controller not in gone or old.owner in gone or old.zone not in {"battlefield", "stack"}:
            continue
        back = next((seat for seat in reversed(old.held) if seat in stay), None)
        if back is not None:
            boxes = t.sealer.share(old.bond, frozenset({back})) if old.face_down is not None else None
            found.append(e.Controlled(object=old.handle, player=back, boxes=boxes))
        elif old.zone == "stack" and old.kind != "card":
            found.append(e.Ceased(object=old.handle))
        else:
            found += _exiled(t, old, t.handle(ahead))
            ahead += 1
    return tuple(found)


def _exiled(t: Table, old: Object, new: str) -> Iterator[e.Event]:
    """No effect is left that gives it to anybody: it is exiled, and its owner shows it (CR 708.9)."""
    if old.face_down is not None:
        yield from open_first(t, old, old.owner, None)
    yield e.Moved(
        player=old.owner,
        source="battlefield" if old.zone == "battlefield" else "stack",
        to="exile",
        object=old.handle,
        new=new,
        card=known_name(t, old),
    )
    if old.kind != "card":
        yield e.Ceased(object=new)
