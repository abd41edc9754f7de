"""Canonical JSON, and the other spellings that must have exactly one form.

What is hashed or signed here is always the stored bytes. Encoding a value again serves one purpose only: to
*refuse* bytes that are not the one canonical spelling of their value. Within the profile (sorted ASCII keys,
no floats, integers within ±(2^53 − 1), no repeated keys, no blanks, depth at most 32) the output is that of
RFC 8785. The normative text is ``docs/spec/canonical-json.md``.
"""

from __future__ import annotations

import re
from base64 import b64encode
from types import GenericAlias
from typing import Annotated, Any, NoReturn, TypeVar, Union, cast, overload

import msgspec
from msgspec import Meta

from facedown.errors import Malformed

MAX_DEPTH = 32
"""How many arrays and objects may stand inside one another."""

MAX_INTEGER = 2**53 - 1
"""The largest integer that every JSON reader keeps exactly (RFC 7493, section 2.2)."""

T = TypeVar("T")

encoder = msgspec.json.Encoder(order="sorted")
_anything = msgspec.json.Decoder()
_base64 = msgspec.json.Decoder(bytes)

_Integer = Annotated[int, Meta(ge=-MAX_INTEGER, le=MAX_INTEGER)]


def plain(depth: int) -> Any:
    """Return a type for msgspec: JSON within the profile, arrays and objects at most `depth` deep.

    Only that names are ASCII is left to see to (:func:`decode`, `quick`). The type grows as 2 to the power `depth`.
    """
    kinds: list[Any] = [str, _Integer, bool, None]
    if depth > 0:
        inner = plain(depth - 1)
        kinds += [GenericAlias(list, inner), GenericAlias(dict, (str, inner))]
    union: Any = Union[tuple(kinds)]  # noqa: UP007  (a union of a list has no other spelling)
    return union


def _no_float(number: str) -> NoReturn:
    raise ValueError(
        f"a number with a fraction or an exponent ({len(number)} characters): only integers are allowed"
    )


@overload
def decoder(kind: type[T]) -> msgspec.json.Decoder[T]: ...
@overload
def decoder(kind: Any) -> msgspec.json.Decoder[Any]: ...
def decoder(kind: Any) -> msgspec.json.Decoder[Any]:
    """Return a decoder for :func:`decode` that refuses floats by itself, which spares a scan of the bytes.

    `kind` must not have members of type float.
    """
    return msgspec.json.Decoder(kind, float_hook=_no_float)


# Numbers that break the profile are found without a parser: with every digit written as 0, every byte that can
# stand before its first digit as a colon, such a number shows as one of three short patterns.
# They may also occur inside a string, which only costs a closer look. (For a line of 400 bytes a regular
# expression takes 6.8 µs, this 0.6 µs, and 1.2 µs more where floats are not refused by the decoder already.)
_SHAPE = bytes(48 if 48 <= byte <= 57 else 58 if byte in b":,[-" else byte for byte in range(256))
_LONG = b":" + 16 * b"0"
_FRACTION = b"0."
_EXPONENT = b":0e"  # canonical output has a single digit there, or a fraction
# A string, or what is left of one: the optional last quote keeps the match linear on hostile input.
_STRING = re.compile(rb'"(?:[^"\\]++|\\.)*+"?', re.DOTALL)
_NOT_BRACKETS = bytes(set(range(256)) - set(b"[]{}"))


def encode(value: Any) -> bytes:
    r"""Return the canonical bytes of `value`: plain JSON values or structs.

    >>> encode({"b": [1, None], "a": "é"})
    b'{"a":"\xc3\xa9","b":[1,null]}'

    Raises:
        Malformed: outside the profile.
    """
    data = encoder.encode(value)
    if data.count(b"[") + data.count(b"{") > MAX_DEPTH:
        _check_depth(data)
    if _has_long_number(data) or _has_float(data):
        _check_value(_anything.decode(data))
    return data


def decode(data: bytes, decoder: msgspec.json.Decoder[T], quick: msgspec.json.Decoder[T] | None = None) -> T:
    """Read canonical bytes into the type of `decoder`; one pass more than decoding, and nothing looser.

    `quick` may be a decoder whose types themselves refuse floats, large integers and deep nesting (:func:`plain`):
    what it can read and is ASCII needs no further look. Anything else is left to `decoder`, which also says why.

    >>> decode(b'{"a":1}', msgspec.json.Decoder(dict[str, int]))
    {'a': 1}
    >>> decode(b'{"a": 1}', msgspec.json.Decoder(dict[str, int]))  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    facedown.errors.Malformed: not canonical JSON from byte 5 on (sorted keys, ...)

    Raises:
        Malformed: not JSON, not of that type, not canonical, or outside the profile. The message never
            quotes a value.
    """
    if quick is not None and data.isascii():
        try:
            value = quick.decode(data)
        except (msgspec.DecodeError, RecursionError):
            pass
        else:
            if encoder.encode(value) == data:
                return value
    if data.count(b"[") + data.count(b"{") > MAX_DEPTH:
        _check_depth(data)
    try:
        value = decoder.decode(data)
    except msgspec.ValidationError as error:
        raise Malformed(f"the JSON has not the form it must have: {visible(str(error))}") from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise Malformed(_why_not_json(data, error)) from None
    again = encoder.encode(value)
    if again != data:
        raise Malformed(
            f"not canonical JSON from byte {_first_difference(data, again)} on (sorted keys, each once; no blanks; "
            "no null for an absent member; the shortest spelling)"
        )
    if _has_long_number(data) or (decoder.float_hook is not _no_float and _has_float(data)):
        _check_value(_anything.decode(data))
    return value


def lp(*fields: bytes) -> bytes:
    """Length-prefixed fields, one after the other: two different lists never give the same bytes.

    >>> lp(b"ab", b"").hex()
    '00000002616200000000'
    """
    return b"".join([part for field in fields for part in (len(field).to_bytes(4, "big"), field)])


def b64(data: bytes) -> str:
    """Write standard padded base64 (RFC 4648, section 4)."""
    return b64encode(data).decode("ascii")


def unb64(text: str | bytes) -> bytes:
    """Read :func:`b64` strictly: no blanks, no missing padding, no stray bits after the last byte.

    Raises:
        Malformed: any other spelling.
    """
    # The reader and writer of JSON do it in a third of the time; what the one lets pass, the comparison refuses.
    try:
        raw = text.encode("ascii") if isinstance(text, str) else text
        quoted = b'"%b"' % raw
        data = _base64.decode(quoted)
    except (msgspec.DecodeError, UnicodeError):
        raise Malformed("not standard padded base64") from None
    if encoder.encode(data) != quoted:
        raise Malformed("not standard padded base64: something is left over")
    return data


def unhex(text: str, length: int) -> bytes:
    """Read exactly `length` bytes from lower-case hexadecimal digits.

    Raises:
        Malformed: another length, upper case, or anything else.
    """
    if not is_hex(text, length):
        raise Malformed(f"not {2 * length} lower-case hexadecimal digits")
    return bytes.fromhex(text)


def is_hex(text: str, length: int) -> bool:
    """Tell whether `text` is the lower-case hexadecimal spelling of `length` bytes."""
    try:
        return len(text) == 2 * length and bytes.fromhex(text).hex() == text
    except ValueError:
        return False


def visible(text: str, most: int = 200) -> str:
    r"""`text` as it may stand in a message: cut off, and nothing in it moves a terminal's cursor.

    >>> visible("p1\x1b[2J")
    'p1?[2J'
    """
    cut = text if len(text) <= most else text[:most] + "…"
    return "".join(sign if sign.isprintable() else "?" for sign in cut)


def _has_long_number(data: bytes) -> bool:
    """Tell whether canonical bytes may hold an integer that is too large, or a key that is not ASCII."""
    return _LONG in data.translate(_SHAPE) or not data.isascii() or not data.startswith((b"{", b"["))


def _has_float(data: bytes) -> bool:
    """Tell whether canonical bytes may hold a number with a fraction or an exponent."""
    shape = data.translate(_SHAPE)
    return _FRACTION in shape or _EXPONENT in shape


def _check_depth(data: bytes) -> None:
    """Refuse deep nesting before a recursive reader sees it."""
    brackets = _STRING.sub(b"", data).translate(None, _NOT_BRACKETS)
    for _ in range(MAX_DEPTH):
        if not brackets:
            return
        # Each round takes away everything that is innermost: what is left after 32 is too deep or unbalanced.
        brackets = _without_pairs(brackets)
    if brackets:
        raise Malformed(f"JSON nested more than {MAX_DEPTH} deep, or with brackets that do not match")


def _without_pairs(brackets: bytes) -> bytes:
    return re.sub(rb"(?:\[\]|\{\})+", b"", brackets)


def _check_value(value: object) -> None:
    """Walk plain JSON of bounded depth: keys are ASCII, numbers are integers that fit."""
    if isinstance(value, dict):
        for key, member in cast("dict[str, object]", value).items():
            if not key.isascii():
                raise Malformed("a key with other than ASCII characters")
            _check_value(member)
    elif isinstance(value, list):
        for member in cast("list[object]", value):
            _check_value(member)
    elif isinstance(value, float):
        raise Malformed("a number with a fraction or an exponent: only integers are allowed")
    elif isinstance(value, int) and not -MAX_INTEGER <= value <= MAX_INTEGER:
        raise Malformed("an integer beyond 2^53 - 1")


def _why_not_json(data: bytes, error: Exception) -> str:
    if data.startswith(b"\xef\xbb\xbf"):
        return "not canonical JSON: it starts with a byte order mark"
    try:
        data.decode("utf-8")
    except UnicodeDecodeError as bad:
        return f"not UTF-8 at byte {bad.start}"
    return f"not JSON: {error}"


def _first_difference(one: bytes, other: bytes) -> int:
    for at, (left, right) in enumerate(zip(one, other, strict=False)):
        if left != right:
            return at
    return min(len(one), len(other))
