"""What a table may do, in every way: the audit finds nothing, and each sees what it may see."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

Lines = list[dict[str, Any]]
NONE: Counter[tuple[str, str]] = Counter()


@pytest.mark.ruling("R01")
@pytest.mark.ruling("R03")
@pytest.mark.ruling("R08")
@pytest.mark.ruling("R10")
@pytest.mark.ruling("R12")
@pytest.mark.ruling("R13")
@pytest.mark.ruling("R21")
def test_a_lawful_life_of_a_permanent_is_seen_as_it_should_be(
    permanent: Any, seen: Callable[..., list[str]]
) -> None:
    """Put down, looked at, equipped, tapped, turned up, and seen by each as it may be."""
    said = f"face down ({permanent.way.said}), "
    hidden = "does not see" if not permanent.turned else "sees"
    tap = [] if permanent.way.up_before_tapping else [{"do": "tap", "object": "it"}]
    lines: list[dict[str, Any] | str] = [
        *permanent.down(),
        f'# everybody sees "{said}"',
        f'# everybody {hidden} "{permanent.card}"',
        f'# {permanent.holder} sees "{permanent.card}"',
        f'# {permanent.stranger} {"sees" if permanent.seen_by_all else hidden} "{permanent.card}"',
        {"do": "look", "object": "it", "player": permanent.holder},
        {"do": "cast", "player": permanent.player, "card": "Bonesplitter", "cost": "{1}", "as": "axe"},
        {"do": "resolve"},
        {"do": "equip", "object": "axe", "to": "it"},
        {"do": "counters", "object": "it", "kind": "+1/+1", "count": 1},
        *tap,
        {"do": "priority", "player": permanent.holder},
        permanent.up,
        f'# everybody sees "{permanent.card}"',
        f'# everybody sees "{permanent.holder} {"tapped; " if tap else ""}1 +1/+1; carries "',
        '# everybody does not see "face down"',
        {"do": "concede", "player": "Alice"},
        {"do": "close"},
    ]
    assert seen(*lines) == []


@pytest.mark.ruling("R06")
def test_shown_as_it_leaves_or_as_the_game_ends_nothing_is_found(
    permanent: Any, played: Callable[..., Any], end: Lines
) -> None:
    assert played(*permanent.down(), *end) == NONE
    assert played(*permanent.down(), {"do": "bounce", "object": "it", "shown": True}, end[0], end[2]) == NONE
    assert played(*permanent.down(), {"do": "die", "object": "it"}, end[0], end[2]) == NONE


@pytest.mark.ruling("R15")
def test_what_was_exiled_comes_back_face_up(
    permanent: Any, seen: Callable[..., list[str]], end: Lines
) -> None:
    back = {"do": "put", "object": "it", "player": permanent.player}
    lines: list[dict[str, Any] | str] = [
        *permanent.down(), {"do": "exile", "object": "it"}, back, '# everybody does not see "face down"',
        f'# everybody sees "{permanent.card}"', {"do": "trigger", "object": "it", "on": "enters"}, end[0], end[2],
    ]  # fmt: skip
    assert seen(*lines) == []


@pytest.mark.ruling("R14")
@pytest.mark.ruling("R20")
def test_a_token_copy_is_face_up_nameless_and_its_creators(
    permanent: Any, seen: Callable[..., list[str]], end: Lines
) -> None:
    make = {
        "do": "create",
        "player": permanent.holder,
        "copy_of": "it",
        "controller": permanent.stranger,
        "as": "copy",
    }
    lines: list[dict[str, Any] | str] = [
        *permanent.down(), make, f'# everybody sees "token: {permanent.size} "',
        f'# everybody sees " {permanent.stranger} owned by {permanent.holder}"',
        f'# {permanent.holder} does not see "token: {permanent.card}"', *end,
    ]  # fmt: skip
    assert seen(*lines) == []


@pytest.mark.ruling("R16")
@pytest.mark.ruling("R17")
@pytest.mark.ruling("R18")
def test_a_lawful_life_of_a_spell_is_seen_as_it_should_be(spell: Any, seen: Callable[..., list[str]]) -> None:
    lines: list[dict[str, Any] | str] = [
        *spell.down(resolve=False),
        f'# everybody sees "STACK (the last is on top) #1 face down ({spell.way.said}), {spell.size} creature"',
        f'# everybody does not see "{spell.card}"',
        f'# {spell.stranger} {"sees" if spell.stolen else "does not see"} "{spell.card}"',
        {"do": "look", "object": "it", "player": spell.holder},
        f'# {spell.holder} sees "[you know: {spell.card}]"',
        {"do": "counter", "object": "it"},
        f'# everybody sees "GRAVEYARDS #2 {spell.card}"',
        {"do": "concede", "player": "Alice"},
        {"do": "close"},
    ]
    assert seen(*lines) == []
