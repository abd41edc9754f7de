"""What it costs to have a game again: from SQLite, and at any position once it was opened."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from eventsourcing.application import Application
from eventsourcing.domain import Aggregate, event

from facedown.ledger import entry
from facedown.ledger.replay import Replay, first_state
from facedown.ledger.store import Row
from facedown.rules.evolve import fold
from facedown.rules.state import State
from facedown.stores.sqlite import open_sqlite

PAGE = 500
POSITIONS = 50


class Ledger(Aggregate):
    """The same game as a classic aggregate: one event type that holds the line, and the same fold."""

    def __init__(self, custody: str) -> None:
        self.state = State(custody=custody)

    @event("Written")
    def write(self, line: str) -> None:
        by, events = entry.by_and_events(line.encode())
        self.state = fold(self.state, self.state.seq + 1, by, events)


@pytest.fixture(scope="module")
def store(match: Any, tmp_path_factory: pytest.TempPathFactory) -> Any:
    rows = [Row(match.game.game, seq, line, some) for seq, (line, some) in enumerate(match.rows)]
    with open_sqlite(tmp_path_factory.mktemp("store") / "match.sqlite") as opened:
        for start in range(0, len(rows), PAGE):
            opened.append(rows[start : start + PAGE])
        yield opened


def test_replay_from_sqlite(match: Any, store: Any, compare: Any) -> None:
    game, select = match.game.game, store._recorder.select_events

    def bare() -> None:
        """Select the rows and decode each line into its events; nothing is checked and nothing is folded."""
        for stored in select(game):
            entry.by_and_events(stored.state.partition(b"\n")[0])

    def replay() -> State:
        return Replay(((row.line, row.parts) for row in store.read(game)), checked=True).last

    assert replay() == match.game.state
    compare(replay, bare, target=2, what="bare select and decode")


def test_replay_against_a_classic_aggregate(match: Any, store: Any, compare: Any, tmp_path: Path) -> None:
    game = match.game.game
    place = {"PERSISTENCE_MODULE": "eventsourcing.sqlite", "SQLITE_DBNAME": str(tmp_path / "classic.sqlite")}
    with Application[Any](env=place) as classic:
        ledger = Ledger(match.game.opened.custody)
        for number, line in enumerate(match.lines):
            ledger.write(line.decode())
            if number % PAGE == 0:
                classic.save(ledger)
        classic.save(ledger)
        loaded: Any = classic.repository.get(ledger.id)
        assert loaded.state == match.game.state
        compare(
            lambda: Replay(((row.line, row.parts) for row in store.read(game)), checked=True).last,
            lambda: classic.repository.get(ledger.id),
            target=4,
            faster=True,
            rounds=6,
            what="a classic aggregate",
        )


def test_any_position_once_opened(match: Any, compare: Any) -> None:
    replay = Replay(match.rows, checked=True)
    assert replay.last == match.game.state
    chance = random.Random(7)
    positions = [chance.randrange(len(match.rows)) for _ in range(POSITIONS)]

    def seek() -> None:
        for position in positions:
            replay.at(position)

    compare(
        seek, lambda: Replay(match.rows, checked=True).last, target=1 / 50, times=POSITIONS, what="a replay"
    )


def test_the_first_position_is_the_state_before_all() -> None:
    """Not a measurement: the classic aggregate begins where a replay does."""
    opened = entry.GameOpened(
        format="facedown/1", custody="recorder", log=entry.Log(origin="x", key=""), roles=(), rules="",
        catalogue=entry.Catalogue(name="x", sha256=""), random="",
    )  # fmt: skip
    assert first_state(opened) == State(custody="recorder")
