"""Every registered way of being face down answers the same questions; a new one gets these tests for nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from facedown.errors import Malformed
from facedown.rules import events as e
from facedown.rules import ways
from facedown.rules.ways import PLAIN, WAYS, Listed

NUMBERS = frozenset(
    (Path(__file__).parents[1] / "data" / "comprehensive-rules" / "numbers-2026-01-16.txt")
    .read_text()
    .split()
)


def test_it_cites_a_rule_that_exists(way):
    assert way.rule in NUMBERS
    assert way.stays_down in NUMBERS


def test_it_is_found_by_its_name(way):
    assert ways.way(way.name) is way
    assert WAYS[way.name] is way


def test_a_person_can_say_it(way):
    assert way.said
    assert way.said == way.said.strip()
    assert not way.said.endswith(".")


def test_it_says_how_an_object_gets_there(way):
    assert way.arrives
    assert way.arrives <= {"cast", "put", "turned", "exiled", "agenda"}


def test_what_it_makes_a_permanent_has_a_body(way):
    if way.arrives & {"cast", "put", "turned"}:
        listed = way.listed or PLAIN
        assert listed.types
        assert ("Creature" in listed.types) == (listed.power is not None) == (listed.toughness is not None)


def test_what_lies_elsewhere_has_no_characteristics(way):
    if not way.arrives & {"cast", "put", "turned"}:
        assert way.listed is None


def test_it_lists_neither_a_name_nor_a_mana_cost(way):
    assert not {"name", "mana_cost"} & set(Listed.__struct_fields__)
    assert "megamorph" not in way.said


def test_the_effects_own_list_comes_first(way):
    forest = Listed(types=("Land",), subtypes=("Forest",))
    assert way.describes(forest) == forest
    assert way.describes(None) == way.listed


def test_only_what_is_put_there_may_be_turned_up_for_mana(way):
    if way.for_mana_cost:
        assert "put" in way.arrives
        assert way.keyword is None


def test_only_what_is_cast_names_an_ability(way):
    if way.keyword is not None:
        assert way.arrives == {"cast"}
        assert way.recorded


def test_its_permanents_are_nameless_and_cost_nothing(w, permanent_way, player):
    seen = w.seen(w.down(permanent_way, player))
    assert (seen.name, seen.mana_cost, seen.mana_value, seen.supertypes) == (None, None, 0, ())


def test_lawfully_made_it_is_no_violation(w, permanent_way, player):
    w.down(permanent_way, player)
    assert w.codes() == []


def test_its_permanents_carry_the_duty_of_the_end(w, permanent_way):
    thing = w.down(permanent_way)
    assert w.owes_nothing(thing)
    w.end()
    assert w.duty(thing).way == permanent_way
    assert w.duty(thing).recorded is WAYS[permanent_way].recorded


def test_every_path_leads_somewhere():
    arrivals = {arrival for way in WAYS.values() for arrival in way.arrives}
    assert arrivals == {"cast", "put", "turned", "exiled", "agenda"}


def test_exactly_one_way_says_that_nothing_was_recorded():
    assert [name for name, way in WAYS.items() if not way.recorded] == ["unrecorded"]


def test_the_vocabulary_can_carry_every_way(way):
    assert e.FaceDown(way=way.name, listed=way.listed).way == way.name


def test_no_other_way_is_known():
    with pytest.raises(Malformed, match="no way of being face down is called 'megamorph'"):
        ways.way("megamorph")
