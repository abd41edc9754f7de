"""Reading what the command line names, and saying what was done."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter, Token

from facedown.audit.trust import Trust
from facedown.errors import FacedownError, Malformed
from facedown.proofs.canonical import visible
from facedown.proofs.sealing import BoxKey
from facedown.stores.keyfiles import PublicKeys, read_private, read_public

STDIN = "-"
MOST = 256 * 1024 * 1024

Flag = Parameter(negative=())
Format = Annotated[Literal["text", "json"], Parameter(name="--output-format")]


def dashed(_type: object, tokens: Sequence[Token]) -> str:
    """A file name, or ``-`` for standard input; what looks like a mistyped option is refused."""
    value = tokens[0].value
    if value.startswith("-") and value != STDIN:
        raise ValueError(f"there is no option {value}; a file of that name is written ./{value}")
    return value


Input = Annotated[str, Parameter(allow_leading_hyphen=True, converter=dashed)]


def read(name: str) -> bytes:
    """The bytes of a file, or of standard input for ``-``.

    Raises:
        Malformed: it cannot be read, or is larger than 256 MiB.
    """
    if not name:
        raise Malformed("a file has no name")
    try:
        if name == STDIN:
            data = sys.stdin.buffer.read(MOST + 1)
        else:
            with Path(name).open("rb") as file:
                data = file.read(MOST + 1)
    except OSError as error:
        raise Malformed(f"{name}: {error.strerror or error}") from None
    if len(data) > MOST:
        raise Malformed(f"{name}: more than {MOST} bytes")
    return data


def box_keys(names: Iterable[str]) -> list[BoxKey]:
    """The box keys in private key files."""
    return [read_private(Path(name)).box for name in names]


def public_keys(name: str | None) -> PublicKeys | None:
    """The public keys in a file, if one is named."""
    return None if name is None else read_public(Path(name))


def trust_file(name: str | None) -> Trust | None:
    """What a trust file says, if one is named."""
    from facedown.audit import trust

    if name is None:
        return None
    try:
        return trust.parse(read(name))
    except FacedownError as error:
        said = str(error)
        raise type(error)(said if said.startswith(f"{name}: ") else f"{name}: {said}") from None


def expected(text: str | None) -> str | None:
    """A game id or root as somebody copied it from a slip: digits in either case."""
    return None if text is None else text.strip().lower()


def say(text: str) -> None:
    """A note for people, on standard error."""
    sys.stderr.write(visible(text, 10_000) + "\n")


def put(text: str) -> None:
    """A result, on standard output; that nobody reads on does not change what the command found."""
    try:
        sys.stdout.write(text)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
