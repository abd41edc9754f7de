"""What is owed at the end of a game, and what closes its window."""

from __future__ import annotations

import pytest

from facedown.rules import actions as a


def test_after_the_end_the_window_stays_open(w, permanent_way, any_deed):
    thing = w.down(permanent_way, "p1")
    w.end()
    w.do(any_deed)
    w.show(thing)
    assert w.standing(thing) == "met"


def test_a_recorded_result_does_not_close_it_and_is_noted(w):
    thing = w.down("morph")
    w.end()
    w.do(a.Record(result="2-0"))
    assert w.codes() == ["FD504"]
    w.show(thing)
    assert w.standing(thing) == "met"
    w.do(a.Record(result="2-0", confirmed_by=("p1", "p2")))
    assert w.codes() == []


@pytest.mark.scenario(141)
def test_gathering_the_card_closes_it(w, permanent_way):
    mine, yours = w.down(permanent_way, "p1"), w.down(permanent_way, "p2")
    w.concede("p1")
    w.do(a.Gather(player="p1"))
    w.show(mine)
    w.show(yours)
    assert w.standing(mine) == "late"
    assert w.standing(yours) == "met"
    assert w.duty(mine).closed_by == "the card was gathered up"


@pytest.mark.scenario(141)
def test_scooping_first_and_conceding_then_is_the_same(w, permanent_way):
    mine, yours = w.down(permanent_way, "p1"), w.down(permanent_way, "p2")
    w.do(a.Gather(player="p1"))
    w.concede("p1")
    w.close()
    assert w.standing(mine) == "unmet"
    assert w.duty(mine).closed_by == "the card had been gathered up"
    assert w.standing(yours) == "unmet"
    assert w.duty(yours).closed_by == "the record was closed"


@pytest.mark.scenario(141)
def test_showing_scooping_and_conceding_in_a_row_is_met(w, permanent_way):
    mine = w.down(permanent_way, "p1")
    w.show(mine)
    w.do(a.Gather(player="p1"))
    w.concede("p1")
    w.close()
    assert w.standing(mine) == "met"


def test_gathering_some_cards_leaves_the_others_open(w, permanent_way):
    one, two = w.down(permanent_way), w.down(permanent_way)
    w.end()
    w.do(a.Gather(player="p1", objects=(one,)))
    assert w.duty(one).closed_at is not None
    assert w.duty(two).closed_at is None


def test_gathering_also_closes_the_window_of_what_had_just_left(w):
    thing = w.down("morph")
    w.notary.lost.add(w[thing].bond.commitment)
    lying = w.die(thing)
    w.do(a.Gather(player="p1", objects=(lying,)))
    assert w.duty(thing).closed_by == "the card was gathered up"


@pytest.mark.parametrize("zone", ["hand", "library"])
def test_moving_the_card_away_unshown_closes_it_and_raises_nothing_new(w, permanent_way, zone):
    thing = w.down(permanent_way)
    w.end()
    w.move(thing, zone)
    assert w.duty(thing).cause == "game_end"
    assert w.duty(thing).closed_by == "the card was moved"
    w.show(thing)
    w.close()
    assert w.standing(thing) == ("late" if w.duty(thing).bond is not None else "unmet")


@pytest.mark.parametrize("zone", ["graveyard", "hand"])
def test_showing_it_as_it_is_moved_meets_it(w, permanent_way, zone):
    thing = w.down(permanent_way)
    w.end()
    w.move(thing, zone, shown=True)
    w.close()
    assert w.standing(thing) == "met"


def test_shuffling_it_into_a_pile_closes_it(w):
    w.main("p1")
    one = w.put("Behold the Multiverse", to="exile", face_down="foretell", cost="{2}")
    two = w.put("Saw It Coming", to="exile", face_down="foretell", cost="{2}")
    w.end()
    w.do(a.Shuffle(player="p1", objects=(one, two)))
    assert w.duty(one).closed_by == "the card was shuffled"


@pytest.mark.scenario(140)
def test_the_next_game_closes_it(w, permanent_way):
    thing = w.down(permanent_way)
    w.end("restart")
    w.do(a.BeginNext())
    assert w.duty(thing).closed_by == "the next game began"
    w.show(thing)
    w.close()
    assert w.standing(thing) == ("late" if w.duty(thing).bond is not None else "unmet")


def test_the_next_game_starts_on_an_empty_table(w, permanent_way):
    thing = w.down(permanent_way)
    w.concede("p1")
    w.do(a.BeginNext())
    assert thing not in w
    assert w.state.playing == ("p1", "p2")
    assert (w.state.over, w.state.game, w.state.turn) == (False, 2, 0)
    again = w.down(permanent_way)
    assert again != thing
    w.end()
    assert w.duty(again).cause == "game_end"


def test_a_source_that_stops_at_the_end_leaves_its_windows_to_the_closing(world, permanent_way):
    w = world(stops_at_end=True)
    thing = w.down(permanent_way)
    w.concede("p2")
    w.close()
    assert w.state.stops_at_end
    assert w.standing(thing) == "unmet"


def test_what_was_turned_up_before_owes_nothing(w, permanent_way):
    thing = w.down(permanent_way)
    w.up(thing, "effect")
    w.end()
    assert w.owes_nothing(thing)


@pytest.mark.scenario(138)
@pytest.mark.scenario(142)
def test_nothing_else_is_owed_at_the_end(w):
    w.main("p1")
    exiled = w.put("Serra Angel", to="exile", face_down="exiled", by="Necropotence")
    plotted = w.put("Serra Angel", to="exile")
    bears, spell = w.put("Grizzly Bears"), w.cast("Divination")
    w.end()
    assert all(w.owes_nothing(thing) for thing in (exiled, plotted, bears, spell))


def test_foretold_cards_and_conspiracies_are(w):
    w.main("p1")
    foretold = w.put("Behold the Multiverse", to="exile", face_down="foretell", cost="{2}")
    agenda = w.put(
        "Brago's Favor", source="outside", to="command", face_down="hidden agenda", choices=("Shock",)
    )
    w.end()
    assert (w.duty(foretold).kind, w.duty(foretold).rule) == ("foretold", "702.143f")
    assert (w.duty(agenda).kind, w.duty(agenda).rule) == ("conspiracy", "702.106e")
    for thing in (foretold, agenda):
        w.show(thing)
        assert w.standing(thing) == "met"


def test_a_card_exiled_for_reasons_unrecorded_is_undecidable(w):
    thing = w.put("Serra Angel", to="exile", face_down="unrecorded")
    w.end()
    w.close()
    assert w.standing(thing) == "undecidable"
    assert "foretold" in w.duty(thing).doubt


@pytest.mark.scenario(113)
def test_a_phased_out_permanent_is_undecidable(world, permanent_way):
    w = world(3)
    thing, other = w.down(permanent_way, "p1"), w.down(permanent_way, "p2")
    w.do(a.Phase(object=thing, out=True))
    w.do(a.Phase(object=other, out=True))
    w.concede("p1")
    w.end()
    w.close()
    assert w.standing(thing, "player_left") == "undecidable"
    assert w.standing(other, "game_end") == "undecidable"
    assert thing not in w


def test_phased_in_again_it_is_owed_like_any_other(w, permanent_way):
    thing = w.down(permanent_way)
    w.do(a.Phase(object=thing, out=True))
    w.do(a.Phase(object=thing, out=False))
    w.end()
    w.close()
    assert w.standing(thing) == "unmet"
