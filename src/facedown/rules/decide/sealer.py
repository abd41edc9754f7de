"""What deciding needs done for it, handed in by the ledger: concealing, opening, sharing."""

from __future__ import annotations

from typing import Protocol

from facedown.rules.events import Box, Concealed, Identity, Opening
from facedown.rules.state import Bond


class Sealer(Protocol):
    """The recorder's hidden knowledge, behind four questions; the rules themselves know no cryptography."""

    def conceal(
        self, handle: str, identity: Identity, viewers: frozenset[str], source: str | None
    ) -> Concealed:
        """Commit to an identity under a handle, sealed to `viewers` (and the judge).

        `source` is ``player/zone`` where the card came from, for the private link to the handle it had there.
        """
        ...

    def opening(self, bond: Bond | None) -> Opening | None:
        """The opening of a commitment, if it is at hand."""
        ...

    def share(self, bond: Bond | None, to: frozenset[str]) -> tuple[Box, ...] | None:
        """Boxes with the same opening for more viewers, if it is at hand."""
        ...

    def deck(self, seat: str, cards: tuple[str, ...], sideboard: tuple[str, ...]) -> tuple[Box, ...]:
        """Seal a deck list to its player and the judge."""
        ...

    def text(self, text: str) -> str:
        """Make words a part, and give its digest."""
        ...
