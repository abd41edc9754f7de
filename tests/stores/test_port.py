"""The port, over every store: append or confirm, read, and the two look-ups."""

from __future__ import annotations

import os
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from facedown.errors import Conflict, Malformed
from facedown.ledger import entry
from facedown.ledger.store import Row, Store
from facedown.stores.mapper import MAX_ROW
from facedown.stores.memory import open_memory
from facedown.stores.sqlite import PAGE, open_sqlite


def test_an_empty_store_knows_no_game(store: Store) -> None:
    assert store.games() == ()
    assert store.head("0" * 64) is None
    assert list(store.read("0" * 64)) == []
    assert store.games() == ()


def test_bytes_in_are_bytes_out(store: Store, table: Any) -> None:
    rows = table.game(10)
    assert store.append(rows) == tuple(rows)
    assert list(store.read(rows[0].game)) == rows
    assert store.head(rows[0].game) == 9
    assert any(row.parts for row in rows)


def test_nothing_to_append_is_nothing(store: Store) -> None:
    assert store.append([]) == ()
    assert store.games() == ()


def test_reading_starts_where_it_is_told(store: Store, table: Any) -> None:
    rows = table.game(6)
    store.append(rows)
    assert list(store.read(rows[0].game, 4)) == rows[4:]
    assert list(store.read(rows[0].game, 6)) == []
    assert list(store.read(rows[0].game, -3)) == rows


@pytest.mark.parametrize("length", [PAGE - 1, PAGE, PAGE + 1, 2 * PAGE])
def test_no_entry_is_lost_between_two_pages(store: Store, table: Any, length: int) -> None:
    rows = table.game(length)
    store.append(rows)
    assert list(store.read(rows[0].game)) == rows
    assert list(store.read(rows[0].game, 1)) == rows[1:]


def test_a_reader_sees_what_is_appended_while_it_reads(table: Any, place: Path) -> None:
    rows = table.game(PAGE + 3)
    with open_sqlite(place) as store:
        store.append(rows[:PAGE])
        reading = store.read(rows[0].game)
        seen = [next(reading)]
        store.append(rows[PAGE:])
        assert seen + list(reading) == rows


def test_games_are_listed_in_the_order_in_which_they_were_opened(store: Store, table: Any) -> None:
    games = [table.game(3) for _ in range(8)]
    for game in games:
        store.append(game[:1])
    for game in reversed(games):
        store.append(game[1:])
    assert store.games() == tuple(game[0].game for game in games)


def test_a_refused_first_append_opens_no_game(store: Store, table: Any) -> None:
    early, other = table.game(2), table.game(1)
    with pytest.raises(Conflict):
        store.append(early[1:])
    assert store.games() == ()
    store.append(other)
    store.append(early)
    assert store.games() == (other[0].game, early[0].game)


class TestSendingAgain:
    def test_the_same_lines_are_confirmed_and_not_written_twice(self, store: Store, table: Any) -> None:
        rows = table.game(5)
        store.append(rows)
        assert store.append(rows) == tuple(rows)
        assert store.append(rows[2:4]) == tuple(rows[2:4])
        assert list(store.read(rows[0].game)) == rows

    def test_the_same_entry_with_other_bytes_is_confirmed_with_the_stored_bytes(
        self, store: Store, table: Any
    ) -> None:
        rows = table.game(2)
        mine = table.after(rows[-1], b"one box", id_="ab" * 16)
        again = table.after(rows[-1], b"the same, sealed anew", id_="ab" * 16)
        store.append([*rows, mine])
        assert again.line != mine.line
        assert store.append([again]) == (mine,)
        assert list(store.read(mine.game)) == [*rows, mine]

    def test_the_same_id_from_another_signer_is_another_entry(self, store: Store, table: Any) -> None:
        first = table.opened()
        mine = table.after(first, id_="ab" * 16)
        other = entry.read(mine.line).entry
        line = entry.write(
            entry.Entry(
                at=other.at,
                by="judge",
                events=other.events,
                game=other.game,
                id=other.id,
                prev=other.prev,
                seq=1,
            ),
            table.key,
        )
        store.append([first, mine])
        with pytest.raises(Conflict):
            store.append([Row(first.game, 1, line)])

    def test_a_batch_that_grew_is_confirmed_and_finished(self, store: Store, table: Any) -> None:
        rows = table.game(6)
        store.append(rows[:3])
        assert store.append(rows[1:]) == tuple(rows[1:])
        assert list(store.read(rows[0].game)) == rows

    def test_a_batch_does_not_go_on_from_bytes_that_are_not_there(self, store: Store, table: Any) -> None:
        first = table.opened()
        mine, again = (table.after(first, os.urandom(9), id_="ab" * 16) for _ in range(2))
        store.append([first, mine])
        with pytest.raises(Conflict, match="entry 2 does not follow on"):
            store.append([again, table.after(again)])
        assert list(store.read(first.game)) == [first, mine]


class TestLosingARace:
    def test_another_entry_in_the_place_is_a_conflict_and_nothing_is_torn(
        self, store: Store, table: Any
    ) -> None:
        rows = table.game(3)
        theirs = table.after(rows[-1])
        mine = [table.after(rows[-1])]
        mine.append(table.after(mine[-1]))
        store.append([*rows, theirs])
        with pytest.raises(Conflict, match="entry 3"):
            store.append(mine)
        assert list(store.read(rows[0].game)) == [*rows, theirs]

    def test_a_batch_that_is_taken_in_its_middle_leaves_nothing(self, store: Store, table: Any) -> None:
        rows = table.game(3)
        store.append(rows[:2])
        fork = table.after(rows[0])
        with pytest.raises(Conflict, match="entry 1"):
            store.append([rows[0], fork, table.after(fork)])
        assert list(store.read(rows[0].game)) == rows[:2]

    def test_an_entry_with_another_past_is_a_conflict(self, store: Store, table: Any) -> None:
        rows = table.game(3)
        store.append(rows)
        fork = table.after(table.after(rows[1]))
        with pytest.raises(Conflict, match="entry 3 does not follow on"):
            store.append([fork])
        assert list(store.read(rows[0].game)) == rows

    def test_a_gap_is_a_conflict(self, store: Store, table: Any) -> None:
        rows = table.game(5)
        store.append(rows[:2])
        with pytest.raises(Conflict, match="entry 3 cannot be stored before entry 2"):
            store.append(rows[3:])
        assert store.head(rows[0].game) == 1

    def test_of_many_threads_exactly_one_takes_a_place(self, store: Store, table: Any) -> None:
        first = table.opened()
        store.append([first])
        rivals = [[one := table.after(first), table.after(one)] for _ in range(24)]

        def attempt(rival: list[Row]) -> bool:
            try:
                store.append(rival)
            except Conflict:
                return False
            return True

        with ThreadPoolExecutor(8) as pool:
            won = list(pool.map(attempt, rivals))
        assert won.count(True) == 1
        assert list(store.read(first.game)) == [first, *rivals[won.index(True)]]

    def test_many_threads_that_send_the_same_rows_write_them_once(self, store: Store, table: Any) -> None:
        rows = table.game(24)

        def send(_: int) -> None:
            for at in range(0, len(rows), 4):
                assert store.append(rows[at : at + 4]) == tuple(rows[at : at + 4])

        with ThreadPoolExecutor(8) as pool:
            list(pool.map(send, range(8)))
        assert list(store.read(rows[0].game)) == rows

    def test_many_threads_with_games_of_their_own_do_not_disturb_each_other(
        self, store: Store, table: Any
    ) -> None:
        games = [table.game(12) for _ in range(8)]

        def play(game: list[Row]) -> list[Row]:
            for row in game:
                store.append([row])
            return list(store.read(game[0].game))

        with ThreadPoolExecutor(8) as pool:
            assert list(pool.map(play, games)) == games
        assert set(store.games()) == {game[0].game for game in games}


class TestRefusing:
    @pytest.fixture
    def rows(self, table: Any) -> list[Row]:
        rows = table.game(2)
        return [*rows, table.after(rows[-1], b"first", b"second")]

    @pytest.mark.parametrize(
        ("some", "sentence"),
        [
            ((b"first",), "names 2 parts, 1 came"),
            ((b"first", b"second", b"third"), "names 2 parts, 3 came"),
            ((b"second", b"first"), "part 1 is not the one"),
            ((b"first", b"sec0nd"), "part 2 is not the one"),
        ],
    )
    def test_parts_must_be_exactly_those_named(
        self, store: Store, rows: list[Row], some: tuple[bytes, ...], sentence: str
    ) -> None:
        with pytest.raises(Malformed, match=sentence):
            store.append([*rows[:2], rows[2]._replace(parts=some)])
        assert store.games() == ()

    def test_a_row_must_say_what_its_line_says(self, store: Store, rows: list[Row]) -> None:
        with pytest.raises(Malformed, match="this is entry 1, its line says 0"):
            store.append([rows[0]._replace(seq=1)])
        for row in rows:
            with pytest.raises(Malformed, match="different games"):
                store.append([row._replace(game="0" * 64)])
        assert store.games() == ()

    @pytest.mark.parametrize("line", [b"", b"{}", b"\n", b"null", b'{"entry":{},"sig":""}', b"[" * 40_000])
    def test_a_line_must_be_an_entry(self, store: Store, rows: list[Row], line: bytes) -> None:
        with pytest.raises(Malformed):
            store.append([rows[0]._replace(line=line)])

    def test_a_line_is_stored_without_its_line_end(self, store: Store, rows: list[Row]) -> None:
        with pytest.raises(Malformed):
            store.append([rows[0]._replace(line=rows[0].line + b"\n")])

    def test_one_append_is_one_game_without_gaps(self, store: Store, rows: list[Row], table: Any) -> None:
        for batch in ([rows[0], rows[2]], [rows[0], rows[0]], [rows[1], rows[0]], [rows[0], table.opened()]):
            with pytest.raises(Malformed, match="numbered without a gap"):
                store.append(batch)
        assert store.games() == ()

    def test_the_rows_of_one_append_form_one_chain(self, store: Store, rows: list[Row], table: Any) -> None:
        with pytest.raises(Malformed, match="entry 2: it does not follow on"):
            store.append([*rows[:2], table.after(table.after(rows[0]))])
        assert store.games() == ()

    def test_a_row_has_a_size_that_fits(self, store: Store, table: Any, rows: list[Row]) -> None:
        some = [bytes([at]) * 262_144 for at in range(MAX_ROW // 262_144)]
        with pytest.raises(Malformed, match="at most"):
            store.append([*rows[:2], table.after(rows[1], *some)])
        assert store.games() == ()

    def test_one_bad_row_keeps_the_whole_batch_out(self, store: Store, rows: list[Row]) -> None:
        with pytest.raises(Malformed):
            store.append([*rows[:2], rows[2]._replace(parts=())])
        assert store.head(rows[0].game) is None


def test_a_type_that_looks_like_a_module_is_only_a_word(store: Store, table: Any) -> None:
    first = table.opened()
    row = table.after(first, type_="antigravity:fly")
    store.append([first, row])
    assert list(store.read(first.game, 1)) == [row]


@settings(max_examples=25, deadline=None)
@given(data=st.data())
def test_however_a_game_is_cut_and_repeated_it_reads_the_same(data: st.DataObject, request: Any) -> None:
    table = request.getfixturevalue("table")
    parts = data.draw(st.lists(st.lists(st.binary(max_size=40), max_size=3, unique=True), max_size=8))
    rows = [table.opened()]
    for some in parts:
        rows.append(table.after(rows[-1], *some))
    cuts = data.draw(st.lists(st.integers(0, len(rows)), max_size=8))
    with (
        tempfile.TemporaryDirectory() as folder,
        open_memory() as memory,
        open_sqlite(Path(folder) / "x") as sqlite,
    ):
        for store in (memory, sqlite):
            done = 0
            for cut in [*cuts, len(rows)]:
                begin = data.draw(st.integers(0, done))
                store.append(rows[begin:cut])
                done = max(done, cut)
            assert list(store.read(rows[0].game)) == rows
