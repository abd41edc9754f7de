"""Every way in which an object can be face down, of both players, before and after a change of control.

Each case is a script that a person could have written, recorded and audited by the real commands.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, cast

import pytest

from facedown.rules.ways import PLAIN, WAYS, Way

PERMANENT = [way for way in WAYS.values() if way.recorded and way.arrives & {"cast", "put", "turned"}]
SPELL = [way for way in PERMANENT if "cast" in way.arrives]
PUT = [way for way in PERMANENT if "put" in way.arrives]
OTHER = {"Alice": "Bob", "Bob": "Alice"}


def turn(player: str) -> list[dict[str, Any]]:
    return [{"do": "turn", "player": player}, {"do": "main"}, {"do": "priority", "player": player}]


@dataclass(frozen=True)
class Case:
    """A way, who puts the card face down, and whether the other player gains control of it."""

    way: Way
    player: str
    stolen: bool
    turned: bool = False
    """Whether it is put there face up, and then turned down."""

    @property
    def holder(self) -> str:
        """Who controls it when the deed is done."""
        return OTHER[self.player] if self.stolen else self.player

    @property
    def other(self) -> str:
        """The opponent of whoever put it down."""
        return OTHER[self.player]

    @property
    def stranger(self) -> str:
        return OTHER[self.holder]

    @property
    def seen_by_all(self) -> bool:
        """Whether both players know it: it lay face up before, or both have controlled it face down."""
        return self.stolen or self.turned

    @property
    def unshown(self) -> str:
        """How grave it is not to show it: nothing is hidden from anybody if all have seen it."""
        return "note" if self.seen_by_all else "error"

    @property
    def card(self) -> str:
        return "Coveted Falcon" if self.way.keyword == "disguise" else "Exalted Angel"

    @property
    def size(self) -> str:
        """Power and toughness while it is face down, where the deed lists nothing else."""
        listed = self.way.listed or PLAIN
        return f"{listed.power}/{listed.toughness}"

    @property
    def up(self) -> dict[str, Any]:
        """What its controller writes to turn it up lawfully: its card's own ability."""
        if self.way.keyword == "disguise":
            return {"do": "turn_up", "object": "it", "procedure": "disguise", "cost": "{1}{U}"}
        return {"do": "turn_up", "object": "it", "procedure": "morph", "cost": "{2}{W}{W}"}

    def down(self, card: str | None = None, *, resolve: bool = True) -> list[dict[str, Any]]:
        """The lines that put a card face down, and give it to the other player where the case says so."""
        card, way, who = card or self.card, self.way, self.player
        lines = turn(who)
        if self.turned:
            lines.append({"do": "put", "card": card, "as": "it"})
            lines.append({"do": "turn_down", "object": "it", "face_down": way.name, "by": "Ixidron"})
        elif "cast" in way.arrives:
            cost = "{3}" if way.keyword is not None else "{6}"
            lines.append({"do": "cast", "card": card, "face_down": way.name, "cost": cost, "as": "it"})
            lines += [{"do": "resolve"}] * resolve
        else:
            lines.append({"do": "put", "card": card, "source": "library", "face_down": way.name, "as": "it"})
        if self.stolen:
            lines.append({"do": "control", "object": "it", "player": self.holder})
        lines.append({"do": "priority", "player": self.holder})
        return lines


def cases(ways: list[Way], *, few: bool = False, turned: bool = True) -> list[Case]:
    """Every way, of both players, with and without a change of control; `few`: of Alice, and Bob's given to her.

    `turned`: also what was put there face up and then turned down.
    """
    return [
        Case(way, player, stolen, up_first)
        for way in ways
        for up_first in (False, True)[: 1 + turned]
        if way.arrives & ({"turned"} if up_first else {"cast", "put"})
        for player in ("Alice", "Bob")
        for stolen in (False, True)
        if not few or stolen is (player == "Bob")
    ]


def named(case: Case) -> str:
    words = (case.way.name, "turned" * case.turned, case.player, "stolen" * case.stolen)
    return "-".join(word for word in words if word).replace(" ", "_")


@pytest.fixture(params=cases(PERMANENT), ids=named)
def permanent(request: pytest.FixtureRequest) -> Case:
    return cast("Case", request.param)


@pytest.fixture(params=cases(PERMANENT, few=True), ids=named)
def some_permanent(request: pytest.FixtureRequest) -> Case:
    return cast("Case", request.param)


@pytest.fixture(params=cases(SPELL), ids=named)
def spell(request: pytest.FixtureRequest) -> Case:
    return cast("Case", request.param)


@pytest.fixture(params=cases(SPELL, few=True), ids=named)
def some_spell(request: pytest.FixtureRequest) -> Case:
    return cast("Case", request.param)


@pytest.fixture(params=cases(PUT, few=True, turned=False), ids=named)
def some_put(request: pytest.FixtureRequest) -> Case:
    return cast("Case", request.param)


@pytest.fixture(name="turn")
def turn_fixture() -> Callable[[str], list[dict[str, Any]]]:
    """The lines with which a player's main phase begins."""
    return turn


@pytest.fixture
def end() -> list[dict[str, Any]]:
    """The game ends, the card is shown, and the record is closed."""
    return [{"do": "concede", "player": "Alice"}, {"do": "show", "object": "it"}, {"do": "close"}]


def written(*lines: dict[str, Any] | str, players: tuple[str, ...] = ("Alice", "Bob")) -> str:
    start = {"do": "start", "players": list(players), "first": players[0]}
    return "".join(
        (line if isinstance(line, str) else json.dumps(line)) + "\n"
        for line in ("# a case of a ruling", start, *lines)
    )


@pytest.fixture
def seen(problems: Callable[[str], list[str]]) -> Callable[..., list[str]]:
    """Play lines, some of which say what is seen; return what is otherwise."""

    def play(*lines: dict[str, Any] | str) -> list[str]:
        return problems(written(*lines))

    return play


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
