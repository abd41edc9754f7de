"""Games that are written down line by line, also in ways in which no game should be."""

from __future__ import annotations

from typing import Any

from tests.vectors.common import boxer, secret, signer

from facedown.ledger import entry, parts, record
from facedown.ledger.entry import (
    Catalogue,
    Entry,
    GameOpened,
    Log,
    Role,
)
from facedown.proofs import canonical, checkpoint, merkle
from facedown.proofs.checkpoint import Checkpoint
from facedown.proofs.signing import SigningKey
from facedown.rules import events

AT = 1_767_225_600_000
LOG = Log(origin="facedown.invalid", key=signer("log").public)


def opened(custody: str = "recorder", **change: Any) -> GameOpened:
    """The first event of a game between p1 and p2 with a judge."""
    with_keys = custody == "recorder"
    roles = (
        *([Role(id="recorder", sign=signer("recorder").public)] if with_keys else []),
        Role(id="judge", sign=signer("judge").public, box=boxer("judge").public),
        Role(id="p1", sign=None if with_keys else signer("p1").public, box=boxer("p1").public),
        Role(id="p2", box=boxer("p2").public if with_keys else None),
    )
    fields: dict[str, Any] = {
        "format": "facedown/1", "custody": custody, "log": LOG, "roles": roles, "rules": "2026-06-19",
        "catalogue": Catalogue(name="builtin", sha256=secret("catalogue").hex()), "random": secret("random").hex(),
    }  # fmt: skip
    return GameOpened(**{**fields, **change})


class Game:
    """A game that is written down line by line; `wrong` arguments make lines that should not be."""

    def __init__(self, first: GameOpened | None = None, by: str = "recorder") -> None:
        self.rows: list[record.Row] = []
        self.id = ""
        self.add(first or opened(), by=by)

    def add(
        self,
        *what: Any,
        by: str = "recorder",
        key: str | None = None,
        some: tuple[bytes, ...] = (),
        **wrong: Any,
    ) -> Game:
        seq = len(self.rows)
        fields: dict[str, Any] = {
            "at": AT + 1000 * seq, "by": by, "events": what, "id": secret(f"id {seq}")[:16].hex(), "seq": seq,
        }  # fmt: skip
        if self.rows:
            fields |= {"game": self.id, "prev": entry.leaf(self.rows[-1][0]).hex()}
        line = raw_line(Entry(**{**fields, **wrong}), signer(key or by))
        self.rows.append((line, some))
        if seq == 0:
            self.id = entry.game_id(line)
        return self

    def note(self, key: str = "log", **wrong: Any) -> bytes:
        tree = merkle.Frontier()
        for line, _ in self.rows:
            tree.append(entry.leaf(line))
        fields: dict[str, Any] = {
            "origin": f"facedown.invalid/games/{self.id}",
            "size": tree.size,
            "root": tree.root(),
        }
        return checkpoint.sign(Checkpoint(**{**fields, **wrong}), signer(key))

    def file(self, **wrong: Any) -> str:
        return record.write(record.Record(tuple(self.rows), self.note(**wrong))).decode()


def raw_line(body: Entry, key: SigningKey) -> bytes:
    """A signed line whatever stands in it: `entry.write` would refuse some of these."""
    data = canonical.encoder.encode(body)
    signature = canonical.b64(key.sign(entry.TYPE, data)).encode()
    return b'{"entry":' + data + b',"sig":"' + signature + b'"}'


def words(text: str) -> bytes:
    return parts.text_part(text, secret(f"salt {text}"))


def small(**genesis: Any) -> Game:
    return Game(opened(**genesis)).add(events.Began(first="p1"))
