"""How a card's identity is fixed without being shown: the commitment ``c1``.

::

    commitment = SHA-256( lp("facedown/commit/v1", game, seq, handle, nonce, payload) )

    game     32 bytes     the game's id
    seq      u64be        the entry that carries the commitment
    handle   ASCII        the object, or the slot of a deck or choice, that it stands for
    nonce    32 bytes     fresh and random: it hides the few thousand possible names
    payload  384 bytes    canonical JSON of the identity, filled up with zeros: every card is equally long

The game, the entry and the handle are part of the hash, so a commitment copied to another place opens to nothing.
The normative text is ``docs/spec/identity.md``.
"""

from __future__ import annotations

import os
from hashlib import sha256

import msgspec

from facedown.errors import Malformed
from facedown.proofs.canonical import lp

ALGORITHM = "c1"
PAYLOAD = 384
NONCE = 32
MAX_HANDLE = 32
"""A handle must fit into the 32 bytes of a private link (:mod:`facedown.proofs.sealing`)."""


class Opening(msgspec.Struct, frozen=True):
    """What opens one commitment: 32 bytes of nonce and 384 bytes of padded payload. Its repr shows neither."""

    nonce: bytes
    payload: bytes

    def __post_init__(self) -> None:
        """Refuse other lengths: they would give commitments that nobody else computes."""
        if len(self.nonce) != NONCE or len(self.payload) != PAYLOAD:
            raise Malformed(f"an opening is a nonce of {NONCE} and a payload of {PAYLOAD} bytes")

    @classmethod
    def new(cls, identity: bytes) -> Opening:
        """Draw a fresh nonce for `identity` (canonical JSON, not padded).

        Raises:
            Malformed: `identity` is empty or longer than 384 bytes.
        """
        return cls(os.urandom(NONCE), pad(identity))

    @property
    def identity(self) -> bytes:
        """The canonical JSON in the payload, still to be decoded strictly."""
        return unpad(self.payload)

    def __repr__(self) -> str:
        return "Opening(hidden)"


def commit(game: bytes, seq: int, handle: str, nonce: bytes, payload: bytes) -> str:
    """Return the commitment ``c1`` as 64 hexadecimal digits; `payload` is padded already (:func:`pad`).

    Raises:
        Malformed: a length is wrong, or `handle` is not 1 to 32 visible ASCII characters.
    """
    if len(game) != 32 or len(nonce) != NONCE or len(payload) != PAYLOAD:
        raise Malformed("a commitment needs a game id of 32, a nonce of 32 and a payload of 384 bytes")
    if not 0 <= seq < 2**53:
        raise Malformed("an entry number is an integer from 0 to 2^53 - 1")
    return sha256(
        lp(b"facedown/commit/v1", game, seq.to_bytes(8, "big"), handle_bytes(handle), nonce, payload)
    ).hexdigest()


def pad(identity: bytes) -> bytes:
    """Return `identity` filled up with zero bytes to 384.

    Raises:
        Malformed: empty, longer than that, or ending in a zero byte (which no JSON does).
    """
    if not identity or len(identity) > PAYLOAD or identity.endswith(b"\0"):
        raise Malformed(f"an identity must be 1 to {PAYLOAD} bytes of JSON")
    return identity.ljust(PAYLOAD, b"\0")


def unpad(payload: bytes) -> bytes:
    """Return what was padded: the inverse of :func:`pad`.

    Raises:
        Malformed: not 384 bytes, or nothing but zeros.
    """
    identity = payload.rstrip(b"\0")
    if len(payload) != PAYLOAD or not identity:
        raise Malformed(f"a payload is {PAYLOAD} bytes: JSON, then zeros")
    return identity


def handle_bytes(handle: str) -> bytes:
    """Return `handle` in ASCII.

    Raises:
        Malformed: not 1 to 32 visible ASCII characters.
    """
    visible = handle.isascii() and handle.isprintable() and " " not in handle
    if not (visible and 0 < len(handle) <= MAX_HANDLE):
        raise Malformed(f"a handle is 1 to {MAX_HANDLE} visible ASCII characters")
    return handle.encode("ascii")
