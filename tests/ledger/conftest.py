"""A table with a judge and two players, whose games are kept in memory."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest

from facedown.audit.integrity import verify
from facedown.errors import Malformed
from facedown.ledger import record
from facedown.ledger.game import Game, Receipt
from facedown.ledger.store import Row
from facedown.rules import actions as a
from facedown.stores.keyfiles import PrivateKeys
from facedown.stores.memory import open_memory


class Watched:
    """A store that remembers what it was offered, and refuses when it is told to."""

    def __init__(self) -> None:
        self.inner = open_memory()
        self.offered: list[tuple[Row, ...]] = []
        self.fails: BaseException | None = None
        self.fails_after: BaseException | None = None

    def append(self, rows: Sequence[Row]) -> tuple[Row, ...]:
        self.offered.append(tuple(rows))
        if self.fails is not None:
            raise self.fails
        stored = self.inner.append(rows)
        if self.fails_after is not None:
            raise self.fails_after
        return stored

    def __getattr__(self, name: str) -> Any:
        return getattr(self.inner, name)


class Table:
    """The keys of one table, and shorthand for what is done at it."""

    def __init__(self) -> None:
        self.store = Watched()
        self.keys = PrivateKeys.new()
        self.judge = PrivateKeys.new()

    def new(self, **options: Any) -> Game:
        options = {"sign_key": self.keys.sign, "judge": self.judge.public, **options}
        return Game.new(self.store, options.pop("players", ("Alice", "Bob")), **options)

    def resume(self, game: Game | str, **options: Any) -> Game:
        options = {"sign_key": self.keys.sign, "keys": [self.judge.box], **options}
        return Game.resume(self.store, game if isinstance(game, str) else game.game, **options)

    def rows(self, game: Game) -> list[Row]:
        return list(self.store.read(game.game))

    @staticmethod
    def begin(game: Game, turn: str = "p1") -> None:
        game.play(a.Begin(first="p1"))
        game.play(a.BeginTurn(player=turn))

    @staticmethod
    def morph(game: Game, card: str | None = "Exalted Angel", player: str = "p1", **more: Any) -> Receipt:
        return game.play(a.CastSpell(player=player, card=card, face_down="morph", cost="{3}", **more))

    @staticmethod
    def verified(game: Game) -> bool:
        answer = verify(record.write(game.export()))
        assert answer.ok, answer.sentence
        return answer.missing_parts == 0

    @staticmethod
    def memory(game: Game) -> Any:
        """All that a game remembers, to be compared."""
        chain = game._chain
        vault = chain.vault
        return (
            list(chain.entries), dict(chain._ids), dict(vault.openings), dict(vault.known), dict(vault.sealed),
            dict(vault.zones), list(vault._marks), dict(vault.boxes), game._saved, game._depth,
        )  # fmt: skip


@pytest.fixture
def table() -> Iterator[Table]:
    made = Table()
    yield made
    made.store.close()


@pytest.fixture
def full() -> BaseException:
    return Malformed("the disk is full")


@pytest.fixture
def ids() -> Callable[[int], str]:
    return lambda number: f"{number:032x}"
