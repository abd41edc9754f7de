"""Which card a script said lies where: a later line must not say another, nor leave out what nobody else can know."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from facedown.errors import Malformed
from facedown.importers.script.words import quoted
from facedown.rules import events as e
from facedown.rules.decide.showing import where_shown
from facedown.rules.state import State

SHOWING = frozenset({"cast", "put", "move", "turn_up", "stay_down", "show", "look"})
"""Actions that name the card of an object that is there already, or was."""


class Faces:
    """The cards that lines of one script gave to commitments."""

    def __init__(self) -> None:
        self._fixed: dict[str, str] = {}

    def learn(self, card: Any, events: Iterable[e.Event]) -> None:
        """Remember the card of a line that put one face down."""
        if not isinstance(card, str):
            return
        for event in events:
            if isinstance(event, e.Cast | e.Moved | e.Created | e.Bound) and event.identity is not None:
                self._fixed[event.identity.commitment] = card

    def check(self, word: str, said: Mapping[str, Any], values: Mapping[str, Any], state: State) -> None:
        """Look at an action before it is played; `said` has its objects as the script calls them.

        Raises:
            Malformed: it shows another card than the one that was fixed, which would be recorded as a showing of that
                one; or a card that the record does not know goes face up to where everybody sees it, unnamed.
        """
        handle, card = values.get("object"), values.get("card")
        if word not in SHOWING or not isinstance(handle, str):
            return
        what = quoted(str(said.get("object")))
        if isinstance(card, str):
            fixed = self._fixed_for(handle, state)
            if fixed is not None and _front(fixed) != _front(card):
                raise Malformed(
                    f"an earlier line gave {what} another card, and that one would be shown. If this is what was on the "
                    'table, write it down as {"do":"state","player":…,"object":…,"card":…}'
                )
        elif word in {"move", "stay_down"} and _unknown_to_all(handle, word, values, state):
            raise Malformed(
                f"the record does not know which card {what} is, and everybody sees it now: give its name by "
                '"card", or write "shown":false if nobody saw it'
            )

    def _fixed_for(self, handle: str, state: State) -> str | None:
        try:
            bond, _, _ = where_shown(state, handle)
        except Malformed:
            return None  # it is not there: playing the line says so
        return None if bond is None else self._fixed.get(bond.commitment)


def _unknown_to_all(handle: str, word: str, values: Mapping[str, Any], state: State) -> bool:
    """Whether a card that nobody has named comes into sight."""
    thing = state.objects.get(handle)
    if thing is None or thing.face_down is None or thing.zone not in {"battlefield", "stack"}:
        return False
    nameless = thing.bond is None and thing.named is None and thing.kind == "card"
    up = word == "stay_down" or (
        values.get("to") in {"graveyard", "exile", "command"} and values.get("face_down") is None
    )
    return nameless and up and values.get("shown") is not False


def _front(name: str) -> str:
    """A double-faced card may be called by its front face alone."""
    return name.split(" // ", 1)[0].casefold()
