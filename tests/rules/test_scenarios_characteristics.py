"""Scenarios 58 to 72: what face-down objects are for everything else in the game."""

from __future__ import annotations

import pytest

from facedown.errors import Illegal
from facedown.rules import actions as a
from facedown.rules.characteristics import same_name


@pytest.mark.scenario(58)
def test_clone_copies_the_face_down_creature_and_learns_nothing(w, permanent_way):
    thing = w.down(permanent_way, "p1")
    clone = w.made(w.do(a.Create(player="p2", copy_of=thing)))
    assert (w.seen(clone).name, w[clone].face_down) == (None, None)
    assert (w[thing].knows, w.lookers(thing)) == ({"p1"}, {"p1"})


@pytest.mark.scenario(61)
def test_echoing_decay_finds_no_second_one_of_the_same_name(w, permanent_way):
    one, two = w.down(permanent_way), w.down(permanent_way)
    assert not same_name(w.seen(one), w.seen(two))


@pytest.mark.scenario(62)
@pytest.mark.scenario(63)
def test_its_mana_value_is_zero_and_it_has_no_colour(w, permanent_way):
    thing = w.down(permanent_way)
    assert (w.seen(thing).mana_value, w.seen(thing).colors) == (0, ())


@pytest.mark.scenario(65)
@pytest.mark.parametrize("way", ["disguise", "cloak"])
def test_ward_counters_the_spell_and_the_creature_stays_down(w, way):
    thing = w.down(way)
    murder = w.cast("Murder", "p2", targets=(thing,), need="creature")
    w.do(a.Trigger(object=thing, on="becomes the target"))
    w.move(murder, "graveyard")
    assert w[thing].face_down is not None
    assert w.codes() == []


@pytest.mark.scenario(66)
@pytest.mark.scenario(67)
@pytest.mark.parametrize("card", ["Tranquil Cove", "Doomwake Giant", "Ixidron", "Pacifism"])
def test_nothing_printed_works_as_it_enters(w, put_way, card):
    thing = w.down(put_way, "p1", card)
    assert not w[thing].tapped
    with pytest.raises(Illegal, match="enters ability"):
        w.do(a.Trigger(object=thing, on="enters"))


@pytest.mark.scenario(68)
def test_a_card_that_cannot_be_countered_is_countered_face_down_and_revealed(w, spell_way):
    spell = w.spell(spell_way)
    lying = w.move(spell, "graveyard")
    assert w.codes() == []
    assert w[lying].card is not None
    assert w.standing(spell) == "met"


@pytest.mark.scenario(70)
def test_three_of_them_are_told_apart_by_public_facts(w):
    one = w.down("morph")
    two = w.down("manifest")
    three = w.down("cloak")
    w.do(a.Attack(player="p1", objects=(two,)))
    facts = {(w[thing].way, w[thing].since, w[thing].attacking) for thing in (one, two, three)}
    assert len(facts) == 3


@pytest.mark.scenario(71)
def test_phasing_reveals_nothing_and_its_controller_may_look(w, permanent_way):
    thing = w.down(permanent_way)
    sword, other, away = w.put("Bonesplitter"), w.put("Grizzly Bears"), w.put("Bonesplitter")
    w.attach(sword, thing, None)
    w.attach(away, other, None)
    w.do(a.Phase(object=thing, out=True))
    assert (w[thing].phased_out, w[sword].phased_out) == (True, True)
    assert (w[other].phased_out, w[away].phased_out) == (False, False)
    w.look(thing, "p1")
    assert w.duties() == {}
    w.do(a.Phase(object=thing, out=False))
    assert (w[thing].phased_out, w[sword].phased_out, w[sword].attached_to) == (False, False, thing)


@pytest.mark.scenario(71)
def test_it_leaves_with_its_owner(world, permanent_way):
    w = world(3)
    thing = w.down(permanent_way, "p1")
    w.steal(thing, "p2")
    w.do(a.Phase(object=thing, out=True))
    w.concede("p1")
    assert thing not in w


@pytest.mark.scenario(72)
def test_they_stay_face_down_when_ixidron_or_its_owner_leaves(world):
    w = world(3)
    ixidron, bears = w.put("Ixidron", "p1"), w.put("Grizzly Bears", "p2")
    w.turn_down(bears, by="Ixidron")
    w.die(ixidron)
    assert w[bears].face_down is not None
    w.concede("p1")
    assert w[bears].face_down is not None
