"""Signed games to store, and the two stores that every test of the port runs over."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from facedown.ledger import entry, parts
from facedown.ledger.store import Row, Store
from facedown.proofs.sealing import BoxKey
from facedown.proofs.signing import SigningKey
from facedown.stores.memory import open_memory
from facedown.stores.sqlite import open_sqlite


class Table:
    """One recorder with a key, who writes signed rows."""

    def __init__(self) -> None:
        self.key = SigningKey.new()

    def opened(self) -> Row:
        """Open a new game."""
        event = entry.GameOpened(
            format="facedown/1",
            custody="recorder",
            log=entry.Log(origin="facedown.invalid", key=self.key.public),
            roles=(
                entry.Role(id="recorder", sign=self.key.public),
                entry.Role(id="p1", box=BoxKey.new().public),
            ),
            rules="2025-01-01",
            catalogue=entry.Catalogue(name="none", sha256="0" * 64),
            random=os.urandom(32).hex(),
        )
        first = entry.Entry(at=0, by="recorder", events=(event,), id=os.urandom(16).hex(), seq=0)
        line = entry.write(first, self.key)
        return Row(entry.game_id(line), 0, line)

    def after(self, before: Row, *some: bytes, type_: str = "noted.v1", id_: str | None = None) -> Row:
        """Write the row that follows `before` and names the parts `some`."""
        event = {"type": type_, "texts": [{"part": parts.digest(part)} for part in some]}
        line = entry.write(
            entry.Entry(
                at=before.seq,
                by="recorder",
                events=(event,),
                game=before.game,
                id=id_ or os.urandom(16).hex(),
                prev=entry.leaf(before.line).hex(),
                seq=before.seq + 1,
            ),
            self.key,
        )
        return Row(before.game, before.seq + 1, line, some)

    def game(self, length: int) -> list[Row]:
        """Write a whole game; every third entry has parts."""
        rows = [self.opened()]
        while len(rows) < length:
            some = [os.urandom(40) for _ in range(len(rows) % 3)]
            rows.append(self.after(rows[-1], *some))
        return rows


@pytest.fixture
def table() -> Table:
    return Table()


@pytest.fixture
def place(tmp_path: Path) -> Path:
    return tmp_path / "games.sqlite"


@pytest.fixture(params=["memory", "sqlite"])
def store(request: pytest.FixtureRequest, place: Path) -> Iterator[Store]:
    openers: dict[str, Callable[[], Store]] = {"memory": open_memory, "sqlite": lambda: open_sqlite(place)}
    with openers[request.param]() as opened:
        yield opened
