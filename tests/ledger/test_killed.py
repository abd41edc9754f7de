"""A recorder is killed in the middle of a game again and again: no deed it reported is lost, none is played twice."""

from __future__ import annotations

import itertools
import os
import random
import re
import runpy
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from facedown.audit.integrity import verify
from facedown.ledger import entry, record
from facedown.ledger.game import Game
from facedown.ledger.replay import Replay, open_with
from facedown.ledger.store import Row
from facedown.proofs.canonical import encoder
from facedown.stores.memory import open_memory
from facedown.stores.sqlite import open_sqlite

KILLS = 50
PLAYER = Path(__file__).with_name("player.py")
BEFORE = 4  # entries with which a game begins


@pytest.fixture(scope="module")
def player() -> Any:
    return SimpleNamespace(**runpy.run_path(str(PLAYER)))


@contextmanager
def lives(place: Path, keys: Path) -> Iterator[Any]:
    """A program in which one life after the other can be begun and ended."""
    command = [sys.executable, str(PLAYER), str(place), str(keys)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as child:
        yield child
        assert child.stdin is not None
        child.stdin.close()


def one_life(child: Any, answers: int, pause: float) -> list[int]:
    """Begin a life, kill it `pause` seconds after its answer number `answers`; the deeds that it reported."""
    child.stdin.write(b"\n")
    child.stdin.flush()
    first = child.stdout.readline()
    pid = int(first.removeprefix(b"pid "))
    heard: list[bytes] = []
    while len(heard) < answers and b"dead\n" not in heard:
        heard.append(child.stdout.readline())
    time.sleep(pause)
    with suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)
    while b"dead\n" not in heard:
        heard.append(child.stdout.readline())
    return [int(line) for line in heard[:-1]]


def deeds_in(rows: list[Row], numbers: dict[str, int]) -> list[int]:
    """The numbers of the script's deeds that are stored, in the order in which they are."""
    return [numbers[entry.read(row.line).entry.id] for row in rows[BEFORE:]]


def plainly(line: bytes) -> list[str]:
    """The events of a line without what is drawn anew each time: commitments, parts, nonces."""
    words = [encoder.encode(event).decode() for event in entry.events(line)]
    return [re.sub(r'[0-9a-f]{64}|(?<="nonce":")[^"]*', "…", word) for word in words]


def openings_of(game: Game, judge: Any) -> dict[str, str]:
    """Handle → card, for everything that was ever concealed."""
    rows = game.export().lines
    opener = open_with(Replay(rows), [judge.box], only=["judge"])
    return {f"{known.seq} {known.link}": known.identity.name for known in opener.of("judge").values()}  # type: ignore[union-attr]


@pytest.mark.skipif(sys.platform == "win32", reason="kills as POSIX does")
def test_killed_at_any_moment_no_reported_deed_is_lost_and_none_is_played_twice(
    player: Any, tmp_path: Path
) -> None:
    place, keys = tmp_path / "games.sqlite", tmp_path / "keys"
    keys.write_bytes(os.urandom(96))
    sign, judge = player.keys(keys)
    script = player.script()
    total = sum(map(len, script))
    numbers = {player.id_of(number): number for number in range(total)}
    ends = {0, *itertools.accumulate(map(len, script))}
    moments = random.Random(708)

    reported = -1
    untold = 0  # how often a deed was stored and nobody heard of it
    rows: list[Row] = []
    with lives(place, keys) as child:
        for kill in range(KILLS):
            # The first die while they begin the game, some while they read it, most while they play.
            early = kill < 6 or kill % 8 == 0
            answers = 0 if early else reported + 1 + (0, 1, 2, 4)[kill % 4]
            told = one_life(child, answers, moments.uniform(0.0, 0.015 if early else 0.003))
            assert told == list(range(len(told))), "deeds are reported in order, those of earlier lives first"
            reported = max([reported, *told])
            if not place.exists():
                continue
            with open_sqlite(place) as store:
                games = store.games()
                found = list(store.read(games[0])) if games else []
            assert found[: len(rows)] == rows, "what is stored does not change"
            rows = found
            assert len(rows) == 0 or len(rows) >= BEFORE, "a game begins whole or not at all"
            stored = deeds_in(rows, numbers)
            assert stored == list(range(len(stored))), "a deed is lost, or played twice"
            assert len(stored) in ends, "a batch is torn"
            assert len(stored) > reported, "a deed that was reported is lost"
            untold += len(stored) - 1 > reported
        assert child.poll() is None
    assert 40 < reported < total - 1, "it was killed in the middle of the game"
    assert untold > 0, "no kill came between the storing and the report"

    with open_sqlite(place) as store, open_memory() as memory:
        game = player.sit_down(store, sign, judge)
        assert list(player.play(game)) == list(range(total))
        assert deeds_in(list(store.read(game.game)), numbers) == list(range(total))
        data = record.write(game.export())
        assert verify(data).ok
        assert verify(data).missing_parts == 0
        untroubled = player.sit_down(memory, sign, judge)
        list(player.play(untroubled))
        mine, theirs = game.export().lines, untroubled.export().lines
        assert [plainly(line) for line, _ in mine[2:]] == [plainly(line) for line, _ in theirs[2:]]
        assert openings_of(game, judge) == openings_of(untroubled, judge)
