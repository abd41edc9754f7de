"""What an object is: public characteristics, computed from public facts only.

Face down, it has what its way lists and nothing else (CR 708.2, 708.2a), and what effects add (613). These are also
its copiable values (707.2). Face up, it has what its card's facts say; without facts, only its name.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from facedown.cards import mana
from facedown.cards.card import Card
from facedown.rules.state import Object
from facedown.rules.ways import PLAIN, WAYS, Listed


class Characteristics(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Public characteristics; `name` None: no name (CR 201.2a), `mana_cost` None: none known or none there.

    `colors` are words ("blue"), as far as an effect or a way lists them: the facts of cards do not hold them.
    """

    name: str | None = None
    mana_cost: str | None = None
    mana_value: int | None = None
    types: tuple[str, ...] = ()
    subtypes: tuple[str, ...] = ()
    supertypes: tuple[str, ...] = ()
    colors: tuple[str, ...] = ()
    power: str | None = None
    toughness: str | None = None
    abilities: tuple[str, ...] = ()
    known: bool = True
    """False: a face-up card whose facts are not in the table."""

    @property
    def is_creature(self) -> bool:
        """Whether it is a creature."""
        return "Creature" in self.types


def listed_for(thing: Object) -> Listed | None:
    """The characteristics that make up a face-down object, or a token without a card's name (CR 708.2a)."""
    if thing.face_down is not None:
        way = WAYS.get(thing.face_down.way)
        if thing.face_down.listed is not None:
            return thing.face_down.listed
        if thing.zone in {"exile", "command"}:
            return None
        return way.listed if way is not None and way.listed is not None else PLAIN
    return thing.listed


def copiable(thing: Object) -> Listed | None:
    """The copiable values a copy of the object takes, where the rules list them; None: those of its card."""
    return listed_for(thing)


TYPES = frozenset({
    "Artifact", "Battle", "Conspiracy", "Creature", "Enchantment", "Instant", "Kindred", "Land", "Planeswalker", "Sorcery",
})  # fmt: skip
SUPERTYPES = frozenset({"Basic", "Legendary", "Ongoing", "Snow", "World"})
COLORS = frozenset({"white", "blue", "black", "red", "green"})


def characteristics(thing: Object, cards: Mapping[str, Card] | None = None) -> Characteristics:
    """What everybody sees the object to be, effects included; `cards` gives the facts of face-up cards.

    Of what an effect adds, a card type or supertype is one, another capital word is a subtype, a colour is a colour, and
    the rest are abilities.
    """
    seen = _base(thing, cards or {})
    for effect in thing.effects:
        words = effect.adds
        abilities = () if effect.lost_abilities else seen.abilities
        seen = msgspec.structs.replace(
            seen,
            types=_more(seen.types, (w for w in words if w in TYPES)),
            supertypes=_more(seen.supertypes, (w for w in words if w in SUPERTYPES)),
            subtypes=_more(
                seen.subtypes, (w for w in words if w[:1].isupper() and w not in TYPES | SUPERTYPES)
            ),
            colors=_more(seen.colors, (w for w in words if w in COLORS)),
            abilities=_more(abilities, (w for w in words if not w[:1].isupper() and w not in COLORS)),
            power=str(effect.power) if effect.power is not None else seen.power,
            toughness=str(effect.toughness) if effect.toughness is not None else seen.toughness,
        )
    return seen


def _more(old: tuple[str, ...], new: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*old, *new)))


def _base(thing: Object, cards: Mapping[str, Card]) -> Characteristics:
    listed = listed_for(thing)
    if thing.face_down is not None and listed is None:
        return Characteristics()
    if listed is not None:
        return Characteristics(
            name=thing.card if thing.face_down is None else None,
            mana_value=0,
            types=listed.types,
            subtypes=listed.subtypes or (),
            colors=listed.colors or (),
            power=None if listed.power is None else str(listed.power),
            toughness=None if listed.toughness is None else str(listed.toughness),
            abilities=listed.abilities or (),
        )
    if thing.card is None:
        return Characteristics(known=False)
    card = cards.get(thing.card)
    if card is None or thing.transformed:  # the facts are those of the front face
        return Characteristics(name=thing.card, known=False)
    return Characteristics(
        name=card.name,
        mana_cost=card.mana_cost or None,
        mana_value=mana.parse(card.mana_cost).value(),
        types=card.types,
        subtypes=card.subtypes,
        supertypes=card.supertypes,
        power=card.power,
        toughness=card.toughness,
    )


def same_name(one: Characteristics, other: Characteristics) -> bool:
    """Whether two objects have the same name: what has no name never has (CR 201.2a)."""
    return one.name is not None and one.name == other.name


def share_creature_type(one: Characteristics, other: Characteristics) -> bool:
    """Whether two creatures share a creature type: a face-down one has none unless an effect gives it one (CR 708.2a)."""
    return one.is_creature and other.is_creature and bool(set(one.subtypes) & set(other.subtypes))
