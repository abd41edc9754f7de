"""The rulings in every way in which an object can be face down, of both players, before and after a change of control.

Each case is a script that a person could have written, recorded and audited by the real commands. Where a ruling says
what a table may do, the audit finds nothing and strict recording takes it; where it was broken, exactly that is found.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from facedown.rules.ways import WAYS, Way

PERMANENT = [way for way in WAYS.values() if way.recorded and way.arrives & {"cast", "put", "turned"}]
SPELL = [way for way in PERMANENT if "cast" in way.arrives]
PUT = [way for way in PERMANENT if "put" in way.arrives]
OTHER = {"Alice": "Bob", "Bob": "Alice"}
NONE: Counter[tuple[str, str]] = Counter()


@dataclass(frozen=True)
class Case:
    """A way, who puts the card face down, and whether the other player gains control of it."""

    way: Way
    player: str
    stolen: bool

    @property
    def holder(self) -> str:
        """Who controls it when the deed is done."""
        return OTHER[self.player] if self.stolen else self.player

    @property
    def stranger(self) -> str:
        return OTHER[self.holder]

    @property
    def seen_by_all(self) -> bool:
        """Whether both players know it: it lay face up before, or both have controlled it face down."""
        return self.stolen or self.turned

    @property
    def turned(self) -> bool:
        """Whether it is put there face up, and then turned down."""
        return not self.way.arrives & {"cast", "put"}

    @property
    def unshown(self) -> str:
        """How grave it is not to show it: nothing is hidden from anybody if all have seen it."""
        return "note" if self.seen_by_all else "error"

    @property
    def card(self) -> str:
        return "Coveted Falcon" if self.way.keyword == "disguise" else "Exalted Angel"

    @property
    def up(self) -> dict[str, Any]:
        """What its controller writes to turn it up lawfully: its card's own ability."""
        if self.way.keyword == "disguise":
            return {"do": "turn_up", "object": "it", "procedure": "disguise", "cost": "{1}{U}"}
        return {"do": "turn_up", "object": "it", "procedure": "morph", "cost": "{2}{W}{W}"}


def turn(player: str) -> list[dict[str, Any]]:
    return [{"do": "turn", "player": player}, {"do": "main"}, {"do": "priority", "player": player}]


def down(case: Case, card: str | None = None, *, resolve: bool = True) -> list[dict[str, Any]]:
    """The lines that put a card face down, and give it to the other player where the case says so."""
    card, way, who = card or case.card, case.way, case.player
    lines = turn(who)
    if "cast" in way.arrives:
        cost = "{3}" if way.keyword is not None else "{6}"
        lines.append({"do": "cast", "card": card, "face_down": way.name, "cost": cost, "as": "it"})
        lines += [{"do": "resolve"}] * resolve
    elif "put" in way.arrives:
        lines.append({"do": "put", "card": card, "source": "library", "face_down": way.name, "as": "it"})
    else:
        lines.append({"do": "put", "card": card, "as": "it"})
        lines.append({"do": "turn_down", "object": "it", "face_down": way.name, "by": "Ixidron"})
    if case.stolen:
        lines.append({"do": "control", "object": "it", "player": case.holder})
    lines.append({"do": "priority", "player": case.holder})
    return lines


def written(*lines: dict[str, Any] | str, players: tuple[str, ...] = ("Alice", "Bob")) -> str:
    start = {"do": "start", "players": list(players), "first": players[0]}
    return "".join(
        (line if isinstance(line, str) else json.dumps(line)) + "\n"
        for line in ("# a case of a ruling", start, *lines)
    )


END: list[dict[str, Any]] = [
    {"do": "concede", "player": "Alice"},
    {"do": "show", "object": "it"},
    {"do": "close"},
]


def cases(ways: list[Way], *, few: bool = False) -> pytest.MarkDecorator:
    """Every way, of both players, with and without a change of control; `few`: of Alice, and Bob's given to her."""
    return pytest.mark.parametrize(
        "case",
        [
            pytest.param(
                Case(way, player, stolen),
                id=f"{way.name}-{player}{'-stolen' if stolen else ''}".replace(" ", "_"),
            )
            for way in ways
            for player in ("Alice", "Bob")
            for stolen in (False, True)
            if not few or stolen is (player == "Bob")
        ],
    )


@pytest.fixture
def played(record: Callable[[str], Any]) -> Callable[..., Counter[tuple[str, str]]]:
    """Play lines by the commands and return what the audit finds; strict recording refuses conduct, and only that."""

    def play(*lines: dict[str, Any], players: tuple[str, ...] = ("Alice", "Bob")) -> Counter[tuple[str, str]]:
        table = record(written(*lines, players=players))
        found: Counter[tuple[str, str]] = table.found()
        conduct = any(code[:3] in {"FD2", "FD3", "FD4"} and grave != "note" for code, grave in found)
        assert table.strictly().status == (2 if conduct else 0)
        return found

    return play


# --- what a table may do -----------------------------------------------------------------------------------------


@pytest.mark.ruling("R01")
@pytest.mark.ruling("R03")
@pytest.mark.ruling("R08")
@pytest.mark.ruling("R10")
@pytest.mark.ruling("R12")
@pytest.mark.ruling("R13")
@pytest.mark.ruling("R21")
@cases(PERMANENT)
def test_a_lawful_life_of_a_permanent_is_seen_as_it_should_be(
    case: Case, problems: Callable[[str], list[str]]
) -> None:
    """Put down, looked at, equipped, tapped, turned up, and seen by each as it may be."""
    said = f"face down ({case.way.said}), "
    hidden = "does not see" if not case.turned else "sees"
    tap = [] if case.way.up_before_tapping else [{"do": "tap", "object": "it"}]
    lines: list[dict[str, Any] | str] = [
        *down(case),
        f'# everybody sees "{said}"',
        f'# everybody {hidden} "{case.card}"',
        f'# {case.holder} sees "{case.card}"',
        f'# {case.stranger} {"sees" if case.seen_by_all else hidden} "{case.card}"',
        {"do": "look", "object": "it", "player": case.holder},
        {"do": "cast", "player": case.player, "card": "Bonesplitter", "cost": "{1}", "as": "axe"},
        {"do": "resolve"},
        {"do": "equip", "object": "axe", "to": "it"},
        {"do": "counters", "object": "it", "kind": "+1/+1", "count": 1},
        *tap,
        {"do": "priority", "player": case.holder},
        case.up,
        f'# everybody sees "{case.card}"',
        f'# everybody sees "{case.holder} {"tapped; " if tap else ""}1 +1/+1; carries "',
        '# everybody does not see "face down"',
        {"do": "concede", "player": "Alice"},
        {"do": "close"},
    ]
    assert problems(written(*lines)) == []


@pytest.mark.ruling("R06")
@cases(PERMANENT)
def test_shown_as_it_leaves_or_as_the_game_ends_nothing_is_found(
    case: Case, played: Callable[..., Any]
) -> None:
    assert played(*down(case), *END) == NONE
    assert played(*down(case), {"do": "bounce", "object": "it", "shown": True}, END[0], END[2]) == NONE
    assert played(*down(case), {"do": "die", "object": "it"}, END[0], END[2]) == NONE


@pytest.mark.ruling("R15")
@cases(PERMANENT)
def test_what_was_exiled_comes_back_face_up(case: Case, problems: Callable[[str], list[str]]) -> None:
    back = {"do": "put", "object": "it", "player": case.player}
    lines: list[dict[str, Any] | str] = [
        *down(case), {"do": "exile", "object": "it"}, back, '# everybody does not see "face down"',
        f'# everybody sees "{case.card}"', {"do": "trigger", "object": "it", "on": "enters"}, END[0], END[2],
    ]  # fmt: skip
    assert problems(written(*lines)) == []


@pytest.mark.ruling("R14")
@pytest.mark.ruling("R20")
@cases(PERMANENT)
def test_a_token_copy_is_face_up_nameless_and_its_creators(
    case: Case, problems: Callable[[str], list[str]]
) -> None:
    make = {"do": "create", "player": case.holder, "copy_of": "it", "controller": case.stranger, "as": "copy"}
    lines: list[dict[str, Any] | str] = [
        *down(case), make, '# everybody sees "token: 2/2 "',
        f'# everybody sees " {case.stranger} owned by {case.holder}"',
        f'# {case.holder} does not see "token: {case.card}"', *END,
    ]  # fmt: skip
    assert problems(written(*lines)) == []


@pytest.mark.ruling("R16")
@pytest.mark.ruling("R17")
@pytest.mark.ruling("R18")
@cases(SPELL)
def test_a_lawful_life_of_a_spell_is_seen_as_it_should_be(
    case: Case, problems: Callable[[str], list[str]]
) -> None:
    lines: list[dict[str, Any] | str] = [
        *down(case, resolve=False),
        f'# everybody sees "STACK (the last is on top) #1 face down ({case.way.said}), 2/2 creature"',
        f'# everybody does not see "{case.card}"',
        f'# {case.stranger} {"sees" if case.stolen else "does not see"} "{case.card}"',
        {"do": "look", "object": "it", "player": case.holder},
        f'# {case.holder} sees "[you know: {case.card}]"',
        {"do": "counter", "object": "it"},
        f'# everybody sees "GRAVEYARDS #2 {case.card}"',
        {"do": "concede", "player": "Alice"},
        {"do": "close"},
    ]
    assert problems(written(*lines)) == []


# --- what breaks a ruling ----------------------------------------------------------------------------------------


@pytest.mark.ruling("R06")
@cases(PERMANENT, few=True)
def test_what_is_not_shown_is_found_unless_everybody_had_seen_it(
    case: Case, played: Callable[..., Any]
) -> None:
    end = [END[0], {"do": "gather", "player": "Alice"}, {"do": "gather", "player": "Bob"}, END[2]]
    assert played(*down(case), *end) == Counter({("FD101", case.unshown): 1})
    away = [{"do": "bounce", "object": "it"}, *turn("Bob")]
    assert played(*down(case), *away, END[0], END[2]) == Counter({("FD102", case.unshown): 1})
    late = "note" if case.seen_by_all else "minor"
    assert played(*down(case), *away, *END) == Counter({("FD107", late): 1})


@pytest.mark.ruling("R06")
@cases(PERMANENT, few=True)
def test_what_a_leaver_owns_is_owed_in_a_game_that_goes_on(case: Case, played: Callable[..., Any]) -> None:
    leave = {"do": "concede", "player": case.player}
    rest = [*turn("Carol"), {"do": "concede", "player": OTHER[case.player]}, {"do": "close"}]
    three = ("Alice", "Bob", "Carol")
    grave = "note" if case.turned else "error"
    assert played(*down(case), leave, *rest, players=three) == Counter({("FD104", grave): 1})
    assert played(*down(case), leave, {"do": "show", "object": "it"}, *rest, players=three) == NONE


@pytest.mark.ruling("R12")
@cases(PERMANENT, few=True)
def test_a_look_without_a_right_and_a_refusal_of_one_are_found(
    case: Case, played: Callable[..., Any]
) -> None:
    look = {"do": "look", "object": "it", "player": case.stranger}
    assert played(*down(case), look, *END) == Counter({("FD401", "minor"): 1})
    assert played(*down(case), {**look, "allowed": "Smoke Teller"}, *END) == NONE
    refuse = {"do": "refuse", "object": "it", "player": case.holder}
    assert played(*down(case), refuse, *END) == Counter({("FD402", "minor"): 1})
    assert played(*down(case), {**refuse, "player": case.stranger}, *END) == NONE


@pytest.mark.ruling("R16")
@cases(SPELL, few=True)
def test_the_same_goes_for_spells(case: Case, played: Callable[..., Any]) -> None:
    spell = [*down(case, resolve=False)]
    look = {"do": "look", "object": "it", "player": case.stranger}
    assert played(*spell, look, {"do": "resolve"}, *END) == Counter({("FD401", "minor"): 1})
    refuse = {"do": "refuse", "object": "it", "player": case.holder}
    assert played(*spell, refuse, {"do": "resolve"}, *END) == Counter({("FD402", "minor"): 1})


@pytest.mark.ruling("R17")
@cases(SPELL, few=True)
def test_a_spell_that_vanishes_unshown_is_found(case: Case, played: Callable[..., Any]) -> None:
    away = [*down(case, resolve=False), {"do": "bounce", "object": "it"}, *turn("Bob")]
    assert played(*away, END[0], END[2]) == Counter({("FD103", case.unshown): 1})


@pytest.mark.ruling("R19")
@cases(SPELL, few=True)
def test_a_spell_is_not_turned_up(case: Case, played: Callable[..., Any]) -> None:
    up = [*down(case, resolve=False), case.up, {"do": "resolve"}, END[0], END[2]]
    assert played(*up) == Counter({("FD203", "error"): 1})


@pytest.mark.ruling("R18")
@cases(SPELL, few=True)
def test_a_card_that_may_not_be_cast_so_is_found(case: Case, played: Callable[..., Any]) -> None:
    code = "FD201" if case.way.keyword is not None else "FD208"
    assert played(*down(case, "Bonesplitter"), *END) == Counter({(code, "error"): 1})


@pytest.mark.ruling("R02")
@cases(PERMANENT, few=True)
def test_only_the_ways_that_say_so_turn_it_up_for_its_mana_cost(
    case: Case, played: Callable[..., Any]
) -> None:
    cost = "{1}{U}{U}" if case.card == "Coveted Falcon" else "{4}{W}{W}"
    for procedure in ("manifest", "cloak"):
        up = {"do": "turn_up", "object": "it", "procedure": procedure, "cost": cost}
        wrong = NONE if procedure == case.way.name else Counter({("FD203", "error"): 1})
        assert played(*down(case), up, END[0], END[2]) == wrong


@pytest.mark.ruling("R02")
@pytest.mark.ruling("R07")
@pytest.mark.ruling("R19")
@cases(PERMANENT, few=True)
def test_the_wrong_player_the_wrong_cost_and_the_wrong_moment_are_found(
    case: Case, played: Callable[..., Any]
) -> None:
    rest = (END[0], END[2])
    assert played(*down(case), {**case.up, "cost": "{W}"}, *rest) == Counter({("FD203", "error"): 1})
    theirs = ({"do": "priority", "player": case.stranger}, case.up)
    assert played(*down(case), *theirs, *rest) == Counter({("FD203", "error"): 1})
    other = ({"do": "priority", "player": case.stranger}, {**case.up, "player": case.stranger})
    assert played(*down(case), *other, *rest) == Counter({("FD203", "error"): 1})


@pytest.mark.ruling("R11")
@cases(PERMANENT, few=True)
def test_an_ability_that_is_lost_turns_nothing_up(case: Case, played: Callable[..., Any]) -> None:
    lost = {"do": "change", "object": "it", "by": "Humility", "lost_abilities": True}
    assert played(*down(case), lost, case.up, END[0], END[2]) == Counter({("FD203", "error"): 1})
    if case.way.for_mana_cost:
        mana = {"do": "turn_up", "object": "it", "procedure": case.way.name, "cost": "{4}{W}{W}"}
        assert played(*down(case), lost, mana, END[0], END[2]) == NONE


@pytest.mark.ruling("R04")
@cases(PERMANENT, few=True)
def test_an_enters_ability_that_triggers_as_it_turns_up_is_found(
    case: Case, played: Callable[..., Any]
) -> None:
    enters = {"do": "trigger", "object": "it", "on": "enters"}
    wrong = NONE if case.turned else Counter({("FD206", "error"): 1})
    assert played(*down(case), case.up, enters, END[0], END[2]) == wrong


@pytest.mark.ruling("R05")
@pytest.mark.ruling("R09")
@cases(PUT, few=True)
def test_instants_stay_down_and_double_faced_cards_do_not_transform(
    case: Case, played: Callable[..., Any]
) -> None:
    stay = {"do": "stay_down", "object": "it"}
    assert played(*down(case, "Shock"), stay, *END) == NONE
    up = {"do": "turn_up", "object": "it", "procedure": "effect"}
    assert played(*down(case, "Shock"), up, END[0], END[2]) == Counter({("FD203", "error"): 1})
    secret = [*down(case, "Shock"), {**stay, "shown": False}, *turn("Bob"), END[0], END[2]]
    assert played(*secret) == Counter({("FD108", case.unshown): 1})
    again = {"do": "trigger", "object": "it", "on": "turned_up"}
    assert played(*down(case, "Shock"), stay, again, *END) == Counter({("FD206", "error"): 1})
    flip = {"do": "transform", "object": "it"}
    assert played(*down(case, "Delver of Secrets"), flip, *END) == Counter({("FD205", "error"): 1})
    assert played(*down(case, "Delver of Secrets"), up, END[0], END[2]) == NONE


@pytest.mark.ruling("R13")
@cases(PERMANENT, few=True)
def test_two_that_were_mixed_up_are_found(case: Case, played: Callable[..., Any]) -> None:
    second = [
        {**line, "as": "second"} if "as" in line else line
        for line in down(Case(case.way, case.player, stolen=False))
    ]
    second = [{**line, "object": "second"} if line.get("object") == "it" else line for line in second]
    mix = {"do": "mix", "player": case.holder, "objects": ["it", "second"]}
    show = {"do": "show", "object": "second"}
    assert played(*second, *down(case), mix, END[0], show, *END[1:]) == Counter({("FD301", "minor"): 1})


@pytest.mark.ruling("R14")
@cases(PERMANENT, few=True)
def test_a_copy_that_is_called_like_the_card_is_found(case: Case, played: Callable[..., Any]) -> None:
    make = {"do": "create", "player": case.holder, "copy_of": "it", "card": case.card}
    assert played(*down(case), make, *END) == Counter({("FD205", "error"): 1})
