"""A game that is not finished yet: what fails halfway never reaches the real store, and what grows too large is stopped."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from types import TracebackType
from typing import Self

from facedown.errors import Malformed
from facedown.ledger.game import Game
from facedown.ledger.store import Row, Store
from facedown.rules.state import State

MOST = 20_000_000
"""Objects and hidden cards over all positions of a game that is imported. A long game of six players has two million."""


class Growth:
    """Watches how much a game holds: every position is kept, so many events with many cards would fill the memory."""

    def __init__(self) -> None:
        self._spent = 0
        self._last = State()

    def watch(self, state: State) -> None:
        """Take note of a position.

        Raises:
            Malformed: the game has become larger than any that people play.
        """
        for after, before in ((state.objects, self._last.objects), (state.hidden, self._last.hidden)):
            if after is not before:
                self._spent += len(after)
        self._last = state
        if self._spent > MOST:
            raise Malformed("more happens with more cards here than in any game that people play")


class Draft:
    """Holds the rows of one game, which only its one writer sees."""

    def __init__(self) -> None:
        self.rows: list[Row] = []

    def append(self, rows: Sequence[Row]) -> tuple[Row, ...]:
        """Add rows (see `facedown.ledger.store.Store`)."""
        self.rows += rows
        return tuple(rows)

    def read(self, game: str, start: int = 0) -> Iterator[Row]:
        """Yield the rows from number `start` on."""
        return (row for row in self.rows[start:] if row.game == game)

    def head(self, game: str) -> int | None:
        """Return the number of the last row."""
        return max((row.seq for row in self.read(game)), default=None)

    def games(self) -> tuple[str, ...]:
        """Return the id of the game."""
        return tuple(dict.fromkeys(row.game for row in self.rows))

    def close(self) -> None:
        """There is nothing to let go of."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def move(self, game: Game, store: Store) -> Game:
        """Put the whole game into `store` in one transaction; it goes on there.

        Raises:
            Conflict: it is there already, and not the same. Nothing was stored.
        """
        store.append(self.rows)
        game.store = store
        return game
