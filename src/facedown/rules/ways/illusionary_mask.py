"""Illusionary Mask (a card's own text, through CR 708.4): a creature card cast face down as a 2/2 for {X}.

It is turned face up before it would deal, assign or be dealt damage, or become tapped: a reveal that the effect
demands (CR 708.7 lets the rule or ability that put it face down say how it is turned up).
"""

from __future__ import annotations

from facedown.rules.ways.way import Way

ILLUSIONARY_MASK = Way(
    name="illusionary mask",
    rule="708.4",
    said="cast face down with Illusionary Mask",
    arrives=frozenset({"cast"}),
    up_before_tapping=True,
)
