"""Exiled face down by an effect (CR 406.3): no characteristics, nobody looks unless allowed, nothing is owed at the end."""

from __future__ import annotations

from facedown.rules.ways.way import Way

EXILED = Way(
    name="exiled",
    rule="406.3",
    said="exiled face down by an effect",
    arrives=frozenset({"exiled"}),
    listed=None,
)
