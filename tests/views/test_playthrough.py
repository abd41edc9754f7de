"""A whole game as text: after each entry what changed, and what each person knows besides."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from facedown import views
from facedown.ledger.replay import names
from facedown.rules import actions as a

Table = Any
Sit = Callable[..., Any]

CAST = """\
7   Alice casts #1 face down (morph) from hand, for {3}.
    public  Alice: hand 1; #1 stack, Alice: face down (cast with a morph ability), 2/2 creature
    Alice   #1 = Exalted Angel; hand: Plains
    Bob     –
    judge   #1 = Exalted Angel; Alice’s hand: Plains

8   #1 resolves: battlefield as #2 face down (morph).
    public  #2 battlefield, Alice: face down (cast with a morph ability), 2/2 creature; was #1;
            gone: #1
    Alice   #2 = Exalted Angel; hand: Plains
    Bob     –
    judge   #2 = Exalted Angel; Alice’s hand: Plains

9   Bob gains control of #2.
    public  #2 battlefield, Bob: face down (cast with a morph ability), 2/2 creature; owned by
            Alice; came under Alice; has been seen by: Alice, Bob; was #1
    Alice   #2 = Exalted Angel; hand: Plains
    Bob     #2 = Exalted Angel
    judge   #2 = Exalted Angel; Alice’s hand: Plains

10  Bob concedes.
    public  Bob: conceded; to be shown (the game ended): #2; ended: concession
    Alice   #2 = Exalted Angel; hand: Plains
    Bob     #2 = Exalted Angel
    judge   #2 = Exalted Angel; Alice’s hand: Plains

11  Bob shows #2 to all: Exalted Angel.
    public  #2 battlefield, Bob: face down (cast with a morph ability), 2/2 creature [all know:
            Exalted Angel]; owned by Alice; came under Alice; has been seen by: Alice, Bob; was #1;
            shown in time: #2
    Alice   hand: Plains
    Bob     –
    judge   Alice’s hand: Plains
"""


@pytest.fixture
def played(sit: Sit) -> Table:
    table = sit("Alice", "Bob", hand=0, library=60)
    table.play(
        a.Begin(first="p1"),
        a.BeginTurn(player="p1"),
        a.Draw(player="p1", cards=("Exalted Angel", "Plains")),
    )
    handle = table.put_down("p1", "Exalted Angel")
    table.play(a.GainControl(object=handle, player="p2"), a.Concede(player="p2"), a.Show(object=handle))
    return table


def test_each_entry_says_what_happened_and_what_each_person_knows_besides(played: Table) -> None:
    assert played.playthrough().endswith("\n\n" + CAST)


def test_the_same_play_gives_the_same_text_in_another_game(played: Table, sit: Sit) -> None:
    again = sit("Alice", "Bob", hand=0, library=60)
    again.play(a.Begin(first="p1"), a.BeginTurn(player="p1"))
    again.play(a.Draw(player="p1", cards=("Exalted Angel", "Plains")))
    handle = again.put_down("p1", "Exalted Angel")
    again.play(a.GainControl(object=handle, player="p2"), a.Concede(player="p2"), a.Show(object=handle))
    assert again.playthrough() == played.playthrough()
    assert again.game.game != played.game.game


def test_with_one_seats_key_only_that_seats_line_says_more(played: Table) -> None:
    replay = played.replay()
    text = views.playthrough(replay.steps(), played.own("p1"), names=names(replay))
    assert "judge" not in text.replace("for the judge", "")
    assert "    Alice   #1 = Exalted Angel; hand: Plains\n    Bob     –\n" in text


def test_what_is_not_shown_in_time_is_said_and_who_knew_the_card_is_reminded_of_it(sit: Sit) -> None:
    table = sit()
    handle = table.put_down("p1", "Exalted Angel")
    table.play(a.Move(object=handle, to="hand", shown=False))
    assert table.playthrough().endswith("    judge   Alice’s hand: Exalted Angel; owed #2 = Exalted Angel\n")
    table.play(a.BeginTurn(player="p2"))
    assert "    public  NOT shown: #2\n" in table.playthrough()
    table.play(a.Show(object=handle))
    assert "    public  shown late: #2\n" in table.playthrough()
