"""The recorder beside others: lost races, batches, and going on after a restart."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from facedown.audit.report import audit
from facedown.errors import Conflict, Illegal, Malformed, Untrusted
from facedown.ledger import entry, openings, parts, record
from facedown.ledger.game import Game
from facedown.proofs.signing import SigningKey
from facedown.rules import actions as a
from facedown.rules import events as e
from facedown.stores.keyfiles import PrivateKeys


def events_of(row: Any) -> Any:
    return entry.events(row.line)


def holding(rows: list[Any]) -> Any:
    """A store that gives out these rows whatever they are."""
    return SimpleNamespace(read=lambda _game, start=0: iter(rows[start:]))


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
