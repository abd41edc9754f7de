"""Views as text: a table that fits and that nothing written by a stranger can break."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from facedown import views
from facedown.cards import builtin
from facedown.ledger.openings import Known
from facedown.proofs.commitment import Opening
from facedown.rules import actions as a
from facedown.rules import events as e
from facedown.rules.state import Bond, Effect, Object, PlayerState, State
from facedown.views.layout import WIDTH, columns, plain, wide, wrap

Table = Any
Sit = Callable[..., Any]

SCREEN = """\
After entry 14, as seen by Alice
game 1, turn 1, Alice is the active player

PLAYERS
Alice *  20 life  hand 1  library 58
    hand: Plains
Bob      20 life  hand 0  library 57

BATTLEFIELD
#2  face down (cast with a morph ability), 2/2 creature  Alice  [you know: Exalted Angel]
      attacking; since entry 8, turn 1; was #1
#3  face down (manifested), 2/2 creature                 Bob
      2 +1/+1; by Soul Summons; since entry 9, turn 1

STACK (the last is on top)
#4  Lightning Bolt, instant  Bob
      targets #2

EXILE
#5  face down (foretold)  Bob
      since entry 14, turn 1
"""


def test_the_screen_says_who_sees_what_at_which_moment(sit: Sit) -> None:
    table = sit("Alice", "Bob", hand=0, library=60)
    table.play(
        a.Begin(first="p1"),
        a.BeginTurn(player="p1"),
        a.Draw(player="p1", cards=("Exalted Angel", "Plains")),
    )
    angel = table.put_down("p1", "Exalted Angel")
    other = table.play(
        a.Put(player="p2", card="Forest", source="library", face_down="manifest", by="Soul Summons")
    ).handle
    table.play(
        a.SetCounters(object=other, kind="+1/+1", count=2),
        a.Attack(player="p1", objects=(angel,)),
        a.Draw(player="p2", count=2),
        a.CastSpell(player="p2", card="Lightning Bolt", targets=(angel,)),
        a.Put(player="p2", card="Behold the Multiverse", to="exile", face_down="foretell", cost="{2}"),
    )
    assert views.text(table.see("p1")) == SCREEN


def test_two_players_who_show_the_same_name_are_told_apart(sit: Sit) -> None:
    table = sit("Alex", "Alex")
    table.put_down("p2", "Exalted Angel")
    text = views.text(table.see("public"))
    assert "Alex (p1)" in text
    assert "2/2 creature  Alex (p2)" in text


def test_a_card_that_is_not_what_the_record_says_is_marked() -> None:
    bond = Bond(commitment="00", handle="#1", seq=1)
    opening = Opening(b"n" * 32, b"p" * 384)
    known = {"00": Known(e.CardIdentity(name="Grizzly Bears"), 1, "", opening)}
    for card, down, named in (
        ("Exalted Angel", None, None),
        (None, e.FaceDown(way="morph"), "Exalted Angel"),
    ):
        thing = Object(
            handle="#1", zone="battlefield", owner="p1", controller="p1", since=1, bond=bond, card=card,
            face_down=down, named=named,
        )  # fmt: skip
        state = State(players={"p1": PlayerState(id="p1")}, objects={"#1": thing})
        seen = views.view(state, "judge", known, names={}, cards=builtin.catalogue())
        assert seen.objects[0].marks == ("differs from public",)
        assert "escrow: Grizzly Bears; DIFFERS from what is public" in views.text(seen)


def test_nothing_in_a_name_moves_the_cursor(sit: Sit) -> None:
    evil = "Al\x1b[2Jice\n#9  face up\u202e"
    table = sit(evil, "Bob")
    handle = table.put_down("p1", "Exalted Angel")
    table.play(
        a.Change(object=handle, by="x\r\x07", adds=("fly\x00ing",)),
        a.SetCounters(object=handle, kind="\x1b[31m", count=1),
        a.BeginStep(step="main\x1b[H"),
    )
    for text in (views.text(table.see("judge")), table.playthrough()):
        assert not any(not sign.isprintable() for sign in text if sign != "\n")
        assert "\n#9" not in text


words = st.text(max_size=200)


@given(words, words, words, st.lists(words, max_size=9), st.lists(words, max_size=3))
def test_no_line_is_wider_than_a_hundred_columns(
    name: str, card: str, by: str, hand: list[str], effects: list[str]
) -> None:
    down = Object(
        handle="#123456789", zone="battlefield", owner="p1", controller="p2", since=99_999, turn=9,
        face_down=e.FaceDown(way=by, by=by), named=card, knows=frozenset({"p1", "p2"}),
        effects=tuple(Effect(by=by, adds=(word,)) for word in effects), pile=card,
        targets=tuple(f"#{n}" for n in range(1, 60)),
    )  # fmt: skip
    up = Object(handle="#2", zone="exile", owner="p2", controller="p2", since=1, card=card)
    seats = {
        "p1": PlayerState(id="p1", known_hand=tuple(hand), hand=3, life=1),
        "p2": PlayerState(id="p2", team=name),
    }
    state = State(players=seats, objects={down.handle: down, up.handle: up}, step=by, result=name)
    seen = views.view(state, "p2", {}, names={"p1": name, "p2": name}, cards={})
    lines = views.text(seen).split("\n")
    assert max(map(wide, lines)) <= WIDTH
    assert all(line.isprintable() for line in lines)


def test_wide_signs_take_two_columns_and_marks_above_a_letter_none() -> None:
    assert wide("隱密追擊") == 8
    assert wide("e\u0301") == 1
    assert [line for row in columns([("隱", "a"), ("abc", "b")], (8, 8)) for line in row] == [
        "隱   a",
        "abc  b",
    ]


def test_a_long_text_is_cut_and_a_long_line_goes_on_below() -> None:
    assert plain("x" * 99, 10) == "x" * 9 + "…"
    lines = wrap("word " * 60, "first ", "      ")
    assert len(lines) == 4
    assert all(line.startswith("      word") for line in lines[1:])


def test_nothing_on_the_table_is_said_in_a_word(table: Table) -> None:
    assert "BATTLEFIELD\nnothing\n" in views.text(table.see("public"))


def test_merged_permanents_tell_what_lies_below() -> None:
    below = Object(
        handle="#1",
        zone="battlefield",
        owner="p1",
        controller="p1",
        since=1,
        face_down=e.FaceDown(way="morph"),
    )
    top = Object(
        handle="#2", zone="battlefield", owner="p1", controller="p1", since=1, card="Grizzly Bears",
        components=(below,),
    )  # fmt: skip
    state = State(players={"p1": PlayerState(id="p1")}, objects={"#2": top})
    seen = views.view(state, "public", {}, names={"p1": "Alice"}, cards=builtin.catalogue())
    assert "below it #1: face down" in views.text(seen)
    assert seen.objects[0].parts[0].face == "down"
