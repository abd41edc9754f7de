"""Events in words: one public sentence each, never a hidden name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from facedown import views
from facedown.ledger import entry
from facedown.ledger.replay import names
from facedown.rules import actions as a
from facedown.rules import events as e
from facedown.views.playthrough import texts
from facedown.views.words import SAYINGS

Table = Any
Sit = Callable[..., Any]
NAMES = {"p1": "Alice", "p2": "Bob"}


def test_every_event_can_be_said() -> None:
    assert set(SAYINGS) == {*e.EVENTS, *entry.ENVELOPE}


def test_an_event_of_an_unknown_type_is_named_and_not_guessed_at() -> None:
    said = views.sentences([entry.Unknown("wished.v1\x1b[2J")], NAMES)
    assert said == "Something that this version does not know (wished.v1?[2J)."


@pytest.mark.parametrize(
    ("event", "said"),
    [
        (e.Drew(player="p1", count=1), "Alice draws a card."),
        (e.Turn(player="p2"), "The turn of Bob begins."),
        (
            e.Cast(player="p1", object="#1", source="hand", face_down=e.FaceDown(way="morph"), cost="{3}"),
            "Alice casts #1 face down (morph) from hand, for {3}.",
        ),
        (
            e.Cast(player="p2", object="#4", source="hand", card="Lightning Bolt", targets=("#2", "#3")),
            "Bob casts Lightning Bolt as #4 from hand, targeting #2, #3.",
        ),
        (
            e.Moved(
                player="p1", source="library", to="battlefield", new="#3", owner="p2",
                face_down=e.FaceDown(way="manifest", by="Thieving Amalgam"),
            ),
            "Alice moves a card from library of Bob to battlefield as #3 face down (manifest, by Thieving Amalgam).",
        ),
        (
            e.Moved(player="p1", source="battlefield", to="graveyard", object="#3", new="#5", card="Forest"),
            "Alice moves #3 (Forest) from battlefield to graveyard as #5.",
        ),
        (
            e.TurnedUp(
                player="p1", object="#2", procedure="morph", cost="{2}{W}{W}",
                opening=e.Opening(identity=e.CardIdentity(name="Exalted Angel")),
            ),
            "Alice turns #2 face up (morph, for {2}{W}{W}): Exalted Angel.",
        ),
        (
            e.StayedDown(player="p1", object="#2"),
            "#2 would be turned face up and stays face down; it is not shown.",
        ),
        (e.Controlled(object="#2", player="p2"), "Bob gains control of #2."),
        (e.Looked(player="p2", objects=("#2",)), "Bob looks at #2."),
        (
            e.Looked(player="p2", zone="hand", of="p1", count=4, allowed="Peek"),
            "Bob looks at 4 cards in the hand of Alice, allowed by Peek.",
        ),
        (e.Shared(object="#2", to=("p2",), player="p1"), "Alice shows #2 to Bob only."),
        (
            e.Changed(object="#2", by="Humility", lost_abilities=True, power=1, toughness=1),
            "#2 is changed by Humility: size 1/1, loses all abilities.",
        ),
        (e.Left(players=("p1", "p2"), how="drew"), "Alice and Bob drew the game."),
        (e.Stated(player="p2", object="#2", card="Forest", shown=True), "Bob states that #2 was shown and was Forest."),
        (e.Noted(kind="ruling", text="back up", basis="video"), "Ruling: back up (basis: video)."),
        (e.EscrowOpened(object="#2", opening=e.Opening(identity=e.CardIdentity(name="Forest"))),
         "The judge opens #2 from escrow: Forest."),
        (e.Ended(how="penalty", winners=("p2",)), "The game ends (penalty); Bob won."),
    ],
)  # fmt: skip
def test_an_event_is_said_in_one_sentence(event: e.Event, said: str) -> None:
    assert views.sentences([event], NAMES) == said


def test_a_show_without_an_opening_is_said_to_name_the_card_only() -> None:
    identity = e.CardIdentity(name="Exalted Angel")
    shown = e.Opened(object="#2", player="p1", opening=e.Opening(identity=identity, nonce="A" * 44))
    named = e.Opened(object="#2", player="p1", opening=e.Opening(identity=identity))
    assert views.sentences([shown], NAMES) == "Alice shows #2 to all: Exalted Angel."
    assert views.sentences([named], NAMES) == "Alice names #2 to all: Exalted Angel."


def test_what_was_said_stands_in_the_parts_and_may_be_missing(table: Table) -> None:
    table.play(a.Say(player="p1", text="I have\nno\x1b[31m morph"))
    *_, last = table.replay().steps()
    assert views.sentences(last.events, NAMES, texts(last.parts)) == "Alice says “I have?no?[31m morph”."
    assert views.sentences(last.events, NAMES) == "Alice says in words that are not here."


@pytest.mark.case("G01")
@pytest.mark.case("G04")
@pytest.mark.case("G08")
def test_no_sentence_names_a_hidden_card(table: Table) -> None:
    table.play(a.Draw(player="p1", cards=("Exalted Angel", "Saw It Coming", "Plains")))
    spell = table.play(a.CastSpell(player="p1", card="Exalted Angel", face_down="morph", cost="{3}")).handle
    table.play(a.CastSpell(player="p2", card="Counterspell", targets=(spell,)))
    handle = table.play(a.Resolve(object=spell)).handle
    table.play(
        a.Put(player="p1", card="Saw It Coming", to="exile", face_down="foretell", cost="{2}"),
        a.Look(player="p1", object=handle),
        a.Attack(player="p1", objects=(handle,)),
        a.GainControl(object=handle, player="p2"),
        a.Move(object=handle, to="hand", shown=False),
        a.Transfer(player="p1", source="hand", to="library", cards=("Plains",)),
    )
    replay = table.replay()
    said = " ".join(views.sentences(step.events, names(replay)) for step in replay.steps())
    assert f"targeting {spell}" in said
    assert not any(name in said for name in ("Exalted", "Saw It", "Plains"))


def test_a_name_is_written_as_its_player_writes_it() -> None:
    assert views.sentences([e.Conceded(player="p1")], {"p1": "alice"}) == "alice concedes."
