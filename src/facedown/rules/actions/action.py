"""The base of all actions."""

from __future__ import annotations

import typing
from functools import cache

import msgspec

from facedown.errors import Malformed


class Action(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="do"):
    """The base of all actions.

    Raises:
        Malformed: one text where a list belongs. Python would take it for a list of letters, and each letter for a card.
    """

    def __post_init__(self) -> None:
        for name in _lists(type(self)):
            value = getattr(self, name)
            if isinstance(value, str):
                raise Malformed(f"{name} is a list, as in {name}=({value[:60]!r},)")


@cache
def _lists(kind: type[Action]) -> tuple[str, ...]:
    """The fields of an action that hold several values."""
    hints = typing.get_type_hints(kind)
    return tuple(
        name
        for name in kind.__struct_fields__
        if any(typing.get_origin(one) is tuple for one in (hints[name], *typing.get_args(hints[name])))
    )
