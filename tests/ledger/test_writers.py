"""Who may write what, event by event."""

from __future__ import annotations

from typing import Any

import pytest

from facedown.ledger import entry, writers
from facedown.rules import actions as a
from facedown.rules import events as e
from facedown.rules.state import Bond, Duty, Hidden, Object, PlayerState, State

BOND = Bond(commitment="0" * 64, handle="#1", seq=3)
CONCEALED = e.Concealed(alg="c1", boxes=(), commitment="0" * 64)
DOWN = e.FaceDown(way="morph")
CLAIM = e.Opening(identity=e.CardIdentity(name="Plains"))
PROOF = e.Opening(identity=e.CardIdentity(name="Plains"), nonce="A" * 43 + "=")
SLOT = "p1/card/1"
HIDDEN = (e.HiddenCard(handle=SLOT, identity=CONCEALED),)

STATE = State(
    custody="players",
    players={seat: PlayerState(id=seat, team=seat) for seat in ("p1", "p2", "p3")},
    objects={
        # Put down by p1, given to p2; p3 has never seen it.
        "#1": Object(
            handle="#1", zone="battlefield", owner="p1", controller="p2", since=3, face_down=DOWN, bond=BOND,
            knows=frozenset({"p1", "p2"}),
        ),
        "#2": Object(handle="#2", zone="battlefield", owner="p2", controller="p2", since=3, card="Forest"),
    },
    hidden={SLOT: Hidden(handle=SLOT, player="p1", bond=BOND, knows=frozenset({"p1", "p3"}))},
    duties={
        "#9/left_battlefield": Duty(
            object="#9", cause="left_battlefield", rule="708.9", owed_by="p1", controller="p2", since=4, bond=BOND,
            kind="permanent", way="morph", moot=False, recorded=True, token=False, knew=frozenset({"p1"}),
            audience=frozenset({"p1", "p2", "p3"}),
        )
    },
    active="p1",
)  # fmt: skip


def wrong(by: str, *events: object, custody: str = "players") -> list[str]:
    return list(writers.problems(custody, by, events, STATE))


def writers_of(*events: object) -> set[str]:
    """The roles that may write an entry of these events, where players write for themselves."""
    return {by for by in ("p1", "p2", "p3", "judge", "recorder") if not wrong(by, *events)}


SEATS = {"p1", "p2", "p3"}


@pytest.mark.parametrize(
    ("event", "may"),
    [
        # Only its subject.
        (e.Conceded(player="p2"), {"p2"}),
        (e.Chose(player="p2", choice=HIDDEN[0]), {"p2"}),
        (e.Result(result="2-0", confirmed_by=("p2",)), {"p2"}),
        (e.Result(result="2-0", confirmed_by=("p1", "p2")), set()),
        (e.Result(result="2-0"), SEATS | {"judge"}),
        (e.Said(player="p2", part="0" * 64), {"p2", "judge"}),
        (e.Stated(player="p2", object="#1", shown=True), {"p2", "judge"}),
        (e.Seated(player="p2"), {"p2"}),
        (e.Gathered(player="p2"), {"p2"}),
        (e.Left(players=("p2",), how="left"), {"p2", "judge"}),
        (e.Left(players=("p1", "p2"), how="left"), {"judge"}),
        # Binding: whoever holds the card, for themselves.
        (e.Bound(object="#1", identity=CONCEALED), {"p1", "p2"}),
        (e.Bound(object="#1", identity=CONCEALED, player="p2"), {"p2"}),
        (e.Bound(object="#1", identity=CONCEALED, player="p3"), set()),
        (e.Cast(player="p2", object="#5", source="hand", face_down=DOWN, identity=CONCEALED), {"p2"}),
        (e.Drew(player="p2", count=1, cards=HIDDEN), {"p2"}),
        (e.Transferred(player="p2", source="hand", to="library", count=1, cards=HIDDEN), {"p2"}),
        (e.Moved(player="p2", source="library", to="battlefield", new="#5", face_down=DOWN, identity=CONCEALED), {"p2"}),
        (
            e.Moved(
                player="p1", source="library", to="battlefield", new="#5", controller="p2", face_down=DOWN,
                identity=CONCEALED,
            ),
            {"p1", "p2"},
        ),
        # Whoever holds the opening, and the judge.
        (e.Opened(object="#1", opening=PROOF), SEATS | {"judge"}),
        (e.Opened(object="#1", opening=CLAIM), {"p1", "p2", "judge"}),
        (e.Opened(object=SLOT, opening=CLAIM), {"p1", "p3", "judge"}),
        (e.Opened(object="#9", opening=CLAIM), {"p1", "p2", "judge"}),
        (e.Shared(object="#1", to=("p3",)), {"p1", "p2", "judge"}),
        (e.Shared(object=SLOT, to=("p2",)), {"p1", "p3", "judge"}),
        # Only the judge.
        (e.Noted(kind="ruling", text="so"), {"judge"}),
        (e.Noted(kind="penalty", text="so"), {"judge"}),
        (e.Noted(kind="note", text="so"), SEATS | {"judge", "recorder"}),
        (e.Reversed(to=1), {"judge"}),
        (e.JudgeLooked(object="#1"), {"judge"}),
        (e.EscrowOpened(object="#1", opening=PROOF), {"judge"}),
        (e.Absent(player="p2"), {"judge"}),
        (e.Rejoined(player="p2"), {"judge"}),
        (e.Left(players=("p2",), how="removed"), {"judge"}),
        # The acting seat, and what it does to others.
        (e.Cast(player="p2", object="#5", source="hand", card="Shock"), {"p2"}),
        (e.Attacked(player="p2", objects=("#1",)), {"p2"}),
        (e.Looked(player="p3", objects=("#1",)), {"p3"}),
        (e.Mixed(player="p2", objects=("#1",)), {"p2"}),
        (e.TurnedUp(player="p2", object="#1", procedure="morph", opening=PROOF), {"p2"}),
        (e.TurnedUp(player="p2", object="#1", procedure="effect", opening=PROOF), SEATS),
        (e.Moved(player="p2", source="battlefield", to="graveyard", object="#2", new="#5", card="Forest"), SEATS),
        (e.Moved(player="p2", source="library", to="battlefield", new="#5", face_down=DOWN), SEATS),
        (e.Drew(player="p2", count=1), SEATS),
        (e.Life(player="p2", life=3), SEATS),
        (e.Turn(player="p2"), SEATS),
        (e.Tapped(object="#2", tapped=True), SEATS),
        (e.Controlled(object="#1", player="p3"), SEATS),
        (e.Left(players=("p2",), how="lost"), SEATS | {"judge"}),
        (e.Ended(how="draw"), SEATS | {"judge"}),
        (e.Closed(), SEATS | {"judge", "recorder"}),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, e.Event) else None,
)  # fmt: skip
def test_where_players_write_for_themselves(event: e.Event, may: set[str]) -> None:
    assert writers_of(event) == may


def test_where_a_recorder_writes_it_writes_everything_and_no_player_does() -> None:
    events = (
        e.Life(player="p1", life=3),
        e.Conceded(player="p2"),
        e.Reversed(to=1),
        e.Chose(player="p1", choice=HIDDEN[0]),
    )
    assert wrong("recorder", *events, custody="recorder") == []
    assert len(wrong("p1", *events, custody="recorder")) == len(events)


def test_where_a_recorder_writes_the_judge_writes_what_is_the_judges() -> None:
    judges = (e.Reversed(to=1), e.JudgeLooked(object="#1"), e.Noted(kind="ruling"), e.Closed())
    assert wrong("judge", *judges, custody="recorder") == []
    assert len(wrong("judge", e.Life(player="p1", life=1), e.Turn(player="p1"), custody="recorder")) == 2


def test_every_event_is_judged_alone_and_the_sentence_says_whose_it_was() -> None:
    found = wrong("p1", e.Turn(player="p1"), e.Conceded(player="p2"), e.Reversed(to=1))
    assert found == [
        "p1 wrote conceded.v1, which is for p2 to write",
        "p1 wrote reversed.v1, which is for the judge to write",
    ]


def test_keys_and_what_is_unknown_are_left_to_others() -> None:
    assert wrong("p9", entry.Unknown("x.v1"), entry.KeyRotated(role="p1", sign="")) == []


def test_what_is_not_there_is_left_to_the_fold() -> None:
    assert wrong("p3", e.Opened(object="#77", opening=CLAIM)) == []


def opened(custody: Any) -> entry.GameOpened:
    return entry.GameOpened(
        format="facedown/1", custody=custody, log=entry.Log(origin="x", key=""), rules="2026-01-01", random="0" * 64,
        roles=tuple(entry.Role(id=id_) for id_ in ("judge", "p1", "p2", "p3", "recorder")),
        catalogue=entry.Catalogue(name="none", sha256="0" * 64),
    )  # fmt: skip


EVERYBODY = ("judge", "p1", "p2", "p3", "recorder")


@pytest.mark.parametrize(
    ("action", "recorded", "played"),
    [
        (a.Concede(player="p2"), "recorder", "p2"),
        (a.CastSpell(player="p3"), "recorder", "p3"),
        (a.TurnUp(object="#1"), "recorder", "p2"),
        (a.Tap(object="#77"), "recorder", "p1"),
        (a.End(how="draw"), "recorder", "p1"),
        (a.Record(result="2-0", confirmed_by=("p3",)), "recorder", "p3"),
        (a.Close(), "recorder", "recorder"),
        (a.Note(text="so"), "recorder", "p1"),
        (a.Note(text="so", kind="ruling"), "judge", "judge"),
        (a.Note(text="so", kind="penalty", player="p1"), "judge", "judge"),
        (a.JudgeLook(object="#1"), "judge", "judge"),
        (a.OpenEscrow(object="#1"), "judge", "judge"),
        (a.Reverse(to=1), "judge", "judge"),
        (a.GoAbsent(player="p2"), "recorder", "judge"),
        (a.Rejoin(player="p2"), "recorder", "judge"),
        (a.Leave(players=("p2",), how="removed"), "recorder", "judge"),
        (a.Leave(players=("p2",), how="lost"), "recorder", "p1"),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, a.Action) else None,
)
def test_a_deed_is_signed_by_whose_it_is(action: a.Action, recorded: str, played: str) -> None:
    assert writers.signer(action, STATE, opened("recorder"), EVERYBODY) == recorded
    assert writers.signer(action, STATE, opened("players"), EVERYBODY) == played


def test_without_the_judges_key_a_recorder_signs_and_players_do_not() -> None:
    look = a.JudgeLook(object="#1")
    assert writers.signer(look, STATE, opened("recorder"), ("recorder",)) == "recorder"
    assert writers.signer(look, STATE, opened("players"), ("p1", "p2")) == "judge"


def test_a_player_alone_signs_what_happens_to_others() -> None:
    assert writers.signer(a.Tap(object="#2"), STATE, opened("players"), ("p3",)) == "p3"


def test_what_is_for_the_judge_alone_is_known_by_the_event() -> None:
    assert writers.is_the_judges(e.Noted(kind="penalty"))
    assert not writers.is_the_judges(e.Noted(kind="clock"))
    assert not writers.is_the_judges(entry.Unknown("x.v1"))
