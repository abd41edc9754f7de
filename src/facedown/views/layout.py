"""Plain text that fits: columns, wrapping, and nothing that moves a terminal's cursor.

Names and words in a record were chosen by strangers: whatever is not printable (control characters, marks that turn the
direction of writing) is replaced.
"""

from __future__ import annotations

from collections.abc import Sequence
from unicodedata import combining, east_asian_width

WIDTH = 100
"""Columns of a line."""


def plain(text: str, most: int = 60) -> str:
    r"""`text` as it may be printed, cut off after `most` characters.

    >>> plain("Alice\x1b[2J\nBob")
    'Alice?[2J?Bob'
    """
    cut = text if len(text) <= most else text[: most - 1] + "…"
    return "".join(sign if sign.isprintable() else "?" for sign in cut)


def wide(text: str) -> int:
    """How many columns `text` takes on a terminal."""
    return sum(0 if combining(sign) else 2 if east_asian_width(sign) in "WF" else 1 for sign in text)


def pad(text: str, columns: int) -> str:
    """`text` with blanks to `columns` columns."""
    return text + " " * max(0, columns - wide(text))


def wrap(text: str, first: str, later: str) -> list[str]:
    """Lines of `text` that begin with `first`, then with `later`, each at most `WIDTH` wide.

    Lines end between words; a word that is wider than a line is cut.
    """
    lines: list[str] = []
    line, begun = first, False
    for word in text.split():
        if begun and wide(line) + 1 + wide(word) > WIDTH:
            lines.append(line)
            line, begun = later, False
        line += " " if begun else ""
        begun = True
        if wide(line) + wide(word) <= WIDTH:
            line += word
            continue
        for sign in word:
            if wide(line) + wide(sign) > WIDTH:
                lines.append(line)
                line = later
            line += sign
    return [*lines, line]


def columns(rows: Sequence[Sequence[str]], most: Sequence[int]) -> list[list[str]]:
    """For each row its lines, the cells of all rows below each other.

    A column is as wide as its widest cell, at most as `most` says. A last cell (beyond those of `most`) that does not fit
    beside the others goes on a line of its own, set in below the second column.
    """
    widths = [min(limit, max(wide(row[i]) for row in rows)) for i, limit in enumerate(most)] if rows else []
    found: list[list[str]] = []
    for row in rows:
        line = "".join(pad(cell, width) + "  " for cell, width in zip(row, widths, strict=False))
        last = row[len(widths)] if len(row) > len(widths) else ""
        indent = " " * (widths[0] + 2)
        lines = [line + last]
        if last and wide(line + last) > WIDTH:
            lines = [line, *wrap(last, indent, indent)]
        if wide(lines[0].rstrip()) > WIDTH:
            lines[:1] = wrap(lines[0], "", indent)
        found.append([one.rstrip() for one in lines])
    return found
