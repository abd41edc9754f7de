"""What a recorder knows in secret while it records: openings, and which hidden card is which.

It answers the rules' four questions (`rules.decide.Sealer`): conceal, opening, share, text. A `Draft` belongs to one
attempt at one entry; nothing of it is kept unless the entry was stored, so no nonce is ever used for a second card.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from facedown.ledger import openings, parts
from facedown.ledger.openings import JUDGE, Known
from facedown.proofs import sealing
from facedown.proofs.commitment import Opening, commit
from facedown.rules import events as e
from facedown.rules.state import Bond


class Vault:
    """The openings at hand, by commitment, and the known cards of each hidden zone, by ``player/zone``."""

    def __init__(self, game: str, boxes: Mapping[str, str]) -> None:
        self.game = bytes.fromhex(game)
        self.boxes = dict(boxes)
        """Role → public box key."""
        self.openings: dict[str, Opening] = {}
        self.known: dict[str, e.Identity] = {}
        self.zones: dict[str, list[tuple[str, str]]] = {}
        """``player/zone`` → (slot handle, card name) of the cards known to lie there."""

    def __repr__(self) -> str:
        return f"Vault({len(self.openings)} openings)"

    def draft(self, seq: int) -> Draft:
        """Begin an attempt at entry `seq`."""
        return Draft(self, seq)

    def learn(self, known: Mapping[str, Known], step_events: Iterable[object]) -> None:
        """Take in what keys opened of an entry that is stored already (after a restart)."""
        for commitment, found in known.items():
            self.openings[commitment] = found.opening
            self.known[commitment] = found.identity
        events = tuple(step_events)
        for event in events:
            for handle, identity in openings.concealed_in(event):
                opened = known.get(identity.commitment)
                if opened is not None and opened.link:
                    self._drop(opened.link)
                if opened is not None and isinstance(opened.identity, e.CardIdentity):
                    self._lay(event, handle, opened.identity.name)
        self.follow(events)

    def _lay(self, event: object, handle: str, name: str) -> None:
        zone = zone_of(event, handle)
        if zone is not None:
            self.zones.setdefault(zone, []).append((handle, name))

    def _drop(self, slot: str) -> None:
        for cards in self.zones.values():
            for card in cards:
                if card[0] == slot:
                    cards.remove(card)
                    return

    def take(self, zone: str, name: str) -> str | None:
        """Take a card of this name out of a zone: its handle there, or None if none is known to lie there."""
        for card in self.zones.get(zone, ()):
            if card[1] == name:
                self.zones[zone].remove(card)
                return card[0]
        return None

    def follow(self, events: Iterable[object]) -> None:
        """Take cards that left a hidden zone under their names off the list; a shuffle loses what was known of order."""
        for event in events:
            if isinstance(event, e.Cast | e.Moved) and event.card is not None and event.face_down is None:
                old = event.was if isinstance(event, e.Cast) else event.object
                if old is None:
                    self.take(f"{event.owner or event.player}/{event.source}", event.card)


def zone_of(event: object, handle: str) -> str | None:
    """``player/zone`` in which an event lays a card with a slot handle."""
    seat = handle.split("/", 1)[0]
    if isinstance(event, e.Drew):
        return f"{seat}/hand"
    if isinstance(event, e.Transferred):
        return f"{seat}/{event.to}"
    if isinstance(event, e.Looked) and event.zone is not None:
        return f"{seat}/{event.zone}"
    return None


class Draft:
    """One attempt at one entry: what it conceals and which parts it makes."""

    def __init__(self, vault: Vault, seq: int) -> None:
        self.vault = vault
        self.seq = seq
        self.parts: dict[str, bytes] = {}
        self.openings: dict[str, Opening] = {}
        self.known: dict[str, e.Identity] = {}
        self.links: list[tuple[str, str]] = []
        self._taken: set[str] = set()

    def __repr__(self) -> str:
        return f"Draft(entry {self.seq})"

    def conceal(
        self, handle: str, identity: e.Identity, viewers: frozenset[str], source: str | None
    ) -> e.Concealed:
        """Commit to `identity` under `handle` and seal it to `viewers` and the judge (see `rules.decide.Sealer`)."""
        opening = Opening.new(openings.encode_identity(identity))
        commitment = commit(self.vault.game, self.seq, handle, opening.nonce, opening.payload)
        link = self._link(source, identity)
        boxes = self._seal(opening, handle, commitment, viewers, link)
        self.openings[commitment] = opening
        self.known[commitment] = identity
        return e.Concealed(alg="c1", boxes=boxes, commitment=commitment)

    def _link(self, source: str | None, identity: e.Identity) -> str:
        if source is None or not isinstance(identity, e.CardIdentity):
            return ""
        for slot, name in self.vault.zones.get(source, ()):
            if name == identity.name and slot not in self._taken:
                self._taken.add(slot)
                return slot
        return ""

    def _seal(
        self, opening: Opening, handle: str, commitment: str, roles: frozenset[str], link: str = ""
    ) -> tuple[e.Box, ...]:
        found: list[e.Box] = []
        for role in sorted(roles | ({JUDGE} if JUDGE in self.vault.boxes else set())):
            public = self.vault.boxes.get(role)
            if public is None:
                continue
            box = sealing.seal(
                opening,
                link,
                game=self.vault.game,
                handle=handle,
                commitment=commitment,
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
        return self.openings.get(bond.commitment) or self.vault.openings.get(bond.commitment)

    def share(self, bond: Bond | None, to: frozenset[str]) -> tuple[e.Box, ...] | None:
        """Boxes with the same opening for more viewers (the judge has one already)."""
        opening = self._opening(bond)
        if opening is None or bond is None:
            return None
        found: list[e.Box] = []
        for role in sorted(to):
            public = self.vault.boxes.get(role)
            if public is not None:
                box = sealing.seal(
                    opening,
                    "",
                    game=self.vault.game,
                    handle=bond.handle,
                    commitment=bond.commitment,
                    to_public=public,
                )
                found.append(e.Box(part=self._part(box), to=role))
        return tuple(found) or None

    def text(self, text: str) -> str:
        """Make words a part, and give its digest."""
        return self._part(parts.text_part(text))

    def keep(self, events: Iterable[e.Event]) -> None:
        """The entry was stored: what it concealed is known from now on."""
        vault = self.vault
        vault.openings.update(self.openings)
        vault.known.update(self.known)
        for slot in self._taken:
            vault._drop(slot)  # noqa: SLF001  (a draft is the vault's own)
        events = tuple(events)
        for event in events:
            for handle, identity in openings.concealed_in(event):
                known = self.known.get(identity.commitment)
                if isinstance(known, e.CardIdentity):
                    vault._lay(event, handle, known.name)  # noqa: SLF001
        vault.follow(events)
