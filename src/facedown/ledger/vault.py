"""What a recorder knows in secret while it records: openings, and which hidden card is which.

It answers the rules' four questions (`rules.decide.Sealer`): conceal, opening, share, text. A `Draft` belongs to one
attempt at one entry; nothing of it is kept unless the entry was stored, so no nonce is ever used for a second card.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from facedown.ledger import hands, openings, parts
from facedown.ledger.openings import JUDGE, Known
from facedown.proofs import sealing
from facedown.proofs.commitment import Opening, commit
from facedown.rules import events as e
from facedown.rules.state import Bond, State


class Lying(NamedTuple):
    """A known card in a hidden zone; `handles` it has there, newest first: each viewer knows only some of them."""

    handles: tuple[str, ...]
    name: str

    def __repr__(self) -> str:
        return f"Lying({self.handles[0]}, hidden)"


class Vault:
    """The openings at hand, by commitment, and the known cards of each hidden zone, by ``player/zone``."""

    def __init__(self, game: str, boxes: Mapping[str, str]) -> None:
        self.game = bytes.fromhex(game)
        self.boxes = dict(boxes)
        """Role → public box key."""
        self.openings: dict[str, Opening] = {}
        self.known: dict[str, e.Identity] = {}
        self.zones: dict[str, list[Lying]] = {}
        self.sealed: dict[str, frozenset[str]] = {}
        """Handle → the roles that got a box with it: nobody else may learn the handle as a private link."""

    def __repr__(self) -> str:
        return f"Vault({len(self.openings)} openings)"

    def draft(self, seq: int) -> Draft:
        """Begin an attempt at entry `seq`."""
        return Draft(self, seq)

    def saw(self, events: Iterable[object]) -> None:
        """Remember to whom the identities in stored events were sealed."""
        for event in events:
            for handle, identity in openings.concealed_in(event):
                self.sealed[handle] = frozenset(box.to for box in identity.boxes)

    def recall(self, state: State, opened: Mapping[str, Mapping[str, Known]]) -> None:
        """Take in what keys opened of a stored game, and lay out the hands anew (after a restart, or a reversal)."""
        for mine in opened.values():
            for commitment, found in mine.items():
                self.openings[commitment] = found.opening
                self.known[commitment] = found.identity
        self.zones = {}
        for seat in state.players:
            lying = [
                Lying((card.handle,), card.identity.name)
                for card in hands.hand(state, seat, opened.get(JUDGE, {}))
            ]
            for card in hands.hand(state, seat, opened.get(seat, {})):
                same = next((one for one in lying if one.name == card.identity.name), None)
                if same is not None:
                    lying.remove(same)
                newer = same.handles if same is not None else ()
                lying.append(Lying(tuple(dict.fromkeys((*newer, card.handle))), card.identity.name))
            self.zones[f"{seat}/hand"] = lying

    def lay(self, zone: str, card: Lying) -> None:
        """Lay a card into a zone."""
        self.zones.setdefault(zone, []).append(card)

    def take(self, zone: str, name: str) -> None:
        """Take a card of this name out of a zone, if one is known to lie there."""
        card = next((card for card in self.zones.get(zone, ()) if card.name == name), None)
        if card is not None:
            self.zones[zone].remove(card)

    def drop(self, card: Lying) -> None:
        """Take this very card out of its zone."""
        for cards in self.zones.values():
            if card in cards:
                cards.remove(card)
                return

    def follow(self, events: Iterable[object], before: State, after: State) -> None:
        """Take off what left under its name, add what came back from the table; a shuffle ends what was known of places."""
        for event in events:
            if isinstance(event, e.Cast | e.Moved) and event.card is not None and event.face_down is None:
                old = event.was if isinstance(event, e.Cast) else event.object
                if old is None:
                    self.take(f"{event.owner or event.player}/{event.source}", event.card)
            elif isinstance(event, e.Shuffled) and event.zone == "library":
                self.zones.pop(f"{event.player}/library", None)
            elif isinstance(event, e.NextGame):
                self.zones = {}
        for seat, now in after.players.items():
            then = before.players.get(seat)
            if then is None or now is then:
                continue
            if now.hand_from != then.hand_from:
                self.zones[f"{seat}/hand"] = []
            for card in now.back[len(then.back) :]:
                identity = self.known.get(card.bond.commitment) if card.bond is not None else None
                name = identity.name if isinstance(identity, e.CardIdentity) else card.name
                if name is not None:
                    self.sealed[card.handle] = frozenset({seat})
                    self.lay(f"{seat}/hand", Lying((card.handle,), name))


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
        self._from: dict[str, Lying] = {}

    def __repr__(self) -> str:
        return f"Draft(entry {self.seq})"

    def conceal(
        self, handle: str, identity: e.Identity, viewers: frozenset[str], source: str | None
    ) -> e.Concealed:
        """Commit to `identity` under `handle` and seal it to `viewers` and the judge (see `rules.decide.Sealer`)."""
        opening = Opening.new(openings.encode_identity(identity))
        commitment = commit(self.vault.game, self.seq, handle, opening.nonce, opening.payload)
        card = self._take(source, identity)
        if card is not None:
            self._from[handle] = card
        boxes = self._seal(opening, handle, commitment, viewers, card)
        self.openings[commitment] = opening
        self.known[commitment] = identity
        return e.Concealed(alg="c1", boxes=boxes, commitment=commitment)

    def _take(self, source: str | None, identity: e.Identity) -> Lying | None:
        """The card of this name that came into the zone last, and that this attempt has not taken yet."""
        if source is None or not isinstance(identity, e.CardIdentity):
            return None
        taken = list(self._from.values())
        lying = reversed(self.vault.zones.get(source, ()))
        return next((card for card in lying if card.name == identity.name and card not in taken), None)

    def _seal(
        self,
        opening: Opening,
        handle: str,
        commitment: str,
        roles: frozenset[str],
        card: Lying | None = None,
    ) -> tuple[e.Box, ...]:
        found: list[e.Box] = []
        for role in sorted(roles | ({JUDGE} if JUDGE in self.vault.boxes else set[str]())):
            public = self.vault.boxes.get(role)
            if public is None:
                continue
            box = sealing.seal(
                opening,
                self._link(role, card) if card is not None else "",
                game=self.vault.game,
                handle=handle,
                commitment=commitment,
                to_public=public,
            )
            found.append(e.Box(part=self._part(box), to=role))
        return tuple(found)

    def _link(self, role: str, card: Lying) -> str:
        """The newest handle of the card that this role knows: nobody else learns which hidden card it was."""
        sealed = self.vault.sealed
        return next((h for h in card.handles if role == JUDGE or role in sealed.get(h, ())), "")

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

    def keep(self, events: Iterable[e.Event], before: State, after: State) -> None:
        """The entry was stored: what it concealed is known from now on."""
        vault = self.vault
        vault.openings.update(self.openings)
        vault.known.update(self.known)
        for card in self._from.values():
            vault.drop(card)
        events = tuple(events)
        vault.saw(events)
        for event in events:
            for handle, identity in openings.concealed_in(event):
                known = self.known.get(identity.commitment)
                zone = zone_of(event, handle)
                if zone is None or not isinstance(known, e.CardIdentity):
                    continue
                earlier = self._from.get(handle) if isinstance(event, e.Looked) else None
                vault.lay(zone, Lying((handle, *(earlier.handles if earlier else ())), known.name))
        vault.follow(events, before, after)
