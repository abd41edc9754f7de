"""Finding a card by what somebody typed.

A name is found in any case, with or without accents and punctuation, with straight or curly
apostrophes, with `//` written with one or two strokes and any blanks, and by either face alone.
Where two cards share a face (the two halves of a meld pair, CR 712.4b), that face finds neither.
"""

from __future__ import annotations

import difflib
import unicodedata
from collections.abc import Mapping

from facedown.cards.card import Card
from facedown.errors import Malformed

_LETTERS = str.maketrans({"æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ł": "l"})
"""Letters that Unicode does not take apart into a base letter and an accent."""

_LONGEST = 200
"""Longer than any name: what is beyond is not looked up, and not repeated in a message."""


class Names:
    """Look-up over `cards`, a mapping from exact name to card; `table` is how messages call it."""

    def __init__(self, cards: Mapping[str, Card], *, table: str = "this table") -> None:
        self._cards = cards
        self._table = table
        self._whole: dict[str, str] = {}
        self._faces: dict[str, set[str]] = {}
        for name in cards:
            self._whole.setdefault(_key(name), name)
            for face in name.split(" // "):
                self._faces.setdefault(_key(face), set()).add(name)

    def get(self, text: str) -> Card | None:
        """Return the card that `text` names, or `None` if it names no card or more than one."""
        matches = self._matches(text)
        return self._cards[matches[0]] if len(matches) == 1 else None

    def find(self, text: str) -> Card:
        """Return the card that `text` names.

        Raises `Malformed`, with the nearest names, if there is none; with all of them, if several.
        """
        matches = self._matches(text)
        if len(matches) == 1:
            return self._cards[matches[0]]
        shown = text if len(text) <= _LONGEST else text[:_LONGEST] + "…"
        if matches:
            raise Malformed(f"{shown!r} is a face of {_either(matches)}: write the whole name")
        near = self.near(text)
        hint = f"; did you mean {_either(near)}?" if near else ""
        raise Malformed(f"no card is called {shown!r} in {self._table}{hint}")

    def near(self, text: str) -> list[str]:
        """Return up to three full names that `text` may be a slip for, the nearest first."""
        keys = difflib.get_close_matches(_key(text[:_LONGEST]), self._faces, n=3, cutoff=0.75)
        found = dict.fromkeys(name for key in keys for name in sorted(self._faces[key]))
        return list(found)[:3]

    def _matches(self, text: str) -> list[str]:
        if text in self._cards:
            return [text]
        if len(text) > _LONGEST:
            return []
        key = _key(text)
        whole = self._whole.get(key)
        return [whole] if whole is not None else sorted(self._faces.get(key, ()))


def _key(text: str) -> str:
    """Reduce a name to its letters and digits; `//`, `/` and blanks all fall away alike."""
    plain = unicodedata.normalize("NFKD", text.casefold().translate(_LETTERS))
    return "".join(c for c in plain if c.isalnum())


def _either(names: list[str]) -> str:
    quoted = [repr(name) for name in names]
    return quoted[0] if len(quoted) == 1 else ", ".join(quoted[:-1]) + " or " + quoted[-1]
