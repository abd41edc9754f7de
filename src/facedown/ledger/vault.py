"""What a recorder knows in secret while it records: openings, and which hidden card is which.

It answers the rules' four questions (`rules.decide.Sealer`): conceal, opening, share, text. A `Draft` belongs to one
attempt at one entry; nothing of it is kept unless the entry was stored, so no nonce is ever used for a second card.
The vault itself changes only by whole entries, and can go back by whole entries.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from facedown.ledger import decks, openings, parts
from facedown.ledger.decks import Deck
from facedown.ledger.lying import MOVES, Lying, Zones, choose, follow
from facedown.ledger.openings import JUDGE
from facedown.proofs import sealing
from facedown.proofs.commitment import Opening, commit
from facedown.rules import events as e
from facedown.rules.state import Bond, State


class _Mark(NamedTuple):
    """How much was known after an entry."""

    openings: int
    sealed: int
    zones: Zones


class Vault:
    """The openings at hand, by commitment, and the known cards of each hidden zone, by ``player/zone``."""

    def __init__(self, game: str, boxes: Mapping[str, str]) -> None:
        self.game = bytes.fromhex(game)
        self.boxes = dict(boxes)
        """Role → public box key."""
        self.openings: dict[str, Opening] = {}
        self.known: dict[str, e.Identity] = {}
        self.sealed: dict[str, frozenset[str]] = {}
        """Slot → the roles that got a box with it: nobody else may learn the slot as a private link."""
        self.zones: Zones = {}
        """Never changed in place."""
        self._marks: list[_Mark] = []

    def __repr__(self) -> str:
        return f"Vault({len(self.openings)} openings)"

    def draft(self, seq: int) -> Draft:
        """Begin an attempt at entry `seq`."""
        return Draft(self, seq)

    def accept(
        self,
        events: Iterable[Any],
        before: State,
        after: State,
        opened: Mapping[str, tuple[Opening, e.Identity]],
    ) -> None:
        """Take in the next entry, now that it is stored: to be called for each of them, in order.

        `opened` maps commitments to what is known behind them, new in this entry.
        """
        for commitment, (opening, identity) in opened.items():
            if commitment not in self.openings:  # else going back would forget the older one
                self.openings[commitment] = opening
                self.known[commitment] = identity
        events = tuple(events)
        moves = after.players is not before.players
        back: e.Reversed | None = None
        for event in events:
            kind: type[object] = event.__class__
            if kind is e.Reversed:
                back = event
            elif kind in MOVES:
                moves = True
                for handle, concealed in openings.concealed_in(event):
                    if handle not in self.sealed and not handle.startswith("#"):
                        self.sealed[handle] = frozenset(box.to for box in concealed.boxes)
        if back is not None:
            # What lies on a library is not known after a reversal; what is in a hand is what was.
            then = self._marks[back.to].zones
            self.zones = {zone: cards for zone, cards in then.items() if zone.endswith("/hand")}
        elif moves:
            self.zones = follow(self.zones, events, before, after, self.known)
        self._marks.append(_Mark(len(self.openings), len(self.sealed), self.zones))

    def back_to(self, entries: int) -> None:
        """Forget all that was taken in after the first so many entries."""
        del self._marks[entries:]
        mark = self._marks[-1] if self._marks else _Mark(0, 0, {})
        for found in (self.openings, self.known):
            while len(found) > mark.openings:
                found.popitem()
        while len(self.sealed) > mark.sealed:
            self.sealed.popitem()
        self.zones = mark.zones


class Draft:
    """One attempt at one entry: what it conceals and which parts it makes."""

    def __init__(self, vault: Vault, seq: int) -> None:
        self.seq = seq
        self.parts: dict[str, bytes] = {}
        self.opened: dict[str, tuple[Opening, e.Identity]] = {}
        """Commitment → what this attempt put behind it."""
        self._vault = vault
        self._taken: list[Lying] = []

    def __repr__(self) -> str:
        return f"Draft(entry {self.seq})"

    def known(self) -> dict[str, e.Identity]:
        """Which identity this attempt put behind which commitment."""
        return {commitment: identity for commitment, (_, identity) in self.opened.items()}

    def conceal(
        self, handle: str, identity: e.Identity, viewers: frozenset[str], source: str | None
    ) -> e.Concealed:
        """Commit to `identity` under `handle` and seal it to `viewers` and the judge (see `rules.decide.Sealer`)."""
        opening = Opening.new(openings.checked_identity(identity))
        commitment = commit(self._vault.game, self.seq, handle, opening.nonce, opening.payload)
        card = None
        if source is not None and isinstance(identity, e.CardIdentity):
            card = choose(self._vault.zones, source, identity.name, self._taken)
        roles = viewers | {JUDGE} if JUDGE in self._vault.boxes else viewers
        links = {role: self._link(role, card) for role in roles} if card is not None else {}
        boxes = self._seal(opening, Bond(commitment=commitment, handle=handle, seq=self.seq), roles, links)
        self.opened[commitment] = (opening, identity)
        return e.Concealed(alg="c1", boxes=boxes, commitment=commitment)

    def _link(self, role: str, card: Lying) -> str:
        """The newest handle of the card that this role knows: nobody else learns which hidden card it was.

        Under the handle of an object that went into the hand it is known to whoever holds that hand.
        """
        for handle in card.handles:
            known_to = {card.seat} if handle.startswith("#") else self._vault.sealed.get(handle, frozenset())
            if role == JUDGE or role in known_to:
                return handle
        return ""

    def _seal(
        self, opening: Opening, bond: Bond, roles: Iterable[str], links: Mapping[str, str]
    ) -> tuple[e.Box, ...]:
        found: list[e.Box] = []
        for role in sorted(roles):
            public = self._vault.boxes.get(role)
            if public is None:
                continue
            box = sealing.seal(
                opening,
                links.get(role, ""),
                game=self._vault.game,
                handle=bond.handle,
                commitment=bond.commitment,
                to_public=public,
            )
            found.append(e.Box(part=self._part(box), to=role))
        return tuple(found)

    def _part(self, data: bytes) -> str:
        name = parts.digest(data)
        self.parts[name] = data
        return name

    def opening(self, bond: Bond | None) -> e.Opening | None:
        """The opening of a commitment, as an event shows it, if it is at hand."""
        opening = self._opening(bond)
        return None if opening is None else openings.in_the_clear(opening)

    def _opening(self, bond: Bond | None) -> Opening | None:
        if bond is None:
            return None
        mine = self.opened.get(bond.commitment)
        return mine[0] if mine is not None else self._vault.openings.get(bond.commitment)

    def share(self, bond: Bond | None, to: frozenset[str]) -> tuple[e.Box, ...] | None:
        """Boxes with the same opening for more viewers (the judge has one already)."""
        opening = self._opening(bond)
        if opening is None or bond is None:
            return None
        return self._seal(opening, bond, to, {}) or None

    def deck(self, seat: str, cards: tuple[str, ...], sideboard: tuple[str, ...]) -> tuple[e.Box, ...]:
        """Seal a deck list to its player and the judge."""
        deck = Deck(cards=tuple(sorted(cards)), sideboard=tuple(sorted(sideboard)))
        found: list[e.Box] = []
        for role in sorted({seat, JUDGE} & set(self._vault.boxes)):
            box = decks.seal(deck, game=self._vault.game, seat=seat, to_public=self._vault.boxes[role])
            found.append(e.Box(part=self._part(box), to=role))
        return tuple(found)

    def text(self, text: str) -> str:
        """Make words a part, and give its digest."""
        return self._part(parts.text_part(text))
