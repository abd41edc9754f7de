"""Scenarios 123 to 142: conspiracies, exile, and more situations."""

from __future__ import annotations

import pytest

from facedown.errors import Illegal
from facedown.rules import actions as a
from facedown.rules import events as e


@pytest.mark.scenario(123)
@pytest.mark.parametrize("names", [("Shock",), ("Shock", "Murder")])
def test_a_hidden_agenda_says_not_even_how_many_names_were_chosen(w, names):
    agenda = w.put("Brago's Favor", source="outside", to="command", face_down="hidden agenda", choices=names)
    (moved,) = w.entries[-1][1]
    assert "Shock" not in repr(moved)
    assert len(moved.identity.boxes) == 1
    assert w.lookers(agenda) == {"p1"}
    with pytest.raises(Illegal, match="without a right") as refused:
        w.look(agenda, "p2")
    assert refused.value.rules == ("315.7",)
    w.do(a.GivePriority(player="p1"))
    w.up(agenda, "hidden agenda")
    (up,) = w.entries[-1][1]
    assert up.opening.identity.chosen == names
    assert w[agenda].card == "Brago's Favor"
    w.end()
    assert w.owes_nothing(agenda)


@pytest.mark.scenario(123)
def test_only_a_conspiracy_is_turned_up_as_one(w):
    morph = w.down("morph")
    with pytest.raises(Illegal, match="which it is not"):
        w.up(morph, "hidden agenda")


@pytest.mark.scenario(123)
def test_a_secret_choice_is_opened_by_its_own_handle(w):
    (chose,) = w.do(a.Choose(player="p1", values=("Shock",)))
    handle = chose.choice.handle
    assert w.state.hidden[handle].shown is None
    w.show(handle)
    assert w.state.hidden[handle].shown == "Shock"
    assert w.state.hidden[handle].knows == {"p1", "p2"}


@pytest.mark.scenario(125)
def test_bane_alley_brokers_controller_goes_on_looking(w):
    card = w.put("Shock", to="exile", face_down="exiled", by="Bane Alley Broker", look=("p1",))
    w.look(card, "p1")
    w.do(a.Grant(player="p2", by="Bane Alley Broker", objects=(card,)))
    w.look(card, "p2")
    w.look(card, "p1")
    assert w.lookers(card) == {"p1", "p2"}


@pytest.mark.scenario(125)
def test_the_controller_of_summoners_egg_knows_it_and_may_not_look_again(w):
    card = w.put("Serra Angel", to="exile", face_down="exiled", by="Summoner's Egg")
    assert w[card].knows == {"p1"}
    with pytest.raises(Illegal, match="without a right"):
        w.look(card, "p1")
    w.show(card)
    thing = w.put(None, object=card)
    assert (w[thing].card, w.codes()) == ("Serra Angel", [])


@pytest.mark.scenario(126)
def test_become_anonymous_reveals_what_it_exiles_into_a_face_down_pile(w, permanent_way):
    thing = w.down(permanent_way)
    piled = w.move(thing, "exile", face_down="exiled", by="Become Anonymous")
    assert w.standing(thing) == "met"
    assert (w[piled].face_down.way, w[piled].knows) == ("exiled", {"p1", "p2"})
    other = w.put(
        "Shock", source="library", to="exile", face_down="exiled", by="Become Anonymous", unseen=True
    )
    (shuffled,) = w.do(a.Shuffle(player="p1", objects=(piled, other)))
    assert all(w[card].knows == frozenset() for card in shuffled.new)


@pytest.mark.scenario(126)
def test_if_it_is_not_shown_then_it_is_missing(w, permanent_way):
    thing = w.down(permanent_way)
    w.move(thing, "exile", face_down="exiled", by="Become Anonymous", shown=False)
    w.loud()
    w.close()
    assert w.standing(thing) == "unmet"


@pytest.mark.scenario(127)
def test_coveted_falcon_gives_them_away(w, permanent_way):
    thing = w.down(permanent_way, "p1")
    w.steal(thing, "p2")
    assert (w.lookers(thing), w[thing].owner, w[thing].handle) == ({"p2"}, "p1", thing)
    w.die(thing)
    assert w.duty(thing).owed_by == "p1"


@pytest.mark.scenario(130)
@pytest.mark.parametrize(
    ("card", "types"),
    [("Tezzeret, Cruel Machinist", ("Planeswalker",)), ("Pacifism", ("Enchantment",))],
)
def test_a_planeswalker_or_aura_turned_up_by_an_effect_goes_to_the_graveyard(w, put_way, card, types):
    thing = w.down(put_way, card=card)
    w.up(thing, "effect")
    assert thing not in w
    (lying,) = w.state.objects.values()
    assert (lying.card, lying.zone, w.seen(lying.handle).types) == (card, "graveyard", types)
    assert w.owes_nothing(thing)
    assert w.codes() == []


@pytest.mark.scenario(130)
def test_where_the_source_does_not_say_how_it_was_turned_up_nothing_is_added(w):
    thing = w.down("manifest", card="Tezzeret, Cruel Machinist")
    w.up(thing, "unrecorded")
    assert thing in w


@pytest.mark.scenario(130)
def test_with_loyalty_counters_it_stays(w):
    thing = w.down("manifest", card="Tezzeret, Cruel Machinist")
    w.do(a.SetCounters(object=thing, kind="loyalty", count=3))
    w.up(thing, "effect")
    assert w[thing].card == "Tezzeret, Cruel Machinist"


@pytest.mark.scenario(130)
def test_an_aura_with_morph_says_itself_where_it_goes(w):
    doom, bears = w.down("morph", card="Gift of Doom"), w.put("Grizzly Bears")
    w.up(doom, "morph", cost="sacrifice another creature")
    w.attach(doom, bears)
    assert (w[doom].attached_to, w.codes()) == (bears, [])


@pytest.mark.scenario(133)
@pytest.mark.parametrize("by", ["Missy", "Deathmist Raptor"])
def test_from_the_graveyard_everybody_can_follow_it(w, by):
    lying = w.die(w.put("Deathmist Raptor"))
    thing = w.put(None, object=lying, face_down="effect", by=by)
    assert (w[thing].was, w[thing].named, w[thing].knows) == (lying, "Deathmist Raptor", {"p1", "p2"})
    w.end()
    w.close()
    assert (w.standing(thing), w.duty(thing).moot) == ("unmet", True)


@pytest.mark.scenario(134)
def test_what_an_effect_takes_away_is_public_too(w):
    thing = w.down("cloak")
    w.do(a.Change(object=thing, by="Humility", lost_abilities=True, power=1, toughness=1))
    seen = w.seen(thing)
    assert (seen.abilities, seen.power, seen.toughness) == ((), "1", "1")
    w.do(a.Change(object=thing, by="Humility", ends=True))
    assert w.seen(thing).abilities == ("ward {2}",)


@pytest.mark.scenario(137)
def test_a_teammate_has_no_right_to_look_and_may_be_shown_it(world, permanent_way):
    w = world(4, teams="aabb", together=True)
    thing = w.down(permanent_way, "p1")
    with pytest.raises(Illegal, match="without a right"):
        w.look(thing, "p2")
    w.show(thing, to=("p2",))
    assert w[thing].knows == {"p1", "p2"}
    assert w.lookers(thing) == {"p1"}


@pytest.mark.scenario(138)
@pytest.mark.scenario(142)
def test_what_was_never_hidden_or_never_seen_is_not_owed(world):
    w = world(3)
    exiled = w.put(None, source="library", to="exile", face_down="exiled", by="Doomsday Excruciator")
    plotted = w.put("Serra Angel", to="exile", by="plot")
    assert w[plotted].card == "Serra Angel"
    w.concede("p1")
    w.end()
    assert w.owes_nothing(exiled)
    assert w.owes_nothing(plotted)


@pytest.mark.scenario(140)
def test_karn_restarts_the_game(w, permanent_way):
    thing = w.down(permanent_way)
    w.end("restart")
    assert w.duty(thing).cause == "game_end"
    w.quiet()
    assert w.duty(thing).open
    w.do(a.BeginNext())
    assert not w.duty(thing).open


@pytest.mark.scenario(138)
def test_a_source_with_its_own_words_may_write_the_events_itself(w):
    down = e.FaceDown(way="exiled", by="Necropotence")
    w.write(e.Moved(player="p1", source="library", to="exile", new="#1", face_down=down))
    assert w["#1"].knows == frozenset()
