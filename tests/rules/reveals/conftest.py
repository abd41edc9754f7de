"""Deeds that close windows and deeds that do not; a permanent that has just gone unshown."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import pytest

from facedown.rules import actions as a

QUIET = [
    a.Say(player="p2", text="hm"),
    a.Note(text="judge called", kind="ruling"),
    a.Note(text="time is called", kind="clock"),
    a.Note(text="Warning", kind="penalty", player="p1"),
    a.Record(result="2-1"),
    a.GoAbsent(player="p2"),
    a.Grant(player="p2", by="Mindslaver", of=("p1",)),
    a.Gather(player="p2"),
]
"""Entries that close no window."""

LOUD = [
    a.BeginTurn(player="p2"),
    a.BeginStep(step="end"),
    a.GivePriority(player="p2"),
    a.SetLife(player="p2", life=3),
    a.Draw(player="p2"),
    a.Shuffle(player="p1"),
    a.CastSpell(player="p2", card="Divination"),
    a.Create(player="p2", card="Soldier Token"),
]
"""Entries by which play goes on."""


def called(deed: a.Action) -> str:
    """A name for a deed."""
    return type(deed).__name__ + (f" {deed.kind}" if isinstance(deed, a.Note) else "")


@pytest.fixture(params=QUIET, ids=called)
def quiet_deed(request: pytest.FixtureRequest) -> a.Action:
    return cast("a.Action", request.param)


@pytest.fixture(params=LOUD, ids=called)
def loud_deed(request: pytest.FixtureRequest) -> a.Action:
    return cast("a.Action", request.param)


@pytest.fixture(params=[*QUIET, *LOUD], ids=called)
def any_deed(request: pytest.FixtureRequest) -> a.Action:
    return cast("a.Action", request.param)


@pytest.fixture
def bounced() -> Callable[..., str]:
    """A face-down permanent that has just been returned to the hand, unshown."""

    def make(w: Any, way: str = "morph") -> str:
        thing: str = w.down(way)
        w.bounce(thing)
        return thing

    return make
