"""Replay: the laws of the fold, key frames, reversals, and where reading stops."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from facedown.errors import FacedownError, Malformed, Untrusted
from facedown.ledger import entry, parts, replay
from facedown.ledger.replay import Replay, first_state, names, open_with, table_events
from facedown.proofs.signing import SigningKey
from facedown.rules import actions as a
from facedown.rules import events as e
from facedown.rules.evolve import fold
from facedown.stores.keyfiles import PrivateKeys

numbers = st.lists(
    st.tuples(st.integers(0, 15), st.integers(0, 50), st.integers(0, 50)), min_size=5, max_size=40
)


def lines(table: Any, game: Any) -> list[tuple[bytes, tuple[bytes, ...]]]:
    return [(row.line, row.parts) for row in table.rows(game)]


def with_line(table: Any, game: Any, *events: Any, key: SigningKey | None = None, **more: Any) -> Any:
    """The rows of a game and one more, whatever its events are."""
    rows = lines(table, game)
    fields: dict[str, Any] = {
        "at": 0, "by": "recorder", "events": events, "game": game.game, "id": "0" * 32,
        "prev": entry.leaf(rows[-1][0]).hex(), "seq": len(rows), **more,
    }  # fmt: skip
    return [*rows, (entry.write(entry.Entry(**fields), key or table.keys.sign), ())]


class TestLaws:
    @given(numbers=numbers, frame=st.sampled_from([1, 2, 3, 7, 128]))
    def test_the_live_state_is_the_replayed_one_at_every_entry(
        self, new_table: Any, play_out: Any, numbers: Any, frame: int
    ) -> None:
        table = new_table()
        game = table.new(strict=False)
        table.begin(game)
        play_out(game, numbers)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(replay, "FRAME", frame)
            found = Replay(lines(table, game))
            folded = [step.state for step in found.steps()]
            assert folded == [game.at(seq) for seq in range(len(game))]
            assert found.last == game.state
            assert found.problem is None
            for seq in (*range(len(game)), *reversed(range(len(game)))):
                assert found.at(seq) == folded[seq]
            fresh = Replay(lines(table, game))
            middle = len(game) // 2
            assert fresh.at(middle) == folded[middle]

    @given(numbers=numbers)
    def test_a_position_is_the_plain_fold_of_what_came_before(
        self, new_table: Any, play_out: Any, numbers: Any
    ) -> None:
        table = new_table()
        game = table.new(strict=False)
        play_out(game, numbers)
        states: list[Any] = []
        state = first_state(game.opened)
        for row in table.rows(game):
            by, events = entry.by_and_events(row.line)
            state = fold(state, row.seq, by, table_events(events), states.__getitem__)
            states.append(state)
        found = Replay(lines(table, game))
        assert [found.at(seq) for seq in range(len(found))] == states

    @given(numbers=numbers)
    def test_every_prefix_of_a_game_replays(self, new_table: Any, play_out: Any, numbers: Any) -> None:
        table = new_table()
        game = table.new(strict=False)
        play_out(game, numbers)
        rows = lines(table, game)
        for end in range(1, len(rows) + 1):
            assert Replay(rows[:end], checked=True).last == game.at(end - 1)


class TestReversals:
    def test_a_reversal_keeps_what_was_learnt_and_never_gives_a_handle_twice(self, table: Any) -> None:
        game = table.new(strict=False)
        table.begin(game)
        before = game.play(a.Resolve(object=table.morph(game).handle))
        game.play(a.TurnUp(object="#2", procedure="morph", cost="{2}{W}{W}"))
        table.morph(game)
        game.play(a.Reverse(to=before.seq))
        after = Replay(lines(table, game)).last
        assert after == game.state
        assert after.objects["#2"].face_down is not None
        assert after.objects["#2"].named == "Exalted Angel"
        assert "#3" not in after.objects
        assert table.morph(game).handle == "#4"

    def test_going_back_over_reversals_is_no_more_work_than_once(
        self, table: Any, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        game = table.new(strict=False)
        with game.batch():
            for _ in range(300):
                game.play(a.SetLife(player="p1", life=1))
                game.play(a.Reverse(to=len(game) - 2))
        rows = lines(table, game)
        folds = 0

        def counted(*args: Any) -> Any:
            nonlocal folds
            folds += 1
            return fold(*args)

        monkeypatch.setattr(replay, "fold", counted)
        found = Replay(rows)
        assert found.last == game.state
        assert folds == len(rows)
        assert found.at(500) == game.at(500)
        assert folds < len(rows) + replay.FRAME

    @pytest.mark.parametrize("to", [6, 7, 100_000])
    def test_a_reversal_to_itself_or_later_stops_the_reading(self, table: Any, to: int) -> None:
        game = table.new()
        table.begin(game)
        found = Replay(with_line(table, game, e.Reversed(to=to)))
        assert found.problem is not None
        assert found.problem.entry == 6
        assert found.last == game.state


class TestWhereReadingStops:
    @pytest.mark.parametrize(
        "event",
        [
            {"type": "turned_up.v1"},
            {"type": "turned_up.v1", "player": "p1", "object": "7", "procedure": "morph"},
            {"type": "life.v1", "player": "p1", "life": 5, "extra": 1},
            {"type": "joined.v1", "role": "p1"},
            e.Tapped(object="#77", tapped=True),
            e.Life(player="p9", life=3),
            e.Moved(player="p1", source="hand", to="battlefield", new="#1", owner="p7"),
            e.Opened(object="p1/card/77", opening=e.Opening(identity=e.CardIdentity(name="Plains"))),
        ],
    )
    @pytest.mark.parametrize("checked", [False, True])
    def test_the_problem_names_the_entry_and_what_came_before_stands(
        self, table: Any, event: Any, checked: bool
    ) -> None:
        game = table.new()
        table.begin(game)
        rows = [*with_line(table, game, event), *lines(table, game)[4:]]
        found = Replay(rows, checked=checked)
        assert found.problem is not None
        assert found.problem.entry == len(game)
        assert "entry 6: " in str(found.problem)
        assert found.last == game.state
        assert [step.state for step in found.steps()] == [game.at(seq) for seq in range(len(game))]
        assert found.at(len(game) - 1) == game.state
        with pytest.raises(Malformed, match="entry 6: "):
            found.at(len(game))
        assert names(found) == {"p1": "Alice", "p2": "Bob"}
        assert open_with(found, [table.judge.box]).failures == []

    @pytest.mark.parametrize("checked", [False, True])
    @pytest.mark.parametrize(
        "line",
        [
            b"", b"\0", b"\xff\xfe", b"null", b"{}", b"[" * 5000, b'{"entry":{}}',
            b'{"entry":{"by":"p1","events":[{"type":"reversed.v1"}],"seq":6}}',
            b'{"entry":{"by":"p1","events":[{"to":3,"type":"reversed\\u002ev1"}],"seq":6}}',
            b'{"entry":{"by":1,"events":3,"seq":"x"}}',
        ],
    )  # fmt: skip
    def test_a_line_that_is_none_stops_the_reading_too(self, table: Any, line: bytes, checked: bool) -> None:
        game = table.new()
        table.begin(game)
        found = Replay([*lines(table, game), (line, ())], checked=checked)
        assert found.problem is not None
        assert found.problem.entry == 6
        assert found.last == game.state

    def test_an_unknown_event_changes_nothing_and_is_named(self, table: Any) -> None:
        game = table.new()
        found = Replay(with_line(table, game, {"type": "planeswalked.v9", "to": "Bant"}))
        *_, last = found.steps()
        assert last.events == (entry.Unknown("planeswalked.v9"),)
        assert found.problem is None
        assert found.last.objects == game.state.objects

    def test_a_line_that_only_mentions_a_reversal_is_none(self, table: Any) -> None:
        game = table.new()
        found = Replay(with_line(table, game, {"type": "planeswalked.v9", "why": "reversed.v1"}))
        assert found.problem is None
        assert found.last.objects == game.state.objects

    def test_there_is_no_entry_before_the_first_or_after_the_last(self, table: Any) -> None:
        found = Replay(lines(table, table.new()))
        for seq in (-1, 4, 10**6):
            with pytest.raises(Malformed, match="entries 0 to 3"):
                found.at(seq)

    def test_a_game_has_a_first_entry(self, table: Any) -> None:
        with pytest.raises(Malformed, match="at least one"):
            Replay([])
        with pytest.raises(Malformed):
            Replay(lines(table, table.new())[1:])

    def test_a_first_entry_with_a_weak_key_is_refused(self, table: Any) -> None:
        line = lines(table, table.new())[0][0]
        weak = b"ed25519:AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="
        at = line.index(b"ed25519:")
        with pytest.raises((Malformed, Untrusted)):
            Replay([(line[:at] + weak + line[at + len(weak) :], ())])


class TestHostileRows:
    @given(garbage=st.lists(st.tuples(st.binary(max_size=80), st.lists(st.binary(max_size=8)).map(tuple))))
    def test_garbage_raises_nothing_but_our_own_errors(self, garbage: Any) -> None:
        with pytest.raises(FacedownError):
            Replay(garbage)

    @given(data=st.data())
    def test_a_game_with_damaged_bytes_is_read_up_to_them(self, new_table: Any, data: Any) -> None:
        table = new_table()
        game = table.new(strict=False)
        table.begin(game)
        game.play(a.Resolve(object=table.morph(game).handle))
        rows = lines(table, game)
        seq = data.draw(st.integers(1, len(rows) - 1))
        line = bytearray(rows[seq][0])
        at = data.draw(st.integers(0, len(line) - 1))
        line[at] ^= data.draw(st.integers(1, 255))
        rows[seq] = (bytes(line), rows[seq][1])
        for checked in (False, True):
            found = Replay(rows, checked=checked)
            last = found.last
            assert (found.problem is None) == (last.seq == len(rows) - 1)
            assert last.seq >= seq - 1
            assert found.at(seq - 1) == game.at(seq - 1)
            open_with(found, [table.judge.box])
            names(found)


class TestNames:
    def test_names_come_from_the_parts_that_are_there(self, table: Any) -> None:
        rows = lines(table, table.new())
        assert names(Replay(rows)) == {"p1": "Alice", "p2": "Bob"}
        rows[2] = (rows[2][0], ())
        rows[3] = (rows[3][0], (b"something else",))
        assert names(Replay(rows)) == {"p1": "p1", "p2": "p2"}

    def test_a_name_that_is_no_text_falls_back_to_the_seat(self, table: Any) -> None:
        odd = b'{"text":"Mallory"}'
        game = table.new(seats=())
        rows = with_line(table, game, e.Seated(player="p1", part=parts.digest(odd)))
        rows[-1] = (rows[-1][0], (odd,))
        assert names(Replay(rows)) == {"p1": "p1"}

    def test_all_of_ninety_nine_players_have_theirs(self, table: Any) -> None:
        game = table.new(players=[f"Player {n}" for n in range(1, 100)], custody="players")
        found = names(Replay(lines(table, game)))
        assert found == {f"p{n}": f"Player {n}" for n in range(1, 100)}


class TestOpening:
    def test_a_key_of_nobody_is_refused(self, table: Any) -> None:
        with pytest.raises(Untrusted, match="nobody"):
            open_with(Replay(lines(table, table.new())), [PrivateKeys.new().box])

    def test_the_judges_key_opens_the_seats_keys_too(self, table: Any) -> None:
        opener = open_with(Replay(lines(table, table.new())), [table.judge.box])
        assert sorted(opener.ring) == ["judge", "p1", "p2"]
        assert sorted(open_with(Replay(lines(table, table.new())), [table.judge.box], only=["p2"]).ring) == [
            "p2"
        ]

    def test_where_players_bring_their_keys_those_are_theirs(self, table: Any) -> None:
        game = table.new(custody="players")
        opener = open_with(Replay(lines(table, game)), [game.seat_keys["p2"], table.judge.box])
        assert sorted(opener.ring) == ["judge", "p2"]
