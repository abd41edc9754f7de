"""Who wrote it: Ed25519 signatures (RFC 8032) over the DSSE pre-authentication encoding.

A public key is written ``ed25519:<base64>``. Keys of small order and keys in another than the one canonical
spelling are refused here, by our own check: for each of those 14 keys common verifiers, OpenSSL among them, accept
signatures that nobody with a secret ever made. The normative text is ``docs/spec/keys.md``.
"""

from __future__ import annotations

from functools import lru_cache
from hashlib import sha256

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from facedown.errors import Malformed, Untrusted
from facedown.proofs.canonical import b64, unb64

PREFIX = "ed25519:"
SIGNATURE = 64

_P = 2**255 - 19
# y of the points whose order divides 8: order 8 (two), 4 (zero), 2 (minus one) and 1 (one).
_ORDER_8 = 0x7A03AC9277FDC74EC6CC392CFA53202A0F67100D760B3CBA4FD84D3D706A17C7
_SMALL_ORDER = frozenset({0, 1, _P - 1, _ORDER_8, _P - _ORDER_8})


class SigningKey:
    """A private key that signs. Its repr shows the public half only."""

    __slots__ = ("_key", "public")

    def __init__(self, seed: bytes) -> None:
        """Take the 32-byte seed (RFC 8032, section 5.1.5).

        Raises:
            Malformed: another length.
        """
        if len(seed) != 32:
            raise Malformed("a signing key is 32 bytes")
        self._key = Ed25519PrivateKey.from_private_bytes(seed)
        self.public: str = PREFIX + b64(self._key.public_key().public_bytes_raw())

    @classmethod
    def new(cls) -> SigningKey:
        """Draw a fresh key from the system's randomness."""
        return cls(Ed25519PrivateKey.generate().private_bytes_raw())

    @property
    def private(self) -> bytes:
        """The seed, for a key file and nothing else."""
        return self._key.private_bytes_raw()

    def sign(self, type_: str, body: bytes) -> bytes:
        """Return the 64-byte signature of `body` as a message of `type_`."""
        return self._key.sign(pae(type_, body))

    def sign_raw(self, message: bytes) -> bytes:
        """Return the signature of exactly these bytes, as signed notes want it (:mod:`facedown.proofs.note`)."""
        return self._key.sign(message)

    def __repr__(self) -> str:
        return f"SigningKey({self.public})"


def pae(type_: str, body: bytes) -> bytes:
    """Return the DSSE v1 pre-authentication encoding: what is signed says what it is.

    >>> pae("http://example.com/HelloWorld", b"hello world")
    b'DSSEv1 29 http://example.com/HelloWorld 11 hello world'
    """
    name = type_.encode("utf-8")
    return b"DSSEv1 %d %s %d %s" % (len(name), name, len(body), body)


def verify(public: str, type_: str, body: bytes, signature: bytes) -> None:
    """Return if `public` signed `body` as a message of `type_`.

    Raises:
        Malformed: `public` is not the text of a key.
        Untrusted: the key is weak, or the signature is not its signature.
    """
    verify_raw(public, pae(type_, body), signature)


def verify_raw(public: str, message: bytes, signature: bytes) -> None:
    """Return if `public` signed exactly `message`; raises as :func:`verify` does."""
    try:
        _parsed(public).verify(signature, message)
    except InvalidSignature:
        raise Untrusted(f"the signature is not one of {fingerprint(public)}") from None


def raw_public(public: str) -> bytes:
    """Return the 32 bytes of a public key, checked.

    Raises:
        Malformed: not ``ed25519:`` and the base64 of 32 bytes.
        Untrusted: the key is of small order or not canonical.
    """
    if not public.startswith(PREFIX):
        raise Malformed(f"a key to check signatures is written {PREFIX}<base64>")
    raw = unb64(public[len(PREFIX) :])
    if len(raw) != 32:
        raise Malformed("an Ed25519 public key is 32 bytes")
    y = int.from_bytes(raw, "little") & (2**255 - 1)
    if y >= _P or y in _SMALL_ORDER:
        raise Untrusted("a weak Ed25519 key (small order, or not canonical): anybody can sign for it")
    return raw


def public_text(raw: bytes) -> str:
    """Return the text of a public key of 32 bytes, checked as :func:`raw_public` does."""
    public = PREFIX + b64(raw)
    raw_public(public)
    return public


@lru_cache(maxsize=4096)
def fingerprint(public: str) -> str:
    """Return a short name for a key, the same in every record: ``SHA256:`` and the hash, as ssh writes it.

    >>> fingerprint("ed25519:5oQLjvh/QfWHzOqMCOO/dYBi6seS2H43TAHvRUuMI3Q=")
    'SHA256:OjmpfgGnABTNCwBrA9nhaVRx+jo4jEFRuqsKWWiO74Y'
    """
    return "SHA256:" + b64(sha256(raw_public(public)).digest()).rstrip("=")


@lru_cache(maxsize=4096)
def _parsed(public: str) -> Ed25519PublicKey:
    """Read a key once: the many lines of a record are signed by few."""
    return Ed25519PublicKey.from_public_bytes(raw_public(public))
