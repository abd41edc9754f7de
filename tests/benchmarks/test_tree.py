"""The hash tree beside pymerkle, if that is installed; it is never needed (its licence is not ours)."""

from __future__ import annotations

import random
from typing import Any

import pytest

from facedown.proofs.merkle import Tree, leaf_hash

LEAVES = 20_000
PROOFS = 500


@pytest.fixture(scope="module")
def entries() -> list[bytes]:
    chance = random.Random(7)
    return [chance.randbytes(200) for _ in range(LEAVES)]


@pytest.fixture(scope="module")
def peer() -> Any:
    return pytest.importorskip("pymerkle")


def grown(entries: list[bytes]) -> Tree:
    tree = Tree()
    for data in entries:
        tree.append(leaf_hash(data))
    return tree


def grown_peer(peer: Any, entries: list[bytes]) -> Any:
    tree = peer.InmemoryTree(algorithm="sha256")
    for data in entries:
        tree.append_entry(data)
    return tree


def test_append(entries: list[bytes], peer: Any, compare: Any) -> None:
    assert grown(entries[:100]).root() == grown_peer(peer, entries[:100]).get_root()
    compare(
        lambda: grown(entries),
        lambda: grown_peer(peer, entries),
        target=4,
        faster=True,
        per=LEAVES,
        rounds=5,
        what="pymerkle",
    )


def test_inclusion(entries: list[bytes], peer: Any, compare: Any) -> None:
    tree, other = grown(entries), grown_peer(peer, entries)
    chance = random.Random(8)
    indices = [chance.randrange(LEAVES) for _ in range(PROOFS)]

    def mine() -> None:
        for index in indices:
            tree.inclusion_proof(index)

    def theirs() -> None:
        for index in indices:
            other.prove_inclusion(index + 1)  # it counts from one

    compare(mine, theirs, target=4, faster=True, per=PROOFS, rounds=5, what="pymerkle")
