"""A way of being face down, as a value."""

from __future__ import annotations

from typing import Literal

import msgspec

Arrival = Literal["cast", "put", "turned", "exiled", "agenda"]


class Listed(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """The characteristics that a rule or effect lists for a face-down object (CR 708.2).

    What is not listed, the object does not have: no name, no mana cost, no colour. These are its copiable
    values (CR 707.2). Strings are public words ("Creature", "ward {2}").
    """

    types: tuple[str, ...]
    power: int | None = None
    toughness: int | None = None
    subtypes: tuple[str, ...] | None = None
    colors: tuple[str, ...] | None = None
    abilities: tuple[str, ...] | None = None


PLAIN = Listed(types=("Creature",), power=2, toughness=2)
"""The 2/2 creature of CR 708.2a, which everything is that lists nothing else."""


class Way(msgspec.Struct, frozen=True, kw_only=True):
    """How an object came to be face down: public, and part of what keeps objects apart (CR 708.6).

    The way never says which card it is. A turn-up procedure that the *card* grants (morph, disguise) is open to
    any face-down permanent whose face-up self would have it, whatever its way; `for_mana_cost` is true only
    where the *way* grants one, for the mana cost of a creature card (CR 701.40b, 701.58b).
    """

    name: str
    rule: str
    """The Comprehensive Rules number that defines it."""
    said: str
    """How a person would say it of an object: "cast with a morph ability"."""
    arrives: frozenset[Arrival]
    """How an object gets there: cast, put onto the battlefield, turned down in place, exiled, or as a conspiracy."""
    listed: Listed | None = PLAIN
    """What the object is while face down; None: the effect lists it, or it has no characteristics at all."""
    keyword: str | None = None
    """The ability that the caster names, which the card must have (CR 702.37d, 702.168c)."""
    for_mana_cost: bool = False
    stays_down: str = "701.40g"
    """The rule (or the nearest one) by which an instant or sorcery is shown and stays face down."""
    up_before_tapping: bool = False
    """Whether it is turned face up before it would become tapped (Illusionary Mask's own text)."""
    recorded: bool = True
    """False only where the source does not say why the object is face down."""

    def describes(self, listed: Listed | None) -> Listed | None:
        """What an object put face down this way is, given what the event lists itself."""
        return listed if listed is not None else self.listed
