"""Scenarios 73 to 97: turning face up."""

from __future__ import annotations

import pytest

from facedown.errors import Illegal
from facedown.rules import actions as a
from facedown.rules.characteristics import same_name


@pytest.mark.scenario(73)
@pytest.mark.scenario(75)
def test_a_morph_cost_is_paid_without_the_stack(w):
    angel = w.down("morph")
    w.do(a.Note(text="Linvala stops activated abilities; this is none"))
    w.do(a.GivePriority(player="p1"))
    w.up(angel, "morph", cost="{2}{W}{W}")
    assert (w[angel].card, w.state.priority, w.codes()) == ("Exalted Angel", "p1", [])
    assert not any(thing.zone == "stack" for thing in w.state.objects.values())


@pytest.mark.scenario(76)
def test_no_priority_another_players_permanent_or_not_face_down(w):
    angel, bears = w.down("morph"), w.put("Grizzly Bears")
    w.do(a.GivePriority(player="p2"))
    for player, thing in (("p1", angel), ("p2", angel), ("p1", bears)):
        with pytest.raises(Illegal):
            w.up(thing, "morph", cost="{2}{W}{W}", player=player)


@pytest.mark.scenario(77)
def test_an_action_that_could_not_be_paid_is_reversed_and_what_was_shown_stays_known(lenient, permanent_way):
    w = lenient
    thing = w.down(permanent_way)
    before = w.state.seq
    w.up(thing, "morph", cost="{W}")
    card = w[thing].card
    w.do(a.Reverse(to=before, why="CR 732.1"))
    assert w[thing].face_down is not None
    assert (w[thing].knows, w[thing].named) == ({"p1", "p2"}, card)
    assert w[thing].handle == thing
    w.end()
    assert w.duty(thing).moot


@pytest.mark.scenario(77)
def test_handles_given_out_meanwhile_are_not_given_again(lenient):
    w = lenient
    before = w.state.seq
    spell = w.spell("morph")
    w.do(a.Reverse(to=before))
    assert spell not in w
    assert w.spell("morph") != spell


@pytest.mark.scenario(77)
def test_a_card_seen_on_the_table_is_known_back_in_the_hand(w):
    before = w.state.seq
    w.cast("Divination")
    w.do(a.Reverse(to=before))
    assert w.state.players["p1"].known_hand == ("Divination",)
    assert w.state.players["p1"].hand == 40


@pytest.mark.scenario(77)
def test_going_back_keeps_what_was_learnt_of_objects_that_were_gone_by_then(w):
    exiled = w.put("Shock", source="library", to="exile", face_down="exiled", by="Gonti", look=("p1",))
    morph = w.down("morph")
    before = w.state.seq
    w.cast(None, object=exiled, allowed="Gonti")
    w.look(morph, "p2", allowed="Smoke Teller")
    w.die(morph, shown=False)
    w.do(a.Reverse(to=before))
    assert (w[exiled].knows, w[exiled].named) == ({"p1", "p2"}, "Shock")
    assert w[morph].knows == {"p1", "p2"}
    w.do(a.Reverse(to=before - 1))
    assert w[exiled].knows == {"p1", "p2"}


@pytest.mark.scenario(77)
def test_also_of_what_went_out_of_sight(w):
    morph = w.down("morph")
    before = w.state.seq
    w.quiet()
    w.look(morph, "p2", allowed="Smoke Teller")
    w.quiet()
    w.bounce(morph)
    w.loud()
    w.do(a.Reverse(to=before))
    assert w[morph].knows == {"p1", "p2"}
    assert w[morph].named is None


@pytest.mark.scenario(77)
def test_what_was_shown_only_once_it_lay_in_a_hand_stays_known_on_the_table(w):
    morph = w.down("morph")
    before = w.state.seq
    w.bounce(morph)
    w.show(morph, to=("p2",))
    assert (w.standing(morph), w.proof(morph)) == ("met", "opening")
    w.do(a.Reverse(to=before))
    assert w[morph].knows == {"p1", "p2"}
    assert w.owes_nothing(morph)


@pytest.mark.scenario(78)
@pytest.mark.parametrize(
    ("card", "cost"),
    [
        ("Zombie Cutthroat", "pay 5 life"),
        ("Gathan Raiders", "discard a card"),
        ("Fathom Seer", "return two Islands"),
        ("Gift of Doom", "sacrifice another creature"),
        ("Dragon's Eye Savants", "reveal a blue card"),
    ],
)
def test_costs_that_are_not_mana_are_recorded(w, card, cost):
    thing = w.down("morph", card=card)
    with pytest.raises(Illegal, match="something else than mana"):
        w.up(thing, "morph", cost="{3}")
    w.up(thing, "morph", cost=cost)
    assert w.codes() == []


@pytest.mark.scenario(78)
def test_nobody_pays_more_life_than_there_is(w):
    thing = w.down("morph", card="Zombie Cutthroat")
    w.do(a.SetLife(player="p1", life=4))
    with pytest.raises(Illegal, match="5 life by a player with 4") as refused:
        w.up(thing, "morph", cost="pay 5 life")
    assert refused.value.rules == ("119.4",)


@pytest.mark.scenario(78)
def test_what_was_paid_may_be_left_open_here_too(w):
    thing = w.down("morph", card="Fathom Seer")
    w.up(thing, "morph")
    assert "cost" in w.open_questions()


@pytest.mark.scenario(79)
def test_megamorph_puts_a_counter_on_it_only_if_its_cost_was_paid(world):
    for procedure, cost, counters in (
        ("morph", "{4}{G}", (("+1/+1", 1),)),
        ("manifest", "{1}{G}{G}", ()),
        ("effect", None, ()),
    ):
        w = world()
        raptor = w.down("manifest", card="Deathmist Raptor")
        w.up(raptor, procedure, cost=cost)
        assert w[raptor].counters == counters
        assert w.codes() == []


@pytest.mark.scenario(79)
def test_the_counter_joins_those_that_are_there(w):
    raptor = w.down("morph", card="Deathmist Raptor")
    w.do(a.SetCounters(object=raptor, kind="+1/+1", count=2))
    w.up(raptor, "morph", cost="{4}{G}")
    assert w[raptor].counters == (("+1/+1", 3),)


@pytest.mark.scenario(80)
@pytest.mark.scenario(81)
@pytest.mark.parametrize("way", ["manifest", "cloak"])
def test_a_creature_card_turns_up_for_its_mana_cost_and_no_other_does(w, way):
    bears, ring = w.down(way, card="Grizzly Bears"), w.down(way, card="Sol Ring")
    w.up(bears, way, cost="{1}{G}")
    with pytest.raises(Illegal, match="no creature card"):
        w.up(ring, way, cost="{1}")


@pytest.mark.scenario(86)
def test_unable_to_scream_forbids_it_while_it_is_there(w, permanent_way):
    thing = w.down(permanent_way)
    w.do(a.Change(object=thing, by="Unable to Scream", stays_down=True))
    for procedure in ("morph", "effect"):
        with pytest.raises(Illegal, match="Unable to Scream forbids"):
            w.up(thing, procedure, cost="{2}{W}{W}")
    w.do(a.Change(object=thing, by="Unable to Scream", ends=True))
    w.up(thing, "effect")
    assert w[thing].face_down is None


@pytest.mark.scenario(90)
def test_as_it_is_turned_face_up_and_when_it_turns_itself_down_again(w):
    shifter = w.down("morph", card="Vesuvan Shapeshifter")
    bond = w[shifter].bond
    w.up(shifter, "morph", cost="{1}{U}")
    w.do(a.Change(object=shifter, by="its copy effect", adds=("flying",), power=4, toughness=4))
    assert w[shifter].card == "Vesuvan Shapeshifter"
    w.turn_down(shifter, by="Vesuvan Shapeshifter")
    assert (w[shifter].handle, w[shifter].knows, w[shifter].bond) == (shifter, {"p1", "p2"}, bond)
    hydra = w.down("morph", card="Hooded Hydra")
    w.up(hydra, "morph", cost="{3}{G}{G}")
    w.do(a.SetCounters(object=hydra, kind="+1/+1", count=5))
    assert w[hydra].counters == (("+1/+1", 5),)


@pytest.mark.scenario(91)
@pytest.mark.parametrize("x", [0, 3])
def test_x_in_a_morph_cost_is_recorded(w, x):
    bane = w.down("morph", card="Bane of the Living")
    w.up(bane, "morph", cost=f"{{{x}}}{{B}}{{B}}", x=x)
    assert w.codes() == []
    assert w.entries[-1][1][0].x == x
    other = w.down("morph", card="Bane of the Living")
    with pytest.raises(Illegal, match="no choice makes that"):
        w.up(other, "morph", cost=f"{{{x + 1}}}{{B}}{{B}}", x=x)


@pytest.mark.scenario(92)
def test_all_that_was_on_it_persists(w):
    angel, sword = w.down("morph"), w.put("Bonesplitter")
    w.attach(sword, angel, None)
    w.do(a.SetCounters(object=angel, kind="+1/+1", count=1))
    w.do(a.Tap(object=angel))
    w.do(a.Attack(player="p1", objects=(angel,)))
    w.up(angel, "morph", cost="{2}{W}{W}")
    assert (w[angel].tapped, w[angel].attacking, w[angel].counters) == (True, True, (("+1/+1", 1),))
    assert w[sword].attached_to == angel


@pytest.mark.scenario(93)
def test_a_spell_whose_target_gained_hexproof_does_not_resolve(w):
    mauler = w.down("morph", card="Sagu Mauler")
    murder = w.cast("Murder", "p2", targets=(mauler,), need="creature")
    w.up(mauler, "morph", cost="{3}{G}{U}")
    w.move(murder, "graveyard")
    assert w.codes() == []
    assert mauler in w


@pytest.mark.scenario(95)
def test_the_legend_rule_sees_it_only_once_it_is_face_up(w):
    one = w.put("Etrata, Deadly Fugitive")
    two = w.put("Etrata, Deadly Fugitive", source="library", face_down="manifest")
    assert not same_name(w.seen(one), w.seen(two))
    w.up(two, "manifest", cost="{1}{U}{B}")
    assert same_name(w.seen(one), w.seen(two))
    assert "Legendary" in w.seen(two).supertypes


@pytest.mark.scenario(96)
def test_triggers_of_turning_up_are_ordinary(w):
    dermoplasm = w.down("morph", card="Dermoplasm")
    w.up(dermoplasm, "morph", cost="{2}{U}{U}")
    w.do(a.Trigger(object=dermoplasm, on="turned_up"))
    angel = w.put("Exalted Angel", controller="p2")
    w.bounce(dermoplasm)
    assert w.codes() == []
    assert w[angel].controller == "p2"
    assert w.state.players["p1"].known_hand == ("Dermoplasm",)
