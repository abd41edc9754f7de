"""What people write in more than one way, and what they leave out: a script means what its writer means."""

from __future__ import annotations

import json
from typing import Any

import pytest

from facedown.errors import Malformed
from facedown.importers import script
from facedown.importers.script.labels import Labels
from facedown.importers.script.tidy import PROCEDURES, cost
from facedown.importers.script.words import SHORT
from facedown.ledger.game import Game
from facedown.rules.ways import WAYS
from facedown.stores.memory import open_memory

TURN = [{"do": "turn"}, {"do": "main"}, {"do": "priority"}]
ANGEL = {"do": "manifest", "card": "Exalted Angel", "as": "angel"}


def run(*lines: dict[str, Any], strict: bool = True, labels: Labels | None = None) -> Game:
    start = {"do": "start", "players": ["Alice", "Bob"], "first": "Bob"}
    data = "\n".join(json.dumps(line) for line in (start, *lines)).encode()
    return script.run(data, open_memory(), strict=strict, labels=labels)


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("2WW", "{2}{W}{W}"),
        ("2 w w", "{2}{W}{W}"),
        ("{2}{w}{w}", "{2}{w}{w}"),
        ("10", "{10}"),
        (4, "{4}"),
        ("xx", "{X}{X}"),
        ("", ""),
        ("discard a card", "discard a card"),
        ("{1}, pay 2 life", "{1}, pay 2 life"),
        (None, None),
        (True, True),
    ],
)
def test_mana_may_be_written_without_braces(written: Any, meant: Any) -> None:
    assert cost(written) == meant


@pytest.mark.parametrize("written", ["{2}{WW}", "{2", "W/U", "{P}"])
def test_what_looks_like_mana_and_is_none_is_refused(written: str) -> None:
    with pytest.raises(Malformed):
        cost(written)


@pytest.mark.parametrize("procedure", ["morph", "Morph", "MEGAMORPH", " morph "])
@pytest.mark.parametrize("paid", ["2WW", "{2}{W}{W}"])
def test_a_procedure_is_found_in_any_case(procedure: str, paid: str) -> None:
    up = {"do": "turn_up", "object": "angel", "procedure": procedure, "cost": paid}
    assert run(*TURN, ANGEL, up).state.objects["#1"].card == "Exalted Angel"


def test_unmorph_is_turning_up_for_the_morph_cost() -> None:
    game = run(*TURN, ANGEL, {"do": "unmorph", "object": "angel", "cost": "2WW"})
    assert game.state.objects["#1"].turned_by == "morph"


def test_a_procedure_that_nobody_knows_is_refused_with_those_there_are() -> None:
    with pytest.raises(Malformed, match=r'"morf" is no procedure; did you mean "morph"\?; there is morph, '):
        run(*TURN, ANGEL, {"do": "turn_up", "object": "angel", "procedure": "morf"})


def test_every_way_that_grants_a_turn_up_is_a_procedure() -> None:
    assert {way.name for way in WAYS.values() if way.for_mana_cost} <= set(PROCEDURES)


@pytest.mark.parametrize("way", ["Morph", "megamorph", "MORPH"])
def test_a_way_is_found_in_any_case_and_megamorph_is_announced_as_morph(way: str) -> None:
    game = run(*TURN, {"do": "cast", "card": "Den Protector", "face_down": way, "cost": "3"})
    assert game.state.objects["#1"].way == "morph"


def test_a_way_is_written_like_that_wherever_one_stands() -> None:
    game = run(
        *TURN, ANGEL, {"do": "move", "object": "angel", "to": "exile", "face_down": "Exiled", "by": "x"}
    )
    assert game.state.objects["#2"].way == "exiled"


@pytest.mark.parametrize("on", ["enters", "ETB", "enter", "Enters the Battlefield"])
def test_an_enters_trigger_is_known_by_other_words(on: str) -> None:
    up = {"do": "turn_up", "object": "angel", "procedure": "effect"}
    with pytest.raises(Exception, match="an enters ability of #1 triggered"):
        run(*TURN, ANGEL, up, {"do": "trigger", "object": "angel", "on": on})


def test_what_no_rule_asks_about_may_trigger_under_any_words() -> None:
    run(*TURN, ANGEL, {"do": "trigger", "object": "angel", "on": "Whenever it rains"})


def test_the_first_turn_is_that_of_whoever_goes_first_and_priority_goes_with_it() -> None:
    state = run(*TURN).state
    assert (state.active, state.turn, state.step, state.priority) == ("p2", 1, "main", "p2")
    assert run(*TURN, {"do": "turn"}).state.active == "p1"


def test_a_conspiracy_laid_out_before_the_game_does_not_make_it_begin() -> None:
    agenda = {
        "do": "put", "card": "Brago's Favor", "to": "command", "source": "outside", "face_down": "hidden agenda",
    }  # fmt: skip
    assert run(agenda, *TURN, strict=False).state.active == "p2"


def test_in_a_turn_that_nobody_wrote_down_the_next_one_is_the_other_players() -> None:
    assert run(ANGEL, {"do": "turn"}, strict=False).state.active == "p1"


def test_a_permanent_phases_out_and_in_by_a_word() -> None:
    assert run(*TURN, ANGEL, {"do": "phase_out", "object": "angel"}).state.objects["#1"].phased_out
    both = ({"do": "phase_out", "object": "angel"}, {"do": "phase_in", "object": "angel"})
    assert not run(*TURN, ANGEL, *both).state.objects["#1"].phased_out


@pytest.mark.parametrize("word", ["main", "upkeep", "combat"])
def test_a_step_is_a_word(word: str) -> None:
    assert SHORT[word] == ("step", {"step": word})
    assert run(*TURN, {"do": word}).state.step == word


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ({"do": "tap", "object": ["angel"]}, 'an object is written as a handle ("#7") or as a label'),
        ({"do": "cast", "face_down": True}, 'cast: "face_down" is text, not true or false'),
        ({"do": "mill", "tapped": "yes"}, 'put: "tapped" is true or false, not text'),
        ({"do": "draw", "cards": [1]}, 'draw: what stands in "cards" is text, not a whole number'),
    ],
)
def test_a_value_of_the_wrong_kind_is_complained_of_in_words(line: dict[str, Any], said: str) -> None:
    with pytest.raises(Malformed) as caught:
        run(*TURN, ANGEL, line)
    assert str(caught.value) == f"line 6: {said}"


def test_labels_can_be_asked_for_at_the_end() -> None:
    labels = Labels()
    run(
        *TURN, ANGEL,
        {"do": "morph", "card": "Exalted Angel", "cost": "3", "as": "other"},
        {"do": "resolve"},
        labels=labels,
    )  # fmt: skip
    assert labels.now() == {"angel": "#1", "other": "#3"}


def test_one_of_a_list_may_be_written_in_the_singular() -> None:
    morph = {"do": "morph", "card": "Exalted Angel", "as": "angel"}
    game = run(*TURN, morph, {"do": "resolve"}, {"do": "attack", "object": "angel"}, strict=False)
    assert game.state.objects["#2"].attacking
    assert run({"do": "lose", "player": "alice"}).state.players["p1"].status == "lost"


def test_a_field_like_none_is_answered_with_those_there_are() -> None:
    with pytest.raises(Malformed, match=r"attack has no field \"creatures\"; it has: player, objects"):
        run({"do": "attack", "creatures": ["#1"]})


def test_a_penalty_and_a_ruling_are_notes() -> None:
    game = run({"do": "penalty", "player": "Bob", "text": "Warning"}, {"do": "ruling", "text": "it stays"})
    assert len(game) == len(run()) + 2


@pytest.mark.parametrize(
    "line",
    [
        {"do": "tap", "object": "angel"},
        {"do": "attack", "objects": ["angel"]},
        {"do": "turn_down", "object": "angel", "by": "Ixidron"},
        {"do": "phase_out", "object": "angel"},
    ],
)
def test_what_is_done_with_permanents_is_not_done_with_a_card_in_a_graveyard(line: dict[str, Any]) -> None:
    with pytest.raises(Malformed, match=r"\"angel\" is no permanent: it lies in the zone graveyard"):
        run(*TURN, ANGEL, {"do": "die", "object": "angel"}, line)


def test_what_an_editor_adds_is_no_part_of_a_script() -> None:
    plain = b'{"do":"start","players":["Alice","Bob"]}\n# nothing\n{"do":"turn","player":"Bob"}\n'
    windows = b"\xef\xbb\xbf" + plain.replace(b"\n", b"\r\n")
    assert script.read(windows) == script.read(plain)


def test_an_unknown_word_is_answered_with_all_there_are() -> None:
    with pytest.raises(Malformed, match=r"the words are: absent, .*, turn_up"):
        run({"do": "flip"})
