"""When a reveal is on time, when it is late, and when it is missing."""

from __future__ import annotations

import pytest

from facedown.errors import Malformed
from facedown.rules import actions as a
from facedown.rules import events as e
from facedown.rules.reveals import MAX_BETWEEN, standing


# --- met ---
def test_shown_in_the_very_entry_it_is_met(w, permanent_way):
    thing = w.down(permanent_way)
    w.bounce(thing, shown=True)
    assert w.standing(thing) == "met"


def test_quiet_entries_in_between_leave_the_window_open(w, quiet_deed, bounced):
    thing = bounced(w)
    w.do(quiet_deed)
    w.show(thing)
    assert w.standing(thing) == "met"


def test_all_of_them_together_do_too(w, bounced):
    thing = bounced(w)
    for deed in (a.Say(player="p2", text="hm"), a.Record(result="1-0"), a.Gather(player="p2")):
        w.do(deed)
    w.show(thing)
    assert w.standing(thing) == "met"


def test_shown_before_and_only_quiet_entries_in_between_it_is_met(w, permanent_way, quiet_deed):
    thing = w.down(permanent_way)
    w.show(thing)
    w.do(quiet_deed)
    w.bounce(thing)
    assert w.standing(thing) == "met"


def test_players_show_their_morphs_and_then_concede(w, permanent_way):
    mine, yours = w.down(permanent_way, "p1"), w.down(permanent_way, "p2")
    w.show(mine)
    w.show(yours)
    w.concede("p1")
    w.close()
    assert w.standing(mine) == w.standing(yours) == "met"


def test_shown_before_and_then_play_went_on_it_is_not(w, permanent_way, loud_deed):
    thing = w.down(permanent_way)
    w.show(thing)
    w.do(loud_deed)
    w.bounce(thing)
    w.loud()
    w.close()
    assert w.standing(thing) == "unmet"
    assert w.duty(thing).moot


# --- late ---
def test_shown_after_play_went_on_it_is_late(w, loud_deed, bounced):
    thing = bounced(w)
    w.do(loud_deed)
    went_on = w.state.seq
    w.quiet()
    w.show(thing)
    assert w.standing(thing) == "late"
    assert w.duty(thing).before == (went_on,)
    assert w.duty(thing).closed_by == "play went on"


def test_the_entries_in_between_are_listed(w, bounced):
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


def test_a_very_long_list_is_cut(w, bounced):
    thing = bounced(w)
    for _ in range(MAX_BETWEEN + 5):
        w.loud()
    assert len(w.duty(thing).before) == MAX_BETWEEN
    assert w.state.watched == ()


def test_the_first_showing_counts(w, bounced):
    thing = bounced(w)
    w.loud()
    w.show(thing)
    late = w.state.seq
    w.show(thing)
    assert w.standing(thing) == "late"
    show = standing(w.duty(thing), closed=True).show
    assert show is not None
    assert show.seq == late


def test_late_and_moot_are_kept_apart(w):
    bears = w.put("Grizzly Bears")
    w.turn_down(bears)
    w.bounce(bears)
    w.loud()
    w.close()
    assert w.duty(bears).moot
    assert w.standing(bears) == "unmet"


# --- unmet, and only in a closed record ---
def test_not_shown_it_is_unmet_only_once_the_record_is_closed(w, permanent_way, bounced):
    thing = bounced(w, permanent_way)
    assert w.standing(thing) == "undecidable"
    w.loud()
    assert w.standing(thing) == "undecidable"
    w.close()
    assert w.standing(thing) == "unmet"


def test_a_record_that_stops_inside_the_window_is_undecidable_and_closing_it_closes_the_window(w, bounced):
    thing = bounced(w)
    w.quiet()
    assert w.standing(thing) == "undecidable"
    w.close()
    assert w.standing(thing) == "unmet"
    assert w.duty(thing).closed_by == "the record was closed"


def test_nothing_is_shown_in_a_closed_record(w, bounced):
    thing = bounced(w)
    w.close()
    opening = w.notary.opening(w.duty(thing).bond)
    with pytest.raises(Malformed, match="closed"):
        w.show(thing)
    w.write(e.Opened(object=thing, opening=opening))
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


# --- custody of the players: only whoever owes it can be late ---
def test_another_players_entries_do_not_make_it_late(world, bounced):
    w = world(custody="players")
    thing = bounced(w)
    w.do(a.SetLife(player="p2", life=18), by="p2")
    w.do(a.Draw(player="p2"), by="p2")
    w.do(a.Show(object=thing), by="p1")
    assert w.standing(thing) == "met"


def test_the_owners_own_entries_do(world, bounced):
    w = world(custody="players")
    thing = bounced(w)
    w.do(a.SetLife(player="p2", life=18), by="p2")
    w.do(a.SetLife(player="p1", life=18), by="p1")
    w.do(a.Show(object=thing), by="p1")
    assert w.standing(thing) == "late"
    assert len(w.duty(thing).before) == 1
