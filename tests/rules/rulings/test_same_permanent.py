"""R01 and R10: turning face up or down changes characteristics; the permanent stays the same one."""

from __future__ import annotations

import pytest

from facedown.errors import Illegal
from facedown.rules import actions as a
from facedown.rules import events as e

pytestmark = pytest.mark.ruling("R01")

NONCREATURES = [("Zoetic Cavern", "{2}"), ("Lumithread Field", "{1}{W}"), ("Whetwheel", "{3}")]
"""Cards with morph that are no creatures once they are face up, and what turning them up costs."""


@pytest.fixture(params=NONCREATURES, ids=[name for name, _ in NONCREATURES])
def noncreature(request):
    return request.param


def test_turning_face_up_keeps_the_handle_and_all_that_has_been_done_to_it(w, permanent_way, player):
    thing = w.down(permanent_way, player)
    w.do(a.SetCounters(object=thing, kind="+1/+1", count=2))
    w.do(a.Change(object=thing, by="Giant Growth", power=5, toughness=5))
    w.do(a.Attack(player=player, objects=(thing,)))
    before = w[thing]
    w.up(thing, "effect")
    after = w[thing]
    assert after.face_down is None
    assert (after.counters, after.effects, after.since) == (before.counters, before.effects, before.since)
    assert after.attacking
    assert w.seen(thing).power == "5"


def test_turning_face_down_keeps_the_handle_and_all_that_has_been_done_to_it(w, player):
    bears = w.put("Grizzly Bears", player)
    w.do(a.SetCounters(object=bears, kind="+1/+1", count=1))
    w.do(a.Attack(player=player, objects=(bears,)))
    w.turn_down(bears)
    assert w[bears].counters == (("+1/+1", 1),)
    assert w[bears].attacking
    assert w[bears].since == w.at(w[bears].since).seq


def test_what_targets_it_goes_on_targeting_it(w, permanent_way, player, other):
    thing = w.down(permanent_way, player)
    murder = w.cast("Murder", other, targets=(thing,), need="creature")
    w.up(thing, "effect")
    assert w[murder].targets == (thing,)
    w.resolve(murder)
    assert w.codes() == []


def test_a_spell_does_not_resolve_once_its_only_target_is_no_creature_any_more(w, noncreature, player, other):
    card, cost = noncreature
    thing = w.down("morph", player, card)
    murder = w.cast("Murder", other, targets=(thing,), need="creature")
    w.up(thing, "morph", cost=cost, player=player)
    with pytest.raises(Illegal, match="illegal") as refused:
        w.resolve(murder)
    assert refused.value.rules == ("608.2b",)
    w.die(murder)
    assert w.codes() == []


def test_a_spell_that_resolved_all_the_same_is_found(lenient, noncreature):
    w = lenient
    card, cost = noncreature
    thing = w.down("morph", "p1", card)
    murder = w.cast("Murder", "p2", targets=(thing,), need="creature")
    w.up(thing, "morph", cost=cost)
    w.resolve(murder)
    assert "FD207" in w.codes()


def test_what_a_spell_itself_did_to_its_target_is_no_reason_not_to_have_resolved(w):
    murder = w.cast("Murder", "p2", targets=(w.put("Grizzly Bears"),), need="creature")
    w.die(w[murder].targets[0])
    w.resolve(murder)
    assert w.codes() == []
    forest = w.put("Forest", source="library", face_down="manifest")
    opened = w.cast("Break Open", "p2", targets=(forest,), need="creature")
    w.up(forest, "effect")
    w.resolve(opened)
    assert w.codes() == []
    assert "when targets became illegal" in w.open_questions()


def test_a_spell_with_one_legal_target_left_resolves(w, noncreature):
    card, cost = noncreature
    thing, bears = w.down("morph", "p1", card), w.put("Grizzly Bears", "p1")
    spell = w.cast("Fire // Ice", "p2", targets=(thing, bears), need="creature")
    w.up(thing, "morph", cost=cost)
    w.resolve(spell, to="graveyard")
    assert w.codes() == []


def test_auras_and_equipment_stay_on_what_is_still_a_creature(w, permanent_way, player):
    thing = w.down(permanent_way, player)
    sword, aura = w.put("Bonesplitter", "p1"), w.put("Holy Strength", "p2")
    w.attach(sword, thing, None)
    w.attach(aura, thing)
    w.up(thing, "effect")
    assert w[sword].attached_to == thing
    assert w[aura].attached_to == thing


def test_equipment_unattaches_from_what_turned_up_as_no_creature(w, noncreature, player):
    card, cost = noncreature
    thing = w.down("morph", player, card)
    sword = w.put("Bonesplitter", player)
    w.attach(sword, thing, None)
    w.up(thing, "morph", cost=cost)
    assert w[sword].attached_to is None
    assert w[sword].zone == "battlefield"
    assert w.codes() == []


def test_an_aura_that_needs_a_creature_goes_to_its_owners_graveyard(w, noncreature, player, other):
    card, cost = noncreature
    thing = w.down("morph", player, card)
    aura = w.put("Pacifism", other)
    w.attach(aura, thing)
    w.up(thing, "morph", cost=cost)
    assert aura not in w
    (lying,) = (thing for thing in w.state.objects.values() if thing.card == "Pacifism")
    assert (lying.zone, lying.owner, lying.was) == ("graveyard", other, aura)


def test_an_aura_that_may_enchant_any_permanent_stays(w, noncreature):
    card, cost = noncreature
    thing = w.down("morph", "p1", card)
    aura = w.put("Control Magic", "p2")
    w.attach(aura, thing, "permanent")
    w.up(thing, "morph", cost=cost)
    assert w[aura].attached_to == thing


def test_an_aura_whose_host_the_record_does_not_describe_is_left_to_a_person(w, noncreature):
    card, cost = noncreature
    thing = w.down("morph", "p1", card)
    aura = w.put("Holy Strength", "p2")
    w.attach(aura, thing, None)
    w.up(thing, "morph", cost=cost)
    assert w[aura].attached_to == thing
    assert "attachment" in w.open_questions()


def test_an_attachment_that_is_not_in_the_table_of_cards_comes_off(w):
    cavern = w.down("morph", "p1", "Zoetic Cavern")
    strange = w.put("An Aura From Next Year", "p2")
    w.attach(strange, cavern)
    w.up(cavern, "morph", cost="{2}")
    assert w[strange].attached_to is None
    assert w[strange].zone == "battlefield"


def test_an_aura_falls_off_in_every_way_a_permanent_turns_up_as_a_land(w, put_way):
    forest = w.down(put_way, "p1", "Forest")
    aura = w.put("Pacifism", "p2")
    w.attach(aura, forest)
    w.up(forest, "effect")
    assert aura not in w


def test_an_aura_for_artifacts_falls_off_an_artifact_creature_that_is_turned_face_down(w):
    memnite, aura = w.put("Memnite", "p1"), w.put("Pacifism", "p2")
    w.attach(aura, memnite, "artifact")
    w.turn_down(memnite)
    assert aura not in w


def test_equipment_that_becomes_a_face_down_creature_is_not_attached_any_more(w):
    bears, sword = w.put("Grizzly Bears", "p1"), w.put("Bonesplitter", "p1")
    w.attach(sword, bears, None)
    w.turn_down(sword, by="an effect on artifacts")
    assert w[sword].attached_to is None


def test_what_stops_being_a_creature_leaves_combat(w, noncreature, player, other):
    card, cost = noncreature
    thing, blocker = w.down("morph", player, card), w.put("Grizzly Bears", other)
    w.do(a.Attack(player=player, objects=(thing,)))
    w.do(a.Block(object=blocker, attacker=thing))
    w.up(thing, "morph", cost=cost)
    assert not w[thing].attacking
    assert w[blocker].blocking == thing


def test_a_blocker_that_stops_being_a_creature_leaves_combat_too(w):
    bears, cavern = w.put("Grizzly Bears", "p1"), w.down("morph", "p2", "Zoetic Cavern")
    w.do(a.Attack(player="p1", objects=(bears,)))
    w.do(a.Block(object=cavern, attacker=bears))
    w.up(cavern, "morph", cost="{2}")
    assert w[cavern].blocking is None


def test_nothing_is_forced_where_the_facts_of_the_card_are_unknown(w):
    strange = w.down("manifest", "p1", "A Card From Next Year")
    sword = w.put("Bonesplitter", "p1")
    w.attach(sword, strange, None)
    w.do(a.Attack(player="p1", objects=(strange,)))
    w.up(strange, "effect")
    assert w[sword].attached_to == strange
    assert w[strange].attacking
    assert "attachment" in w.open_questions()


def test_attachments_and_targets_outlast_a_change_of_control(w, permanent_way):
    thing = w.down(permanent_way, "p1")
    sword = w.put("Bonesplitter", "p1")
    w.attach(sword, thing, None)
    murder = w.cast("Murder", "p1", targets=(thing,), need="creature")
    w.steal(thing, "p2")
    w.up(thing, "effect")
    assert w[sword].attached_to == thing
    assert w[sword].controller == "p1"
    w.resolve(murder)
    assert w.codes() == []


@pytest.mark.parametrize("attachment", ["Bonesplitter", "Pacifism"])
def test_a_table_that_did_not_clean_up_is_found(lenient, attachment):
    w = lenient
    cavern, thing = w.down("morph", "p1", "Zoetic Cavern"), w.put(attachment, "p1")
    w.attach(thing, cavern)
    opening = w.notary.opening(w[cavern].bond)
    w.write(e.TurnedUp(player="p1", object=cavern, procedure="morph", cost="{2}", opening=opening))
    assert w.codes() == ["FD207"]
    assert w.rules() == {"704.5n" if attachment == "Bonesplitter" else "704.5m"}


def test_an_attachment_left_on_what_is_gone_is_found(lenient, permanent_way):
    w = lenient
    thing, aura = w.down(permanent_way), w.put("Pacifism")
    w.attach(aura, thing)
    w.write(e.Moved(player="p1", source="battlefield", to="hand", object=thing))
    assert w.codes() == ["FD207"]


def test_auras_and_equipment_come_off_when_their_host_leaves(w, permanent_way):
    thing = w.down(permanent_way, "p1")
    sword, aura = w.put("Bonesplitter", "p2"), w.put("Pacifism", "p2")
    w.attach(sword, thing, None)
    w.attach(aura, thing)
    w.die(thing)
    assert w.codes() == []
    assert (w[sword].attached_to, w[aura].attached_to) == (None, None)
    w.die(aura)


@pytest.mark.ruling("R10")
@pytest.mark.parametrize("tapped", [True, False])
def test_turning_up_leaves_it_tapped_or_untapped(w, permanent_way, player, tapped):
    thing = w.down(permanent_way, player)
    if tapped:
        w.write(e.Tapped(object=thing, tapped=True), lenient=True)
    w.up(thing, "effect")
    assert w[thing].tapped is tapped


@pytest.mark.ruling("R10")
@pytest.mark.parametrize("tapped", [True, False])
def test_turning_down_leaves_it_tapped_or_untapped(w, player, tapped):
    bears = w.put("Grizzly Bears", player, tapped=tapped)
    w.turn_down(bears)
    assert w[bears].tapped is tapped


@pytest.mark.ruling("R10")
@pytest.mark.parametrize("tapped", [True, False])
def test_control_phasing_and_turning_up_together_leave_it_tapped_or_untapped(w, put_way, tapped):
    thing = w.put("Exalted Angel", face_down=put_way, tapped=tapped)
    w.steal(thing, "p2")
    w.do(a.Phase(object=thing, out=True))
    w.do(a.Phase(object=thing, out=False))
    w.up(thing, "effect")
    assert w[thing].tapped is tapped


@pytest.mark.ruling("R10")
def test_a_special_action_needs_no_untapped_permanent(w, put_way):
    thing = w.put("Exalted Angel", face_down=put_way, tapped=True)
    w.up(thing, "morph", cost="{2}{W}{W}")
    assert w[thing].tapped
    assert w.codes() == []
