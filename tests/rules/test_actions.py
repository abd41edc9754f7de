"""What every action asks of its values, before anything is decided."""

from __future__ import annotations

import typing

import pytest

from facedown.errors import Malformed
from facedown.rules import actions as a


def test_a_name_is_not_taken_for_a_list_of_letters() -> None:
    with pytest.raises(Malformed, match=r"cards is a list, as in cards=\('Exalted Angel',\)"):
        a.Draw(player="p1", cards=typing.cast("typing.Any", "Exalted Angel"))
    with pytest.raises(Malformed, match="objects is a list"):
        a.Attack(player="p1", objects=typing.cast("typing.Any", "#1"))


def test_lists_and_no_lists_are_taken() -> None:
    assert a.Draw(player="p1", cards=("Exalted Angel",)).cards == ("Exalted Angel",)
    assert a.Draw(player="p1", count=3).cards is None
    assert a.Note(text="a text is no list").text
