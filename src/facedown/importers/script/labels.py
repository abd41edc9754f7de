"""What a script calls its objects: each label with the handle it means now.

A label follows its object where everybody can: from spell to permanent to graveyard. What goes back into a hand or
library keeps the handle under which it left, by which it can still be shown.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from facedown.errors import Malformed
from facedown.importers.script.words import nearest, quoted
from facedown.rules import events as e

HANDLE = re.compile(r"#[1-9][0-9]{0,8}\Z")
SLOT = re.compile(r"p[1-9][0-9]?/(card|deck|choice)/[1-9][0-9]{0,6}\Z")
LOST = ""


class Labels:
    """The labels of one game, and how they came to mean what they mean."""

    def __init__(self) -> None:
        self._now: dict[str, str] = {}
        self._by_handle: dict[str, set[str]] = {}
        self._log: list[tuple[int, str, str | None]] = []

    def now(self) -> dict[str, str]:
        """Every label with the handle it means, in the order in which they were given; those lost in a pile left out."""
        return {label: handle for label, handle in self._now.items() if handle != LOST}

    def find(self, word: object) -> str:
        """The handle that a script means: one written out, or that of a label.

        Raises:
            Malformed: no label of that name, or it was lost in a shuffled pile.
        """
        if not isinstance(word, str):
            raise Malformed('an object is written as a handle ("#7") or as a label')
        if HANDLE.match(word) or SLOT.match(word):
            return word
        found = self._now.get(word)
        if found is None:
            raise Malformed(
                f'nothing is called {quoted(word)}{nearest(word, self._now)}; an earlier line gives a label by "as"'
            )
        if found == LOST:
            raise Malformed(f"{quoted(word)} was shuffled into a pile: which one it is now, nobody knows")
        return found

    def give(self, label: str, handle: str, seq: int, on_table: Iterable[str]) -> None:
        """Call an object by a label from entry `seq` on.

        Raises:
            Malformed: another object that is still there is called that.
        """
        old = self._now.get(label)
        if old is not None and old != handle and old in on_table:
            raise Malformed(f"{quoted(label)} is {old}, which is still there: give this one another label")
        self._set(label, handle, seq)

    def follow(self, events: Iterable[e.Event], seq: int) -> None:
        """Go along with what happened in entry `seq`."""
        for event in events:
            if isinstance(event, e.Moved) and event.object is not None and event.new is not None:
                self._rename(event.object, event.new, seq)
            elif isinstance(event, e.Cast) and event.was is not None:
                self._rename(event.was, event.object, seq)
            elif isinstance(event, e.Merged):
                self._rename(event.merging, event.object, seq)
            elif isinstance(event, e.Repiled):
                for handle in event.objects:
                    self._rename(handle, LOST, seq)
            elif isinstance(event, e.Reversed):
                self._go_back(event.to)

    def _rename(self, old: str, new: str, seq: int) -> None:
        for label in sorted(self._by_handle.get(old, ())):
            self._set(label, new, seq)

    def _set(self, label: str, handle: str, seq: int) -> None:
        before = self._now.get(label)
        self._log.append((seq, label, before))
        self._put(label, before, handle)

    def _put(self, label: str, before: str | None, handle: str | None) -> None:
        if before is not None:
            self._by_handle.get(before, set[str]()).discard(label)
        if handle is None:
            del self._now[label]
            return
        self._now[label] = handle
        self._by_handle.setdefault(handle, set()).add(label)

    def _go_back(self, to: int) -> None:
        while self._log and self._log[-1][0] > to:
            _, label, before = self._log.pop()
            self._put(label, self._now.get(label), before)
