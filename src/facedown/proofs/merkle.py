"""The hash tree over a game's entries (RFC 6962, section 2.1; RFC 9162, section 2.1).

A leaf is ``SHA-256(0x00 ‖ entry line)``, a node ``SHA-256(0x01 ‖ left ‖ right)``, and the root of no leaves is the hash
of nothing. All hashes are 32 raw bytes; an index counts from 0.
"""

from __future__ import annotations

from hashlib import sha256

from facedown.errors import Untrusted

EMPTY_ROOT = sha256(b"").digest()


def leaf_hash(data: bytes) -> bytes:
    """Return the hash of one entry."""
    return sha256(b"\0" + data).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    """Return the hash over two subtrees."""
    return sha256(b"\1" + left + right).digest()


class Frontier:
    """A tree that only grows and gives its root: it keeps one hash for each bit that is set in its size."""

    __slots__ = ("_peaks", "size")

    def __init__(self) -> None:
        self.size = 0
        self._peaks: list[bytes] = []

    def append(self, leaf: bytes) -> None:
        """Add the hash of the next entry."""
        rest = self.size
        self.size += 1
        while rest & 1:
            leaf = sha256(b"\1" + self._peaks.pop() + leaf).digest()
            rest >>= 1
        self._peaks.append(leaf)

    def root(self) -> bytes:
        """Return the root over all leaves so far."""
        if not self._peaks:
            return EMPTY_ROOT
        root = self._peaks[-1]
        for peak in self._peaks[-2::-1]:
            root = node_hash(peak, root)
        return root


class Tree:
    """A tree that keeps every complete subtree and so gives proofs, for any size it once had."""

    __slots__ = ("_levels",)

    def __init__(self) -> None:
        self._levels: list[list[bytes]] = [[]]

    @property
    def size(self) -> int:
        """How many leaves it has."""
        return len(self._levels[0])

    def append(self, leaf: bytes) -> None:
        """Add the hash of the next entry."""
        height = 0
        levels = self._levels
        levels[0].append(leaf)
        while not len(level := levels[height]) & 1:
            height += 1
            if height == len(levels):
                levels.append([])
            levels[height].append(sha256(b"\1" + level[-2] + level[-1]).digest())

    def root(self, size: int | None = None) -> bytes:
        """Return the root over all leaves, or over the first `size` of them.

        Raises:
            IndexError: the tree never had that size.
        """
        size = self.size if size is None else size
        if not 0 <= size <= self.size:
            raise IndexError(f"the tree has {self.size} leaves, not {size}")
        return self._subtree(0, size) if size else EMPTY_ROOT

    def inclusion_proof(self, index: int, size: int | None = None) -> list[bytes]:
        """Return the hashes, from the leaf upwards, that lead from leaf `index` to the root over `size` leaves.

        Raises:
            IndexError: there is no such leaf or size.
        """
        size = self.size if size is None else size
        if not 0 <= index < size <= self.size:
            raise IndexError(f"no leaf {index} in a tree of {size} out of {self.size} leaves")
        proof: list[bytes] = []
        low, high = 0, size
        while high - low > 1:
            middle = low + _split(high - low)
            if index < middle:
                proof.append(self._subtree(middle, high))
                high = middle
            else:
                proof.append(self._subtree(low, middle))
                low = middle
        return proof[::-1]

    def _subtree(self, low: int, high: int) -> bytes:
        """Return the root over leaves `low` to `high` - 1; a complete subtree is aligned to its width."""
        width = high - low
        if width & (width - 1) == 0:
            height = width.bit_length() - 1
            return self._levels[height][low >> height]
        middle = low + _split(width)
        return node_hash(self._subtree(low, middle), self._subtree(middle, high))


def verify_inclusion(leaf: bytes, index: int, size: int, proof: list[bytes], root: bytes) -> None:
    """Return if `proof` shows that `leaf` is number `index` under `root` of `size` leaves (RFC 9162, 2.1.3.2).

    Raises:
        Untrusted: it does not.
    """
    if not 0 <= index < size:
        raise Untrusted(f"there is no leaf {index} in a tree of {size}")
    if any(len(step) != 32 for step in (leaf, root, *proof)):
        raise Untrusted("a hash in the inclusion proof is not 32 bytes")
    if _climb(leaf, index, size - 1, proof) != root:
        raise Untrusted(f"the proof does not lead from leaf {index} to the root")


def _climb(found: bytes, node: int, last: int, proof: list[bytes]) -> bytes | None:
    """Return the root that `proof` leads to, or None if it is too short or too long."""
    for step in proof:
        if last == 0:
            return None
        if node & 1 or node == last:
            found = node_hash(step, found)
            while not node & 1:  # the last node of a level without a sibling is carried up
                node >>= 1
                last >>= 1
        else:
            found = node_hash(found, step)
        node >>= 1
        last >>= 1
    return found if last == 0 else None


def _split(width: int) -> int:
    """Return the largest power of two below `width` (which is at least 2)."""
    return 1 << ((width - 1).bit_length() - 1)
