"""What is owed as players leave, and what becomes of what they controlled."""

from __future__ import annotations

import pytest

from facedown.rules import actions as a


# --- players leave ---
def test_after_a_player_left_the_window_closes_as_play_goes_on(world, permanent_way):
    w = world(3)
    thing = w.down(permanent_way, "p2")
    w.concede("p2")
    assert w.duty(thing).rule == "708.9, 800.4a"
    w.loud()
    w.show(thing)
    assert w.standing(thing) == "late"


def test_the_leaver_may_still_show_it(world, permanent_way):
    w = world(3)
    thing = w.down(permanent_way, "p2")
    w.concede("p2")
    w.show(thing)
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
