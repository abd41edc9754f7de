"""What recording costs on SQLite, as a multiple of the least it can cost.

The floor is measured in the same run and on the same bytes: one Ed25519 signature for each entry, one HPKE seal for each
box in it, and the bare recorder's `insert_events`, with as many entries to a commit.
"""

from __future__ import annotations

import os
import statistics
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from facedown.ledger import entry
from facedown.ledger.game import Game
from facedown.ledger.store import Row
from facedown.proofs import sealing
from facedown.proofs.signing import SigningKey
from facedown.rules import actions as a
from facedown.stores.keyfiles import PrivateKeys
from facedown.stores.mapper import RowMapper, check
from facedown.stores.sqlite import open_sqlite

ROUNDS = 9
TURNS = 40
JUDGE = PrivateKeys.new()


def deeds() -> list[a.Action]:
    """A game as it is played: opening hands, then turns with a draw, a land, a morph, combat, and something that dies."""
    hand = ("Plains", "Plains", "Exalted Angel", "Plains", "Exalted Angel", "Plains", "Plains")
    found: list[a.Action] = [a.Begin(first="p1"), *(a.Draw(player=seat, cards=hand) for seat in ("p1", "p2"))]
    for number in range(TURNS):
        seat = ("p1", "p2")[number % 2]
        land, spell, creature = (f"#{4 * number + ahead}" for ahead in (1, 2, 3))
        found += [
            a.BeginTurn(player=seat),
            a.Draw(player=seat, cards=("Exalted Angel",)),
            a.Put(player=seat, card="Plains"),
            a.Tap(object=land),
            a.CastSpell(player=seat, card="Exalted Angel", face_down="morph", cost="{3}"),
            a.Resolve(object=spell),
            a.Attack(player=seat, objects=(creature,)),
            a.SetLife(player=("p2", "p1")[number % 2], life=20 - number),
            a.TurnUp(object=creature, procedure="morph", cost="{2}{W}{W}"),
            a.Move(object=creature, to="graveyard"),
        ]
    return found


def record(game: Game, per_commit: int) -> None:
    """Play the whole game with so many deeds to a commit."""
    left = deeds()
    for start in range(0, len(left), per_commit):
        with game.batch():
            for deed in left[start : start + per_commit]:
                game.play(deed)


def floor(rows: Sequence[Row], per_commit: int, place: Path) -> float:
    """Seconds for what cannot be saved."""
    key, mapper = SigningKey.new(), RowMapper()
    to, info, secret = JUDGE.public.box, os.urandom(200), os.urandom(448)
    events = [mapper.to_stored_event(check(row)) for row in rows]
    work = [(entry.signed_bytes(row.line), [len(part) == sealing.BOX for part in row.parts]) for row in rows]
    with open_sqlite(place) as store:
        insert: Callable[[Any], Any] = store._recorder.insert_events
        insert(events[:4])  # with these the game begins
        began = time.perf_counter()
        for start in range(4, len(events), per_commit):
            for body, boxes in work[start : start + per_commit]:
                key.sign(entry.TYPE, body)
                for is_box in boxes:
                    if is_box:
                        sealing.seal_raw(secret, info, to)
            insert(events[start : start + per_commit])
        return time.perf_counter() - began


@pytest.mark.parametrize("per_commit", [1, 10, 100])
def test_append(benchmark: Any, tmp_path: Path, per_commit: int, capsys: pytest.CaptureFixture[str]) -> None:
    floors: list[float] = []
    games: list[Game] = []

    def measure_floor() -> None:
        if games:
            game = games.pop()
            rows = list(game.store.read(game.game))
            game.store.close()
            floors.append(floor(rows, per_commit, tmp_path / f"floor-{len(floors)}.sqlite"))

    def setup() -> tuple[tuple[Game, int], dict[str, Any]]:
        measure_floor()
        store = open_sqlite(tmp_path / f"game-{len(floors)}.sqlite")
        games.append(Game.new(store, ("Alice", "Bob"), judge=JUDGE.public))
        return (games[0], per_commit), {}

    benchmark.pedantic(record, setup=setup, rounds=ROUNDS)
    measure_floor()
    mine, least = (statistics.median(found) / len(deeds()) for found in (benchmark.stats.stats.data, floors))
    benchmark.extra_info.update(floor_us=least * 1e6, mine_us=mine * 1e6, ratio=mine / least)
    with capsys.disabled():
        print(  # noqa: T201  (it is what the run is for)
            f"\n{per_commit} a commit: {mine * 1e6:.0f} µs an entry, {mine / least:.2f} × the floor of {least * 1e6:.0f} µs"
        )
