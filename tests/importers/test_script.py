"""A game written down by hand: what a scorekeeper may write, may leave out, and is told when it is wrong."""

from __future__ import annotations

import json
from typing import Any

import pytest

from facedown.errors import Malformed
from facedown.importers import script
from facedown.importers.script.words import ACTIONS, SHORT, fields
from facedown.ledger.game import Game
from facedown.rules import actions as a
from facedown.rules import events as e
from facedown.stores.memory import open_memory

START = {"do": "start", "players": ["Alice", "Bob", "Cid"], "first": "Alice"}


def text(*lines: dict[str, Any] | str, start: dict[str, Any] | str = START) -> bytes:
    return "".join(
        (line if isinstance(line, str) else json.dumps(line)) + "\n" for line in (start, *lines)
    ).encode()


def run(*lines: dict[str, Any] | str, start: dict[str, Any] | str = START, strict: bool = False) -> Game:
    return script.run(text(*lines, start=start), open_memory(), strict=strict)


def happened(game: Game, kind: type[Any]) -> list[Any]:
    row_events = (e_ for row in game.store.read(game.game) for e_ in json.loads(row.line)["entry"]["events"])
    tag = kind.__struct_config__.tag
    return [event for event in row_events if event["type"] == tag]


# --- what may be written -----------------------------------------------------------------------------------------


def test_a_whole_game_is_short() -> None:
    game = run(
        '{"do":"draw","player":"Bob","count":7}',
        '{"do":"morph","card":"Exalted Angel","as":"angel"}',
        '{"do":"resolve"}',
        '{"do":"turn"}',
        '{"do":"manifest","card":"Forest","as":"land"}',
        "",
        "   # Cid and Bob concede",
        '{"do":"concede","player":"cid"}',
        '{"do":"concede","player":"BOB"}',
        '{"do":"show","object":"angel"}',
        '{"do":"reveal","object":"land"}',
        '{"do":"close"}',
        strict=True,
    )
    assert {handle: len(duty.shows) for handle, duty in game.state.duties.items()} == {
        "#2/game_end": 1,
        "#3/game_end": 1,
    }
    assert game.opened.source is not None
    assert game.opened.source.kind == "script"


def test_players_are_named_or_described() -> None:
    game = run(
        start={
            "do": "start",
            "players": [{"name": "Ann", "team": "red", "library": 40, "hand": 7, "life": 20}, "Ben"],
        }
    )
    ann = game.state.players["p1"]
    assert (ann.team, ann.library, ann.hand, ann.life) == ("red", 40, 7, 20)


def test_players_are_found_by_name_in_any_case_and_by_role_id() -> None:
    game = run(
        {"do": "life", "player": "alice", "life": 19},
        {"do": "life", "player": "p2", "life": 18},
        {"do": "life", "player": "CID", "life": 17},
    )
    assert [player.life for player in game.state.players.values()] == [19, 18, 17]


def test_a_label_follows_its_object_from_spell_to_permanent_to_graveyard() -> None:
    game = run(
        {"do": "morph", "card": "Exalted Angel", "as": "angel"},
        {"do": "resolve", "object": "angel"},
        {"do": "tap", "object": "angel"},
        {"do": "die", "object": "angel"},
        {"do": "exile", "object": "angel"},
    )
    (thing,) = game.state.objects.values()
    assert (thing.handle, thing.card, thing.zone) == ("#4", "Exalted Angel", "exile")


def test_a_label_that_left_for_a_hand_still_names_what_is_owed() -> None:
    game = run(
        {"do": "morph", "card": "Exalted Angel", "as": "angel"},
        {"do": "resolve"},
        {"do": "bounce", "object": "angel", "shown": False},
        {"do": "show", "object": "angel"},
    )
    assert len(game.state.duties["#2/left_battlefield"].shows) == 1


def test_a_label_goes_back_when_the_game_does() -> None:
    game = run(
        {"do": "morph", "card": "Exalted Angel", "as": "angel"},
        {"do": "resolve"},
        {"do": "die", "object": "angel"},
        {"do": "reverse", "line": 3, "why": "wrong creature"},
        {"do": "tap", "object": "angel"},
    )
    assert game.state.objects["#2"].tapped


def test_a_label_may_be_given_again_once_its_object_has_left_but_not_before() -> None:
    again = {"do": "play_land", "card": "Forest", "as": "land"}
    with pytest.raises(Malformed, match=r'^line 3: "land" is #1, which is still there'):
        run(again, again)
    game = run(again, {"do": "bounce", "object": "land"}, again, {"do": "tap", "object": "land"})
    assert game.state.objects["#2"].tapped


def test_a_label_is_lost_in_a_shuffled_pile() -> None:
    pile = [
        {"do": "exile_face_down", "card": name, "by": "an effect", "as": name}
        for name in ("Forest", "Island")
    ]
    with pytest.raises(Malformed, match="which one it is now, nobody knows"):
        run(*pile, {"do": "shuffle", "objects": ["Forest", "Island"]}, {"do": "peek", "object": "Forest"})


def test_a_label_may_name_a_drawn_card_or_a_secret_choice() -> None:
    game = run(
        {"do": "draw", "cards": "Island", "as": "isle"},
        {"do": "choose", "values": ["seven"], "as": "secret"},
        {"do": "show", "object": "isle", "to": "Bob"},
        {"do": "show", "object": "secret"},
    )
    assert game.state.hidden["p1/card/1"].knows == {"p1", "p2"}
    assert game.state.hidden["p1/choice/2"].shown == "seven"


def test_merged_objects_go_by_either_label() -> None:
    game = run(
        {"do": "put", "card": "Forest", "as": "host"},
        {"do": "morph", "card": "Willbender", "as": "rider"},
        {"do": "merge", "object": "host", "merging": "rider"},
        {"do": "tap", "object": "rider"},
    )
    assert game.state.objects["#1"].tapped


def test_card_names_are_found_forgivingly_and_kept_as_printed() -> None:
    game = run(
        {"do": "morph", "card": "exalted angel"},
        {"do": "draw", "cards": ["FOREST", "island"]},
        {"do": "play_land", "card": "mountain"},
    )
    assert game.state.objects["#2"].card == "Mountain"


def test_a_card_that_the_table_does_not_have_passes_as_it_is() -> None:
    game = run({"do": "put", "card": "Zzyzx the Unlisted"})
    assert game.state.objects["#1"].card == "Zzyzx the Unlisted"


def test_a_slip_of_the_pen_is_refused_unless_it_is_meant() -> None:
    slip = {"do": "morph", "card": "Exalted Angle"}
    with pytest.raises(Malformed, match=r'^line 2: "Exalted Angle" is not .*did you mean "Exalted Angel"\?'):
        run(slip)
    assert len(run({**slip, "exactly": True}).state.objects) == 1


def test_tokens_are_called_what_is_written() -> None:
    game = run({"do": "create", "card": "exalted angel"})
    assert game.state.objects["#1"].card == "exalted angel"


def test_one_of_a_list_needs_no_brackets() -> None:
    game = run(
        {"do": "play_land", "card": "Forest", "as": "a"},
        {"do": "attack", "objects": "a"},
        {"do": "show", "object": "a", "to": "Bob"},
    )
    assert game.state.objects["#1"].attacking


# --- what may be left out ----------------------------------------------------------------------------------------


def test_deeds_are_the_active_players_and_a_turn_is_the_next_players() -> None:
    game = run(
        {"do": "play_land", "card": "Forest"},
        {"do": "turn"},
        {"do": "cloak"},
        {"do": "turn"},
        {"do": "turn"},
        {"do": "concede", "player": "Bob"},
        {"do": "turn"},
        {"do": "foretell", "card": "Behold the Multiverse"},
    )
    assert [thing.controller for thing in game.state.objects.values()] == ["p1", "p3"]
    assert game.state.active == "p3"


def test_who_looks_at_an_object_is_its_controller() -> None:
    game = run(
        {"do": "manifest", "player": "Bob", "card": "Forest", "as": "it"},
        {"do": "peek", "object": "it"},
        {"do": "peek", "objects": "it"},
    )
    assert [event["player"] for event in happened(game, e.Looked)] == ["p2", "p2"]


def test_what_resolves_is_the_top_of_the_stack() -> None:
    game = run(
        {"do": "morph", "card": "Exalted Angel"}, {"do": "morph", "card": "Willbender"}, {"do": "resolve"}
    )
    assert [(t.was, t.zone) for t in game.state.objects.values()] == [(None, "stack"), ("#2", "battlefield")]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ({"do": "morph"}, "nobody's turn has begun yet"),
        ({"do": "turn"}, "say whose turn it is"),
        ({"do": "resolve"}, "the stack is empty"),
    ],
)
def test_what_cannot_be_filled_in_is_asked_for(line: dict[str, Any], said: str) -> None:
    with pytest.raises(Malformed, match=f"^line 2: {said}"):
        run(line, start={"do": "start", "players": ["Alice", "Bob"]})


# --- short words -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "way", "zone"),
    [
        ({"do": "manifest"}, "manifest", "battlefield"),
        ({"do": "manifest", "card": "Forest", "source": "hand"}, "manifest", "battlefield"),
        ({"do": "cloak"}, "cloak", "battlefield"),
        ({"do": "foretell"}, "foretell", "exile"),
        ({"do": "exile_face_down", "by": "Gonti"}, "exiled", "exile"),
        ({"do": "morph"}, "morph", "stack"),
        ({"do": "disguise"}, "disguise", "stack"),
        ({"do": "discard", "card": "Forest"}, None, "graveyard"),
        ({"do": "mill", "card": "Forest"}, None, "graveyard"),
        ({"do": "play_land", "card": "Forest"}, None, "battlefield"),
    ],
)
def test_short_words_fill_in_the_usual(line: dict[str, Any], way: str | None, zone: str) -> None:
    (thing,) = run(line).state.objects.values()
    assert (thing.way, thing.zone) == (way, zone)


@pytest.mark.parametrize(
    ("word", "zone"),
    [("die", "graveyard"), ("destroy", "graveyard"), ("exile", "exile"), ("bounce", None), ("tuck", None)],
)
def test_short_words_for_leaving_say_where_to(word: str, zone: str | None) -> None:
    game = run({"do": "put", "card": "Forest", "as": "it"}, {"do": word, "object": "it"})
    assert [thing.zone for thing in game.state.objects.values()] == ([] if zone is None else [zone])


def test_a_countered_spell_goes_to_the_graveyard_and_a_scoop_gathers() -> None:
    game = run(
        {"do": "morph", "card": "Exalted Angel", "as": "angel"},
        {"do": "counter", "object": "angel"},
        {"do": "scoop", "player": "Alice"},
    )
    assert game.state.objects["#2"].zone == "graveyard"
    assert happened(game, e.Gathered)


def test_every_short_word_stands_for_an_action_with_fields_that_it_has() -> None:
    for word, (full, preset) in SHORT.items():
        assert word not in ACTIONS
        assert set(preset) <= set(fields(ACTIONS[full]))


def test_every_action_can_be_written() -> None:
    assert {str(kind.__struct_config__.tag) for kind in a.ACTIONS} - set(ACTIONS) == {"seat", "begin"}


# --- complaints --------------------------------------------------------------------------------------------------
