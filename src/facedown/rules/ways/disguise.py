"""Disguise (CR 702.168): cast face down for {3}, as a 2/2 with ward {2}."""

from __future__ import annotations

from facedown.rules.ways.way import Listed, Way

DISGUISE = Way(
    name="disguise",
    rule="702.168b",
    said="cast with a disguise ability",
    arrives=frozenset({"cast"}),
    listed=Listed(types=("Creature",), power=2, toughness=2, abilities=("ward {2}",)),
    keyword="disguise",
)
