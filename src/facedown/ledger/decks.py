"""Registered deck lists: sealed to their player and to the judge, the same size whatever is in them.

A box is HPKE of the list's canonical JSON, zero-padded to 16,384 bytes; `info` binds game, seat and recipient. The
entry that registers a deck names the boxes' digests, so a list cannot be changed afterwards.
"""

from __future__ import annotations

import msgspec

from facedown.errors import Malformed, Untrusted
from facedown.proofs import sealing
from facedown.proofs.canonical import decode, decoder, encode, lp
from facedown.proofs.sealing import BoxKey

SIZE = 16_384
"""Bytes of a padded list: room for some 400 different long names."""


class Deck(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="type", tag="deck.v1"
):
    """A deck list: every card by its full name, as often as it is in there, sorted."""

    cards: tuple[str, ...]
    sideboard: tuple[str, ...] = ()

    def __repr__(self) -> str:
        return f"Deck({len(self.cards)} and {len(self.sideboard)} cards)"

    def holds(self, name: str) -> bool:
        """Whether a card of this name is in the deck or the sideboard."""
        return name in self.cards or name in self.sideboard


_decoder = decoder(Deck)


def seal(deck: Deck, *, game: bytes, seat: str, to_public: str) -> bytes:
    """Return the box with a list for one recipient.

    Raises:
        Malformed: the list is too long.
    """
    data = encode(deck)
    if len(data) > SIZE:
        raise Malformed(f"a deck list has at most {SIZE} bytes, this one {len(data)}")
    return sealing.seal_raw(data.ljust(SIZE, b"\0"), _info(game, seat, to_public), to_public)


def open_deck(box: bytes, *, game: bytes, seat: str, key: BoxKey) -> Deck:
    """Return the list in a box.

    Raises:
        Malformed: what is in it is no deck list.
        Untrusted: the box does not open.
    """
    data = key.unseal(box, _info(game, seat, key.public))
    if len(data) != SIZE:
        raise Untrusted(f"a sealed deck list has {SIZE} bytes, this one {len(data)}")
    return decode(data.rstrip(b"\0"), _decoder)


def _info(game: bytes, seat: str, public: str) -> bytes:
    return lp(b"facedown/deck/v1", game, seat.encode("ascii"), sealing.raw_public(public))
