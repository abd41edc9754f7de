"""Put onto the battlefield face down as a 2/2 Cyberman artifact creature (a card's own text, through CR 708.2a).

Cybership and its kind list characteristics that are not the plain 2/2's. The way grants no way up; a card that has
morph or disguise may still be turned up for it (CR 702.37e, 702.168d).
"""

from __future__ import annotations

from facedown.rules.ways.way import Listed, Way

CYBERSHIP = Way(
    name="cybership",
    rule="708.2a",
    said="put face down as a Cyberman artifact creature",
    arrives=frozenset({"put"}),
    listed=Listed(types=("Artifact", "Creature"), subtypes=("Cyberman",), power=2, toughness=2),
)
