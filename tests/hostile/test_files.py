"""Files laid out as traps: links, devices, pipes, names that are taken, disks that are full, databases that are damaged."""

from __future__ import annotations

import errno
import os
import random
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from facedown.cli import ExitCode, run
from facedown.errors import FacedownError, Malformed
from facedown.exporters.record import write_bytes
from facedown.ledger.game import Game
from facedown.rules import actions as a
from facedown.stores.sqlite import open_sqlite

pytestmark = pytest.mark.skipif(os.name != "posix", reason="links, pipes and modes are those of POSIX")

SCRIPT = """{"do":"start","players":["Alice","Bob"],"first":"Alice"}
{"do":"turn","player":"Alice"}
{"do":"cast","player":"Alice","card":"Exalted Angel","face_down":"morph","cost":"{3}"}
{"do":"close"}
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("game.jsonl").write_text(SCRIPT)
    return tmp_path


def record(*more: str) -> ExitCode:
    return run(["record", "game.jsonl", *more])


def files() -> set[str]:
    return {path.name for path in Path().iterdir()} - {"game.jsonl"}


def test_a_record_replaces_no_pipe_and_no_device(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    os.mkfifo("game.ledger")
    assert record("-o", "game.ledger", "--force") == ExitCode.UNUSABLE
    assert "is not replaced" in capsys.readouterr().err
    assert Path("game.ledger").is_fifo()
    assert files() == {"game.ledger"}


def test_a_record_is_not_written_through_a_link(folder: Path) -> None:
    Path("elsewhere").write_text("kept")
    Path("game.ledger").symlink_to("elsewhere")
    assert record("-o", "game.ledger") == ExitCode.UNUSABLE
    assert record("-o", "game.ledger", "--force") == ExitCode.CLEAN
    assert Path("elsewhere").read_text() == "kept"
    assert not Path("game.ledger").is_symlink()


def test_a_link_to_nowhere_is_a_name_that_is_taken(folder: Path) -> None:
    Path("game.ledger").symlink_to("nowhere")
    assert record("-o", "game.ledger", "--store", "games.sqlite") == ExitCode.UNUSABLE
    assert files() == {"game.ledger"}


@pytest.mark.parametrize("name", ["game.judge.key", "game.judge.pub"])
def test_no_game_is_kept_whose_judge_lost_the_key(folder: Path, name: str) -> None:
    Path(name).write_text("mine")
    assert record("-o", "game.ledger", "--store", "games.sqlite") == ExitCode.UNUSABLE
    assert files() == {name}
    assert Path(name).read_text() == "mine"


def test_what_goes_wrong_in_between_leaves_the_old_record_and_its_key(folder: Path) -> None:
    assert record("-o", "game.ledger") == ExitCode.CLEAN
    before = {name: Path(name).read_bytes() for name in ("game.ledger", "game.judge.key")}
    Path("games.sqlite").write_text("somebody else's")
    assert record("-o", "game.ledger", "--store", "games.sqlite", "--force") == ExitCode.UNUSABLE
    assert {name: Path(name).read_bytes() for name in before} == before
    assert files() == {*before, "game.judge.pub", "games.sqlite"}
    assert run(["audit", "game.ledger", "--key", "game.judge.key", "--exit-zero"]) == ExitCode.CLEAN


def test_a_disk_without_second_names_for_files_takes_records_too(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def link(*_: Any) -> None:
        raise OSError(errno.EPERM, "Operation not permitted")

    monkeypatch.setattr(os, "link", link)
    write_bytes(b"one", Path("game.ledger"))
    assert Path("game.ledger").read_bytes() == b"one"
    with pytest.raises(Malformed, match="exists already"):
        write_bytes(b"two", Path("game.ledger"))
    assert files() == {"game.ledger"}


def test_a_name_that_is_taken_in_the_last_moment_is_left_alone(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fsync(_: int) -> None:
        Path("game.ledger").write_text("faster")

    monkeypatch.setattr(os, "fsync", fsync)
    with pytest.raises(Malformed, match="cannot be written"):
        write_bytes(b"one", Path("game.ledger"))
    assert Path("game.ledger").read_text() == "faster"
    assert files() == {"game.ledger"}


@pytest.mark.parametrize("error", [KeyboardInterrupt, OSError(errno.ENOSPC, "No space left on device")])
def test_half_a_record_is_never_left_behind(
    folder: Path, monkeypatch: pytest.MonkeyPatch, error: Any
) -> None:
    def fsync(_: int) -> None:
        raise error

    monkeypatch.setattr(os, "fsync", fsync)
    with pytest.raises((KeyboardInterrupt, Malformed)):
        write_bytes(b"one", Path("game.ledger"))
    assert files() == set()


def command(*arguments: str, **more: Any) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run([sys.executable, "-m", "facedown", *arguments], check=False, **more)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no full device")
def test_a_result_that_cannot_be_written_is_said_and_not_taken_for_clean(folder: Path) -> None:
    with Path("/dev/full").open("wb") as full:
        done = command("rule", "FD101", stdout=full, stderr=subprocess.PIPE)
    assert done.returncode == ExitCode.UNUSABLE
    assert b"Traceback" not in done.stderr
    assert done.stderr.count(b"\n") == 1


def test_a_closed_output_is_no_reason_to_break_down(folder: Path) -> None:
    closed = ["sh", "-c", f"{sys.executable} -m facedown rule FD101 >&-"]
    done = subprocess.run(closed, check=False, stderr=subprocess.PIPE)
    assert (done.returncode, done.stderr) == (ExitCode.CLEAN, b"")


def test_a_damaged_store_is_refused_in_one_sentence(folder: Path) -> None:
    with open_sqlite("games.sqlite") as store:
        game = Game.new(store, ("Alice", "Bob"))
        for _ in range(10):
            game.play(a.Draw(player="p1", cards=("Forest",)))
    with sqlite3.connect("games.sqlite") as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        connection.execute("PRAGMA journal_mode=DELETE")
    connection.close()
    whole = Path("games.sqlite").read_bytes()
    chance = random.Random(7)
    refused = 0
    for _ in range(60):
        damaged = bytearray(whole)
        for _ in range(chance.choice((1, 3, 20))):
            damaged[chance.randrange(len(damaged) if chance.random() < 0.7 else 4096)] = chance.randrange(256)
        for name in files():
            Path(name).unlink()
        Path("damaged.sqlite").write_bytes(damaged)
        try:
            with open_sqlite("damaged.sqlite", create=False) as store:
                for kept in store.games():
                    Game.resume(store, kept)
        except FacedownError:
            refused += 1
    assert refused > 20
