"""Keys on disk: a private file that only its owner can read, and a public one to hand out.

::

    NAME.key  (mode 0600)                     NAME.pub
    facedown-key/1                            ed25519:<base64 of 32 bytes>
    ed25519-private:<base64 of 32 bytes>      x25519:<base64 of 32 bytes>
    x25519-private:<base64 of 32 bytes>

The Ed25519 key signs, the X25519 key opens boxes. Both files are read strictly: these lines in this order, each
ended by one LF. What is read is checked on the open file, so no other file can be slipped in between the check
and the reading. No message and no repr shows a secret. The normative text is ``docs/spec/keys.md``.
"""

from __future__ import annotations

import os
import stat
from dataclasses import dataclass
from pathlib import Path
from secrets import token_hex

from facedown.errors import Malformed, Untrusted
from facedown.proofs import sealing, signing
from facedown.proofs.canonical import b64, unb64
from facedown.proofs.sealing import BoxKey
from facedown.proofs.signing import SigningKey

VERSION = "facedown-key/1"
PRIVATE_SUFFIX = ".key"
PUBLIC_SUFFIX = ".pub"

_SIGN = "ed25519-private:"
_BOX = "x25519-private:"
_MOST = 4096  # bytes that are read at all; a private key file has 136


@dataclass(frozen=True, slots=True)
class PublicKeys:
    """What a key pair shows to everybody: ``ed25519:<base64>`` to check signatures, ``x25519:<base64>`` to seal to."""

    sign: str
    box: str


@dataclass(frozen=True, slots=True)
class PrivateKeys:
    """A key that signs and a key that opens boxes; the repr shows their public halves only."""

    sign: SigningKey
    box: BoxKey

    @classmethod
    def new(cls) -> PrivateKeys:
        """Draw both from the system's randomness."""
        return cls(SigningKey.new(), BoxKey.new())

    @property
    def public(self) -> PublicKeys:
        """The halves to hand out."""
        return PublicKeys(self.sign.public, self.box.public)


def write_keys(name: str | Path, keys: PrivateKeys, *, force: bool = False) -> tuple[Path, Path]:
    """Write ``NAME.key`` and ``NAME.pub``; return their paths, the private one first.

    A file that is there is only replaced with `force`, and then as a whole: the old key is gone when the new one is
    safely on the disk. Raises `Malformed` if a file is there already or the folder is not.
    """
    if Path(name).name in {"", ".."}:
        raise Malformed("a key pair needs a name: NAME.key and NAME.pub are made of it")
    private = Path(f"{name}{PRIVATE_SUFFIX}")
    public = Path(f"{name}{PUBLIC_SUFFIX}")
    if not private.parent.is_dir():
        raise Malformed(f"cannot write {private}: the folder {private.parent} does not exist")
    _write(private, _private_text(keys), mode=0o600, force=force)
    try:
        _write(public, _public_text(keys.public), mode=0o644, force=force)
    except BaseException:
        if not force:  # made a moment ago, and half a pair helps nobody
            private.unlink()
        raise
    return private, public


def read_private(path: str | Path) -> PrivateKeys:
    """Read a private key file.

    Raises `Malformed` if it is missing, can be read by others, is a public key file, or has not the form above.
    """
    lines = _lines(Path(path), secret=True)
    if lines[0].startswith((signing.PREFIX, sealing.PREFIX)):
        raise Malformed(f"{path} is a public key file; the private one ends in {PRIVATE_SUFFIX}")
    if lines[0] != VERSION:
        raise Malformed(
            f"{path} is no private key file of this version: its first line is not {VERSION} "
            "(`facedown keys new NAME` makes one)"
        )
    _count(path, lines, 3)
    return PrivateKeys(
        SigningKey(_secret(path, lines, 1, _SIGN)),
        BoxKey(_secret(path, lines, 2, _BOX)),
    )


def read_public(path: str | Path) -> PublicKeys:
    """Read a public key file.

    Raises `Malformed` if it is missing, is a private key file, or has not the form above; `Untrusted` if it holds a
    weak key.
    """
    lines = _lines(Path(path), secret=False)
    if lines[0].startswith("facedown-key/") or any(line.startswith((_SIGN, _BOX)) for line in lines):
        raise Malformed(
            f"{path} is a private key file, to be shown to nobody; the public one ends in {PUBLIC_SUFFIX}"
        )
    _count(path, lines, 2)
    keys = PublicKeys(*lines)
    try:
        signing.raw_public(keys.sign)
    except (Malformed, Untrusted) as error:
        raise type(error)(f"{path}, line 1: {error}") from None
    try:
        sealing.raw_public(keys.box)
    except (Malformed, Untrusted) as error:
        raise type(error)(f"{path}, line 2: {error}") from None
    return keys


def _private_text(keys: PrivateKeys) -> str:
    return f"{VERSION}\n{_SIGN}{b64(keys.sign.private)}\n{_BOX}{b64(keys.box.private)}\n"


def _public_text(keys: PublicKeys) -> str:
    return f"{keys.sign}\n{keys.box}\n"


def _write(path: Path, text: str, *, mode: int, force: bool) -> None:
    if force:
        beside = path.with_name(f".{path.name}.{token_hex(8)}")
        _write(beside, text, mode=mode, force=False)
        try:
            beside.replace(path)
        except OSError as error:
            beside.unlink()
            raise Malformed(f"cannot write {path}: {error.strerror}") from None
        return
    try:
        # O_EXCL: made here and now, neither an old file nor a link that somebody has laid out.
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
    except FileExistsError:
        raise Malformed(f"{path} is there already; nothing was written") from None
    except OSError as error:
        raise Malformed(f"cannot write {path}: {error.strerror}") from None
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(text.encode("ascii"))
            file.flush()
            os.fsync(handle)
    except OSError as error:
        path.unlink()
        raise Malformed(f"cannot write {path}: {error.strerror}") from None


def _lines(path: Path, *, secret: bool) -> list[str]:
    """Read the lines of a key file without their LF; at least one."""
    try:
        # O_NONBLOCK: a named pipe in place of the file must not make us wait for somebody to write to it.
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    except OSError as error:
        raise Malformed(f"cannot read {path}: {error.strerror}") from None
    status = os.fstat(handle)
    if not stat.S_ISREG(status.st_mode):
        os.close(handle)
        raise Malformed(f"{path} is not a file")
    with os.fdopen(handle, "rb") as file:
        data = file.read(_MOST + 1)
        shown = data.startswith((signing.PREFIX.encode(), sealing.PREFIX.encode()))
        if secret and not shown and os.name == "posix" and stat.S_IMODE(status.st_mode) & 0o077:
            raise Malformed(
                f"{path} can be read by others (mode {stat.S_IMODE(status.st_mode):04o}) "
                f"and is not used: run chmod 600 on it, or make new keys if it may have been copied"
            )
    if len(data) > _MOST:
        raise Malformed(f"{path} is too long for a key file")
    if b"\r" in data:
        raise Malformed(f"{path} has CR line ends; a mail program or git may have changed it: get it again")
    if not data.isascii():
        raise Malformed(f"{path} is no key file: it is not plain ASCII text")
    if not data.endswith(b"\n"):
        raise Malformed(f"{path} is no key file, or its end is cut off: the last line is not ended")
    return data[:-1].decode("ascii").split("\n")


def _count(path: str | Path, lines: list[str], wanted: int) -> None:
    if len(lines) != wanted:
        raise Malformed(f"{path} is no key file: it has {len(lines)} lines instead of {wanted}")


def _secret(path: str | Path, lines: list[str], at: int, prefix: str) -> bytes:
    where = f"{path}, line {at + 1}"
    if not lines[at].startswith(prefix):
        raise Malformed(f"{where} does not begin with {prefix}")
    try:
        secret = unb64(lines[at][len(prefix) :])
    except Malformed as error:
        raise Malformed(f"{where}: {error}") from None
    if len(secret) != 32:
        raise Malformed(f"{where}: a private key is 32 bytes")
    return secret
