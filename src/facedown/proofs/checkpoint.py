"""The checkpoint of a game's log (C2SP tlog-checkpoint v1.0.0): three lines in a signed note.

::

    facedown.invalid/games/5f…                      origin, which is the log key's name too
    412                                             how many entries
    qINS1GRFhWHwdkUeqLEoP4yEMkTBBzxBkGwGQlVlVcs=    root of the tree, 32 bytes

The format allows more lines; here none is written or accepted, because not all kinds of cosignature sign them.
"""

from __future__ import annotations

import re

import msgspec

from facedown.errors import Malformed
from facedown.proofs import note
from facedown.proofs.canonical import b64, unb64
from facedown.proofs.signing import SigningKey

_SIZE = re.compile(r"0|[1-9][0-9]{0,15}").fullmatch


class Checkpoint(msgspec.Struct, frozen=True):
    """One state of one log: its origin, its number of entries, its 32-byte root."""

    origin: str
    size: int
    root: bytes

    def text(self) -> str:
        """Return the three lines that are signed."""
        return f"{self.origin}\n{self.size}\n{b64(self.root)}\n"


def parse(text: str) -> Checkpoint:
    """Read the three lines strictly: :meth:`Checkpoint.text` gives the same back.

    Raises:
        Malformed: more or fewer lines, a size or root in another spelling.
    """
    lines = text.split("\n")
    if len(lines) != 4 or lines[3]:
        raise Malformed("a checkpoint has exactly three lines: origin, size, root")
    origin, size, root = lines[:3]
    if not _SIZE(size):
        raise Malformed("the size of a checkpoint is a decimal number without sign, blank or leading zero")
    found = Checkpoint(note.check_name(origin), int(size), unb64(root))
    if len(found.root) != 32:
        raise Malformed("the root of a checkpoint is 32 bytes")
    return found


def sign(checkpoint: Checkpoint, key: SigningKey) -> bytes:
    """Return the signed note of `checkpoint`, under the origin as the key's name."""
    return note.format_note(note.sign(checkpoint.text(), checkpoint.origin, key))
