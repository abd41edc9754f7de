"""One entry: who signed what, after what. The line it is stored as is the evidence.

::

    {"entry":{"at":…,"by":…,"events":[…],"game":…,"id":…,"prev":…,"seq":…},"sig":"…"}

One line is one action with all its events, canonical JSON of at most 65,535 bytes. It is signed, hashed and stored as
it stands. The first entry (``seq`` 0) opens the game: it has no ``game`` and no ``prev``, and the game's id is the
hash of what its signature covers.

There are two readings of the same bytes. :func:`read` gives the *envelope*: all that chain, signatures and tree need,
whatever the events are. :func:`events` gives the *vocabulary*: a closed union of event types, told apart by their tag.
Events about roles and keys belong to the envelope. The normative text is ``docs/spec/entry.md``.
"""

from __future__ import annotations

from facedown.ledger.entry.envelope import (
    ENVELOPE,
    FORMAT,
    TAGS,
    Catalogue,
    Digest,
    Envelope,
    EnvelopeEvent,
    EscrowedKey,
    GameOpened,
    Joined,
    KeyRevoked,
    KeyRotated,
    KeysEscrowed,
    Log,
    Role,
    RoleId,
    Source,
    check_keys,
    envelope_event,
)
from facedown.ledger.entry.line import (
    MAX_LINE,
    TYPE,
    Entry,
    Line,
    check_signature,
    game_id,
    genesis,
    leaf,
    read,
    sign,
    signature,
    signed_bytes,
    write,
)
from facedown.ledger.entry.vocabulary import Unknown, by_and_events, events

__all__ = [
    "ENVELOPE",
    "FORMAT",
    "MAX_LINE",
    "TAGS",
    "TYPE",
    "Catalogue",
    "Digest",
    "Entry",
    "Envelope",
    "EnvelopeEvent",
    "EscrowedKey",
    "GameOpened",
    "Joined",
    "KeyRevoked",
    "KeyRotated",
    "KeysEscrowed",
    "Line",
    "Log",
    "Role",
    "RoleId",
    "Source",
    "Unknown",
    "by_and_events",
    "check_keys",
    "check_signature",
    "envelope_event",
    "events",
    "game_id",
    "genesis",
    "leaf",
    "read",
    "sign",
    "signature",
    "signed_bytes",
    "write",
]
