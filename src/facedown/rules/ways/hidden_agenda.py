"""Hidden agenda (CR 702.106): a conspiracy, face down in the command zone, with a name or names chosen in secret."""

from __future__ import annotations

from facedown.rules.ways.way import Way

HIDDEN_AGENDA = Way(
    name="hidden agenda",
    rule="702.106a",
    said="a face-down conspiracy",
    arrives=frozenset({"agenda"}),
    listed=None,
)
