"""A script read strictly, without a game: words, fields, players and cards are checked, labels are not."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

import msgspec

from facedown.errors import Malformed
from facedown.importers.script import lines
from facedown.importers.script.lines import Raw
from facedown.importers.script.names import CardNames, Chair, Players
from facedown.importers.script.tidy import tidy
from facedown.importers.script.words import (
    ACTIONS,
    BY_ACTIVE,
    CARD_FIELDS,
    NO_LOOK_UP,
    SHORT,
    complaint,
    fields,
    nearest,
    quoted,
)
from facedown.rules import actions as a

OWN = frozenset({"do", "as", "exactly"})
"""What a line may have besides the fields of its action."""


class Line(NamedTuple):
    """One action to be: its word and fields, players as role ids, objects as written, cards as printed.

    `label` is what its object will be called, `back_to` the line after which a reversal goes on.
    """

    number: int
    id: str
    word: str
    kind: type[a.Action]
    values: Mapping[str, Any]
    label: str | None = None
    back_to: int | None = None


class Script(NamedTuple):
    """A script: who plays, and the actions, the beginning first."""

    seats: tuple[a.Seat, ...]
    lines: tuple[Line, ...]


def read(data: bytes) -> Script:
    """Read a script strictly; no game is needed.

    Raises:
        Malformed: with the line, what is wrong with it, and where possible what is meant.
    """
    found = lines.read(data)
    first = next(found, None)
    if first is None:
        raise Malformed('the script is empty: it begins with {"do":"start","players":["Alice","Bob"]}')
    reader = _Reader(first)
    return Script(tuple(reader.players.seats.values()), (reader.first, *reader.rest(found)))


class _Start(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    do: str
    players: list[str | Chair]
    first: str | None = None
    position: bool | None = None


class _Reader:
    def __init__(self, raw: Raw) -> None:
        self.cards = CardNames()
        try:
            start = _start(raw)
            self.players = Players([Chair(name=c) if isinstance(c, str) else c for c in start.players])
            values: dict[str, Any] = {"position": start.position}
            if start.first is not None:
                values["first"] = self.players.find(start.first)
        except Malformed as error:
            raise Malformed(str(error.args[0]), line=raw.number) from None
        self.first = Line(raw.number, _id(raw), "begin", a.Begin, values)

    def rest(self, raws: Iterable[Raw]) -> Iterable[Line]:
        for raw in raws:
            try:
                yield self._line(raw)
            except Malformed as error:
                raise Malformed(str(error.args[0]), line=raw.number) from None

    def _line(self, raw: Raw) -> Line:
        word, kind, values = _deed(raw.values)
        label, exactly = values.pop("as", None), values.pop("exactly", False)
        back_to = values.pop("line", None) if kind is a.Reverse else None
        _check_own(label, exactly, back_to)
        if back_to is not None and "to" in values:
            raise Malformed('a reversal goes back to an entry ("to") or to a line ("line"), not to both')
        self._names(word, kind, values, exactly=exactly)
        tidy(word, values)
        _check(word, kind, values, back_to)
        return Line(raw.number, _id(raw), word, kind, values, label, back_to)

    def _names(self, word: str, kind: type[a.Action], values: dict[str, Any], *, exactly: bool) -> None:
        for name, field in fields(kind).items():
            if name not in values:
                continue
            if field.many and not isinstance(values[name], list):
                values[name] = [values[name]]
            if field.holds == "player":
                value = values[name]
                values[name] = (
                    [self.players.find(one) for one in value] if field.many else self.players.find(value)
                )
        if exactly or word in NO_LOOK_UP:
            return
        for name in sorted(CARD_FIELDS & set(values)):
            values[name] = self._cards(values[name])

    def _cards(self, value: Any) -> Any:
        if isinstance(value, list):
            several: list[Any] = []
            several += value
            return [self._cards(one) for one in several]
        return self.cards.find(value) if isinstance(value, str) and value else value


def _start(raw: Raw) -> _Start:
    if raw.values.get("do") != "start":
        raise Malformed('a script begins with {"do":"start","players":["Alice","Bob"]}')
    unknown = next((name for name in raw.values if name not in _Start.__struct_fields__), None)
    if unknown is not None:
        raise Malformed(f"start has no field {quoted(unknown)}{nearest(unknown, _Start.__struct_fields__)}")
    try:
        start = msgspec.convert(raw.values, _Start)
    except msgspec.ValidationError as error:
        raise Malformed(complaint("start", a.Begin, error)) from None
    if not 1 <= len(start.players) <= 99:
        raise Malformed("a game has 1 to 99 players")
    return start


def _deed(raw: Mapping[str, Any]) -> tuple[str, type[a.Action], dict[str, Any]]:
    """The action that a line means, by its full word, and the fields with those that a short word fills in."""
    said = raw.get("do")
    if not isinstance(said, str):
        raise Malformed('the line does not say what is done: {"do":…}')
    if said == "start":
        raise Malformed("the game has started already, in an earlier line")
    word, preset = SHORT.get(said, (said, {}))
    kind = ACTIONS.get(word)
    if kind is None:
        words = (*ACTIONS, *SHORT)
        meant = nearest(said, words) or f"; the words are: {', '.join(sorted(words))}"
        raise Malformed(f"no action is called {quoted(said)}{meant}")
    own = fields(kind)
    known = {*own, *OWN} | ({"line"} if kind is a.Reverse else set[str]())
    values: dict[str, Any] = dict(preset)
    for name, value in raw.items():
        plural = f"{name}s"
        if name not in known and plural in own and own[plural].many and plural not in raw:
            values[plural] = value  # {"do":"attack","object":"bears"}
        elif name in known:
            values[name] = value
        else:
            meant = nearest(name, known) or f"; it has: {', '.join(own) or 'none'}"
            raise Malformed(f"{said} has no field {quoted(name)}{meant}")
    del values["do"]
    return word, kind, values


def _check_own(label: Any, exactly: Any, back_to: Any) -> None:
    if label is not None and (
        not isinstance(label, str) or not 0 < len(label) <= 64 or label.startswith("#") or "/" in label
    ):
        raise Malformed('a label ("as") is 1 to 64 characters, without "/" and not beginning with "#"')
    if not isinstance(exactly, bool):
        raise Malformed('"exactly" is true or false')
    if back_to is not None and (not isinstance(back_to, int) or isinstance(back_to, bool)):
        raise Malformed('"line" is the number of a line of this script')


def _check(word: str, kind: type[a.Action], values: Mapping[str, Any], back_to: int | None) -> None:
    """Complain of wrong values now, with any handle in place of what only the game can tell."""
    trial = dict(values)
    for name, field in fields(kind).items():
        if field.holds == "object" and name in trial:
            trial[name] = ["#1" for _ in trial[name]] if field.many else "#1"
    if word in BY_ACTIVE or word == "turn":
        trial.setdefault("player", "p1")
    if word == "resolve":
        trial.setdefault("object", "#1")
    if back_to is not None:
        trial["to"] = 0
    try:
        msgspec.convert({"do": word, **trial}, kind)
    except msgspec.ValidationError as error:
        raise Malformed(complaint(word, kind, error)) from None


def _id(raw: Raw) -> str:
    return raw.digest[:16].hex()
