"""Everything that can go wrong, as one short tree.

::

    FacedownError
     ├── Malformed    it cannot be read: bytes, JSON, a script line, a key file, a card name
     ├── Illegal      the rules of the game forbid it (strict recording only)
     ├── Conflict     somebody else wrote first: look again and decide again
     └── Untrusted    a proof fails: chain, signature, tree, checkpoint, opening

A *finding* of an audit is data, never an exception (see :mod:`facedown.audit.findings`).
Every message says what is wrong, where, and where possible what to do; none carries a secret.
"""

from __future__ import annotations


class FacedownError(Exception):
    """The root: catch this to catch every error that the library raises on purpose."""


class Malformed(FacedownError):
    """The input cannot be read.

    `line` is the 1-based line of a text file, `entry` the sequence number in a record, where known.
    """

    def __init__(self, message: str, *, line: int | None = None, entry: int | None = None) -> None:
        super().__init__(message)
        self.line = line
        self.entry = entry

    def __str__(self) -> str:
        where = ""
        if self.line is not None:
            where = f"line {self.line}: "
        elif self.entry is not None:
            where = f"entry {self.entry}: "
        return where + super().__str__()


class Illegal(FacedownError):
    """The rules forbid the action; `rules` cites the Comprehensive Rules numbers."""

    def __init__(self, message: str, *, rules: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.rules = rules

    def __str__(self) -> str:
        cited = f" [{', '.join(self.rules)}]" if self.rules else ""
        return super().__str__() + cited


class Conflict(FacedownError):
    """Another writer appended first; nothing of this attempt was stored."""


class Untrusted(FacedownError):
    """A proof fails; `where` names the entry, part or signature that does not hold."""

    def __init__(self, message: str, *, where: str = "") -> None:
        super().__init__(message)
        self.where = where

    def __str__(self) -> str:
        return f"{self.where}: {super().__str__()}" if self.where else super().__str__()
