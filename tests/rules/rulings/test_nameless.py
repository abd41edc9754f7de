"""R03, R08 and R14: what a face-down object is, what it shares with others, and what a copy of it is."""

from __future__ import annotations

import pytest

from facedown.errors import Illegal
from facedown.rules import actions as a
from facedown.rules import events as e
from facedown.rules.characteristics import same_name, share_creature_type
from facedown.rules.ways import PLAIN, WAYS, Listed

FOREST = Listed(types=("Land",), subtypes=("Forest",))

# --- R03: no name, no creature type ---


@pytest.mark.ruling("R03")
@pytest.mark.scenario(61)
def test_two_face_down_creatures_never_have_the_same_name(w, permanent_way):
    one, other = w.down(permanent_way, "p1"), w.down(permanent_way, "p1")
    assert w.seen(one).name is None
    assert not same_name(w.seen(one), w.seen(other))
    assert not same_name(w.seen(one), w.seen(one))


@pytest.mark.ruling("R03")
def test_a_face_down_creature_has_not_the_name_of_the_same_card_face_up(w, permanent_way, player):
    thing = w.down(permanent_way, player)
    w.up(thing, "effect")
    same = w.down(permanent_way, player)
    assert not same_name(w.seen(thing), w.seen(same))
    w.up(same, "effect")
    assert same_name(w.seen(thing), w.seen(same))


@pytest.mark.ruling("R03")
def test_a_creature_everybody_knows_has_no_name_either(w):
    bears, same = w.put("Grizzly Bears"), w.put("Grizzly Bears")
    w.turn_down(bears)
    assert w[bears].named == "Grizzly Bears"
    assert w.seen(bears).name is None
    assert not same_name(w.seen(bears), w.seen(same))


@pytest.mark.ruling("R03")
def test_face_down_spells_have_no_name(w, spell_way):
    spell = w.spell(spell_way)
    assert w.seen(spell).name is None


@pytest.mark.ruling("R03")
def test_plain_face_down_creatures_share_no_creature_type(w, player):
    for way in WAYS.values():
        if way.arrives & {"cast", "put"} and not (way.listed or PLAIN).subtypes:
            one, other = w.down(way.name, player), w.down(way.name, player)
            assert not share_creature_type(w.seen(one), w.seen(other))


@pytest.mark.ruling("R03")
def test_an_effect_may_give_them_a_type_in_common(w, permanent_way, player):
    one, other = w.down(permanent_way, player), w.down(permanent_way, player)
    for thing in (one, other):
        w.do(a.Change(object=thing, by="Xenograft", adds=("Zombie",)))
    assert "Zombie" in w.seen(one).subtypes
    assert share_creature_type(w.seen(one), w.seen(other))
    w.do(a.Change(object=one, by="Xenograft", ends=True))
    assert "Zombie" not in w.seen(one).subtypes


@pytest.mark.ruling("R03")
def test_a_change_of_control_gives_no_name(w, permanent_way):
    thing = w.down(permanent_way, "p1")
    w.steal(thing, "p2")
    assert w.seen(thing).name is None


# --- R08: the characteristics ---


@pytest.mark.ruling("R08")
def test_a_face_down_permanent_is_what_its_way_lists_and_nothing_else(w, permanent_way, player):
    thing = w.down(permanent_way, player)
    seen, listed = w.seen(thing), WAYS[permanent_way].listed or PLAIN
    assert (seen.name, seen.mana_cost, seen.mana_value, seen.supertypes) == (None, None, 0, ())
    assert seen.types == listed.types
    assert seen.subtypes == (listed.subtypes or ())
    assert seen.colors == (listed.colors or ())
    assert seen.abilities == (listed.abilities or ())
    assert (seen.power, seen.toughness) == (str(listed.power), str(listed.toughness))


@pytest.mark.ruling("R08")
@pytest.mark.scenario(1)
@pytest.mark.parametrize("way", ["morph", "manifest", "illusionary mask", "effect", "unrecorded"])
def test_the_plain_one_is_a_colourless_two_two_without_anything(w, way, player):
    seen = w.seen(w.down(way, player))
    assert (seen.power, seen.toughness, seen.types) == ("2", "2", ("Creature",))
    assert (seen.subtypes, seen.colors, seen.abilities) == ((), (), ())


@pytest.mark.ruling("R08")
@pytest.mark.scenario(4)
@pytest.mark.scenario(65)
@pytest.mark.parametrize("way", ["disguise", "cloak"])
def test_disguise_and_cloak_add_ward(w, way, player):
    seen = w.seen(w.down(way, player))
    assert seen.abilities == ("ward {2}",)
    assert (seen.power, seen.toughness, seen.types, seen.name) == ("2", "2", ("Creature",), None)


@pytest.mark.ruling("R08")
@pytest.mark.scenario(62)
@pytest.mark.scenario(63)
def test_nothing_of_the_card_shows_through(w, put_way):
    for card in (
        "Darksteel Colossus",
        "Serra Angel",
        "Ulamog, the Infinite Gyre",
        "Lightning Bolt",
        "Forest",
    ):
        thing = w.down(put_way, "p1", card)
        assert w.seen(thing) == w.seen(w.down(put_way, "p1", "Memnite"))


@pytest.mark.ruling("R08")
@pytest.mark.scenario(134)
def test_other_effects_still_change_and_grant(w, permanent_way):
    thing = w.down(permanent_way)
    plain = w.seen(thing)
    w.do(a.Change(object=thing, by="Painter's Servant", adds=("blue",)))
    w.do(a.Change(object=thing, by="Secret Arcade", adds=("Enchantment",)))
    w.do(a.Change(object=thing, by="Levitation", adds=("flying",), power=4, toughness=4))
    seen = w.seen(thing)
    assert seen.colors == (*plain.colors, "blue")
    assert seen.types == (*plain.types, "Enchantment")
    assert seen.abilities == (*plain.abilities, "flying")
    assert (seen.power, seen.toughness) == ("4", "4")


@pytest.mark.ruling("R08")
@pytest.mark.parametrize("way", ["disguise", "cloak"])
def test_lost_abilities_take_ward_along(w, way):
    thing = w.down(way)
    w.do(a.Change(object=thing, by="Humility", lost_abilities=True))
    assert w.seen(thing).abilities == ()


@pytest.mark.ruling("R08")
@pytest.mark.scenario(33)
@pytest.mark.scenario(36)
def test_an_effect_may_list_something_else(w):
    forest = w.put("Grizzly Bears", face_down="effect", listed=FOREST, by="Yedora, Grave Gardener")
    seen = w.seen(forest)
    assert (seen.types, seen.subtypes, seen.power) == (("Land",), ("Forest",), None)
    golem = Listed(types=("Artifact", "Creature"), power=5, toughness=5)
    big = w.put("Forest", face_down="effect", listed=golem, by="Tezzeret, Cruel Machinist")
    assert (w.seen(big).power, w.seen(big).types) == ("5", ("Artifact", "Creature"))


@pytest.mark.ruling("R08")
def test_it_is_again_what_it_was_once_it_is_face_up(w, put_way):
    thing = w.down(put_way, "p1", "Serra Angel")
    w.up(thing, "effect")
    seen = w.seen(thing)
    assert (seen.name, seen.power, seen.subtypes, seen.mana_value) == ("Serra Angel", "4", ("Angel",), 5)


@pytest.mark.ruling("R08")
def test_a_card_exiled_face_down_has_no_characteristics(w):
    for way in ("exiled", "foretell"):
        w.main("p1")
        card = w.put("Behold the Multiverse", to="exile", face_down=way, by="Gonti, Lord of Luxury")
        assert w.seen(card).types == ()
        assert w.seen(card).name is None
        assert w.seen(card).mana_value is None


# --- R14: copies ---


@pytest.mark.ruling("R14")
@pytest.mark.scenario(40)
@pytest.mark.scenario(58)
def test_a_token_copy_is_a_face_up_object_with_the_listed_characteristics(w, permanent_way, player, other):
    thing = w.down(permanent_way, player)
    events = w.do(a.Create(player=other, copy_of=thing))
    token = w.made(events)
    assert w[token].face_down is None
    assert w[token].kind == "token"
    assert w.seen(token) == w.seen(thing)
    assert w.seen(token).name is None


@pytest.mark.ruling("R14")
def test_nobody_learns_anything_from_a_copy(w, permanent_way):
    thing = w.down(permanent_way, "p1")
    token = w.made(w.do(a.Create(player="p2", copy_of=thing)))
    assert w[thing].knows == {"p1"}
    assert w[token].bond is None
    assert w[token].card is None
    assert w.lookers(token) == frozenset()


@pytest.mark.ruling("R14")
def test_a_copy_cannot_be_turned_up_and_owes_nothing(w, permanent_way):
    thing = w.down(permanent_way, "p1")
    token = w.made(w.do(a.Create(player="p2", copy_of=thing)))
    with pytest.raises(Illegal, match="face up already"):
        w.up(token, "morph", cost="{2}{W}{W}", player="p2")
    w.die(token)
    assert w.owes_nothing(token)
    w.end()
    assert w.owes_nothing(token)


@pytest.mark.ruling("R14")
def test_the_copy_stays_what_it_is_when_the_original_turns_up(w, permanent_way):
    thing = w.down(permanent_way, "p1")
    token = w.made(w.do(a.Create(player="p2", copy_of=thing)))
    before = w.seen(token)
    w.up(thing, "effect")
    assert w.seen(token) == before


@pytest.mark.ruling("R14")
def test_effects_and_counters_on_the_original_are_not_copied(w, permanent_way):
    thing = w.down(permanent_way, "p1")
    plain = w.seen(thing)
    w.do(a.Change(object=thing, by="Giant Growth", power=5, toughness=5))
    w.do(a.SetCounters(object=thing, kind="+1/+1", count=2))
    token = w.made(w.do(a.Create(player="p1", copy_of=thing)))
    assert w.seen(token) == plain
    assert w[token].counters == ()


@pytest.mark.ruling("R14")
def test_a_copy_of_what_an_effect_listed_has_that(w):
    forest = w.put("Grizzly Bears", face_down="effect", listed=FOREST, by="Yedora, Grave Gardener")
    token = w.made(w.do(a.Create(player="p1", copy_of=forest)))
    assert (w.seen(token).types, w.seen(token).subtypes) == (("Land",), ("Forest",))


@pytest.mark.ruling("R14")
def test_a_copy_said_to_be_face_down_or_named_is_found(lenient, permanent_way):
    w = lenient
    thing = w.down(permanent_way)
    handle = f"#{w.state.next_handle}"
    w.write(
        e.Created(
            player="p1", object=handle, zone="battlefield", kind="token", copy_of=thing, card="Exalted Angel"
        )
    )
    assert w.codes() == ["FD205"]
    handle = f"#{w.state.next_handle}"
    down = e.FaceDown(way="manifest")
    w.write(
        e.Created(player="p1", object=handle, zone="battlefield", kind="token", copy_of=thing, face_down=down)
    )
    assert w.codes() == ["FD205"]


@pytest.mark.ruling("R14")
def test_a_copy_of_a_face_down_spell_is_face_up_too_and_becomes_a_token(w, spell_way):
    spell = w.spell(spell_way)
    copy = w.made(w.do(a.Create(player="p1", copy_of=spell, kind="copy", zone="stack")))
    assert w[copy].face_down is None
    token = w.resolve(copy)
    assert (w[token].kind, w[token].face_down) == ("token", None)
    assert w.seen(token).name is None
    assert w.seen(token).power == "2"


@pytest.mark.ruling("R14")
def test_a_token_copy_of_a_copy_is_the_same_again(w, permanent_way):
    thing = w.down(permanent_way)
    token = w.made(w.do(a.Create(player="p1", copy_of=thing)))
    again = w.made(w.do(a.Create(player="p2", copy_of=token)))
    assert w.seen(again) == w.seen(thing)
