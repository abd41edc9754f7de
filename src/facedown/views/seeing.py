"""`view`: the public state, and the identities that the viewer's own keys open. Nothing is filtered, nothing can leak."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from facedown.cards import builtin
from facedown.cards.card import Card
from facedown.errors import Malformed
from facedown.ledger.openings import JUDGE, Known, Openings
from facedown.ledger.replay import Replay, names
from facedown.rules.state import PlayerState, State
from facedown.views.eyes import Eyes
from facedown.views.hidden import cards_in_hand, choices, seen
from facedown.views.objects import objects, said
from facedown.views.view import PUBLIC, DutyView, PlayerView, View


def at(
    replay: Replay,
    seq: int,
    who: str,
    openings: Openings | None = None,
    *,
    cards: Mapping[str, Card] | None = None,
) -> View:
    """Return what somebody saw after entry `seq` of a game.

    `who` is ``public``, a seat's role id, or ``judge``. `openings` is what keys opened (`ledger.replay.open_with`); only
    what they opened for `who`, up to that entry, is used. `cards` are the facts of face-up cards (the built-in table).

    Raises:
        Malformed: there is no such entry, or nobody of that name in this game.
    """
    if who not in {PUBLIC, JUDGE, *replay.opened.seats}:
        seats = ", ".join(replay.opened.seats)
        raise Malformed(f"nobody in this game is called {who!r}: there is public, judge, {seats}")
    known = openings.of(who, upto=seq) if openings is not None and who != PUBLIC else {}
    facts = cards if cards is not None else builtin.catalogue()
    return view(replay.at(seq), who, known, names=names(replay), cards=facts)


def view(
    state: State,
    who: str,
    known: Mapping[str, Known],
    *,
    names: Mapping[str, str],
    cards: Mapping[str, Card],
) -> View:
    """Return what `who` sees of `state`; `known` is what the keys of `who` opened, by commitment.

    ``public`` has no keys: whatever is given as `known` is left out.
    """
    eyes = Eyes(state, who, known if who != PUBLIC else {})
    duties = tuple(_duties(eyes))
    return View(
        viewer=who,
        entry=state.seq,
        game=state.game,
        turn=state.turn,
        active=state.active,
        step=state.step,
        priority=state.priority,
        ended=state.ended_how,
        result=state.result,
        closed=state.closed_at is not None,
        players=tuple(_player(eyes, seat, names) for seat in state.players.values()),
        objects=objects(eyes, cards),
        duties=tuple(duty for duty in duties if duty.closed is None),
        unshown=tuple(duty for duty in duties if duty.closed is not None),
        choices=tuple(choices(eyes)),
        seen=tuple(seen(eyes)),
    )


def _player(eyes: Eyes, seat: PlayerState, names: Mapping[str, str]) -> PlayerView:
    return PlayerView(
        id=seat.id,
        name=names.get(seat.id, seat.id),
        status=seat.status,
        team=seat.team if seat.team != seat.id else None,
        life=seat.life,
        library=seat.library,
        hand=seat.hand,
        known_hand=seat.known_hand,
        known_library=seat.known_library,
        cards=cards_in_hand(eyes, seat.id),
    )


def _duties(eyes: Eyes) -> Iterator[DutyView]:
    for duty in eyes.state.duties.values():
        if not any(show.meets for show in duty.shows):
            yield DutyView(
                object=duty.object,
                cause=duty.cause,
                rule=duty.rule,
                owed_by=duty.owed_by,
                controller=duty.controller,
                since=duty.since,
                kind=duty.kind,
                way=said(duty.way),
                moot=duty.moot,
                doubt=duty.doubt,
                closed=None if duty.open else duty.closed_by or "its time is over",
                named=duty.named,
                known=eyes.face(duty.bond),
            )
