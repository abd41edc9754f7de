"""Reading protocol buffers without a schema: fields by number, nothing more.

Written from the published encoding (protobuf.dev, "Encoding"): a message is a run of fields, each a tag
(number and wire type) and a value. Numbers are varints, signed ones zigzag; text, bytes and messages are
length-delimited. Fields that nobody asks for are skipped, and their bytes are never looked into; of a
field that may stand once the last one counts.

Bytes from strangers are the normal case. Every value has a bounded size, all messages opened from one
`Budget` share a bound on their fields, and nesting cannot run away, since a message inside a message is
opened only when it is asked for by its number.
"""

from __future__ import annotations

from facedown.errors import Malformed

_VARINT, _FIXED64, _DELIMITED, _FIXED32 = 0, 1, 2, 5
_LAST_NUMBER = (1 << 29) - 1

_Value = int | tuple[int, int]
"""A number, or where the value starts and ends in the data."""


class Budget:
    """How many fields may still be read, over all messages of one file."""

    def __init__(self, fields: int) -> None:
        self.left = fields

    def spend(self) -> None:
        """Count one field. Raises `Malformed` when there have been too many."""
        self.left -= 1
        if self.left < 0:
            raise Malformed("too many fields for one game")


class Message:
    """The fields of one message: `data` from `start` up to `end` (default: all of it).

    Errors are `Malformed` and name the byte. A field that is there with another wire type than the one
    asked for is an error, since then the data is no message of the kind expected.
    """

    def __init__(self, data: bytes, budget: Budget, start: int = 0, end: int | None = None) -> None:
        self._data = data
        self._budget = budget
        self._fields: dict[int, list[tuple[int, _Value, int]]] = {}
        at, end = start, len(data) if end is None else end
        while at < end:
            budget.spend()
            first = at
            tag, at = _varint(data, at, end)
            number, kind = tag >> 3, tag & 7
            if not 1 <= number <= _LAST_NUMBER:
                raise Malformed(f"byte {first}: no field has the number {number}")
            value: _Value
            if kind == _VARINT:
                value, at = _varint(data, at, end)
            elif kind == _DELIMITED:
                size, at = _varint(data, at, end)
                value, at = _slice(at, size, end)
            elif kind in (_FIXED32, _FIXED64):
                value, at = _slice(at, 4 if kind == _FIXED32 else 8, end)
            else:
                raise Malformed(f"byte {first}: wire type {kind} is not in use")
            self._fields.setdefault(number, []).append((kind, value, first))

    def numbers(self) -> tuple[int, ...]:
        """Return the numbers of the fields that are there, in order of first appearance."""
        return tuple(self._fields)

    def uint(self, number: int, *, bits: int = 32) -> int | None:
        """Return an unsigned number of at most `bits` bits, or `None` if it is absent."""
        found = self._fields.get(number)
        return None if found is None else self._unsigned(number, found[-1], bits)

    def sint(self, number: int) -> int | None:
        """Return a signed number of 32 bits (zigzag), or `None` if it is absent."""
        value = self.uint(number)
        return None if value is None else _zigzag(value)

    def flag(self, number: int) -> bool | None:
        """Return a truth value, or `None` if it is absent."""
        value = self.uint(number, bits=64)
        return None if value is None else value != 0

    def text(self, number: int) -> str | None:
        """Return UTF-8 text, or `None` if it is absent."""
        found = self._fields.get(number)
        if found is None:
            return None
        start, end = self._bounds(number, found[-1])
        try:
            return self._data[start:end].decode("utf-8")
        except UnicodeDecodeError:
            raise Malformed(f"byte {start}: field {number} is not UTF-8 text") from None

    def message(self, number: int) -> Message | None:
        """Open the message in a field, or return `None` if it is absent."""
        found = self._fields.get(number)
        return None if found is None else self._open(number, found[-1])

    def messages(self, number: int) -> list[Message]:
        """Open every message in a repeated field, in order."""
        return [self._open(number, field) for field in self._fields.get(number, ())]

    def sints(self, number: int) -> list[int]:
        """Return the signed numbers of a repeated field, written one by one or packed."""
        return [_zigzag(value) for value in self.uints(number)]

    def uints(self, number: int) -> list[int]:
        """Return the unsigned numbers of a repeated field, written one by one or packed."""
        values: list[int] = []
        for field in self._fields.get(number, ()):
            if field[0] != _DELIMITED:
                values.append(self._unsigned(number, field, 32))
                continue
            at, end = self._bounds(number, field)
            while at < end:
                self._budget.spend()
                first = at
                value, at = _varint(self._data, at, end)
                values.append(_bounded(value, 32, number, first))
        return values

    def _unsigned(self, number: int, field: tuple[int, _Value, int], bits: int) -> int:
        kind, value, at = field
        if kind != _VARINT or not isinstance(value, int):
            raise Malformed(f"byte {at}: field {number} should be a number")
        return _bounded(value, bits, number, at)

    def _bounds(self, number: int, field: tuple[int, _Value, int]) -> tuple[int, int]:
        kind, value, at = field
        if kind != _DELIMITED or isinstance(value, int):
            raise Malformed(f"byte {at}: field {number} should be text or a message")
        return value

    def _open(self, number: int, field: tuple[int, _Value, int]) -> Message:
        return Message(self._data, self._budget, *self._bounds(number, field))


def _varint(data: bytes, at: int, end: int) -> tuple[int, int]:
    """Return the number that starts at `at`, and where it ends; at most 64 bits."""
    value = shift = 0
    first = at
    while True:
        if at >= end:
            raise Malformed(f"byte {at}: the data breaks off inside a number")
        byte = data[at]
        at += 1
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            break
        shift += 7
        if shift > 63:
            raise Malformed(f"byte {first}: a number of more than 64 bits")
    return _bounded(value, 64, None, first), at


def _slice(at: int, size: int, end: int) -> tuple[tuple[int, int], int]:
    if size > end - at:
        raise Malformed(f"byte {at}: the data breaks off, {size} bytes are announced and {end - at} are left")
    return (at, at + size), at + size


def _bounded(value: int, bits: int, number: int | None, at: int) -> int:
    if value >> bits:
        what = "a number" if number is None else f"field {number}"
        raise Malformed(f"byte {at}: {what} has more than {bits} bits")
    return value


def _zigzag(value: int) -> int:
    return (value >> 1) ^ -(value & 1)
