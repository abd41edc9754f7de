"""R02, R07, R11 and R19: who may turn a permanent face up, when, by which procedure, and for what."""

from __future__ import annotations

import pytest

from facedown.errors import Illegal
from facedown.rules import actions as a
from facedown.rules import events as e
from facedown.rules.ways import WAYS

FOR_MANA = [name for name, way in WAYS.items() if way.for_mana_cost]
WITHOUT = [
    name
    for name, way in WAYS.items()
    if not way.for_mana_cost and way.recorded and way.arrives & {"cast", "put", "turned"}
]
LAWFUL = [
    (name, card, ability, cost)
    for name, way in WAYS.items()
    if way.arrives & {"cast", "put", "turned"}
    for card, ability, cost in (
        ("Exalted Angel", "morph", "{2}{W}{W}"),
        ("Coveted Falcon", "disguise", "{1}{U}"),
    )
    if way.keyword in {None, ability}
]
"""Every way, with a card of either ability that may be face down so."""


@pytest.fixture(params=FOR_MANA)
def mana_way(request):
    """Every way that grants a turn-up for the mana cost."""
    return request.param


# --- R02: for its mana cost, if it is a creature card ---


@pytest.mark.ruling("R02")
def test_a_creature_card_is_turned_up_for_its_mana_cost(w, mana_way, player):
    bears = w.down(mana_way, player, "Grizzly Bears")
    w.up(bears, mana_way, cost="{1}{G}", player=player)
    assert w[bears].card == "Grizzly Bears"
    assert w.codes() == []


@pytest.mark.ruling("R02")
def test_any_moment_with_priority_will_do(w, mana_way, player, moment):
    bears = w.down(mana_way, player, "Grizzly Bears")
    moment(w, player)
    w.up(bears, mana_way, cost="{1}{G}", player=player)
    assert w.codes() == []
    assert w.open_questions() == set()


@pytest.mark.ruling("R02")
@pytest.mark.ruling("R19")
def test_whoever_turned_it_up_has_priority_again_and_nothing_is_on_the_stack(w, mana_way):
    bears = w.down(mana_way, "p1", "Grizzly Bears")
    w.do(a.GivePriority(player="p1"))
    w.up(bears, mana_way, cost="{1}{G}")
    assert w.state.priority == "p1"
    assert not any(thing.zone == "stack" for thing in w.state.objects.values())


@pytest.mark.ruling("R02")
@pytest.mark.ruling("R19")
def test_without_priority_it_may_not(w, mana_way):
    bears = w.down(mana_way, "p1", "Grizzly Bears")
    w.do(a.GivePriority(player="p2"))
    with pytest.raises(Illegal, match="without priority") as refused:
        w.up(bears, mana_way, cost="{1}{G}")
    assert refused.value.rules == ("116.2b",)


@pytest.mark.ruling("R02")
def test_a_record_that_does_not_keep_priority_leaves_that_open(w, mana_way):
    bears = w.down(mana_way, "p1", "Grizzly Bears")
    w.up(bears, mana_way, cost="{1}{G}")
    assert w.open_questions() == {"priority"}


@pytest.mark.ruling("R02")
@pytest.mark.parametrize("card", ["Forest", "Sol Ring", "Pacifism", "Zoetic Cavern"])
def test_what_is_no_creature_card_is_not_turned_up_for_mana(w, mana_way, card):
    thing = w.down(mana_way, "p1", card)
    with pytest.raises(Illegal, match="no creature card"):
        w.up(thing, mana_way, cost="{1}")
    assert w[thing].face_down is not None


@pytest.mark.ruling("R02")
def test_an_effect_that_makes_the_permanent_a_creature_does_not_make_its_card_one(w, mana_way):
    ring = w.down(mana_way, "p1", "Sol Ring")
    w.do(a.Change(object=ring, by="March of the Machines", adds=("Creature",)))
    with pytest.raises(Illegal, match="no creature card"):
        w.up(ring, mana_way, cost="{1}")


@pytest.mark.ruling("R02")
def test_a_card_without_a_mana_cost_cannot_be_turned_up_for_it(w, mana_way):
    arbor = w.down(mana_way, "p1", "Dryad Arbor")
    with pytest.raises(Illegal, match="mana cost that Dryad Arbor does not have"):
        w.up(arbor, mana_way, cost="{0}")


@pytest.mark.ruling("R02")
def test_a_card_that_costs_nothing_can(w, mana_way):
    memnite = w.down(mana_way, "p1", "Memnite")
    w.up(memnite, mana_way, cost="{0}")
    assert w.codes() == []


@pytest.mark.ruling("R02")
@pytest.mark.parametrize("paid", ["{1}", "{2}{G}", "{W}{W}", "{G}", "nothing"])
def test_another_payment_is_found(lenient, mana_way, paid):
    w = lenient
    bears = w.down(mana_way, "p1", "Grizzly Bears")
    w.up(bears, mana_way, cost=paid)
    assert w.codes() == ["FD203"]


@pytest.mark.ruling("R02")
def test_a_payment_that_something_changed_is_not_compared(w, mana_way):
    bears = w.down(mana_way, "p1", "Grizzly Bears")
    w.up(bears, mana_way, cost="{G}", modifiers="costs {1} less")
    assert w.codes() == []


@pytest.mark.ruling("R02")
def test_what_was_paid_may_be_unrecorded(w, mana_way):
    bears = w.down(mana_way, "p1", "Grizzly Bears")
    w.up(bears, mana_way)
    assert "cost" in w.open_questions()


@pytest.mark.ruling("R02")
@pytest.mark.scenario(132)
@pytest.mark.parametrize("x", [0, 1, 5])
def test_an_x_in_the_cost_is_chosen_freely(w, mana_way, x):
    omarthis = w.down(mana_way, "p1", "Omarthis, Ghostfire Initiate")
    w.up(omarthis, mana_way, cost=f"{{{2 * x}}}", x=x)
    assert w.codes() == []


@pytest.mark.ruling("R02")
def test_the_opponent_may_not_and_the_new_controller_may(w, mana_way, player, other):
    bears = w.down(mana_way, player, "Grizzly Bears")
    with pytest.raises(Illegal, match="controls it"):
        w.up(bears, mana_way, cost="{1}{G}", player=other)
    w.steal(bears, other)
    with pytest.raises(Illegal, match="controls it"):
        w.up(bears, mana_way, cost="{1}{G}", player=player)
    w.up(bears, mana_way, cost="{1}{G}", player=other)
    assert w[bears].controller == other


@pytest.mark.ruling("R02")
@pytest.mark.parametrize("way", WITHOUT)
def test_the_other_ways_grant_no_turn_up_for_mana(w, mana_way, way):
    thing = w.down(way)
    with pytest.raises(Illegal, match="it was not"):
        w.up(thing, mana_way, cost="{1}{G}")


@pytest.mark.ruling("R02")
def test_where_the_way_is_unrecorded_the_turn_up_is_left_open(w, mana_way):
    bears = w.down("unrecorded", "p1", "Grizzly Bears")
    w.up(bears, mana_way, cost="{1}{G}")
    assert "way" in w.open_questions()


@pytest.mark.ruling("R02")
def test_turning_up_shows_the_card_to_everybody(w, mana_way):
    bears = w.down(mana_way, "p1", "Grizzly Bears")
    w.up(bears, mana_way, cost="{1}{G}")
    assert w[bears].knows == {"p1", "p2"}
    assert w[bears].shown_at == w.state.seq


@pytest.mark.ruling("R02")
def test_turning_up_without_showing_what_was_committed_is_refused(w, mana_way):
    bears = w.down(mana_way, "p1", "Grizzly Bears")
    w.notary.lost.add(w[bears].bond.commitment)
    with pytest.raises(Illegal, match="without opening"):
        w.up(bears, mana_way, cost="{1}{G}")


# --- R07: a manifested or cloaked card with morph or disguise may also use that ---


@pytest.mark.ruling("R07")
@pytest.mark.scenario(83)
@pytest.mark.parametrize(
    ("card", "ability", "cost", "mana"),
    [
        ("Exalted Angel", "morph", "{2}{W}{W}", "{4}{W}{W}"),
        ("Coveted Falcon", "disguise", "{1}{U}", "{1}{U}{U}"),
        ("Abzan Guide", "morph", "{2}{W}{B}{G}", "{3}{W}{B}{G}"),
    ],
)
def test_either_procedure_turns_up_a_card_with_an_ability_of_its_own(
    world, mana_way, player, card, ability, cost, mana
):
    for procedure, paid in ((ability, cost), (mana_way, mana)):
        w = world()
        thing = w.down(mana_way, player, card)
        w.up(thing, procedure, cost=paid, player=player)
        assert w.codes() == []
        assert w[thing].card == card


@pytest.mark.ruling("R07")
@pytest.mark.scenario(84)
@pytest.mark.parametrize(("way", "card", "ability", "cost"), LAWFUL)
def test_the_cards_own_ability_works_whatever_put_it_face_down(w, way, card, ability, cost):
    thing = w.down(way, "p1", card)
    w.up(thing, ability, cost=cost)
    assert w.codes() == []


@pytest.mark.ruling("R07")
def test_a_card_without_the_ability_cannot_use_it(w, put_way):
    bears = w.down(put_way, "p1", "Grizzly Bears")
    for ability in ("morph", "disguise"):
        with pytest.raises(Illegal, match="has none"):
            w.up(bears, ability, cost="{1}{G}")


@pytest.mark.ruling("R07")
def test_morph_is_not_disguise(w, put_way):
    angel = w.down(put_way, "p1", "Exalted Angel")
    with pytest.raises(Illegal, match="has none"):
        w.up(angel, "disguise", cost="{2}{W}{W}")


@pytest.mark.ruling("R07")
def test_a_noncreature_card_with_morph_is_turned_up_for_that(w, put_way):
    cavern = w.down(put_way, "p1", "Zoetic Cavern")
    w.up(cavern, "morph", cost="{2}")
    assert w.seen(cavern).types == ("Land",)


@pytest.mark.ruling("R07")
def test_an_instant_turn_up_after_a_change_of_control(w, mana_way, moment):
    angel = w.down(mana_way, "p2", "Exalted Angel")
    w.steal(angel, "p1")
    moment(w, "p1")
    w.up(angel, "morph", cost="{2}{W}{W}")
    assert w.codes() == []


# --- R11: lost abilities ---


@pytest.mark.ruling("R11")
def test_a_manifested_creature_card_turns_up_though_it_lost_its_abilities(w, mana_way, player):
    bears = w.down(mana_way, player, "Grizzly Bears")
    w.do(a.Change(object=bears, by="Humility", lost_abilities=True))
    w.up(bears, mana_way, cost="{1}{G}", player=player)
    assert w.codes() == []


@pytest.mark.ruling("R11")
@pytest.mark.parametrize(("way", "card", "ability", "cost"), LAWFUL)
def test_what_relies_on_morph_or_disguise_does_not_once_that_is_lost(w, way, card, ability, cost):
    thing = w.down(way, "p1", card)
    w.do(a.Change(object=thing, by="Humility", lost_abilities=True))
    with pytest.raises(Illegal, match="would not have"):
        w.up(thing, ability, cost=cost)


@pytest.mark.ruling("R11")
def test_it_may_again_when_the_effect_is_over(w, permanent_way):
    thing = w.down(permanent_way, "p1")
    ability = {"disguise": "disguise"}.get(permanent_way, "morph")
    cost = {"disguise": "{1}{U}"}.get(permanent_way, "{2}{W}{W}")
    w.do(a.Change(object=thing, by="Humility", lost_abilities=True))
    w.do(a.Change(object=thing, by="Humility", ends=True))
    w.up(thing, ability, cost=cost)
    assert w.codes() == []


@pytest.mark.ruling("R11")
def test_lost_abilities_do_not_stop_an_effect(w, permanent_way):
    thing = w.down(permanent_way, "p1")
    w.do(a.Change(object=thing, by="Humility", lost_abilities=True))
    w.up(thing, "effect")
    assert w[thing].face_down is None


@pytest.mark.ruling("R11")
def test_an_opponents_effect_is_enough_to_lose_the_ability_and_the_loss_survives_a_change_of_control(w):
    angel = w.down("morph", "p1")
    w.do(a.Change(object=angel, by="Humility", lost_abilities=True))
    w.steal(angel, "p2")
    with pytest.raises(Illegal, match="would not have"):
        w.up(angel, "morph", cost="{2}{W}{W}", player="p2")


# --- R19: disguise, and that a spell cannot be turned up ---

OWN = [("morph", "Exalted Angel", "{2}{W}{W}"), ("disguise", "Coveted Falcon", "{1}{U}")]


@pytest.mark.ruling("R19")
@pytest.mark.scenario(73)
@pytest.mark.parametrize(("ability", "card", "cost"), OWN)
def test_its_controller_turns_it_up_at_any_moment_with_priority(w, moment, player, ability, card, cost):
    thing = w.down(ability, player, card)
    moment(w, player)
    w.up(thing, ability, cost=cost, player=player)
    assert w.codes() == []
    assert w[thing].card == card


@pytest.mark.ruling("R19")
@pytest.mark.scenario(97)
@pytest.mark.parametrize(
    "spell_way", [n for n, way in WAYS.items() if way.recorded and "cast" in way.arrives]
)
@pytest.mark.parametrize("procedure", ["morph", "disguise", "manifest", "cloak", "effect"])
def test_a_face_down_spell_is_not_turned_up(w, spell_way, procedure):
    spell = w.spell(spell_way)
    with pytest.raises(Illegal, match="it was a spell") as refused:
        w.up(spell, procedure, cost="{3}")
    assert refused.value.rules == ("708.7",)


@pytest.mark.ruling("R19")
def test_a_face_down_spell_does_not_resolve_face_up(w):
    spell = w.spell("disguise")
    with pytest.raises(Illegal, match="entered the battlefield face up"):
        w.write(
            e.Moved(
                player="p1", source="stack", to="battlefield", object=spell, new="#2", card="Coveted Falcon"
            )
        )


@pytest.mark.ruling("R19")
@pytest.mark.parametrize(("ability", "card", "cost"), OWN)
def test_the_wrong_cost_or_the_wrong_player_is_refused(w, player, other, ability, card, cost):
    thing = w.down(ability, player, card)
    with pytest.raises(Illegal, match="no choice makes that the cost"):
        w.up(thing, ability, cost="{1}", player=player)
    with pytest.raises(Illegal, match="controls it"):
        w.up(thing, ability, cost=cost, player=other)
    w.steal(thing, other)
    w.up(thing, ability, cost=cost, player=other)
    assert w.codes() == []


@pytest.mark.ruling("R19")
@pytest.mark.scenario(76)
def test_what_is_face_up_is_not_turned_up(w):
    bears = w.put("Grizzly Bears")
    with pytest.raises(Illegal, match="face up already"):
        w.up(bears, "morph", cost="{1}")


@pytest.mark.ruling("R19")
def test_what_is_phased_out_is_not_turned_up(w, permanent_way):
    thing = w.down(permanent_way)
    w.do(a.Phase(object=thing, out=True))
    with pytest.raises(Illegal, match="phased out"):
        w.up(thing, "effect")
    w.do(a.Phase(object=thing, out=False))
    w.up(thing, "effect")
