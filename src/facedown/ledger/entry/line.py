"""The line: read strictly, cut, signed and hashed as it stands."""

from __future__ import annotations

from hashlib import sha256
from types import GenericAlias
from typing import Annotated, Any, cast

import msgspec
from msgspec import Meta

from facedown.errors import Malformed
from facedown.ledger.entry.envelope import Envelope, GameOpened, check_keys, envelope_event
from facedown.proofs import signing
from facedown.proofs.canonical import MAX_INTEGER, b64, decode, decoder, encoder, is_hex, plain, unb64
from facedown.proofs.merkle import leaf_hash
from facedown.proofs.signing import SigningKey

TYPE = "application/vnd.facedown.entry.v1+json"
"""The DSSE type under which the canonical ``entry`` is signed."""

MAX_LINE = 65_535
"""Bytes of a line without its LF: what a C2SP entry tile can hold."""

_OPENS = "game.opened.v1"
_HEAD = b'{"entry":'
_MIDDLE = b',"sig":"'
_TAIL = b'"}'
_LETTERS = 88  # of base64, for the 64 bytes of a signature
_SIGNATURE_AT = -(len(_MIDDLE) + _LETTERS + len(_TAIL))


class Entry(Envelope, frozen=True, kw_only=True):
    """The signed half of a line.

    `at` is the signer's clock in milliseconds UTC (a claim, never used for order), `by` the role that signs, `id` 16
    random bytes in hexadecimal, `prev` the leaf hash of the entry before, `seq` its number from 0. `events` are plain
    objects when read; when written they may be event structs.
    """

    at: Annotated[int, Meta(ge=0)]
    by: str
    events: tuple[Any, ...]
    game: str | None = None
    id: str
    prev: str | None = None
    seq: Annotated[int, Meta(ge=0)]


class Line(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A line as read: the entry and its Ed25519 signature, 64 bytes (in base64, read as strictly as all else)."""

    entry: Entry
    sig: bytes


# Nearly all lines nest no deeper than the vocabulary does; these types say so, with every number bounded.
_bounded = Annotated[int, Meta(ge=0, le=MAX_INTEGER)]
_events: Any = GenericAlias(tuple, (GenericAlias(dict, (str, plain(5))), ...))
_PlainEntry: Any = msgspec.defstruct(
    "_PlainEntry",
    [("at", _bounded), ("seq", _bounded), ("events", _events)],
    bases=(Entry,),
    frozen=True,
    kw_only=True,
)
_PlainLine: Any = msgspec.defstruct(
    "_PlainLine", [("entry", _PlainEntry)], bases=(Line,), frozen=True, kw_only=True
)

_line_decoder = decoder(Line)
_plain_decoder: msgspec.json.Decoder[Line] = decoder(_PlainLine)


def write(entry: Entry, key: SigningKey) -> bytes:
    """Return the finished line (without LF), signed by `key`.

    Raises:
        Malformed: the entry is one that :func:`read` would refuse.
    """
    line = sign(entry, key)
    read(line)
    return line


def sign(entry: Entry, key: SigningKey) -> bytes:
    """Return what :func:`write` does, for a writer whose line is read strictly further on (a store does).

    Raises:
        Malformed: the line is too long.
    """
    body = encoder.encode(entry)
    signature = b64(key.sign(TYPE, body)).encode("ascii")
    line = _HEAD + body + _MIDDLE + signature + _TAIL
    if len(line) > MAX_LINE:
        raise Malformed(f"an entry line has at most {MAX_LINE} bytes, this one would have {len(line)}")
    return line


def read(line: bytes) -> Line:
    """Read a stored line (without LF) strictly. The signature is not checked: see :func:`check_signature`.

    Raises:
        Malformed: too long, not canonical, or not an entry.
    """
    if len(line) > MAX_LINE:
        raise Malformed(f"an entry line has at most {MAX_LINE} bytes, this one {len(line)}")
    found = decode(line, _line_decoder, _plain_decoder)
    entry = found.entry
    game, prev = entry.game, entry.prev
    if len(found.sig) != signing.SIGNATURE:
        raise Malformed("the signature is not the base64 of 64 bytes", entry=entry.seq)
    if not is_hex(entry.id, 16):
        raise Malformed("id is 32 lower-case hexadecimal digits", entry=entry.seq)
    if not entry.events:
        raise Malformed("an entry holds at least one event", entry=entry.seq)
    try:
        tags: list[Any] = [event["type"] for event in entry.events]
    except (TypeError, KeyError):
        tags = [None]
    for tag in tags:
        if type(tag) is not str:
            raise Malformed("an event is an object with a type", entry=entry.seq)
    if entry.seq == 0:
        if game is not None or prev is not None:
            raise Malformed("the first entry has neither game nor prev", entry=0)
        if tags != [_OPENS]:
            raise Malformed(f"the first entry holds exactly one event, {_OPENS}", entry=0)
    elif _OPENS in tags:
        raise Malformed(f"{_OPENS} stands in the first entry only", entry=entry.seq)
    elif game is None or prev is None or len(game) != 64 or not is_hex(game + prev, 64):
        raise Malformed("game and prev are 64 lower-case hexadecimal digits", entry=entry.seq)
    return found


def genesis(line: bytes) -> GameOpened:
    """Return the event that opens the game, from its first line; every key in it is checked.

    Raises:
        Malformed: not a first entry, roles missing or named twice, or a key that is no key.
        Untrusted: a weak key.
    """
    entry = read(line).entry
    if entry.seq != 0:
        raise Malformed("a game begins with entry 0", entry=entry.seq)
    opened = cast("GameOpened", envelope_event(entry.events[0]))
    ids = [role.id for role in opened.roles]
    if len(set(ids)) != len(ids):
        raise Malformed("a role is listed twice", entry=0)
    if not opened.seats:
        raise Malformed("a game has at least one seat", entry=0)
    if opened.custody == "recorder" and "recorder" not in ids:
        raise Malformed("custody recorder needs the role recorder", entry=0)
    signing.raw_public(opened.log.key)
    for role in opened.roles:
        check_keys(role.sign, role.box)
    signer = opened.role(entry.by)
    if signer is None or signer.sign is None:
        raise Malformed("the first entry is signed by a role whose key it lists", entry=0)
    return opened


def signed_bytes(line: bytes) -> bytes:
    """Return what the signature of a line covers: the canonical ``entry`` as it stands there.

    The bytes are cut out, not encoded again. Use it on lines that :func:`read` accepts.

    Raises:
        Malformed: the line does not have the outer form of an entry.
    """
    body = line[len(_HEAD) : _SIGNATURE_AT]
    if not (line.startswith(_HEAD) and body and line.startswith(_MIDDLE, len(line) + _SIGNATURE_AT)):
        raise Malformed('an entry line is {"entry":…,"sig":"…"}')
    return body


def signature(line: bytes) -> bytes:
    """Return the 64 bytes of the signature in a line that :func:`read` accepts."""
    return unb64(line[-_LETTERS - len(_TAIL) : -len(_TAIL)])


def check_signature(line: bytes, public: str) -> None:
    """Return if `public` signed this line, which :func:`read` accepts.

    Raises:
        Malformed: `public` is not the text of a key, or the line not an entry.
        Untrusted: the signature is not by that key, or the key is weak.
    """
    signing.verify(public, TYPE, signed_bytes(line), signature(line))


def game_id(line: bytes) -> str:
    """Return the id of the game that the first line opens: 64 hexadecimal digits."""
    return sha256(signing.pae(TYPE, signed_bytes(line))).hexdigest()


def leaf(line: bytes) -> bytes:
    """Return the leaf hash of a line, 32 bytes; in hexadecimal it is the ``prev`` of the entry after."""
    return leaf_hash(line)
