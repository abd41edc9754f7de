"""Morph (CR 702.37): cast face down for {3}; megamorph is the same way, its variant is part of the hidden identity.

Announcing it says "a morph ability" for both (CR 702.37b, 702.37c), so nothing public may tell them apart.
"""

from __future__ import annotations

from facedown.rules.ways.way import Way

MORPH = Way(
    name="morph",
    rule="702.37c",
    said="cast with a morph ability",
    arrives=frozenset({"cast"}),
    keyword="morph",
)
