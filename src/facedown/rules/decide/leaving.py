"""Players leave: what they controlled but did not own goes back, or into exile (CR 800.4a, 800.4c)."""

from __future__ import annotations

from facedown.rules import actions as a
from facedown.rules import events as e
from facedown.rules.decide.zones import Table, open_first
from facedown.rules.evolve.table import player


def concede(t: Table, do: a.Concede) -> tuple[e.Event, ...]:
    player(t.state, do.player)
    return (e.Conceded(player=do.player), *(() if do.bare else _afterwards(t, (do.player,))))


def leave(t: Table, do: a.Leave) -> tuple[e.Event, ...]:
    for seat in do.players:
        player(t.state, seat)
    return (e.Left(players=do.players, how=do.how), *(() if do.bare else _afterwards(t, do.players)))


def _afterwards(t: Table, seats: tuple[str, ...]) -> tuple[e.Event, ...]:
    """What the rules force upon the rest, if the game goes on."""
    stay = [p for p in t.state.playing if p not in seats]
    if len({t.state.players[p].team for p in stay}) <= 1 or t.state.over:
        return ()
    found: list[e.Event] = []
    ahead = 0
    for old in t.state.objects.values():
        if old.controller not in seats or old.owner in seats or old.zone not in {"battlefield", "stack"}:
            continue
        if old.first_controller in stay:
            boxes = t.sealer.share(old.bond, frozenset({old.first_controller})) if old.face_down else None
            found.append(e.Controlled(object=old.handle, player=old.first_controller, boxes=boxes))
            continue
        found += open_first(t, old, old.owner, None) if old.face_down is not None else ()
        opening = t.sealer.opening(old.bond)
        name = old.card or old.named
        if name is None and opening is not None and isinstance(opening.identity, e.CardIdentity):
            name = opening.identity.name
        found.append(
            e.Moved(
                player=old.owner,
                source=old.zone,  # type: ignore[arg-type]
                to="exile",
                object=old.handle,
                new=t.handle(ahead),
                card=name,
            )
        )
        ahead += 1
    return tuple(found)
