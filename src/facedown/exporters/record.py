"""A record as a file: written beside its place first, then renamed, so that nobody ever sees half of one."""

from __future__ import annotations

import errno
import os
from collections.abc import Generator
from contextlib import contextmanager
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
    with written(record.write(found), path, force=force):
        pass


def write_bytes(data: bytes, path: Path, *, force: bool = False) -> None:
    """Write bytes to `path`, all or nothing; `Malformed` as for `write`."""
    with written(data, path, force=force):
        pass


@contextmanager
def written(data: bytes, path: Path, *, force: bool = False) -> Generator[None]:
    """Write bytes beside `path`, and put them there once all that is done inside has gone well.

    So what belongs to a file (its keys, say) is on the disk before the file itself is, and a disk that is full has
    replaced nothing.

    Raises:
        Malformed: as for `write`.
    """
    refuse_existing(path, force=force)
    beside = path.with_name(f".{path.name}.{token_hex(4)}")
    try:
        with _plainly(path), beside.open("xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        yield
        with _plainly(path):
            if force:
                beside.replace(path)
            else:
                _link(beside, path)
    finally:
        beside.unlink(missing_ok=True)


def _link(beside: Path, path: Path) -> None:
    """Give a file its name; unlike a rename, this never replaces one that has just appeared."""
    try:
        os.link(beside, path)
    except OSError as error:
        if error.errno not in NO_LINKS:
            raise
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL))  # the name is ours now
        beside.replace(path)


NO_LINKS = frozenset({errno.EPERM, errno.ENOTSUP, errno.ENOSYS, errno.EOPNOTSUPP, errno.EMLINK})
"""What file systems say that know no second name of a file (on most memory sticks)."""


@contextmanager
def _plainly(path: Path) -> Generator[None]:
    try:
        yield
    except OSError as error:
        raise Malformed(f"{path} cannot be written: {error.strerror or error}") from None


def refuse_existing(path: Path, *, force: bool) -> None:
    """Refuse to replace a file, or what is no file at all; `Malformed` says what to do."""
    if path.is_dir():
        raise Malformed(f"{path} is a folder: name a file")
    if force and path.exists() and not path.is_file():
        raise Malformed(f"{path} is a device or a pipe, and is not replaced by a file: name a file")
    if os.path.lexists(path) and not force:
        raise Malformed(f"{path} exists already: choose another name, or replace it with --force")
    if not path.parent.is_dir():
        raise Malformed(f"{path} cannot be written: there is no folder {path.parent}")
