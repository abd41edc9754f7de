"""What is asked becomes what happens: the deeds' own checks, what they leave out, and what no facts decide."""

from __future__ import annotations

import pytest

from facedown.errors import Malformed
from facedown.rules import actions as a
from facedown.rules import events as e
from facedown.rules.actions import ACTIONS
from facedown.rules.decide import DEEDS, SAME


@pytest.mark.parametrize("kind", ACTIONS, ids=lambda kind: kind.__name__)
def test_every_action_is_decided_in_one_place_and_says_what_it_is(kind):
    assert (kind in SAME) != (kind in DEEDS)
    assert kind.__doc__
    assert kind.__struct_config__.tag_field == "do"


@pytest.mark.parametrize("kind", SAME, ids=lambda kind: kind.__name__)
def test_an_action_whose_event_says_the_same_has_its_fields(kind):
    event = SAME[kind]
    assert set(kind.__struct_fields__) <= set(event.__struct_fields__)


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        (a.Draw(player="p1", cards=("Shock",), count=2), "count says 2, but 1 cards"),
        (a.Transfer(player="p1", source="hand", to="graveyard"), "use put or move for graveyard"),
        (a.Shuffle(player="p1", objects=("#1",), cards=("Shock", "Forest")), "1 objects, but 2 cards"),
        (a.Put(player="p1", card="Shock", to="hand"), "use transfer or move for hand"),
        (a.Put(player="p1", card="Shock", face_down="sideways"), "no way of being face down"),
        (a.Move(object="#1", to="hand", face_down="exiled"), "hidden anyway"),
        (a.Move(object="#9", to="hand"), "no object #9"),
        (a.Resolve(object="#1"), "not on the stack"),
        (a.Look(player="p1"), "needs an object, or a zone"),
        (a.Look(player="p1", zone="library", of="p7"), "no player 'p7'"),
        (a.Show(object="#9"), "no object #9"),
        (a.OpenEscrow(object="#3"), "no opening of #3"),
        (a.Bind(object="#1", card="Shock"), "committed to already"),
        (a.Show(object="#3"), "does not know the card"),
        (a.Concede(player="p7"), "no player 'p7'"),
        (a.Leave(players=("p1", "p7")), "no player 'p7'"),
        (a.CastSpell(player="p7", card="Shock"), "no player 'p7'"),
        (a.Reverse(to=999), "goes back"),
    ],
    ids=lambda part: type(part).__name__ if isinstance(part, a.Action) else "",
)
def test_what_nothing_can_be_made_of_is_malformed(w, wrong, says):
    thing = w.put("Serra Angel", source="library", face_down="manifest")
    w.put("Forest")
    unbound = w.put(None, source="library", face_down="manifest")
    assert (thing, unbound) == ("#1", "#3")
    before = w.state
    with pytest.raises(Malformed, match=says):
        w.do(wrong)
    assert w.state is before


def test_an_unbound_card_is_bound_by_whoever_comes_to_know_it(w):
    thing = w.put(None, source="library", face_down="manifest")
    w.do(a.Bind(object=thing, card="Serra Angel"))
    assert w[thing].bond is not None
    w.up(thing, "manifest", cost="{3}{W}{W}")
    assert w[thing].card == "Serra Angel"


def test_showing_an_unbound_card_to_one_player_binds_it(w):
    thing = w.put(None, source="library", face_down="manifest")
    w.show(thing, to=("p2",), card="Serra Angel")
    assert w[thing].bond is not None
    assert w[thing].knows == {"p1", "p2"}


def test_an_unbound_card_turned_up_is_what_is_seen(w):
    thing = w.put(None, source="library", face_down="manifest")
    w.up(thing, "manifest", cost="{3}{W}{W}", card="Serra Angel")
    assert w[thing].card == "Serra Angel"
    assert "name" in w.open_questions()


def test_nothing_is_known_of_an_unbound_card(w):
    thing = w.put(None, source="library", face_down="manifest")
    for procedure in ("morph", "manifest"):
        before = w.state.seq
        w.up(thing, procedure, cost="{2}")
        assert "name" in w.open_questions()
        w.do(a.Reverse(to=before))


@pytest.mark.parametrize("procedure", ["unrecorded", "by magic"])
def test_a_procedure_that_is_not_known_is_left_open(w, permanent_way, procedure):
    thing = w.down(permanent_way)
    w.up(thing, procedure)
    assert w.codes() == []
    assert w.open_questions() & {"procedure", "procedure by magic"}


def test_a_card_that_changes_its_own_cost_is_not_compared(w):
    thing = w.down("disguise", card="Fugitive Codebreaker")
    w.up(thing, "disguise", cost="{R}")
    assert w.codes() == []


def test_a_cost_that_cannot_be_read_is_no_payment_of_life(w):
    thing = w.down("morph", card="Fathom Seer")
    w.up(thing, "morph", cost="{two islands}")
    assert w.codes() == []


def test_a_secret_choice_is_looked_up_under_its_own_handle(w):
    (chose,) = w.do(a.Choose(player="p2", values=("Shock", "Forest")))
    handle = chose.choice.handle
    w.show(handle, to=("p1",))
    assert w.state.hidden[handle].knows == {"p1", "p2"}
    w.show(handle)
    assert w.state.hidden[handle].shown == "Shock, Forest"


def test_a_card_that_was_drawn_may_be_shown_to_all(w):
    (drew,) = w.do(a.Draw(player="p1", cards=("Shock",)))
    handle = drew.cards[0].handle
    w.show(handle)
    assert w.state.hidden[handle].shown == "Shock"


def test_only_a_judge_writes_in_a_closed_record(w):
    thing = w.down("morph")
    w.end()
    w.close()
    with pytest.raises(Malformed, match="only a judge"):
        w.do(a.SetLife(player="p1", life=3))
    w.do(a.Note(text="the match is reported", kind="ruling"))
    w.do(a.JudgeLook(object=thing))
    assert w.state.closed_at is not None


def test_a_private_note_stands_in_a_part(w):
    (noted,) = w.do(a.Note(text="slow play", private=True))
    assert noted.text is None
    assert noted.part is not None


def test_statements_and_chat_stand_in_parts(w):
    thing = w.down("morph")
    (stated,) = w.do(a.Statement(player="p2", object=thing, text="he showed me", shown=False))
    (said,) = w.do(a.Say(player="p1", text="hello"))
    assert stated.part is not None
    assert said.part is not None


def test_more_cards_than_there_were_are_found(lenient):
    lenient.do(a.Draw(player="p1", count=61))
    assert lenient.codes() == ["FD505"]
    lenient.do(a.Draw(player="p1", count=1))
    assert lenient.codes() == ["FD505"]
    lenient.loud()
    assert lenient.codes() == []


def test_a_spell_whose_copy_resolves_to_the_graveyard_ceases(w):
    bolt = w.cast("Lightning Bolt")
    copy = w.made(w.do(a.Create(player="p1", copy_of=bolt, kind="copy", zone="stack")))
    events = w.do(a.Resolve(object=copy))
    assert [type(event) for event in events] == [e.Moved, e.Ceased]
    assert events[0].resolved


def test_a_source_that_writes_down_everything_itself_is_not_helped(world):
    w = world(3)
    thing = w.down("manifest", "p2")
    w.steal(thing, "p1")
    events = w.do(a.Concede(player="p1", bare=True))
    assert len(events) == 1
    assert w[thing].controller == "p1"


def test_a_copy_of_a_spell_whose_controller_leaves_ceases(world):
    w = world(3)
    bolt = w.cast("Lightning Bolt", "p2")
    copy = w.made(w.do(a.Create(player="p2", copy_of=bolt, kind="copy", zone="stack", controller="p1")))
    w.concede("p1")
    assert copy not in w
    assert bolt in w


def test_a_battle_or_a_creature_planeswalker_is_told_apart(w):
    thing = w.down("manifest", card="Serra Angel")
    w.up(thing, "effect")
    assert thing in w


def test_forgetting_which_card_it_was_the_recorder_says_so(w):
    thing = w.down("morph")
    w.notary.lost.add(w[thing].bond.commitment)
    lying = w.die(thing)
    assert w[lying].card is None
    assert w.standing(thing) == "undecidable"
