"""Who may see it: boxes that one key opens (HPKE base mode, RFC 9180).

::

    box       = HPKE( DHKEM(X25519, HKDF-SHA256), HKDF-SHA256, AES-128-GCM )
    plaintext = nonce (32) ‖ payload (384) ‖ link (32)                     496 bytes sealed, always
    info      = lp("facedown/seal/v1", game, handle, commitment, recipient's public key)

The *link* is the object's earlier handle, which the holder and the judge may know although the table could not
follow the card; zeros for everybody else. A box is believed only if what it opens to gives the commitment again:
HPKE alone does not bind a sender to one plaintext. A key is written ``x25519:<base64>`` and lives for one game.
The normative text is ``docs/spec/identity.md``.
"""

from __future__ import annotations

from functools import lru_cache

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.hpke import AEAD, KDF, KEM, Suite

from facedown.errors import Malformed, Untrusted
from facedown.proofs.canonical import b64, lp, unb64, unhex
from facedown.proofs.commitment import NONCE, PAYLOAD, Opening, commit, handle_bytes

PREFIX = "x25519:"
LINK = 32
OVERHEAD = 48  # the sender's one-time public key and the tag
BOX = NONCE + PAYLOAD + LINK + OVERHEAD

_P = 2**255 - 19
# u of the points of small order, on the curve and its twist: a shared secret with one of them is always zero.
_ORDER_8 = (
    0x00B8495F16056286FDB1329CEB8D09DA6AC49FF1FAE35616AEB8413B7C7AEBE0,
    0x57119FD0DD4E22D8868E1C58C45C44045BEF839C55B1D0B1248C50A3BC959C5F,
)
_SMALL_ORDER = frozenset({0, 1, _P - 1, *_ORDER_8})

_suite = Suite(KEM.X25519, KDF.HKDF_SHA256, AEAD.AES_128_GCM)


class BoxKey:
    """A private key that opens boxes. Its repr shows the public half only."""

    __slots__ = ("_key", "public")

    def __init__(self, private: bytes) -> None:
        """Take the 32 private bytes (RFC 7748).

        Raises:
            Malformed: another length.
        """
        if len(private) != 32:
            raise Malformed("a box key is 32 bytes")
        self._key = X25519PrivateKey.from_private_bytes(private)
        self.public: str = PREFIX + b64(self._key.public_key().public_bytes_raw())

    @classmethod
    def new(cls) -> BoxKey:
        """Draw a fresh key from the system's randomness."""
        return cls(X25519PrivateKey.generate().private_bytes_raw())

    @property
    def private(self) -> bytes:
        """The private bytes, for a key file or an escrow and nothing else."""
        return self._key.private_bytes_raw()

    def unseal(self, box: bytes, info: bytes) -> bytes:
        """Return the plaintext of `box`.

        Raises:
            Untrusted: it was sealed to another key or for another purpose, or was altered.
        """
        try:
            return _suite.decrypt(box, self._key, info)
        except (InvalidTag, ValueError):
            raise Untrusted("the box does not open with this key for this purpose") from None

    def __repr__(self) -> str:
        return f"BoxKey({self.public})"


def seal(opening: Opening, link: str, *, game: bytes, handle: str, commitment: str, to_public: str) -> bytes:
    """Put `opening` and `link` (an earlier handle, or nothing) into a box of 496 bytes for `to_public`.

    Raises:
        Malformed: a text is not of its form.
        Untrusted: the recipient's key is weak.
    """
    secret = opening.nonce + opening.payload + _write_link(link)
    return seal_raw(secret, _info(game, handle, commitment, to_public), to_public)


def open_box(
    box: bytes, *, game: bytes, seq: int, handle: str, commitment: str, key: BoxKey
) -> tuple[Opening, str]:
    """Return the opening and the link in `box`, compared with the public commitment of entry `seq`.

    Raises:
        Malformed: a text is not of its form.
        Untrusted: the box does not open, or opens to something that the commitment does not stand for.
    """
    if len(box) != BOX:
        raise Untrusted(f"a box is {BOX} bytes, this one has {len(box)}")
    secret = key.unseal(box, _info(game, handle, commitment, key.public))
    opening = Opening(secret[:NONCE], secret[NONCE : NONCE + PAYLOAD])
    if commit(game, seq, handle, opening.nonce, opening.payload) != commitment:
        raise Untrusted("the box opens to something else than what was committed to")
    return opening, _read_link(secret[NONCE + PAYLOAD :])


def seal_seat_key(private: BoxKey, *, game: bytes, seat: str, to_public: str) -> bytes:
    """Escrow a seat's private box key for `to_public`: 80 bytes."""
    return seal_raw(private.private, _seat_info(game, seat, private.public), to_public)


def open_seat_key(box: bytes, *, game: bytes, seat: str, seat_public: str, key: BoxKey) -> BoxKey:
    """Return the escrowed box key of `seat`, compared with its public half.

    Raises:
        Malformed: a text is not of its form.
        Untrusted: the box does not open, or holds another key.
    """
    secret = key.unseal(box, _seat_info(game, seat, seat_public))
    if len(secret) != 32 or (found := BoxKey(secret)).public != seat_public:
        raise Untrusted(f"the escrow of {seat} holds another key than the one named in public")
    return found


def seal_raw(secret: bytes, info: bytes, to_public: str) -> bytes:
    """Put any bytes into a box for one purpose (`info`): 48 bytes longer than `secret`."""
    return _suite.encrypt(secret, _parsed(to_public), info)


@lru_cache(maxsize=4096)
def raw_public(public: str) -> bytes:
    """Return the 32 bytes of a public key, checked.

    Raises:
        Malformed: not ``x25519:`` and the base64 of 32 bytes.
        Untrusted: the key is of small order or not canonical.
    """
    if not public.startswith(PREFIX):
        raise Malformed(f"a key to seal to is written {PREFIX}<base64>")
    raw = unb64(public[len(PREFIX) :])
    if len(raw) != 32:
        raise Malformed("an X25519 public key is 32 bytes")
    u = int.from_bytes(raw, "little")
    if u >= _P or u in _SMALL_ORDER:
        raise Untrusted("a weak X25519 key (small order, or not canonical): nothing can be sealed to it")
    return raw


@lru_cache(maxsize=4096)
def _parsed(public: str) -> X25519PublicKey:
    return X25519PublicKey.from_public_bytes(raw_public(public))


def _info(game: bytes, handle: str, commitment: str, public: str) -> bytes:
    return lp(b"facedown/seal/v1", game, handle_bytes(handle), unhex(commitment, 32), raw_public(public))


def _seat_info(game: bytes, seat: str, public: str) -> bytes:
    return lp(b"facedown/seat-key/v1", game, seat.encode("ascii"), raw_public(public))


def _write_link(link: str) -> bytes:
    return (handle_bytes(link) if link else b"").ljust(LINK, b"\0")


def _read_link(raw: bytes) -> str:
    text = raw.rstrip(b"\0")
    if not all(0x21 <= byte <= 0x7E for byte in text):
        raise Untrusted("the box holds a private link that is no handle")
    return text.decode("ascii")
