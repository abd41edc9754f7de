"""Scenarios 41 to 57: looking."""

from __future__ import annotations

import pytest

from facedown.errors import Illegal
from facedown.rules import actions as a
from facedown.rules import events as e


@pytest.mark.scenario(41)
def test_a_look_says_that_and_never_what(w):
    thing = w.down("morph")
    events = w.do(a.Look(player="p1", object=thing))
    assert "Angel" not in repr(events)
    assert "Angel" not in repr(w.state)


@pytest.mark.scenario(43)
def test_face_down_cards_in_a_library_or_in_exile_are_nobodys_to_look_at(w):
    with pytest.raises(Illegal, match="library") as refused:
        w.do(a.Look(player="p1", zone="library", count=1))
    assert "400.2" in refused.value.rules
    exiled = w.put(
        "Serra Angel", source="library", to="exile", face_down="exiled", by="Asmodeus", unseen=True
    )
    with pytest.raises(Illegal, match="without a right") as refused:
        w.look(exiled, "p1")
    assert refused.value.rules == ("406.3",)


@pytest.mark.scenario(43)
def test_the_opponents_hand_needs_an_effect_and_ones_own_does_not(w):
    with pytest.raises(Illegal, match="p2's hand"):
        w.do(a.Look(player="p1", zone="hand", of="p2"))
    w.do(a.Look(player="p1", zone="hand", of="p2", cards=("Shock",), allowed="Duress"))
    w.do(a.Look(player="p1", zone="hand"))
    assert w.codes() == []


@pytest.mark.scenario(44)
def test_after_control_magic_the_thief_looks_and_the_owner_still_knows(w, permanent_way):
    thing = w.down(permanent_way, "p1")
    w.steal(thing, "p2")
    assert (w.lookers(thing), w[thing].owner, w[thing].knows) == ({"p2"}, "p1", {"p1", "p2"})


@pytest.mark.scenario(46)
def test_smoke_teller_teaches_once(w, permanent_way):
    thing = w.down(permanent_way, "p2")
    w.look(thing, "p1", allowed="Smoke Teller")
    assert "p1" in w[thing].knows
    assert w.lookers(thing) == {"p2"}


@pytest.mark.scenario(48)
def test_mindslaver_lets_its_controller_look_for_the_turn(w, permanent_way):
    thing = w.down(permanent_way, "p1")
    w.do(a.Grant(player="p2", by="Mindslaver", of=("p1",)))
    assert w.lookers(thing) == {"p1", "p2"}
    w.do(a.Grant(player="p2", by="Mindslaver", of=("p1",), ends=True))
    assert w.lookers(thing) == {"p1"}


@pytest.mark.scenario(50)
def test_gontis_exiler_keeps_looking_and_the_owner_may_not(w):
    w.do(a.Look(player="p1", zone="library", of="p2", count=4, allowed="Gonti, Lord of Luxury"))
    card = w.put("Serra Angel", "p1", source="library", owner="p2", to="exile", face_down="exiled",
                 by="Gonti, Lord of Luxury", look=("p1",))  # fmt: skip
    assert (w.lookers(card), w[card].knows) == ({"p1"}, {"p1"})
    w.look(card, "p1")
    w.do(a.BeginTurn(player="p2"))
    w.look(card, "p1")
    with pytest.raises(Illegal, match="without a right"):
        w.look(card, "p2")


@pytest.mark.scenario(50)
def test_the_right_ends_when_its_pile_is_shuffled(w):
    cards = tuple(
        w.put(name, "p1", source="library", to="exile", face_down="exiled", by="Gonti", look=("p1",))
        for name in ("Serra Angel", "Shock")
    )
    (shuffled,) = w.do(a.Shuffle(player="p1", objects=cards, cards=("Shock", "Serra Angel")))
    for card in shuffled.new:
        with pytest.raises(Illegal, match="without a right"):
            w.look(card, "p1")


@pytest.mark.scenario(51)
def test_what_necropotence_exiles_nobody_sees(w):
    card = w.put(None, source="library", to="exile", face_down="exiled", by="Necropotence")
    assert (w.lookers(card), w[card].knows) == (frozenset(), frozenset())
    for seat in ("p1", "p2"):
        with pytest.raises(Illegal, match="without a right"):
            w.look(card, seat)


@pytest.mark.scenario(51)
def test_a_look_without_a_right_gives_none(lenient):
    card = lenient.put(
        "Shock", source="library", to="exile", face_down="exiled", by="Bomat Courier", unseen=True
    )
    lenient.look(card, "p1")
    assert lenient.codes() == ["FD401"]
    lenient.look(card, "p1")
    assert lenient.codes() == ["FD401"]
    assert lenient[card].knows == {"p1"}


@pytest.mark.scenario(53)
def test_foretelling(w):
    w.main("p1")
    card = w.put("Behold the Multiverse", to="exile", face_down="foretell", cost="{2}")
    assert (w.lookers(card), w[card].way, w.state.players["p1"].hand) == ({"p1"}, "foretell", 39)
    w.look(card, "p1")
    with pytest.raises(Illegal, match="without a right"):
        w.look(card, "p2")
    with pytest.raises(Illegal, match="in the turn in which it was foretold"):
        w.cast(None, object=card)
    w.do(a.BeginTurn(player="p2"))
    spell = w.cast(None, object=card, anytime=True, cost="{1}{U}")
    assert (w[spell].card, w[spell].was) == ("Behold the Multiverse", card)
    assert w.owes_nothing(card)


@pytest.mark.scenario(53)
def test_what_is_not_foretold_as_the_rules_say_is_refused(w):
    w.main("p2")
    with pytest.raises(Illegal, match="outside its owner's turn"):
        w.put("Behold the Multiverse", to="exile", face_down="foretell")
    w.main("p1")
    with pytest.raises(Illegal, match="has no foretell"):
        w.put("Divination", to="exile", face_down="foretell")
    with pytest.raises(Illegal, match="from the zone library"):
        w.put("Behold the Multiverse", source="library", to="exile", face_down="foretell")
    w.do(a.GivePriority(player="p2"))
    with pytest.raises(Illegal, match="without priority"):
        w.put("Behold the Multiverse", to="exile", face_down="foretell")


@pytest.mark.scenario(53)
def test_an_effect_may_foretell_any_card_at_any_time(w):
    w.main("p2")
    w.put("Divination", source="library", to="exile", face_down="foretell", allowed="Ethereal Valkyrie")
    assert w.codes() == []


@pytest.mark.scenario(53)
def test_a_record_without_turns_leaves_the_turn_of_foretelling_open(w):
    card = w.put("Behold the Multiverse", to="exile", face_down="foretell")
    w.cast(None, object=card, anytime=True)
    assert w.codes() == []
    assert "turns" in w.open_questions()


@pytest.mark.scenario(55)
def test_a_card_played_from_face_down_exile_is_turned_up_first(w):
    card = w.put(
        "Shock", "p1", source="library", owner="p2", to="exile", face_down="exiled", by="Gonti", look=("p1",)
    )
    events = w.do(a.CastSpell(player="p1", object=card, allowed="Gonti"))
    assert [type(event) for event in events] == [e.Opened, e.Cast]
    spell = w.made(events)
    assert (w[spell].card, w[spell].owner, w[spell].controller) == ("Shock", "p2", "p1")


@pytest.mark.scenario(55)
def test_cast_face_down_from_there_it_stays_hidden(w):
    card = w.put("Zoetic Cavern", "p1", source="library", owner="p2", to="exile", face_down="exiled",
                 by="Gonti", look=("p1",))  # fmt: skip
    spell = w.spell("morph", "p1", card=None, object=card, allowed="Gonti")
    assert (w[spell].knows, w[spell].named, w[spell].owner) == ({"p1"}, None, "p2")
    assert w.codes() == []


@pytest.mark.scenario(56)
def test_a_card_drawn_while_a_spell_is_being_cast_is_looked_at_afterwards(w):
    w.do(a.Draw(player="p1", count=1))
    assert w.state.hidden == {}
    w.do(a.Look(player="p1", zone="hand", cards=("Shock",)))
    assert w.codes() == []
    (card,) = w.state.hidden.values()
    assert (card.knows, card.zone) == ({"p1"}, "hand")
