"""Canonical JSON: what is, and what is not."""

from __future__ import annotations

from tests.vectors.common import Case

CANONICAL: list[tuple[str, bytes, str]] = [
    ("sorted members", b'{"a":1,"b":[true,false,null]}', "valid"),
    ("an empty object", b"{}", "valid"),
    ("a bare integer", b"-1", "valid"),
    ("letters beyond ASCII in a value", '{"a":"Lim-Dûl 🂡"}'.encode(), "valid"),
    ("U+2028 in a value", '"\u2028"'.encode(), "valid"),
    ("control characters in their shortest spelling", b'"\\u0000\\b\\t\\n\\u000b\\f\\r\\u001f"', "valid"),
    ("a delete character", b'"\x7f"', "valid"),
    ("the largest integer", b"[9007199254740991,-9007199254740991]", "valid"),
    ("32 levels", b"[" * 32 + b"]" * 32, "valid"),
    ("brackets inside a string do not nest", b'"' + b"[" * 99 + b'"', "valid"),
    ("digits, points and exponents inside a string", b'{"a":":9007199254740993 1.5,2e9"}', "valid"),
    ("nothing", b"", "malformed"),
    ("a blank after the colon", b'{"a": 1}', "malformed"),
    ("a line feed at the end", b"{}\n", "malformed"),
    ("members not sorted", b'{"b":1,"a":1}', "malformed"),
    ("a member twice", b'{"a":1,"a":1}', "malformed"),
    ("a member twice, nested", b'{"a":{"b":1,"b":2}}', "malformed"),
    ("a key beyond ASCII", '{"é":1}'.encode(), "malformed"),
    ("a key beyond ASCII, nested", '[{"a":{"é":1}}]'.encode(), "malformed"),
    ("a fraction", b"[1.5]", "malformed"),
    ("a fraction of zero", b"[1.0]", "malformed"),
    ("an exponent", b'{"a":1e21}', "malformed"),
    ("an exponent after a fraction", b'{"a":1.5e-7}', "malformed"),
    ("minus zero", b"[-0]", "malformed"),
    ("a leading zero", b"[01]", "malformed"),
    ("not a number", b"[NaN]", "malformed"),
    ("one beyond the largest integer", b"[9007199254740992]", "malformed"),
    ("one beyond the smallest integer", b'{"a":-9007199254740992}', "malformed"),
    ("an integer of 40 digits", b"[" + b"9" * 40 + b"]", "malformed"),
    ("an escaped letter", b'"\\u0061"', "malformed"),
    ("an escaped solidus", b'"\\/"', "malformed"),
    ("an escape in capitals", b'"\\u001F"', "malformed"),
    ("a long escape for a line feed", b'"\\u000a"', "malformed"),
    ("half a surrogate pair", b'"\\ud800"', "malformed"),
    ("a raw control character", b'"\x01"', "malformed"),
    ("an encoded surrogate", b'"\xed\xa0\x80"', "malformed"),
    ("bytes that are not UTF-8", b'"\xff"', "malformed"),
    ("an overlong encoding", b'"\xc0\xaf"', "malformed"),
    ("a byte order mark", b"\xef\xbb\xbf{}", "malformed"),
    ("33 levels", b"[" * 33 + b"]" * 33, "malformed"),
    ("5,000 open brackets", b"[" * 5000, "malformed"),
    (
        "33 levels after a string with an escaped quote",
        b'["\\"",' + b"[" * 32 + b"]" * 32 + b"]",
        "malformed",
    ),
    ("two values", b"{}{}", "malformed"),
    ("a comment", b"{}//", "malformed"),
]


def canonical_cases() -> list[Case]:
    return [{"name": name, "hex": data.hex(), "expect": expect} for name, data, expect in CANONICAL]
