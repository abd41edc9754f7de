"""Turned or put face down by a spell or ability (CR 708.2, 708.2a).

The effect may list its own characteristics (a Forest land, a 5/5 artifact creature): the event carries them. Where
it lists none, the object is the plain 2/2. The way itself grants no way up; a card's morph or disguise still does.
"""

from __future__ import annotations

from facedown.rules.ways.way import Way

EFFECT = Way(
    name="effect",
    rule="708.2a",
    said="put or turned face down by an effect",
    arrives=frozenset({"put", "turned"}),
)
