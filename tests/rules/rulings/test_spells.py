"""R18: a face-down spell has no mana cost, hides what it is, and costs {3} before modifications."""

from __future__ import annotations

import pytest

from facedown.errors import Illegal
from facedown.rules import actions as a
from facedown.rules import events as e
from facedown.rules.ways import PLAIN, WAYS

pytestmark = pytest.mark.ruling("R18")
KEYWORDS = [name for name, way in WAYS.items() if way.keyword is not None]


@pytest.mark.scenario(62)
def test_a_spell_has_no_mana_cost_and_mana_value_zero(w, spell_way, player):
    seen = w.seen(w.spell(spell_way, player))
    listed = WAYS[spell_way].listed or PLAIN
    assert (seen.mana_cost, seen.mana_value, seen.name) == (None, 0, None)
    assert (seen.types, seen.power) == (listed.types, str(listed.power))


def test_no_other_player_knows_what_it_is(w, spell_way, player):
    spell = w.spell(spell_way, player)
    assert w[spell].knows == {player}
    assert (w[spell].card, w[spell].named) == (None, None)


@pytest.mark.scenario(3)
def test_two_spells_of_different_cards_look_the_same(w):
    first = w.spell("morph", card="Exalted Angel")
    cast = w.entries[-1][1][0]
    w.resolve(first)
    second = w.spell("morph", card="Deathmist Raptor", variant="megamorph")
    again = w.entries[-1][1][0]
    hidden = {"object": second, "identity": cast.identity}
    assert e.Cast(**{f: hidden.get(f, getattr(again, f)) for f in again.__struct_fields__}) == e.Cast(
        **{f: hidden.get(f, getattr(cast, f)) for f in cast.__struct_fields__}
    )
    assert len(cast.identity.boxes) == len(again.identity.boxes)


@pytest.mark.scenario(12)
@pytest.mark.parametrize("way", KEYWORDS)
@pytest.mark.parametrize(
    ("cost", "modifiers"),
    [
        ("{3}", None),
        ("{2}", "Obscuring Aether"),
        ("{5}", "Chill"),
        ("{3}{1}", "Thalia"),
        ("{5}", "commander tax"),
        (None, None),
    ],
)
def test_the_amount_paid_may_lawfully_be_another(w, way, player, cost, modifiers):
    w.spell(way, player, cost=cost, modifiers=modifiers)
    assert w.codes() == []


@pytest.mark.scenario(7)
@pytest.mark.parametrize("way", KEYWORDS)
def test_it_is_cast_when_a_creature_spell_may_be(w, way, player, other):
    spell = w.spell(way, player)
    assert w.codes() == []
    with pytest.raises(Illegal, match="with a spell on the stack"):
        w.spell(way, player)
    w.resolve(spell)
    w.main(other)
    with pytest.raises(Illegal, match="on another player's turn") as refused:
        w.spell(way, player, anytime=True)
    assert refused.value.rules == ("302.1", "708.4")
    w.main(player)
    w.do(a.BeginStep(step="combat"))
    with pytest.raises(Illegal, match="in the step combat"):
        w.spell(way, player, anytime=True)


@pytest.mark.scenario(8)
@pytest.mark.parametrize("way", KEYWORDS)
def test_an_effect_may_allow_instant_speed(w, way, player, moment):
    moment(w, player)
    w.spell(way, player, anytime=True, allowed="Vedalken Orrery")
    assert w.codes() == []


@pytest.mark.parametrize("way", KEYWORDS)
def test_a_record_that_keeps_no_turns_or_steps_leaves_the_time_open(w, way):
    w.spell(way, anytime=True)
    assert w.codes() == []
    assert w.open_questions() == {"turns"}
    w.do(a.Resolve(object="#1"))
    w.do(a.BeginTurn(player="p1"))
    w.spell(way, anytime=True)
    assert w.open_questions() == {"in which step it is"}


@pytest.mark.scenario(39)
@pytest.mark.parametrize("way", KEYWORDS)
def test_from_elsewhere_than_the_hand_something_must_allow_it(w, way, player):
    for zone in ("graveyard", "exile"):
        lying = w.put("Exalted Angel" if way == "morph" else "Coveted Falcon", player, to=zone)
        with pytest.raises(Illegal, match=f"from the zone {zone}"):
            w.spell(way, player, object=lying)
        w.spell(way, player, object=lying, allowed="Gonti, Lord of Luxury")
        w.resolve(f"#{w.state.next_handle - 1}")
    w.spell(way, player, source="command")
    assert w.codes() == []


@pytest.mark.scenario(6)
@pytest.mark.parametrize("way", KEYWORDS)
@pytest.mark.parametrize("card", ["Grizzly Bears", "Island", "Lightning Bolt"])
def test_a_card_without_the_ability_may_not_be_cast_face_down(w, way, player, card):
    with pytest.raises(Illegal, match=f"no {way} ability") as refused:
        w.spell(way, player, card=card)
    assert refused.value.rules == ("702.37d" if way == "morph" else "702.168c",)


@pytest.mark.scenario(135)
@pytest.mark.parametrize(("way", "card"), [("morph", "Coveted Falcon"), ("disguise", "Exalted Angel")])
def test_the_other_ability_announced_is_for_review(lenient, way, card):
    lenient.spell(way, card=card)
    assert lenient.codes() == ["FD201"]
    assert lenient.violations[0].severity == "review"


@pytest.mark.scenario(6)
@pytest.mark.parametrize("way", KEYWORDS)
def test_whoever_cannot_tell_which_card_it_is_finds_nothing(lenient, way):
    lenient.spell(way, card=None)
    assert lenient.codes() == []
    assert "name" in lenient.open_questions()


@pytest.mark.parametrize("way", KEYWORDS)
def test_the_caster_gets_a_sealed_opening(w, way, player):
    w.spell(way, player)
    (cast,) = w.entries[-1][1]
    assert [box.to for box in cast.identity.boxes] == [player]


def test_a_stolen_spell_is_still_nameless_and_costless(w, spell_way):
    spell = w.spell(spell_way, "p1")
    w.steal(spell, "p2")
    assert (w.seen(spell).mana_cost, w.seen(spell).name) == (None, None)


@pytest.mark.parametrize("card", ["Exalted Angel", "Zoetic Cavern", "Gift of Doom", "Whetwheel"])
@pytest.mark.scenario(5)
def test_any_card_with_morph_is_cast_as_a_creature_spell(w, card):
    spell = w.spell("morph", card=card)
    assert w.seen(spell).types == ("Creature",)
    assert w.codes() == []


@pytest.mark.scenario(2)
def test_cast_face_up_it_hides_nothing(w):
    spell = w.cast("Exalted Angel", cost="{4}{W}{W}")
    assert (w[spell].card, w[spell].bond, w[spell].face_down) == ("Exalted Angel", None, None)
    assert w.seen(spell).mana_value == 6
