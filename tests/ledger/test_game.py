"""The recorder: beginning, strict and lenient play, ids, and the record."""

from __future__ import annotations

from typing import Any

import pytest

from facedown.audit.integrity import verify
from facedown.errors import Illegal, Malformed, Untrusted
from facedown.ledger import entry, parts, record
from facedown.ledger.replay import Replay
from facedown.rules import actions as a


def by(row: Any) -> str:
    return entry.read(row.line).entry.by


def events_of(row: Any) -> Any:
    return entry.events(row.line)


class TestBeginning:
    def test_players_are_seated_under_names_that_are_parts(self, table: Any) -> None:
        game = table.new()
        assert list(game.state.players) == ["p1", "p2"]
        rows = table.rows(game)
        assert not any(b"Alice" in row.line for row in rows)
        assert [parts.read_text(row.parts[0]) for row in rows[2:]] == ["Alice", "Bob"]

    def test_the_seats_keys_are_laid_up_for_the_judge_in_entry_1(self, table: Any) -> None:
        game = table.new()
        (event,) = events_of(table.rows(game)[1])
        assert isinstance(event, entry.KeysEscrowed)
        again = table.resume(game)
        assert {seat: key.public for seat, key in again.seat_keys.items()} == {
            seat: key.public for seat, key in game.seat_keys.items()
        }

    def test_without_a_judge_nothing_is_laid_up(self, table: Any) -> None:
        game = table.new(judge=None)
        table.begin(game)
        table.morph(game)
        assert len(table.rows(game)) == 6
        assert table.verified(game)

    def test_a_new_game_is_stored_in_one_append(self, table: Any) -> None:
        game = table.new()
        assert [len(rows) for rows in table.store.offered] == [4]
        assert table.verified(game)

    def test_a_new_game_that_cannot_be_stored_leaves_nothing(self, table: Any, full: Exception) -> None:
        table.store.fails = full
        with pytest.raises(Malformed, match="disk"):
            table.new()
        assert table.store.games() == ()

    @pytest.mark.parametrize("number", [0, 100])
    def test_a_game_has_1_to_99_players(self, table: Any, number: int) -> None:
        with pytest.raises(Malformed, match="1 to 99"):
            table.new(players=[f"Player {n}" for n in range(number)])
        assert table.store.games() == ()

    @pytest.mark.parametrize("wrong", [{"custody": "nobody"}, {"origin": "a b"}, {"origin": ""}])
    def test_what_cannot_stand_in_the_first_entry_is_refused(self, table: Any, wrong: Any) -> None:
        with pytest.raises(Malformed):
            table.new(**wrong)
        assert table.store.games() == ()

    def test_a_weak_judges_key_is_refused(self, table: Any) -> None:
        class Weak:
            sign = "ed25519:AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="
            box = "x25519:AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="

        with pytest.raises(Untrusted):
            table.new(judge=Weak())
        assert table.store.games() == ()

    def test_more_than_nine_players_sit_in_order(self, table: Any) -> None:
        game = table.new(players=[f"Player {n}" for n in range(1, 13)])
        assert list(game.state.players) == [f"p{n}" for n in range(1, 13)]
        assert table.verified(game)


class TestStrictAndLenient:
    def test_strict_recording_refuses_what_the_rules_forbid_and_stores_nothing(self, table: Any) -> None:
        game = table.new()
        table.begin(game)
        before = table.memory(game)
        with pytest.raises(Illegal) as refused:
            table.morph(game, "Grizzly Bears")
        assert refused.value.rules == ("702.37d",)
        assert table.memory(game) == before
        assert len(table.rows(game)) == len(game)

    def test_what_is_refused_does_not_name_the_hidden_card(self, table: Any) -> None:
        game = table.new()
        table.begin(game)
        with pytest.raises(Illegal) as refused:
            table.morph(game, "Grizzly Bears")
        assert "Grizzly" not in str(refused.value) + repr(refused.value)
        assert "no morph ability" in str(refused.value)

    def test_lenient_recording_stores_it_and_says_so(self, table: Any) -> None:
        game = table.new(strict=False)
        table.begin(game)
        receipt = table.morph(game, "Grizzly Bears")
        assert [violation.code for violation in receipt.judgement.violations] == ["FD201"]
        assert len(table.rows(game)) == len(game) == receipt.seq + 1

    def test_a_note_of_the_rules_does_not_stop_strict_recording(self, table: Any) -> None:
        game = table.new()
        table.begin(game)
        spell = table.morph(game)
        game.play(a.Resolve(object=spell.handle))
        game.play(a.End(how="draw"))
        receipt = game.play(a.Record(result="drawn"))
        assert [violation.code for violation in receipt.judgement.violations] == ["FD504"]

    @pytest.mark.parametrize(
        "wrong",
        [
            a.Tap(object="#9"),
            a.Draw(player="p9"),
            a.CastSpell(player="p1", card="Exalted Angel", face_down="upside down"),
            a.SetLife(player="p1", life=10**9),
            a.Say(player="p1", text="x" * 300_000),
            a.CastSpell(player="p1", card="A" * 201, face_down="morph"),
            a.Draw(player="p1", cards=("Plains",) * 400),
        ],
    )
    def test_a_deed_that_nothing_can_be_made_of_is_refused(self, table: Any, wrong: Any) -> None:
        game = table.new(strict=False)
        table.begin(game)
        before = table.memory(game)
        with pytest.raises(Malformed):
            game.play(wrong)
        assert table.memory(game) == before
        assert len(table.rows(game)) == len(game)
        assert table.resume(game).state == game.state


class TestIds:
    def test_the_same_id_again_gives_the_stored_receipt_and_plays_nothing(self, table: Any, ids: Any) -> None:
        game = table.new()
        first = game.play(a.Begin(first="p1"), id=ids(1))
        again = game.play(a.Begin(first="p1"), id=ids(1))
        assert (again.seq, again.events, again.handles, again.leaf) == (
            first.seq, first.events, first.handles, first.leaf,
        )  # fmt: skip
        assert again.judgement is None
        assert len(table.rows(game)) == len(game) == first.seq + 1

    def test_it_does_so_after_a_restart(self, table: Any, ids: Any) -> None:
        game = table.new()
        table.begin(game)
        first = game.play(
            a.CastSpell(player="p1", card="Exalted Angel", face_down="morph", cost="{3}"), id=ids(1)
        )
        again = table.resume(game).play(
            a.CastSpell(player="p1", card="Whip Sergeant", face_down="morph", cost="{3}"), id=ids(1)
        )
        assert (again.seq, again.events, again.leaf) == (first.seq, first.events, first.leaf)

    def test_an_id_counts_for_the_judge_and_the_recorder_alike(self, table: Any, ids: Any) -> None:
        game = table.new(judge_sign=table.judge.sign)
        first = game.play(a.Note(kind="ruling", text="play on"), id=ids(1))
        assert by(table.rows(game)[first.seq]) == "judge"
        without = table.resume(game)
        assert without.play(a.Note(kind="ruling", text="play on"), id=ids(1)).seq == first.seq

    def test_an_attempt_that_was_not_stored_leaves_its_id_free(
        self, table: Any, ids: Any, full: Exception
    ) -> None:
        game = table.new()
        table.store.fails = full
        with pytest.raises(Malformed, match="disk"):
            game.play(a.Begin(first="p1"), id=ids(1))
        table.store.fails = None
        receipt = game.play(a.Begin(first="p1"), id=ids(1))
        assert receipt.judgement is not None
        assert len(table.rows(game)) == receipt.seq + 1

    @pytest.mark.parametrize("wrong", ["", "1", "A" * 32, "g" * 32, "0" * 33, "0" * 31 + "\n"])
    def test_an_id_is_32_digits(self, table: Any, wrong: str) -> None:
        game = table.new()
        before = table.memory(game)
        with pytest.raises(Malformed, match="id"):
            game.play(a.Begin(first="p1"), id=wrong)
        assert table.memory(game) == before

    def test_two_recorders_that_play_one_deed_write_it_once(self, table: Any, ids: Any) -> None:
        game = table.new()
        table.begin(game)
        other = table.resume(game)
        deed = a.CastSpell(player="p1", card="Exalted Angel", face_down="morph", cost="{3}")
        first = game.play(deed, id=ids(1))
        second = other.play(deed, id=ids(1))
        assert (second.seq, second.events, second.leaf) == (first.seq, first.events, first.leaf)
        assert other.state == game.state
        other.play(a.Resolve(object=second.handle))
        assert other.play(a.TurnUp(object="#2", procedure="effect")).events[0].opening is not None
        assert table.verified(other)


class TestTheRecord:
    def test_it_is_exported_verified_and_read_back(self, table: Any) -> None:
        game = table.new()
        table.begin(game)
        game.play(a.Draw(player="p1", cards=("Exalted Angel", "Plains")))
        game.play(a.Say(player="p1", text="hello"))
        game.play(a.Resolve(object=table.morph(game).handle))
        data = record.write(game.export())
        assert verify(data).missing_parts == 0
        found = record.read(data)
        assert record.write(found) == data
        assert Replay(found.lines).last == game.state
        assert [line for line, _ in found.lines] == [row.line for row in table.rows(game)]

    def test_parts_stand_in_the_order_in_which_the_line_names_them(self, table: Any) -> None:
        game = table.new(strict=False, players=("Alice", "Bob", "Carol"))
        game.play(a.Draw(player="p2", cards=("Plains", "Island", "Swamp")))
        game.play(a.Put(player="p1", card="Exalted Angel", face_down="manifest", look=("p3", "p1", "p2")))
        for row in table.rows(game):
            assert [parts.digest(part) for part in row.parts] == list(parts.named(row.line))
        boxes = events_of(table.rows(game)[-1])[0].identity.boxes
        assert [box.to for box in boxes] == ["judge", "p1", "p2", "p3"]

    def test_an_unfinished_game_has_a_record_too(self, table: Any) -> None:
        assert verify(record.write(table.new().export())).ok


def test_a_receipt_without_a_handle_says_so(table: Any) -> None:
    receipt = table.new().play(a.Begin(first="p1"))
    with pytest.raises(Malformed, match="made no object"):
        assert receipt.handle


def test_any_earlier_state_can_be_asked_for(table: Any) -> None:
    game = table.new()
    table.begin(game)
    assert game.at(len(game) - 1) == game.state
    assert not game.at(3).began
    with pytest.raises(Malformed, match="no entry"):
        game.at(len(game))
    with pytest.raises(Malformed, match="no entry"):
        game.at(-1)
