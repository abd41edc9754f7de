"""R04: what turns face up was on the battlefield before, so nothing enters."""

from __future__ import annotations

import pytest

from facedown.errors import Illegal
from facedown.rules import actions as a
from facedown.rules import events as e

pytestmark = [pytest.mark.ruling("R04"), pytest.mark.scenario(89)]


def test_an_enters_trigger_on_turning_up_cannot_exist(w, permanent_way, player):
    thing = w.down(permanent_way, player)
    w.up(thing, "effect")
    with pytest.raises(Illegal, match="enters ability") as refused:
        w.do(a.Trigger(object=thing, on="enters"))
    assert "708.8" in refused.value.rules


def test_nor_while_it_is_face_down(w, permanent_way):
    thing = w.down(permanent_way)
    with pytest.raises(Illegal, match="enters ability"):
        w.do(a.Trigger(object=thing, on="enters"))


def test_nor_after_a_change_of_control_or_phasing(w, put_way):
    thing = w.down(put_way)
    w.steal(thing, "p2")
    w.do(a.Phase(object=thing, out=True))
    w.do(a.Phase(object=thing, out=False))
    w.up(thing, "effect")
    with pytest.raises(Illegal, match="enters ability"):
        w.do(a.Trigger(object=thing, on="enters", player="p2"))


def test_a_turned_up_trigger_is_what_there_is(w, permanent_way, player):
    thing = w.down(permanent_way, player)
    w.up(thing, "effect")
    w.do(a.Trigger(object=thing, on="turned_up"))
    assert w.codes() == []


def test_what_entered_face_up_and_was_turned_down_had_entered(w):
    bears = w.put("Grizzly Bears")
    w.do(a.Trigger(object=bears, on="enters"))
    w.turn_down(bears)
    w.up(bears, "effect")
    assert w.codes() == []
    w.do(a.Trigger(object=bears, on="enters"))
    assert w.codes() == []


def test_a_card_that_comes_back_face_up_is_a_new_object_and_enters(w, permanent_way):
    thing = w.down(permanent_way)
    lying = w.die(thing)
    back = w.put(None, object=lying)
    w.do(a.Trigger(object=back, on="enters"))
    assert w.codes() == []


def test_lenient_recording_finds_it(lenient, put_way):
    w = lenient
    thing = w.down(put_way)
    w.up(thing, "effect")
    w.write(e.Triggered(object=thing, on="enters"))
    assert w.codes() == ["FD206"]
    assert w.rules() == {"708.3", "708.8"}


def test_a_turn_up_gives_no_handle_and_moves_nothing(w, permanent_way):
    thing = w.down(permanent_way)
    before = w.state.next_handle
    w.up(thing, "effect")
    assert w.state.next_handle == before
    assert w[thing].zone == "battlefield"
