"""Which card is which: a script does not say two things of one card, and names what comes into everybody's sight."""

from __future__ import annotations

import json
from typing import Any

import pytest

from facedown.errors import Malformed
from facedown.importers import script
from facedown.ledger.game import Game
from facedown.stores.memory import open_memory

ANOTHER = r'^line 4: an earlier line gave "it" another card, and that one would be shown'
UNKNOWN = r'^line 4: the record does not know which card "it" is, and everybody sees it now'
END: list[dict[str, Any]] = [{"do": "concede", "player": "Bob"}]


def run(*lines: dict[str, Any]) -> Game:
    start = {"do": "start", "players": ["Alice", "Bob"], "first": "Alice"}
    data = "\n".join(json.dumps(line) for line in (start, {"do": "turn"}, *lines)).encode()
    return script.run(data, open_memory(), strict=False)


def manifest(card: str | None) -> dict[str, Any]:
    return {"do": "manifest", "as": "it", **({} if card is None else {"card": card})}


@pytest.mark.parametrize(
    "line",
    [
        {"do": "show", "object": "it", "card": "Willbender"},
        {"do": "turn_up", "object": "it", "procedure": "effect", "card": "Willbender"},
        {"do": "stay_down", "object": "it", "card": "Willbender"},
        {"do": "die", "object": "it", "card": "Willbender"},
        {"do": "bounce", "object": "it", "shown": True, "card": "Willbender"},
    ],
)
def test_another_card_than_the_one_that_was_fixed_is_not_recorded_as_a_showing_of_that_one(
    line: dict[str, Any],
) -> None:
    with pytest.raises(Malformed, match=ANOTHER) as caught:
        run(manifest("Exalted Angel"), line)
    assert "Exalted Angel" not in str(caught.value)


def test_also_after_it_has_left_and_after_it_resolved() -> None:
    with pytest.raises(Malformed, match="another card"):
        run(
            manifest("Forest"),
            {"do": "bounce", "object": "it"},
            {"do": "show", "object": "it", "card": "Island"},
        )
    spell = [{"do": "morph", "card": "Willbender", "as": "it"}, {"do": "resolve"}]
    with pytest.raises(Malformed, match="another card"):
        run(*spell, {"do": "show", "object": "it", "card": "Exalted Angel"})


def test_the_same_card_may_be_named_again_and_a_double_faced_one_by_its_front_face() -> None:
    again = {"do": "show", "object": "it", "card": "Exalted Angel"}
    assert run(manifest("Exalted Angel"), *END, again).state.duties["#1/game_end"].shows
    front = {"do": "show", "object": "it", "card": "delver of secrets", "exactly": True}
    assert run(manifest("Delver of Secrets"), *END, front).state.duties["#1/game_end"].shows


def test_what_was_on_the_table_can_be_stated() -> None:
    said = {"do": "state", "player": "Bob", "object": "it", "card": "Willbender"}
    assert run(manifest("Exalted Angel"), said).state.objects["#1"].face_down is not None


def test_what_was_bound_later_counts_as_well() -> None:
    with pytest.raises(Malformed, match="another card"):
        run(
            manifest(None),
            {"do": "bind", "object": "it", "card": "Forest"},
            {"do": "show", "object": "it", "card": "Island"},
        )


@pytest.mark.parametrize(
    "line",
    [{"do": "die", "object": "it"}, {"do": "exile", "object": "it"}, {"do": "stay_down", "object": "it"}],
)
def test_a_card_that_nobody_named_is_named_as_everybody_sees_it(line: dict[str, Any]) -> None:
    with pytest.raises(Malformed, match=UNKNOWN):
        run(manifest(None), line)
    named = run(manifest(None), {**line, "card": "Shock"})
    assert all(duty.shows for duty in named.state.duties.values())
    hidden = run(manifest(None), {**line, "shown": False})
    assert not any(duty.shows for duty in hidden.state.duties.values())


def test_a_card_that_nobody_named_may_go_where_nobody_sees_it() -> None:
    assert run(manifest(None), {"do": "bounce", "object": "it"}).state.duties["#1/left_battlefield"].open
    run(manifest(None), {"do": "exile", "object": "it", "face_down": "exiled", "by": "an effect"})
