"""The ways of being face down, one file each, and their register.

To add one: write its file, and add a line to `WAYS`. The tests ask every registered way the same questions; how-to:
``docs/how-to/add-a-way.md``.
"""

from __future__ import annotations

from facedown.errors import Malformed
from facedown.rules.ways.cloak import CLOAK
from facedown.rules.ways.cybership import CYBERSHIP
from facedown.rules.ways.disguise import DISGUISE
from facedown.rules.ways.effect import EFFECT
from facedown.rules.ways.exiled import EXILED
from facedown.rules.ways.foretell import FORETELL
from facedown.rules.ways.hidden_agenda import HIDDEN_AGENDA
from facedown.rules.ways.illusionary_mask import ILLUSIONARY_MASK
from facedown.rules.ways.manifest import MANIFEST
from facedown.rules.ways.morph import MORPH
from facedown.rules.ways.unrecorded import UNRECORDED
from facedown.rules.ways.way import PLAIN, Listed, Way

__all__ = ["PLAIN", "WAYS", "Listed", "Way", "way"]

WAYS: dict[str, Way] = {
    entry.name: entry
    for entry in (
        MORPH,
        DISGUISE,
        MANIFEST,
        CLOAK,
        CYBERSHIP,
        EFFECT,
        ILLUSIONARY_MASK,
        FORETELL,
        HIDDEN_AGENDA,
        EXILED,
        UNRECORDED,
    )
}


def way(name: str) -> Way:
    """The way called `name`; `Malformed` with the list of names if there is none.

    >>> way("cloak").rule
    '701.58a'
    """
    try:
        return WAYS[name]
    except KeyError:
        raise Malformed(
            f"no way of being face down is called {name!r}; the ways are: {', '.join(WAYS)}"
        ) from None
