"""Whom to believe: the file given with ``--trust``.

::

    # one a line; what follows a key on its line is a comment, as is a line that begins with '#'
    ed25519:5oQLjvh/QfWHzOqMCOO/dYBi6seS2H43TAHvRUuMI3Q=  the league's recorder
    SHA256:OjmpfgGnABTNCwBrA9nhaVRx+jo4jEFRuqsKWWiO74Y      the same key by its fingerprint
    log league.example+9f1a2b3c+AeaEC474f0H1h8zqjAjjv3WAYurHkth+N0wB70VLjCN0 https://league.example

Lines beginning with ``log`` are those of a C2SP tlog-policy; their key is believed for that log only. Its witness and
group lines are read over, and ``quorum`` must be ``none``: cosignatures are not weighed here. A public key file
(``NAME.pub``) is a trust file too; its line for boxes is read over. Without a trust file a record can only be shown
to be consistent. The normative text is ``docs/spec/trust.md``.
"""

from __future__ import annotations

import re

import msgspec

from facedown.errors import Malformed
from facedown.proofs import note, sealing, signing
from facedown.proofs.canonical import is_hex
from facedown.proofs.note import VerifierKey

_FINGERPRINT = re.compile(r"SHA256:[A-Za-z0-9+/]{43}").fullmatch


class Trust(msgspec.Struct, frozen=True):
    """Keys (``ed25519:…``), fingerprints (``SHA256:…``) and logs that are believed."""

    keys: frozenset[str] = frozenset()
    fingerprints: frozenset[str] = frozenset()
    logs: tuple[VerifierKey, ...] = ()

    def covers(self, public: str) -> bool:
        """Whether this key is believed wherever it signs."""
        return public in self.keys or signing.fingerprint(public) in self.fingerprints

    def covers_log(self, public: str, *, prefix: str, origin: str) -> bool:
        """Whether this key is believed as the key of a log with this prefix and full origin."""
        named = any(log.public == public and log.name in {prefix, origin} for log in self.logs)
        return named or self.covers(public)


def parse(data: bytes) -> Trust:
    """Read a trust file.

    Raises:
        Malformed: not UTF-8, nothing in it, or a line that is none of those above. The message says which.
        Untrusted: a weak key.
    """
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as bad:
        raise Malformed(f"the trust file is not UTF-8 at byte {bad.start}") from None
    keys: set[str] = set()
    fingerprints: set[str] = set()
    logs: list[VerifierKey] = []
    for number, line in enumerate(text.split("\n"), 1):
        words = line.split()
        try:
            _take(words, keys, fingerprints, logs)
        except Malformed as error:
            raise Malformed(f"trust file: {error}", line=number) from None
    if not (keys or fingerprints or logs):
        raise Malformed("the trust file names no key: nothing could be believed")
    return Trust(frozenset(keys), frozenset(fingerprints), tuple(logs))


def _take(words: list[str], keys: set[str], fingerprints: set[str], logs: list[note.VerifierKey]) -> None:
    """Add what one line names to what is believed; `Malformed` if it names nothing that can be."""
    match words:
        case [] | ["witness" | "group", *_] | ["quorum", "none"]:
            pass
        case [first, *_] if first.startswith(("#", sealing.PREFIX)):
            pass
        case ["log", key, *_]:
            logs.append(note.parse_verifier_key(key))
        case [first, *_] if first.startswith(signing.PREFIX):
            signing.raw_public(first)
            keys.add(first)
        case [first, *_] if _FINGERPRINT(first):
            fingerprints.add(first)
        case [first, *_] if first.startswith("facedown-key/"):
            raise Malformed("this is a private key file; the public one ends in .pub")
        case ["quorum", *_]:
            raise Malformed("a quorum of witnesses cannot be checked here; only 'quorum none'")
        case _:
            raise Malformed("neither a key (ed25519:…), a fingerprint (SHA256:…) nor a log line")


def parse_expected(text: str) -> str:
    """Return the game id or root given with ``--expect``.

    Raises:
        Malformed: not 64 lower-case hexadecimal digits.
    """
    if not is_hex(text, 32):
        raise Malformed("what to expect is a game id or a root: 64 lower-case hexadecimal digits")
    return text
