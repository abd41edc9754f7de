"""How good the evidence of a showing is: openings, sight, words, statements, escrow."""

from __future__ import annotations

import pytest

from facedown.rules import actions as a
from facedown.rules import events as e
from facedown.rules.reveals import MAX_SHOWS, standing


# --- kinds of proof ---
def test_an_opening_of_an_older_commitment_is_the_best_proof(w, permanent_way):
    thing = w.down(permanent_way)
    bound = w[thing].bond is not None
    w.die(thing)
    assert w.proof(thing) == ("opening" if bound else "seen")


def test_face_up_in_a_public_zone_is_seen(w, put_way):
    thing = w.put(None, source="library", face_down=put_way)
    w.die(thing, card="Serra Angel")
    assert w.proof(thing) == "seen"
    assert w.standing(thing) == "met"


@pytest.mark.parametrize("zone", ["hand", "library"])
def test_named_as_it_went_where_nobody_sees_it_is_said(w, put_way, zone):
    thing = w.put(None, face_down=put_way)
    w.move(thing, zone, shown=True, card="Serra Angel")
    assert w.standing(thing) == "met"
    assert w.proof(thing) == "said"


def test_a_name_given_when_it_lies_in_a_hand_already_changes_nothing(w, put_way):
    thing = w.put(None, face_down=put_way)
    w.bounce(thing)
    w.show(thing, card="Serra Angel")
    assert w.proof(thing) == "said"
    assert w.standing(thing) == "undecidable"
    w.loud()
    w.close()
    assert w.standing(thing) == "unmet"


def test_a_bare_name_of_what_was_committed_shows_nothing(w, bounced):
    thing = bounced(w)
    claim = e.Opening(identity=e.CardIdentity(name="Exalted Angel"))
    w.write(e.Opened(object=thing, opening=claim))
    w.loud()
    w.close()
    assert w.standing(thing) == "unmet"


def test_an_opening_that_turns_out_false_shows_nothing(w, bounced):
    thing = bounced(w)
    w.show(thing)
    seq = w.state.seq
    w.loud()
    w.close()
    duty = w.duty(thing)
    assert standing(duty, closed=True).status == "met"
    assert standing(duty, closed=True, refuted=frozenset({(seq, thing)})).status == "unmet"


def test_false_openings_do_not_crowd_out_a_true_one(w, bounced):
    thing = bounced(w)
    opening = w.notary.opening(w.duty(thing).bond)
    false = set()
    for _ in range(20):
        w.write(e.Opened(object=thing, opening=opening, player="p2"))
        false.add((w.state.seq, thing))
    w.show(thing)
    assert MAX_SHOWS > 20
    assert standing(w.duty(thing), closed=True, refuted=frozenset(false)).status == "met"


def test_a_commitment_of_another_life_of_the_handle_does_not_meet_it(w, bounced):
    thing = bounced(w)
    opening = w.notary.opening(w.duty(thing).bond)
    w.write(e.Opened(object=thing, opening=opening, commitment="0" * 64))
    assert w.standing(thing) == "undecidable"


def test_a_later_objects_reveal_does_not_meet_an_earlier_duty(w, bounced):
    thing = bounced(w)
    again = w.down("morph")
    w.show(again)
    w.loud()
    w.close()
    assert w.standing(thing) == "unmet"


# --- statements and escrow ---
@pytest.mark.parametrize("player", ["p1", "p2"])
@pytest.mark.parametrize("closed", [True, False])
def test_a_statement_meets_it_with_the_weakest_proof_and_says_whose_word_it_is(w, player, closed, bounced):
    thing = bounced(w)
    w.loud()
    if closed:
        w.close()
    w.do(a.Statement(player=player, object=thing, shown=True))
    assert w.standing(thing) == "met"
    assert w.proof(thing) == "said"
    assert w.duty(thing).shows[-1].by == player


def test_a_statement_about_something_else_does_not(w, bounced):
    thing = bounced(w)
    w.do(a.Statement(player="p2", object=thing, card="Exalted Angel"))
    w.loud()
    w.close()
    assert w.standing(thing) == "unmet"


@pytest.mark.scenario(119)
def test_what_a_judge_supplies_from_escrow_leaves_the_duty_as_it_was(w, bounced):
    thing = bounced(w)
    w.loud()
    w.do(a.OpenEscrow(object=thing))
    w.close()
    assert w.standing(thing) == "unmet"
    (show,) = w.duty(thing).shows
    assert (show.by, show.meets, show.proof) == ("judge", False, "opening")


def test_an_escrowed_identity_after_the_record_is_closed(w, bounced):
    thing = bounced(w)
    w.close()
    w.do(a.OpenEscrow(object=thing))
    assert w.standing(thing) == "unmet"


def test_a_judges_look_shows_it_to_nobody(w):
    thing = w.down("morph")
    w.do(a.JudgeLook(object=thing))
    assert w[thing].knows == {"p1"}
    w.end()
    w.close()
    assert w.standing(thing) == "unmet"


def test_an_opening_answers_the_duty_whose_commitment_it_names(w):
    thing = w.put(None, source="library", face_down="manifest")
    w.do(a.Owe(object=thing, rule="701.20a"))
    w.do(a.Bind(object=thing, card="Serra Angel"))
    bond = w[thing].bond
    w.bounce(thing)
    w.write(e.Opened(object=thing, opening=w.notary.opening(bond), commitment=bond.commitment))
    assert w.proof(thing, "left_battlefield") == "opening"
    assert w.standing(thing, "left_battlefield") == "met"


def test_a_name_with_the_move_out_of_sight_is_a_claim_where_something_was_committed(w):
    thing = w.down("morph")
    w.write(e.Moved(player="p1", source="battlefield", to="hand", object=thing, card="Exalted Angel"))
    w.loud()
    w.close()
    assert w.standing(thing) == "unmet"
    assert w.duty(thing).shows == ()


@pytest.mark.parametrize(("zone", "proof"), [("graveyard", "seen"), ("hand", "said")])
def test_what_everybody_saw_turned_down_is_shown_again_as_it_leaves(w, zone, proof):
    bears = w.put("Grizzly Bears")
    w.turn_down(bears)
    w.loud()
    w.move(bears, zone, shown=True)
    assert w.standing(bears) == "met"
    assert w.proof(bears) == proof


def test_an_opening_says_which_commitment_it_answers_once_its_object_is_gone(w):
    thing = w.down("morph")
    bond = w[thing].bond
    (here,) = w.do(a.Show(object=thing))
    w.bounce(thing)
    (gone,) = w.do(a.Show(object=thing))
    assert (here.commitment, gone.commitment) == (None, bond.commitment)
