"""Cloak (CR 701.58): as manifest, but with ward {2}."""

from __future__ import annotations

from facedown.rules.ways.way import Listed, Way

CLOAK = Way(
    name="cloak",
    rule="701.58a",
    said="cloaked",
    arrives=frozenset({"put"}),
    listed=Listed(types=("Creature",), power=2, toughness=2, abilities=("ward {2}",)),
    for_mana_cost=True,
    stays_down="701.58g",
)
