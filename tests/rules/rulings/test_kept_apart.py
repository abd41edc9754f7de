"""R13 and R21: face-down objects stay easy to tell apart, and it stays clear what made each of them so."""

from __future__ import annotations

import pytest

from facedown.errors import Illegal, Malformed
from facedown.rules import actions as a
from facedown.rules import events as e
from facedown.rules.ways import WAYS


@pytest.mark.ruling("R13")
@pytest.mark.scenario(70)
def test_every_object_keeps_its_own_handle_in_the_order_it_came(w, permanent_way, player):
    things = [w.down(permanent_way, player) for _ in range(3)]
    assert len(set(things)) == 3
    since = [w[thing].since for thing in things]
    assert since == sorted(since)


@pytest.mark.ruling("R13")
@pytest.mark.scenario(70)
def test_what_attacked_is_remembered_of_each(w):
    one, two = w.down("morph"), w.down("manifest")
    w.do(a.Attack(player="p1", objects=(one,)))
    assert (w[one].attacking, w[two].attacking) == (True, False)


@pytest.mark.ruling("R13")
def test_mixing_them_up_is_not_allowed(w, permanent_way, player):
    one, two = w.down(permanent_way, player), w.down(permanent_way, player)
    with pytest.raises(Illegal, match="told apart") as refused:
        w.do(a.Mix(player=player, objects=(one, two)))
    assert refused.value.rules == ("708.6",)


@pytest.mark.ruling("R13")
def test_a_table_that_mixed_them_up_is_found_and_it_stays_on_them(lenient, permanent_way):
    w = lenient
    one, two, three = (w.down(permanent_way) for _ in range(3))
    w.do(a.Mix(player="p1", objects=(one, two)))
    assert w.codes() == ["FD301"]
    assert (w[one].mixed, w[two].mixed, w[three].mixed) == (True, True, False)


@pytest.mark.ruling("R13")
def test_spells_are_kept_apart_as_well(lenient, spell_way):
    w = lenient
    one = w.spell(spell_way)
    two = w.spell(spell_way, allowed="it has flash")
    assert one != two
    w.do(a.Mix(player="p1", objects=(one, two)))
    assert w.codes() == ["FD301"]


@pytest.mark.ruling("R13")
def test_permanents_are_no_pile_to_be_shuffled(w):
    bears, morph = w.put("Grizzly Bears"), w.down("morph")
    with pytest.raises(Illegal, match="not one face-down pile"):
        w.do(a.Shuffle(player="p1", objects=(bears, morph)))


@pytest.mark.ruling("R13")
def test_a_handle_is_never_given_twice(w, permanent_way):
    thing = w.down(permanent_way)
    w.die(thing)
    with pytest.raises(Malformed, match="used twice"):
        w.write(
            e.Moved(
                player="p1",
                source="library",
                to="battlefield",
                new=thing,
                face_down=e.FaceDown(way="manifest"),
            )
        )


@pytest.mark.ruling("R13")
def test_changing_control_does_not_mix_anything_up(w, permanent_way):
    mine, yours = w.down(permanent_way, "p1"), w.down(permanent_way, "p2")
    w.steal(yours, "p1")
    assert (w[mine].handle, w[yours].handle) == (mine, yours)
    assert w[yours].held == ("p2",)
    assert w[yours].first_controller == "p2"


# --- R21: what made it face down ---


@pytest.mark.ruling("R21")
def test_the_way_is_public_and_stays_on_the_object(w, permanent_way, player, other):
    thing = w.down(permanent_way, player)
    assert w[thing].way == permanent_way
    w.steal(thing, other)
    w.do(a.Phase(object=thing, out=True))
    assert w[thing].way == permanent_way


@pytest.mark.ruling("R21")
def test_a_spells_way_is_that_of_the_permanent_it_becomes(w, spell_way, player):
    spell = w.spell(spell_way, player)
    assert w[spell].way == spell_way
    assert w[w.resolve(spell)].way == spell_way


@pytest.mark.ruling("R21")
def test_a_spell_that_becomes_something_else_is_found(lenient):
    w = lenient
    spell = w.spell("morph")
    w.write(
        e.Moved(player="p1", source="stack", to="battlefield", object=spell, new=f"#{w.state.next_handle}",
                face_down=e.FaceDown(way="disguise"))
    )  # fmt: skip
    assert w.codes() == ["FD204"]


@pytest.mark.ruling("R21")
@pytest.mark.parametrize(
    "way", [name for name, way in WAYS.items() if way.recorded and "cast" not in way.arrives]
)
def test_a_way_that_is_no_way_of_casting_is_not_believed_of_a_spell(lenient, way):
    w = lenient
    w.cast("Exalted Angel", face_down=way)
    assert "FD204" in w.codes()


@pytest.mark.ruling("R21")
@pytest.mark.parametrize(
    "way", [name for name, way in WAYS.items() if way.recorded and "put" not in way.arrives]
)
def test_a_way_that_puts_nothing_there_is_not_believed_of_what_was_put(lenient, way):
    w = lenient
    w.put("Exalted Angel", face_down=way)
    assert "FD204" in w.codes()


@pytest.mark.ruling("R21")
@pytest.mark.parametrize(
    "way", [name for name, way in WAYS.items() if way.recorded and "turned" not in way.arrives]
)
def test_a_way_that_turns_nothing_down_is_not_believed_of_what_was_turned(lenient, way):
    w = lenient
    bears = w.put("Grizzly Bears")
    w.turn_down(bears, face_down=way)
    assert "FD204" in w.codes()


@pytest.mark.ruling("R21")
def test_a_record_that_does_not_say_it_leaves_it_open_and_accuses_nobody(w):
    w.down("unrecorded")
    assert w.codes() == []
    w.put("Serra Angel", source="library", face_down="unrecorded")
    assert w.codes() == []
    w.put("Serra Angel", to="exile", face_down="unrecorded")
    assert w.codes() == []
    assert "way" in w.open_questions()


@pytest.mark.ruling("R21")
def test_a_card_exiled_face_down_needs_something_that_says_so(lenient):
    w = lenient
    w.put("Serra Angel", source="library", to="exile", face_down="exiled")
    assert w.codes() == ["FD204"]
    assert w.violations[0].severity == "review"
    w.put("Serra Angel", source="library", to="exile", face_down="exiled", by="Necropotence")
    assert w.codes() == []


@pytest.mark.ruling("R21")
def test_megamorph_is_announced_as_morph(w):
    raptor = w.down("morph", "p1", "Deathmist Raptor", variant="megamorph")
    angel = w.down("morph", "p1")
    assert w[raptor].face_down == w[angel].face_down


@pytest.mark.ruling("R21")
def test_an_unknown_way_is_refused_with_the_ways_there_are(w):
    with pytest.raises(Malformed, match="the ways are: morph"):
        w.put("Serra Angel", face_down="upside down")
