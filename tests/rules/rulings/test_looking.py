"""R12 and R16: who may look at a face-down permanent or spell."""

from __future__ import annotations

import pytest

from facedown.errors import Illegal
from facedown.rules import actions as a
from facedown.rules import events as e
from facedown.rules.ways import WAYS

# --- R12: permanents ---


@pytest.mark.ruling("R12")
@pytest.mark.scenario(41)
def test_its_controller_may_look_at_any_time(w, permanent_way, player, moment):
    thing = w.down(permanent_way, player)
    moment(w, player)
    w.look(thing, player)
    assert w.codes() == []
    assert w.lookers(thing) == {player}


@pytest.mark.ruling("R12")
@pytest.mark.scenario(41)
def test_also_while_it_is_phased_out_and_without_priority(w, permanent_way, player, other):
    thing = w.down(permanent_way, player)
    w.do(a.Phase(object=thing, out=True))
    w.do(a.GivePriority(player=other))
    w.look(thing, player)
    assert w.codes() == []


@pytest.mark.ruling("R12")
@pytest.mark.scenario(42)
def test_the_opponent_may_not(w, permanent_way, player, other):
    thing = w.down(permanent_way, player)
    with pytest.raises(Illegal, match="without a right") as refused:
        w.look(thing, other)
    assert refused.value.rules == ("708.5",)


@pytest.mark.ruling("R12")
@pytest.mark.scenario(44)
@pytest.mark.scenario(127)
def test_the_right_goes_with_control_and_the_knowledge_stays(w, permanent_way, player, other):
    thing = w.down(permanent_way, player)
    w.steal(thing, other)
    assert w.lookers(thing) == {other}
    assert w[thing].knows >= {player, other}
    w.look(thing, other)
    with pytest.raises(Illegal, match="without a right"):
        w.look(thing, player)
    w.steal(thing, player)
    assert w.lookers(thing) == {player}


@pytest.mark.ruling("R12")
def test_owning_it_gives_no_right(w, put_way):
    thing = w.put("Serra Angel", "p1", source="library", owner="p2", face_down=put_way)
    assert w.lookers(thing) == {"p1"}
    assert w[thing].knows == {"p1"}


@pytest.mark.ruling("R12")
@pytest.mark.scenario(46)
def test_an_effect_may_allow_one_look(w, permanent_way):
    thing = w.down(permanent_way, "p1")
    w.look(thing, "p2", allowed="Smoke Teller")
    assert w[thing].knows >= {"p1", "p2"}
    with pytest.raises(Illegal, match="without a right"):
        w.look(thing, "p2")


@pytest.mark.ruling("R12")
@pytest.mark.scenario(48)
def test_an_effect_may_allow_looking_at_all_that_a_player_controls(w, permanent_way):
    thing = w.down(permanent_way, "p1")
    w.do(a.Grant(player="p2", by="Mindslaver", of=("p1",)))
    later = w.down(permanent_way, "p1")
    w.look(thing, "p2")
    w.look(later, "p2")
    w.do(a.Grant(player="p2", by="Mindslaver", of=("p1",), ends=True))
    with pytest.raises(Illegal, match="without a right"):
        w.look(thing, "p2")
    assert w[thing].knows >= {"p1", "p2"}


@pytest.mark.ruling("R12")
def test_such_a_right_follows_the_controller_not_the_card(w, permanent_way):
    thing = w.down(permanent_way, "p1")
    w.do(a.Grant(player="p2", by="Lens of Clarity", of=("p1",)))
    w.steal(thing, "p2")
    w.steal(thing, "p1")
    assert w.lookers(thing) == {"p1", "p2"}


@pytest.mark.ruling("R12")
def test_an_effect_may_allow_looking_at_one_object_while_it_lasts(w, permanent_way):
    thing, other = w.down(permanent_way, "p1"), w.down(permanent_way, "p1")
    w.do(a.Grant(player="p2", by="Found Footage", objects=(thing,)))
    w.look(thing, "p2")
    with pytest.raises(Illegal, match="without a right"):
        w.look(other, "p2")
    w.do(a.Grant(player="p2", by="Found Footage", objects=(thing,), ends=True))
    with pytest.raises(Illegal, match="without a right"):
        w.look(thing, "p2")


@pytest.mark.ruling("R12")
@pytest.mark.scenario(28)
def test_of_what_was_turned_down_everybody_knows_it_and_only_the_controller_may_look(w, player, other):
    bears = w.put("Grizzly Bears", player)
    w.turn_down(bears, by="Ixidron")
    assert w[bears].knows == {"p1", "p2"}
    assert w.lookers(bears) == {player}
    with pytest.raises(Illegal, match="without a right"):
        w.look(bears, other)


@pytest.mark.ruling("R12")
def test_there_is_nothing_to_look_at_once_it_is_face_up(w, permanent_way):
    thing = w.down(permanent_way)
    w.up(thing, "effect")
    assert w.lookers(thing) == frozenset()
    w.look(thing, "p2")
    assert w.codes() == []


@pytest.mark.ruling("R12")
@pytest.mark.ruling("R16")
def test_refusing_whoever_may_look_is_found_and_refusing_others_is_not(lenient, permanent_way):
    w = lenient
    thing = w.down(permanent_way, "p1")
    w.do(a.Refuse(player="p2", object=thing))
    assert w.codes() == []
    w.steal(thing, "p2")
    w.do(a.Refuse(player="p2", object=thing))
    assert w.codes() == ["FD402"]
    assert w.rules() == {"708.5"}


@pytest.mark.ruling("R12")
def test_a_new_controller_who_gets_no_opening_is_refused_it(lenient, permanent_way):
    w = lenient
    thing = w.down(permanent_way, "p1")
    w.steal(thing, "p2", look=False)
    if WAYS[permanent_way].recorded:
        assert w.codes() == ["FD402"]
    else:
        assert w.codes() == []
        assert w.open_questions() != set()


@pytest.mark.ruling("R12")
def test_whoever_may_look_has_a_sealed_opening_from_the_start(w, lenient, put_way):
    thing = w.down(put_way, "p1", "Serra Angel")
    moved = [event for _, events in w.entries for event in events if isinstance(event, e.Moved | e.Cast)]
    assert moved[0].identity is not None
    assert [box.to for box in moved[0].identity.boxes] == ["p1"]
    assert thing in w
    lenient.put("Serra Angel", source="library", face_down=put_way, unseen=True)
    assert lenient.codes() == (["FD508"] if WAYS[put_way].recorded else [])


# --- R16: spells ---


@pytest.mark.ruling("R16")
def test_the_controller_of_a_spell_may_look_at_any_time(w, spell_way, player, other):
    spell = w.spell(spell_way, player)
    w.do(a.GivePriority(player=other))
    w.look(spell, player)
    assert w.codes() == []
    assert w.lookers(spell) == {player}


@pytest.mark.ruling("R16")
def test_nobody_else_may_look_at_a_spell(w, spell_way, player, other):
    spell = w.spell(spell_way, player)
    with pytest.raises(Illegal, match="without a right"):
        w.look(spell, other)


@pytest.mark.ruling("R16")
def test_the_right_to_look_at_a_spell_goes_with_control(w, spell_way, player, other):
    spell = w.spell(spell_way, player)
    w.steal(spell, other)
    w.look(spell, other)
    with pytest.raises(Illegal, match="without a right"):
        w.look(spell, player)
    thing = w.resolve(spell)
    assert w[thing].controller == other
    assert w.lookers(thing) == {other}


@pytest.mark.ruling("R16")
def test_an_effect_may_allow_it_for_spells_too(w, spell_way):
    spell = w.spell(spell_way, "p1")
    w.look(spell, "p2", allowed="an effect")
    w.do(a.Grant(player="p2", by="Mindslaver", of=("p1",)))
    w.look(spell, "p2")
    assert w[spell].knows == {"p1", "p2"}


@pytest.mark.ruling("R16")
def test_what_one_knew_of_the_spell_one_knows_of_the_permanent(w, spell_way):
    spell = w.spell(spell_way, "p1")
    w.look(spell, "p2", allowed="an effect")
    thing = w.resolve(spell)
    assert w[thing].knows == {"p1", "p2"}
    assert w.lookers(thing) == {"p1"}


@pytest.mark.ruling("R12")
@pytest.mark.ruling("R16")
def test_whoever_looks_is_given_a_sealed_opening(w, permanent_way):
    thing = w.down(permanent_way, "p1")
    (looked,) = w.do(a.Look(player="p2", object=thing, allowed="Smoke Teller"))
    assert [box.to for box in looked.boxes or ()] == (["p2"] if w[thing].bond is not None else [])
    (stolen,) = w.do(a.GainControl(object=thing, player="p2"))
    assert [box.to for box in stolen.boxes or ()] == (["p2"] if w[thing].bond is not None else [])
