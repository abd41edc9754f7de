"""One long match to measure on, and the way to measure: a floor and what stands on it, in turns, in the same run."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import cycle
from typing import Any

import pytest

from facedown.cards import builtin
from facedown.ledger import record
from facedown.ledger.game import Game
from facedown.ledger.record import Row
from facedown.ledger.store import Store
from facedown.rules import actions as a
from facedown.stores.keyfiles import PrivateKeys
from facedown.stores.memory import open_memory

ENTRIES = 10_000
ROUNDS = 15
TURNS = 24
"""Turns of one game; then the next one of the match begins."""
SPELL = "Bashful Beastie"


@dataclass(frozen=True)
class Match:
    """A record, as bytes and as rows, and the judge's keys."""

    game: Game
    data: bytes
    rows: tuple[Row, ...]
    judge: PrivateKeys

    @property
    def lines(self) -> list[bytes]:
        return [line for line, _ in self.rows]


def play(store: Store, entries: int, judge: PrivateKeys) -> Game:
    """Play games of `TURNS` turns until so many entries are written; every third turn something lies face down."""
    game = Game.new(store, ("Alice", "Bob"), judge=judge.public, strict=True)
    facts = builtin.catalogue().values()
    morphs = cycle([card for card in facts if card.keyword == "morph" and _is_plain(card.turn_up_cost)][:40])
    with game.batch():
        game.play(a.Begin(first="p1"))
        while True:
            down: dict[str, tuple[str, str]] = {}
            for number in range(TURNS):
                seat, other = (("p1", "p2"), ("p2", "p1"))[number % 2]
                card = next(morphs)
                life = 20 - number // 2
                for _ in _turn(game, number, seat, other, card.name, card.turn_up_cost or "", life, down):
                    if len(game) >= entries - 1:
                        game.play(a.Close())
                        return game
            game.play(a.Concede(player="p2"))
            for handle in down:
                game.play(a.Show(object=handle))
            game.play(a.Record(result="1-0"))
            game.play(a.BeginNext())
            game.play(a.Begin(first="p1"))


def _turn(
    game: Game, number: int, seat: str, other: str, morph: str, cost: str, life: int, down: dict[str, Any]
) -> Iterator[object]:
    """One turn, about 20 entries; `down` are the face-down permanents and how they can be turned up."""

    deed = game.play

    hidden = number % 3 == 0
    yield deed(a.BeginTurn(player=seat))
    yield deed(a.BeginStep(step="upkeep"))
    yield deed(a.BeginStep(step="draw"))
    yield deed(a.Draw(player=seat, cards=(morph if hidden else SPELL,)))
    yield deed(a.BeginStep(step="main"))
    yield deed(a.GivePriority(player=seat))
    land = deed(a.Put(player=seat, card="Plains")).handle
    yield None
    yield deed(a.Tap(object=land))
    if hidden:
        spell = deed(a.CastSpell(player=seat, card=morph, face_down="morph", cost="{3}")).handle
    else:
        spell = deed(a.CastSpell(player=seat, card=SPELL, cost="{4}{G}")).handle
    yield None
    yield deed(a.GivePriority(player=other))
    creature = deed(a.Resolve(object=spell)).handle
    if hidden:
        down[creature] = (seat, cost)
    yield None
    yield deed(a.GivePriority(player=seat))
    ripe = next((handle for handle, (whose, _) in down.items() if whose == seat and handle != creature), None)
    if ripe is not None and number % 12 in {4, 7}:
        _, price = down.pop(ripe)
        yield deed(a.TurnUp(object=ripe, procedure="morph", cost=price))
    yield deed(a.BeginStep(step="combat"))
    yield deed(a.Attack(player=seat, objects=(ripe or creature,)))
    yield deed(a.SetLife(player=other, life=life))
    yield deed(a.EndCombat())
    if ripe is not None and ripe not in down:
        yield deed(a.Move(object=ripe, to="graveyard"))
    yield deed(a.BeginStep(step="end"))
    yield deed(a.Untap(object=land))


def _is_plain(cost: str | None) -> bool:
    return cost is not None and "X" not in cost and "/" not in cost


@pytest.fixture(scope="session", name="play")
def play_() -> Callable[[Store, int, PrivateKeys], Game]:
    return play


@pytest.fixture(scope="session")
def match() -> Match:
    judge = PrivateKeys.new()
    game = play(open_memory(), ENTRIES, judge)
    data = record.write(game.export())
    return Match(game, data, record.read(data).lines, judge)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The plug-in's own clock must be the one that the floors are taken with."""
    for item in items:
        if "compare" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.benchmark(timer=time.process_time))


@pytest.fixture
def compare(benchmark: Any, capsys: pytest.CaptureFixture[str]) -> Callable[..., float]:
    """`compare(mine, floor, target=…)` runs both in turns and returns the ratio of their quickest rounds.

    Processor time is taken, so that other work on the machine disturbs less. `target` is what the ratio should be at most; with `faster`, `mine` should be at least so many times quicker. `mine`
    does `times` times what is compared; times are printed for one of `per` entries.
    """

    def run(
        mine: Callable[[], object],
        floor: Callable[[], object],
        *,
        target: float | None = None,
        faster: bool = False,
        per: int = ENTRIES,
        times: int = 1,
        rounds: int = ROUNDS,
        what: str = "the floor",
    ) -> float:
        floors: list[float] = []

        def setup() -> None:
            gc.collect()
            began = time.process_time()
            floor()
            floors.append(time.process_time() - began)
            gc.collect()

        benchmark.pedantic(mine, setup=setup, rounds=rounds, warmup_rounds=1)
        least, own = min(floors), float(benchmark.stats.stats.min) / times
        ratio = least / own if faster else own / least
        benchmark.extra_info.update(
            ratio=round(ratio, 3), target=target, floor_us=least / per * 1e6, mine_us=own / per * 1e6
        )
        wanted = "" if target is None else f" (target: at {'least' if faster else 'most'} {target:g})"
        said = f"{ratio:.3g} × {'as fast as' if faster else ''} {what}".replace("×  ", "× ")
        with capsys.disabled():
            print(  # noqa: T201  (it is what the run is for)
                f"\n{benchmark.name}: {said}{wanted}: {own / per * 1e6:.2f} to {least / per * 1e6:.2f} µs each"
            )
        return ratio

    return run
