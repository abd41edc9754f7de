"""Foretell (CR 702.143): exiled face down from the hand for {2}; its owner may look; it must be shown at the end."""

from __future__ import annotations

from facedown.rules.ways.way import Way

FORETELL = Way(
    name="foretell",
    rule="702.143a",
    said="foretold",
    arrives=frozenset({"exiled"}),
    listed=None,
)
