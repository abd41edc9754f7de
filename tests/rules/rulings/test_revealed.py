"""R06 and R17: what is revealed as it leaves, as a player leaves, and at the end of the game, and who owes it."""

from __future__ import annotations

import pytest

from facedown.rules import actions as a
from facedown.rules import events as e

# --- R06: a permanent that leaves the battlefield ---


@pytest.mark.ruling("R06")
@pytest.mark.scenario(100)
@pytest.mark.scenario(102)
@pytest.mark.parametrize("zone", ["graveyard", "exile", "command"])
def test_a_face_down_permanent_that_leaves_is_revealed(w, permanent_way, player, zone):
    thing = w.down(permanent_way, player)
    new = w.move(thing, zone)
    assert w.standing(thing) == "met"
    assert w.duty(thing).cause == "left_battlefield"
    assert w.duty(thing).rule == "708.9"
    assert w[new].card is not None


@pytest.mark.ruling("R06")
@pytest.mark.scenario(103)
@pytest.mark.scenario(105)
@pytest.mark.parametrize("zone", ["hand", "library"])
def test_also_into_a_hidden_zone(w, permanent_way, player, zone):
    thing = w.down(permanent_way, player)
    w.move(thing, zone, shown=True)
    w.loud()
    w.close()
    assert w.standing(thing) == "met"


@pytest.mark.ruling("R06")
@pytest.mark.parametrize("zone", ["hand", "library"])
def test_what_went_there_unshown_is_missing(w, permanent_way, player, zone):
    thing = w.down(permanent_way, player)
    w.move(thing, zone)
    w.loud()
    w.close()
    assert w.standing(thing) == "unmet"
    assert w.duty(thing).owed_by == player


@pytest.mark.ruling("R06")
@pytest.mark.scenario(110)
def test_the_owner_owes_it_and_the_controller_is_recorded_too(w, permanent_way, player, other):
    thing = w.down(permanent_way, player)
    w.steal(thing, other)
    lying = w.die(thing)
    duty = w.duty(thing)
    assert (duty.owed_by, duty.controller) == (player, other)
    assert w[lying].owner == player
    assert w.standing(thing) == "met"


@pytest.mark.ruling("R06")
@pytest.mark.scenario(17)
def test_the_owner_owes_it_though_never_having_seen_it(w, put_way):
    thing = w.put("Serra Angel", "p1", source="library", owner="p2", face_down=put_way)
    assert w[thing].controller == "p1"
    w.bounce(thing)
    assert w.duty(thing).owed_by == "p2"
    assert w.duty(thing).knew == {"p1"}


@pytest.mark.ruling("R06")
def test_at_instant_speed_it_is_the_same(w, permanent_way, player, moment):
    thing = w.down(permanent_way, player)
    moment(w, player)
    w.die(thing)
    assert w.standing(thing) == "met"


@pytest.mark.ruling("R06")
@pytest.mark.scenario(71)
def test_phasing_out_or_changing_control_is_not_leaving(w, permanent_way):
    thing = w.down(permanent_way)
    w.steal(thing, "p2")
    w.do(a.Phase(object=thing, out=True))
    w.do(a.Phase(object=thing, out=False))
    assert w.owes_nothing(thing)
    assert w[thing].face_down is not None


@pytest.mark.ruling("R06")
def test_what_turned_up_first_owes_nothing(w, permanent_way):
    thing = w.down(permanent_way)
    w.up(thing, "effect")
    w.die(thing)
    assert w.owes_nothing(thing)


@pytest.mark.ruling("R06")
def test_a_reveal_that_says_another_card_than_was_committed_does_not_count_without_its_opening(
    w, permanent_way
):
    thing = w.down(permanent_way)
    bound = w[thing].bond is not None
    claim = e.Opening(identity=e.CardIdentity(name="Island"))
    w.write(e.Opened(object=thing, opening=claim, player="p1"))
    w.end()
    w.close()
    assert w.standing(thing) == ("unmet" if bound else "met")


# --- R06: a player who leaves ---


@pytest.mark.ruling("R06")
@pytest.mark.scenario(111)
def test_all_that_a_leaving_player_owns_face_down_is_owed(world, permanent_way):
    w = world(3)
    own, stolen = w.down(permanent_way, "p2"), w.down(permanent_way, "p2")
    w.steal(stolen, "p1")
    other = w.down(permanent_way, "p3")
    w.concede("p2")
    assert w.duty(own).cause == w.duty(stolen).cause == "player_left"
    assert w.duty(own).owed_by == w.duty(stolen).owed_by == "p2"
    assert w.owes_nothing(other)
    assert own not in w
    assert other in w


@pytest.mark.ruling("R06")
@pytest.mark.scenario(111)
def test_spells_of_a_leaving_player_are_owed_as_well(world, spell_way):
    w = world(3)
    spell = w.spell(spell_way, "p2")
    w.concede("p2")
    assert w.duty(spell).kind == "spell"
    assert w.duty(spell).cause == "player_left"


# --- R06: the end of the game ---


@pytest.mark.ruling("R06")
@pytest.mark.scenario(116)
@pytest.mark.parametrize(
    "deed",
    [
        a.Concede(player="p1"),
        a.Concede(player="p2"),
        a.Leave(players=("p1",), how="lost"),
        a.Leave(players=("p1", "p2"), how="drew"),
        a.Leave(players=("p2",), how="removed"),
        a.End(how="victory", winners=("p1",)),
        a.End(how="intentional draw"),
        a.End(how="restart"),
        a.End(how="end of the subgame"),
    ],
    ids=lambda deed: f"{type(deed).__name__} {getattr(deed, 'player', '')}{getattr(deed, 'how', '')}",
)
def test_at_the_end_everybodys_are_owed_however_it_ends(w, permanent_way, deed):
    mine, yours = w.down(permanent_way, "p1"), w.down(permanent_way, "p2")
    w.do(deed)
    for thing in (mine, yours):
        assert w.duty(thing).cause == "game_end"
        assert w.standing(thing) == "undecidable"
        w.show(thing)
        assert w.standing(thing) == "met"
    assert w.state.over


@pytest.mark.ruling("R06")
@pytest.mark.ruling("R17")
def test_a_spell_on_the_stack_is_owed_at_the_end(w, spell_way, player):
    spell = w.spell(spell_way, player)
    w.end()
    assert w.duty(spell).kind == "spell"
    assert w.duty(spell).cause == "game_end"


@pytest.mark.ruling("R06")
def test_at_the_end_the_owner_is_listed_and_the_controller_recorded(w, permanent_way):
    thing = w.down(permanent_way, "p1")
    w.steal(thing, "p2")
    w.end()
    assert (w.duty(thing).owed_by, w.duty(thing).controller) == ("p1", "p2")


@pytest.mark.ruling("R06")
def test_anybody_may_show_it(w, permanent_way):
    thing = w.down(permanent_way, "p1")
    w.end()
    w.show(thing, player="p2")
    assert w.standing(thing) == "met"
    assert w.duty(thing).shows[0].by == "p2"


@pytest.mark.ruling("R06")
def test_nobody_is_named_by_the_rule_but_it_is_owed_once_an_object(w, permanent_way):
    thing = w.down(permanent_way, "p1")
    w.end()
    w.end("victory")
    w.concede("p2")
    assert w.duty(thing)


# --- R17: a spell that leaves the stack ---


@pytest.mark.ruling("R17")
@pytest.mark.scenario(68)
@pytest.mark.scenario(107)
@pytest.mark.parametrize("zone", ["graveyard", "exile", "command"])
def test_a_countered_face_down_spell_is_revealed(w, spell_way, player, zone):
    spell = w.spell(spell_way, player)
    new = w.move(spell, zone)
    assert w.duty(spell).cause == "left_stack"
    assert w.standing(spell) == "met"
    assert w[new].card is not None


@pytest.mark.ruling("R17")
@pytest.mark.scenario(107)
@pytest.mark.parametrize("zone", ["hand", "library"])
@pytest.mark.parametrize("shown", [True, False])
def test_a_spell_returned_to_a_hidden_zone_is_owed(w, spell_way, player, zone, shown):
    spell = w.spell(spell_way, player)
    w.move(spell, zone, shown=shown)
    w.loud()
    w.close()
    assert w.standing(spell) == ("met" if shown else "unmet")


@pytest.mark.ruling("R17")
@pytest.mark.scenario(108)
def test_a_spell_that_resolves_is_not_revealed(w, spell_way, player):
    spell = w.spell(spell_way, player)
    thing = w.resolve(spell)
    assert w.owes_nothing(spell)
    assert w[thing].face_down is not None
    assert w[thing].knows == {player}


@pytest.mark.ruling("R17")
def test_the_permanent_it_became_carries_the_duty_on(w, spell_way, player):
    thing = w.resolve(w.spell(spell_way, player))
    w.end()
    assert w.duty(thing).cause == "game_end"
    assert w[thing].bond is not None


@pytest.mark.ruling("R17")
@pytest.mark.scenario(128)
def test_a_spell_that_resolves_but_cannot_enter_is_revealed(w, spell_way):
    spell = w.spell(spell_way)
    lying = w.made(w.do(a.Resolve(object=spell, to="graveyard")))
    assert w.duty(spell).cause == "left_stack"
    assert w.standing(spell) == "met"
    assert w[lying].zone == "graveyard"


@pytest.mark.ruling("R17")
def test_the_owner_of_a_stolen_spell_owes_it(w, spell_way):
    spell = w.spell(spell_way, "p1")
    w.steal(spell, "p2")
    w.move(spell, "graveyard")
    assert (w.duty(spell).owed_by, w.duty(spell).controller) == ("p1", "p2")


@pytest.mark.ruling("R17")
def test_countered_at_instant_speed_in_any_step(w, spell_way):
    spell = w.spell(spell_way, "p1", allowed="it has flash", anytime=True)
    w.do(a.BeginStep(step="end"))
    w.move(spell, "graveyard")
    assert w.standing(spell) == "met"
