"""The tree: RFC 6962's own numbers, then every tree, leaf and size up to 40."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from facedown.errors import Untrusted
from facedown.proofs.merkle import EMPTY_ROOT, Frontier, Tree, leaf_hash, node_hash, verify_inclusion

VECTORS: list[dict[str, Any]] = json.loads((Path(__file__).parents[1] / "vectors/tree.json").read_text())
LEAVES = [leaf_hash(b"%d" % number) for number in range(40)]
# The published roots over the first 0 to 8 of the eight leaves that every implementation is tested with.
ROOTS = [
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
]


def _root(leaves: list[bytes]) -> bytes:
    """The definition of RFC 6962, section 2.1, word for word."""
    if not leaves:
        return sha256(b"").digest()
    if len(leaves) == 1:
        return leaves[0]
    k = 1
    while k * 2 < len(leaves):
        k *= 2
    return node_hash(_root(leaves[:k]), _root(leaves[k:]))


def _tree(size: int = 40) -> Tree:
    tree = Tree()
    for leaf in LEAVES[:size]:
        tree.append(leaf)
    return tree


@pytest.mark.parametrize(
    "case", [case for case in VECTORS if "leaves" in case], ids=lambda case: case["name"]
)
def test_the_roots_are_the_published_ones(case: dict[str, Any]) -> None:
    frontier = Frontier()
    for leaf in case["leaves"]:
        frontier.append(leaf_hash(bytes.fromhex(leaf)))
    assert frontier.root().hex() == case["root"] == ROOTS[len(case["leaves"])]


@pytest.mark.parametrize("case", [case for case in VECTORS if "proof" in case], ids=lambda case: case["name"])
def test_a_proof_of_the_vectors_holds_only_where_it_should(case: dict[str, Any]) -> None:
    leaf, root, *proof = (bytes.fromhex(one) for one in (case["leaf"], case["root"], *case["proof"]))
    if case["expect"] == "valid":
        verify_inclusion(leaf, case["index"], case["size"], proof, root)
    else:
        with pytest.raises(Untrusted):
            verify_inclusion(leaf, case["index"], case["size"], proof, root)


def test_known_proofs_come_out() -> None:
    tree = Tree()
    for leaf in VECTORS[8]["leaves"]:
        tree.append(leaf_hash(bytes.fromhex(leaf)))
    known = {
        (0, 8): "96a296d2 5f083f0a 6b47aaf2", (5, 8): "bc1a0643 ca854ea1 d37ee418",
        (2, 3): "fac54203", (1, 5): "6e340b9c 5f083f0a bc1a0643",
    }  # fmt: skip
    for (index, size), steps in known.items():
        assert " ".join(step.hex()[:8] for step in tree.inclusion_proof(index, size)) == steps


def test_both_trees_follow_the_definition_at_every_size() -> None:
    tree, frontier = Tree(), Frontier()
    assert tree.root() == frontier.root() == EMPTY_ROOT
    for size, leaf in enumerate(LEAVES, 1):
        tree.append(leaf)
        frontier.append(leaf)
        assert tree.size == frontier.size == size
        assert tree.root() == frontier.root() == _root(LEAVES[:size])


def test_a_grown_tree_still_knows_its_earlier_roots() -> None:
    tree = _tree()
    assert [tree.root(size) for size in range(41)] == [_root(LEAVES[:size]) for size in range(41)]


def test_every_leaf_of_every_size_is_proven_and_nothing_else() -> None:
    tree = _tree()
    for size in range(1, 41):
        root = tree.root(size)
        for index in range(size):
            proof = tree.inclusion_proof(index, size)
            verify_inclusion(LEAVES[index], index, size, proof, root)
            for other in {index - 1, index + 1, size - 1 - index} - {index}:
                with pytest.raises(Untrusted):
                    verify_inclusion(LEAVES[index], other, size, proof, root)
            for at in range(len(proof)):
                changed = [*proof[:at], bytes(32), *proof[at + 1 :]]
                with pytest.raises(Untrusted):
                    verify_inclusion(LEAVES[index], index, size, changed, root)


@pytest.mark.parametrize(("index", "size"), [(0, 0), (-1, 5), (5, 5), (0, 41)])
def test_there_is_no_proof_for_what_is_not_there(index: int, size: int) -> None:
    with pytest.raises(IndexError):
        _tree().inclusion_proof(index, size)


@pytest.mark.parametrize("size", [-1, 41])
def test_there_is_no_root_for_a_size_the_tree_never_had(size: int) -> None:
    with pytest.raises(IndexError):
        _tree().root(size)
