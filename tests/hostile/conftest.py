"""A stranger with a recorder's key: any events at all, well signed, in a record that verifies."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, ClassVar

import msgspec
import pytest

from facedown.audit.report import Report, audit
from facedown.ledger import entry, founding, openings, parts, record
from facedown.ledger.store import Row
from facedown.proofs import checkpoint, sealing
from facedown.proofs.canonical import b64
from facedown.proofs.checkpoint import Checkpoint
from facedown.proofs.commitment import Opening, commit
from facedown.proofs.merkle import Frontier
from facedown.proofs.sealing import BoxKey
from facedown.proofs.signing import SigningKey
from facedown.rules import events as e
from facedown.stores.keyfiles import PrivateKeys

Event = dict[str, Any]


class Stranger:
    """A record in the making; events are plain JSON objects, and nothing is asked of them."""

    END: ClassVar[Event] = {"type": "ended.v1", "how": "victory"}
    CLOSED: ClassVar[Event] = {"type": "closed.v1"}
    TURN: ClassVar[Event] = {"type": "turn.v1", "player": "p1"}

    def __init__(
        self,
        players: int = 2,
        *,
        custody: founding.Custody = "recorder",
        judge: bool = True,
        recorder: bool = True,
    ) -> None:
        self.key, self.judge = SigningKey.new(), PrivateKeys.new()
        self.founded = founding.found(
            players,
            key=self.key,
            judge=self.judge.public if judge else None,
            custody=custody,
            catalogue=None,
            source=None,
            origin=founding.PREFIX,
            at=1,
        )
        if not recorder:
            self.founded = _without_recorder(self.founded)
        self.game = self.founded.row.game
        self.rows: list[record.Row] = [(self.founded.row.line, ())]
        for seat in self.founded.signers:
            self.add(founding.joined(self.founded, seat), by=seat)
        if custody == "recorder" and judge:
            laid, made = founding.escrow(self.founded, self.judge.box.public)
            self.add(laid, made=made.values())
        for seat in self.founded.boxes:
            self.add({"type": "seated.v1", "player": seat}, by=seat if custody == "players" else "recorder")

    def add(self, *events: Any, by: str = "recorder", made: Iterable[bytes] = ()) -> int:
        """Sign one entry; its number."""
        signers = {"recorder": self.key, "judge": self.judge.sign, **self.founded.signers}
        found = entry.Entry(
            at=1,
            by=by,
            events=events,
            game=self.game,
            id=f"{len(self.rows):032x}",
            prev=entry.leaf(self.rows[-1][0]).hex(),
            seq=len(self.rows),
        )
        line = entry.sign(found, signers[by])
        there = {parts.digest(part): part for part in made}
        self.rows.append((line, tuple(there[name] for name in parts.named(line) if name in there)))
        return len(self.rows) - 1

    def spread(self, events: Iterable[Event], each: int = 200) -> None:
        """Many events in as few entries as may hold them."""
        some: list[Event] = []
        for event in events:
            some.append(event)
            if len(some) == each:
                self.add(*some)
                some = []
        if some:
            self.add(*some)

    def conceal(self, handle: str, what: str | e.Identity, *to: str) -> tuple[Event, Event, list[bytes]]:
        """A commitment for the next entry: the concealed identity, its opening, and the boxes."""
        game = bytes.fromhex(self.game)
        identity = e.CardIdentity(name=what) if isinstance(what, str) else what
        opening = Opening.new(openings.encode_identity(identity))
        commitment = commit(game, len(self.rows), handle, opening.nonce, opening.payload)
        boxes: dict[str, bytes] = {}
        for role in sorted(to or ("judge", "p1")):
            public = self.judge.box.public if role == "judge" else self.founded.boxes[role].public
            boxes[role] = sealing.seal(
                opening, "", game=game, handle=handle, commitment=commitment, to_public=public
            )
        named = [{"part": parts.digest(box), "to": role} for role, box in boxes.items()]
        hidden = {"alg": "c1", "boxes": named, "commitment": commitment}
        return (
            hidden,
            {"identity": msgspec.to_builtins(identity), "nonce": b64(opening.nonce)},
            list(boxes.values()),
        )

    def manifest(
        self, handle: str, name: str, player: str = "p1", way: str = "manifest", by: str = "recorder"
    ) -> Event:
        """Put a committed card face down onto the battlefield; its opening."""
        hidden, opening, made = self.conceal(handle, name, "judge", player)
        put = {"new": handle, "source": "library", "to": "battlefield", "face_down": {"way": way}}
        self.add({"type": "moved.v1", "player": player, "identity": hidden, **put}, by=by, made=made)
        return opening

    def cast(self, handle: str, name: str, player: str = "p1", way: str = "morph") -> Event:
        """Cast a committed card face down; its opening."""
        hidden, opening, made = self.conceal(handle, name, "judge", player)
        cast = {
            "object": handle,
            "source": "hand",
            "face_down": {"way": way},
            "cost": "{3}",
            "allowed": "flash",
        }
        self.add({"type": "cast.v1", "player": player, "identity": hidden, **cast}, made=made)
        return opening

    def end(self, *events: Event) -> None:
        """The game ends, then these in an entry each, then the record is closed."""
        self.add(self.END)
        for event in events:
            self.add(event)
        self.add(self.CLOSED)

    def data(self) -> bytes:
        """The record, with its checkpoint."""
        tree = Frontier()
        for line, _ in self.rows:
            tree.append(entry.leaf(line))
        signed = Checkpoint(f"{founding.PREFIX}/games/{self.game}", len(self.rows), tree.root())
        return record.write(record.Record(tuple(self.rows), checkpoint.sign(signed, self.key)))

    def audit(self, *, judge: bool = True, keys: Iterable[BoxKey] = ()) -> Report:
        """The audit of a record whose bytes hold."""
        report = audit(self.data(), keys=[*keys, *([self.judge.box] if judge else [])])
        assert report.integrity.ok, report.integrity.problems
        return report

    def codes(self, *, judge: bool = True) -> dict[str, str]:
        """Code → severity of what the audit finds."""
        return {found.code: found.severity for found in reversed(self.audit(judge=judge).findings)}

    @staticmethod
    def card(name: str) -> Event:
        """A card's identity."""
        return {"type": "card.v1", "name": name}

    @staticmethod
    def opened(handle: str, opening: Event, **more: Any) -> Event:
        """The event that shows an opening to everybody."""
        return {"type": "opened.v1", "object": handle, "opening": opening, **more}

    @staticmethod
    def moved(source: str, to: str, **more: Any) -> Event:
        """A move."""
        return {"type": "moved.v1", "player": "p1", "source": source, "to": to, **more}

    @staticmethod
    def token(handle: str, **more: Any) -> Event:
        """A token."""
        made = {"player": "p1", "object": handle, "zone": "battlefield", "kind": "token"}
        return {"type": "created.v1", **made, **more}


def _without_recorder(founded: founding.Founded) -> founding.Founded:
    """The same game with the seats alone: the first of them opens it."""
    opened = entry.genesis(founded.row.line)
    roles = tuple(role for role in opened.roles if role.id != "recorder")
    first = entry.Entry(
        at=1, by="p1", events=(msgspec.structs.replace(opened, roles=roles),), id=f"{0:032x}", seq=0
    )
    line = entry.write(first, founded.signers["p1"])
    return founded._replace(row=Row(entry.game_id(line), 0, line))


@pytest.fixture
def stranger() -> Callable[..., Stranger]:
    return Stranger
