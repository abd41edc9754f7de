from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from facedown.errors import Malformed
from facedown.importers.cockatrice import events as ev
from facedown.importers.cockatrice import replay as replay_module
from facedown.importers.cockatrice.replay import Context, Player, read
from facedown.importers.cockatrice.tracking import Tracker


def test_a_recording_has_as_many_containers_and_concessions_as_an_independent_reader_found(
    recording: Path,
) -> None:
    expected = json.loads(recording.with_suffix(".expected.json").read_text())
    game = read(recording.read_bytes())
    assert len(game.containers) == expected["containers"]
    assert [container.index for container in game.containers] == list(range(expected["containers"]))
    assert [
        {"player": event.player, "container": container.index, "second": container.seconds}
        for container in game.containers
        for event in container.events
        if isinstance(event, ev.PropertiesChanged) and event.properties.conceded
    ] == expected["concessions"]


def test_times_never_run_backwards(recording: Path) -> None:
    game = read(recording.read_bytes())
    seconds = [container.seconds for container in game.containers]
    assert seconds == sorted(seconds)
    assert game.duration == seconds[-1]


def test_the_header_says_which_game_it_is(basic: bytes) -> None:
    game = read(basic)
    assert (game.replay_id, game.game_id, game.started_at, game.duration) == (5, 5, 1796023973, 6)
    assert game.players == (
        Player(id=0, name="alice_p", spectator=False, judge=False),
        Player(id=1, name="bob_player", spectator=False, judge=False),
        Player(id=2, name="watcher", spectator=True, judge=False),
    )


def test_the_second_game_of_a_match_knows_its_players_without_their_joining(recording: Path) -> None:
    game = read(recording.read_bytes())
    players = [player.name for player in game.players if not player.spectator]
    assert players == ["alice_p", "bob_player", "carol_p", "dave_p"][: len(players)]
    assert len(players) == (4 if recording.stem == "multi" else 2)


def test_a_face_down_move_names_no_card_and_changes_its_id(basic: bytes) -> None:
    assert read(basic).containers[17].events == (
        ev.MoveCard(
            player=0,
            card_id=2,
            new_card_id=40,
            name=None,
            face_down=True,
            holder=0,
            zone="hand",
            position=None,
            to_holder=0,
            to_zone="table",
        ),
    )


def test_a_move_without_a_target_zone_stays_where_it_is(basic: bytes) -> None:
    dies, shifts = read(basic).containers[35].events
    assert isinstance(dies, ev.MoveCard)
    assert (dies.name, dies.to_zone, dies.stays) == ("Willbender", "grave", False)
    assert isinstance(shifts, ev.MoveCard)
    assert (shifts.name, shifts.to_zone, shifts.stays) == (None, "table", True)


def test_contexts_say_why(basic: bytes) -> None:
    containers = read(basic).containers
    assert containers[47].context == Context(kind="concede")
    assert containers[35].context == Context(kind="move")
    assert containers[13].context is None


def test_a_game_ends_in_the_container_before_the_concession_that_ended_it(basic: bytes) -> None:
    containers = read(basic).containers
    (state,) = containers[46].events
    assert isinstance(state, ev.GameStateChanged)
    assert state.started is False
    assert [seat.properties.conceded for seat in state.seats] == [False, False, None]
    returned, conceded = containers[47].events
    assert isinstance(returned, ev.MoveCard)
    assert (returned.holder, returned.to_holder, returned.new_card_id) == (1, 0, 45)
    assert isinstance(conceded, ev.PropertiesChanged)
    assert (conceded.player, conceded.properties.conceded) == (1, True)


def test_the_first_state_counts_the_libraries(basic: bytes) -> None:
    (state,) = read(basic).containers[8].events
    assert isinstance(state, ev.GameStateChanged)
    assert state.started
    counts = [{zone.name: zone.count for zone in seat.zones} for seat in state.seats]
    assert [count.get("deck") for count in counts] == [40, 40, None]
    assert all(zone.cards == () for seat in state.seats for zone in seat.zones)


def test_talk_looks_tokens_and_attributes_are_read(basic: bytes) -> None:
    containers = read(basic).containers
    assert containers[13].events == (ev.Say(player=0, text="T1: morph from hand"),)
    assert containers[36].events == (
        ev.RevealCards(
            player=0,
            zone="table",
            card_ids=(42,),
            to=1,
            cards=(ev.Card(id=42, name="Plains", face_down=True),),
            count=1,
        ),
    )
    assert containers[38].events == (
        ev.CreateToken(player=0, zone="table", card_id=44, name="Soldier", face_down=True),
        ev.SetCardAttr(player=0, zone="table", card_id=44, attribute=ev.FACE_DOWN, value="1"),
    )
    assert containers[1].events == (ev.Unknown(player=0, number=1003),)


def test_what_is_private_about_a_user_is_not_read(recording: Path) -> None:
    data = recording.read_bytes()
    told = repr(read(data))
    for private in ("127.0.0.1", "mtgpeer", "NONE", "38uo4ldj"):
        assert private not in told
    if recording.stem == "match_game2":
        assert b"127.0.0.1" in data


def varint(value: int) -> bytes:
    return bytes([value]) if value < 0x80 else bytes([value & 0x7F | 0x80]) + varint(value >> 7)


def number(field: int, value: int) -> bytes:
    return varint(field << 3) + varint(value)


def block(field: int, *parts: bytes) -> bytes:
    body = b"".join(parts)
    return varint(field << 3 | 2) + varint(len(body)) + body


INFO = block(2, number(3, 6))


def one_event(extension: int, *body: bytes, player: int = 1) -> ev.Event:
    event = block(2, number(1, player * 2), block(extension, *body))
    (container,) = read(INFO + block(3, event)).containers
    (found,) = container.events
    return found


def test_kinds_that_the_recordings_do_not_hold_are_read_too() -> None:
    assert one_event(2011, block(1, b"table"), number(2, 41)) == ev.DestroyCard(
        player=1, zone="table", card_id=41
    )
    attached = one_event(
        2012, block(1, b"table"), number(2, 10), number(3, 0), block(4, b"table"), number(5, 12)
    )
    assert attached == ev.AttachCard(
        player=1, zone="table", card_id=5, to_holder=0, to_zone="table", to_card_id=6
    )
    loose = one_event(2012, block(1, b"table"), number(2, 10))
    assert loose == ev.AttachCard(
        player=1, zone="table", card_id=5, to_holder=None, to_zone=None, to_card_id=None
    )
    assert one_event(2015, block(1, b"table"), number(2, 10), number(3, 2), number(4, 6)) == (
        ev.SetCardCounter(player=1, zone="table", card_id=5, counter=1, value=3)
    )
    assert one_event(2003, number(1, 0), number(2, 34)) == ev.SetCounter(player=1, counter=0, value=17)
    assert one_event(2018, number(1, 0), block(2, b"deck"), number(3, 6)) == ev.DumpZone(
        player=1, owner=0, zone="deck", count=3, reversed=False
    )
    assert one_event(2008, number(1, 20), number(2, 7)) == ev.RollDie(player=1, sides=20, values=(7,))
    assert one_event(2008, number(1, 6), number(3, 4), number(3, 2)) == ev.RollDie(
        player=1, sides=6, values=(4, 2)
    )
    assert one_event(2016, number(1, 1)) == ev.SetActivePlayer(player=1, active=None)
    assert one_event(2099, number(1, 1)) == ev.Unknown(player=1, number=2099)


def test_a_reveal_to_nobody_in_particular_is_to_everybody() -> None:
    shown = one_event(2006, block(1, b"hand"), number(2, 4), number(2, 8), number(3, 1))
    assert isinstance(shown, ev.RevealCards)
    assert shown.to is None
    assert shown.card_ids == (2, 4)


def test_a_mulligan_says_how_many_cards_are_kept_and_a_judge_is_named() -> None:
    container = block(3, block(3, block(1005, number(1, 6))), number(5, 4))
    (found,) = read(INFO + container).containers
    assert found.context == Context(kind="mulligan", cards=6)
    assert found.forced_by_judge == 4


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "the replay is empty"),
        (b"<?xml version='1.0'?><cockatrice_deck/>", "not a Cockatrice replay"),
        (b"\x1f\x8b\x08\x00\x00\x00\x00\x00", "not a Cockatrice replay"),
        (b'{"replay": 1}\n', "not a Cockatrice replay"),
        (b"\x08\x05", "not a Cockatrice replay: it holds no description of a game"),
    ],
)
def test_what_is_no_replay_is_said_to_be_none(data: bytes, said: str) -> None:
    with pytest.raises(Malformed, match=f"^{said}"):
        read(data)


def test_a_file_beyond_all_measure_is_not_even_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replay_module, "LARGEST", 1024 * 1024)
    with pytest.raises(Malformed, match="larger than 1 MiB"):
        read(bytes(1024 * 1024 + 1))


def test_a_file_of_countless_tiny_events_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replay_module, "MOST_FIELDS", 1000)
    with pytest.raises(Malformed, match="too many fields"):
        read(INFO + b"\x1a\x00" * 1000)


def _survives(data: bytes) -> bool:
    try:
        game = read(data)
    except Malformed:
        return False
    tracker = Tracker()
    for container in game.containers:
        for event in container.events:
            tracker.fold(event)
    return True


def test_a_replay_cut_off_anywhere_is_malformed_or_a_shorter_replay(basic: bytes) -> None:
    whole = [size for size in range(len(basic)) if _survives(basic[:size])]
    containers = len(read(basic).containers)
    assert len(whole) == containers + 1  # it can only end between two containers


def test_a_flipped_bit_raises_nothing_but_malformed(recording: Path) -> None:
    data, dice = bytearray(recording.read_bytes()), random.Random(7)
    for _ in range(250):
        at, bit = dice.randrange(len(data)), 1 << dice.randrange(8)
        data[at] ^= bit
        _survives(bytes(data))
        data[at] ^= bit
