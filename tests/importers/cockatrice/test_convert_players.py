"""Converting what players and judges do, how games begin and end, and what is not played."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import msgspec
import pytest
from tests.importers.cockatrice.few_words import down, drew, kinds, left, move, notes, props, reveal

from facedown.errors import Malformed
from facedown.importers import draft
from facedown.importers.cockatrice import events as ev
from facedown.importers.cockatrice.replay import Container, Context, Player, Replay
from facedown.ledger import parts
from facedown.rules import events as e

if TYPE_CHECKING:
    from tests.importers.cockatrice.conftest import Convert, Imported

    Written = Callable[..., Imported]


# --- cards that move ---------------------------------------------------------------------------------------------


def test_times_dice_and_marks_are_recorded(written: Written) -> None:
    game = written(
        ev.SetActivePlayer(player=None, active=1),
        ev.SetActivePhase(player=None, phase=3),
        ev.SetActivePhase(player=None, phase=99),
        ev.SetActivePlayer(player=None, active=None),
        ev.RollDie(player=0, sides=6, values=(2, 5)),
        move(0, 3, "deck", "table", name="Island"),
        move(0, 4, "deck", "table", name="Forest"),
        ev.AttachCard(player=0, zone="table", card_id=3, to_holder=0, to_zone="table", to_card_id=4),
        ev.AttachCard(player=0, zone="table", card_id=3, to_holder=None, to_zone=None, to_card_id=None),
        ev.SetCardAttr(player=0, zone="table", card_id=3, attribute=1, value="1"),
        ev.SetCardCounter(player=0, zone="table", card_id=3, counter=0, value=2),
        ev.SetCardCounter(player=0, zone="table", card_id=99, counter=0, value=2),
        ev.SetCounter(player=0, counter=0, value=18),
        ev.Shuffle(player=0, zone="deck", start=0, end=3),
        ev.Shuffle(player=0, zone="grave", start=0, end=-1),
        ev.Unknown(player=0, number=2099),
    )
    island = game.state.objects["#1"]
    assert (island.tapped, island.counters, island.attached_to) == (True, (("counter 0", 2),), None)
    steps = [event.step for event in game.events() if isinstance(event, e.Step)]
    assert steps == ["first main", "a phase that is not known here"]
    assert notes(game) == [
        "it is nobody's turn",
        "p1 rolls dice with 6 sides: 2, 5",
        "counter 0 of p1 stands at 18",
        "p1 shuffles a part of the library",
        "p1 shuffles cards that lie elsewhere than in a library",
        "something happens that is not read here (event 2099)",
    ]


def test_what_people_write_is_kept_as_parts(written: Written) -> None:
    game = written(
        ev.Say(player=0, text="hello"),
        ev.Say(player=7, text="from the rail"),
        ev.Say(player=0, text="x" * 150_000),
        move(0, 3, "deck", "table", name="Island"),
        ev.SetCardAttr(player=0, zone="table", card_id=3, attribute=6, value="mine"),
        ev.SetCardAttr(player=0, zone="table", card_id=3, attribute=6, value="Owner: Ben"),
    )
    words = [parts.read_text(part) for _, some in game.rows for part in some if part.startswith(b'{"salt"')]
    assert words[2:] == [
        "hello",
        "somebody without a seat says: from the rail",
        "x" * 60_000,
        "x" * 60_000,
        "x" * 30_000,
        "#1 is marked: mine",
    ]


def test_a_judge_a_mulligan_and_a_draw_taken_back_are_noted(convert: Convert, written: Written) -> None:
    game = written(*(drew(0, "Island", first=at) for at in range(3)))
    first, *rest = game.source.containers
    told = [
        msgspec.structs.replace(rest[0], forced_by_judge=5),
        msgspec.structs.replace(rest[1], context=Context(kind="mulligan", cards=6)),
        msgspec.structs.replace(rest[2], context=Context(kind="undo_draw")),
    ]
    again = convert(msgspec.structs.replace(game.source, containers=(first, *told)))
    assert notes(again) == [
        "a judge acts for a player here", "what follows is a mulligan", "what follows is a draw taken back",
    ]  # fmt: skip


# --- players and the end -----------------------------------------------------------------------------------------


def test_the_last_concession_ends_the_game_and_the_record_is_closed(written: Written) -> None:
    game = written(down(0, 7, 40, "deck"), props(1, conceded=True), left(1), left(0))
    assert kinds(game)[2:] == ["Conceded", "Noted", "Noted", "Closed"]
    assert game.state.duties["#1/game_end"].closed_by == "the record was closed"
    assert notes(game) == ["p2 leaves the table", "p1 leaves the table"]


def test_who_leaves_a_game_that_goes_on_owes_what_they_own(written: Written) -> None:
    game = written(
        drew(0, "Island"),
        down(0, 0, 40),
        move(0, 40, "table", "table", face_down=True, to_holder=1, new_card_id=41),
        left(0),
        move(1, 41, "table", "grave", name="Island"),
        props(1, conceded=True),
        players=3,
    )
    duty = game.state.duties["#1/player_left"]
    assert (duty.owed_by, duty.controller, duty.knew) == ("p1", "p2", frozenset({"p1", "p2"}))
    assert game.state.players["p1"].status == "left"


def test_a_concession_that_is_taken_back_brings_the_cards_back(written: Written) -> None:
    game = written(
        down(0, 7, 40, "deck"),
        props(0, conceded=True),
        props(0, conceded=False),
        props(9, conceded=True),
        players=3,
    )
    assert game.state.players["p1"].status == "in"
    assert "#1" in game.state.objects


def test_who_leaves_gives_nobody_elses_cards_away(written: Written) -> None:
    """Ben's card lies on Ann's table when she concedes: what becomes of it is for the source to say."""
    game = written(
        drew(1, "Island"), down(1, 0, 40, to_holder=0), props(0, conceded=True), players=3, duration=None
    )
    assert game.state.objects["#1"].controller == "p1"
    assert not any(isinstance(event, e.Opened) for event in game.events())


def test_a_replay_that_breaks_off_is_left_open_and_says_so(written: Written) -> None:
    game = written(down(0, 7, 40, "deck"), duration=None)
    assert notes(game) == ["the replay breaks off here: what came after is not in the file"]
    assert game.state.closed_at is None
    assert not game.state.over


def test_a_game_that_just_stops_has_ended_somehow(written: Written) -> None:
    game = written(down(0, 7, 40, "deck"))
    assert kinds(game)[-2:] == ["Ended", "Closed"]


def test_a_second_game_in_one_file_begins_afresh(written: Written) -> None:
    first = written(down(0, 7, 40, "deck"), props(0, conceded=True))
    start = first.source.containers[0].events[0]
    assert isinstance(start, ev.GameStateChanged)
    over = msgspec.structs.replace(start, started=False, seats=())
    again = written(
        down(0, 7, 40, "deck"), over, props(0, conceded=True), start, start, drew(0, "Island"), down(0, 0, 40)
    )
    assert again.state.game == 2
    assert [thing.handle for thing in again.state.objects.values()] == ["#2"]
    assert again.state.duties["#1/game_end"].closed_by == "the next game began"


def test_what_lies_on_the_table_as_the_game_begins_is_put_there(convert: Convert, written: Written) -> None:
    source = written().source
    start = source.containers[0].events[0]
    assert isinstance(start, ev.GameStateChanged)
    table = ev.Zone(
        name="table",
        count=2,
        cards=(ev.Card(id=1, name="Island"), ev.Card(id=2, name="Forest", face_down=True)),
    )
    seat = msgspec.structs.replace(start.seats[0], zones=(*start.seats[0].zones, table))
    begun = msgspec.structs.replace(start, seats=(seat, *start.seats[1:]))
    (container,) = source.containers
    game = convert(
        msgspec.structs.replace(source, containers=(msgspec.structs.replace(container, events=(begun,)),))
    )
    assert [(t.card, t.way, t.origin) for t in game.state.objects.values()] == [
        ("Island", None, "outside"), (None, "unrecorded", "outside"),
    ]  # fmt: skip


def test_a_replay_in_which_no_game_begins_is_refused(convert: Convert) -> None:
    lobby = Container(
        index=0, seconds=0, context=None, forced_by_judge=None, events=(ev.Say(player=0, text="hi"),)
    )
    with pytest.raises(Malformed, match="no game begins"):
        convert(
            Replay(
                replay_id=1,
                game_id=1,
                started_at=1,
                duration=1,
                players=(Player(id=0, name="Ann", spectator=False, judge=False),),
                containers=(lobby,),
            )
        )


def test_a_shuffle_changes_nothing_about_a_card_that_has_left_the_library(written: Written) -> None:
    shuffle = ev.Shuffle(player=0, zone="deck", start=0, end=-1)
    game = written(
        reveal(0, "deck", [(7, "Island")], to=0),
        down(0, 7, 40, "deck"),
        shuffle,
        move(0, 40, "table", "hand", name="Island"),
    )
    assert "Bound" not in kinds(game)
    assert [look.zone for look in game.events() if isinstance(look, e.Looked)] == ["library"]


def test_a_game_larger_than_any_that_people_play_is_refused(
    written: Written, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(draft, "MOST", 50)
    with pytest.raises(Malformed, match="more happens"):
        written(*(move(0, at, "deck", "table", name="Island") for at in range(20)))
