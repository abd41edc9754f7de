"""A record is verified entry by entry, in memory that does not grow with it."""

from __future__ import annotations

import tracemalloc
from collections.abc import Iterator
from typing import Any

import pytest

from facedown.audit.integrity import Check
from facedown.ledger import entry
from facedown.proofs.signing import SigningKey

KEY = SigningKey(bytes(range(32)))


def lines(length: int) -> Iterator[bytes]:
    """A game of so many entries, each made when it is asked for."""
    opened = entry.GameOpened(
        format="facedown/1",
        custody="recorder",
        log=entry.Log(origin="facedown.invalid", key=KEY.public),
        roles=(entry.Role(id="recorder", sign=KEY.public), entry.Role(id="p1")),
        rules="2026-01-16",
        catalogue=entry.Catalogue(name="builtin", sha256="0" * 64),
        random="1" * 64,
    )
    fields: dict[str, Any] = {"events": (opened,)}
    for seq in range(length):
        line = entry.write(
            entry.Entry(at=seq, by="recorder", id=f"{seq:032x}", seq=seq, **fields),
            KEY,
        )
        game = entry.game_id(line) if seq == 0 else fields["game"]
        fields = {
            "events": ({"type": "life.v1", "player": "p1", "life": seq},),
            "game": game,
            "prev": entry.leaf(line).hex(),
        }
        yield line


@pytest.mark.parametrize("signatures", [False, True])
def test_verifying_a_long_game_takes_no_more_memory_than_a_short_one(signatures: bool) -> None:
    peaks: list[int] = []
    for length in (50, 50, 500):  # once more, for what is made once and kept
        check = Check(signatures=signatures)
        tracemalloc.start()
        try:
            for line in lines(length):
                check.add(line)
            peaks.append(tracemalloc.get_traced_memory()[1])
        finally:
            tracemalloc.stop()
        assert not check.problems
    assert peaks[2] < 1.5 * peaks[1]
