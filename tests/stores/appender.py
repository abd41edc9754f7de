"""A program that appends batches to a store and says so, one line each: for tests of crashes and rivals.

Usage: ``appender.py STORE BATCHES START``; BATCHES is a msgpack file of lists of rows. Before it begins it prints
``ready`` and waits for a line. Then, for each batch from number START on, it prints ``<number> ok`` or
``<number> conflict`` after the append has returned.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

import msgspec

from facedown.errors import Conflict
from facedown.ledger.store import Row
from facedown.stores.sqlite import open_sqlite


def main(place: str, batches: str, start: str) -> None:
    rows = msgspec.msgpack.decode(Path(batches).read_bytes(), type=list[list[Row]])
    os.write(1, b"ready\n")
    os.read(0, 1)
    with open_sqlite(place, wait=30) as store:
        for number in range(int(start), len(rows)):
            try:
                store.append(rows[number])
            except Conflict:
                answer = b"conflict"
            else:
                answer = b"ok"
            os.write(1, b"%d %s\n" % (number, answer))


if __name__ == "__main__":
    main(*sys.argv[1:])
