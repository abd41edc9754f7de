"""A record as a file: written beside its place first, then renamed, so that nobody ever sees half of one."""

from __future__ import annotations

import os
from pathlib import Path
from secrets import token_hex

from facedown.errors import Malformed
from facedown.ledger import record
from facedown.ledger.record import Record


def write(found: Record, path: Path, *, force: bool = False) -> None:
    """Write a record to `path`.

    Raises:
        Malformed: there is a file already and `force` is not given, or it cannot be written.
    """
    write_bytes(record.write(found), path, force=force)


def write_bytes(data: bytes, path: Path, *, force: bool = False) -> None:
    """Write bytes to `path`, all or nothing; `Malformed` as for `write`."""
    refuse_existing(path, force=force)
    beside = path.with_name(f".{path.name}.{token_hex(4)}")
    try:
        with beside.open("xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if force:
            beside.replace(path)
        else:
            os.link(beside, path)  # unlike a rename, this never replaces a file that has just appeared
            beside.unlink()
    except OSError as error:
        beside.unlink(missing_ok=True)
        raise Malformed(f"{path} cannot be written: {error.strerror or error}") from None


def refuse_existing(path: Path, *, force: bool) -> None:
    """Refuse to replace a file; `Malformed` says what to do."""
    if path.is_dir():
        raise Malformed(f"{path} is a folder: name a file")
    if path.exists() and not force:
        raise Malformed(f"{path} exists already: choose another name, or replace it with --force")
    if not path.parent.is_dir():
        raise Malformed(f"{path} cannot be written: there is no folder {path.parent}")
