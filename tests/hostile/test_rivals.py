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


def test_a_demand_that_a_rival_made_up_is_for_a_person_to_decide(stranger: Make) -> None:
    s, _ = table(stranger)
    s.add({"type": "owed.v1", "object": "#1", "rule": "made up", "player": "p1"}, by="p2")
    s.add(s.TURN, by="p1")
    s.add(s.CLOSED)
    found = of(s.audit(), "FD108")
    assert found.severity == "review"
    assert "the word of p2" in found.message


def test_what_a_rival_wrote_about_a_players_cards_says_who_signed_it(stranger: Make) -> None:
    s, _ = table(stranger)
    s.add({"type": "triggered.v1", "object": "#1", "on": "enters"}, by="p2")
    s.add(s.moved("battlefield", "hand", object="#1") | {"player": "p2"}, by="p2")
    s.add(s.TURN, by="p1")
    s.add(s.END, by="p1")
    s.add(s.CLOSED)
    report = s.audit()
    assert of(report, "FD206").message.endswith("p2 signed entry 6")
    assert of(report, "FD102").message.endswith("p2 signed entry 7")


def test_a_record_that_a_rival_closed_at_once_leaves_open_whether_a_card_could_be_shown(
    stranger: Make,
) -> None:
    for waits, severity in ((True, "error"), (False, "review")):
        s = stranger(custody="players", judge=False, recorder=False)
        hidden, _, made = s.conceal("#1", "Shock", "p1")
        put = {"face_down": {"way": "manifest"}, "identity": hidden}
        s.add(s.moved("library", "battlefield", new="#1", **put), by="p1", made=made)
        s.add({"type": "left.v1", "players": ["p1"], "how": "lost"}, by="p2")
        if waits:
            s.add({"type": "noted.v1", "kind": "note", "text": "gg", "player": "p1"}, by="p1")
        s.add(s.CLOSED, by="p2")
        assert of(s.audit(judge=False), "FD101").severity == severity


def test_nobody_was_shown_a_card_who_got_no_opening_of_it(stranger: Make) -> None:
    s, _ = table(stranger)
    s.add({"type": "shared.v1", "object": "#1", "to": ["p2"], "player": "p1"}, by="p1")
    s.add(s.TURN, by="p1")
    s.add(s.END, by="p1")
    s.add({"type": "shared.v1", "object": "#1", "to": ["p2"], "player": "p1"}, by="p1")
    s.add(s.CLOSED)
    assert of(s.audit(), "FD101").severity == "error"
