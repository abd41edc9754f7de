"""Identities that players fix late, or never."""

from __future__ import annotations

from facedown.rules import actions as a


def players(world):
    w = world(custody="players", judge=None)
    w.do(a.Begin(first="p1"))
    w.do(a.BeginTurn(player="p1"))
    return w


def found(w):
    return [f for f in w.audit(judge=False).findings if f.code == "FD510"]


def test_an_identity_fixed_with_the_next_entry_is_in_time(world):
    w = players(world)
    thing = w.do(a.Put(player="p1", source="library", face_down="manifest")).handle
    w.do(a.Bind(object=thing, card="Shock", player="p1"))
    w.close()
    assert found(w) == []


def test_an_identity_fixed_after_another_entry_of_its_holder_is_late(world):
    w = players(world)
    thing = w.do(a.Put(player="p1", source="library", face_down="manifest")).handle
    w.do(a.Attack(player="p1", objects=()))
    w.do(a.Bind(object=thing, card="Shock", player="p1"))
    w.close()
    (one,) = found(w)
    assert one.object == thing
    assert one.severity == "review"


def test_an_identity_that_is_never_fixed_is_found(world):
    w = players(world)
    thing = w.do(a.Put(player="p1", source="library", face_down="manifest")).handle
    w.do(a.Attack(player="p1", objects=()))
    w.close()
    (one,) = found(w)
    assert f"{thing} was never fixed" in one.message


def test_a_recorder_may_leave_an_identity_open(world):
    w = world()
    w.manifest(None)
    w.loud()
    w.close()
    assert "FD510" not in w.codes()
