"""One entry: who signed what, after what. The line it is stored as is the evidence.

::

    {"entry":{"at":…,"by":…,"events":[…],"game":…,"id":…,"prev":…,"seq":…},"sig":"…"}

One line is one action with all its events, canonical JSON of at most 65,535 bytes. It is signed, hashed and stored as
it stands. The first entry (``seq`` 0) opens the game: it has no ``game`` and no ``prev``, and the game's id is the
hash of what its signature covers.

There are two readings of the same bytes. :func:`read` gives the *envelope*: all that chain, signatures and tree need,
whatever the events are. :func:`events` gives the *vocabulary*: a closed union of event types, told apart by their tag.
Events about roles and keys belong to the envelope and are defined here. The normative text is ``docs/spec/entry.md``.
"""

from __future__ import annotations

import re
from functools import lru_cache
from hashlib import sha256
from typing import Annotated, Any, Literal, Union, cast

import msgspec
from msgspec import Meta

from facedown.errors import Malformed
from facedown.proofs import sealing, signing
from facedown.proofs.canonical import b64, decode, decoder, encoder, unb64, visible
from facedown.proofs.merkle import leaf_hash
from facedown.proofs.signing import SigningKey
from facedown.rules.events import EVENTS, Event

FORMAT = "facedown/1"
TYPE = "application/vnd.facedown.entry.v1+json"
"""The DSSE type under which the canonical ``entry`` is signed."""

MAX_LINE = 65_535
"""Bytes of a line without its LF: what a C2SP entry tile can hold."""

_HEAD = b'{"entry":'
_MIDDLE = b',"sig":"'
_TAIL = b'"}'
_HEX = re.compile("[0-9a-f]*").fullmatch
_SIGNATURE = re.compile(
    "[A-Za-z0-9+/]{85}[AQgw]=="
).fullmatch  # 64 bytes: four bits of the last letter are zero
_SIGNATURE_AT = -(len(_MIDDLE) + 88 + len(_TAIL))  # 64 bytes are 88 characters of base64

Digest = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}$")]
RoleId = Annotated[str, Meta(pattern=r"^(recorder|judge|p[1-9][0-9]?)$")]


class Envelope(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """The base of what stands in a line; a member that is not given is absent, never null."""


class Role(Envelope, frozen=True, kw_only=True):
    """A part that somebody plays: the key that signs for it and the key that its boxes are sealed to."""

    id: RoleId
    sign: str | None = None
    box: str | None = None


class Log(Envelope, frozen=True, kw_only=True):
    """Where checkpoints come from: the prefix of the log's origin, and the key that signs them."""

    origin: Annotated[str, Meta(pattern=r"^[!-*,-~]{1,200}$")]
    key: str


class Catalogue(Envelope, frozen=True, kw_only=True):
    """The card facts that the recorder used."""

    name: Annotated[str, Meta(min_length=1, max_length=200)]
    sha256: Digest


class Source(Envelope, frozen=True, kw_only=True):
    """What a record was imported from: its kind, its SHA-256, its time in milliseconds UTC."""

    kind: Annotated[str, Meta(min_length=1, max_length=200)]
    sha256: Digest | None = None
    time: int | None = None


class GameOpened(Envelope, frozen=True, kw_only=True, tag_field="type", tag="game.opened.v1"):
    """The one event of the first entry: everything that must be agreed before the game."""

    format: Literal["facedown/1"]
    custody: Literal["recorder", "players"]
    log: Log
    roles: tuple[Role, ...]
    rules: Annotated[str, Meta(pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$")]
    catalogue: Catalogue
    random: Digest
    source: Source | None = None

    def role(self, id_: str) -> Role | None:
        """The role called `id_`, if the game has one."""
        return next((role for role in self.roles if role.id == id_), None)

    @property
    def seats(self) -> tuple[str, ...]:
        """The ids of the players, in the order in which they are listed."""
        return tuple(role.id for role in self.roles if role.id not in {"recorder", "judge"})


class EscrowedKey(Envelope, frozen=True, kw_only=True):
    """One seat's private box key, sealed to the judge: the digest of the part that holds it."""

    part: Digest
    seat: RoleId


class KeysEscrowed(Envelope, frozen=True, kw_only=True, tag_field="type", tag="keys.escrowed.v1"):
    """Custody ``recorder``: the seats' box keys are laid up for the judge."""

    keys: tuple[EscrowedKey, ...]


class Joined(Envelope, frozen=True, kw_only=True, tag_field="type", tag="joined.v1"):
    """Custody ``players``: a seat's first entry, signed by the key it brings."""

    role: RoleId
    sign: str
    box: str


class KeyRotated(Envelope, frozen=True, kw_only=True, tag_field="type", tag="key.rotated.v1"):
    """A role replaces its own signing key, from the next entry on."""

    role: RoleId
    sign: str


class KeyRevoked(Envelope, frozen=True, kw_only=True, tag_field="type", tag="key.revoked.v1"):
    """The judge withdraws a role's signing key, from the next entry on; `sign` is the one that replaces it."""

    role: RoleId
    sign: str | None = None


EnvelopeEvent = GameOpened | KeysEscrowed | Joined | KeyRotated | KeyRevoked
ENVELOPE: tuple[type[Envelope], ...] = (GameOpened, KeysEscrowed, Joined, KeyRotated, KeyRevoked)


class Unknown(msgspec.Struct, frozen=True):
    """An event of a type that this version does not know: it verifies, but nobody here can say what it means."""

    type: str


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
    """A line as read: the entry and its Ed25519 signature in base64."""

    entry: Entry
    sig: str


_OPENS = "game.opened.v1"

_line_decoder = decoder(Line)
_envelope_decoder = msgspec.json.Decoder(EnvelopeEvent)


def write(entry: Entry, key: SigningKey) -> bytes:
    """Return the finished line (without LF), signed by `key`.

    Raises:
        Malformed: the entry is one that :func:`read` would refuse.
    """
    body = encoder.encode(entry)
    signature = b64(key.sign(TYPE, body)).encode("ascii")
    line = _HEAD + body + _MIDDLE + signature + _TAIL
    read(line)
    return line


def read(line: bytes) -> Line:
    """Read a stored line (without LF) strictly. The signature is not checked: see :func:`check_signature`.

    Raises:
        Malformed: too long, not canonical, or not an entry.
    """
    if len(line) > MAX_LINE:
        raise Malformed(f"an entry line has at most {MAX_LINE} bytes, this one {len(line)}")
    found = decode(line, _line_decoder)
    entry = found.entry
    if not _SIGNATURE(found.sig):
        raise Malformed("the signature is not the base64 of 64 bytes", entry=entry.seq)
    if len(entry.id) != 32 or not _HEX(entry.id):
        raise Malformed("id is 32 lower-case hexadecimal digits", entry=entry.seq)
    if not entry.events:
        raise Malformed("an entry holds at least one event", entry=entry.seq)
    tags = [_read_tag(event, entry.seq) for event in entry.events]
    game, prev = entry.game, entry.prev
    if entry.seq == 0:
        if game is not None or prev is not None:
            raise Malformed("the first entry has neither game nor prev", entry=0)
        if tags != [_OPENS]:
            raise Malformed(f"the first entry holds exactly one event, {_OPENS}", entry=0)
    elif _OPENS in tags:
        raise Malformed(f"{_OPENS} stands in the first entry only", entry=entry.seq)
    elif game is None or prev is None or len(game) != 64 or len(prev) != 64 or not _HEX(game + prev):
        raise Malformed("game and prev are 64 lower-case hexadecimal digits", entry=entry.seq)
    return found


def _read_tag(event: Any, seq: int) -> str:
    if type(event) is not dict or type(tag := cast("dict[str, Any]", event).get("type")) is not str:
        raise Malformed("an event is an object with a type", entry=seq)
    return tag


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


def envelope_event(event: Any) -> EnvelopeEvent | None:
    """Return an event about roles and keys, from one plain event of :func:`read`; None for any other event.

    Raises:
        Malformed: its type is one of those, its fields are not.
    """
    if event["type"] not in _ENVELOPE_TAGS:
        return None
    try:
        return _envelope_decoder.decode(encoder.encode(event))
    except msgspec.ValidationError as error:
        raise Malformed(f"{event['type']} has not the form it must have: {visible(str(error))}") from None


def check_keys(sign: str | None, box: str | None) -> None:
    """Return if the keys that are given are keys and not weak ones.

    Raises:
        Malformed: not the text of a key.
        Untrusted: a weak key.
    """
    if sign is not None:
        signing.raw_public(sign)
    if box is not None:
        sealing.raw_public(box)


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
    return unb64(line[-88 - len(_TAIL) : -len(_TAIL)])


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


def events(line: bytes) -> tuple[Event | EnvelopeEvent | Unknown, ...]:
    """Return the events of a line that :func:`read` accepts, in the closed vocabulary.

    Raises:
        Malformed: an event of a known type has not the fields of that type.
    """
    return by_and_events(line)[1]


def by_and_events(line: bytes) -> tuple[str, tuple[Event | EnvelopeEvent | Unknown, ...]]:
    """Return who signed a line that :func:`read` accepts, and its events: one decoding for a replay.

    Raises:
        Malformed: an event of a known type has not the fields of that type.
    """
    try:
        entry = _vocabulary().whole.decode(line).entry
    except msgspec.ValidationError:
        return _raw_decoder.decode(line).entry.by, _one_by_one(line)
    return entry.by, entry.events


class _Vocabulary(msgspec.Struct, frozen=True):
    tags: frozenset[str]
    one: msgspec.json.Decoder[Any]
    whole: msgspec.json.Decoder[Any]


class _RawEntry(msgspec.Struct):
    by: str
    events: tuple[msgspec.Raw, ...]
    seq: int


class _RawLine(msgspec.Struct):
    entry: _RawEntry


class _Tagged(msgspec.Struct):
    type: str


_raw_decoder = msgspec.json.Decoder(_RawLine)
_tag_decoder = msgspec.json.Decoder(_Tagged)


@lru_cache(maxsize=1)
def _vocabulary() -> _Vocabulary:
    """Build the decoders of the closed union once; late, because a plain check needs none of it."""
    known = (*ENVELOPE, *EVENTS)
    union: Any = Union[known]  # noqa: UP007  (a union of a tuple has no other spelling)
    entry = msgspec.defstruct("_Entry", [("by", str), ("events", tuple[union, ...])])
    return _Vocabulary(
        tags=frozenset(str(_tag(kind)) for kind in known),
        one=msgspec.json.Decoder(union),
        whole=msgspec.json.Decoder(msgspec.defstruct("_Line", [("entry", entry)])),
    )


def _one_by_one(line: bytes) -> tuple[Event | EnvelopeEvent | Unknown, ...]:
    entry = _raw_decoder.decode(line).entry
    vocabulary = _vocabulary()
    found: list[Event | EnvelopeEvent | Unknown] = []
    for raw in entry.events:
        tag = _tag_decoder.decode(raw).type
        if tag not in vocabulary.tags:
            found.append(Unknown(tag))
            continue
        try:
            found.append(vocabulary.one.decode(raw))
        except msgspec.ValidationError as error:
            raise Malformed(
                f"{tag} has not the form it must have: {visible(str(error))}", entry=entry.seq
            ) from None
    return tuple(found)


def _tag(kind: type[msgspec.Struct]) -> str | int | None:
    return kind.__struct_config__.tag


_ENVELOPE_TAGS = frozenset(_tag(kind) for kind in ENVELOPE)
