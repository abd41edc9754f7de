"""A concession that is undone."""

from __future__ import annotations

from facedown.rules import actions as a


def test_an_undone_concession_withdraws_the_duties_of_the_end(w, permanent_way):
    mine, yours = w.down(permanent_way, "p1"), w.down(permanent_way, "p2")
    w.do(a.Gather(player="p1"))
    w.concede("p1")
    w.do(a.Rejoin(player="p1"))
    assert w.duties() == {}
    assert (w.state.open_duties, w.state.watched) == ((), ())
    assert not w.state.over
    w.loud()
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


def test_other_duties_stay(world, bounced):
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
