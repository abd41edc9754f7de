"""The small words of which sentences are made: people, numbers of cards, how a card lies, what is shown."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from facedown.rules import events as e
from facedown.views.layout import plain

TEXT = 90
"""Characters of a longer text that are repeated."""


class Speaker:
    """Says events with the players' shown names; `said` are the texts of parts that are there, by digest."""

    def __init__(self, names: Mapping[str, str], said: Mapping[str, str] | None = None) -> None:
        self.names = names
        self.said = said or {}

    def who(self, role: str | None) -> str:
        """A player by shown name."""
        if role is None:
            return "somebody"
        return plain(self.names.get(role, f"the {role}" if role in {"judge", "recorder"} else role), 30)

    def all(self, roles: Iterable[str]) -> str:
        """Players by shown name."""
        return " and ".join(self.who(role) for role in roles) or "nobody"

    def text(self, part: str | None) -> str:
        """The words of a part, or that they are not here."""
        if part is None:
            return "without words"
        return f"“{plain(self.said[part], TEXT)}”" if part in self.said else "in words that are not here"


def few(count: int) -> str:
    """A number of cards."""
    return "a card" if count == 1 else f"{count} cards"


def opened(opening: e.Opening | None) -> str:
    """What an opening puts before everybody."""
    if opening is None:
        return "a card that is not named"
    identity = opening.identity
    if isinstance(identity, e.Choice):
        return " and ".join(plain(value) for value in identity.values)
    return plain(identity.name) + (f" ({plain(identity.variant, 20)})" if identity.variant else "")


def down(face_down: e.FaceDown | None) -> str:
    """How a card lies face down: by its way, and by what."""
    if face_down is None:
        return ""
    return f" face down ({plain(face_down.way, 30)}{with_(', by ', face_down.by)})"


def with_(before: str, text: str | None, after: str = "") -> str:
    """A text with words around it; nothing where there is no text."""
    return "" if text is None else f"{before}{plain(text, TEXT)}{after}"


def paid(ev: e.Cast | e.TurnedUp) -> str:
    """What was paid, as announced."""
    return (
        with_(", for ", ev.cost) + with_(" with ", ev.modifiers) + ("" if ev.x is None else f", X is {ev.x}")
    )


def some(handles: Iterable[str]) -> str:
    """Objects by their handles."""
    return ", ".join(handles)
