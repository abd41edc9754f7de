"""Leaks that other programs had, from their public reports: here each is tried on whatever anybody else gets to see."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import msgspec
import pytest

from facedown import views
from facedown.ledger.replay import names
from facedown.rules import actions as a

Table = Any
Sit = Callable[..., Any]


def everything(table: Table, *viewers: str) -> str:
    """All that these viewers get of a whole game: views, texts, sentences."""
    replay, opened, shown = table.replay(), table.openings(), names(table.replay())
    found: list[str] = [views.sentences(step.events, shown) for step in replay.steps()]
    for seq in range(len(replay)):
        for who in viewers:
            view = views.at(replay, seq, who, opened)
            found += [msgspec.json.encode(view).decode(), views.text(view), repr(view)]
    return "\n".join(found)


def same_for_others(sit: Sit, play: Callable[[Table, str], None], cards: Iterable[str]) -> None:
    """Whatever the card is, everybody else gets the same."""
    found: set[str] = set()
    for card in cards:
        table = sit("Alice", "Bob", hand=7, library=53)
        play(table, card)
        found.add(everything(table, "public", "p2"))
    assert len(found) == 1


@pytest.mark.case("G01")
@pytest.mark.scenario(53)
def test_foretelling_tells_that_a_card_was_foretold_and_not_which(sit: Sit) -> None:
    def play(table: Table, card: str) -> None:
        table.play(a.Draw(player="p1", cards=(card,)))
        table.play(a.Put(player="p1", card=card, to="exile", face_down="foretell", cost="{2}"))

    same_for_others(sit, play, ("Saw It Coming", "Behold the Multiverse"))
    table = sit()
    play(table, "Saw It Coming")
    assert "Alice moves a card from hand to exile as #1 face down (foretell), for {2}." in everything(
        table, "public"
    )
    assert table.see("p1").object("#1").known.name == "Saw It Coming"


@pytest.mark.case("G02")
@pytest.mark.scenario(3)
def test_megamorph_looks_like_morph_until_it_is_turned_up(sit: Sit) -> None:
    table = sit()
    handle = table.put_down("p1", "Stratus Dancer", variant="megamorph")
    assert "mega" not in everything(table, "public", "p2")
    assert table.see("p1").object(handle).known.variant == "megamorph"
    table.play(a.TurnUp(object=handle, procedure="morph", cost="{1}{U}"))
    assert "Stratus Dancer (megamorph)" in everything(table, "public")

    def play(table: Table, card: str) -> None:
        table.put_down("p1", card, variant="megamorph" if card == "Stratus Dancer" else None)

    same_for_others(sit, play, ("Stratus Dancer", "Exalted Angel"))


@pytest.mark.case("G03")
@pytest.mark.case("G06")
@pytest.mark.scenario(23)
@pytest.mark.parametrize("way", ["cloak", "manifest"])
def test_a_cloaked_or_manifested_card_looks_the_same_whatever_its_type(sit: Sit, way: str) -> None:
    def play(table: Table, card: str) -> None:
        handle = table.play(a.Put(player="p1", card=card, source="library", face_down=way)).handle
        table.play(a.Tap(object=handle), a.SetCounters(object=handle, kind="+1/+1", count=1))

    same_for_others(
        sit, play, ("Grizzly Bears", "Forest", "Lightning Bolt", "Pacifism", "A card of no table")
    )


@pytest.mark.case("G04")
def test_a_spell_that_targets_a_face_down_spell_names_its_handle_only(sit: Sit) -> None:
    def play(table: Table, card: str) -> None:
        spell = table.play(a.CastSpell(player="p1", card=card, face_down="morph", cost="{3}")).handle
        table.play(a.CastSpell(player="p2", card="Counterspell", targets=(spell,), need="spell"))

    same_for_others(sit, play, ("Exalted Angel", "Grizzly Bears"))
    table = sit()
    play(table, "Exalted Angel")
    assert "Bob casts Counterspell as #2 from hand, targeting #1." in everything(table, "public")
    assert "targets #1" in views.text(table.see("p2"))


@pytest.mark.case("G08")
def test_a_face_down_creature_has_a_handle_for_a_name_and_is_shown_as_it_dies(table: Table) -> None:
    handle = table.put_down("p1", "Exalted Angel")
    table.play(a.Attack(player="p1", objects=(handle,)))
    assert f"Alice attacks with {handle}." in everything(table, "public")
    assert "Exalted" not in everything(table, "public", "p2")
    table.play(a.Move(object=handle, to="graveyard"))
    assert f"Alice shows {handle} to all: Exalted Angel." in everything(table, "public")
    assert table.see("p2").duties == ()
    (card,) = table.see("p2").zone("graveyard")
    assert (card.characteristics.name, card.was) == ("Exalted Angel", handle)


@pytest.mark.case("E01")
@pytest.mark.scenario(42)
def test_who_looks_without_a_right_has_seen_the_card_and_still_may_not_look(table: Table) -> None:
    handle = table.put_down("p1", "Exalted Angel")
    receipt = table.play(a.Look(player="p2", object=handle))
    assert [violation.code for violation in receipt.judgement.violations] == ["FD401"]
    one = table.see("p2").object(handle)
    assert (one.known.name, one.known_by, one.may_look) == ("Exalted Angel", ("p1", "p2"), ("p1",))
    assert "Bob looks at #2." in everything(table, "public")
    assert "Exalted" not in everything(table, "public")


@pytest.mark.case("G10")
@pytest.mark.scenario(49)
def test_a_spectator_sees_least_and_after_the_reveal_as_much_as_the_players(table: Table) -> None:
    table.play(a.Draw(player="p1", cards=("Plains",)))
    handle = table.put_down("p1", "Exalted Angel")
    assert "Exalted" not in everything(table, "public")
    table.play(a.Concede(player="p1"), a.Show(object=handle))
    for who in ("public", "p1", "p2"):
        one = table.see(who).object(handle)
        assert (one.named, one.everybody_knows) == ("Exalted Angel", True)
    assert "Plains" not in everything(table, "public", "p2"), "a hand is not owed"


@pytest.mark.case("E04")
def test_a_card_that_a_player_takes_from_anothers_library_is_known_to_the_taker_only(sit: Sit) -> None:
    table = sit("Alice", "Bob", "Carol")
    table.play(
        a.Look(player="p1", zone="library", of="p2", cards=("Forest", "Exalted Angel"), allowed="Grasp")
    )
    handle = table.play(
        a.Put(
            player="p1", owner="p2", card="Exalted Angel", source="library", to="exile",
            face_down="exiled", look=("p1",), by="Praetor's Grasp",
        )
    ).handle  # fmt: skip
    assert table.see("p1").object(handle).known.name == "Exalted Angel"
    assert table.see("p1").object(handle).may_look == ("p1",)
    assert [card.card.name for card in table.see("p1").seen] == ["Forest"]
    assert "Exalted" not in everything(table, "public", "p2", "p3")


def test_a_shuffled_pile_gets_new_handles_and_nobody_can_follow_a_card_through_it(table: Table) -> None:
    pile = tuple(
        table.play(
            a.Put(player="p1", card=card, to="exile", face_down="exiled", pile="culprits", look=("p1",))
        ).handle
        for card in ("Exalted Angel", "Grizzly Bears")
    )
    table.play(a.Shuffle(player="p1", objects=pile))
    for who in ("public", "p1", "p2", "judge"):
        seen = table.see(who).zone("exile")
        assert len(seen) == 2
        assert not {one.handle for one in seen} & set(pile)
        assert [(one.known, one.was, one.pile) for one in seen] == [(None, None, "culprits")] * 2


def test_a_hidden_card_that_is_drawn_and_cast_is_linked_to_no_public_sighting(table: Table) -> None:
    handle = table.play(a.Put(player="p1", card="Exalted Angel")).handle
    table.play(a.Move(object=handle, to="hand"))
    again = table.put_down("p1", "Exalted Angel")
    spell = table.see("p2").object(again).was
    assert handle not in {spell, again}
    assert table.see("p2").object(again).origin == "hand"
    assert table.see("p2").player("p1").known_hand == (), "it may be the card that was cast"


def test_no_repr_says_a_hidden_name(table: Table) -> None:
    table.play(a.Draw(player="p1", cards=("Exalted Angel",)))
    table.put_down("p1", "Exalted Angel")
    opened, steps = table.openings(), list(table.replay().steps())
    shown = repr([step.events for step in steps]) + repr([step.state for step in steps])
    shown += repr(opened.known) + repr(table.game)
    assert "Exalted" not in shown
