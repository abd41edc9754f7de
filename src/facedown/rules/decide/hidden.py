"""Deeds in hidden zones: drawing, moving unseen, shuffling, choosing in secret."""

from __future__ import annotations

from facedown.errors import Malformed
from facedown.rules import actions as a
from facedown.rules import events as e
from facedown.rules.decide.table import Table, how_many
from facedown.rules.evolve.table import player


def draw(t: Table, do: a.Draw) -> tuple[e.Event, ...]:
    player(t.state, do.player)
    number = how_many("draw", do.cards, do.count)
    return (e.Drew(player=do.player, count=number, cards=t.hide(do.player, do.cards, do.player, "library")),)


def transfer(t: Table, do: a.Transfer) -> tuple[e.Event, ...]:
    owner = do.owner or do.player
    player(t.state, owner)
    number = how_many("transfer", do.cards, do.count)
    for zone in (do.source, do.to):
        if zone not in e.HIDDEN:
            raise Malformed(f"transfer is for hidden zones; use put or move for {zone}")
    cards = t.hide(owner, do.cards, do.player, do.source)
    return (
        e.Transferred(
            player=do.player, source=do.source, to=do.to, count=number, owner=do.owner, cards=cards
        ),
    )


def shuffle(t: Table, do: a.Shuffle) -> tuple[e.Event, ...]:
    player(t.state, do.player)
    if do.objects is None:
        return (e.Shuffled(player=do.player, zone=do.zone),)
    new = tuple(t.handle(ahead) for ahead in range(len(do.objects)))
    identities = None
    if do.cards is not None:
        if len(do.cards) != len(new):
            raise Malformed(f"shuffle: {len(new)} objects, but {len(do.cards)} cards are named")
        identities = tuple(
            t.sealer.conceal(handle, e.CardIdentity(name=name), frozenset(), None)
            for handle, name in zip(new, do.cards, strict=True)
        )
    return (e.Repiled(player=do.player, objects=do.objects, new=new, identities=identities),)


def choose(t: Table, do: a.Choose) -> tuple[e.Event, ...]:
    player(t.state, do.player)
    handle = t.slot(do.player, kind="choice")
    identity = t.sealer.conceal(handle, e.Choice(values=do.values), frozenset({do.player}), None)
    return (e.Chose(player=do.player, choice=e.HiddenCard(handle=handle, identity=identity)),)
