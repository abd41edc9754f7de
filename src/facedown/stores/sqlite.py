"""A store in one SQLite file, made to survive a crash.

The file is in write-ahead-log mode and every connection runs with `synchronous=FULL`: when `append` returns,
the rows are on the disk as far as the disk is honest. The file says whose it is (`application_id`) and which
layout it has (`user_version`), so a stranger's database is refused and never changed.

Another process may read and append at the same time; writers take turns. A file that somebody hands you is
treated as hostile: a view or a trigger in it is refused, and each row is checked when it is read.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Generator, Iterable, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from eventsourcing.persistence import IntegrityError, PersistenceError, StoredEvent
from eventsourcing.sqlite import (
    SQLiteApplicationRecorder,
    SQLiteConnection,
    SQLiteConnectionPool,
    SQLiteCursor,
    SQLiteDatastore,
)

from facedown.errors import Malformed
from facedown.stores.mapper import MAX_ROW
from facedown.stores.recorded import Follows, GameRecorder, RecordedStore, awaited

APPLICATION_ID = int.from_bytes(b"fdwn", "big")
"""Marks the file in its header (SQLite file format, offset 68); `file` and other tools show it."""

LAYOUT = 1
"""The layout of the tables (`user_version`); a file with another one is refused."""

PAGE = 128
"""Rows fetched at once. A page is read into memory whole: this, times the largest row, is what it can take."""

_COLUMNS = [
    ("originator_id", "TEXT", 1),
    ("originator_version", "INTEGER", 2),
    ("topic", "TEXT", 0),
    ("state", "BLOB", 0),
]

_STATES = """
    SELECT originator_version, topic, state FROM stored_events
    WHERE originator_id = :stream AND originator_version > :after
    AND (:last IS NULL OR originator_version <= :last)
    ORDER BY originator_version LIMIT :most
"""

_STREAMS = """
    WITH RECURSIVE stream(id) AS (
        SELECT MIN(originator_id) FROM stored_events
        UNION ALL
        SELECT (SELECT MIN(originator_id) FROM stored_events WHERE originator_id > id) FROM stream WHERE id IS NOT NULL
    )
    SELECT id FROM stream WHERE id IS NOT NULL ORDER BY (
        SELECT rowid FROM stored_events WHERE originator_id = id ORDER BY originator_version LIMIT 1
    )
"""

_SENTENCES = {
    "SQLITE_NOTADB": "it is not an SQLite database",
    "SQLITE_CORRUPT": "the database is damaged",
    "SQLITE_BUSY": "it is locked by another program; close that, or try again",
    "SQLITE_LOCKED": "it is locked by another program; close that, or try again",
    "SQLITE_CANTOPEN": "it cannot be opened; look whether it is there and yours to write",
    "SQLITE_READONLY": "it may not be written",
    "SQLITE_FULL": "the disk is full",
    "SQLITE_TOOBIG": "a row in it is larger than any entry",
}


def open_sqlite(path: str | Path, *, create: bool = True, wait: int = 5) -> RecordedStore:
    """Open the store in the file at `path`; make it if there is none and `create` is set.

    `wait` is how many seconds (at least 1) to stand in line for a file that another program has locked. Raises
    `Malformed` if the folder or the file is missing, the file is no store of ours, or it stays locked.
    """
    place = Path(path).absolute()
    _greet(place, create=create, wait=wait)
    datastore = _Datastore(place, wait=wait)
    recorder = SQLiteGameRecorder(datastore)
    try:
        recorder.create_table()
    except BaseException:
        datastore.close()
        raise
    return RecordedStore(recorder, page=PAGE, release=datastore.close)


class SQLiteGameRecorder(SQLiteApplicationRecorder, GameRecorder):
    """The library's recorder, which also refuses gaps and lists the games."""

    def _insert_events(
        self,
        c: SQLiteCursor,
        stored_events: Sequence[StoredEvent],
        *,
        follows: Follows | None = None,
        **kwargs: Any,
    ) -> Sequence[int] | None:
        # Insert first, look afterwards: a transaction that has read before it writes cannot wait its turn.
        returning = super()._insert_events(c, stored_events, **kwargs)
        for stream, version in awaited(stored_events):
            c.execute(f"{self.select_events_statement} AND originator_version=?", (stream, version))
            before = c.fetchone()
            if before is None:
                raise IntegrityError("the entry before the first is not there")
            if follows is not None:
                follows(before["state"])
        return returning

    def states(
        self, stream: str, *, after: int, last: int | None, limit: int | None
    ) -> Iterable[tuple[Any, Any, Any]]:
        """Return what `select_events` does, without an object for each row: a third quicker."""
        with self.datastore.transaction(commit=False) as c:
            most = -1 if limit is None else limit
            c.execute(_STATES, {"stream": stream, "after": after, "last": last, "most": most})
            rows: list[tuple[Any, Any, Any]] = c.fetchall()
            return rows

    def streams(self) -> Sequence[str]:
        """Return all stream ids, the oldest first; the index is walked, one step for each stream."""
        with self.datastore.transaction(commit=False) as c:
            c.execute(_STREAMS)
            return [row["id"] for row in c.fetchall()]


class _Pool(SQLiteConnectionPool):
    """Connections that sync every commit and do not trust what a file's schema would have them run."""

    def _create_connection(self) -> SQLiteConnection:
        connection = super()._create_connection()
        # The library lends nobody the connection underneath; a limit can be set on that alone.
        raw = connection._sqlite_conn  # noqa: SLF001  # pyright: ignore[reportPrivateUsage]
        raw.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, 2 * MAX_ROW)
        for pragma in ("synchronous=FULL", "trusted_schema=OFF", "cell_size_check=ON"):
            connection.cursor().execute(f"PRAGMA {pragma}")
        return connection


class _Datastore(SQLiteDatastore):
    """The one door to the file: what goes wrong behind it comes out as one plain sentence."""

    def __init__(self, path: Path, *, wait: int) -> None:
        name = _uri(path, "rw")
        super().__init__(name, originator_id_type="text")
        self.path = path
        self.pool = _Pool(db_name=name, lock_timeout=wait, pool_timeout=wait)

    @contextmanager
    def transaction(self, *, commit: bool) -> Generator[SQLiteCursor]:
        with _plainly(self.path), super().transaction(commit=commit) as cursor:
            yield cursor


def _uri(path: Path, mode: str) -> str:
    # An escaped address: in a bare name a `?` would begin options and `:memory:` would mean no file at all.
    return f"{path.as_uri()}?mode={mode}"


@contextmanager
def _plainly(path: Path) -> Generator[None]:
    try:
        yield
    except IntegrityError:
        raise
    except UnicodeDecodeError as error:  # the database's own words, about what it found in the file
        raise Malformed(f"cannot use the store {path}: {_SENTENCES['SQLITE_CORRUPT']}") from error
    except (PersistenceError, sqlite3.Error) as error:
        cause = error if isinstance(error, sqlite3.Error) else error.__cause__
        code = getattr(cause, "sqlite_errorname", "") or ""
        family = "_".join(code.split("_")[:2])
        # The database's own words are not repeated: they may quote the file.
        reason = _SENTENCES.get(family, f"the database gave up ({code or type(error).__name__})")
        if isinstance(error, TimeoutError):
            reason = "too many threads stand in line for it"
        raise Malformed(f"cannot use the store {path}: {reason}") from error


def _greet(path: Path, *, create: bool, wait: int) -> None:
    """Make sure that the file is ours before anything else touches it; mark it as ours if it is new."""
    if not path.parent.is_dir():
        raise Malformed(f"cannot use the store {path}: the folder {path.parent} does not exist")
    if path.is_dir():
        raise Malformed(f"cannot use the store {path}: it is a folder")
    if not create and not path.exists():
        raise Malformed(f"cannot use the store {path}: there is no such file")
    name = _uri(path, "rwc" if create else "rw")
    with (
        _plainly(path),
        closing(sqlite3.connect(name, uri=True, isolation_level=None, timeout=wait)) as connection,
    ):
        connection.execute("PRAGMA trusted_schema=OFF")
        if create and _is_blank(connection):
            connection.execute("BEGIN IMMEDIATE")
            if _is_blank(connection):  # nobody was faster
                connection.execute(f"PRAGMA application_id={APPLICATION_ID}")
                connection.execute(f"PRAGMA user_version={LAYOUT}")
            connection.execute("COMMIT")
        _recognise(connection, path)
        (mode,) = connection.execute("PRAGMA journal_mode=WAL").fetchone()
        if mode != "wal":
            raise Malformed(f"cannot use the store {path}: the file system keeps no write-ahead log")


def _is_blank(connection: sqlite3.Connection) -> bool:
    (owner,) = connection.execute("PRAGMA application_id").fetchone()
    (things,) = connection.execute("SELECT COUNT(*) FROM sqlite_master").fetchone()
    return bool(owner == 0 and things == 0)


def _recognise(connection: sqlite3.Connection, path: Path) -> None:
    (owner,) = connection.execute("PRAGMA application_id").fetchone()
    if owner != APPLICATION_ID:
        raise Malformed(f"cannot use the store {path}: the database belongs to another program")
    (layout,) = connection.execute("PRAGMA user_version").fetchone()
    if layout != LAYOUT:
        raise Malformed(
            f"cannot use the store {path}: its layout is number {layout}, this program knows {LAYOUT}"
        )
    strange = connection.execute(
        "SELECT 1 FROM sqlite_master WHERE type IN ('view', 'trigger')"
        " OR (name = 'stored_events' AND type <> 'table') LIMIT 1"
    ).fetchone()
    columns = [(row[1], row[2], row[5]) for row in connection.execute("PRAGMA table_info(stored_events)")]
    if strange is not None or (columns and columns != _COLUMNS):
        raise Malformed(f"cannot use the store {path}: somebody has changed its tables")
