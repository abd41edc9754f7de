"""Playing a script into a game: every line in its turn, with what it leaves out filled in from the state."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from facedown.errors import Illegal, Malformed
from facedown.importers.script.faces import Faces
from facedown.importers.script.labels import Labels
from facedown.importers.script.reading import Line, Script
from facedown.importers.script.words import BY_ACTIVE, OF_PERMANENTS, complaint, fields, quoted
from facedown.ledger.game import Game, Receipt
from facedown.rules import actions as a
from facedown.rules import events as e
from facedown.rules.state import State


def play(script: Script, game: Game, labels: Labels | None = None) -> Iterator[Receipt]:
    """Play a script into a game whose players are seated; yield what came of each line, the first one's beginning included.

    Each deed gets an id that follows from the script up to its line. So a script may be played again into the game it
    was cut off in, also after lines were added at its end: what is there already is not played twice.

    Raises:
        Malformed: a line cannot be played, with its number. What came before it stands.
        Illegal: the game is strict and the rules do not allow it; the message names the line.
    """
    player = _Player(game, Labels() if labels is None else labels)
    for line in script.lines:
        try:
            yield player.play(line)
        except Illegal as error:
            raise Illegal(f"line {line.number}: {error.args[0]}", rules=error.rules) from None
        except Malformed as error:
            raise Malformed(str(error.args[0]), line=line.number) from None


class _Player:
    def __init__(self, game: Game, labels: Labels) -> None:
        self.game = game
        self.labels = labels
        self.faces = Faces()
        self.state: State = game.state
        self.entries: dict[int, int] = {}

    def play(self, line: Line) -> Receipt:
        action = self._action(line)
        receipt = self.game.play(action, id=line.id)
        self.entries[line.number] = receipt.seq
        # A deed that was stored already is answered from the store, and the game may be much further on by now.
        self.state = self.game.at(receipt.seq)
        self.labels.follow(receipt.events, receipt.seq)
        self.faces.learn(line.values.get("card"), receipt.events)
        if line.label is not None:
            self.labels.give(line.label, _made(receipt, action), receipt.seq, self.state.objects)
        return receipt

    def _action(self, line: Line) -> a.Action:
        values = dict(line.values)
        for name, field in fields(line.kind).items():
            if field.holds == "object" and name in values:
                value = values[name]
                values[name] = (
                    [self._find(line, one) for one in value] if field.many else self._find(line, value)
                )
        self._fill_in(line, values)
        self.faces.check(line.word, line.values, values, self.state)
        try:
            return msgspec.convert({"do": line.word, **values}, line.kind)
        except msgspec.ValidationError as error:
            raise Malformed(complaint(line.word, line.kind, error)) from None

    def _find(self, line: Line, word: Any) -> str:
        handle = self.labels.find(word)
        thing = self.state.objects.get(handle)
        if line.word in OF_PERMANENTS and thing is not None and thing.zone not in {"battlefield", "stack"}:
            raise Malformed(
                f"{line.word}: {quoted(str(word))} is no permanent: it lies in the zone {thing.zone}"
            )
        return handle

    def _fill_in(self, line: Line, values: dict[str, Any]) -> None:
        if line.back_to is not None:
            values["to"] = self._entry(line.back_to)
        if "player" not in values:
            if line.word in BY_ACTIVE:
                values["player"] = self._controller(line, values) or self._active()
            elif line.word == "turn":
                values["player"] = self._next()
        if line.word == "resolve" and "object" not in values:
            values["object"] = self._top()

    def _entry(self, number: int) -> int:
        if number not in self.entries:
            raise Malformed(f"line {number} is no earlier action: there is nothing to go back to")
        return self.entries[number]

    def _controller(self, line: Line, values: dict[str, Any]) -> str | None:
        """Who looks at an object: whoever controls it."""
        if line.word != "look":
            return None
        thing = self.state.objects.get(values.get("object") or next(iter(values.get("objects", ())), ""))
        return None if thing is None else thing.controller

    def _active(self) -> str:
        if self.state.active is None:
            raise Malformed('nobody\'s turn has begun yet: say whose deed it is, by "player"')
        return self.state.active

    def _next(self) -> str:
        seats = list(self.state.players)
        if self.state.active is None:
            raise Malformed('say whose turn it is, by "player"')
        if self.state.turn == 0 and all(thing.zone == "command" for thing in self.state.objects.values()):
            return self.state.active  # nobody has done anything yet: this is the first turn
        at = seats.index(self.state.active)
        return next(
            (seat for seat in seats[at + 1 :] + seats[: at + 1] if seat in self.state.playing),
            self.state.active,
        )

    def _top(self) -> str:
        spells = [thing.handle for thing in self.state.objects.values() if thing.zone == "stack"]
        if not spells:
            raise Malformed("the stack is empty: there is nothing to resolve")
        return spells[-1]


def _made(receipt: Receipt, action: a.Action) -> str:
    """What a label is for: the object a deed made, the one hidden card it names, or the object it was done to."""
    if receipt.handles:
        return receipt.handle
    hidden = [card.handle for event in receipt.events for card in _hidden(event)]
    if len(hidden) == 1:
        return hidden[0]
    thing = getattr(action, "object", None)
    if isinstance(thing, str):
        return thing
    raise Malformed('this deed makes no single object, so "as" has nothing to call by that name')


def _hidden(event: e.Event) -> tuple[e.HiddenCard, ...]:
    if isinstance(event, e.Drew | e.Transferred | e.Looked):
        return event.cards or ()
    return (event.choice,) if isinstance(event, e.Chose) else ()
