"""The face-down components of merged permanents."""

from __future__ import annotations

import pytest

from facedown.rules import actions as a
from facedown.rules import events as e


@pytest.fixture
def merged(w):
    """A face-down card under a face-up one."""
    thing = w.down("morph")
    w.do(a.Merge(object=thing, merging=w.cast("Gemrazer"), on_top=True))
    return thing


def test_a_face_down_component_is_owed_at_the_end(w, merged):
    assert w[merged].card == "Gemrazer"
    w.end()
    assert w.duty(merged).kind == "component"
    w.show(merged)
    assert w.standing(merged) == "met"
    assert w.proof(merged) == "opening"


def test_a_face_down_component_is_shown_as_the_permanent_leaves(w, merged):
    w.die(merged)
    assert (w.duty(merged).kind, w.standing(merged)) == ("component", "met")


def test_a_face_down_component_returned_unshown_is_missing(w, merged):
    w.bounce(merged)
    w.loud()
    w.close()
    assert w.standing(merged) == "unmet"
    assert w.state.players["p1"].hand == 40  # both cards are back in the hand


def test_a_face_down_component_is_owed_as_its_owner_leaves(world):
    w = world(3)
    thing = w.down("morph")
    w.do(a.Merge(object=thing, merging=w.cast("Gemrazer"), on_top=True))
    w.concede("p1")
    assert (w.duty(thing).cause, w.duty(thing).kind) == ("player_left", "component")


def test_a_merged_permanent_turned_face_down_owes_every_component(w):
    bears = w.put("Grizzly Bears")
    w.do(a.Merge(object=bears, merging=w.cast("Gemrazer"), on_top=True))
    w.turn_down(bears)
    w.end()
    assert [duty.kind for duty in w.state.duties.values()] == ["permanent", "component"]
    assert all(duty.moot for duty in w.state.duties.values())


def test_a_merged_permanent_under_a_face_down_one_has_one_duty(w):
    thing = w.down("morph")
    w.do(a.Merge(object=thing, merging=w.cast("Gemrazer"), on_top=False))
    assert w[thing].face_down is not None
    w.up(thing, "morph", cost="{2}{W}{W}")
    assert w[thing].card == "Exalted Angel"
    w.end()
    assert w.owes_nothing(thing)


def test_merging_face_up_on_top_is_not_turning_up(w, merged):
    (part,) = w[merged].components
    assert part.face_down is not None
    assert part.knows == {"p1"}
    assert not any(isinstance(event, e.TurnedUp) for _, events in w.entries for event in events)


def test_going_back_to_before_the_merge_mixes_up_neither_cards_nor_knowledge(w):
    angel, falcon = w.down("morph", "p1"), w.down("disguise", "p1")
    before = w.state.seq
    kept = {thing: w[thing] for thing in (angel, falcon)}
    w.do(a.Merge(object=angel, merging=falcon, on_top=True))
    assert w[angel].bond == kept[falcon].bond
    w.do(a.Reverse(to=before))
    assert {thing: w[thing] for thing in kept} == kept


def test_turned_down_and_up_again_every_component_is_what_it_was(w):
    bears = w.put("Grizzly Bears")
    w.do(a.Merge(object=bears, merging=w.cast("Gemrazer"), on_top=True))
    w.turn_down(bears)
    (part,) = w[bears].components
    assert (part.card, part.named, part.knows) == (None, "Grizzly Bears", {"p1", "p2"})
    w.up(bears, "effect")
    (part,) = w[bears].components
    assert (w[bears].card, part.card, part.face_down) == ("Gemrazer", "Grizzly Bears", None)


def test_a_component_is_opened_by_its_own_commitment_only(w, merged):
    (part,) = w[merged].components
    opening = w.notary.opening(part.bond)
    w.write(e.Opened(object=merged, opening=opening, commitment="0" * 64))
    assert w[merged].components[0].named is None
    w.write(e.Opened(object=merged, opening=e.Opening(identity=opening.identity)))
    assert w[merged].components[0].named is None
    w.write(e.Opened(object=merged, opening=opening, commitment=part.bond.commitment))
    assert w[merged].components[0].named == "Exalted Angel"
    assert w[merged].components[0].knows == {"p1", "p2"}
