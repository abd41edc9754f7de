"""Keys → what is known, verified: every sealed opening that the keys at hand open, compared with its commitment.

A seat's view is what *that seat's* key opens, also when a judge runs it: the judge's key opens the escrow, and the seat's
own key from there opens the seat's boxes. Nothing here decides who may look; it only opens what was sealed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

import msgspec

from facedown.errors import Malformed, Untrusted
from facedown.ledger import entry
from facedown.proofs import sealing
from facedown.proofs.canonical import b64, decode, decoder, encode, unb64
from facedown.proofs.commitment import Opening, commit, pad
from facedown.proofs.sealing import BoxKey
from facedown.rules import events as e
from facedown.rules.reveals import keys_of
from facedown.rules.state import Bond, State

JUDGE = "judge"

_identity_decoder: msgspec.json.Decoder[e.Identity] = decoder(e.Identity)


class Known(NamedTuple):
    """One identity that a key opened: where it came from, and the handle the card had before (the private link)."""

    identity: e.Identity
    seq: int
    link: str
    opening: Opening

    def __repr__(self) -> str:
        return f"Known(entry {self.seq}, hidden)"


class Failure(NamedTuple):
    """A sealed opening that does not open to its commitment."""

    seq: int
    handle: str
    role: str
    message: str


def encode_identity(identity: e.Identity) -> bytes:
    """Return the canonical JSON that is padded and committed to."""
    return encode(identity)


def checked_identity(identity: e.Identity) -> bytes:
    """Return :func:`encode_identity` of one that is being concealed: nobody could open what cannot be read.

    Raises:
        Malformed: it is none that :func:`read_identity` would take.
    """
    data = encode_identity(identity)
    try:
        _identity_decoder.decode(data)
    except msgspec.ValidationError:
        raise Malformed(
            "no card or choice of this kind can be concealed: a name is too long or empty"
        ) from None
    return data


def read_identity(opening: Opening) -> e.Identity:
    """Return the identity in an opening, read strictly.

    Raises:
        Malformed: the payload is no identity of a known kind.
    """
    return decode(opening.identity, _identity_decoder)


def fits(handle: str, identity: e.Identity) -> bool:
    """Whether an identity is of the kind that stands behind such a handle: a choice behind a choice, a card elsewhere."""
    return isinstance(identity, e.Choice) == ("/choice/" in handle)


def proves(game: str, bond: Bond | None, opening: e.Opening) -> bool | None:
    """Whether an opening in the clear matches its commitment; None where nothing binds it or it carries no nonce."""
    if bond is None or opening.nonce is None:
        return None
    if not fits(bond.handle, opening.identity):
        return False
    try:
        nonce = unb64(opening.nonce)
        payload = pad(encode_identity(opening.identity))
        found = commit(bytes.fromhex(game), bond.seq, bond.handle, nonce, payload)
    except Malformed:
        return False
    return found == bond.commitment


def in_the_clear(opening: Opening) -> e.Opening:
    """Return an opening as an event shows it."""
    return e.Opening(identity=read_identity(opening), nonce=b64(opening.nonce))


def keyring(
    opened: entry.GameOpened,
    game: str,
    keys: Iterable[BoxKey],
    rows: Iterable[tuple[Any, Mapping[str, bytes]]],
    failures: list[Failure] | None = None,
) -> dict[str, BoxKey]:
    """Return the roles that the keys at hand speak for; with the judge's key also every seat in escrow.

    `rows` gives (event, parts by digest) pairs; only those by which seats joined or laid up their keys are looked at. An
    escrowed key that does not open takes nothing else away: it is left out, and added to `failures`.

    Raises:
        Untrusted: none of the keys belongs to anybody in this game.
    """
    boxes = {role.id: role.box for role in opened.roles}
    laid: list[tuple[entry.EscrowedKey, bytes]] = []
    for event, parts in rows:
        if isinstance(event, entry.Joined):
            boxes[event.role] = event.box
        elif isinstance(event, entry.KeysEscrowed):
            laid += ((one, parts[one.part]) for one in event.keys if one.part in parts)
    ring: dict[str, BoxKey] = {}
    strangers = 0
    for key in keys:
        role = next((role for role, public in boxes.items() if public == key.public), None)
        if role is None:
            strangers += 1  # of another game, where several are looked at with all their keys
        else:
            ring[role] = key
    if strangers and not ring:
        which = "this key belongs" if strangers == 1 else "these keys belong"
        raise Untrusted(f"{which} to nobody in this game: ask for the key file that was made for it")
    for one, box in laid if JUDGE in ring else ():
        public = boxes.get(one.seat)
        if public is not None:
            try:
                ring[one.seat] = sealing.open_seat_key(
                    box, game=bytes.fromhex(game), seat=one.seat, seat_public=public, key=ring[JUDGE]
                )
            except Untrusted as error:
                if failures is not None:
                    failures.append(Failure(1, one.seat, JUDGE, str(error)))
    return ring


CONCEALED: dict[type[e.Event], Callable[[Any], Iterable[tuple[str | None, e.Concealed | None]]]] = {
    e.Cast: lambda ev: ((ev.object, ev.identity),),
    e.Moved: lambda ev: ((ev.new, ev.identity),),
    e.Created: lambda ev: ((ev.object, ev.identity),),
    e.TurnedDown: lambda ev: ((ev.object, ev.identity),),
    e.Bound: lambda ev: ((ev.object, ev.identity),),
    e.Drew: lambda ev: ((card.handle, card.identity) for card in ev.cards or ()),
    e.Transferred: lambda ev: ((card.handle, card.identity) for card in ev.cards or ()),
    e.Looked: lambda ev: ((card.handle, card.identity) for card in ev.cards or ()),
    e.Chose: lambda ev: ((ev.choice.handle, ev.choice.identity),),
    e.Repiled: lambda ev: zip(ev.new, ev.identities or (), strict=False),
}
"""Where events carry concealed identities, and under which handle."""


def concealed_in(event: object) -> Iterator[tuple[str, e.Concealed]]:
    """Yield the concealed identities that an event carries, each with its handle."""
    where = CONCEALED.get(type(event))  # type: ignore[arg-type]
    if where is not None:
        for handle, identity in where(event):
            if identity is not None and handle is not None:
                yield handle, identity


def more_boxes(event: object) -> Iterator[tuple[str, tuple[e.Box, ...]]]:
    """Yield the boxes by which an event shares what was committed earlier, with the object's handle."""
    if isinstance(event, e.Shared | e.Controlled) and event.boxes:
        yield event.object, event.boxes
    elif isinstance(event, e.Looked) and event.boxes and event.objects:
        yield event.objects[0], event.boxes


class Openings:
    """What a ring of keys knows of a game, entry by entry: feed it entries in order."""

    def __init__(self, game: str, ring: Mapping[str, BoxKey]) -> None:
        self.game = bytes.fromhex(game)
        self.ring = dict(ring)
        self.known: dict[str, dict[str, Known]] = {role: {} for role in self.ring}
        self.failures: list[Failure] = []
        self.missing = 0

    def __repr__(self) -> str:
        return f"Openings({', '.join(self.ring) or 'no keys'})"

    def take(
        self, seq: int, events: Iterable[object], state: State, parts: Mapping[str, bytes]
    ) -> dict[str, Known]:
        """Open what entry `seq` sealed to these keys; `state` is the state after it, `parts` the parts that are there.

        Returns what this entry told these keys, by commitment.
        """
        told: dict[str, Known] = {}
        if not self.ring:
            return told
        for event in events:
            for handle, identity in concealed_in(event):
                bond = Bond(commitment=identity.commitment, handle=handle, seq=seq)
                self._boxes(bond, identity.boxes, seq, parts, told)
            for handle, boxes in more_boxes(event):
                earlier = bond_of(state, handle)
                if earlier is not None:
                    self._boxes(earlier, boxes, seq, parts, told)
        return told

    def _boxes(
        self,
        bond: Bond,
        boxes: tuple[e.Box, ...],
        seq: int,
        parts: Mapping[str, bytes],
        told: dict[str, Known],
    ) -> None:
        for box in boxes:
            key = self.ring.get(box.to)
            if key is None:
                continue
            sealed = parts.get(box.part)
            if sealed is None:
                self.missing += 1
                continue
            try:
                opening, link = sealing.open_box(
                    sealed,
                    game=self.game,
                    seq=bond.seq,
                    handle=bond.handle,
                    commitment=bond.commitment,
                    key=key,
                )
                known = Known(read_identity(opening), seq, link, opening)
                if not fits(bond.handle, known.identity):
                    raise Malformed("not of the kind that belongs there")  # noqa: TRY301
            except Untrusted as error:
                self.failures.append(Failure(seq, bond.handle, box.to, str(error)))
            except Malformed:  # its words may quote what is hidden
                message = "the box opens to something that is no identity"
                self.failures.append(Failure(seq, bond.handle, box.to, message))
            else:
                self.known[box.to].setdefault(bond.commitment, known)
                told.setdefault(bond.commitment, known)

    def of(self, role: str, upto: int | None = None) -> dict[str, Known]:
        """What one role's key opened, up to an entry."""
        mine = self.known.get(role, {})
        return mine if upto is None else {c: known for c, known in mine.items() if known.seq <= upto}

    def everything(self) -> dict[str, e.Identity]:
        """What all the keys at hand prove together: commitment → identity."""
        return {
            commitment: known.identity for mine in self.known.values() for commitment, known in mine.items()
        }


def bond_of(state: State, handle: str) -> Bond | None:
    """The commitment in force for a handle: on the table, in a hidden zone, remembered by a duty, or below another card."""
    if handle in state.objects:
        return state.objects[handle].bond
    if handle in state.hidden:
        return state.hidden[handle].bond
    for key in keys_of(state, handle):
        return state.duties[key].bond
    for thing in state.objects.values():
        for part in thing.components:
            if part.handle == handle:
                return part.bond
    return None
