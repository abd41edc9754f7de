"""Lies in a record that verifies: no cheat gets by with one, and none is held against somebody else."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

import pytest

from facedown.ledger import decks, parts
from facedown.rules import events as e

Make = Callable[..., Any]


def of(report: Any, code: str) -> Any:
    """The one finding of a code."""
    (found,) = [found for found in report.findings if found.code == code]
    return found


def false(s: Any, opening: Any, name: str = "Grizzly Bears") -> Any:
    """An opening with another name."""
    return {**opening, "identity": s.card(name)}


def test_what_is_shown_of_a_card_under_a_merged_permanent_is_checked(stranger: Make) -> None:
    s = stranger()
    opening = s.manifest("#1", "Shock")
    s.add({"type": "cast.v1", "player": "p1", "source": "hand", "object": "#2", "card": "Gemrazer"})
    s.add({"type": "merged.v1", "object": "#1", "merging": "#2", "on_top": True})
    s.add(s.opened("#1", false(s, opening)))
    s.end()
    report = s.audit()
    assert of(report, "FD501").severity == of(report, "FD101").severity == "error"
    assert report.duties[0].card == "Shock"


def test_the_true_opening_of_a_card_under_a_merged_permanent_meets_its_reveal(stranger: Make) -> None:
    s = stranger()
    opening = s.manifest("#1", "Shock")
    s.add({"type": "cast.v1", "player": "p1", "source": "hand", "object": "#2", "card": "Gemrazer"})
    s.add({"type": "merged.v1", "object": "#1", "merging": "#2", "on_top": True})
    s.add(s.opened("#1", opening))
    s.end()
    assert [(duty.status, duty.proof) for duty in s.audit(judge=False).duties] == [("met", "opening")]


def test_a_false_opening_of_a_spell_meets_no_reveal_of_the_permanent(stranger: Make) -> None:
    s = stranger()
    opening = s.cast("#1", "Exalted Angel")
    resolved = s.moved("stack", "battlefield", object="#1", new="#2", face_down={"way": "morph"})
    s.add(s.opened("#1", false(s, opening)), resolved, s.END)
    s.add(s.CLOSED)
    assert [(duty.object, duty.status) for duty in s.audit(judge=False).duties] == [("#2", "unmet")]


def test_a_false_opening_makes_no_missing_reveal_harmless(stranger: Make) -> None:
    s = stranger()
    opening = s.manifest("#1", "Shock")
    s.add(s.opened("#1", false(s, opening)))
    s.add(s.TURN)
    s.end()
    assert of(s.audit(), "FD101").severity == "error"


def test_a_false_opening_makes_nobody_a_cheat(stranger: Make) -> None:
    s = stranger()
    opening = s.manifest("#1", "Exalted Angel")
    s.add(s.opened("#1", false(s, opening, "Forest")))
    up = {"type": "turned_up.v1", "player": "p1", "object": "#1", "procedure": "morph", "cost": "{2}{W}{W}"}
    s.add({**up, "opening": opening})
    s.end()
    assert "FD203" not in s.codes(judge=False)
    assert s.codes(judge=False)["FD501"] == "error"


def test_a_bare_name_makes_no_committed_card_known(stranger: Make) -> None:
    s = stranger()
    s.manifest("#1", "Shock")
    s.add(s.opened("#1", {"identity": s.card("Forest")}))
    s.end()
    report = s.audit()
    assert of(report, "FD101").severity == of(report, "FD501").severity == "error"
    assert report.duties[0].card == "Shock"


def test_a_false_word_from_escrow_leaves_the_finding_what_it_was(stranger: Make) -> None:
    s = stranger()
    opening = s.manifest("#1", "Shock")
    s.end({"type": "escrow_opened.v1", "object": "#1", "opening": false(s, opening)})
    report = s.audit()
    assert of(report, "FD101").severity == of(report, "FD501").severity == "error"


def test_a_card_turned_down_is_not_committed_to_as_another(stranger: Make) -> None:
    s = stranger()
    s.add(s.moved("library", "battlefield", new="#1", card="Grizzly Bears"))
    hidden, opening, made = s.conceal("#1", "Exalted Angel")
    down = {
        "type": "turned_down.v1",
        "player": "p1",
        "object": "#1",
        "face_down": {"way": "effect", "by": "Ixidron"},
    }
    s.add({**down, "identity": hidden}, made=made)
    s.end(s.opened("#1", opening))
    report = s.audit(judge=False)
    assert {(f.code, f.severity, f.object) for f in report.findings} >= {("FD501", "review", "#1")}


@pytest.mark.parametrize("judge", [True, False])
def test_a_face_down_card_is_no_other_card_in_its_next_zone(stranger: Make, judge: bool) -> None:
    s = stranger()
    opening = s.manifest("#1", "Shock")
    s.add(
        s.opened("#1", opening),
        s.moved("battlefield", "graveyard", object="#1", new="#2", card="Grizzly Bears"),
    )
    s.end()
    assert of(s.audit(judge=judge), "FD501").object == "#2"


def test_a_second_commitment_to_a_card_that_everybody_followed_proves_nothing(stranger: Make) -> None:
    s = stranger()
    hidden, _, made = s.conceal("#1", "Shock")
    s.add(
        s.moved("hand", "exile", new="#1", face_down={"way": "exiled", "by": "Gonti"}, identity=hidden),
        made=made,
    )
    hidden, opening, made = s.conceal("#2", "Exalted Angel")
    down = {"face_down": {"way": "effect"}, "identity": hidden}
    s.add(s.moved("exile", "battlefield", object="#1", new="#2", **down), made=made)
    s.end(s.opened("#2", opening))
    report = s.audit()
    assert (of(report, "FD501").severity, of(report, "FD501").object) == ("error", "#2")
    assert [duty.status for duty in report.duties] == ["unmet"]


def test_a_card_that_nothing_binds_is_not_two_cards(stranger: Make) -> None:
    s = stranger()
    s.add(s.moved("library", "battlefield", new="#1", face_down={"way": "manifest"}))
    s.add(s.opened("#1", {"identity": s.card("Forest")}))
    s.add(s.TURN)
    s.end(s.opened("#1", {"identity": s.card("Grizzly Bears")}))
    assert of(s.audit(), "FD501").severity == "review"


def test_one_card_under_the_names_of_its_two_faces_is_one_card(stranger: Make) -> None:
    s = stranger()
    name = "Delver of Secrets"
    opening = s.manifest("#1", f"{name} // Insectile Aberration")
    s.add(s.opened("#1", opening), s.moved("battlefield", "graveyard", object="#1", new="#2", card=name))
    s.add(s.moved("library", "battlefield", new="#3", card=name))
    s.add({"type": "transformed.v1", "object": "#3", "card": "Insectile Aberration"})
    s.add(s.moved("battlefield", "graveyard", object="#3", new="#4", card=name))
    s.end()
    assert "FD501" not in s.codes()


def test_a_shuffled_pile_holds_the_cards_that_it_held(stranger: Make) -> None:
    s = stranger()
    for handle in ("#1", "#2"):
        hidden, _, made = s.conceal(handle, "Shock")
        put = {"face_down": {"way": "exiled", "by": "Gonti"}, "identity": hidden}
        s.add(s.moved("library", "exile", new=handle, **put), made=made)
    hidden, _, made = s.conceal("#3", "Exalted Angel")
    other, _, more = s.conceal("#4", "Shock")
    pile = {"type": "repiled.v1", "player": "p1", "objects": ["#1", "#2"], "new": ["#3", "#4"]}
    s.add({**pile, "identities": [hidden, other]}, made=[*made, *more])
    s.end()
    found = of(s.audit(), "FD501")
    assert (found.object, found.severity) == ("#3", "error")


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ({"way": "unrecorded"}, {"way": "cloak"}),
        ({"way": "manifest"}, {"way": "manifest", "player": "p2"}),
        ({"way": "manifest"}, {"way": "manifest"}),
    ],
    ids=["other ways", "other owners", "permanents"],
)
def test_permanents_are_no_pile_to_be_shuffled(stranger: Make, first: Any, second: Any) -> None:
    s = stranger()
    s.manifest("#1", "Shock", **first)
    s.manifest("#2", "Shock", **second)
    s.add({"type": "repiled.v1", "player": "p1", "objects": ["#1", "#2"], "new": ["#3", "#4"]})
    s.end()
    assert "FD301" in s.codes()


def test_a_permanent_is_face_down_the_way_its_spell_was(stranger: Make) -> None:
    s = stranger()
    s.cast("#1", "Exalted Angel")
    s.add(s.moved("stack", "battlefield", object="#1", new="#2", face_down={"way": "unrecorded"}))
    s.end()
    assert "FD204" in s.codes()


def test_a_source_that_goes_on_after_the_end_did_not_stop_there(stranger: Make) -> None:
    s = stranger()
    s.add({"type": "began.v1", "stops_at_end": True})
    s.manifest("#1", "Shock")
    other = s.manifest("#2", "Shock")
    s.end(s.opened("#2", other))
    report = s.audit()
    assert {duty.opportunity for duty in report.duties} == {"yes"}
    assert of(report, "FD101").severity == "error"


@pytest.mark.parametrize("last", ["nothing", "reversed", "rejoined"])
def test_a_record_that_is_closed_before_the_game_ends_says_so(stranger: Make, last: str) -> None:
    s = stranger()
    s.manifest("#1", "Shock")
    if last == "reversed":
        s.add({"type": "reversed.v1", "to": s.add(s.END) - 1})
    if last == "rejoined":
        s.add({"type": "conceded.v1", "player": "p1"})
        s.add({"type": "rejoined.v1", "player": "p1"})
    s.add(s.CLOSED)
    report = s.audit()
    assert report.undecided
    assert "does not say that the game ended" in of(report, "FD900").message


def test_going_back_opens_no_closed_record(stranger: Make) -> None:
    s = stranger()
    s.manifest("#1", "Shock")
    seq = s.add(s.END) - 1
    s.add(s.CLOSED)
    s.add({"type": "reversed.v1", "to": seq}, by="judge")
    assert "does not say that the game ended" in of(s.audit(), "FD900").message


def shared(s: Any, boxes: Any, made: Any) -> Any:
    opening = s.manifest("#1", "Shock")
    del opening
    s.add(s.END)
    to = {"object": "#1", "to": ["p2"], "player": "p1", **({} if boxes is None else {"boxes": boxes})}
    s.add({"type": "shared.v1", **to}, made=made)
    s.add(s.CLOSED)
    return s.audit()


def test_a_showing_to_some_without_an_opening_is_somebodys_word(stranger: Make) -> None:
    report = shared(stranger(), None, [])
    assert [(duty.status, duty.proof) for duty in report.duties] == [("met", "said")]


def test_a_showing_by_a_box_of_noise_shows_nothing(stranger: Make) -> None:
    noise = os.urandom(496)
    report = shared(stranger(), [{"part": parts.digest(noise), "to": "p2"}], [noise])
    assert [duty.status for duty in report.duties] == ["unmet"]
    assert of(report, "FD508").severity == of(report, "FD101").severity == "error"


def test_a_box_of_noise_makes_nobody_know_a_card(stranger: Make) -> None:
    s = stranger()
    hidden, _, made = s.conceal("#1", "Shock", "judge", "p1")
    noise = os.urandom(496)
    hidden["boxes"].append({"part": parts.digest(noise), "to": "p2"})
    put = {"face_down": {"way": "manifest"}, "identity": hidden}
    s.add(s.moved("library", "battlefield", new="#1", **put), made=[*made, noise])
    s.end()
    assert of(s.audit(), "FD101").severity == "error"


def test_an_escrow_of_noise_keeps_no_judge_from_auditing(stranger: Make) -> None:
    s = stranger()
    noise = os.urandom(80)
    line, laid = s.rows[1]
    del s.rows[1:], line, laid
    s.add({"type": "keys.escrowed.v1", "keys": [{"part": parts.digest(noise), "seat": "p1"}]}, made=[noise])
    s.add({"type": "seated.v1", "player": "p1"}, {"type": "seated.v1", "player": "p2"})
    s.manifest("#1", "Shock")
    s.end()
    report = s.audit()
    assert "p1 for judge does not open" in of(report, "FD508").message
    assert report.duties[0].card == "Shock"


def test_a_card_is_not_committed_to_as_a_choice(stranger: Make) -> None:
    s = stranger()
    hidden, opening, made = s.conceal("#1", e.Choice(values=("nothing",)))
    s.add(
        s.moved("library", "battlefield", new="#1", face_down={"way": "manifest"}, identity=hidden), made=made
    )
    s.end(s.opened("#1", opening))
    report = s.audit()
    assert {"FD501", "FD508", "FD101"} <= {found.code for found in report.findings}
    assert [duty.status for duty in s.audit(judge=False).duties] == ["unmet"]


def test_a_judge_who_is_named_gets_every_identity(stranger: Make) -> None:
    s = stranger()
    hidden, opening, made = s.conceal("#1", "Shock", "p1")
    s.add(
        s.moved("library", "battlefield", new="#1", face_down={"way": "manifest"}, identity=hidden), made=made
    )
    s.end(s.opened("#1", opening))
    assert "for the judge" in of(s.audit(judge=False), "FD508").message


def test_a_second_deck_list_does_not_count(stranger: Make) -> None:
    s = stranger()
    game, public = bytes.fromhex(s.game), s.judge.box.public
    for cards in (("Forest",), ("Forest", "Shock")):
        box = decks.seal(decks.Deck(cards=cards), game=game, seat="p1", to_public=public)
        boxes = [{"part": parts.digest(box), "to": "judge"}]
        s.add({"type": "registered.v1", "player": "p1", "boxes": boxes}, made=[box])
    opening = s.manifest("#1", "Shock")
    s.end(s.opened("#1", opening))
    found = [f for f in s.audit().findings if f.code == "FD502"]
    assert sorted(f.severity for f in found) == ["error", "review"]
