"""From a replay to a game of ours: whole, or not at all.

Custody is the recorder's. What the server sent to one player alone is sealed to that player alone, and to the judge, who
may read whatever the file names. Why a card lies face down is `unrecorded` throughout. None of Cockatrice's ids is kept;
of a user only the name, as a part, and talk as parts too.

======================================  =============================================================================
in the file                             in the record
======================================  =============================================================================
a card put face down from a hand        put, sealed to whoever was told it, linked to nothing public
from a library                          put, unbound until somebody is told what it is; sealed to the judge alone if the
                                        file has named that very card before
face down to another player's table     a change of control under the same handle; nobody is told anything by it
face down into a grave or exile, up     moved, shown to all
face down into a hand                   moved unshown; the mover, who was told the name, gets it sealed
a reveal to all, to one, to oneself     shown to all, shown to one, a look
the last concession                     the end: afterwards a server takes no more deeds (`stops_at_end`)
somebody leaves                         out of the game, if it goes on and they had not conceded
what there is no event for              a note of kind ``source``
======================================  =============================================================================

An entry's time is when the source says that it happened.
"""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256

from facedown.cards.card import Card
from facedown.errors import Malformed
from facedown.importers.cockatrice import events as ev
from facedown.importers.cockatrice import moves, shows, table
from facedown.importers.cockatrice.replay import Replay, read
from facedown.importers.cockatrice.scribe import Scribe
from facedown.importers.cockatrice.tracking import Step
from facedown.importers.draft import Draft
from facedown.ledger import entry
from facedown.ledger.game import PREFIX, Game, Public, clock
from facedown.ledger.store import Store
from facedown.proofs.signing import SigningKey
from facedown.rules import actions as a

LATEST = 2**33
"""Seconds since 1970: a start after that is no time."""


def convert(
    data: bytes,
    store: Store,
    *,
    sign_key: SigningKey | None = None,
    judge: Public | None = None,
    cards: Mapping[str, Card] | None = None,
    catalogue: entry.Catalogue | None = None,
    origin: str = PREFIX,
) -> Game:
    """Convert the bytes of a `.cor` file into a game in `store`, in one transaction.

    `sign_key`, `judge`, `cards`, `catalogue` and `origin` are those of `Game.new`. The record is closed unless the file
    breaks off.

    Raises:
        Malformed: not a replay, a damaged one, or one in which no game begins. Nothing was stored.
    """
    replay = read(data)
    seats = _seats(replay)
    times = _Times(replay.started_at)
    draft = Draft()
    game = Game.new(
        draft,
        [seat.player for seat in seats.values()],
        sign_key=sign_key,
        judge=judge,
        strict=False,
        cards=cards,
        catalogue=catalogue,
        source=entry.Source(kind="cockatrice", sha256=sha256(data).hexdigest(), time=times.source),
        seats=seats.values(),
        origin=origin,
        now=times,
    )
    with game.batch():
        _write(Scribe(game, {id_: seat.player for id_, seat in seats.items()}), replay, times)
    return draft.move(game, store)


def _seats(replay: Replay) -> dict[int, a.Seat]:
    """Who plays, by Cockatrice's id: those whom the state lists at the moment when the game begins."""
    names = {player.id: player.name for player in replay.players}
    for event in (event for container in replay.containers for event in container.events):
        if not isinstance(event, ev.GameStateChanged) or not event.started:
            continue
        listed = {
            seat.properties.id: {zone.name: zone.count for zone in seat.zones}
            for seat in event.seats
            if seat.properties.id is not None and not seat.properties.spectator
        }
        if listed:
            return {
                id_: a.Seat(
                    player=f"p{number}",
                    name=(names.get(id_) or f"p{number}")[:200],
                    library=_count(listed[id_], "deck"),
                    hand=_count(listed[id_], "hand"),
                )
                for number, id_ in enumerate(sorted(listed), start=1)
            }
    raise Malformed("no game begins in this replay, so there is nothing to convert")


def _count(counts: Mapping[str, int], zone: str) -> int | None:
    number = counts.get(zone)
    return number if number is not None and 0 <= number <= 100_000 else None


def _write(s: Scribe, replay: Replay, times: _Times) -> None:
    for container in replay.containers:
        times.seconds = container.seconds
        if s.game.state.began:
            table.circumstances(s, container)
        for event in container.events:
            steps = s.fold(event)
            if s.game.state.began or isinstance(event, ev.GameStateChanged | ev.Say):
                _take(s, event, steps)
    if replay.duration is None:
        s.note("the replay breaks off here: what came after is not in the file")
        return
    if not s.game.state.over:
        s.play(a.End(how="unrecorded"))
    s.play(a.Close())


def _take(s: Scribe, event: ev.Event, steps: tuple[Step, ...]) -> None:
    match event:
        case ev.MoveCard():
            moves.moved(s, event, steps)
        case ev.FlipCard():
            moves.flipped(s, event.player, steps)
        case ev.DrawCards():
            moves.drew(s, event, steps)
        case ev.CreateToken():
            moves.made(s, event, steps)
        case ev.DestroyCard():
            moves.destroyed(s, steps)
        case ev.RevealCards():
            shows.revealed(s, event, steps)
        case ev.DumpZone():
            shows.dumped(s, event)
        case ev.SetCardAttr():
            table.marked(s, event, steps)
        case ev.SetCardCounter() | ev.SetCounter():
            table.counted(s, event)
        case ev.AttachCard():
            table.attached(s, event)
        case ev.Shuffle():
            table.shuffled(s, event)
        case ev.RollDie():
            table.rolled(s, event)
        case ev.SetActivePlayer():
            table.turn(s, event)
        case ev.SetActivePhase():
            table.phase(s, event)
        case ev.Say():
            table.said(s, event)
        case ev.PropertiesChanged():
            table.properties_changed(s, event)
        case ev.Leave():
            table.left(s, event, steps)
        case ev.GameStateChanged():
            table.state_changed(s, event)
        case ev.Unknown():
            s.note(f"something happens that is not read here (event {event.number})")
        case _:
            pass  # who comes to look on, and that the room is closed, is no part of the game


class _Times:
    """The clock of the record: when the source says that it happened, in milliseconds UTC."""

    def __init__(self, started_at: int | None) -> None:
        known = started_at is not None and 0 < started_at < LATEST
        self.source = started_at * 1000 if known and started_at is not None else None
        self._start = self.source if self.source is not None else clock()
        self.seconds = 0

    def __call__(self) -> int:
        return self._start + 1000 * min(self.seconds, LATEST)
