"""The words of a script: which actions there are, what their fields hold, and short words for frequent ones."""

from __future__ import annotations

import difflib
import re
import types
import typing
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, Literal, NamedTuple

import msgspec

from facedown.rules import actions as a
from facedown.rules import events as e

SHORT: Mapping[str, tuple[str, Mapping[str, Any]]] = {
    "manifest": ("put", {"face_down": "manifest", "source": "library"}),
    "cloak": ("put", {"face_down": "cloak", "source": "library"}),
    "foretell": ("put", {"face_down": "foretell", "to": "exile"}),
    "exile_face_down": ("put", {"face_down": "exiled", "to": "exile"}),
    "morph": ("cast", {"face_down": "morph"}),
    "megamorph": ("cast", {"face_down": "megamorph"}),
    "disguise": ("cast", {"face_down": "disguise"}),
    "play_land": ("put", {}),
    "discard": ("put", {"to": "graveyard"}),
    "mill": ("put", {"source": "library", "to": "graveyard"}),
    "die": ("move", {"to": "graveyard"}),
    "destroy": ("move", {"to": "graveyard"}),
    "sacrifice": ("move", {"to": "graveyard"}),
    "counter": ("move", {"to": "graveyard"}),
    "fizzle": ("move", {"to": "graveyard"}),
    "exile": ("move", {"to": "exile"}),
    "bounce": ("move", {"to": "hand"}),
    "tuck": ("move", {"to": "library"}),
    "peek": ("look", {}),
    "reveal": ("show", {}),
    "scoop": ("gather", {}),
    "unmorph": ("turn_up", {"procedure": "morph"}),
    "phase_out": ("phase", {"out": True}),
    "phase_in": ("phase", {"out": False}),
    "equip": ("attach", {}),
    "upkeep": ("step", {"step": "upkeep"}),
    "main": ("step", {"step": "main"}),
    "combat": ("step", {"step": "combat"}),
    "token": ("create", {}),
    "gain_control": ("control", {}),
    "rewind": ("reverse", {}),
    "lose": ("leave", {"how": "lost"}),
    "disqualify": ("leave", {"how": "removed"}),
    "ruling": ("note", {"kind": "ruling"}),
    "penalty": ("note", {"kind": "penalty"}),
}
"""Short word → the action it stands for and the fields it fills in, unless the line fills them in itself."""

ACTIONS: Mapping[str, type[a.Action]] = {
    str(kind.__struct_config__.tag): kind for kind in a.ACTIONS if kind not in {a.Seat, a.Begin}
}
"""Every action of a script by its word; seats and the beginning are the first line's."""

BY_ACTIVE = frozenset({
    "cast", "put", "draw", "transfer", "shuffle", "create", "look", "attack", "mix", "choose", "priority",
})  # fmt: skip
"""Actions that are the active player's, where the line names nobody."""

OF_PERMANENTS = frozenset({
    "tap", "untap", "attach", "attack", "block", "turn_down", "transform", "phase", "merge",
})  # fmt: skip
"""Actions that are done with permanents only: another object there is a slip of the pen."""

CARD_FIELDS = frozenset({"card", "cards", "choices", "sideboard"})
NO_LOOK_UP = frozenset({"create", "transform"})
"""A token is called what its maker's card says, and one face of a card may be meant: those names stay as they are."""

Holds = Literal["player", "object", "other"]


class Field(NamedTuple):
    """What a field of an action holds: players, objects, or something else; `many`: a list of them."""

    holds: Holds
    many: bool


@cache
def fields(kind: type[a.Action]) -> Mapping[str, Field]:
    """The fields of an action, by name, read off their types.

    >>> fields(a.GainControl)["player"]
    Field(holds='player', many=False)
    """
    hints = typing.get_type_hints(kind, include_extras=True)
    return {field.name: _field(hints[field.name]) for field in msgspec.structs.fields(kind)}


def _field(hint: Any) -> Field:
    many = False
    for one in _members(hint):
        inner = one
        if typing.get_origin(one) is tuple:
            many, inner = True, typing.get_args(one)[0]
        if inner == e.Player:
            return Field("player", many)
        if inner in (e.Handle, e.AnyHandle):
            return Field("object", many)
    return Field("other", many)


def _members(hint: Any) -> tuple[Any, ...]:
    if typing.get_origin(hint) in {typing.Union, types.UnionType}:
        return typing.get_args(hint)
    return (hint,)


_TYPES = {
    "str": "text",
    "int": "a whole number",
    "bool": "true or false",
    "array": "a list",
    "object": "an object",
    "float": "a number",
}
_EXPECTED = re.compile(r"Expected `([\w |]+)`, got `(\w+)` - at `\$\.(\w+)(.*)`")
_UNKNOWN = re.compile(r"Object contains unknown field `(\w+)`( - at `.*`)?")
_MISSING = re.compile(r"Object missing required field `(\w+)`")
_ENUM = re.compile(r"Invalid enum value '(.*)' - at `\$\.(\w+)`")


def complaint(word: str, kind: type[a.Action], error: msgspec.ValidationError) -> str:
    """What is wrong with the fields of an action, as a script's author would say it."""
    said = str(error)
    if missing := _MISSING.fullmatch(said):
        return f'{word} needs "{missing[1]}"'
    if unknown := _UNKNOWN.fullmatch(said):
        return f'{word} knows no field "{unknown[1]}"' + (" there" if unknown[2] else "")
    if expected := _EXPECTED.fullmatch(said):
        kinds = " or ".join(_TYPES.get(kind, kind) for kind in expected[1].split(" | ") if kind != "null")
        what = f"what stands in {quoted(expected[3])}" if expected[4] else quoted(expected[3])
        return f"{word}: {what} is {kinds}, not {_TYPES.get(expected[2], expected[2])}"
    if (enum := _ENUM.fullmatch(said)) and enum[2] in fields(kind):
        hint = typing.get_type_hints(kind)[enum[2]]
        known = [value for one in _members(hint) for value in typing.get_args(one) if isinstance(value, str)]
        known = known or [value for value in typing.get_args(hint) if isinstance(value, str)]
        return f'{word}: {quoted(enum[1])} is no "{enum[2]}"; it is one of: {", ".join(known)}'
    return f"{word}: {said}"


def nearest(word: str, known: Iterable[str]) -> str:
    """A suggestion to put after a message, or nothing.

    >>> nearest("manifset", SHORT)
    '; did you mean "manifest"?'
    """
    found = difflib.get_close_matches(word[:100], list(known), n=1)
    return f'; did you mean "{found[0]}"?' if found else ""


def quoted(text: str) -> str:
    """A word from the script as a message shows it: short, on one line."""
    return (
        '"'
        + "".join(c if c.isprintable() else "?" for c in text[:60])
        + ("…" if len(text) > 60 else "")
        + '"'
    )
