"""Games of a rules engine that knows nothing of this project: what it says is the truth that our record is held against."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from facedown import Replay, audit_record, read_record, verify_record, views
from facedown.audit.report import Report
from facedown.ledger.openings import proves
from facedown.ledger.replay import open_with
from facedown.rules import events as e

EPISODES = {"phase_morph": 9, "phase_disguise_manifest": 10}
"""How often a card lay face down on the battlefield, from its coming to its being turned up or leaving."""


@pytest.fixture(scope="module", params=list(EPISODES))
def game(request: pytest.FixtureRequest, recorded: Callable[[str], Any]) -> Any:
    return recorded(request.param)


@pytest.fixture(scope="module")
def replay(game: Any) -> Replay:
    return Replay(read_record(game.data).lines)


@pytest.fixture(scope="module")
def report(game: Any) -> Report:
    return audit_record(game.data)


def events(game: Any, kind: str) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """What the engine said of one kind, each with what lay face down when it had been said."""
    for step in game.steps:
        for event in step["events"]:
            if event["type"] == "PlayerLost":
                return
            if event["type"] == kind:
                yield event["data"], step


def died(game: Any) -> list[str]:
    """The true names of the permanents that left the battlefield face down."""
    down: set[int] = set()
    names: list[str] = []
    for step in game.steps:
        for event in step["events"]:
            if event["type"] == "PlayerLost":
                return names
            thing = event["data"].get("object_id")
            if event["type"] == "TurnedFaceUp":
                down.discard(thing)
            if event["type"] == "ZoneChanged" and event["data"]["from"] == "Battlefield" and thing in down:
                names.append(game.adapter.names[thing])
        down = {one["id"] for one in step["face_down"]}
    return names


def turned_up(game: Any) -> list[str]:
    return [game.adapter.names[data["object_id"]] for data, _ in events(game, "TurnedFaceUp")]


def test_the_record_verifies_and_a_changed_byte_does_not(game: Any) -> None:
    assert verify_record(game.data).ok
    at = game.data.index(b'"turn.v1"')
    assert not verify_record(game.data[:at] + b'"Turn.v1"' + game.data[at + 9 :]).ok


def test_every_face_down_episode_has_one_commitment_of_its_own(
    game: Any, replay: Replay, request: Any
) -> None:
    commitments: dict[str, set[str]] = {}
    for step in replay.steps():
        for thing in step.state.objects.values():
            if thing.way is not None and thing.is_permanent:
                assert thing.bond is not None
                commitments.setdefault(thing.handle, set()).add(thing.bond.commitment)
    assert len(commitments) == EPISODES[request.node.callspec.params["game"]]
    assert all(len(found) == 1 for found in commitments.values())
    assert len({one for found in commitments.values() for one in found}) == len(commitments)
    assert len(commitments) == len(turned_up(game)) + len(died(game)) + down_at_end(replay)


def down_at_end(replay: Replay) -> int:
    return sum(thing.way is not None for thing in replay.last.objects.values())


def test_every_card_turned_up_opens_its_commitment_and_is_the_engines_card(game: Any, replay: Replay) -> None:
    opened: list[str] = []
    before = None
    for step in replay.steps():
        for event in step.events:
            if isinstance(event, e.TurnedUp):
                assert before is not None
                assert event.opening is not None
                assert proves(replay.game, before.objects[event.object].bond, event.opening)
                assert isinstance(event.opening.identity, e.CardIdentity)
                opened.append(event.opening.identity.name)
        before = step.state
    assert opened == turned_up(game)


def test_every_death_raises_a_duty_that_is_met_by_an_opening(game: Any, report: Report) -> None:
    left = [duty for duty in report.duties if duty.cause == "left_battlefield"]
    assert [duty.card for duty in left] == died(game)
    assert {(duty.status, duty.proof) for duty in report.duties} == {("met", "opening")}


def test_what_lies_there_at_the_end_is_owed_then(report: Report, replay: Replay) -> None:
    last = [duty for duty in report.duties if duty.cause == "game_end"]
    assert len(last) == down_at_end(replay)


def test_the_audit_finds_nothing_and_leaves_nothing_open(report: Report) -> None:
    assert report.clean
    assert not report.undecided
    assert report.findings == ()


def test_no_name_stands_in_the_record_before_everybody_had_seen_it(game: Any) -> None:
    names = set(game.adapter.names.values())
    rows = read_record(game.data).lines
    start = 0
    for end, public in game.so_far:
        for line, parts in rows[start:end]:
            told = {name for name in names if any(name.encode() in text for text in (line, *parts))}
            assert told <= public
        start = end


def test_each_seat_sees_its_own_cards_and_nothing_of_the_others(game: Any, replay: Replay) -> None:
    openers = {seat: open_with(replay, [game.judge.box], only={seat}) for seat in ("p1", "p2")}
    seen = 0
    for (end, public), step in zip(game.so_far[::5], game.steps[::5], strict=True):
        down = {one["id"]: one for one in step["face_down"]}
        for seat, opener in openers.items():
            view = views.at(replay, end - 1, seat, opener)
            for thing in view.objects:
                one = down.get(game.adapter.ids[thing.handle])
                if one is not None and thing.controller == seat:
                    assert thing.known is not None
                    assert thing.known.name == one["back_face_name"]
                    seen += 1
                elif one is not None:
                    assert thing.known is None
            said = views.text(view)
            others = {name for name, whose in owners(game).items() if whose != {seat}}
            assert not {name for name in others if name in said} - public
    assert seen


def owners(game: Any) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for thing, name in game.adapter.names.items():
        found.setdefault(name, set()).add(game.adapter.owner(thing))
    return found
