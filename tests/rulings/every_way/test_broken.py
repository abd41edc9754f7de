"""What breaks a ruling, in every way: exactly that is found, as gravely as it was hidden from anybody."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

Lines = list[dict[str, Any]]
NONE: Counter[tuple[str, str]] = Counter()


@pytest.mark.ruling("R06")
def test_what_is_not_shown_is_found_unless_everybody_had_seen_it(
    some_permanent: Any, played: Callable[..., Any], end: Lines, turn: Callable[[str], Lines]
) -> None:
    swept = [end[0], {"do": "gather", "player": "Alice"}, {"do": "gather", "player": "Bob"}, end[2]]
    assert played(*some_permanent.down(), *swept) == Counter({("FD101", some_permanent.unshown): 1})
    away = [{"do": "bounce", "object": "it"}, *turn("Bob")]
    assert played(*some_permanent.down(), *away, end[0], end[2]) == Counter(
        {("FD102", some_permanent.unshown): 1}
    )
    # What lay face up was never committed to: a name given once it lies in a hand proves nothing.
    late = ("FD102" if some_permanent.turned else "FD107", "note" if some_permanent.seen_by_all else "minor")
    assert played(*some_permanent.down(), *away, *end) == Counter({late: 1})


@pytest.mark.ruling("R06")
def test_what_a_leaver_owns_is_owed_in_a_game_that_goes_on(
    some_permanent: Any, played: Callable[..., Any], turn: Callable[[str], Lines]
) -> None:
    leave = {"do": "concede", "player": some_permanent.player}
    rest = [*turn("Carol"), {"do": "concede", "player": some_permanent.other}, {"do": "close"}]
    three = ("Alice", "Bob", "Carol")
    grave = "note" if some_permanent.turned else "error"
    assert played(*some_permanent.down(), leave, *rest, players=three) == Counter({("FD104", grave): 1})
    assert played(*some_permanent.down(), leave, {"do": "show", "object": "it"}, *rest, players=three) == NONE


@pytest.mark.ruling("R12")
def test_a_look_without_a_right_and_a_refusal_of_one_are_found(
    some_permanent: Any, played: Callable[..., Any], end: Lines
) -> None:
    look = {"do": "look", "object": "it", "player": some_permanent.stranger}
    assert played(*some_permanent.down(), look, *end) == Counter({("FD401", "minor"): 1})
    assert played(*some_permanent.down(), {**look, "allowed": "Smoke Teller"}, *end) == NONE
    refuse = {"do": "refuse", "object": "it", "player": some_permanent.holder}
    assert played(*some_permanent.down(), refuse, *end) == Counter({("FD402", "minor"): 1})
    assert played(*some_permanent.down(), {**refuse, "player": some_permanent.stranger}, *end) == NONE


@pytest.mark.ruling("R16")
def test_the_same_goes_for_spells(some_spell: Any, played: Callable[..., Any], end: Lines) -> None:
    spell = [*some_spell.down(resolve=False)]
    look = {"do": "look", "object": "it", "player": some_spell.stranger}
    assert played(*spell, look, {"do": "resolve"}, *end) == Counter({("FD401", "minor"): 1})
    refuse = {"do": "refuse", "object": "it", "player": some_spell.holder}
    assert played(*spell, refuse, {"do": "resolve"}, *end) == Counter({("FD402", "minor"): 1})


@pytest.mark.ruling("R17")
def test_a_spell_that_vanishes_unshown_is_found(
    some_spell: Any, played: Callable[..., Any], end: Lines, turn: Callable[[str], Lines]
) -> None:
    away = [*some_spell.down(resolve=False), {"do": "bounce", "object": "it"}, *turn("Bob")]
    assert played(*away, end[0], end[2]) == Counter({("FD103", some_spell.unshown): 1})


@pytest.mark.ruling("R19")
def test_a_spell_is_not_turned_up(some_spell: Any, played: Callable[..., Any], end: Lines) -> None:
    up = [*some_spell.down(resolve=False), some_spell.up, {"do": "resolve"}, end[0], end[2]]
    assert played(*up) == Counter({("FD203", "error"): 1})


@pytest.mark.ruling("R18")
def test_a_card_that_may_not_be_cast_so_is_found(
    some_spell: Any, played: Callable[..., Any], end: Lines
) -> None:
    code = "FD201" if some_spell.way.keyword is not None else "FD208"
    assert played(*some_spell.down("Bonesplitter"), *end) == Counter({(code, "error"): 1})


@pytest.mark.ruling("R02")
def test_only_the_ways_that_say_so_turn_it_up_for_its_mana_cost(
    some_permanent: Any, played: Callable[..., Any], end: Lines
) -> None:
    cost = "{1}{U}{U}" if some_permanent.card == "Coveted Falcon" else "{4}{W}{W}"
    for procedure in ("manifest", "cloak"):
        up = {"do": "turn_up", "object": "it", "procedure": procedure, "cost": cost}
        wrong = NONE if procedure == some_permanent.way.name else Counter({("FD203", "error"): 1})
        assert played(*some_permanent.down(), up, end[0], end[2]) == wrong


@pytest.mark.ruling("R02")
@pytest.mark.ruling("R07")
@pytest.mark.ruling("R19")
def test_the_wrong_player_the_wrong_cost_and_the_wrong_moment_are_found(
    some_permanent: Any, played: Callable[..., Any], end: Lines
) -> None:
    rest = (end[0], end[2])
    assert played(*some_permanent.down(), {**some_permanent.up, "cost": "{W}"}, *rest) == Counter(
        {("FD203", "error"): 1}
    )
    theirs = ({"do": "priority", "player": some_permanent.stranger}, some_permanent.up)
    assert played(*some_permanent.down(), *theirs, *rest) == Counter({("FD203", "error"): 1})
    other = (
        {"do": "priority", "player": some_permanent.stranger},
        {**some_permanent.up, "player": some_permanent.stranger},
    )
    assert played(*some_permanent.down(), *other, *rest) == Counter({("FD203", "error"): 1})


@pytest.mark.ruling("R11")
def test_an_ability_that_is_lost_turns_nothing_up(
    some_permanent: Any, played: Callable[..., Any], end: Lines
) -> None:
    lost = {"do": "change", "object": "it", "by": "Humility", "lost_abilities": True}
    assert played(*some_permanent.down(), lost, some_permanent.up, end[0], end[2]) == Counter(
        {("FD203", "error"): 1}
    )
    if some_permanent.way.for_mana_cost:
        mana = {"do": "turn_up", "object": "it", "procedure": some_permanent.way.name, "cost": "{4}{W}{W}"}
        assert played(*some_permanent.down(), lost, mana, end[0], end[2]) == NONE


@pytest.mark.ruling("R04")
def test_an_enters_ability_that_triggers_as_it_turns_up_is_found(
    some_permanent: Any, played: Callable[..., Any], end: Lines
) -> None:
    enters = {"do": "trigger", "object": "it", "on": "enters"}
    wrong = NONE if some_permanent.turned else Counter({("FD206", "error"): 1})
    assert played(*some_permanent.down(), some_permanent.up, enters, end[0], end[2]) == wrong


@pytest.mark.ruling("R05")
@pytest.mark.ruling("R09")
def test_instants_stay_down_and_double_faced_cards_do_not_transform(
    some_put: Any, played: Callable[..., Any], end: Lines, turn: Callable[[str], Lines]
) -> None:
    stay = {"do": "stay_down", "object": "it"}
    assert played(*some_put.down("Shock"), stay, *end) == NONE
    up = {"do": "turn_up", "object": "it", "procedure": "effect"}
    assert played(*some_put.down("Shock"), up, end[0], end[2]) == Counter({("FD203", "error"): 1})
    secret = [*some_put.down("Shock"), {**stay, "shown": False}, *turn("Bob"), end[0], end[2]]
    assert played(*secret) == Counter({("FD108", some_put.unshown): 1})
    again = {"do": "trigger", "object": "it", "on": "turned_up"}
    assert played(*some_put.down("Shock"), stay, again, *end) == Counter({("FD206", "error"): 1})
    flip = {"do": "transform", "object": "it"}
    assert played(*some_put.down("Delver of Secrets"), flip, *end) == Counter({("FD205", "error"): 1})
    assert played(*some_put.down("Delver of Secrets"), up, end[0], end[2]) == NONE


@pytest.mark.ruling("R13")
def test_two_that_were_mixed_up_are_found(
    some_permanent: Any, played: Callable[..., Any], end: Lines
) -> None:
    second = [
        {**line, "as": "second"} if "as" in line else line
        for line in replace(some_permanent, stolen=False).down()
    ]
    second = [{**line, "object": "second"} if line.get("object") == "it" else line for line in second]
    mix = {"do": "mix", "player": some_permanent.holder, "objects": ["it", "second"]}
    show = {"do": "show", "object": "second"}
    assert played(*second, *some_permanent.down(), mix, end[0], show, *end[1:]) == Counter(
        {("FD301", "minor"): 1}
    )


@pytest.mark.ruling("R14")
def test_a_copy_that_is_called_like_the_card_is_found(
    some_permanent: Any, played: Callable[..., Any], end: Lines
) -> None:
    make = {"do": "create", "player": some_permanent.holder, "copy_of": "it", "card": some_permanent.card}
    assert played(*some_permanent.down(), make, *end) == Counter({("FD205", "error"): 1})
