"""The recorder: what it stores, what it refuses, and what it remembers when it is refused itself."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from facedown.audit.integrity import verify
from facedown.audit.report import audit
from facedown.errors import Conflict, Illegal, Malformed, Untrusted
from facedown.ledger import entry, openings, parts, record
from facedown.ledger.game import Game
from facedown.ledger.replay import Replay
from facedown.proofs.signing import SigningKey
from facedown.rules import actions as a
from facedown.rules import events as e
from facedown.stores.keyfiles import PrivateKeys


def by(row: Any) -> str:
    return entry.read(row.line).entry.by


def events_of(row: Any) -> Any:
    return entry.events(row.line)


def holding(rows: list[Any]) -> Any:
    """A store that gives out these rows whatever they are."""
    return SimpleNamespace(read=lambda _game, start=0: iter(rows[start:]))


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


class TestAnotherWriter:
    def test_a_lost_race_is_a_conflict_and_the_game_can_go_on(self, table: Any) -> None:
        game = table.new()
        other = table.resume(game)
        game.play(a.Begin(first="p1"))
        with pytest.raises(Conflict):
            other.play(a.Begin(first="p2"))
        assert other.state == game.state
        other.play(a.BeginTurn(player="p1"))
        assert table.verified(other)
        with pytest.raises(Conflict):
            game.play(a.BeginTurn(player="p2"))
        assert game.state == other.state

    def test_no_nonce_commitment_or_box_of_a_lost_race_is_used_again(self, table: Any) -> None:
        game = table.new()
        table.begin(game)
        other = table.resume(game)
        game.play(a.SetLife(player="p1", life=19))
        table.store.offered.clear()
        with pytest.raises(Conflict):
            table.morph(other)
        table.morph(other)
        (lost,), (stored,) = table.store.offered
        assert len(lost.parts) == len(stored.parts) == 2
        assert not set(lost.parts) & set(stored.parts)
        seen = [dict(openings.concealed_in(events_of(row)[0])) for row in (lost, stored)]
        assert seen[0]["#1"].commitment != seen[1]["#1"].commitment
        opener = openings.Openings(game.game, {"judge": table.judge.box})
        nonces = set()
        for row in (lost, stored):
            made = {parts.digest(part): part for part in row.parts}
            (known,) = opener.take(row.seq, events_of(row), game.state, made).values()
            nonces.add(known.opening.nonce)
        assert len(nonces) == 2

    def test_what_another_wrote_is_learnt_with_the_judges_key(self, table: Any) -> None:
        game = table.new(strict=False)
        other = table.resume(game, strict=False)
        table.begin(game)
        game.play(a.Draw(player="p1", cards=("Exalted Angel", "Plains")))
        spell = table.morph(game)
        game.play(a.Resolve(object=spell.handle))
        other.refresh()
        assert table.memory(other)[2:7] == table.memory(game)[2:7]
        receipt = other.play(a.TurnUp(object="#2", procedure="morph", cost="{2}{W}{W}"))
        assert receipt.judgement.violations == ()
        assert audit(record.write(other.export())).clean

    def test_what_another_wrote_is_learnt_with_the_seats_keys(self, table: Any) -> None:
        game = table.new()
        other = table.resume(game)
        table.begin(other)
        spell = table.morph(other)
        other.play(a.Resolve(object=spell.handle))
        game.refresh()
        receipt = game.play(a.TurnUp(object="#2", procedure="effect"))
        assert receipt.events[0].opening.identity.name == "Exalted Angel"

    def test_after_a_conflict_the_rival_entries_are_learnt_too(self, table: Any) -> None:
        game = table.new()
        other = table.resume(game)
        table.begin(game)
        game.play(a.Resolve(object=table.morph(game).handle))
        with pytest.raises(Conflict):
            other.play(a.Begin(first="p1"))
        assert other.play(a.TurnUp(object="#2", procedure="effect")).events[0].opening is not None

    def test_nothing_is_read_in_the_middle_of_a_batch(self, table: Any) -> None:
        game = table.new()
        with game.batch():
            game.play(a.Begin(first="p1"))
            with pytest.raises(Malformed, match="batch"):
                game.refresh()
            with pytest.raises(Malformed, match="batch"):
                game.export()
        game.refresh()
        assert table.verified(game)


class TestBatches:
    def test_a_batch_is_one_append(self, table: Any) -> None:
        game = table.new()
        table.store.offered.clear()
        with game.batch():
            table.begin(game)
            spell = table.morph(game)
            game.play(a.Resolve(object=spell.handle))
        assert [len(rows) for rows in table.store.offered] == [4]
        assert table.verified(game)
        assert table.resume(game).state == game.state

    def test_an_empty_batch_is_none(self, table: Any) -> None:
        game = table.new()
        table.store.offered.clear()
        with game.batch():
            pass
        assert table.store.offered == []

    @pytest.mark.parametrize("error", [KeyError("mine"), KeyboardInterrupt(), GeneratorExit()])
    def test_an_error_in_the_middle_leaves_store_and_memory_as_they_were(
        self, table: Any, ids: Any, error: BaseException
    ) -> None:
        game = table.new()
        table.begin(game)
        game.play(a.Draw(player="p1", cards=("Exalted Angel", "Plains", "Plains")))
        before, stored = table.memory(game), table.rows(game)
        with pytest.raises(type(error)), game.batch():  # noqa: PT012
            game.play(a.Draw(player="p1", cards=("Whip Sergeant",)), id=ids(1))
            spell = table.morph(game)
            game.play(a.Resolve(object=spell.handle))
            game.play(a.Put(player="p1", card="Plains"))
            game.play(a.Shuffle(player="p1"))
            raise error
        assert table.memory(game) == before
        assert table.rows(game) == stored
        assert game.play(a.SetLife(player="p1", life=3), id=ids(1)).judgement is not None
        assert table.verified(game)

    def test_a_reversal_in_a_failed_batch_is_taken_back(self, table: Any) -> None:
        game = table.new(strict=False)
        table.begin(game)
        at = len(game) - 1
        game.play(a.Draw(player="p1", cards=("Exalted Angel",)))
        before = table.memory(game)
        with pytest.raises(KeyError), game.batch():  # noqa: PT012
            game.play(a.Reverse(to=at))
            game.play(a.Draw(player="p1", cards=("Whip Sergeant",)))
            raise KeyError
        assert table.memory(game) == before

    def test_a_refusal_that_is_caught_inside_does_not_end_the_batch(self, table: Any) -> None:
        game = table.new()
        with game.batch():
            table.begin(game)
            with pytest.raises(Illegal):
                table.morph(game, "Grizzly Bears")
            table.morph(game, "Exalted Angel")
        assert [type(event) for event in events_of(table.rows(game)[-1])] == [e.Cast]
        assert table.verified(game)

    def test_an_error_that_ends_an_inner_batch_takes_that_one_back(self, table: Any) -> None:
        game = table.new()
        with game.batch():
            table.begin(game)
            before = len(game)
            with pytest.raises(KeyError), game.batch():  # noqa: PT012
                table.morph(game)
                raise KeyError
            assert len(game) == before
            table.morph(game, "Whip Sergeant")
        assert len(table.rows(game)) == before + 1
        assert table.verified(game)

    def test_a_lost_race_leaves_nothing_of_the_batch(self, table: Any) -> None:
        game = table.new()
        other = table.resume(game)
        game.play(a.Begin(first="p1"))
        before = len(table.rows(game))
        with pytest.raises(Conflict), other.batch():  # noqa: PT012
            table.begin(other)
            table.morph(other)
        assert len(table.rows(game)) == before == len(other)
        assert other.state == game.state
        assert table.memory(other)[2:7] == table.memory(game)[2:7]
        with other.batch():
            other.play(a.BeginTurn(player="p1"))
            table.morph(other)
        assert table.verified(other)

    def test_a_batch_that_cannot_be_stored_leaves_memory_as_it_was(self, table: Any, full: Exception) -> None:
        game = table.new()
        before = table.memory(game)
        table.store.fails = full
        with pytest.raises(Malformed, match="disk"), game.batch():  # noqa: PT012
            table.begin(game)
            table.morph(game)
        assert table.memory(game) == before

    def test_stored_and_not_told_it_finds_out_with_the_next_deed(self, table: Any, ids: Any) -> None:
        game = table.new()
        table.store.fails_after = KeyboardInterrupt()
        with pytest.raises(KeyboardInterrupt):
            game.play(a.Begin(first="p1"), id=ids(1))
        table.store.fails_after = None
        # The entry is there. The deed itself is confirmed; any other is a conflict.
        with pytest.raises(Conflict):
            game.play(a.Begin(first="p2"), id=ids(2))
        receipt = game.play(a.Begin(first="p1"), id=ids(1))
        assert receipt.judgement is None
        assert len(table.rows(game)) == len(game) == receipt.seq + 1

    def test_a_batch_of_deeds_that_are_stored_already_must_be_asked_again(self, table: Any, ids: Any) -> None:
        game = table.new(now=lambda: 1)
        other = table.resume(game, now=lambda: 2)
        game.play(a.Begin(first="p1"), id=ids(1))
        with pytest.raises(Conflict, match="already"), other.batch():
            other.play(a.Begin(first="p1"), id=ids(1))
        with other.batch():
            other.play(a.Begin(first="p1"), id=ids(1))
            other.play(a.BeginTurn(player="p1"), id=ids(2))
        assert len(table.rows(game)) == len(other)
        assert table.verified(other)

    def test_the_same_id_twice_in_a_batch_is_one_deed(self, table: Any, ids: Any) -> None:
        game = table.new()
        with game.batch():
            first = game.play(a.Begin(first="p1"), id=ids(1))
            again = game.play(a.Begin(first="p1"), id=ids(1))
        assert again.seq == first.seq
        assert len(table.rows(game)) == first.seq + 1


class TestResuming:
    def test_a_game_that_is_not_there_is_refused(self, table: Any) -> None:
        with pytest.raises(Malformed, match="no game"):
            table.resume("0" * 64)

    def test_a_card_cast_before_the_crash_can_be_turned_up_after_it(self, table: Any) -> None:
        game = table.new()
        table.begin(game)
        game.play(a.Resolve(object=table.morph(game).handle))
        again = table.resume(game)
        receipt = again.play(a.TurnUp(object="#2", procedure="morph", cost="{2}{W}{W}"))
        assert receipt.events[0].opening.identity.name == "Exalted Angel"
        again.play(a.Concede(player="p2"))
        again.play(a.Close())
        report = audit(record.write(again.export()), keys=[table.judge.box])
        assert report.clean
        assert report.findings == () or {f.code for f in report.findings} == {"FD900"}

    def test_a_seats_own_key_brings_back_what_that_seat_knows(self, table: Any) -> None:
        game = table.new()
        table.begin(game)
        game.play(a.Resolve(object=table.morph(game).handle))
        mine = table.resume(game, keys=[game.seat_keys["p1"]])
        assert mine.play(a.Show(object="#2")).events[0].opening.identity.name == "Exalted Angel"
        theirs = table.resume(game, keys=[game.seat_keys["p2"]])
        with pytest.raises(Malformed, match="no key at hand opens it"):
            theirs.play(a.Show(object="#2"))

    def test_without_keys_it_goes_on_and_cannot_show(self, table: Any) -> None:
        game = table.new(strict=False)
        table.begin(game)
        game.play(a.Resolve(object=table.morph(game).handle))
        again = table.resume(game, keys=(), strict=False)
        with pytest.raises(Malformed, match="no key at hand opens it"):
            again.play(a.Show(object="#2"))
        receipt = again.play(a.TurnUp(object="#2", procedure="morph", cost="{2}{W}{W}"))
        assert receipt.events[0].opening is None
        assert [violation.code for violation in receipt.judgement.violations] == ["FD203"]
        assert table.verified(again)

    def test_a_key_of_nobody_is_refused(self, table: Any) -> None:
        game = table.new()
        with pytest.raises(Untrusted, match="nobody"):
            table.resume(game, keys=[PrivateKeys.new().box])

    def test_another_key_cannot_sign_for_the_recorder(self, table: Any) -> None:
        game = table.new()
        wrong = table.resume(game, sign_key=SigningKey.new())
        before = table.memory(wrong)
        with pytest.raises(Malformed, match="not, or no longer"):
            wrong.play(a.Begin(first="p1"))
        assert table.memory(wrong) == before
        with pytest.raises(Malformed, match="log"):
            wrong.export()

    def test_without_a_key_it_can_be_read_and_not_written(self, table: Any) -> None:
        game = table.new()
        reader = table.resume(game, sign_key=None)
        assert reader.state == game.state
        with pytest.raises(Malformed, match="not at hand"):
            reader.play(a.Begin(first="p1"))

    def test_an_event_that_this_version_does_not_know_ends_recording(self, table: Any) -> None:
        game = table.new()
        last = table.rows(game)[-1]
        line = entry.write(
            entry.Entry(
                at=0, by="recorder", events=({"type": "planeswalked.v9"},), game=game.game, id="0" * 32,
                prev=entry.leaf(last.line).hex(), seq=last.seq + 1,
            ),
            table.keys.sign,
        )  # fmt: skip
        table.store.append([last._replace(seq=last.seq + 1, line=line, parts=())])
        with pytest.raises(Malformed, match=r"planeswalked\.v9"):
            table.resume(game)

    def test_rows_that_do_not_follow_on_are_refused(self, table: Any) -> None:
        game, other = table.new(), table.new()
        table.begin(game)
        rows = table.rows(game)
        for wrong in (
            [*rows[:3], *rows[4:]],
            [*rows[:4], rows[5], rows[4]],
            [rows[0], *table.rows(other)[1:]],
            [*rows, rows[-1]],
        ):
            with pytest.raises(Untrusted, match="should stand"):
                Game.resume(holding(wrong), game.game, sign_key=table.keys.sign)

    def test_garbage_in_a_store_is_malformed(self, table: Any) -> None:
        game = table.new()
        rows = table.rows(game)
        good = rows[3].line
        for line in (b"", b"\xff", b"{}", b"[" * 5000, good[:-1], good.replace(b":", b": ", 1)):
            with pytest.raises(Malformed):
                Game.resume(
                    holding([*rows[:3], rows[3]._replace(line=line)]), game.game, sign_key=table.keys.sign
                )


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


class TestTheJudge:
    def test_with_the_judges_key_at_hand_the_judge_signs_what_is_a_judges(self, table: Any) -> None:
        game = table.new(strict=False, judge_sign=table.judge.sign)
        table.begin(game)
        game.play(a.Resolve(object=table.morph(game).handle))
        deeds = [
            a.JudgeLook(object="#2"),
            a.OpenEscrow(object="#2"),
            a.Note(kind="ruling", text="it stays"),
            a.Note(kind="penalty", text="a warning", player="p1"),
            a.Reverse(to=5),
        ]
        seqs = [game.play(deed).seq for deed in deeds]
        rows = table.rows(game)
        assert {by(rows[seq]) for seq in seqs} == {"judge"}
        assert by(rows[game.play(a.Note(text="a note")).seq - 1]) == "judge"
        assert by(table.rows(game)[-1]) == "recorder"
        assert table.verified(game)
        again = table.resume(game, judge_sign=table.judge.sign)
        receipt = again.play(a.Note(kind="ruling", text="so be it"))
        assert by(table.rows(game)[receipt.seq]) == "judge"

    def test_without_it_the_recorder_does(self, table: Any) -> None:
        game = table.new()
        receipt = game.play(a.Note(kind="ruling", text="play on"))
        assert by(table.rows(game)[receipt.seq]) == "recorder"

    def test_another_key_cannot_sign_for_the_judge(self, table: Any) -> None:
        game = table.new(judge_sign=SigningKey.new())
        with pytest.raises(Malformed, match="not, or no longer"):
            game.play(a.Note(kind="ruling", text="play on"))

    def test_a_game_without_judge_takes_no_judges_key(self, table: Any) -> None:
        with pytest.raises(Malformed, match="no key to sign with"):
            table.new(judge=None, judge_sign=table.judge.sign)

    def test_after_the_record_is_closed_only_the_judge_may_write(self, table: Any) -> None:
        game = table.new(strict=False)
        table.begin(game)
        game.play(a.Resolve(object=table.morph(game).handle))
        game.play(a.Concede(player="p2"))
        game.play(a.Close())
        before = len(table.rows(game))
        with pytest.raises(Malformed):
            game.play(a.Note(text="one thing more"))
        with pytest.raises(Malformed, match="closed"):
            game.play(a.Note(text="one thing more"), by="recorder")
        assert len(table.rows(game)) == before
        again = table.resume(game, judge_sign=table.judge.sign)
        again.play(a.OpenEscrow(object="#2"))
        again.play(a.Note(kind="ruling", text="it was a morph"))
        assert [by(row) for row in table.rows(game)[before:]] == ["judge", "judge"]
        assert table.verified(again)


class TestPlayersWhoSignForThemselves:
    @pytest.fixture
    def game(self, table: Any) -> Any:
        return table.new(custody="players", strict=False)

    def test_all_join_before_anything_else_each_with_their_own_key(self, table: Any, game: Any) -> None:
        rows = table.rows(game)
        assert [by(row) for row in rows] == ["recorder", "p1", "p2", "p1", "p2"]
        assert [type(events_of(row)[0]) for row in rows[1:]] == [entry.Joined] * 2 + [e.Seated] * 2
        assert table.verified(game)

    def test_each_signs_what_they_do(self, table: Any, game: Any) -> None:
        table.begin(game)
        game.play(a.Resolve(object=table.morph(game).handle))
        game.play(a.BeginTurn(player="p2"))
        seen = [
            game.play(a.CastSpell(player="p2", card="Whip Sergeant", face_down="morph", cost="{3}")),
            game.play(a.TurnUp(object="#2", procedure="morph", cost="{2}{W}{W}")),
            game.play(a.Say(player="p2", text="no")),
            game.play(a.Concede(player="p2")),
            game.play(a.Record(result="p1 wins", confirmed_by=("p2",))),
            game.play(a.Close()),
        ]
        rows = table.rows(game)
        assert [by(rows[receipt.seq]) for receipt in seen] == ["p2", "p1", "p2", "p2", "p2", "recorder"]
        assert table.verified(game)
        assert not [f for f in audit(record.write(game.export())).findings if f.code == "FD503"]

    def test_what_is_not_theirs_to_write_is_refused(self, table: Any, game: Any) -> None:
        table.begin(game)
        before = table.memory(game)
        for deed, wrong in [
            (a.Concede(player="p2"), "p1"),
            (a.CastSpell(player="p2", card="Whip Sergeant", face_down="morph"), "p1"),
            (a.Note(kind="ruling", text="I win"), "p1"),
            (a.Reverse(to=3), "p1"),
            (a.GoAbsent(player="p2"), "p1"),
            (a.Record(result="I win", confirmed_by=("p1", "p2")), "p1"),
            (a.BeginTurn(player="p1"), "recorder"),
        ]:
            with pytest.raises(Malformed, match="to write"):
                game.play(deed, by=wrong)
        assert table.memory(game) == before

    def test_a_judges_deed_waits_for_the_judges_key(self, table: Any, game: Any) -> None:
        table.begin(game)
        with pytest.raises(Malformed, match="key of judge"):
            game.play(a.Note(kind="ruling", text="play on"))
        again = table.resume(game, judge_sign=table.judge.sign, signers=game.signers)
        receipt = again.play(a.GoAbsent(player="p2"))
        assert by(table.rows(game)[receipt.seq]) == "judge"
        assert table.verified(again)

    def test_a_seat_alone_goes_on_with_its_own_keys(self, table: Any, game: Any) -> None:
        table.begin(game)
        alone = table.resume(
            game, sign_key=None, keys=[game.seat_keys["p1"]], signers={"p1": game.signers["p1"]}, strict=False
        )
        alone.play(a.Resolve(object=table.morph(alone).handle))
        receipt = alone.play(a.TurnUp(object="#2", procedure="morph", cost="{2}{W}{W}"))
        assert by(table.rows(game)[receipt.seq]) == "p1"
        with pytest.raises(Malformed, match=r"p2 to write|not at hand"):
            alone.play(a.Concede(player="p2"))
        game.refresh()
        assert table.verified(game)

    def test_one_id_of_two_players_is_two_deeds(self, table: Any, game: Any, ids: Any) -> None:
        table.begin(game)
        game.play(a.Say(player="p1", text="hello"), id=ids(1))
        receipt = game.play(a.Say(player="p2", text="hello"), id=ids(1))
        assert receipt.judgement is not None


class TestSecrets:
    def test_nothing_that_is_printed_names_a_hidden_card(self, table: Any) -> None:
        game = table.new(strict=False)
        table.begin(game)
        game.play(a.Draw(player="p1", cards=("Exalted Angel", "Grizzly Bears")))
        receipts = [table.morph(game), table.morph(game, "Grizzly Bears")]
        game.play(a.Move(object="#1", to="hand", shown=False))
        vault = game._chain.vault
        draft = vault.draft(99)
        draft.conceal("#9", e.CardIdentity(name="Exalted Angel"), frozenset({"p1"}), "p1/hand")
        things = [
            game, vault, draft, game._opener, game._chain, *receipts, receipts[0].events,
            *vault.openings.values(), *vault.zones.values(), *game.seat_keys.values(), *game.signers.values(),
            game.state,
        ]  # fmt: skip
        opener = openings.Openings(game.game, {"judge": table.judge.box})
        for row, seq in zip(table.rows(game), range(len(game)), strict=True):
            told = opener.take(
                seq, events_of(row), game.at(seq), {parts.digest(part): part for part in row.parts}
            )
            things += told.values()
        text = "".join(repr(thing) + str(thing) for thing in things)
        assert "Angel" not in text
        assert "Grizzly" not in text
        secrets = [game.seat_keys["p1"].private, table.keys.sign.private]
        assert not any(repr(secret)[2:-1] in text or secret.hex() in text for secret in secrets)

    def test_a_receipt_holds_public_events_only(self, table: Any) -> None:
        game = table.new()
        table.begin(game)
        spell = table.morph(game)
        assert "Angel" not in repr([[getattr(ev, f) for f in ev.__struct_fields__] for ev in spell.events])
        game.play(a.Resolve(object=spell.handle))
        up = game.play(a.TurnUp(object="#2", procedure="morph", cost="{2}{W}{W}"))
        assert up.events[0].opening.identity.name == "Exalted Angel"


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
