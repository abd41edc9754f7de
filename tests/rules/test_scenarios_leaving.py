"""Scenarios 100 to 121: leaving, losing, ending."""

from __future__ import annotations

import pytest

from facedown.errors import Illegal
from facedown.rules import actions as a
from facedown.rules import events as e
from facedown.rules.reveals import standing


@pytest.mark.scenario(100)
def test_it_dies_revealed_and_its_printed_trigger_does_not_fire(w, lenient, permanent_way):
    thing = w.down(permanent_way)
    lying = w.die(thing)
    assert w[lying].card is not None
    with pytest.raises(Illegal, match="on dying"):
        w.do(a.Trigger(object=thing, on="dies"))
    thing = lenient.down(permanent_way)
    lenient.die(thing)
    lenient.do(a.Trigger(object=thing, on="dies"))
    assert [(v.code, v.severity) for v in lenient.violations] == [("FD206", "review")]


@pytest.mark.scenario(100)
def test_what_died_face_up_may_trigger(w):
    bears = w.put("Grizzly Bears")
    w.die(bears)
    w.do(a.Trigger(object=bears, on="dies"))
    assert w.codes() == []


@pytest.mark.scenario(102)
def test_swords_to_plowshares_exiles_it_face_up(w, permanent_way):
    exiled = w.move(w.down(permanent_way), "exile")
    assert w[exiled].face_down is None
    assert w[exiled].card is not None


@pytest.mark.scenario(103)
@pytest.mark.scenario(105)
@pytest.mark.parametrize("zone", ["hand", "library"])
def test_returned_and_shown_it_is_hidden_there_but_known(w, permanent_way, zone):
    thing = w.down(permanent_way)
    name = "Coveted Falcon" if permanent_way == "disguise" else "Exalted Angel"
    before = getattr(w.state.players["p1"], zone)
    w.move(thing, zone, shown=True)
    assert w.standing(thing) == "met"
    assert getattr(w.state.players["p1"], f"known_{zone}") == (name,)
    assert getattr(w.state.players["p1"], zone) == before + 1


@pytest.mark.scenario(103)
def test_what_everybody_knew_is_known_in_the_hand_even_unshown(w):
    bears = w.put("Grizzly Bears")
    w.turn_down(bears)
    w.loud()
    w.bounce(bears)
    assert w.state.players["p1"].known_hand == ("Grizzly Bears",)


@pytest.mark.scenario(106)
def test_cloudshift(w, put_way):
    thing = w.down(put_way)
    back = w.put(None, object=w.move(thing, "exile"))
    assert w.standing(thing) == "met"
    w.do(a.Trigger(object=back, on="enters"))
    assert w.codes() == []


@pytest.mark.scenario(107)
@pytest.mark.scenario(108)
def test_a_spell_is_revealed_on_every_way_but_the_battlefield(world, spell_way):
    for zone in ("graveyard", "exile", "hand", "library", "battlefield"):
        w = world()
        spell = w.spell(spell_way)
        if zone == "battlefield":
            w.resolve(spell)
            assert w.owes_nothing(spell)
        else:
            w.move(spell, zone)
            assert w.duty(spell).cause == "left_stack"


@pytest.mark.scenario(110)
def test_stolen_and_dead_it_is_its_owners_to_show(w, permanent_way):
    thing = w.down(permanent_way, "p1")
    w.steal(thing, "p2")
    lying = w.die(thing)
    assert (w[lying].owner, w[lying].controller) == ("p1", "p1")
    assert (w.duty(thing).owed_by, w.duty(thing).controller) == ("p1", "p2")


@pytest.mark.scenario(111)
@pytest.mark.scenario(114)
def test_a_conceding_player_owes_all_that_is_face_down_and_leaves_the_rest(world):
    w = world(3)
    own, lent = w.down("morph", "p2"), w.down("disguise", "p2")
    w.steal(lent, "p1")
    w.main("p2")
    foretold = w.put("Behold the Multiverse", "p2", to="exile", face_down="foretell", cost="{2}")
    exiled = w.put("Shock", "p2", to="exile", face_down="exiled", by="Necropotence")
    agenda = w.put("Brago's Favor", "p2", source="outside", to="command", face_down="hidden agenda")
    spell = w.spell("morph", "p2")
    w.concede("p2")
    assert w.duty(own).rule == w.duty(lent).rule == w.duty(spell).rule == "708.9, 800.4a"
    assert w.duty(foretold).rule == "702.143f"
    assert w.duty(agenda).rule == "702.106e"
    assert w.owes_nothing(exiled)
    assert all(thing.owner != "p2" for thing in w.state.objects.values())


@pytest.mark.scenario(116)
def test_at_the_end_all_of_all_players_are_owed(w):
    things = [w.down("morph", "p1"), w.down("manifest", "p2"), w.spell("disguise", "p1")]
    w.do(a.Leave(players=("p1", "p2"), how="drew"))
    assert [w.duty(thing).kind for thing in things] == ["permanent", "permanent", "spell"]


@pytest.mark.scenario(117)
def test_missing_mismatched_and_shown_are_three_things(w):
    missing, wrong, shown = w.down("morph"), w.down("morph"), w.down("morph")
    w.end()
    w.show(wrong)
    refuted = frozenset({(w.state.seq, wrong)})
    w.show(shown)
    w.close()
    status = {
        thing: standing(w.duty(thing), closed=True, refuted=refuted).status
        for thing in (missing, wrong, shown)
    }
    assert status == {missing: "unmet", wrong: "unmet", shown: "met"}
    assert standing(w.duty(missing), closed=True).show is None


@pytest.mark.scenario(117)
def test_shown_and_verified_but_not_a_legal_face_down_card_is_a_matter_of_the_cast(lenient):
    bears = lenient.spell("morph", card="Grizzly Bears")
    assert lenient.codes() == ["FD201"]
    lenient.end()
    lenient.show(bears)
    assert lenient.standing(bears) == "met"


@pytest.mark.scenario(119)
def test_what_the_platform_shows_for_a_player_who_was_removed(world):
    w = world(3)
    thing = w.down("morph", "p2")
    w.do(a.GoAbsent(player="p2"))
    w.do(a.GoAbsent(player="p2", back=True))
    w.do(a.GoAbsent(player="p2"))
    assert w.owes_nothing(thing)
    w.do(a.Leave(players=("p2",), how="removed"))
    w.do(a.OpenEscrow(object=thing))
    w.loud()
    w.close()
    assert w.standing(thing) == "unmet"
    assert [show.by for show in w.duty(thing).shows] == ["judge"]


@pytest.mark.scenario(121)
def test_endless_whispers(w, permanent_way):
    thing = w.down(permanent_way, "p1")
    lying = w.die(thing)
    back = w.put(None, "p2", object=lying)
    assert w.standing(thing) == "met"
    assert (w[back].face_down, w[back].controller, w[back].owner) == (None, "p2", "p1")


@pytest.mark.scenario(119)
def test_a_move_by_a_departed_player_needs_a_seat_that_exists(w):
    thing = w.down("morph")
    w.concede("p1")
    w.write(e.Gathered(player="p1", objects=(thing,)))
    assert w.duty(thing).closed_at == w.state.seq
