"""A store in memory: for tests, for a demonstration, and for a record that is exported and forgotten."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from eventsourcing.persistence import IntegrityError, StoredEvent
from eventsourcing.popo import POPOApplicationRecorder

from facedown.stores.recorded import Follows, GameRecorder, RecordedStore, awaited


def open_memory() -> RecordedStore:
    """Make an empty store that lives as long as the object does."""
    return RecordedStore(MemoryGameRecorder())


class MemoryGameRecorder(POPOApplicationRecorder, GameRecorder):
    """The library's recorder of plain objects, which also refuses gaps and lists the games."""

    def _assert_uniqueness(
        self, stored_events: Sequence[StoredEvent], *, follows: Follows | None = None, **kwargs: Any
    ) -> None:
        super()._assert_uniqueness(stored_events, **kwargs)
        for stream, version in awaited(stored_events):
            at = self._stored_events_index[stream].get(version)
            if at is None:
                raise IntegrityError("the entry before the first is not there")
            if follows is not None:
                follows(self._stored_events[at].state)

    def select_events(
        self,
        originator_id: UUID | str,
        *,
        gt: int | None = None,
        lte: int | None = None,
        desc: bool = False,
        limit: int | None = None,
    ) -> Sequence[StoredEvent]:
        """Return the events of one stream; asking for an unknown one must not create it."""
        with self._database_lock:
            if str(originator_id) not in self._stored_events_index:
                return []
            return super().select_events(originator_id, gt=gt, lte=lte, desc=desc, limit=limit)

    def streams(self) -> Sequence[str]:
        """Return all stream ids, the oldest first."""
        with self._database_lock:
            index = self._stored_events_index
            # A refused first append leaves an empty entry in the index: skip it, and sort by place in the log.
            return sorted(filter(index.__getitem__, index), key=lambda stream: min(index[stream].values()))
