"""R09: an instant or sorcery is shown and stays face down."""

from __future__ import annotations

import pytest

from facedown.errors import Illegal
from facedown.rules import actions as a
from facedown.rules import events as e
from facedown.rules.ways import WAYS

pytestmark = [pytest.mark.ruling("R09"), pytest.mark.scenario(87)]

RULES = {"manifest": "701.40g", "cloak": "701.58g"}


@pytest.fixture(params=[name for name, way in WAYS.items() if way.recorded and "put" in way.arrives])
def way(request):
    return request.param


@pytest.fixture(params=["Lightning Bolt", "Day of Judgment", "Fire // Ice"])
def card(request):
    return request.param


def test_it_is_shown_to_all_and_stays_face_down(w, way, card, player):
    thing = w.down(way, player, card)
    w.do(a.StayDown(object=thing))
    assert w[thing].face_down is not None
    assert w[thing].named == card
    assert w[thing].knows == {"p1", "p2"}
    assert w.duty(thing).cause == "would_turn_up"
    assert w.standing(thing) == "met"


def test_its_controller_owes_it_not_its_owner(w, way, card):
    thing = w.down(way, "p1", card)
    w.steal(thing, "p2")
    w.do(a.StayDown(object=thing))
    duty = w.duty(thing)
    assert duty.owed_by == "p2"
    assert duty.rule == RULES.get(way, "701.40g")


def test_not_showing_it_is_missing(w, way, card):
    thing = w.down(way, "p1", card)
    w.do(a.StayDown(object=thing, shown=False))
    w.loud()
    w.close()
    assert w.standing(thing) == "unmet"
    assert w[thing].knows == {"p1"}


def test_turning_it_up_all_the_same_is_refused(w, way, card):
    thing = w.down(way, "p1", card)
    for procedure in ("effect", way):
        with pytest.raises(Illegal, match="stays face down") as refused:
            w.up(thing, procedure, cost="{R}")
        assert refused.value.rules == (RULES.get(way, "701.40g"),)


def test_a_table_that_turned_it_up_is_found(lenient, way, card):
    thing = lenient.down(way, "p1", card)
    lenient.up(thing, "effect")
    assert lenient.codes() == ["FD203"]


def test_nothing_triggers(w, way, card):
    thing = w.down(way, "p1", card)
    w.do(a.StayDown(object=thing))
    with pytest.raises(Illegal, match="stayed face down"):
        w.do(a.Trigger(object=thing, on="turned_up"))


def test_the_duty_on_leaving_remains(w, way, card, player):
    thing = w.down(way, player, card)
    w.do(a.StayDown(object=thing))
    w.loud()
    w.bounce(thing)
    w.loud()
    w.close()
    assert w.standing(thing, "would_turn_up") == "met"
    assert w.standing(thing, "left_battlefield") == "unmet"
    assert w.duty(thing, "left_battlefield").moot


def test_trying_twice_is_two_duties(w, way, card):
    thing = w.down(way, "p1", card)
    w.do(a.StayDown(object=thing, shown=False))
    w.loud()
    w.do(a.StayDown(object=thing))
    w.close()
    first, second = (w.duties()[key] for key in w.duties() if key.startswith(f"{thing}/would_turn_up"))
    assert (first, second) == ("late", "met")


@pytest.mark.parametrize("card", ["Grizzly Bears", "Forest", "Pacifism", "Exalted Angel"])
def test_whatever_else_turns_face_up(w, way, card):
    thing = w.down(way, "p1", card)
    with pytest.raises(Illegal, match="neither an instant nor a sorcery"):
        w.do(a.StayDown(object=thing))


def test_a_card_the_table_of_facts_does_not_hold_is_left_open(w, way):
    thing = w.down(way, "p1", "A Card From Next Year")
    w.do(a.StayDown(object=thing))
    assert w.open_questions() == {"facts of A Card From Next Year"}


def test_an_instant_at_an_instants_speed(w, way, card, moment):
    thing = w.down(way, "p1", card)
    moment(w, "p1")
    w.do(a.StayDown(object=thing))
    assert w.standing(thing) == "met"


def test_a_merged_permanent_that_contains_one_stays_down_too(w):
    bolt = w.down("manifest", "p1", "Lightning Bolt")
    mutate = w.cast("Gemrazer", "p1")
    w.do(a.Merge(object=bolt, merging=mutate, on_top=False))
    with pytest.raises(Illegal, match="stays face down") as refused:
        w.up(bolt, "effect")
    assert refused.value.rules == ("729.2g",)
    w.do(a.StayDown(object=bolt))
    assert w.duty(bolt).rule == "729.2g"


def test_showing_a_card_that_is_face_up_raises_nothing(lenient):
    bears = lenient.put("Grizzly Bears")
    lenient.write(e.StayedDown(player="p1", object=bears))
    assert lenient.codes() == ["FD205"]
    assert lenient.owes_nothing(bears)
