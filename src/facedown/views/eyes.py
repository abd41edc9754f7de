"""Somebody's eyes: one state, one viewer, and what the viewer's own keys opened."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from facedown.ledger.openings import Known
from facedown.rules import events as e
from facedown.rules.state import Bond, State
from facedown.views.view import Face


class Eyes(NamedTuple):
    """Who looks at what, knowing what; `known` is by commitment, and empty for the public."""

    state: State
    who: str
    known: Mapping[str, Known]

    def __repr__(self) -> str:
        return f"Eyes({self.who}, entry {self.state.seq})"

    def face(self, bond: Bond | None) -> Face | None:
        """The card under a commitment, if the viewer's keys opened it."""
        found = self.known.get(bond.commitment) if bond is not None else None
        if found is None or not isinstance(found.identity, e.CardIdentity):
            return None
        return face(found.identity)

    def seats(self, some: Iterable[str]) -> tuple[str, ...]:
        """Role ids in seating order; whoever does not sit here comes last."""
        order = [*self.state.players]
        return tuple(
            sorted(some, key=lambda role: (order.index(role) if role in order else len(order), role))
        )


def face(identity: e.CardIdentity) -> Face:
    """A card's identity as a view shows it."""
    return Face(
        name=identity.name,
        variant=identity.variant,
        printing=identity.printing,
        chosen=identity.chosen or (),
    )
