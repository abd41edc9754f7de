"""The recorded games, as they are and converted."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from types import SimpleNamespace

import msgspec
import pytest

from facedown.importers.cockatrice import conversion, replay
from facedown.importers.cockatrice import events as ev
from facedown.importers.cockatrice.replay import Container, Replay
from facedown.ledger import record
from facedown.ledger.game import Game
from facedown.ledger.openings import Openings
from facedown.ledger.replay import Replay as Play
from facedown.ledger.replay import Step, open_with
from facedown.proofs.sealing import BoxKey
from facedown.proofs.signing import SigningKey
from facedown.rules import events as e
from facedown.rules.state import State
from facedown.stores.memory import open_memory

DATA = Path(__file__).parents[2] / "data" / "cockatrice"
GAMES = ("basic", "match_game1", "match_game2", "multi", "random_seed3", "revealall")
START = 1_700_000_000


class Imported:
    """A converted replay: its record read back, with what the judge's key opens."""

    def __init__(self, game: Game, judge: BoxKey, source: Replay) -> None:
        self.game, self.judge, self.source = game, judge, source
        self.bytes = record.write(game.export())
        self.rows = [(row[0], row[1]) for row in record.rows(self.bytes)]

    @cached_property
    def play(self) -> Play:
        return Play(self.rows)

    @cached_property
    def steps(self) -> list[Step]:
        return list(self.play.steps())

    @cached_property
    def openings(self) -> Openings:
        return open_with(self.play, [self.judge])

    @property
    def state(self) -> State:
        return self.play.last

    def events(self) -> list[e.Event]:
        """The events of the game after everybody sat down."""
        return [
            event
            for step in self.steps
            for event in step.events
            if isinstance(event, e.Event) and not isinstance(event, e.Seated)
        ]

    def container(self, step: Step) -> int:
        """The index of the container that an entry comes from: the clock of these conversions ticks by containers."""
        at: int = msgspec.json.decode(step.line)["entry"]["at"]
        return at // 1000 - START

    def card(self, handle: str) -> str | None:
        """The name of the card that an object was in the end, as the judge knows it."""
        for step in reversed(self.steps):
            thing = step.state.objects.get(handle)
            if thing is not None:
                known = self.openings.everything().get(thing.bond.commitment) if thing.bond else None
                return known.name if isinstance(known, e.CardIdentity) else thing.card or thing.named
        return None


Convert = Callable[[Replay], Imported]


@pytest.fixture
def convert(monkeypatch: pytest.MonkeyPatch) -> Convert:
    """Convert a replay that is read already. Its clock is made to count containers, so that entries can be told apart."""

    def one(source: Replay) -> Imported:
        ticking = tuple(msgspec.structs.replace(c, seconds=c.index) for c in source.containers)
        timed = msgspec.structs.replace(source, containers=ticking, started_at=START)
        monkeypatch.setattr(conversion, "read", lambda _: timed)
        key = BoxKey.new()
        judge = SimpleNamespace(sign=SigningKey.new().public, box=key.public)
        return Imported(conversion.convert(b"", open_memory(), judge=judge), key, source)

    return one


@pytest.fixture(params=GAMES)
def recording(request: pytest.FixtureRequest) -> Path:
    """Each recorded game in turn: the `.cor` file; what is known about it lies beside it."""
    return DATA / f"{request.param}.cor"


@pytest.fixture
def imported(recording: Path, convert: Convert) -> Imported:
    """Each recorded game in turn, converted."""
    return convert(replay.read(recording.read_bytes()))


@pytest.fixture
def basic() -> bytes:
    return (DATA / "basic.cor").read_bytes()


def seat(id_: int, name: str, *, deck: int = 40) -> ev.Seat:
    properties = ev.Properties(id=id_, name=name, spectator=False, judge=False, ready=True, conceded=False)
    return ev.Seat(
        properties=properties,
        zones=(ev.Zone(name="deck", count=deck, cards=()), ev.Zone(name="hand", count=0, cards=())),
    )


@pytest.fixture
def written(convert: Convert) -> Callable[..., Imported]:
    """A game written for a test: Ann (0), Ben (1) and perhaps more begin, then the given events, one a container."""

    def one(*events: ev.Event, players: int = 2, duration: int | None = 9) -> Imported:
        names = ("Ann", "Ben", "Cal", "Dan")[:players]
        start = ev.GameStateChanged(
            player=None,
            seats=tuple(seat(id_, name) for id_, name in enumerate(names)),
            started=True,
            active_player=0,
            active_phase=0,
        )
        return convert(
            Replay(
                replay_id=1,
                game_id=1,
                started_at=1,
                duration=duration,
                players=tuple(
                    replay.Player(id=id_, name=name, spectator=False, judge=False)
                    for id_, name in enumerate(names)
                ),
                containers=tuple(
                    Container(index=index, seconds=0, context=None, forced_by_judge=None, events=(event,))
                    for index, event in enumerate((start, *events))
                ),
            )
        )

    return one
