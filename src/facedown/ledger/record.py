"""The record: one game in one file, for evidence.

::

    record = 1*( entry-line LF *( part-line LF ) ) LF checkpoint

The parts of an entry follow it, in the order in which it names them. The first empty line ends the entries; what comes
after it is a signed note (:mod:`facedown.proofs.checkpoint`). A file without empty line and checkpoint is *unfinished*:
it can be shown, but not verified. The normative text is ``docs/spec/record.md``.

Here bytes become lines and nothing is believed yet: chain, hashes and signatures are the business of
:mod:`facedown.audit.integrity`.
"""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO

import msgspec

from facedown.errors import Malformed
from facedown.ledger import entry, parts

MAX_RECORD = 256 * 1024 * 1024
"""Bytes of a whole record."""

Row = tuple[bytes, tuple[bytes, ...]]
"""An entry line without its LF, and the bytes of the parts that follow it."""


class Record(msgspec.Struct, frozen=True):
    """A record in memory: its rows, and its checkpoint as a signed note (None: unfinished)."""

    lines: tuple[Row, ...]
    note: bytes | None = None

    @property
    def game(self) -> str:
        """The id of the game: 64 hexadecimal digits."""
        return entry.game_id(self.lines[0][0])

    @property
    def genesis(self) -> entry.GameOpened:
        """The event that opens the game."""
        return entry.genesis(self.lines[0][0])


def read(data: bytes) -> Record:
    """Read a whole record; :func:`write` gives the same bytes back.

    Raises:
        Malformed: not a record. The message says in which line.
    """
    reader = Reader(data)
    return Record(tuple(reader), reader.note)


def write(record: Record) -> bytes:
    """Return the bytes of the file."""
    pieces: list[bytes] = []
    for line, some in record.lines:
        pieces.append(line)
        pieces.extend(parts.write(part) for part in some)
    body = b"\n".join(pieces) + b"\n"
    return body if record.note is None else body + b"\n" + record.note


def note_of(data: bytes) -> bytes | None:
    """Return the signed note that ends a record, or None if it is unfinished.

    Raises:
        Malformed: there is an empty line and nothing after it.
    """
    end = data.find(b"\n\n")
    if end < 0:
        return None
    if len(data) == end + 2:
        raise Malformed("the record ends where its checkpoint should begin: it was cut off")
    return data[end + 2 :]


def rows(data: bytes) -> Iterator[Row]:
    """Yield the rows one after the other, reading no further than needed.

    Raises:
        Malformed: not a record. The message says in which line.
    """
    return iter(Reader(data))


class Reader:
    """Goes over a record once: its rows, as :func:`rows` gives them, and then its `note`, as :func:`note_of` does."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self.note: bytes | None = None

    def __iter__(self) -> Iterator[Row]:
        """Yield the rows; at the end `note` is there."""
        _check(self._data)
        line: bytes | None = None
        some: list[bytes] = []
        file = BytesIO(self._data)  # it does not copy the bytes, and LF alone ends a line there
        for number, found in enumerate(file, 1):
            if found == b"\n":
                self.note = file.read()
                break
            if found.startswith(parts.PREFIX):
                try:
                    some.append(parts.read(found[:-1]))
                except Malformed as error:
                    raise Malformed(str(error), line=number) from None
                continue
            if not found.startswith(b'{"entry":'):
                raise Malformed("neither an entry nor a part of one", line=number)
            if len(found) > entry.MAX_LINE + 1:
                raise Malformed(f"an entry line has at most {entry.MAX_LINE} bytes", line=number)
            if line is not None:
                yield line, tuple(some)
            elif some:
                raise Malformed("a part stands before the first entry", line=1)
            line, some = found[:-1], []
        if line is None:
            raise Malformed("a record has at least one entry")
        yield line, tuple(some)
        if self.note == b"":
            raise Malformed("the record ends where its checkpoint should begin: it was cut off")


def _check(data: bytes) -> None:
    """Refuse what cannot be a record at first sight."""
    if len(data) > MAX_RECORD:
        raise Malformed(f"a record has at most {MAX_RECORD} bytes, this file {len(data)}")
    if not data:
        raise Malformed("the file is empty")
    if not data.startswith((b'{"entry":', parts.PREFIX, b"\n")):
        raise Malformed("this is no record: it does not begin with an entry")
    if b"\r" in data:
        line = data.count(b"\n", 0, data.index(b"\r")) + 1
        raise Malformed(
            "a carriage return: a mail program or git has changed the line ends of this file; "
            "ask for it again as an attachment or an archive",
            line=line,
        )
    if data.startswith(b"\n"):
        raise Malformed("a record begins with an entry, not with an empty line", line=1)
    if not data.endswith(b"\n") and b"\n\n" not in data:
        raise Malformed("the last line does not end: the file was cut off", line=data.count(b"\n") + 1)
