"""What may have to be left out of a copy: sealed openings, shown names, chat.

An entry names such *parts* by their digest, ``SHA-256(lp("facedown/part/v1", bytes))``. In a record the bytes follow
the entry as lines of their own, ``{"part":"<base64>"}``. Leaving a part out changes no signature and no hash, and every
copy still says how many are missing. The normative text is ``docs/spec/parts.md``.
"""

from __future__ import annotations

import os
import re
from hashlib import sha256

import msgspec

from facedown.errors import Malformed
from facedown.proofs.canonical import b64, decode, decoder, encode, encoder, is_hex, lp, unhex

MAX_PART = 262_144
"""Bytes of one part."""

MAX_LINE = (MAX_PART + 2) // 3 * 4 + len('{"part":""}')
"""Bytes of a part line without its LF."""

PREFIX = b'{"part":"'
_SUFFIX = b'"}'

# In canonical JSON a quotation mark inside a string always follows a backslash, so `{"` and `,"part":"` can only be
# the begin of a member: this finds the members of that name, at any depth, without reading the rest. (What stands
# before is looked at last: an expression that begins with fixed letters is searched for twice as fast.)
_NAMED = re.compile(r'"part":"(?<=[{,]"part":")([^"]*)"').findall
_TAG = lp(b"facedown/part/v1")  # what follows it in `digest` is the other field of the same lp


class Text(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A text that is a part. The random salt keeps short texts from being guessed by their digest."""

    salt: str
    text: str

    def __repr__(self) -> str:
        return "Text(hidden)"


class _Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    part: bytes


_text_decoder = decoder(Text)
_line_decoder = msgspec.json.Decoder(_Line)


def digest(part: bytes) -> str:
    """Return the name of a part: 64 hexadecimal digits."""
    return sha256(_TAG + len(part).to_bytes(4, "big") + part).hexdigest()


def named(line: bytes) -> tuple[str, ...]:
    """Return the digests that a canonical entry line names, in the order of its bytes, each once.

    Every member called ``part`` with a string as value names one, wherever it stands in the events.

    Raises:
        Malformed: such a string is no digest, or the line no text at all.
    """
    if b'"part":"' not in line:
        return ()
    try:
        found = tuple(dict.fromkeys(_NAMED(line.decode("utf-8"))))
    except UnicodeDecodeError:
        raise Malformed("the line is not UTF-8") from None
    if not all(is_hex(one, 32) for one in found):
        raise Malformed("a member called part is the digest of a part: 64 lower-case hexadecimal digits")
    return found


def write(part: bytes) -> bytes:
    """Return the line (without LF) that holds `part`.

    Raises:
        Malformed: more than 262,144 bytes.
    """
    if len(part) > MAX_PART:
        raise Malformed(f"a part has at most {MAX_PART} bytes, this one {len(part)}")
    return PREFIX + b64(part).encode("ascii") + _SUFFIX


def read(line: bytes) -> bytes:
    """Return the bytes of the part in a line (without LF).

    Raises:
        Malformed: too long, or not exactly ``{"part":"<base64>"}``.
    """
    if len(line) > MAX_LINE:
        raise Malformed(f"a part line has at most {MAX_LINE} bytes, this one {len(line)}")
    try:
        found = _line_decoder.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError):
        found = None
    if found is None or encoder.encode(found) != line:
        if line.startswith(PREFIX) and line.endswith(_SUFFIX):
            raise Malformed("not standard padded base64")
        raise Malformed('a part line is {"part":"<base64>"}')
    return found.part


def text_part(text: str, salt: bytes | None = None) -> bytes:
    """Return `text` as a part, with 32 fresh random bytes as salt unless given."""
    return encode(Text((os.urandom(32) if salt is None else salt).hex(), text))


def read_text(part: bytes) -> str:
    """Return the text in a part that :func:`text_part` made.

    Raises:
        Malformed: it is not such a part.
    """
    found = decode(part, _text_decoder)
    unhex(found.salt, 32)
    return found.text
