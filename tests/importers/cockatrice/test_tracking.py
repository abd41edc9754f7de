from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from facedown.importers.cockatrice import events as ev
from facedown.importers.cockatrice.replay import Container, Player, Replay, read
from facedown.importers.cockatrice.tracking import Physical, Step, Tracker


def steps(game: Replay) -> Iterator[tuple[Container, ev.Event, Step]]:
    tracker = Tracker()
    for container in game.containers:
        for event in container.events:
            for step in tracker.fold(event):
                yield container, event, step


def episodes(game: Replay) -> list[dict[str, Any]]:
    """Every stretch of time that a card lay face down, in the shape of the `.expected.json` files."""
    found: list[tuple[Physical, dict[str, Any]]] = []
    lying: dict[int, dict[str, Any]] = {}
    for container, event, step in steps(game):
        if isinstance(event, ev.Leave):
            continue  # the independent reader follows the events, and of these cards there is none
        when = {"container": container.index, "second": container.seconds}
        was_down = step.before is not None and step.before.face_down
        is_down = step.after is not None and step.after.face_down
        if isinstance(event, ev.RevealCards) and was_down:
            to = "all" if step.seen_by == "all" else step.seen_by[0]
            lying[id(step.card)]["shown"].append({"to": to, **when})
        elif is_down and not was_down:
            assert step.after is not None
            origin = "token" if step.before is None else step.before.zone
            if isinstance(event, ev.FlipCard):
                origin = "flip"
            place = {"player": step.after.holder, "zone": step.after.zone, "card_id": step.after.card_id}
            lying[id(step.card)] = {"began": {**when, **place, "from": origin}, "ended": None, "shown": []}
            found.append((step.card, lying[id(step.card)]))
        elif was_down and not is_down:
            how = "flip"
            if isinstance(event, ev.MoveCard):
                how = f"moved:{event.to_zone}"
            named = isinstance(event, ev.FlipCard | ev.MoveCard) and event.name is not None
            ended = {"how": how, "named": named, **when, "card": step.card.name}
            lying.pop(id(step.card))["ended"] = ended
    return [{**episode, "card": card.name} for card, episode in found]


def test_face_down_episodes_are_those_that_an_independent_reader_found(recording: Path) -> None:
    expected = json.loads(recording.with_suffix(".expected.json").read_text())
    assert episodes(read(recording.read_bytes())) == expected["face_down_episodes"]


def test_a_stolen_card_belongs_to_whose_deck_it_came_from(basic: bytes) -> None:
    game = read(basic)
    tracker = Tracker()
    for container in game.containers[:40]:
        for event in container.events:
            tracker.fold(event)
    (plains,) = [c for c in tracker.cards() if c.place and c.place.holder == 1 and c.place.card_id == 42]
    assert (plains.name, plains.owner) == ("Plains", 0)


@pytest.mark.parametrize("recording", ["multi"], indirect=True)
def test_the_cards_of_somebody_who_leaves_go_wherever_they_lie(recording: Path) -> None:
    left = [
        step
        for _, event, step in steps(read(recording.read_bytes()))
        if event == ev.Leave(player=0, reason=3)
    ]
    assert all(step.card.owner == 0 and step.after is None for step in left)
    (stolen,) = [step for step in left if step.before and step.before.holder == 1]
    assert (stolen.card.name, stolen.seen_by) == ("Exalted Angel", ())


@pytest.mark.parametrize("recording", ["random_seed3"], indirect=True)
def test_going_from_the_table_face_down_into_a_hand_is_not_a_reveal(recording: Path) -> None:
    bounced = [
        (step.card.name, step.seen_by)
        for _, event, step in steps(read(recording.read_bytes()))
        if isinstance(event, ev.MoveCard)
        and event.to_zone == "hand"
        and step.before is not None
        and step.before.face_down
    ]
    assert bounced == [("Exalted Angel", (0,)), ("Plains", (0,)), ("Nervous Gardener", (0,))]


@pytest.mark.parametrize("recording", ["basic", "multi", "random_seed3"], indirect=True)
def test_each_participant_was_shown_what_the_server_sent_them_and_nothing_else(recording: Path) -> None:
    game = read(recording.read_bytes())
    sent = _sent(recording.with_suffix(".wire.jsonl.gz"), game.game_id)
    assert {player.name for player in game.players} == set(sent)
    for player in game.players:
        assert list(_told(game, player)) == sent[player.name or ""]


def _told(game: Replay, player: Player) -> Iterator[str]:
    """Every card name that the player was shown, up to their leaving, by what the tracker says."""
    for _, event, step in steps(game):
        if event == ev.Leave(player=player.id, reason=3):
            return
        if isinstance(event, ev.Leave) or step.card.name is None:
            continue
        if step.seen_by != "all" and player.id not in step.seen_by:
            continue
        # Whoever puts a face-up card into a library is not told again what they can read themselves.
        if isinstance(event, ev.MoveCard) and event.to_zone == "deck" and event.player == player.id:
            continue
        yield step.card.name


def _sent(log: Path, game_id: int | None) -> dict[str, list[str]]:
    """Every card name in the events that the server sent to each client, in order."""
    names: dict[str, list[str]] = {}
    with gzip.open(log, "rt", encoding="utf-8") as lines:
        for message in map(json.loads, lines):
            container = message.get("msg", {}).get("game_event_container", {})
            if "to" not in message or container.get("game_id") != game_id:
                continue
            told = names.setdefault(message["to"], [])
            for event in container.get("event_list", []):
                for body in (body for key, body in event.items() if key.startswith("[")):
                    told += filter(None, [body.get("card_name")])
                    told += [card["name"] for card in body.get("cards", [])]
    return names
