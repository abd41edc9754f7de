"""A recorder is killed again and again: what it was told is stored stays stored, whole and once."""

from __future__ import annotations

import itertools
import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import msgspec
import pytest

from facedown.ledger.store import Row
from facedown.stores.sqlite import open_sqlite

KILLS = 40
APPENDER = Path(__file__).with_name("appender.py")


def _start(place: Path, batches: Path, start: int) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, str(APPENDER), str(place), str(batches), str(start)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        bufsize=0,
    )


def _kill_after(child: subprocess.Popen[bytes], answers: int, pause: float) -> list[int]:
    """Let `child` begin, kill it `pause` seconds after its answer number `answers`; return what it acknowledged."""
    assert child.stdin is not None
    assert child.stdout is not None
    with child:
        assert child.stdout.readline() == b"ready\n"
        child.stdin.write(b"\n")
        heard = [child.stdout.readline() for _ in range(answers)]
        time.sleep(pause)
        child.send_signal(signal.SIGKILL)
        heard += child.stdout.readlines()
    # A line without its end was cut by the kill: nobody has heard it.
    return [int(line.split()[0]) for line in heard if line.endswith(b" ok\n")]


@pytest.mark.skipif(sys.platform == "win32", reason="kills as POSIX does")
def test_killed_at_any_moment_nothing_acknowledged_is_lost_torn_or_doubled(
    place: Path, tmp_path: Path, table: Any
) -> None:
    moments = random.Random(708)
    rows = table.game(6000)
    cuts = list(itertools.accumulate(moments.randint(1, 7) for _ in range(1400)))
    batches = [rows[begin:end] for begin, end in itertools.pairwise([0, *cuts])]
    ends = {len(rows[:end]) - 1: number for number, end in enumerate(cuts)}
    file = tmp_path / "batches"
    file.write_bytes(msgspec.msgpack.encode(batches))

    acknowledged = -1  # the highest batch that the caller was told of
    untold = 0  # how often the last batch was stored and nobody heard of it
    for kill in range(KILLS):
        # Some die while they open the file, most in the middle of an append.
        answers = kill % 4
        pause = moments.uniform(0.0, 0.004)
        told = _kill_after(_start(place, file, acknowledged + 1), answers, pause)
        acknowledged = max([acknowledged, *told])
        if not place.exists():
            continue
        with open_sqlite(place) as store:
            stored = list(store.read(rows[0].game))
        assert stored == rows[: len(stored)]
        last = ends.get(len(stored) - 1, -1)
        assert last >= acknowledged, "an acknowledged batch is lost, or one is torn"
        untold += last > acknowledged
    assert acknowledged > 30
    assert untold > 0, "no kill came between the commit and the answer"

    with open_sqlite(place) as store:
        for batch in batches[acknowledged + 1 :]:
            assert store.append(batch) == tuple(batch)
        assert list(store.read(rows[0].game)) == rows[: cuts[-1]]


def _finish(child: subprocess.Popen[bytes]) -> list[str]:
    out, _ = child.communicate(b"\n", timeout=60)
    assert child.returncode == 0
    return [line.split()[1] for line in out.decode().splitlines() if line != "ready"]


def _race(place: Path, tmp_path: Path, *rivals: list[list[Row]]) -> list[list[str]]:
    """Let one process for each of `rivals` append its batches to the same new file, all at the same time."""
    children: list[subprocess.Popen[bytes]] = []
    for number, batches in enumerate(rivals):
        file = tmp_path / f"batches-{number}"
        file.write_bytes(msgspec.msgpack.encode(batches))
        children.append(_start(place, file, 0))
    for child in children:
        assert child.stdout is not None
        assert child.stdout.readline() == b"ready\n"
    for child in children:
        assert child.stdin is not None
        child.stdin.write(b"\n")
    return [_finish(child) for child in children]


def test_two_processes_that_send_the_same_rows_write_them_once(
    place: Path, tmp_path: Path, table: Any
) -> None:
    rows = table.game(120)
    batches = [rows[at : at + 4] for at in range(0, len(rows), 4)]
    assert _race(place, tmp_path, batches, batches) == [["ok"] * 30, ["ok"] * 30]
    with open_sqlite(place) as store:
        assert list(store.read(rows[0].game)) == rows


def test_of_two_processes_with_different_entries_one_wins_and_the_other_hears_it(
    place: Path, tmp_path: Path, table: Any
) -> None:
    first = table.opened()
    with open_sqlite(place) as store:
        store.append([first])
    rivals = []
    for _ in range(2):
        rows = [first]
        for _ in range(60):
            rows.append(table.after(rows[-1]))
        rivals.append(rows[1:])
    answers = _race(place, tmp_path, *[[rows[at : at + 3] for at in range(0, 60, 3)] for rows in rivals])
    with open_sqlite(place) as store:
        stored = list(store.read(first.game))
    winner = answers.index(["ok"] * 20)
    assert answers[1 - winner] == ["conflict"] * 20
    assert stored == [first, *rivals[winner]]


def test_processes_with_games_of_their_own_share_a_new_file(place: Path, tmp_path: Path, table: Any) -> None:
    games = [table.game(40) for _ in range(4)]
    answers = _race(place, tmp_path, *[[[row] for row in game] for game in games])
    assert answers == [["ok"] * 40] * 4
    with open_sqlite(place) as store:
        assert set(store.games()) == {game[0].game for game in games}
        assert all(list(store.read(game[0].game)) == game for game in games)
