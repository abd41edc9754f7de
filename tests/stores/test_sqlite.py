"""The SQLite file: really on the disk, ours or refused, and suspicious of what others put into it."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
import tracemalloc
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from facedown.errors import Conflict, Malformed
from facedown.ledger import parts
from facedown.ledger.store import Row
from facedown.stores.mapper import MAX_ROW
from facedown.stores.sqlite import APPLICATION_ID, LAYOUT, PAGE, open_sqlite


def _sql(place: Path, *statements: str, values: tuple[object, ...] = ()) -> list[Any]:
    with closing(sqlite3.connect(place, isolation_level=None)) as connection:
        for statement in statements:
            rows = connection.execute(statement, values).fetchall()
        return rows


@pytest.fixture
def rows(table: Any, place: Path) -> list[Row]:
    """Three stored entries, the last one with two parts."""
    rows: list[Row] = table.game(2)
    rows.append(table.after(rows[-1], b"first", b"second"))
    with open_sqlite(place) as store:
        store.append(rows)
    return rows


class TestTheFile:
    def test_a_store_is_there_when_it_is_opened_again(self, place: Path, rows: list[Row]) -> None:
        with open_sqlite(place, create=False) as store:
            assert store.games() == (rows[0].game,)
            assert list(store.read(rows[0].game)) == rows

    def test_the_state_column_is_the_lines_of_a_record(self, place: Path, rows: list[Row]) -> None:
        found = _sql(place, "SELECT * FROM stored_events ORDER BY originator_version")
        assert found == [
            (rows[0].game, 0, "game.opened.v1", rows[0].line + b"\n"),
            (rows[0].game, 1, "noted.v1", b"\n".join([rows[1].line, parts.write(rows[1].parts[0]), b""])),
            (
                rows[0].game,
                2,
                "noted.v1",
                b"\n".join([rows[2].line, parts.write(b"first"), parts.write(b"second"), b""]),
            ),
        ]

    def test_every_connection_writes_ahead_and_syncs_every_commit(self, place: Path) -> None:
        with open_sqlite(place) as store:
            datastore = store._recorder.datastore  # type: ignore[attr-defined]
            with (
                datastore.get_connection(commit=True) as writer,
                datastore.get_connection(commit=False) as reader,
            ):
                assert writer is not reader
                for connection in (writer, reader):
                    ask = connection._sqlite_conn.execute
                    assert tuple(ask("PRAGMA journal_mode").fetchone()) == ("wal",)
                    assert tuple(ask("PRAGMA synchronous").fetchone()) == (2,)
                    assert tuple(ask("PRAGMA trusted_schema").fetchone()) == (0,)

    @pytest.mark.usefixtures("rows")
    def test_the_file_says_whose_it_is(self, place: Path) -> None:
        header = place.read_bytes()[:100]
        assert header[68:72] == b"fdwn" == APPLICATION_ID.to_bytes(4, "big")
        assert int.from_bytes(header[60:64], "big") == LAYOUT

    @pytest.mark.parametrize("name", ["a?mode=memory", "file:x", ":memory:", "100%", "ünï cödé #1", "-"])
    def test_a_name_is_a_name_and_nothing_else(self, tmp_path: Path, table: Any, name: str) -> None:
        rows = table.game(2)
        with open_sqlite(tmp_path / name) as store:
            store.append(rows)
        assert (tmp_path / name).stat().st_size > 0
        with open_sqlite(tmp_path / name, create=False) as store:
            assert list(store.read(rows[0].game)) == rows

    @pytest.mark.usefixtures("rows")
    def test_closing_twice_is_harmless_and_leaves_one_file(self, place: Path) -> None:
        store = open_sqlite(place)
        store.close()
        store.close()
        assert [path.name for path in place.parent.iterdir()] == [place.name]

    def test_a_long_game_is_read_without_holding_it_all(self, place: Path, table: Any) -> None:
        rows = [table.opened()]
        for _ in range(4 * PAGE):
            rows.append(table.after(rows[-1], os.urandom(50_000)))
        with open_sqlite(place) as store:
            store.append(rows)
            game = rows[0].game
            rows.clear()
            tracemalloc.start()
            try:
                assert sum(1 for _ in store.read(game)) == 4 * PAGE + 1
                assert tracemalloc.get_traced_memory()[1] < 2 * PAGE * 70_000
            finally:
                tracemalloc.stop()


class TestWhatIsNotOurs:
    def test_a_missing_folder_is_named(self, tmp_path: Path) -> None:
        with pytest.raises(Malformed, match=r"the folder .*nowhere does not exist"):
            open_sqlite(tmp_path / "nowhere" / "x.sqlite")

    def test_a_folder_is_no_store(self, tmp_path: Path) -> None:
        with pytest.raises(Malformed, match="it is a folder"):
            open_sqlite(tmp_path)

    def test_a_store_that_must_exist_is_not_made(self, place: Path) -> None:
        with pytest.raises(Malformed, match="there is no such file"):
            open_sqlite(place, create=False)
        assert not place.exists()

    @pytest.mark.parametrize(
        "data", [b"junk", b'{"entry":{}}\n' * 100, b"SQLite format 3\0" + 200 * b"\xff", bytes(4096)]
    )
    def test_a_file_that_is_no_database_is_refused_unharmed(self, place: Path, data: bytes) -> None:
        place.write_bytes(data)
        with pytest.raises(Malformed, match=r"games\.sqlite"):
            open_sqlite(place)
        assert place.read_bytes() == data

    def test_an_empty_file_is_taken_for_a_new_store_only_where_one_may_be_made(
        self, place: Path, table: Any
    ) -> None:
        place.touch()
        with pytest.raises(Malformed, match="another program"):
            open_sqlite(place, create=False)
        with open_sqlite(place) as store:
            store.append(table.game(2))

    def test_another_programs_database_is_refused_unharmed(self, place: Path) -> None:
        _sql(place, "CREATE TABLE stored_events (x)", "INSERT INTO stored_events VALUES (1)")
        before = place.read_bytes()
        with pytest.raises(Malformed, match="belongs to another program"):
            open_sqlite(place)
        assert place.read_bytes() == before

    @pytest.mark.usefixtures("rows")
    def test_another_layout_is_refused(self, place: Path) -> None:
        _sql(place, "PRAGMA user_version=2")
        with pytest.raises(Malformed, match="layout is number 2"):
            open_sqlite(place)

    @pytest.mark.parametrize(
        "statements",
        [
            ("CREATE TRIGGER t AFTER INSERT ON stored_events BEGIN DELETE FROM stored_events; END",),
            ("ALTER TABLE stored_events RENAME TO o", "CREATE VIEW stored_events AS SELECT * FROM o"),
            ("DROP TABLE stored_events", "CREATE TABLE stored_events (originator_id, state)"),
            ("ALTER TABLE stored_events ADD COLUMN more",),
        ],
    )
    @pytest.mark.usefixtures("rows")
    def test_a_file_whose_tables_somebody_changed_is_refused(
        self, place: Path, statements: tuple[str, ...]
    ) -> None:
        _sql(place, *statements)
        with pytest.raises(Malformed, match="changed its tables"):
            open_sqlite(place)

    def test_a_damaged_file_is_refused_with_a_sentence(self, place: Path, rows: list[Row]) -> None:
        data = bytearray(place.read_bytes())
        data[4096:] = b"\xff" * len(data[4096:])
        place.write_bytes(data)
        with pytest.raises(Malformed, match="damaged"), open_sqlite(place) as store:
            list(store.read(rows[0].game))

    def test_a_locked_file_is_named_when_it_is_opened_and_when_it_is_written(
        self, tmp_path: Path, place: Path, rows: list[Row], table: Any
    ) -> None:
        with (
            open_sqlite(place, wait=1) as store,
            closing(sqlite3.connect(place, isolation_level=None)) as other,
        ):
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(Malformed, match=r"games\.sqlite: it is locked"):
                store.append([table.after(rows[-1])])
            assert list(store.read(rows[0].game)) == rows
            other.execute("ROLLBACK")
            more = table.after(rows[-1])
            assert store.append([more]) == (more,)
        new = tmp_path / "new.sqlite"
        with closing(sqlite3.connect(new, isolation_level=None)) as other:
            other.execute("BEGIN EXCLUSIVE")
            with pytest.raises(Malformed, match="it is locked"):
                open_sqlite(new, wait=1)


class TestRowsThatSomebodyChanged:
    CHANGES: tuple[tuple[str, tuple[object, ...]], ...] = (
        ("UPDATE stored_events SET originator_version = 3 WHERE originator_version = 2", ()),
        ("UPDATE stored_events SET topic = 'passed.v1' WHERE originator_version = 2", ()),
        ("UPDATE stored_events SET topic = NULL WHERE originator_version = 2", ()),
        ("DELETE FROM stored_events WHERE originator_version = 1", ()),
        ("UPDATE stored_events SET state = CAST(state AS TEXT)", ()),
        ("UPDATE stored_events SET state = NULL", ()),
        ("UPDATE stored_events SET state = 7", ()),
        ("UPDATE stored_events SET originator_version = 'two' WHERE originator_version = 2", ()),
        ("UPDATE stored_events SET originator_version = NULL WHERE originator_version = 1", ()),
        ("UPDATE stored_events SET state = substr(state, 1, length(state) - 1)", ()),
        ("UPDATE stored_events SET state = state || X'0A'", ()),
        ("UPDATE stored_events SET state = ? WHERE originator_version = 2", (b"\n",)),
        ("UPDATE stored_events SET state = ? WHERE originator_version = 2", (b'{"entry":' * 50_000 + b"\n",)),
        (
            "UPDATE stored_events SET state = ? WHERE originator_version = 2",
            (b'{"entry":{"events":[{"type":"noted.v1","x":' + b"[" * 60_000 + b"\n",),
        ),
        (
            "UPDATE stored_events SET state = ? WHERE originator_version = 2",
            (b'{"entry":{"events":[],"seq":2}}\n',),
        ),
        (
            "UPDATE stored_events SET state = CAST(replace(state, ?, '') AS BLOB)",
            (parts.write(b"second").decode() + "\n",),
        ),
        (
            "UPDATE stored_events SET state = CAST(replace(state, ?, ?) AS BLOB)",
            (parts.write(b"second").decode(), parts.write(b"s3cond").decode()),
        ),
    )

    @pytest.mark.parametrize(("statement", "values"), CHANGES)
    def test_a_row_is_refused_when_it_is_read(
        self, place: Path, rows: list[Row], statement: str, values: tuple[object, ...]
    ) -> None:
        _sql(place, statement, values=values)
        with open_sqlite(place) as store, pytest.raises(Malformed):
            list(store.read(rows[0].game))

    def test_a_row_moved_to_another_game_is_refused(self, place: Path, rows: list[Row], table: Any) -> None:
        other = table.game(1)
        with open_sqlite(place) as store:
            store.append(other)
            _sql(
                place,
                "UPDATE stored_events SET originator_id = ? WHERE originator_version = 1",
                values=(other[0].game,),
            )
            with pytest.raises(Malformed, match="another game or number"):
                list(store.read(other[0].game))
            with pytest.raises(Malformed, match="another game or number"):
                store.head(other[0].game)
            with pytest.raises(Malformed, match="has lost this entry"):
                list(store.read(rows[0].game))

    @pytest.mark.parametrize("state", ["text", 7, None, b"", b"\n"])
    def test_nothing_is_appended_after_a_row_that_is_no_entry(
        self, place: Path, rows: list[Row], table: Any, state: object
    ) -> None:
        _sql(place, "UPDATE stored_events SET state = ? WHERE originator_version = 2", values=(state,))
        with open_sqlite(place) as store, pytest.raises((Malformed, Conflict)):
            store.append([table.after(rows[-1])])

    @pytest.mark.usefixtures("rows")
    def test_a_genesis_filed_under_another_game_is_refused(self, place: Path) -> None:
        _sql(place, "UPDATE stored_events SET originator_id = ?", values=("0" * 64,))
        with open_sqlite(place) as store, pytest.raises(Malformed):
            list(store.read("0" * 64))

    @pytest.mark.usefixtures("rows")
    def test_a_game_whose_name_is_no_id_is_refused(self, place: Path) -> None:
        for name in ("\x1b[2J", "../../etc/passwd", 7, b"blob", b"0" * 64):
            _sql(place, "UPDATE stored_events SET originator_id = ?", values=(name,))
            with open_sqlite(place) as store, pytest.raises(Malformed, match="no game id"):
                store.games()

    def test_a_row_larger_than_any_entry_is_not_even_fetched(self, place: Path, rows: list[Row]) -> None:
        _sql(place, "UPDATE stored_events SET state = zeroblob(?)", values=(3 * MAX_ROW,))
        with open_sqlite(place) as store, pytest.raises(Malformed, match="larger than any entry"):
            list(store.read(rows[0].game))

    def test_a_topic_imports_nothing(
        self, place: Path, rows: list[Row], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        trap = tmp_path / "trap_for_topics.py"
        trap.write_text("raise SystemExit('imported')")
        monkeypatch.syspath_prepend(str(tmp_path))
        _sql(place, "UPDATE stored_events SET topic = 'trap_for_topics:Trap'")
        with open_sqlite(place) as store:
            with pytest.raises(Malformed, match="another type"):
                list(store.read(rows[0].game))
            with pytest.raises(Malformed, match="another type"):
                store.head(rows[0].game)
        assert "trap_for_topics" not in sys.modules


def test_the_environment_changes_nothing(
    place: Path, table: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "trap_in_environment.py").write_text("raise SystemExit('imported')")
    monkeypatch.syspath_prepend(str(tmp_path))
    for prefix in ("", "FACEDOWN_", "APPLICATION_"):
        for name in ("MAPPER", "TRANSCODER", "COMPRESSOR", "CIPHER", "APPLICATION_RECORDER"):
            monkeypatch.setenv(f"{prefix}{name}_TOPIC", "trap_in_environment:Trap")
        for name, value in {
            "PERSISTENCE_MODULE": "trap_in_environment",
            "CIPHER_KEY": "c2VjcmV0c2VjcmV0c2VjcmV0c2U=",
            "ORIGINATOR_ID_TYPE": "uuid",
            "CREATE_TABLE": "no",
            "SQLITE_DBNAME": str(tmp_path / "elsewhere.sqlite"),
        }.items():
            monkeypatch.setenv(prefix + name, value)
    rows = table.game(3)
    with open_sqlite(place) as store:
        store.append(rows)
        assert list(store.read(rows[0].game)) == rows
    ((state,),) = _sql(place, "SELECT state FROM stored_events WHERE originator_version = 0")
    assert state == rows[0].line + b"\n"
    assert "trap_in_environment" not in sys.modules
    assert not (tmp_path / "elsewhere.sqlite").exists()


def test_the_store_library_is_loaded_by_the_stores_alone() -> None:
    code = (
        "import sys, facedown.ledger.store, facedown.ledger.entry, facedown.stores, facedown.stores.keyfiles;"
        "sys.exit('eventsourcing' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
