"""What judging an entry yields: violations, and what cannot be decided."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal, NamedTuple

import msgspec

from facedown.cards.card import Card
from facedown.rules.events import CardIdentity, Identity
from facedown.rules.state import Object, State

LET_LOOK = "who was let look at face-down cards"
"""What is missing where a source does not record looks."""


class Violation(NamedTuple):
    """A fact the rules do not allow: code and sentence speak of objects, never of guilt."""

    code: str
    message: str
    rules: tuple[str, ...]
    object: str | None = None
    player: str | None = None
    satisfied_by: str = ""
    severity: Literal["review"] | None = None
    """Where it weighs less than its code says: a person must decide."""
    discreet: str | None = None
    """The message without what it says of a card that may be hidden, besides its name (a cost, another ability)."""


FACTS = "facts of "
"""How `missing` begins where a card is known and not in the table; its name follows."""


class Undecided(NamedTuple):
    """A question this record cannot answer; `missing` groups such questions: what would have to be known."""

    missing: str
    message: str
    object: str | None = None


Verdict = Violation | Undecided


class Judgement(msgspec.Struct, frozen=True):
    """The state after the entry, and what there is to say about it."""

    state: State
    violations: tuple[Violation, ...]
    undecided: tuple[Undecided, ...]


class Bench(msgspec.Struct, frozen=True):
    """What a judgement may rest on besides the state.

    `known` maps a commitment, or the handle of an object that nothing binds, to the identity that keys and openings at
    hand prove; `cards` maps a card's name to its facts.
    """

    known: Mapping[str, Identity]
    cards: Mapping[str, Card]

    def name(self, thing: Object) -> str | None:
        """The name of the card that represents an object, if it is known here."""
        if thing.card is not None:
            return thing.card
        identity = self.known.get(thing.bond.commitment) if thing.bond is not None else None
        if identity is None and thing.bond is None:
            identity = self.known.get(thing.handle)
        if isinstance(identity, CardIdentity):
            return identity.name
        # What was shown of a committed card, and is not known here, was not what was committed to.
        return thing.named if thing.bond is None or thing.shown_at < 0 else None

    def facts(self, thing: Object) -> Card | None:
        """The facts of that card, if its name is known and it is in the table."""
        name = self.name(thing)
        return None if name is None else self.cards.get(name)

    def missing_facts(self, thing: Object, question: str) -> Iterable[Undecided]:
        """Why the facts are not at hand, as an undecided question."""
        name = self.name(thing)
        if name is None:
            missing = "name" if thing.bond is None else "identity"
            yield Undecided(missing, f"which card {thing.handle} is, and so {question}", thing.handle)
        else:
            yield Undecided(
                f"{FACTS}{name}", f"{name} is not in the table of cards, and so {question}", thing.handle
            )
