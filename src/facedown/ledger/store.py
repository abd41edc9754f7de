"""The port: what the ledger asks of a place that keeps games.

A store keeps *rows*. A row is one entry line with the parts that this line names, exactly as they were
signed: nothing is re-encoded on the way in or out. Rows of one game are numbered from 0 without a gap and
are never changed or removed. `facedown.stores` holds the implementations; tests of the port run over all
of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from types import TracebackType
from typing import NamedTuple, Protocol, Self


class Row(NamedTuple):
    """One entry with its parts.

    `game` is the game id (64 hex digits; for the first entry the id that follows from its own bytes),
    `seq` the entry's number, `line` the entry line without its LF, `parts` the raw bytes of its parts, in the
    order in which the line names them.
    """

    game: str
    seq: int
    line: bytes
    parts: tuple[bytes, ...] = ()


class Store(Protocol):
    """A place that keeps games: append, read, and two look-ups. Safe to share between threads."""

    def append(self, rows: Sequence[Row]) -> tuple[Row, ...]:
        """Add rows to one game in one transaction, or confirm that they are there; return the stored rows.

        The rows carry consecutive numbers of one game and begin right after the last stored one. Where a row
        with that number is there already, the append is *confirmed* if it is the same line, or an entry with
        the same `by` and `id`; then the stored row is returned, whose bytes may differ. So a finished line
        may be sent again after a crash or a lost answer and is never written twice.

        Raises `Conflict` if another entry has taken a number, or if the first new row does not follow on from
        the stored one before it (its `prev` is another, or that number is still free); `Malformed` if a line
        cannot be read, disagrees with its `game` or `seq`, comes without exactly the parts it names, or does
        not follow on from the row before it in the same append. In all these cases nothing is written.
        """
        ...

    def read(self, game: str, start: int = 0) -> Iterator[Row]:
        """Yield the rows of a game from number `start` on, in order; none if the game is unknown.

        Raises `Malformed` where the stored bytes do not belong where they stand.
        """
        ...

    def head(self, game: str) -> int | None:
        """Return the number of the last row of a game, or None if the game is unknown."""
        ...

    def games(self) -> tuple[str, ...]:
        """Return the ids of all games, in the order in which they were opened."""
        ...

    def close(self) -> None:
        """Let go of files and connections; closing twice is harmless."""
        ...

    def __enter__(self) -> Self: ...

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None: ...
