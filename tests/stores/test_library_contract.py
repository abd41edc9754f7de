"""The store library's own contract tests, run against our recorders."""

from __future__ import annotations

import tempfile
import threading
from pathlib import Path
from typing import cast
from uuid import UUID, uuid4

from eventsourcing.persistence import ApplicationRecorder
from eventsourcing.tests import persistence  # the module: its abstract cases must not be collected here

from facedown.stores.memory import MemoryGameRecorder
from facedown.stores.sqlite import open_sqlite


class InMemory:
    INITIAL_VERSION = 0

    def new_originator_id(self) -> UUID | str:
        return str(uuid4())

    def create_recorder(self) -> ApplicationRecorder:
        return MemoryGameRecorder()


class InSQLite(InMemory):
    def create_recorder(self) -> ApplicationRecorder:
        case = cast("persistence.RecorderTestCase", self)
        folder = tempfile.TemporaryDirectory()
        case.addCleanup(folder.cleanup)
        before = set(threading.enumerate())
        store = open_sqlite(Path(folder.name) / "games.sqlite")
        case.addCleanup(store.close)
        # Cleanups run last first: the library's threads must have stopped reading before the file is closed.

        def join() -> None:
            for thread in set(threading.enumerate()) - before:
                thread.join(10)

        case.addCleanup(join)
        return store._recorder


class TestMemoryRecorder(InMemory, persistence.ApplicationRecorderTestCase): ...


class TestSQLiteRecorder(InSQLite, persistence.ApplicationRecorderTestCase): ...


class TestMemoryNotifications(InMemory, persistence.NonInterleavingNotificationIDsBaseCase): ...


class TestSQLiteNotifications(InSQLite, persistence.NonInterleavingNotificationIDsBaseCase): ...
