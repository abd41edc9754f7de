"""Whether play was lawful, as the audit says it."""

from __future__ import annotations

import pytest

from facedown.ledger.game import Game
from facedown.rules import actions as a


@pytest.mark.case("C03")
@pytest.mark.scenario(6)
def test_a_card_without_morph_is_found_with_the_judges_key_and_only_with_it(world):
    w = world()
    w.morph("Grizzly Bears")
    w.do(a.Concede(player="p2"))
    w.close()
    assert "FD201" in w.codes()
    assert "FD201" not in w.codes(judge=False)
    assert any(f.code == "FD900" and "no key at hand" in f.message for f in w.audit(judge=False).findings)


def test_a_card_without_morph_is_found_by_everybody_once_it_was_shown(world):
    w = world()
    bears = w.morph("Grizzly Bears")
    w.do(a.Concede(player="p2"))
    w.do(a.Show(object=bears))
    w.close()
    assert w.codes(judge=False)["FD201"] == "error"


def test_a_card_nobody_had_fixed_is_judged_by_what_was_seen(world):
    w = world()
    bears = w.morph(None)
    w.do(a.Show(object=bears, card="Grizzly Bears"))
    w.close()
    assert w.codes(judge=False)["FD201"] == "error"


@pytest.mark.scenario(135)
def test_disguise_announced_as_morph_is_for_review(world):
    w = world()
    w.morph("Coveted Falcon")
    w.close()
    assert w.codes()["FD201"] == "review"


def test_a_card_that_is_not_in_the_table_is_undecidable(world):
    w = world()
    w.morph("A Card From Next Year")
    w.close()
    report = w.audit()
    assert "FD201" not in {f.code for f in report.findings}
    assert any("A Card From Next Year" in f.message for f in report.findings if f.code == "FD900")


def test_undecided_questions_are_grouped_by_what_is_missing(world):
    w = world()
    for card in ("Exalted Angel", "Willbender", "Skirk Commando"):
        w.morph(card, way="unrecorded")
    w.close()
    ways = [f for f in w.audit().findings if f.code == "FD900" and "why cards are face down" in f.message]
    assert len(ways) == 1
    assert all(handle in ways[0].message for handle in ("#1", "#3", "#5"))


@pytest.mark.case("E01")
@pytest.mark.scenario(42)
def test_looking_at_an_opponents_morph_is_found(world):
    w = world()
    morph = w.morph("Exalted Angel")
    w.do(a.Look(player="p2", object=morph))
    w.close()
    assert w.codes()["FD401"] == "warning"


@pytest.mark.case("D01")
def test_mixed_up_morphs_are_found(world):
    w = world()
    one, other = w.morph("Exalted Angel"), w.morph("Willbender")
    w.do(a.Mix(player="p1", objects=(one, other)))
    w.close()
    assert w.codes()["FD301"] == "warning"


@pytest.mark.case("D03")
@pytest.mark.scenario(87)
def test_a_manifested_instant_that_stays_down_is_no_finding_if_shown(world):
    w = world()
    thing = w.manifest("Shock")
    w.do(a.StayDown(object=thing))
    w.loud()
    w.do(a.Move(object=thing, to="graveyard"))
    w.loud()
    w.close()
    report = w.audit()
    assert [duty.status for duty in report.duties] == ["met", "met"]
    assert not [f for f in report.findings if f.severity != "note"]


@pytest.mark.case("F03")
def test_more_cards_than_a_hand_holds_are_found(world):
    w = world(seats=(a.Seat(player="p1", hand=1, library=50), a.Seat(player="p2", hand=7, library=50)))
    w.do(a.BeginTurn(player="p1"))
    w.do(a.Put(player="p1", card="Forest"))
    w.do(a.Put(player="p1", card="Forest"))
    w.close()
    assert w.codes()["FD505"] == "error"


def test_showing_without_a_duty_is_lawful(world):
    w = world()
    morph = w.morph("Exalted Angel")
    w.do(a.Show(object=morph))
    w.loud()
    w.do(a.TurnUp(object=morph, procedure="morph", cost="{2}{W}{W}"))
    w.close()
    assert w.codes() == {"FD404": "note"}


def test_findings_name_players_as_they_are_called(world):
    w = world("Åse", "Bob")
    w.morph("Grizzly Bears")
    w.do(a.Concede(player="p2"))
    w.close()
    assert any("Åse" in f.message for f in w.audit().findings)
    assert not any("p1" in f.message for f in w.audit().findings)


@pytest.mark.case("C01")
def test_the_policy_lists_its_three_conditions_with_answers(world):
    w = world()
    w.do(a.Draw(player="p1", cards=("Grizzly Bears", "Willbender")))
    bears = w.morph("Grizzly Bears")
    w.do(a.Show(object=bears))
    w.loud()
    w.close()
    (found,) = [f for f in w.audit(policy="ipg-2024-09-23").findings if f.code == "FD201"]
    assert found.policy is not None
    assert "a card with morph in hand: yes" in found.policy[0]
    assert "no unknown card joined the hand since: yes" in found.policy[0]
    assert "unknown" in found.policy[0]


@pytest.mark.case("C01")
def test_where_nobody_counts_hands_a_turn_without_a_draw_proves_nothing(world):
    w = world()
    bears = w.morph("Grizzly Bears")
    w.do(a.BeginTurn(player="p1"))
    w.do(a.Show(object=bears))
    w.loud()
    w.close()
    (found,) = [f for f in w.audit(policy="ipg-2024-09-23").findings if f.code == "FD201"]
    assert "no unknown card joined the hand since: unknown" in (found.policy or ("",))[0]


def test_a_cheat_found_only_after_the_game_is_for_review_by_the_policy(world):
    w = world()
    bears = w.morph("Grizzly Bears")
    w.do(a.Concede(player="p2"))
    w.do(a.Show(object=bears))
    w.close()
    (found,) = [f for f in w.audit(policy="ipg-2024-09-23").findings if f.code == "FD201"]
    assert found.policy is not None
    assert "for review" in found.policy[0]


def test_no_policy_speaks_of_a_game_of_three(world):
    w = world("A", "B", "C")
    w.morph("Grizzly Bears")
    w.do(a.End(how="victory"))
    w.close()
    assert all(not f.policy for f in w.audit(policy="ipg-2024-09-23").findings)


def test_selecting_and_ignoring_codes(world):
    w = world()
    w.morph("Grizzly Bears")
    w.do(a.Concede(player="p2"))
    w.close()
    assert set(w.codes(select="FD101")) == {"FD101"}
    assert "FD201" not in w.codes(ignore="fd201, FD900")


@pytest.mark.case("D06")
@pytest.mark.ruling("R21")
def test_a_player_who_cannot_say_what_made_it_face_down(world):
    w = world()
    morph = w.morph("Exalted Angel")
    w.do(a.CannotSay(player="p1", object=morph))
    w.close()
    assert w.codes()["FD204"] == "warning"


def test_an_unreadable_payment_is_undecided(world):
    w = world()
    morph = w.morph("Exalted Angel")
    w.do(a.TurnUp(object=morph, procedure="morph", cost="two and two white"))
    w.close()
    assert "FD203" not in w.codes()


def test_a_judge_may_take_down_a_statement_after_the_record_is_closed(world):
    w = world(judge_sign=None)
    morph = w.morph("Exalted Angel")
    w.do(a.Concede(player="p2"))
    w.close()
    again = Game.resume(w.store, w.game.game, keys=[w.judge.box], judge_sign=w.judge.sign, strict=False)
    again.play(a.Statement(player="p2", object=morph, shown=True), by="judge")
    (duty,) = again.state.duties.values()
    assert [show.proof for show in duty.shows] == ["said"]
