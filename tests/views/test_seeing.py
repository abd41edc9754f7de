"""What each person sees of face-down objects."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from facedown import views
from facedown.errors import Malformed
from facedown.rules import actions as a
from facedown.rules.ways import WAYS, Listed

Table = Any
Sit = Callable[..., Any]


@pytest.mark.ruling("R08")
@pytest.mark.scenario(1)
def test_an_opponent_sees_a_face_down_creature_as_a_nameless_colourless_2_2(table: Table) -> None:
    handle = table.put_down("p1", "Exalted Angel")
    for who in ("public", "p2"):
        one = table.see(who).object(handle)
        assert one.face == "down"
        assert one.said == "cast with a morph ability"
        assert (one.known, one.named, one.marks) == (None, None, ())
        traits = one.characteristics
        assert (traits.name, traits.mana_cost, traits.colors, traits.subtypes) == (None, None, (), ())
        assert (traits.types, traits.power, traits.toughness) == (("Creature",), "2", "2")
        assert (one.known_by, one.may_look) == (("p1",), ("p1",))


@pytest.mark.ruling("R12")
def test_its_controller_sees_which_card_it_is(table: Table) -> None:
    handle = table.put_down("p1", "Exalted Angel")
    assert table.see("p1").object(handle).known.name == "Exalted Angel"
    assert "[you know: Exalted Angel]" in views.text(table.see("p1"))


@pytest.mark.ruling("R16")
def test_a_face_down_spell_is_seen_by_its_caster_while_it_is_on_the_stack(table: Table) -> None:
    spell = table.play(a.CastSpell(player="p1", card="Exalted Angel", face_down="morph", cost="{3}")).handle
    assert table.see("p1").object(spell).known.name == "Exalted Angel"
    assert table.see("p2").object(spell).known is None
    assert table.see("p2").object(spell).zone == "stack"


@pytest.mark.parametrize("way", ["disguise", "cloak"])
@pytest.mark.scenario(4)
def test_disguise_and_cloak_show_everybody_ward(table: Table, way: str) -> None:
    if way == "disguise":
        handle = table.put_down("p1", "Dog Walker", "disguise")
    else:
        handle = table.play(a.Put(player="p1", card="Forest", source="library", face_down="cloak")).handle
    assert table.see("p2").object(handle).characteristics.abilities == ("ward {2}",)
    assert "2/2 creature with ward {2}" in views.text(table.see("public"))


@pytest.mark.parametrize("way", [way for way in WAYS.values() if "turned" not in way.arrives])
def test_whatever_the_way_the_public_sees_the_way_and_no_name(table: Table, way: Any) -> None:
    zone: Any = {"exiled": "exile", "agenda": "command"}.get(min(way.arrives), "battlefield")
    handle = table.play(
        a.Put(player="p1", card="Exalted Angel", to=zone, face_down=way.name, look=("p1",))
    ).handle
    one = table.see("public").object(handle)
    assert (one.way, one.said, one.characteristics.name) == (way.name, way.said, None)
    assert b"Exalted" not in msgspec.json.encode(table.see("p2"))


def test_an_effect_that_lists_characteristics_shows_just_those(table: Table) -> None:
    forest = Listed(types=("Land",), subtypes=("Forest",))
    handle = table.play(
        a.Put(player="p1", card="Grizzly Bears", face_down="effect", listed=forest, by="Yedora")
    ).handle
    assert "land — Forest" in views.text(table.see("p2"))
    assert table.see("p2").object(handle).by == "Yedora"


@pytest.mark.ruling("R14")
@pytest.mark.scenario(58)
def test_a_copy_of_a_face_down_creature_is_face_up_nameless_and_nobody_knows_more(table: Table) -> None:
    handle = table.put_down("p1", "Exalted Angel")
    copy = table.play(a.Create(player="p2", copy_of=handle)).handle
    for who in ("public", "p1", "p2", "judge"):
        one = table.see(who).object(copy)
        assert (one.face, one.kind, one.known, one.characteristics.name) == ("up", "token", None, None)
        assert (one.characteristics.power, one.characteristics.toughness) == ("2", "2")
        assert one.owner == "p2"


@pytest.mark.scenario(44)
def test_a_new_controller_sees_and_the_old_one_still_knows_but_may_not_look(table: Table) -> None:
    handle = table.put_down("p1", "Exalted Angel")
    assert table.see("p2").object(handle).known is None
    table.play(a.GainControl(object=handle, player="p2"))
    for who in ("p1", "p2"):
        one = table.see(who).object(handle)
        assert one.known.name == "Exalted Angel"
        assert one.known_by == ("p1", "p2")
        assert one.may_look == ("p2",)
        assert (one.owner, one.controller, one.put_by) == ("p1", "p2", "p1")
    assert table.see("public").object(handle).known is None


def test_a_new_controller_who_was_refused_the_look_sees_nothing(table: Table) -> None:
    handle = table.put_down("p1", "Exalted Angel")
    table.play(a.GainControl(object=handle, player="p2", look=False))
    assert table.see("p2").object(handle).known is None


@pytest.mark.scenario(17)
def test_a_card_manifested_from_anothers_library_is_seen_by_its_controller_and_not_its_owner(
    table: Table,
) -> None:
    handle = table.play(
        a.Put(player="p1", owner="p2", card="Forest", source="library", face_down="manifest")
    ).handle
    assert table.see("p1").object(handle).known.name == "Forest"
    assert table.see("p2").object(handle).known is None
    assert table.see("p2").object(handle).owner == "p2"


@pytest.mark.scenario(28)
def test_a_creature_that_everybody_saw_turned_down_is_known_to_all(table: Table) -> None:
    handle = table.play(a.Put(player="p1", card="Grizzly Bears")).handle
    table.play(a.TurnDown(object=handle, by="Ixidron"))
    one = table.see("public").object(handle)
    assert (one.face, one.named, one.everybody_knows) == ("down", "Grizzly Bears", True)
    assert one.characteristics.name is None
    assert "[all know: Grizzly Bears]" in views.text(table.see("p2"))


@pytest.mark.ruling("R09")
def test_a_manifested_instant_that_was_shown_stays_down_and_is_known_to_all(table: Table) -> None:
    handle = table.play(
        a.Put(player="p1", card="Lightning Bolt", source="library", face_down="manifest")
    ).handle
    table.play(a.StayDown(object=handle))
    one = table.see("p2").object(handle)
    assert (one.face, one.named, one.everybody_knows) == ("down", "Lightning Bolt", True)


def test_a_card_that_was_shown_to_some_is_known_to_those_only(sit: Sit) -> None:
    table = sit("Alice", "Bob", "Carol")
    handle = table.put_down("p1", "Exalted Angel")
    table.play(a.Show(object=handle, to=("p3",)))
    assert table.see("p3").object(handle).known.name == "Exalted Angel"
    assert table.see("p2").object(handle).known is None
    assert table.see("public").object(handle).known_by == ("p1", "p3")


@pytest.mark.scenario(71)
def test_a_phased_out_card_may_still_be_looked_at_by_its_controller(table: Table) -> None:
    handle = table.put_down("p1", "Exalted Angel")
    table.play(a.Phase(object=handle, out=True))
    one = table.see("p1").object(handle)
    assert (one.phased_out, one.may_look, one.known.name) == (True, ("p1",), "Exalted Angel")


@pytest.mark.scenario(51)
def test_a_card_exiled_face_down_without_permission_is_looked_at_by_nobody(table: Table) -> None:
    handle = table.play(
        a.Put(player="p1", card="Forest", source="library", to="exile", face_down="exiled", unseen=True)
    ).handle
    assert table.see("p1").object(handle).known is None
    assert table.see("p1").object(handle).may_look == ()
    assert table.see("judge").object(handle).known.name == "Forest"


def test_a_card_that_nobody_recorded_is_known_to_nobody_here(table: Table) -> None:
    handle = table.put_down("p1", None)
    assert table.see("judge").object(handle).known is None
    assert table.see("p1").object(handle).known_by == ("p1",)
    assert "[you have seen it]" in views.text(table.see("p1"))


@pytest.mark.ruling("R13")
@pytest.mark.ruling("R21")
@pytest.mark.scenario(70)
def test_face_down_objects_are_told_apart_by_way_order_and_history(table: Table) -> None:
    first = table.put_down("p1", "Exalted Angel")
    second = table.play(a.Put(player="p1", card="Forest", source="library", face_down="manifest")).handle
    third = table.play(a.Put(player="p1", card="Plains", source="library", face_down="cloak")).handle
    table.play(a.Attack(player="p1", objects=(second,)), a.SetCounters(object=third, kind="+1/+1", count=1))
    seen = table.see("p2").zone("battlefield")
    assert [one.handle for one in seen] == [first, second, third]
    assert [one.way for one in seen] == ["morph", "manifest", "cloak"]
    assert [one.attacking for one in seen] == [False, True, False]
    assert seen[2].counters == (("+1/+1", 1),)
    assert seen[0].since < seen[1].since < seen[2].since


@pytest.mark.ruling("R01")
def test_what_is_attached_and_what_targets_it_is_seen_before_and_after_it_turns_up(table: Table) -> None:
    handle = table.put_down("p1", "Exalted Angel")
    aura = table.play(a.Put(player="p1", card="Pacifism")).handle
    table.play(a.Attach(object=aura, to=handle, need="creature"))
    bolt = table.play(a.CastSpell(player="p2", card="Lightning Bolt", targets=(handle,))).handle
    table.play(a.TurnUp(object=handle, procedure="morph", cost="{2}{W}{W}"))
    one = table.see("public").object(handle)
    assert (one.face, one.characteristics.name, one.attachments) == ("up", "Exalted Angel", (aura,))
    assert table.see("public").object(bolt).targets == (handle,)
    assert (one.known, one.known_by) == (None, ())


def test_a_judge_with_the_key_sees_every_card_and_every_hand(table: Table) -> None:
    table.play(a.Draw(player="p1", cards=("Plains", "Island")), a.Draw(player="p2", cards=("Forest",)))
    mine = table.put_down("p1", "Exalted Angel")
    yours = table.put_down("p2", "Grizzly Bears")
    seen = table.see("judge")
    assert seen.object(mine).known.name == "Exalted Angel"
    assert seen.object(mine).marks == ("from escrow",)
    assert seen.object(yours).known.name == "Grizzly Bears"
    assert table.hand("p1", by="judge") == ["Island", "Plains"]
    assert table.hand("p2", by="judge") == ["Forest"]


def test_a_judge_without_the_key_sees_what_everybody_sees(table: Table) -> None:
    table.put_down("p1", "Exalted Angel")
    last = len(table.game) - 1
    blind = views.at(table.replay(), last, "judge")
    assert msgspec.structs.replace(blind, viewer="public", players=()) == msgspec.structs.replace(
        table.see("public"), players=()
    )


def test_a_seats_view_by_the_judges_escrow_is_the_seats_own(table: Table) -> None:
    table.play(a.Draw(player="p1", cards=("Exalted Angel", "Plains")), a.Draw(player="p2", cards=("Forest",)))
    handle = table.put_down("p1", "Exalted Angel")
    table.play(a.GainControl(object=handle, player="p2"), a.Choose(player="p1", values=("Island",)))
    replay, by_judge = table.replay(), table.openings()
    for seat in ("p1", "p2"):
        own = table.own(seat)
        for seq in range(len(replay)):
            assert views.at(replay, seq, seat, by_judge) == views.at(replay, seq, seat, own)


def test_a_view_of_an_earlier_moment_holds_nothing_learnt_later(table: Table) -> None:
    handle = table.put_down("p1", "Exalted Angel")
    before = len(table.game) - 1
    table.play(a.GainControl(object=handle, player="p2"))
    assert table.see("p2", at=before).object(handle).known is None
    assert table.see("p2").object(handle).known is not None


def test_the_public_view_uses_no_key_even_if_one_is_given(table: Table) -> None:
    table.put_down("p1", "Exalted Angel")
    everything = table.openings().of("judge")
    seen = views.view(table.game.state, "public", everything, names={}, cards={})
    assert b"Exalted" not in msgspec.json.encode(seen)


def test_nobody_can_look_as_somebody_who_is_not_there(table: Table) -> None:
    with pytest.raises(Malformed, match="nobody in this game is called 'p7'"):
        table.see("p7")
    with pytest.raises(Malformed, match="there is no entry 99"):
        table.see("public", at=99)


def test_a_secret_choice_is_seen_by_who_made_it_and_the_judge(table: Table) -> None:
    table.play(a.Choose(player="p1", values=("Island", "7")))
    assert [table.see(who).choices[0].values for who in ("public", "p1", "p2", "judge")] == [
        None,
        ("Island", "7"),
        None,
        ("Island", "7"),
    ]
    assert table.see("public").choices[0].player == "p1"


def test_a_reveal_that_is_due_is_listed_until_the_card_is_shown(table: Table) -> None:
    handle = table.put_down("p1", "Exalted Angel")
    table.play(a.Move(object=handle, to="hand", shown=False))
    (due,) = table.see("p2").duties
    assert (due.object, due.cause, due.rule, due.owed_by, due.known) == (
        handle,
        "left_battlefield",
        "708.9",
        "p1",
        None,
    )
    assert "STILL TO BE SHOWN" in views.text(table.see("p2"))
    assert table.see("judge").duties[0].known.name == "Exalted Angel"
    table.play(a.Show(object=handle))
    assert table.see("p2").duties == ()


def test_a_reveal_that_was_missed_stays_listed_as_not_shown(table: Table) -> None:
    handle = table.put_down("p1", "Exalted Angel")
    table.play(a.Move(object=handle, to="hand", shown=False), a.BeginTurn(player="p2"))
    seen = table.see("public")
    assert seen.duties == ()
    assert [(duty.object, duty.closed) for duty in seen.unshown] == [(handle, "play went on")]
    assert "NOT SHOWN IN THIS RECORD\n#2  cast with a morph ability" in views.text(seen)
    table.play(a.Show(object=handle))
    assert table.see("public").unshown == ()


def test_the_end_the_result_and_the_closing_are_seen(table: Table) -> None:
    table.play(a.Begin(first="p1"), a.BeginTurn(player="p1"), a.BeginStep(step="main"))
    table.play(a.Concede(player="p2"), a.Record(result="Alice wins"), a.Close())
    seen = table.see("public")
    assert (seen.turn, seen.active, seen.step) == (1, "p1", "main")
    assert (seen.ended, seen.result, seen.closed) == ("concession", "Alice wins", True)
    assert "ENDED: concession" in views.text(seen)


def test_the_json_has_the_same_fields_in_the_same_order_every_time(table: Table) -> None:
    table.put_down("p1", "Exalted Angel")
    one, other = (msgspec.json.encode(table.see("p1")) for _ in range(2))
    assert one == other
    assert list(msgspec.json.decode(one)) == ["viewer", "entry", "game", "turn", "players", "objects"]
    assert msgspec.json.decode(one, type=views.View) == table.see("p1")


@pytest.mark.ruling("R13")
@pytest.mark.scenario(70)
def test_everybody_can_tell_which_face_down_creature_attacked_last_turn(table: Table) -> None:
    one, other = table.put_down("p1", "Exalted Angel"), table.put_down("p1", "Willbender")
    table.play(a.BeginTurn(player="p1"), a.Attack(player="p1", objects=(one,)), a.EndCombat())
    table.play(a.BeginTurn(player="p2"))
    seen = table.see("public")
    assert seen.object(one).attacked_turn == 1
    assert seen.object(other).attacked_turn is None
    assert "attacked in turn 1" in views.text(seen)
