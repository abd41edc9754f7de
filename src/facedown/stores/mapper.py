"""Rows in a database: the exact bytes, and a check that they stand where they belong.

One row of the port becomes one stored event of the `eventsourcing` library::

    originator_id        the game id
    originator_version   seq
    topic                the type of the entry's first event, such as turned_up.v1
    state                entry-line LF *( part-line LF ): the bytes that a record holds for this entry

The columns serve the database only. What they say is said by the signed bytes too, and compared when a row is read:
so a row that somebody has moved, renumbered or retyped is refused. The library's own mapper would import whatever a
topic names; this one never looks a topic up, it only compares it.
"""

from __future__ import annotations

from typing import Annotated, Any, NamedTuple, Never

import msgspec
from eventsourcing.domain import DomainEventProtocol
from eventsourcing.persistence import Mapper, StoredEvent, Transcoder
from msgspec import Meta

from facedown.errors import Malformed
from facedown.ledger import entry, parts
from facedown.ledger.store import Row

MAX_ROW = 8 * 1024 * 1024
"""Bytes of an entry line with its part lines. An entry that names 800 boxes has 0.6 MB."""


_NO_ENTRY = "the store holds a row that is no entry"


class Kept(NamedTuple):
    """A row with what was read in its line, in the shape that the library calls a domain event."""

    row: Row
    topic: str
    prev: str | None

    @property
    def originator_id(self) -> str:
        """The stream: the game id."""
        return self.row.game

    @property
    def originator_version(self) -> int:
        """The place in the stream: seq."""
        return self.row.seq


def check(row: Row) -> Kept:
    """Read a row strictly before it is stored.

    Raises `Malformed` if its line cannot be read, disagrees with its `game` or `seq`, or comes without exactly the
    parts that it names.
    """
    found = entry.read(row.line).entry
    if found.seq != row.seq:
        raise Malformed(
            f"the row says that this is entry {row.seq}, its line says {found.seq}", entry=row.seq
        )
    if (found.game or entry.game_id(row.line)) != row.game:
        raise Malformed("the row and its line name different games", entry=row.seq)
    _check_parts(row)
    return Kept(row, found.events[0]["type"], found.prev)


def signer_and_id(line: bytes) -> tuple[str, str]:
    """Return what makes an entry the same one when it is sent again: its `by` and its `id`."""
    found = entry.read(line).entry
    return found.by, found.id


def leaf_of(state: Any) -> str:
    """Return the leaf hash of the line in a stored state: what the next entry must have as its `prev`."""
    if type(state) is not bytes:
        raise Malformed(_NO_ENTRY)
    return entry.leaf(state.partition(b"\n")[0]).hex()


class RowMapper(Mapper[str]):
    """Moves bytes between rows and stored events; takes no transcoder, compressor or cipher."""

    def __init__(self) -> None:
        super().__init__(transcoder=_NoTranscoder(), compressor=None, cipher=None)

    def to_stored_event(self, domain_event: DomainEventProtocol[str]) -> StoredEvent:
        """Write a checked row. Raises `Malformed` if it is larger than any store takes."""
        if not isinstance(domain_event, Kept):
            raise TypeError("only checked rows are stored")
        row, topic, _ = domain_event
        state = b"".join([row.line, b"\n", *(parts.write(part) + b"\n" for part in row.parts)])
        if len(state) > MAX_ROW:
            raise Malformed(f"an entry with its parts has at most {MAX_ROW} bytes", entry=row.seq)
        return StoredEvent(
            originator_id=row.game,
            originator_version=row.seq,
            topic=topic,
            state=state,
        )

    def to_domain_event(self, stored_event: StoredEvent) -> Kept:
        """Read a row as :func:`read` does."""
        event: Any = stored_event
        row = read(event.originator_id, event.originator_version, event.topic, event.state)
        return Kept(row, event.topic, _columns.decode(row.line).entry.prev)


def read(game: str, seq: Any, topic: Any, state: Any) -> Row:
    """Read what a store holds for an entry of `game` and compare it with its columns.

    The line is only looked at as far as the columns go. It was read strictly before it was stored; whoever takes
    it as evidence, from a file that somebody else may have written, reads it strictly again. Raises `Malformed`
    where bytes and columns differ.
    """
    if type(seq) is not int or type(state) is not bytes or len(state) > MAX_ROW or state[-1:] != b"\n":
        raise Malformed(_NO_ENTRY, entry=seq if type(seq) is int else None)
    line, more, rest = state[:-1].partition(b"\n")
    try:
        seen = _columns.decode(line).entry
        row = Row(game, seq, line, tuple(map(parts.read, rest.split(b"\n"))) if more else ())
        own = seen.game if seen.seq else entry.game_id(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError, Malformed):
        raise Malformed(_NO_ENTRY, entry=seq) from None
    if seen.seq != seq or own != game:
        raise Malformed(
            "the store files this entry under another game or number than its bytes have", entry=seq
        )
    if seen.events[0].type != topic:
        raise Malformed("the store files this entry under another type than its bytes have", entry=seq)
    _check_parts(row)
    return row


def _check_parts(row: Row) -> None:
    named = parts.named(row.line)
    if not named and not row.parts:
        return
    if len(named) != len(row.parts):
        raise Malformed(f"the entry names {len(named)} parts, {len(row.parts)} came with it", entry=row.seq)
    for number, part in enumerate(row.parts):
        if parts.digest(part) != named[number]:
            raise Malformed(f"part {number + 1} is not the one that the entry names", entry=row.seq)


class _Event(msgspec.Struct, gc=False):
    type: str


class _Entry(msgspec.Struct, gc=False):
    seq: int
    events: Annotated[list[_Event], Meta(min_length=1)]
    game: str | None = None
    prev: str | None = None


class _Line(msgspec.Struct, gc=False):
    """As much of a line as the columns repeat: a tenth of the cost of reading it strictly."""

    entry: _Entry


_columns = msgspec.json.Decoder(_Line)


class _NoTranscoder(Transcoder):
    """The library wants one; nothing here is ever encoded a second time."""

    def encode(self, obj: object) -> Never:
        raise TypeError(f"rows are bytes already, not {type(obj).__name__}")

    def decode(self, data: bytes) -> Never:
        raise TypeError(f"rows are {len(data)} bytes already, and stay so")
