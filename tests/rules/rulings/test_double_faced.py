"""R05: double-faced cards face down."""

from __future__ import annotations

import pytest

from facedown.errors import Illegal
from facedown.rules import actions as a
from facedown.rules import events as e
from facedown.rules.ways import WAYS

pytestmark = pytest.mark.ruling("R05")

DELVER = "Delver of Secrets // Insectile Aberration"
DOUBLE = [
    DELVER,
    "Huntmaster of the Fells // Ravager of the Fells",
    "Valki, God of Lies // Tibalt, Cosmic Impostor",
    "Gisela, the Broken Blade // Brisela, Voice of Nightmares",
]
FOR_MANA = [name for name, way in WAYS.items() if way.for_mana_cost]


@pytest.mark.scenario(32)
@pytest.mark.parametrize("card", DOUBLE)
def test_it_may_be_put_face_down_from_another_zone(w, put_way, card):
    thing = w.down(put_way, "p1", card)
    assert w.codes() == []
    assert w.seen(thing).name is None


def test_it_cannot_transform_while_face_down(w, put_way, player):
    thing = w.down(put_way, player, DELVER)
    with pytest.raises(Illegal, match="transformed while it was face down") as refused:
        w.do(a.Transform(object=thing))
    assert refused.value.rules == ("712.15a",)


def test_a_table_that_transformed_it_is_found_and_the_rules_ignore_it(lenient, put_way):
    w = lenient
    thing = w.down(put_way, "p1", DELVER)
    w.do(a.Transform(object=thing, card="Insectile Aberration"))
    assert w.codes() == ["FD205"]
    assert w[thing].face_down is not None
    assert not w[thing].transformed


@pytest.mark.parametrize("card", DOUBLE)
def test_turned_up_by_an_effect_it_has_its_front_face_up(w, put_way, card):
    thing = w.down(put_way, "p1", card)
    w.up(thing, "effect")
    assert not w[thing].transformed
    assert w.seen(thing).name == card
    assert w.seen(thing).is_creature


@pytest.mark.parametrize("way", FOR_MANA)
@pytest.mark.parametrize(
    ("card", "cost"),
    [(DELVER, "{U}"), (DOUBLE[1], "{2}{R}{G}"), (DOUBLE[2], "{1}{B}"), (DOUBLE[3], "{2}{W}{W}")],
)
def test_a_front_face_that_is_a_creature_is_turned_up_for_its_mana_cost(w, way, player, card, cost):
    thing = w.down(way, player, card)
    w.up(thing, way, cost=cost, player=player)
    assert w.codes() == []


@pytest.mark.parametrize("way", FOR_MANA)
def test_the_back_faces_cost_will_not_do(w, way):
    thing = w.down(way, "p1", DOUBLE[2])
    with pytest.raises(Illegal, match="no choice makes that the cost"):
        w.up(thing, way, cost="{5}{B}{R}")


@pytest.mark.parametrize("way", FOR_MANA)
@pytest.mark.parametrize(
    "card",
    [
        "Legion's Landing // Adanto, the First Fort",
        "Fable of the Mirror-Breaker // Reflection of Kiki-Jiki",
        "Hanweir Battlements // Hanweir, the Writhing Township",
    ],
)
def test_a_front_face_that_is_no_creature_is_not(w, way, card):
    thing = w.down(way, "p1", card)
    with pytest.raises(Illegal, match="no creature card"):
        w.up(thing, way, cost="{W}")


@pytest.mark.scenario(87)
@pytest.mark.parametrize("way", [name for name, way in WAYS.items() if way.recorded and "put" in way.arrives])
def test_a_front_face_that_is_a_sorcery_stays_face_down(w, way):
    thing = w.down(way, "p1", "Bala Ged Recovery // Bala Ged Sanctuary")
    with pytest.raises(Illegal, match="stays face down"):
        w.up(thing, "effect")
    w.do(a.StayDown(object=thing))
    assert w.codes() == []


def test_once_up_it_may_transform(w, put_way):
    thing = w.down(put_way, "p1", DELVER)
    w.up(thing, "effect")
    w.do(a.Transform(object=thing, card="Insectile Aberration"))
    assert w.codes() == []
    assert w[thing].transformed


@pytest.mark.scenario(131)
def test_day_and_night_transform_it_only_once_it_is_up(w, put_way):
    cathar = w.down(put_way, "p1", "Brutal Cathar // Moonrage Brute")
    with pytest.raises(Illegal, match="while it was face down"):
        w.do(a.Transform(object=cathar))
    w.up(cathar, "effect")
    assert w.seen(cathar).name == "Brutal Cathar // Moonrage Brute"
    w.do(a.Transform(object=cathar, card="Moonrage Brute"))
    assert w[cathar].transformed


@pytest.mark.scenario(31)
@pytest.mark.parametrize("card", DOUBLE)
def test_face_up_on_the_battlefield_it_cannot_be_turned_down(w, player, card):
    thing = w.put(card, player)
    with pytest.raises(Illegal, match="double-faced") as refused:
        w.turn_down(thing)
    assert refused.value.rules == ("712.16",)


@pytest.mark.scenario(31)
def test_nor_can_a_double_faced_token(w):
    delver = w.put(DELVER)
    token = w.made(w.do(a.Create(player="p1", copy_of=delver)))
    with pytest.raises(Illegal, match="double-faced"):
        w.turn_down(token)


@pytest.mark.scenario(31)
def test_nor_a_merged_permanent_that_contains_one(w):
    delver = w.put(DELVER)
    mutate = w.cast("Gemrazer", "p1")
    w.do(a.Merge(object=delver, merging=mutate, on_top=True))
    with pytest.raises(Illegal, match="double-faced component") as refused:
        w.turn_down(delver)
    assert refused.value.rules == ("729.2j",)


def test_after_a_change_of_control_it_is_the_same(w, put_way):
    thing = w.down(put_way, "p1", DELVER)
    w.steal(thing, "p2")
    with pytest.raises(Illegal, match="while it was face down"):
        w.do(a.Transform(object=thing))
    w.up(thing, "effect")
    assert w.seen(thing).name == DELVER


def test_when_it_leaves_it_is_revealed_like_any_other(w, put_way):
    thing = w.down(put_way, "p1", DELVER)
    lying = w.die(thing)
    assert w[lying].card == DELVER
    assert w.standing(thing) == "met"


@pytest.mark.scenario(31)
def test_a_record_that_turned_it_down_all_the_same_is_found(lenient):
    w = lenient
    thing = w.put(DELVER)
    w.write(e.TurnedDown(player="p1", object=thing, face_down=e.FaceDown(way="effect", by="Ixidron")))
    assert w.codes() == ["FD205"]
