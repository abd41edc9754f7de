"""The recorder and who signs: the judge, players for themselves; and what it never prints."""

from __future__ import annotations

from typing import Any

import pytest

from facedown.audit.report import audit
from facedown.errors import Malformed
from facedown.ledger import entry, openings, parts, record
from facedown.proofs.signing import SigningKey
from facedown.rules import actions as a
from facedown.rules import events as e


def by(row: Any) -> str:
    return entry.read(row.line).entry.by


def events_of(row: Any) -> Any:
    return entry.events(row.line)


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
