"""What the recorder answers to a deed: a receipt, or a refusal that gives nothing away."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from facedown.errors import Malformed
from facedown.rules import events as e
from facedown.rules.conduct import Judgement


class Receipt(NamedTuple):
    """What came of a deed: the entry's number, its events, the handles it gave out, what the rules say of it.

    `judgement` is None where the entry was stored before. Its words may name hidden cards: it is the recorder's own.
    """

    seq: int
    events: tuple[e.Event, ...]
    handles: tuple[str, ...]
    judgement: Judgement | None
    leaf: bytes

    def __repr__(self) -> str:
        return f"Receipt(entry {self.seq}: {', '.join(type(event).__name__ for event in self.events)})"

    @property
    def handle(self) -> str:
        """The handle of what the deed was about: the first it gave out (what the rules force comes after)."""
        if not self.handles:
            raise Malformed("this deed made no object")
        return self.handles[0]


def handles_of(events: tuple[e.Event, ...]) -> tuple[str, ...]:
    """The handles of objects that events gave out."""
    found: list[str] = []
    for event in events:
        if isinstance(event, e.Cast | e.Created):
            found.append(event.object)
        elif isinstance(event, e.Moved) and event.new is not None:
            found.append(event.new)
        elif isinstance(event, e.Repiled):
            found += event.new
    return tuple(found)


def nameless(message: str, known: Iterable[e.Identity]) -> str:
    """A message without the names of cards that may be hidden: it can go to a log, or to the wrong player."""
    names = {identity.name for identity in known if isinstance(identity, e.CardIdentity)}
    for name in sorted(names, key=len, reverse=True):
        message = message.replace(name, "its card")
    return message
