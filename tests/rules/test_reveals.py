"""What falls due, when a reveal is on time, and what closes its window."""

from __future__ import annotations

import pytest

from facedown.errors import Malformed
from facedown.rules import actions as a
from facedown.rules import events as e
from facedown.rules.reveals import MAX_BETWEEN, MAX_SHOWS, standing
from facedown.rules.ways import WAYS

QUIET = [
    a.Say(player="p2", text="hm"),
    a.Note(text="judge called", kind="ruling"),
    a.Note(text="time is called", kind="clock"),
    a.Note(text="Warning", kind="penalty", player="p1"),
    a.Record(result="2-1"),
    a.GoAbsent(player="p2"),
    a.Grant(player="p2", by="Mindslaver", of=("p1",)),
    a.Gather(player="p2"),
]
"""Entries that close no window."""

LOUD = [
    a.BeginTurn(player="p2"),
    a.BeginStep(step="end"),
    a.GivePriority(player="p2"),
    a.SetLife(player="p2", life=3),
    a.Draw(player="p2"),
    a.Shuffle(player="p1"),
    a.CastSpell(player="p2", card="Divination"),
    a.Create(player="p2", card="Soldier Token"),
]
"""Entries by which play goes on."""


def called(deed):
    return type(deed).__name__ + (f" {deed.kind}" if isinstance(deed, a.Note) else "")


def bounced(w, way="morph"):
    """A face-down permanent that has just been returned to the hand, unshown."""
    thing = w.down(way)
    w.bounce(thing)
    return thing


# --- met ---


def test_shown_in_the_very_entry_it_is_met(w, permanent_way):
    thing = w.down(permanent_way)
    w.bounce(thing, shown=True)
    assert w.standing(thing) == "met"


@pytest.mark.parametrize("between", QUIET, ids=called)
def test_quiet_entries_in_between_leave_the_window_open(w, between):
    thing = bounced(w)
    w.do(between)
    w.show(thing)
    assert w.standing(thing) == "met"


def test_all_of_them_together_do_too(w):
    thing = bounced(w)
    for between in QUIET:
        w.do(between)
    w.show(thing)
    assert w.standing(thing) == "met"


@pytest.mark.parametrize("between", QUIET, ids=called)
def test_shown_before_and_only_quiet_entries_in_between_it_is_met(w, permanent_way, between):
    thing = w.down(permanent_way)
    w.show(thing)
    w.do(between)
    w.bounce(thing)
    assert w.standing(thing) == "met"


def test_players_show_their_morphs_and_then_concede(w, permanent_way):
    mine, yours = w.down(permanent_way, "p1"), w.down(permanent_way, "p2")
    w.show(mine)
    w.show(yours)
    w.concede("p1")
    w.close()
    assert w.standing(mine) == w.standing(yours) == "met"


@pytest.mark.parametrize("between", LOUD, ids=called)
def test_shown_before_and_then_play_went_on_it_is_not(w, permanent_way, between):
    thing = w.down(permanent_way)
    w.show(thing)
    w.do(between)
    w.bounce(thing)
    w.loud()
    w.close()
    assert w.standing(thing) == "unmet"
    assert w.duty(thing).moot


# --- late ---


@pytest.mark.parametrize("between", LOUD, ids=called)
def test_shown_after_play_went_on_it_is_late(w, between):
    thing = bounced(w)
    w.do(between)
    went_on = w.state.seq
    w.quiet()
    w.show(thing)
    assert w.standing(thing) == "late"
    assert w.duty(thing).before == (went_on,)
    assert w.duty(thing).closed_by == "play went on"


def test_the_entries_in_between_are_listed(w):
    thing = bounced(w)
    passed = []
    for life in (18, 17, 16):
        w.do(a.SetLife(player="p1", life=life))
        passed.append(w.state.seq)
        w.quiet()
    w.show(thing)
    w.loud()
    assert w.duty(thing).before == tuple(passed)
    assert w.state.watched == ()


def test_a_very_long_list_is_cut(w):
    thing = bounced(w)
    for _ in range(MAX_BETWEEN + 5):
        w.loud()
    assert len(w.duty(thing).before) == MAX_BETWEEN
    assert w.state.watched == ()


def test_the_first_showing_counts(w):
    thing = bounced(w)
    w.loud()
    w.show(thing)
    late = w.state.seq
    w.show(thing)
    assert w.standing(thing) == "late"
    assert standing(w.duty(thing), closed=True).show.seq == late


def test_late_and_moot_are_kept_apart(w):
    bears = w.put("Grizzly Bears")
    w.turn_down(bears)
    w.bounce(bears)
    w.loud()
    w.close()
    assert w.duty(bears).moot
    assert w.standing(bears) == "unmet"


# --- unmet, and only in a closed record ---


def test_not_shown_it_is_unmet_only_once_the_record_is_closed(w, permanent_way):
    thing = bounced(w, permanent_way)
    assert w.standing(thing) == "undecidable"
    w.loud()
    assert w.standing(thing) == "undecidable"
    w.close()
    assert w.standing(thing) == "unmet"


def test_a_record_that_stops_inside_the_window_is_undecidable_and_closing_it_closes_the_window(w):
    thing = bounced(w)
    w.quiet()
    assert w.standing(thing) == "undecidable"
    w.close()
    assert w.standing(thing) == "unmet"
    assert w.duty(thing).closed_by == "the record was closed"


def test_nothing_is_shown_in_a_closed_record(w):
    thing = bounced(w)
    w.close()
    opening = w.notary.opening(w.duty(thing).bond)
    with pytest.raises(Malformed, match="closed"):
        w.show(thing)
    w.write(e.Opened(object=thing, opening=opening))
    assert w.standing(thing) == "unmet"


# --- whoever must see it ---


@pytest.mark.scenario(136)
def test_shown_to_one_of_three_opponents_is_not_shown(world, permanent_way):
    w = world(4)
    thing = w.down(permanent_way)
    w.show(thing, to=("p2",))
    w.end()
    w.close()
    assert w.standing(thing) == "unmet"
    assert not w.duty(thing).moot
    assert w.duty(thing).knew == {"p1", "p2"}


def test_shown_to_each_of_them_in_one_entry_is_shown(world, permanent_way):
    w = world(3)
    thing = w.down(permanent_way)
    w.show(thing, to=("p2", "p3"))
    w.end()
    assert w.standing(thing) == "met"


def test_after_the_end_it_is_shown_to_those_who_were_there_when_it_ended(world, permanent_way):
    w = world(3)
    mine, yours = w.down(permanent_way, "p1"), w.down(permanent_way, "p2")
    w.do(a.Leave(players=("p2", "p3"), how="lost"))
    assert w.state.over
    w.show(mine, to=("p2",))
    assert w.standing(mine) == "undecidable"
    w.show(mine, to=("p2", "p3"))
    assert w.standing(mine) == "met"
    w.show(yours, player="p2", to=("p1", "p3"))
    assert w.standing(yours) == "met"


def test_whoever_left_before_need_not_see_it(world, permanent_way):
    w = world(3)
    thing = w.down(permanent_way)
    w.concede("p3")
    w.show(thing, to=("p2",))
    w.end()
    assert w.duty(thing).audience == {"p1", "p2"}
    assert w.standing(thing) == "met"


def test_two_players_are_enough_to_have_seen_it_all(w, permanent_way):
    thing = w.down(permanent_way, "p1")
    w.steal(thing, "p2")
    w.end()
    assert w.duty(thing).moot


def test_anybody_who_holds_the_opening_may_show_it(w):
    thing = bounced(w)
    w.show(thing, player="p2")
    assert w.standing(thing) == "met"


# --- kinds of proof ---


def test_an_opening_of_an_older_commitment_is_the_best_proof(w, permanent_way):
    thing = w.down(permanent_way)
    bound = w[thing].bond is not None
    w.die(thing)
    assert w.proof(thing) == ("opening" if bound else "seen")


def test_face_up_in_a_public_zone_is_seen(w, put_way):
    thing = w.put(None, source="library", face_down=put_way)
    w.die(thing, card="Serra Angel")
    assert w.proof(thing) == "seen"
    assert w.standing(thing) == "met"


@pytest.mark.parametrize("zone", ["hand", "library"])
def test_named_as_it_went_where_nobody_sees_it_is_said(w, put_way, zone):
    thing = w.put(None, face_down=put_way)
    w.move(thing, zone, shown=True, card="Serra Angel")
    assert w.standing(thing) == "met"
    assert w.proof(thing) == "said"


def test_a_name_given_when_it_lies_in_a_hand_already_changes_nothing(w, put_way):
    thing = w.put(None, face_down=put_way)
    w.bounce(thing)
    w.show(thing, card="Serra Angel")
    assert w.proof(thing) == "said"
    assert w.standing(thing) == "undecidable"
    w.loud()
    w.close()
    assert w.standing(thing) == "unmet"


def test_a_bare_name_of_what_was_committed_shows_nothing(w):
    thing = bounced(w)
    claim = e.Opening(identity=e.CardIdentity(name="Exalted Angel"))
    w.write(e.Opened(object=thing, opening=claim))
    w.loud()
    w.close()
    assert w.standing(thing) == "unmet"


def test_an_opening_that_turns_out_false_shows_nothing(w):
    thing = bounced(w)
    w.show(thing)
    seq = w.state.seq
    w.loud()
    w.close()
    duty = w.duty(thing)
    assert standing(duty, closed=True).status == "met"
    assert standing(duty, closed=True, refuted=frozenset({(seq, thing)})).status == "unmet"


def test_false_openings_do_not_crowd_out_a_true_one(w):
    thing = bounced(w)
    opening = w.notary.opening(w.duty(thing).bond)
    false = set()
    for _ in range(20):
        w.write(e.Opened(object=thing, opening=opening, player="p2"))
        false.add((w.state.seq, thing))
    w.show(thing)
    assert MAX_SHOWS > 20
    assert standing(w.duty(thing), closed=True, refuted=frozenset(false)).status == "met"


def test_a_commitment_of_another_life_of_the_handle_does_not_meet_it(w):
    thing = bounced(w)
    opening = w.notary.opening(w.duty(thing).bond)
    w.write(e.Opened(object=thing, opening=opening, commitment="0" * 64))
    assert w.standing(thing) == "undecidable"


def test_a_later_objects_reveal_does_not_meet_an_earlier_duty(w):
    thing = bounced(w)
    again = w.down("morph")
    w.show(again)
    w.loud()
    w.close()
    assert w.standing(thing) == "unmet"


# --- statements and escrow ---


@pytest.mark.parametrize("player", ["p1", "p2"])
@pytest.mark.parametrize("closed", [True, False])
def test_a_statement_meets_it_with_the_weakest_proof_and_says_whose_word_it_is(w, player, closed):
    thing = bounced(w)
    w.loud()
    if closed:
        w.close()
    w.do(a.Statement(player=player, object=thing, shown=True))
    assert w.standing(thing) == "met"
    assert w.proof(thing) == "said"
    assert w.duty(thing).shows[-1].by == player


def test_a_statement_about_something_else_does_not(w):
    thing = bounced(w)
    w.do(a.Statement(player="p2", object=thing, card="Exalted Angel"))
    w.loud()
    w.close()
    assert w.standing(thing) == "unmet"


@pytest.mark.scenario(119)
def test_what_a_judge_supplies_from_escrow_leaves_the_duty_as_it_was(w):
    thing = bounced(w)
    w.loud()
    w.do(a.OpenEscrow(object=thing))
    w.close()
    assert w.standing(thing) == "unmet"
    (show,) = w.duty(thing).shows
    assert (show.by, show.meets, show.proof) == ("judge", False, "opening")


def test_an_escrowed_identity_after_the_record_is_closed(w):
    thing = bounced(w)
    w.close()
    w.do(a.OpenEscrow(object=thing))
    assert w.standing(thing) == "unmet"


def test_a_judges_look_shows_it_to_nobody(w):
    thing = w.down("morph")
    w.do(a.JudgeLook(object=thing))
    assert w[thing].knows == {"p1"}
    w.end()
    w.close()
    assert w.standing(thing) == "unmet"


# --- the end of the game ---


@pytest.mark.parametrize("after", [*QUIET, *LOUD], ids=called)
def test_after_the_end_the_window_stays_open(w, permanent_way, after):
    thing = w.down(permanent_way, "p1")
    w.end()
    w.do(after)
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
    w.show(thing, card="Exalted Angel")
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
    w.show(thing, card="Exalted Angel")
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


# --- what was only unrecorded ---


def test_put_down_from_a_library_and_back_unnamed_is_undecidable_where_the_way_is_unrecorded(w):
    thing = w.put("Serra Angel", source="library", face_down="unrecorded")
    w.move(thing, "library")
    w.loud()
    w.close()
    assert w.standing(thing) == "undecidable"


def test_from_a_hand_and_back_unnamed_is_unmet(w):
    thing = w.put("Serra Angel", source="hand", face_down="unrecorded")
    w.bounce(thing)
    w.loud()
    w.close()
    assert w.standing(thing) == "unmet"
    assert not w.duty(thing).recorded


def test_with_a_recorded_way_the_library_makes_no_difference(w):
    thing = w.down("manifest")
    w.move(thing, "library")
    w.loud()
    w.close()
    assert w.standing(thing) == "unmet"


# --- players leave ---


def test_after_a_player_left_the_window_closes_as_play_goes_on(world, permanent_way):
    w = world(3)
    thing = w.down(permanent_way, "p2")
    w.concede("p2")
    assert w.duty(thing).rule == "708.9, 800.4a"
    w.loud()
    w.show(thing, card="Exalted Angel")
    assert w.standing(thing) == "late"


def test_the_leaver_may_still_show_it(world, permanent_way):
    w = world(3)
    thing = w.down(permanent_way, "p2")
    w.concede("p2")
    w.show(thing, card="Exalted Angel")
    assert w.standing(thing) == "met"


def test_a_card_nobody_had_fixed_is_seen_as_its_owner_leaves(world):
    w = world(3)
    thing = w.put(None, "p2", source="library", face_down="manifest")
    w.concede("p2")
    w.show(thing, card="Serra Angel")
    assert (w.standing(thing), w.proof(thing)) == ("met", "seen")


@pytest.mark.scenario(115)
def test_two_who_leave_at_once_from_a_game_that_goes_on(world, permanent_way):
    w = world(4)
    one, two, stays = (w.down(permanent_way, seat) for seat in ("p1", "p2", "p3"))
    w.do(a.Leave(players=("p1", "p2"), how="lost"))
    assert not w.state.over
    assert w.duty(one).cause == w.duty(two).cause == "player_left"
    assert w.owes_nothing(stays)


@pytest.mark.scenario(115)
def test_two_who_leave_at_once_and_end_the_game(world, permanent_way):
    w = world(3)
    one, two, stays = (w.down(permanent_way, seat) for seat in ("p1", "p2", "p3"))
    w.do(a.Leave(players=("p1", "p2"), how="lost"))
    assert w.state.over
    assert {w.duty(thing).cause for thing in (one, two, stays)} == {"game_end"}
    assert w.duty(one).audience == {"p1", "p2", "p3"}


@pytest.mark.scenario(115)
def test_a_game_drawn_by_all_ends_for_all(world, permanent_way):
    w = world(3)
    things = [w.down(permanent_way, seat) for seat in ("p1", "p2", "p3")]
    w.do(a.Leave(players=("p1", "p2", "p3"), how="drew"))
    assert {w.duty(thing).cause for thing in things} == {"game_end"}
    w.show(things[0])
    assert w[things[0]].knows == {"p1", "p2", "p3"}


@pytest.mark.scenario(119)
def test_an_empty_chair_is_not_leaving(world, permanent_way):
    w = world(3)
    thing = w.down(permanent_way, "p2")
    w.do(a.GoAbsent(player="p2"))
    assert w.owes_nothing(thing)
    w.do(a.Leave(players=("p2",), how="removed"))
    assert w.duty(thing).cause == "player_left"


@pytest.mark.scenario(139)
def test_a_penalty_ends_it_for_both(w, permanent_way):
    mine, yours = w.down(permanent_way, "p1"), w.down(permanent_way, "p2")
    w.do(a.Leave(players=("p1",), how="removed"))
    assert w.duty(mine).cause == w.duty(yours).cause == "game_end"


def test_leaving_twice_is_leaving_once(world, permanent_way):
    w = world(3)
    thing = w.down(permanent_way, "p2")
    w.concede("p2")
    w.concede("p2")
    assert w.duty(thing).since == w.state.seq - 1
    assert [old.handle for old in w.state.players["p2"].gone] == [thing]


@pytest.mark.scenario(137)
def test_in_two_headed_giant_the_team_leaves_and_the_game_ends(world, permanent_way):
    w = world(4, teams="aabb", together=True)
    things = [w.down(permanent_way, seat) for seat in ("p1", "p2", "p3", "p4")]
    assert w.lookers(things[0]) == {"p1"}
    w.concede("p1")
    assert w.state.over
    assert w.state.playing == ("p3", "p4")
    assert {w.duty(thing).cause for thing in things} == {"game_end"}


def test_in_other_team_games_the_team_plays_on(world, permanent_way):
    w = world(4, teams="aabb")
    things = [w.down(permanent_way, seat) for seat in ("p1", "p2", "p3", "p4")]
    w.concede("p1")
    assert not w.state.over
    assert w.duty(things[0]).cause == "player_left"
    w.concede("p2")
    assert w.state.over
    assert w.duty(things[2]).cause == "game_end"


def test_with_three_teams_the_rest_play_on(world, permanent_way):
    w = world(5, teams="aabbc", together=True)
    thing = w.down(permanent_way, "p2")
    w.concede("p1")
    assert not w.state.over
    assert w.duty(thing).cause == "player_left"


# --- what a leaver controlled ---


@pytest.mark.scenario(129)
def test_what_entered_under_the_leavers_control_is_exiled_and_its_owner_shows_it(world, put_way):
    w = world(4)
    thing = w.put("Serra Angel", "p1", source="library", owner="p2", face_down=put_way)
    w.concede("p1")
    assert thing not in w
    duty = w.duty(thing)
    assert (duty.cause, duty.owed_by) == ("left_battlefield", "p2")
    assert w.standing(thing) == "met"
    (lying,) = w.state.objects.values()
    assert (lying.zone, lying.card, lying.owner) == ("exile", "Serra Angel", "p2")


def test_what_the_leaver_had_taken_goes_back_face_down(world, permanent_way):
    w = world(3)
    thing = w.down(permanent_way, "p2")
    w.steal(thing, "p1")
    w.concede("p1")
    assert w[thing].controller == "p2"
    assert w[thing].face_down is not None
    assert w.owes_nothing(thing)


def test_it_goes_back_to_the_last_who_had_it_and_is_still_there(world, permanent_way):
    w = world(4)
    thing = w.down(permanent_way, "p1")
    w.steal(thing, "p2")
    w.steal(thing, "p3")
    w.concede("p3")
    assert w[thing].controller == "p2"
    w.concede("p2")
    assert w[thing].controller == "p1"


def test_a_middle_leaver_is_passed_over(world, permanent_way):
    w = world(4)
    thing = w.down(permanent_way, "p1")
    w.steal(thing, "p2")
    w.steal(thing, "p3")
    w.concede("p2")
    w.concede("p3")
    assert w[thing].controller == "p1"


def test_if_nobody_is_left_to_have_it_it_is_exiled(world, put_way):
    w = world(4)
    thing = w.put("Serra Angel", "p1", source="library", owner="p4", face_down=put_way)
    w.steal(thing, "p2")
    w.concede("p1")
    assert w[thing].controller == "p2"
    w.concede("p2")
    assert thing not in w
    assert w.duty(thing).owed_by == "p4"


def test_a_spell_the_leaver_had_taken_goes_back_or_into_exile(world, spell_way):
    w = world(3)
    spell = w.spell(spell_way, "p2")
    w.steal(spell, "p1")
    w.concede("p1")
    assert w[spell].controller == "p2"


def test_what_the_leavers_auras_were_on_stays_and_what_was_on_the_leavers_creatures_falls_off(
    world, permanent_way
):
    w = world(3)
    mine, yours = w.down(permanent_way, "p1"), w.down(permanent_way, "p2")
    aura, sword = w.put("Pacifism", "p1"), w.put("Bonesplitter", "p2")
    w.attach(aura, yours)
    w.attach(sword, mine, None)
    w.concede("p1")
    assert aura not in w
    assert yours in w
    assert w[sword].attached_to is None


# --- a concession undone ---


def test_an_undone_concession_withdraws_the_duties_of_the_end(w, permanent_way):
    mine, yours = w.down(permanent_way, "p1"), w.down(permanent_way, "p2")
    w.do(a.Gather(player="p1"))
    w.concede("p1")
    w.do(a.Rejoin(player="p1"))
    assert w.duties() == {}
    assert not w.state.over
    assert w.state.playing == ("p1", "p2")
    w.end()
    assert w.duty(mine).closed_at is None
    assert w.duty(yours).closed_at is None


def test_an_undone_concession_brings_back_what_had_left(world, permanent_way):
    w = world(3)
    mine, other = w.down(permanent_way, "p1"), w.down(permanent_way, "p2")
    before = w[mine]
    w.concede("p1")
    w.do(a.Rejoin(player="p1"))
    assert w[mine] == before
    assert w.owes_nothing(mine)
    assert other in w
    w.concede("p1")
    assert w.duty(mine).cause == "player_left"


def test_other_duties_stay(world):
    w = world(3)
    bounced_before = bounced(w)
    thing = w.down("morph", "p2")
    w.concede("p1")
    w.concede("p2")
    w.do(a.Rejoin(player="p2"))
    assert w.owes_nothing(thing)
    assert w.duty(bounced_before).cause == "left_battlefield"


def test_what_was_shown_meanwhile_stays_known(w, permanent_way):
    thing = w.down(permanent_way)
    w.concede("p1")
    w.show(thing)
    w.do(a.Rejoin(player="p1"))
    assert w[thing].knows == {"p1", "p2"}
    assert w[thing].named is not None


def test_in_two_headed_giant_the_whole_team_comes_back(world):
    w = world(4, teams="aabb", together=True)
    thing = w.down("morph", "p2")
    w.concede("p1")
    w.do(a.Rejoin(player="p1"))
    assert w.state.playing == ("p1", "p2", "p3", "p4")
    assert w.owes_nothing(thing)


# --- what effects demand ---


@pytest.mark.parametrize("shown", [True, False])
def test_an_effect_that_demands_a_reveal(w, permanent_way, shown):
    thing = w.down(permanent_way)
    w.do(a.Owe(object=thing, rule="701.20a"))
    if shown:
        w.show(thing)
    w.loud()
    w.close()
    duty = w.duty(thing, "effect")
    assert (duty.rule, duty.owed_by) == ("701.20a", "p1")
    assert w.standing(thing, "effect") == ("met" if shown else "unmet")


# --- custody of the players: only whoever owes it can be late ---


def test_another_players_entries_do_not_make_it_late(world):
    w = world(custody="players")
    thing = bounced(w)
    w.do(a.SetLife(player="p2", life=18), by="p2")
    w.do(a.Draw(player="p2"), by="p2")
    w.do(a.Show(object=thing), by="p1")
    assert w.standing(thing) == "met"


def test_the_owners_own_entries_do(world):
    w = world(custody="players")
    thing = bounced(w)
    w.do(a.SetLife(player="p2", life=18), by="p2")
    w.do(a.SetLife(player="p1", life=18), by="p1")
    w.do(a.Show(object=thing), by="p1")
    assert w.standing(thing) == "late"
    assert len(w.duty(thing).before) == 1


# --- merged permanents ---


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


# --- every way alike ---


def test_duties_follow_the_kind_of_object_not_the_way(world):
    rules = set()
    for name, way in WAYS.items():
        if way.arrives & {"cast", "put", "turned"}:
            w = world()
            thing = w.down(name)
            w.end()
            rules.add((w.duty(thing).rule, w.duty(thing).kind))
    assert rules == {("708.9", "permanent")}
