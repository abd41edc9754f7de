"""Who is meant, and which card: players by name, cards by what somebody typed."""

from __future__ import annotations

import difflib
import re
from typing import Any

import msgspec

from facedown.cards import builtin
from facedown.errors import Malformed
from facedown.importers.script.words import nearest, quoted
from facedown.rules import actions as a

CLOSE = 0.9
"""From this likeness on a name that nobody knows is taken for a slip of the pen."""

GUESSES = 500
"""How many unknown names of a script are looked at that closely: comparing with every name takes a while."""

_ROLE = re.compile(r"p[1-9][0-9]?\Z")


class Chair(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A player as the first line may describe one."""

    name: str
    team: str | None = None
    library: int | None = None
    hand: int | None = None
    life: int | None = None


class Players:
    """The players of a script, by role id and by name in any case."""

    def __init__(self, chairs: list[Chair]) -> None:
        self.seats: dict[str, a.Seat] = {}
        self._ids: dict[str, str] = {}
        for number, chair in enumerate(chairs, start=1):
            id_ = f"p{number}"
            key = chair.name.casefold()
            if key in self._ids or (_ROLE.match(chair.name) and chair.name != id_):
                raise Malformed(f"{quoted(chair.name)} cannot be told from another player: use another name")
            self._ids[key] = self._ids[id_] = id_
            seat = {"do": "seat", "player": id_, **msgspec.structs.asdict(chair)}
            try:
                self.seats[id_] = msgspec.convert(seat, a.Seat)
            except msgspec.ValidationError as error:
                raise Malformed(f"player {quoted(chair.name)}: {error}") from None

    def find(self, name: Any) -> str:
        """The role id of a player.

        Raises:
            Malformed: nobody of that name sits at the table; the message says who does.
        """
        found = self._ids.get(name.casefold()) if isinstance(name, str) else None
        if found is None:
            said = quoted(name) if isinstance(name, str) else "that"
            raise Malformed(f"{said} is no player{nearest(str(name), self._names)}; at the table: {self}")
        return found

    @property
    def _names(self) -> list[str]:
        return [seat.name or id_ for id_, seat in self.seats.items()]

    def __str__(self) -> str:
        return ", ".join(f"{quoted(seat.name or '')} ({id_})" for id_, seat in self.seats.items())


class CardNames:
    """Names of cards as printed, for what was typed; every name is looked up once."""

    def __init__(self) -> None:
        self._found: dict[str, str] = {}
        self._guesses = 0

    def find(self, typed: str) -> str:
        """The printed name of a card, or what was typed where the table has no such card.

        Raises:
            Malformed: the table has no such card, but one that is called almost the same.
        """
        if typed not in self._found:
            card = builtin.names().get(typed)
            if card is None:
                self._refuse_slip(typed)
            self._found[typed] = typed if card is None else card.name
        return self._found[typed]

    def _refuse_slip(self, typed: str) -> None:
        if self._guesses >= GUESSES:
            return
        self._guesses += 1
        for name in builtin.names().near(typed):
            for known in (name, *name.split(" // ")):
                if difflib.SequenceMatcher(None, typed.casefold(), known.casefold()).ratio() >= CLOSE:
                    raise Malformed(
                        f'{quoted(typed)} is not in the table of cards; did you mean "{known}"? '
                        'If not, add "exactly":true'
                    )
