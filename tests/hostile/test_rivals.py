"""Players who sign for themselves, and what one of them may write against another."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Make = Callable[..., Any]


def of(report: Any, code: str) -> Any:
    (found,) = [found for found in report.findings if found.code == code]
    return found


def table(stranger: Make) -> tuple[Any, Any]:
    """Alice's manifested card in a game in which players sign, and its opening."""
    s = stranger(custody="players")
    return s, s.manifest("#1", "Exalted Angel", by="p1")


def test_a_false_opening_says_who_signed_it_and_takes_nothing_from_the_true_one(stranger: Make) -> None:
    s, opening = table(stranger)
    s.add(s.END, by="p1")
    s.add(s.opened("#1", {**opening, "identity": s.card("Forest")}, player="p1"), by="p2")
    s.add(s.opened("#1", opening), by="p1")
    s.add(s.CLOSED)
    report = s.audit()
    assert "p2 signed that" in of(report, "FD501").message
    assert [(duty.status, duty.proof) for duty in report.duties] == [("met", "opening")]


def test_who_may_not_name_a_card_makes_nobody_a_cheat_by_naming_it(stranger: Make) -> None:
    s = stranger(custody="players")
    cast = {"type": "cast.v1", "player": "p1", "source": "hand", "object": "#1", "allowed": "flash"}
    s.add({**cast, "face_down": {"way": "morph"}}, by="p1")
    s.add(s.opened("#1", {"identity": s.card("Forest")}), by="p2")
    s.add(s.END, by="p1")
    s.add(s.CLOSED)
    codes = {found.code for found in s.audit().findings}
    assert "FD503" in codes
    assert "FD201" not in codes
    assert [duty.status for duty in s.audit().duties] == ["unmet"]


def test_nobody_sweeps_up_anothers_chance_to_show_a_card(stranger: Make) -> None:
    s, opening = table(stranger)
    s.add(s.END, by="p1")
    s.add({"type": "gathered.v1", "player": "p2", "objects": ["#1"]}, by="p2")
    s.add(s.opened("#1", opening), by="p1")
    s.add(s.CLOSED)
    assert [duty.status for duty in s.audit().duties] == ["met"]


def test_an_entry_that_cannot_be_judged_says_who_signed_it(stranger: Make) -> None:
    s, _ = table(stranger)
    s.add({"type": "tapped.v1", "object": "#99", "tapped": True}, by="p2")
    s.add(s.CLOSED)
    assert "which p2 signed, cannot be judged" in of(s.audit(), "FD503").message
