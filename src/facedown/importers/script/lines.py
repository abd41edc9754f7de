"""A script as bytes to its lines as values: strict JSON, one object a line, every complaint with its line."""

from __future__ import annotations

import json
from collections.abc import Iterator
from hashlib import sha256
from typing import Any, NamedTuple, NoReturn, cast

from facedown.errors import Malformed

LARGEST = 16 * 1024 * 1024
"""Bytes of a script."""

LONGEST = 65_535
"""Bytes of a line without its LF."""

DEEPEST = 8
"""Lists and objects inside one another: no action needs more than four."""


class Raw(NamedTuple):
    """A line that says something: its number from 1, the object on it, and a digest of the script up to its end."""

    number: int
    values: dict[str, Any]
    digest: bytes


def read(data: bytes) -> Iterator[Raw]:
    """Yield the lines of a script that are neither blank nor comments.

    The digest is of all lines so far: a script that has grown gives its old lines the same one. What an editor adds, a
    byte order mark at the beginning and a CR at the end of a line, is no part of the line.

    Raises:
        Malformed: too large, a CR inside a line, not UTF-8, or a line that is no plain JSON object.
    """
    if len(data) > LARGEST:
        raise Malformed(f"a script has at most {LARGEST // 1024**2} MiB, this one has {len(data)} bytes")
    digest = b""
    for number, ended in enumerate(data.removeprefix(b"\xef\xbb\xbf").split(b"\n"), start=1):
        line = ended.removesuffix(b"\r")
        text = _text(line, number)
        if not text or text.startswith("#"):
            continue
        digest = sha256(digest + line).digest()
        yield Raw(number, _object(text, number), digest)


def _text(line: bytes, number: int) -> str:
    if len(line) > LONGEST:
        raise Malformed(f"a line has at most {LONGEST} bytes, this one has {len(line)}", line=number)
    if b"\r" in line:
        raise Malformed("a carriage return inside the line: end lines with LF, or CR LF", line=number)
    try:
        return line.decode("utf-8").strip(" \t")
    except UnicodeDecodeError as error:
        raise Malformed(f"byte {error.start + 1} of the line is not UTF-8", line=number) from None


def _object(text: str, number: int) -> dict[str, Any]:
    try:
        value = json.loads(text, object_pairs_hook=_once, parse_constant=_refuse, parse_float=_refuse)
        _check_depth(value, DEEPEST)
    except json.JSONDecodeError as error:
        raise Malformed(f"not JSON: {error.msg} at character {error.colno}", line=number) from None
    except RecursionError:
        raise Malformed("the JSON is nested too deeply", line=number) from None
    except (_Refused, ValueError) as error:
        said = str(error) if isinstance(error, _Refused) else "a number is too long"
        raise Malformed(said, line=number) from None
    if not isinstance(value, dict):
        raise Malformed('a line is one action as a JSON object: {"do":…}', line=number)
    return cast("dict[str, Any]", value)


class _Refused(Exception):
    pass


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise _Refused(f'"{key[:60]}" stands twice in one object')
        found[key] = value
    return found


def _refuse(number: str) -> NoReturn:
    raise _Refused(f"{number[:20]} is no whole number")


def _check_depth(value: Any, left: int) -> None:
    if left == 0:
        raise RecursionError
    inner: list[Any] = []
    if isinstance(value, dict):
        inner += cast("dict[str, Any]", value).values()
    elif isinstance(value, list):
        inner += value
    for one in inner:
        if isinstance(one, dict | list):
            _check_depth(one, left - 1)
