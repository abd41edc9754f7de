"""Before whom a card must be shown, who may show it, and what effects demand."""

from __future__ import annotations

import pytest

from facedown.rules import actions as a
from facedown.rules.ways import WAYS


# --- whoever must see it ---
@pytest.mark.scenario(136)
def test_shown_to_one_of_three_opponents_is_not_shown(world, permanent_way):
    w = world(4)
    thing = w.down(permanent_way)
    w.show(thing, to=("p2",))
    w.end()
    w.close()
    assert w.standing(thing) == "unmet"
    assert not w.duty(thing).moot
    assert w.duty(thing).knew == {"p1", "p2"}


def test_shown_to_each_of_them_in_one_entry_is_shown(world, permanent_way):
    w = world(3)
    thing = w.down(permanent_way)
    w.show(thing, to=("p2", "p3"))
    w.end()
    assert w.standing(thing) == "met"


def test_after_the_end_it_is_shown_to_those_who_were_there_when_it_ended(world, permanent_way):
    w = world(3)
    mine, yours = w.down(permanent_way, "p1"), w.down(permanent_way, "p2")
    w.do(a.Leave(players=("p2", "p3"), how="lost"))
    assert w.state.over
    w.show(mine, to=("p2",))
    assert w.standing(mine) == "undecidable"
    w.show(mine, to=("p2", "p3"))
    assert w.standing(mine) == "met"
    w.show(yours, player="p2", to=("p1", "p3"))
    assert w.standing(yours) == "met"


def test_whoever_left_before_need_not_see_it(world, permanent_way):
    w = world(3)
    thing = w.down(permanent_way)
    w.concede("p3")
    w.show(thing, to=("p2",))
    w.end()
    assert w.duty(thing).audience == {"p1", "p2"}
    assert w.standing(thing) == "met"


def test_two_players_are_enough_to_have_seen_it_all(w, permanent_way):
    thing = w.down(permanent_way, "p1")
    w.steal(thing, "p2")
    w.end()
    assert w.duty(thing).moot


def test_anybody_who_holds_the_opening_may_show_it(w, bounced):
    thing = bounced(w)
    w.show(thing, player="p2")
    assert w.standing(thing) == "met"


# --- what effects demand ---
@pytest.mark.parametrize("shown", [True, False])
def test_an_effect_that_demands_a_reveal(w, permanent_way, shown):
    thing = w.down(permanent_way)
    w.do(a.Owe(object=thing, rule="701.20a"))
    if shown:
        w.show(thing)
    w.loud()
    w.close()
    duty = w.duty(thing, "effect")
    assert (duty.rule, duty.owed_by) == ("701.20a", "p1")
    assert w.standing(thing, "effect") == ("met" if shown else "unmet")


# --- every way alike ---
def test_duties_follow_the_kind_of_object_not_the_way(world):
    rules = set()
    for name, way in WAYS.items():
        if way.arrives & {"cast", "put", "turned"}:
            w = world()
            thing = w.down(name)
            w.end()
            rules.add((w.duty(thing).rule, w.duty(thing).kind))
    assert rules == {("708.9", "permanent")}
