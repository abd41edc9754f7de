"""A hand is what went into it less what left it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from facedown.ledger.game import Game
from facedown.rules import actions as a

Table = Any
Sit = Callable[..., Any]


@pytest.fixture
def table(sit: Sit) -> Table:
    table = sit("Alice", "Bob", hand=0, library=40)
    table.play(a.Draw(player="p1", cards=("Exalted Angel", "Grizzly Bears", "Plains", "Plains")))
    return table


def test_a_hand_is_what_was_drawn_less_what_was_played_face_up(table: Table) -> None:
    table.play(a.Put(player="p1", card="Plains"), a.CastSpell(player="p1", card="Grizzly Bears"))
    assert table.hand("p1") == ["Exalted Angel", "Plains"]


def test_a_hand_is_what_was_drawn_less_what_left_it_face_down(table: Table) -> None:
    table.put_down("p1", "Exalted Angel")
    table.play(a.Put(player="p1", card="Plains", to="exile", face_down="foretell", cost="{2}"))
    assert table.hand("p1") == ["Grizzly Bears", "Plains"]
    assert table.hand("p1", by="judge") == ["Grizzly Bears", "Plains"]


def test_nobody_else_sees_a_hand(table: Table) -> None:
    for who in ("public", "p2"):
        seen = table.see(who)
        assert seen.player("p1").cards is None
        assert seen.player("p1").hand == 4
        assert seen.seen == ()


def test_cards_put_back_into_the_library_are_no_longer_in_hand(table: Table) -> None:
    table.play(a.Transfer(player="p1", source="hand", to="library", cards=("Plains", "Exalted Angel")))
    assert table.hand("p1") == ["Grizzly Bears", "Plains"]
    assert sorted(card.card.name for card in table.see("p1").seen) == ["Exalted Angel", "Plains"]


def test_a_hand_that_was_put_back_unnamed_and_drawn_again_holds_the_new_cards_only(table: Table) -> None:
    table.play(
        a.Transfer(player="p1", source="hand", to="library", count=4),
        a.Shuffle(player="p1"),
        a.Draw(player="p1", cards=("Exalted Angel", "Island", "Plains")),
    )
    assert table.hand("p1") == ["Exalted Angel", "Island", "Plains"]
    table.put_down("p1", "Exalted Angel")
    assert table.hand("p1") == ["Island", "Plains"]


@pytest.mark.case("B01")
def test_a_face_down_card_that_is_picked_up_unshown_is_in_its_owners_hand_again(table: Table) -> None:
    handle = table.put_down("p1", "Exalted Angel")
    table.play(a.Move(object=handle, to="hand", shown=False))
    assert table.hand("p1") == ["Exalted Angel", "Grizzly Bears", "Plains", "Plains"]
    assert table.hand("p1", by="judge") == table.hand("p1")
    assert table.see("p2").player("p1").known_hand == ()
    again = table.put_down("p1", "Exalted Angel")
    assert table.hand("p1") == ["Grizzly Bears", "Plains", "Plains"]
    assert table.see("p2").object(again).was != handle


def test_a_card_that_came_back_face_up_may_be_played_again_in_either_way(table: Table) -> None:
    for played in ("up", "down"):
        handle = table.play(a.Put(player="p1", card="Grizzly Bears")).handle
        table.play(a.Move(object=handle, to="hand"))
        assert table.see("p2").player("p1").known_hand == ("Grizzly Bears",)
        assert table.hand("p1") == ["Exalted Angel", "Grizzly Bears", "Plains", "Plains"]
        if played == "up":
            back = table.play(a.Put(player="p1", card="Grizzly Bears")).handle
            table.play(a.Move(object=back, to="hand"))
    table.put_down("p1", "Grizzly Bears")
    assert table.hand("p1") == ["Exalted Angel", "Plains", "Plains"]


def test_who_had_seen_a_card_remembers_it_when_it_goes_back_to_a_hand(table: Table) -> None:
    handle = table.put_down("p1", "Exalted Angel")
    table.play(a.GainControl(object=handle, player="p2"), a.Move(object=handle, to="hand", shown=False))
    (seen,) = table.see("p2").seen
    assert (seen.player, seen.zone, seen.card.name, seen.was) == ("p1", "hand", "Exalted Angel", handle)
    assert table.see("public").seen == ()


def test_looking_at_anothers_hand_is_remembered_and_the_hand_stays_its_owners(table: Table) -> None:
    hand = ("Exalted Angel", "Grizzly Bears", "Plains", "Plains")
    table.play(a.Look(player="p2", zone="hand", of="p1", cards=hand, allowed="Peek"))
    assert sorted(card.card.name for card in table.see("p2").seen) == sorted(hand)
    table.put_down("p1", "Exalted Angel")
    assert table.hand("p1") == ["Grizzly Bears", "Plains", "Plains"]
    assert table.hand("p1", by="judge") == ["Grizzly Bears", "Plains", "Plains"]
    assert len(table.see("p2").seen) == 4, "which of them left is not for the opponent to see"


def test_what_was_taken_back_is_in_hand_again_and_what_was_drawn_in_between_is_not(table: Table) -> None:
    moment = len(table.game) - 1
    table.put_down("p1", "Exalted Angel")
    table.play(a.Draw(player="p1", cards=("Island",)))
    table.play(a.Reverse(to=moment, why="the wrong player's turn"))
    assert table.hand("p1") == ["Exalted Angel", "Grizzly Bears", "Plains", "Plains"]
    assert [card.card.name for card in table.see("p1").seen] == ["Island"], "what was learnt stays learnt"
    table.put_down("p1", "Exalted Angel")
    assert table.hand("p1") == ["Grizzly Bears", "Plains", "Plains"]


def test_the_next_game_begins_with_other_hands(table: Table) -> None:
    table.play(a.Choose(player="p1", values=("Island",)), a.Concede(player="p2"), a.BeginNext())
    assert table.hand("p1") == []
    assert table.see("p1").choices == ()
    table.play(a.Draw(player="p1", cards=("Exalted Angel",)))
    assert table.hand("p1") == ["Exalted Angel"]


def test_a_recorder_that_was_started_again_goes_on_with_the_same_hands(table: Table) -> None:
    handle = table.put_down("p1", "Exalted Angel")
    table.play(a.Move(object=handle, to="hand", shown=False))
    table.game = Game.resume(
        table.store,
        table.game.game,
        sign_key=table.game.signers["recorder"],
        keys=[table.judge.box],
        strict=False,
        now=lambda: 0,
    )
    table.put_down("p1", "Exalted Angel")
    assert table.hand("p1") == ["Grizzly Bears", "Plains", "Plains"]


def test_cards_that_the_record_cannot_name_are_counted(table: Table) -> None:
    from facedown import views

    table.play(a.Draw(player="p1", count=2))
    assert "hand: Exalted Angel, Grizzly Bears, 2 Plains, 2 not known" in views.text(table.see("p1"))
    table.play(a.Transfer(player="p1", source="hand", to="library", count=3))
    assert "of which 1 left unrecorded" in views.text(table.see("p1"))


def test_a_player_who_is_shown_a_card_does_not_learn_when_it_was_drawn(table: Table) -> None:
    handle = table.play(
        a.Put(player="p1", card="Plains", to="exile", face_down="exiled", look=("p1", "p2"))
    ).handle
    bond = table.game.state.objects[handle].bond
    opened = table.openings().known
    assert opened["p2"][bond.commitment].identity.name == "Plains"
    assert opened["p2"][bond.commitment].link == ""
    assert opened["p1"][bond.commitment].link.startswith("p1/card/")
    assert opened["judge"][bond.commitment].link.startswith("p1/card/")
