"""What every reader must understand: roles, keys, and the events about them.

The rest of the vocabulary may be unknown to a program that only verifies; these may not, because they say whose
signature an entry must bear. The normative text is ``docs/spec/entry.md`` and ``docs/spec/keys.md``.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from facedown.errors import Malformed
from facedown.proofs import sealing, signing
from facedown.proofs.canonical import encoder, visible

FORMAT = "facedown/1"

# \Z and not $: in Python a dollar sign also matches before a line feed at the end.
Digest = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z")]
RoleId = Annotated[str, Meta(pattern=r"^(recorder|judge|p[1-9][0-9]?)\Z")]


class Envelope(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, gc=False
):
    """The base of what stands in a line; a member that is not given is absent, never null."""


class Role(Envelope, frozen=True, kw_only=True):
    """A part that somebody plays: the key that signs for it and the key that its boxes are sealed to."""

    id: RoleId
    sign: str | None = None
    box: str | None = None


class Log(Envelope, frozen=True, kw_only=True):
    """Where checkpoints come from: the prefix of the log's origin, and the key that signs them."""

    origin: Annotated[str, Meta(pattern=r"^[!-*,-~]{1,200}\Z")]
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
    rules: Annotated[str, Meta(pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}\Z")]
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


_decoder = msgspec.json.Decoder(EnvelopeEvent)
TAGS: frozenset[str] = frozenset(str(kind.__struct_config__.tag) for kind in ENVELOPE)
"""The types of events about roles and keys."""


def envelope_event(event: Any) -> EnvelopeEvent | None:
    """Return an event about roles and keys, from one plain event of :func:`read`; None for any other event.

    Raises:
        Malformed: its type is one of those, its fields are not.
    """
    if event["type"] not in TAGS:
        return None
    try:
        return _decoder.decode(encoder.encode(event))
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
