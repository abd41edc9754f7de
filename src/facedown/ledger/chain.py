"""The entries of one game as a process that writes it knows them: the state after each, and what was learnt.

It grows by whole entries and can go back by whole entries, so an attempt that fails leaves nothing behind. Rows that come
out of a store are read strictly and must follow on from each other; signatures are the business of the audit.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from facedown.errors import Malformed, Untrusted
from facedown.ledger import entry, parts
from facedown.ledger.openings import Openings
from facedown.ledger.replay import first_state, table_events
from facedown.ledger.store import Row
from facedown.ledger.vault import Vault
from facedown.proofs.commitment import Opening
from facedown.proofs.merkle import Frontier
from facedown.rules import events as e
from facedown.rules.evolve import fold
from facedown.rules.state import State

Opened = Mapping[str, tuple[Opening, e.Identity]]
"""Commitment → what is known behind it."""


_KEYS = frozenset({entry.Joined, entry.KeyRotated, entry.KeyRevoked})


class Kept(NamedTuple):
    """One entry with what follows from it; `keys` are the public signing keys in force after it, by role."""

    row: Row
    by: str
    id: str
    leaf: bytes
    state: State
    keys: Mapping[str, str | None]


class Chain:
    """The entries so far, from the first row on."""

    def __init__(self, first: Row) -> None:
        self.opened = entry.genesis(first.line)
        self.game = entry.game_id(first.line)
        self.vault = Vault(
            self.game, {role.id: role.box for role in self.opened.roles if role.box is not None}
        )
        self.entries: list[Kept] = []
        self._ids: dict[tuple[str, str], int] = {}
        self.read(first, Openings(self.game, {}))

    def __len__(self) -> int:
        return len(self.entries)

    def __repr__(self) -> str:
        return f"Chain({self.game[:12]}…, {len(self)} entries)"

    @property
    def last(self) -> Kept:
        """The last entry."""
        return self.entries[-1]

    def at(self, seq: int) -> State:
        """The state after entry `seq`."""
        if not 0 <= seq < len(self.entries):
            raise Malformed(f"there is no entry {seq}")
        return self.entries[seq].state

    def root(self) -> bytes:
        """The root of the tree over all entries."""
        tree = Frontier()
        for kept in self.entries:
            tree.append(kept.leaf)
        return tree.root()

    def find(self, by: str, id_: str) -> int | None:
        """The number of the entry that a role wrote under an id."""
        return self._ids.get((by, id_))

    def read(self, row: Row, opener: Openings) -> None:
        """Take in the next row of a store; `opener` is fed it too.

        Raises:
            Malformed: it cannot be read, or this version does not know all that happens in it.
            Untrusted: it is not the next entry of this game.
        """
        found = entry.read(row.line).entry
        where, seq = f"entry {found.seq}", len(self.entries)
        if self.entries and (found.seq, found.game, found.prev) != (seq, self.game, self.last.leaf.hex()):
            raise Untrusted(f"the store has it where entry {seq} of this game should stand", where=where)
        events = entry.events(row.line)
        for event in events:
            if isinstance(event, entry.Unknown):
                raise Malformed(
                    f"this version does not know {event.type}, and cannot go on from there", entry=seq
                )
        before = self.last.state if self.entries else first_state(self.opened)
        state = fold(before, seq, found.by, table_events(events), self.at)
        opened = opener.take(seq, events, state, {parts.digest(part): part for part in row.parts})
        self.add(
            row, found.by, found.id, events, state, {c: (k.opening, k.identity) for c, k in opened.items()}
        )

    def add(self, row: Row, by: str, id_: str, events: tuple[Any, ...], state: State, opened: Opened) -> None:
        """Take in an entry that was just made, or read."""
        before = self.last.state if self.entries else first_state(self.opened)
        keys = self.last.keys if self.entries else {role.id: role.sign for role in self.opened.roles}
        for event in events:
            if type(event) in _KEYS:
                keys = {**keys, event.role: event.sign}
            if type(event) is entry.Joined:
                self.vault.boxes[event.role] = event.box
        self.vault.accept(events, before, state, opened)
        self._ids.setdefault((by, id_), row.seq)
        self.entries.append(Kept(row, by, id_, entry.leaf(row.line), state, keys))

    def back_to(self, entries: int) -> None:
        """Forget everything after the first so many entries."""
        for kept in self.entries[entries:]:
            if self._ids.get((kept.by, kept.id)) == kept.row.seq:
                del self._ids[kept.by, kept.id]
        del self.entries[entries:]
        self.vault.back_to(entries)


def keys_in(rows: Iterable[Row]) -> Iterator[tuple[object, Mapping[str, bytes]]]:
    """The events by which seats joined or laid up their keys, each with its parts."""
    for row in rows:
        if b'"joined.v1"' in row.line or b'"keys.escrowed.v1"' in row.line:
            entry.read(row.line)
            for event in entry.events(row.line):
                yield event, {parts.digest(part): part for part in row.parts}
