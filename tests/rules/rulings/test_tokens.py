"""R20: a token's owner is the player who created it."""

from __future__ import annotations

from typing import Any

import pytest

from facedown.errors import Illegal
from facedown.rules import actions as a
from facedown.rules import events as e
from facedown.rules.ways import Listed

pytestmark = pytest.mark.ruling("R20")

SOLDIER = Listed(types=("Creature",), subtypes=("Soldier",), power=1, toughness=1)


def make(w: Any, player: str, **more: Any) -> str:
    more.setdefault("listed", SOLDIER)
    return str(w.made(w.do(a.Create(player=player, **more))))


def test_whoever_creates_a_token_owns_it(w, player):
    token = make(w, player, card="Soldier Token")
    assert (w[token].owner, w[token].controller) == (player, player)
    assert w.seen(token).name == "Soldier Token"


def test_also_under_another_players_control(w, player, other):
    token = make(w, player, controller=other)
    assert (w[token].owner, w[token].controller) == (player, other)


def test_a_copy_belongs_to_its_creator_not_to_the_owner_of_the_original(w, permanent_way, player, other):
    thing = w.down(permanent_way, player)
    token = make(w, other, copy_of=thing, listed=None)
    assert w[token].owner == other
    w.steal(token, player)
    assert w[token].owner == other


@pytest.mark.scenario(40)
def test_a_token_turned_face_down_is_owed_by_its_creator(w, player, other):
    token = make(w, player)
    w.steal(token, other)
    w.turn_down(token, by="Cyber Conversion")
    w.end()
    duty = w.duty(token)
    assert (duty.owed_by, duty.controller, duty.token, duty.moot) == (player, other, True, True)


@pytest.mark.scenario(40)
@pytest.mark.parametrize("zone", ["graveyard", "exile"])
def test_a_face_down_token_that_leaves_is_owed_and_then_ceases_to_exist(w, player, zone):
    token = make(w, player, card="Soldier Token")
    w.turn_down(token)
    events = w.do(a.Move(object=token, to=zone))
    assert isinstance(events[-1], e.Ceased)
    assert token not in w
    assert w.duty(token).cause == "left_battlefield"
    assert w.duty(token).moot


def test_a_token_in_a_hand_is_no_card_there(w):
    before = w.state.players["p1"].hand
    w.bounce(make(w, "p1"))
    assert w.state.players["p1"].hand == before


@pytest.mark.scenario(40)
def test_it_turns_up_again_as_what_it_was(w):
    token = make(w, "p1", card="Soldier Token")
    w.turn_down(token)
    assert w.seen(token).power == "2"
    w.up(token, "effect")
    assert (w.seen(token).name, w.seen(token).power) == ("Soldier Token", "1")


@pytest.mark.scenario(40)
def test_nothing_creates_a_token_face_down(lenient):
    lenient.do(a.Create(player="p1", card="Serra Angel", face_down="effect"))
    assert lenient.codes() == ["FD205"]
    assert lenient.violations[0].severity == "review"


def test_a_source_that_does_not_say_why_leaves_that_open(w):
    w.do(a.Create(player="p1", card="Serra Angel", face_down="unrecorded"))
    assert w.codes() == []


def test_when_its_creator_leaves_the_token_goes_too(world):
    w = world(3)
    token = make(w, "p1", controller="p2")
    w.concede("p1")
    assert token not in w


def test_a_token_whose_controller_leaves_is_exiled_and_ceases(world):
    w = world(3)
    token = make(w, "p1", controller="p2")
    w.concede("p2")
    assert token not in w
    assert not any(thing.kind == "token" for thing in w.state.objects.values())


def test_a_token_is_no_manifest(w):
    token = make(w, "p1")
    w.turn_down(token)
    with pytest.raises(Illegal, match="it was not"):
        w.up(token, "manifest", cost="{1}")
