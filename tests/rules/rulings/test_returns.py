"""R15: what returns after it left comes back face up, and an instant or sorcery stays where it is."""

from __future__ import annotations

import pytest

from facedown.errors import Illegal
from facedown.rules import actions as a

pytestmark = pytest.mark.ruling("R15")


@pytest.mark.scenario(106)
@pytest.mark.parametrize("zone", ["exile", "graveyard"])
def test_it_returns_face_up_as_a_new_object(w, permanent_way, player, zone):
    thing = w.down(permanent_way, player)
    away = w.move(thing, zone)
    back = w.put(None, player, object=away)
    assert w.standing(thing) == "met"
    assert w[back].face_down is None
    assert w[back].card == w[away].card if away in w else w[back].card is not None
    assert w.seen(back).name is not None
    assert back not in {thing, away}
    assert w.codes() == []


@pytest.mark.scenario(106)
def test_nothing_that_was_done_to_it_is_left(w, permanent_way):
    thing = w.down(permanent_way)
    w.do(a.SetCounters(object=thing, kind="+1/+1", count=2))
    w.do(a.Change(object=thing, by="Giant Growth", power=5, toughness=5))
    back = w.put(None, object=w.move(thing, "exile"))
    assert (w[back].counters, w[back].effects, w[back].entered_down) == ((), (), False)


@pytest.mark.scenario(121)
def test_it_may_return_under_an_opponents_control(w, permanent_way):
    thing = w.down(permanent_way, "p1")
    back = w.put(None, "p2", object=w.die(thing))
    assert w.standing(thing) == "met"
    assert (w[back].owner, w[back].controller, w[back].face_down) == ("p1", "p2", None)


def test_a_stolen_one_returns_to_whom_the_effect_says(w, permanent_way):
    thing = w.down(permanent_way, "p1")
    w.steal(thing, "p2")
    away = w.move(thing, "exile")
    back = w.put(None, "p2", object=away, controller="p1")
    assert w[back].controller == "p1"


@pytest.mark.parametrize(
    ("card", "rule"),
    [
        ("Lightning Bolt", "304.4"),
        ("Day of Judgment", "307.4"),
        ("Bala Ged Recovery // Bala Ged Sanctuary", "307.4"),
    ],
)
@pytest.mark.parametrize("zone", ["exile", "graveyard"])
def test_an_instant_or_sorcery_stays_where_it_is(w, put_way, player, zone, card, rule):
    thing = w.down(put_way, player, card)
    away = w.move(thing, zone)
    with pytest.raises(Illegal, match="stays where it is") as refused:
        w.put(None, player, object=away)
    assert rule in refused.value.rules
    assert w[away].zone == zone


def test_a_table_that_put_it_there_is_found(lenient, put_way):
    w = lenient
    thing = w.down(put_way, "p1", "Lightning Bolt")
    w.put(None, object=w.move(thing, "exile"))
    assert w.codes() == ["FD205"]


@pytest.mark.scenario(32)
@pytest.mark.scenario(106)
def test_a_double_faced_card_returns_with_its_front_face_up(w, put_way):
    card = "Valki, God of Lies // Tibalt, Cosmic Impostor"
    back = w.put(None, object=w.move(w.down(put_way, "p1", card), "exile"))
    assert w.seen(back).name == card
    assert not w[back].transformed


def test_an_effect_that_says_face_down_puts_it_face_down_again(w, permanent_way, player):
    thing = w.down(permanent_way, player)
    away = w.die(thing)
    back = w.put(None, player, object=away, face_down="effect", by="Missy")
    assert w[back].face_down is not None
    assert w[back].knows == {"p1", "p2"}
    assert w[back].was == away


def test_a_token_does_not_come_back(w):
    bears = w.put("Grizzly Bears")
    token = w.made(w.do(a.Create(player="p1", copy_of=bears)))
    w.turn_down(token)
    away = w.move(token, "exile")
    assert away not in w


def test_a_modal_card_may_still_be_played_with_its_back_face_from_the_hand(w):
    land = w.put("Bala Ged Recovery // Bala Ged Sanctuary")
    assert w.codes() == []
    assert w[land].zone == "battlefield"


def test_a_countered_spell_comes_back_face_up_too(w, spell_way):
    lying = w.move(w.spell(spell_way), "graveyard")
    back = w.put(None, object=lying)
    assert w[back].face_down is None
