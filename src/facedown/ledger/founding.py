"""How a game begins: roles and keys, and the entries that come before the first card."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Literal, NamedTuple, Protocol

from facedown.cards import builtin
from facedown.errors import Malformed
from facedown.ledger import entry, parts
from facedown.ledger.store import Row
from facedown.proofs import sealing
from facedown.proofs.sealing import BoxKey
from facedown.proofs.signing import SigningKey

RULES = "2026-01-16"
"""The edition of the Comprehensive Rules that this version judges by."""

PREFIX = "facedown.invalid"
"""The log's origin where no host keeps one."""

Custody = Literal["recorder", "players"]


class Public(Protocol):
    """The public halves of somebody's keys, as texts."""

    @property
    def sign(self) -> str:
        """The key that checks signatures, ``ed25519:<base64>``."""
        ...

    @property
    def box(self) -> str:
        """The key that boxes are sealed to, ``x25519:<base64>``."""
        ...


class Founded(NamedTuple):
    """The first row of a game, and the keys that were made for its seats: to open boxes and, where they sign, to sign."""

    row: Row
    boxes: Mapping[str, BoxKey]
    signers: Mapping[str, SigningKey]


def found(
    players: int,
    *,
    key: SigningKey,
    judge: Public | None,
    custody: Custody,
    catalogue: entry.Catalogue | None,
    source: entry.Source | None,
    origin: str,
    at: int,
) -> Founded:
    """Make the first entry of a game for so many players; `key` is the recorder's and the log's.

    Raises:
        Malformed: not 1 to 99 players, or something that cannot stand in the entry.
        Untrusted: a key of the judge's is weak.
    """
    if not 1 <= players <= 99:
        raise Malformed("a game has 1 to 99 players")
    seats = tuple(f"p{index}" for index in range(1, players + 1))
    boxes = {seat: BoxKey.new() for seat in seats}
    signers = {seat: SigningKey.new() for seat in seats} if custody == "players" else {}
    roles = [entry.Role(id="recorder", sign=key.public)]
    if judge is not None:
        roles.append(entry.Role(id="judge", sign=judge.sign, box=judge.box))
    for seat in seats:
        sign = signers[seat].public if seat in signers else None
        roles.append(entry.Role(id=seat, sign=sign, box=boxes[seat].public))
    opened = entry.GameOpened(
        format="facedown/1",
        custody=custody,
        log=entry.Log(origin=origin, key=key.public),
        roles=tuple(sorted(roles, key=lambda role: role.id)),
        rules=RULES,
        catalogue=catalogue or entry.Catalogue(name=builtin.NAME, sha256=builtin.sha256()),
        random=os.urandom(32).hex(),
        source=source,
    )
    line = entry.write(
        entry.Entry(at=at, by="recorder", events=(opened,), id=os.urandom(16).hex(), seq=0), key
    )
    entry.genesis(line)
    return Founded(Row(entry.game_id(line), 0, line), boxes, signers)


def joined(founded: Founded, seat: str) -> entry.Joined:
    """The event by which a seat joins a game of custody ``players``."""
    return entry.Joined(role=seat, sign=founded.signers[seat].public, box=founded.boxes[seat].public)


def escrow(founded: Founded, judge: str) -> tuple[entry.KeysEscrowed, dict[str, bytes]]:
    """Lay up the seats' box keys for the judge's box key: the event, and its parts by digest."""
    game = bytes.fromhex(founded.row.game)
    made: dict[str, bytes] = {}
    laid: list[entry.EscrowedKey] = []
    for seat, key in sorted(founded.boxes.items()):
        box = sealing.seal_seat_key(key, game=game, seat=seat, to_public=judge)
        made[parts.digest(box)] = box
        laid.append(entry.EscrowedKey(part=parts.digest(box), seat=seat))
    return entry.KeysEscrowed(keys=tuple(laid)), made
