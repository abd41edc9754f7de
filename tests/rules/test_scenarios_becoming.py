"""Scenarios 1 to 40: becoming face down."""

from __future__ import annotations

import pytest

from facedown.errors import Illegal
from facedown.rules import actions as a
from facedown.rules import events as e
from facedown.rules.ways import Listed


@pytest.mark.scenario(1)
def test_pine_walker_is_cast_with_morph(w):
    spell = w.cast("Pine Walker", face_down="morph", cost="{3}")
    assert (w.seen(spell).power, w.seen(spell).name, w[spell].way) == ("2", None, "morph")
    assert w[spell].knows == {"p1"}
    thing = w.resolve(spell)
    assert w[thing].was == spell
    assert w.duties() == {}


@pytest.mark.scenario(2)
def test_a_morph_card_cast_normally_hides_nothing(w):
    thing = w.resolve(w.cast("Pine Walker", cost="{3}{G}{G}"))
    assert (w[thing].card, w[thing].bond) == ("Pine Walker", None)
    w.die(thing)
    assert w.duties() == {}


@pytest.mark.scenario(3)
def test_no_public_word_tells_megamorph_from_morph(w):
    w.spell("morph", card="Deathmist Raptor", variant="megamorph")
    assert "mega" not in repr(w.entries[-1][1])
    assert "Raptor" not in repr(w.state)


@pytest.mark.scenario(4)
def test_dog_walker_has_ward_and_shows_no_cost(w):
    thing = w.resolve(w.cast("Dog Walker", face_down="disguise", cost="{3}"))
    assert w.seen(thing).abilities == ("ward {2}",)
    assert w[thing].way == "disguise"


@pytest.mark.scenario(5)
def test_zoetic_cavern_is_a_creature_spell_or_a_land_played(w):
    spell = w.spell("morph", card="Zoetic Cavern")
    assert w.seen(w.resolve(spell)).types == ("Creature",)
    land = w.put("Zoetic Cavern")
    assert w.seen(land).types == ("Land",)
    assert w.codes() == []


@pytest.mark.scenario(6)
def test_a_card_without_either_ability_is_refused_or_found(w, lenient):
    with pytest.raises(Illegal, match="no morph ability"):
        w.spell("morph", card="Grizzly Bears")
    assert w.state.objects == {}
    lenient.spell("morph", card="Grizzly Bears")
    assert lenient.codes() == ["FD201"]


@pytest.mark.scenario(10)
@pytest.mark.scenario(11)
@pytest.mark.parametrize("prohibition", ["Meddling Mage names it", "Reflector Mage returned it"])
def test_a_prohibition_by_name_does_not_reach_a_nameless_spell(w, prohibition):
    w.do(a.Note(text=prohibition))
    spell = w.spell("morph", card="Exalted Angel")
    assert w.codes() == []
    assert w.seen(spell).name is None


@pytest.mark.scenario(12)
@pytest.mark.parametrize("way", ["morph", "disguise"])
def test_reductions_apply_to_the_three_mana(w, way):
    w.spell(way, cost="{1}", modifiers="Obscuring Aether, Dream Chisel")
    assert w.codes() == []


@pytest.mark.scenario(14)
@pytest.mark.parametrize("way", ["manifest", "cloak"])
def test_the_top_card_is_manifested_and_its_controller_may_look_but_need_not(w, way):
    thing = w.put("Serra Angel", source="library", face_down=way)
    assert w.state.players["p1"].library == 59
    assert w[thing].origin == "library"
    assert w.lookers(thing) == {"p1"}
    assert w.codes() == []


@pytest.mark.scenario(14)
def test_a_recorder_who_was_not_shown_the_card_leaves_it_unbound(w):
    thing = w.put(None, source="library", face_down="manifest")
    assert w[thing].bond is None
    w.look(thing, "p1", card="Serra Angel")
    assert w[thing].bond is not None
    assert w[thing].named is None


@pytest.mark.scenario(15)
def test_a_card_from_the_hand_is_manifested(w):
    thing = w.put("Serra Angel", source="hand", face_down="manifest", by="Scroll of Fate")
    assert w.state.players["p1"].hand == 39
    assert (w[thing].origin, w[thing].knows) == ("hand", {"p1"})


@pytest.mark.scenario(16)
def test_reality_shift_exiles_and_lets_the_creatures_controller_manifest(w):
    target = w.down("morph", "p2")
    w.main("p1")
    shift = w.cast("Reality Shift", "p1", targets=(target,), need="creature")
    w.move(target, "exile")
    thing = w.put("Forest", "p2", source="library", face_down="manifest", by="Reality Shift")
    w.resolve(shift, to="graveyard")
    assert w.standing(target) == "met"
    assert (w[thing].controller, w.lookers(thing)) == ("p2", {"p2"})


@pytest.mark.scenario(17)
def test_thieving_amalgam_manifests_the_opponents_card(w):
    thing = w.put("Serra Angel", "p1", source="library", owner="p2", face_down="manifest")
    assert w.state.players["p2"].library == 59
    assert (w[thing].owner, w.lookers(thing), w[thing].knows) == ("p2", {"p1"}, {"p1"})
    with pytest.raises(Illegal, match="without a right"):
        w.look(thing, "p2")
    w.die(thing)
    assert w.duty(thing).owed_by == "p2"


@pytest.mark.scenario(19)
def test_what_may_not_enter_stays_where_it_is_and_owes_nothing(w):
    before = w.state.players["p1"]
    w.do(a.Note(text="Grafdigger's Cage: the card is not manifested"))
    assert w.state.players["p1"] == before
    assert w.duties() == {}


@pytest.mark.scenario(20)
def test_manifest_dread_looks_at_two_and_bins_the_other(w):
    w.do(a.Look(player="p1", zone="library", cards=("Grizzly Bears", "Shock"), allowed="manifest dread"))
    assert w.codes() == []
    thing = w.put("Grizzly Bears", source="library", face_down="manifest", by="manifest dread")
    binned = w.put("Shock", source="library", to="graveyard")
    assert (w[thing].way, w[binned].card) == ("manifest", "Shock")
    assert w.state.players["p1"].library == 58


@pytest.mark.scenario(21)
def test_manifest_dread_with_one_card_or_none_does_what_it_can(w):
    w.do(a.Look(player="p1", zone="library", cards=("Shock",), allowed="manifest dread"))
    thing = w.put("Shock", source="library", face_down="manifest")
    w.do(a.Trigger(object=thing, on="manifest dread"))
    assert w.codes() == []


@pytest.mark.scenario(22)
def test_an_instant_picked_by_manifest_dread_stays_on_the_battlefield(w):
    shock = w.put("Shock", source="library", face_down="manifest", by="manifest dread")
    assert (w[shock].zone, w.seen(shock).power, w.codes()) == ("battlefield", "2", [])


@pytest.mark.scenario(23)
def test_hide_in_plain_sight_cloaks_two_of_five(w):
    five = ("Forest", "Serra Angel", "Shock", "Island", "Murder")
    w.do(a.Look(player="p1", zone="library", cards=five, allowed="Hide in Plain Sight"))
    one = w.put("Forest", source="library", face_down="cloak")
    two = w.put("Serra Angel", source="library", face_down="cloak")
    w.do(a.Transfer(player="p1", source="library", to="library", count=3))
    assert w.seen(one) == w.seen(two)
    assert w.seen(one).abilities == ("ward {2}",)
    assert w.state.players["p1"].library == 58


@pytest.mark.scenario(24)
def test_cloaking_from_an_empty_hand_does_nothing(w):
    before = w.state.objects
    w.do(a.Note(text="Vannifar: no card in hand"))
    assert w.state.objects == before


@pytest.mark.scenario(25)
def test_cryptic_coat_cloaks_and_stays_attached_as_it_turns_up(w):
    coat = w.put("Cryptic Coat")
    thing = w.put("Grizzly Bears", source="library", face_down="cloak")
    w.attach(coat, thing, None)
    w.do(a.Change(object=thing, by="Cryptic Coat", power=3, toughness=2))
    assert w.seen(thing).power == "3"
    w.up(thing, "cloak", cost="{1}{G}")
    assert w[coat].attached_to == thing


@pytest.mark.scenario(27)
def test_expose_the_culprit_hides_who_is_who(w):
    names = ("Coveted Falcon", "Dog Walker")
    things = [w.put(name) for name in names]
    piled = [w.move(thing, "exile", face_down="exiled", by="Expose the Culprit") for thing in things]
    assert all(w[card].knows == {"p1", "p2"} and w.lookers(card) == set() for card in piled)
    (shuffled,) = w.do(a.Shuffle(player="p1", objects=tuple(piled), cards=names[::-1]))
    assert not set(shuffled.new) & set(piled)
    assert all(w[card].knows == set() and w[card].bond is not None for card in shuffled.new)
    with pytest.raises(Illegal, match="without a right"):
        w.look(shuffled.new[0], "p1")
    cloaked = [w.put(None, object=card, face_down="cloak") for card in shuffled.new]
    for thing in cloaked:
        assert w.lookers(thing) == {"p1"}
        w.look(thing, "p1")
    assert w.codes() == []
    w.up(cloaked[0], "cloak", cost="{1}{W}")
    assert w[cloaked[0]].card == "Dog Walker"


@pytest.mark.scenario(27)
def test_a_recorder_who_does_not_know_the_new_order_leaves_it_unbound(w):
    things = [w.put(name) for name in ("Coveted Falcon", "Dog Walker")]
    piled = tuple(w.move(thing, "exile", face_down="exiled", by="Expose the Culprit") for thing in things)
    (shuffled,) = w.do(a.Shuffle(player="p1", objects=piled))
    assert all(w[card].bond is None for card in shuffled.new)


@pytest.mark.scenario(28)
def test_ixidron_turns_the_others_down_and_they_stay_themselves(w):
    bears, angel, token = w.put("Grizzly Bears"), w.put("Serra Angel", "p2"), None
    token = w.made(w.do(a.Create(player="p1", copy_of=bears)))
    for thing in (bears, angel):
        w.turn_down(thing, by="Ixidron")
        assert (w.seen(thing).name, w.seen(thing).power, w.seen(thing).subtypes) == (None, "2", ())
        assert w[thing].knows == {"p1", "p2"}
    assert w.lookers(angel) == {"p2"}
    assert w[token].face_down is None
    assert w[bears].handle == bears


@pytest.mark.scenario(29)
def test_a_face_down_creature_is_not_turned_down_again(w, lenient, permanent_way):
    thing = w.down(permanent_way)
    with pytest.raises(Illegal, match="face down already") as refused:
        w.turn_down(thing, by="Ixidron")
    assert refused.value.rules == ("708.2b",)
    thing = lenient.down(permanent_way)
    before = lenient[thing]
    lenient.turn_down(thing, by="Ixidron")
    assert lenient.codes() == ["FD205"]
    assert lenient[thing] == before


@pytest.mark.scenario(33)
def test_yedora_returns_a_dead_creature_as_a_forest(w):
    dead = w.die(w.put("Grizzly Bears"))
    listed = Listed(types=("Land",), subtypes=("Forest",))
    forest = w.put(None, object=dead, face_down="effect", listed=listed, by="Yedora, Grave Gardener")
    assert w[forest].was == dead
    assert (w.seen(forest).types, w.seen(forest).subtypes, w.seen(forest).supertypes) == (
        ("Land",),
        ("Forest",),
        (),
    )
    assert (w[forest].named, w[forest].knows) == ("Grizzly Bears", {"p1", "p2"})
    w.end()
    assert w.duty(forest).moot
    assert w.duty(forest).named == "Grizzly Bears"


@pytest.mark.scenario(35)
def test_cybership_takes_two_cards_of_the_opponents_library(w):
    for card in ("Forest", "Shock"):
        thing = w.put(card, "p1", source="library", owner="p2", face_down="cybership", by="Cybership")
        seen = w.seen(thing)
        assert (seen.types, seen.subtypes, seen.power) == (("Artifact", "Creature"), ("Cyberman",), "2")
        assert (w.lookers(thing), w[thing].knows, w[thing].owner) == ({"p1"}, {"p1"}, "p2")
        w.die(thing)
        assert w.duty(thing).owed_by == "p2"


@pytest.mark.scenario(36)
def test_magar_lists_abilities_and_its_sorcery_never_turns_up(w):
    lying = w.put("Divination", to="graveyard")
    listed = Listed(
        types=("Creature",), power=3, toughness=3, abilities=("may cast a copy of the noted card",)
    )
    thing = w.put(None, object=lying, face_down="effect", listed=listed, by="Magar of the Magic Strings")
    assert (w.seen(thing).power, w.seen(thing).abilities) == ("3", listed.abilities)
    assert w[thing].named == "Divination"
    with pytest.raises(Illegal, match="stays face down"):
        w.up(thing, "effect")
    token = w.made(w.do(a.Create(player="p1", copy_of=thing)))
    assert (w.seen(token).name, w.seen(token).power) == (None, "3")
    w.end()
    assert w.duty(thing).moot


@pytest.mark.scenario(38)
def test_illusionary_mask_turns_it_up_before_it_becomes_tapped(w):
    thing = w.down("illusionary mask", card="Grizzly Bears", cost="{2}")
    events = w.do(a.Tap(object=thing))
    assert [type(event) for event in events] == [e.TurnedUp, e.Tapped]
    assert (w[thing].card, w[thing].tapped, w.codes()) == ("Grizzly Bears", True, [])


@pytest.mark.scenario(38)
def test_a_table_that_tapped_it_face_down_is_found(lenient):
    thing = lenient.down("illusionary mask", card="Grizzly Bears", cost="{2}")
    lenient.write(e.Tapped(object=thing, tapped=True))
    assert lenient.codes() == ["FD108"]


@pytest.mark.scenario(38)
def test_before_damage_it_is_turned_up_by_its_effect(w):
    thing = w.down("illusionary mask", card="Grizzly Bears", cost="{2}")
    w.up(thing, "effect")
    w.do(a.Tap(object=thing))
    assert w[thing].tapped


@pytest.mark.scenario(38)
@pytest.mark.parametrize(
    ("card", "cost", "wrong"),
    [
        ("Forest", "{5}", "not a creature card"),
        ("Exalted Angel", "{5}", "cannot pay"),
        ("Grizzly Bears", "{W}{W}", "cannot pay"),
        ("Dryad Arbor", "{3}", "cannot pay"),
    ],
)
def test_the_mask_asks_for_a_creature_card_its_mana_could_pay(w, card, cost, wrong):
    with pytest.raises(Illegal, match=wrong):
        w.spell("illusionary mask", card=card, cost=cost)


@pytest.mark.scenario(38)
@pytest.mark.parametrize("cost", ["{2}", "{5}", "{G}{G}", "{W}{G}{B}", "two life"])
def test_mana_to_spare_is_no_matter(w, cost):
    w.spell("illusionary mask", card="Grizzly Bears", cost=cost)
    assert w.codes() == []


@pytest.mark.scenario(39)
def test_a_commander_cast_face_down_is_known_and_still_the_commander(w):
    spell = w.spell("morph", source="command", cost="{5}", modifiers="commander tax")
    assert w.codes() == []
    assert (w[spell].commander, w[spell].knows) == (True, {"p1", "p2"})
    thing = w.resolve(spell)
    assert w[thing].commander
    w.move(thing, "command")
    assert w.standing(thing) == "met"


@pytest.mark.scenario(39)
def test_a_commander_turned_down_by_ixidron_is_still_the_commander(w):
    thing = w.resolve(w.cast("Grizzly Bears", source="command"))
    w.turn_down(thing, by="Ixidron")
    assert w[thing].commander
    assert w[w.die(thing)].commander


@pytest.mark.scenario(40)
def test_a_token_turned_down_keeps_its_handle_and_its_identity(w):
    listed = Listed(types=("Creature",), subtypes=("Soldier",), power=1, toughness=1)
    token = w.made(w.do(a.Create(player="p1", card="Soldier Token", listed=listed)))
    w.turn_down(
        token, by="Cyber Conversion", listed=Listed(types=("Artifact", "Creature"), power=2, toughness=2)
    )
    assert (w[token].kind, w[token].named, w[token].knows) == ("token", "Soldier Token", {"p1", "p2"})
    w.end()
    assert (w.duty(token).moot, w.duty(token).token) == (True, True)
