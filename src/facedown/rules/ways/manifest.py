"""Manifest (CR 701.40): put onto the battlefield face down; manifest dread (CR 701.62) is an action that manifests.

A creature card may be turned up for its mana cost (CR 701.40b), besides what morph or disguise allow (701.40c-d).
"""

from __future__ import annotations

from facedown.rules.ways.way import Way

MANIFEST = Way(
    name="manifest",
    rule="701.40a",
    said="manifested",
    arrives=frozenset({"put"}),
    for_mana_cost=True,
)
