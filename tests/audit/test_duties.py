"""What was owed, and what the audit calls it."""

from __future__ import annotations

import pytest

from facedown.audit.report import audit
from facedown.ledger import record
from facedown.rules import actions as a


def statuses(report):
    return {(duty.object, duty.cause): duty.status for duty in report.duties}


@pytest.mark.case("A01")
@pytest.mark.ruling("R06")
@pytest.mark.scenario(116)
def test_a_winner_who_does_not_show_a_morph_owes_it(world):
    w = world()
    morph = w.morph("Exalted Angel")
    w.do(a.Concede(player="p2"))
    w.close()
    report = w.audit()
    assert statuses(report) == {(morph, "game_end"): "unmet"}
    (found,) = [f for f in report.findings if f.code == "FD101"]
    assert found.severity == "error"
    assert found.rules == ("708.9",)
    assert report.duties[0].card == "Exalted Angel"
    assert report.duties[0].owed_by == "p1"
    assert not report.clean


def test_without_a_key_the_report_names_no_card(world):
    w = world()
    w.morph("Exalted Angel")
    w.do(a.Concede(player="p2"))
    w.close()
    report = w.audit(judge=False)
    assert report.duties[0].card is None
    assert "Angel" not in repr(report)


def test_showing_a_morph_and_then_conceding_is_on_time(world):
    w = world()
    morph = w.morph("Exalted Angel")
    w.do(a.Show(object=morph))
    w.do(a.Concede(player="p2"))
    w.close()
    assert statuses(w.audit()) == {(morph, "game_end"): "met"}


def test_a_morph_shown_long_before_the_end_is_owed_again_but_only_noted(world):
    w = world()
    morph = w.morph("Exalted Angel")
    w.do(a.Show(object=morph))
    w.loud()
    w.do(a.Concede(player="p2"))
    w.close()
    report = w.audit()
    assert statuses(report) == {(morph, "game_end"): "unmet"}
    assert report.duties[0].moot
    assert w.codes()["FD101"] == "note"
    assert report.clean


def test_at_the_end_a_card_may_still_be_shown_after_the_result(world):
    w = world()
    morph = w.morph("Exalted Angel")
    w.do(a.Concede(player="p2"))
    w.do(a.Record(result="Alice wins"))
    w.do(a.Show(object=morph))
    w.close()
    report = w.audit()
    assert statuses(report) == {(morph, "game_end"): "met"}
    assert [f.code for f in report.findings if f.code == "FD504"] == ["FD504"]


@pytest.mark.case("A02")
@pytest.mark.scenario(141)
def test_a_card_that_was_gathered_up_unshown_is_unmet_even_if_shown_later(world):
    w = world()
    morph = w.morph("Exalted Angel")
    w.do(a.Concede(player="p2"))
    w.do(a.Gather(player="p1"))
    w.do(a.Show(object=morph))
    w.close()
    assert statuses(w.audit()) == {(morph, "game_end"): "late"}
    assert w.codes()["FD107"] == "warning"


def test_gathering_other_cards_closes_nothing(world):
    w = world()
    morph = w.morph("Exalted Angel")
    w.do(a.Concede(player="p2"))
    w.do(a.Gather(player="p2"))
    w.do(a.Show(object=morph))
    w.close()
    assert statuses(w.audit()) == {(morph, "game_end"): "met"}


def test_a_record_that_is_not_closed_leaves_duties_undecided(world):
    w = world()
    w.morph("Exalted Angel")
    w.do(a.Concede(player="p2"))
    report = w.audit()
    assert report.summary.undecidable == 1
    assert report.summary.unmet == 0
    assert "can still be shown" in report.summary.headline


@pytest.mark.case("B01")
@pytest.mark.scenario(103)
def test_a_morph_returned_to_hand_unshown_is_owed(world):
    w = world()
    morph = w.morph("Rattleclaw Mystic")
    w.do(a.Move(object=morph, to="hand"))
    w.loud()
    w.close()
    report = w.audit(policy="ipg-2024-09-23")
    assert statuses(report) == {(morph, "left_battlefield"): "unmet"}
    (found,) = [f for f in report.findings if f.code == "FD102"]
    assert found.severity == "error"
    assert found.policy is not None
    assert "Hidden Card Error" in found.policy[0]


@pytest.mark.scenario(100)
@pytest.mark.ruling("R06")
def test_a_morph_that_dies_is_shown_as_it_dies(world):
    w = world()
    morph = w.morph("Exalted Angel")
    w.do(a.Move(object=morph, to="graveyard"))
    w.loud()
    w.close()
    report = w.audit(judge=False)
    assert statuses(report) == {(morph, "left_battlefield"): "met"}
    assert report.duties[0].proof == "opening"
    assert report.duties[0].card == "Exalted Angel"


def test_a_card_shown_two_entries_too_late_lists_what_came_between(world):
    w = world()
    morph = w.morph("Exalted Angel")
    w.do(a.Move(object=morph, to="hand"))
    w.loud()
    w.loud()
    w.do(a.Show(object=morph))
    w.close()
    (found,) = [f for f in w.audit().findings if f.code == "FD107"]
    since = next(d.since for d in w.audit().duties)
    assert f"entries in between: {since + 1}, {since + 2}" in found.message


@pytest.mark.scenario(107)
@pytest.mark.ruling("R17")
def test_a_countered_face_down_spell_that_vanishes_into_a_hand_is_owed(world):
    w = world()
    w.do(a.BeginTurn(player="p1"))
    spell = w.do(a.CastSpell(player="p1", card="Exalted Angel", face_down="morph")).handle
    w.do(a.Move(object=spell, to="hand"))
    w.loud()
    w.close()
    assert w.codes()["FD103"] == "error"


@pytest.mark.scenario(111)
def test_a_player_who_leaves_a_game_that_goes_on_owes_what_that_player_owns(world):
    w = world("Alice", "Bob", "Carol")
    morph = w.morph("Exalted Angel", player="p2")
    w.do(a.GainControl(object=morph, player="p1"))
    w.do(a.Concede(player="p2"))
    w.loud()
    w.close()
    report = w.audit()
    assert statuses(report) == {(morph, "player_left"): "unmet"}
    assert w.codes()["FD104"] == "error"
    assert report.duties[0].controller == "p1"


@pytest.mark.scenario(138)
@pytest.mark.case("A13")
def test_a_card_exiled_face_down_by_an_effect_is_not_owed(world):
    w = world()
    w.do(
        a.Put(player="p1", card="Shock", source="library", to="exile", face_down="exiled", by="Necropotence")
    )
    w.do(a.Concede(player="p2"))
    w.close()
    assert w.audit().duties == ()


@pytest.mark.case("A06")
@pytest.mark.scenario(53)
def test_a_foretold_card_is_owed_at_the_end(world):
    w = world()
    w.do(a.BeginTurn(player="p1"))
    card = w.do(
        a.Put(player="p1", card="Behold the Multiverse", to="exile", face_down="foretell", cost="{2}")
    ).handle
    w.do(a.Concede(player="p1"))
    w.close()
    assert statuses(w.audit()) == {(card, "game_end"): "unmet"}
    assert w.codes()["FD105"] == "error"


@pytest.mark.case("A07")
@pytest.mark.scenario(139)
def test_a_game_that_ends_by_penalty_makes_both_owe(world):
    w = world()
    w.morph("Exalted Angel")
    w.morph("Willbender", player="p2")
    w.do(a.Leave(players=("p1",), how="removed"))
    w.close()
    report = w.audit()
    assert [duty.cause for duty in report.duties] == ["game_end", "game_end"]
    assert {duty.owed_by for duty in report.duties} == {"p1", "p2"}


def test_a_card_that_a_judge_supplied_from_escrow_is_for_review(world):
    w = world()
    morph = w.morph("Exalted Angel")
    w.do(a.Concede(player="p2"))
    w.do(a.Gather(player="p1"))
    w.do(a.OpenEscrow(object=morph))
    w.close()
    report = w.audit(judge=False)
    assert w.codes()["FD101"] == "review"
    assert report.duties[0].card == "Exalted Angel"


def test_a_statement_meets_a_duty_and_says_whose_word_it_is(world):
    w = world()
    morph = w.morph("Exalted Angel")
    w.do(a.Concede(player="p2"))
    w.do(a.Statement(player="p2", object=morph, shown=True))
    w.close()
    (duty,) = w.audit().duties
    assert (duty.status, duty.proof, duty.met_by) == ("met", "said", "p2")


@pytest.mark.scenario(136)
def test_shown_to_one_of_three_opponents_is_not_shown(world):
    w = world("Alice", "Bob", "Carol", "Dave")
    morph = w.morph("Exalted Angel")
    w.do(a.Show(object=morph, to=("p2",)))
    w.do(a.End(how="victory", winners=("p1",)))
    w.close()
    report = w.audit()
    assert statuses(report) == {(morph, "game_end"): "unmet"}
    assert not report.duties[0].moot


@pytest.mark.scenario(71)
@pytest.mark.scenario(113)
def test_a_phased_out_morph_at_the_end_cannot_be_decided(world):
    w = world()
    morph = w.morph("Exalted Angel")
    w.do(a.Phase(object=morph, out=True))
    w.do(a.Concede(player="p2"))
    w.close()
    report = w.audit()
    assert statuses(report) == {(morph, "game_end"): "undecidable"}
    assert report.clean
    assert report.undecided


def test_an_undone_concession_withdraws_what_it_made_due(world):
    w = world()
    w.morph("Exalted Angel")
    w.do(a.Concede(player="p2"))
    w.do(a.Rejoin(player="p2"))
    w.loud()
    w.close()
    report = w.audit()
    assert report.duties == ()
    assert report.summary.not_due == 1


def test_a_result_before_the_reveal_is_a_note_and_strict_play_lets_it_pass(world):
    w = world(strict=True)
    w.morph("Exalted Angel")
    w.do(a.Concede(player="p2"))
    w.do(a.Record(result="Alice wins"))
    w.close()
    assert w.codes()["FD504"] == "note"


def test_the_first_line_says_what_is_missing_and_where_it_is(world):
    w = world()
    w.morph("Exalted Angel")
    hand = w.morph("Willbender", player="p2")
    w.do(a.Move(object=hand, to="hand"))
    w.loud()
    assert "in Bob's hand, escrow available" in w.audit().summary.headline


def test_a_copy_without_boxes_has_nothing_in_escrow(world):
    w = world()
    w.morph("Exalted Angel")
    w.do(a.Concede(player="p2"))
    w.close()
    assert "escrow available" in w.audit(judge=False).summary.headline
    full = w.game.export()
    bare = record.write(record.Record(tuple((line, ()) for line, _ in full.lines), full.note))
    assert "escrow" not in audit(bare).summary.headline


@pytest.mark.case("F01")
@pytest.mark.case("F02")
def test_a_card_that_an_effect_says_to_show_before_it_goes_to_hand(world):
    def oath(*, shown):
        w = world()
        w.do(a.Transfer(player="p1", source="library", to="hand", cards=("Forest",)))
        (card,) = w.game.state.hidden
        w.do(a.Owe(object=card, rule="701.20a", player="p1"))
        if shown:
            w.do(a.Show(object=card))
        w.loud()
        w.close()
        return w

    assert oath(shown=True).codes() == {}
    unseen = oath(shown=False)
    assert unseen.codes() == {"FD108": "error"}
    assert unseen.audit(judge=False).duties[0].card is None
