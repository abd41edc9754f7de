"""Append-or-confirm, once for every database: a store on top of a recorder.

A recorder of the `eventsourcing` library puts rows into a database and refuses a row whose place is taken.
Everything that the port adds (what may be written, when a refusal means "you already did that", reading page
by page) stands here, so that all stores behave alike.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from types import TracebackType
from typing import Any, Self

from eventsourcing.persistence import ApplicationRecorder, IntegrityError, StoredEvent

from facedown.errors import Conflict, Malformed
from facedown.ledger import entry
from facedown.ledger.store import Row
from facedown.proofs.canonical import is_hex
from facedown.stores.mapper import Kept, RowMapper, check, leaf_of, read, signer_and_id

Follows = Callable[[Any], None]
"""Looks at the stored state before the first new one, inside the transaction; raises to have it rolled back."""


class GameRecorder(ApplicationRecorder, ABC):
    """A recorder whose streams have no gaps: it raises `IntegrityError` rather than leave one.

    Its `insert_events` takes one more keyword, `follows`.
    """

    @abstractmethod
    def streams(self) -> Sequence[str]:
        """Return the ids of all streams, the oldest first."""

    def states(
        self, stream: str, *, after: int, last: int | None, limit: int | None
    ) -> Iterable[tuple[Any, Any, Any]]:
        """Return version, topic and state of what a stream holds after version `after`, in order."""
        events = self.select_events(stream, gt=after, lte=last, limit=limit)
        return [(event.originator_version, event.topic, event.state) for event in events]


def awaited(events: Sequence[StoredEvent]) -> set[tuple[str, int]]:
    """Name the (stream, version) pairs that must be stored for `events` to follow on without a gap."""
    here = {(str(event.originator_id), event.originator_version) for event in events}
    return {(stream, version - 1) for stream, version in here if version > 0} - here


class RecordedStore:
    """The port of `facedown.ledger.store` on any `GameRecorder`.

    `page` is how many rows are fetched at once (None: all, for a recorder that holds them in memory anyway);
    `release` lets go of what the recorder stands on.
    """

    def __init__(
        self, recorder: GameRecorder, *, page: int | None = None, release: Callable[[], None] = lambda: None
    ) -> None:
        # Made here and nowhere else: the library's factory would take mapper, transcoder, compressor and
        # cipher from the environment of the process.
        self._mapper = RowMapper()
        self._recorder = recorder
        self._page = page
        self._release = release

    def append(self, rows: Sequence[Row]) -> tuple[Row, ...]:
        """Add rows to one game, or confirm that they are there: see `facedown.ledger.store.Store`."""
        return self._settle(_in_order([check(row) for row in rows]))

    def _settle(self, kept: Sequence[Kept]) -> tuple[Row, ...]:
        if not kept:
            return ()
        first = kept[0]

        def follows(state: object) -> None:
            if leaf_of(state) != first.prev:
                raise Conflict(
                    f"entry {first.row.seq} does not follow on from the one that the store holds before it"
                )

        try:
            self._recorder.insert_events([self._mapper.to_stored_event(one) for one in kept], follows=follows)
        except IntegrityError:
            stored = self._confirm(kept)
            return stored + self._settle(kept[len(stored) :])
        return tuple(one.row for one in kept)

    def _confirm(self, kept: Sequence[Kept]) -> tuple[Row, ...]:
        """Return the stored rows that take the places of `kept`, if all of them are the same entries."""
        first, last = kept[0].row, kept[-1].row
        stored = tuple(self._fetch(first.game, first.seq - 1, last.seq, None))
        for there, mine in zip(stored, kept, strict=False):
            same = there.line == mine.row.line or signer_and_id(there.line) == signer_and_id(mine.row.line)
            if not same:
                raise Conflict(f"another writer has taken entry {there.seq}: look again and decide again")
        if not stored:
            raise Conflict(f"entry {first.seq} cannot be stored before entry {first.seq - 1}")
        return stored

    def read(self, game: str, start: int = 0) -> Iterator[Row]:
        """Yield the rows of a game from number `start` on, in order; each page is a transaction of its own."""
        after = max(start, 0) - 1
        while True:
            page = 0
            for row in self._fetch(game, after, None, self._page):
                page, after = page + 1, row.seq
                yield row
            if self._page is None or page < self._page:
                return

    def _fetch(self, game: str, after: int, last: int | None, limit: int | None) -> Iterator[Row]:
        expected = after + 1
        for seq, topic, state in self._recorder.states(game, after=after, last=last, limit=limit):
            row = read(game, seq, topic, state)
            if seq != expected:
                raise Malformed("the store has lost this entry", entry=expected)
            expected += 1
            yield row

    def head(self, game: str) -> int | None:
        """Return the number of the last row of a game, or None if the game is unknown."""
        for event in self._recorder.select_events(game, desc=True, limit=1):
            return self._mapper.to_domain_event(event).row.seq
        return None

    def games(self) -> tuple[str, ...]:
        """Return the ids of all games, in the order in which they were opened."""
        games = tuple(self._recorder.streams())
        if not all(type(game) is str and is_hex(game, 32) for game in games):
            raise Malformed("the store names a game by something that is no game id")
        return games

    def close(self) -> None:
        """Let go of files and connections; closing twice is harmless."""
        self._release()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def _in_order(kept: Sequence[Kept]) -> Sequence[Kept]:
    for before, after in pairwise(kept):
        if after.row.game != before.row.game or after.row.seq != before.row.seq + 1:
            raise Malformed(
                "the rows of one append are one game's, numbered without a gap", entry=after.row.seq
            )
        if after.prev != entry.leaf(before.row.line).hex():
            raise Malformed("it does not follow on from the entry before it", entry=after.row.seq)
    return kept
