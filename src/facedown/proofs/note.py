"""Signed notes (C2SP signed-note v1.0.0): a text, an empty line, and one line for each signature.

::

    facedown.invalid/games/5f…                            the text: UTF-8, no control characters but LF
    412
    qINS1GRFhWHwdkUeqLEoP4yEMkTBBzxBkGwGQlVlVcs=

    — facedown.invalid/games/5f… <base64(key id ‖ signature)>

A verifier key is written ``name+<key id>+<base64(type ‖ public key)>``. A signature by an unknown key is ignored; a bad
one by a known key condemns the note; a note with no good one is refused.
"""

from __future__ import annotations

import re
from hashlib import sha256

import msgspec

from facedown.errors import Malformed, Untrusted
from facedown.proofs.canonical import b64, unb64
from facedown.proofs.signing import SigningKey, public_text, raw_public, verify_raw

ED25519 = 1
"""The type byte of an Ed25519 signature over the text itself."""

MAX_NOTE = 512 * 1024
MAX_SIGNATURES = 100

_CONTROL = re.compile(r"[\x00-\x09\x0b-\x1f]").search
_LINE = re.compile(r"— (?P<name>\S+) (?P<blob>[A-Za-z0-9+/]+={0,2})").fullmatch
_VKEY = re.compile(r"(?P<name>[^\s+]+)\+(?P<id>[0-9a-f]{8})\+(?P<key>[A-Za-z0-9+/]+={0,2})").fullmatch


class Signature(msgspec.Struct, frozen=True):
    """One signature line: who is named, the 4-byte key id, and what follows it."""

    name: str
    id: bytes
    blob: bytes


class Note(msgspec.Struct, frozen=True):
    """A parsed note; `text` ends in LF. Nothing about it is verified yet."""

    text: str
    signatures: tuple[Signature, ...]


class VerifierKey(msgspec.Struct, frozen=True):
    """A name and the public key (``ed25519:<base64>``) that signs notes under it."""

    name: str
    public: str

    @property
    def id(self) -> bytes:
        """The four bytes that stand before this key's signatures."""
        return sha256(self.name.encode() + b"\n\x01" + raw_public(self.public)).digest()[:4]

    def text(self) -> str:
        """Return the key as one word, for files and other tools."""
        return f"{self.name}+{self.id.hex()}+{b64(bytes([ED25519]) + raw_public(self.public))}"


def parse_verifier_key(text: str) -> VerifierKey:
    """Read the text of a verifier key.

    Raises:
        Malformed: not of that form, or its key id is not the one of its name and key.
        Untrusted: the key is weak.
    """
    found = _VKEY(text)
    raw = unb64(found["key"]) if found else b""
    if not found or len(raw) != 33 or raw[0] != ED25519:
        raise Malformed("a verifier key is name+<8 hexadecimal digits>+<base64 of an Ed25519 key>")
    key = VerifierKey(check_name(found["name"]), public_text(raw[1:]))
    if key.text() != text:
        raise Malformed(f"the key id of the verifier key {key.name} does not belong to it")
    return key


def check_name(name: str) -> str:
    """Return `name` if a key may be called so: not empty, no blanks, no ``+``, no control characters.

    Raises:
        Malformed: it may not.
    """
    if not name or "+" in name or _CONTROL(name) or any(sign.isspace() for sign in name):
        raise Malformed("the name of a key must not be empty or contain blanks or '+'")
    return name


def parse(data: bytes) -> Note:
    """Read a note strictly; :func:`format_note` writes the same bytes again.

    Raises:
        Malformed: not a signed note.
    """
    if len(data) > MAX_NOTE:
        raise Malformed(f"a signed note has at most {MAX_NOTE} bytes")
    try:
        whole = data.decode("utf-8")
    except UnicodeDecodeError as bad:
        raise Malformed(f"the signed note is not UTF-8 at byte {bad.start}") from None
    if _CONTROL(whole):
        raise Malformed("the signed note holds a control character")
    text, gap, tail = whole.rpartition("\n\n")
    if not gap or not tail.endswith("\n"):
        raise Malformed("a signed note is a text, an empty line and signature lines, each ending in LF")
    lines = tail[:-1].split("\n")
    if len(lines) > MAX_SIGNATURES:
        raise Malformed(f"the signed note has more than {MAX_SIGNATURES} signatures")
    return Note(text + "\n", tuple(_parse_signature(line) for line in lines))


def format_note(note: Note) -> bytes:
    """Return the bytes of `note`."""
    lines = (f"— {one.name} {b64(one.id + one.blob)}\n" for one in note.signatures)
    return f"{note.text}\n{''.join(lines)}".encode()


def sign(text: str, name: str, key: SigningKey) -> Note:
    """Return `text` as a note with one signature by `key` under `name`.

    Raises:
        Malformed: `text` does not end in LF or holds other control characters, or `name` may not be a name.
    """
    if not text.endswith("\n") or _CONTROL(text):
        raise Malformed("the text of a note ends in LF and holds no other control character")
    known = VerifierKey(check_name(name), key.public)
    return Note(text, (Signature(name, known.id, key.sign_raw(text.encode())),))


def verify(note: Note, *known: VerifierKey) -> tuple[VerifierKey, ...]:
    """Return those of the `known` keys that signed `note`; signatures by others are ignored.

    Raises:
        Untrusted: a known key's signature is bad, or none of them signed.
    """
    by_id = {(key.name, key.id): key for key in known}
    text = note.text.encode()
    good: dict[VerifierKey, None] = {}
    for signature in note.signatures:
        if key := by_id.get((signature.name, signature.id)):
            try:
                verify_raw(key.public, text, signature.blob)
            except Untrusted:
                raise Untrusted(f"the signature of {key.name} on the note is bad") from None
            good[key] = None
    if not good:
        raise Untrusted("no signature on the note is by a known key")
    return tuple(good)


def _parse_signature(line: str) -> Signature:
    found = _LINE(line)
    blob = unb64(found["blob"]) if found else b""
    if not found or len(blob) <= 4:
        raise Malformed("a signature line is '— name base64'")
    return Signature(check_name(found["name"]), blob[:4], blob[4:])
