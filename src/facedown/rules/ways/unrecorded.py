"""The source does not say why the object is face down.

Then whether the cast was lawful, which turn-up was, and whether an exiled card is owed stay open. CR 708.9 does not:
it asks only whether the object is a face-down spell or permanent.
"""

from __future__ import annotations

from facedown.rules.ways.way import Way

UNRECORDED = Way(
    name="unrecorded",
    rule="708.6",
    said="face down for a reason that is not recorded",
    arrives=frozenset({"cast", "put", "turned", "exiled", "agenda"}),
    recorded=False,
)
