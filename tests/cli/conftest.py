"""Running the command line inside the test process, in an empty folder."""

from __future__ import annotations

import io
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from facedown.cli import run


class Ran(NamedTuple):
    status: int
    out: str
    err: str


@pytest.fixture
def facedown(tmp_path, monkeypatch, capsys):
    """Run ``facedown`` with words; `stdin` is given as bytes."""
    monkeypatch.chdir(tmp_path)

    def call(*words: object, stdin: bytes = b"") -> Ran:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        capsys.readouterr()
        status = run([str(word) for word in words])
        captured = capsys.readouterr()
        return Ran(int(status), captured.out, captured.err)

    return call


SCRIPT = b"""\
{"do":"start","players":["Alice","Bob"],"first":"Alice"}
{"do":"turn","player":"Alice"}
{"do":"cast","player":"Alice","card":"Exalted Angel","face_down":"morph","cost":"{3}","as":"angel"}
{"do":"resolve","object":"angel"}
{"do":"turn","player":"Bob"}
{"do":"cast","player":"Bob","card":"Grizzly Bears","face_down":"morph","cost":"{3}","as":"bears"}
{"do":"resolve","object":"bears"}
{"do":"show","object":"angel"}
{"do":"concede","player":"Bob"}
{"do":"close"}
"""


@pytest.fixture
def script(tmp_path: Path) -> Path:
    path = tmp_path / "game.jsonl"
    path.write_bytes(SCRIPT)
    return path


@pytest.fixture
def ledger(facedown, script, tmp_path: Path) -> Path:
    """A record made by ``facedown record``, with its judge's key beside it."""
    ran = facedown("record", script, "-o", "game.ledger")
    assert ran.status == 0, ran.err
    return tmp_path / "game.ledger"
