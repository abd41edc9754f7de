"""A program that plays a script through `Game` and says so, line by line: for tests of crashes.

Usage: ``player.py STORE KEYS``. For every line on standard input it forks a process (so that the next one need not be
started from nothing), which prints ``pid <number>``, opens the store, begins the game or goes on with it, and plays the
whole script with the same ids. It prints the number of each deed once `play`, or the batch around it, has returned.
When that process has ended, by itself or killed, ``dead`` is printed.
"""

from __future__ import annotations

import itertools
import os
import sys
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

from facedown.ledger.game import Game
from facedown.proofs.sealing import BoxKey
from facedown.proofs.signing import SigningKey
from facedown.rules import actions as a
from facedown.stores.keyfiles import PrivateKeys
from facedown.stores.recorded import RecordedStore
from facedown.stores.sqlite import open_sqlite

ROUNDS = 120


def script() -> list[list[a.Action]]:
    """Deeds in batches; those of one deed are played without a batch. The handles are the ones that will be given out."""
    deeds: list[a.Action] = [a.Begin(first="p1")]
    for number in range(ROUNDS):
        seat = ("p1", "p2")[number % 2]
        spell, creature = f"#{3 * number + 1}", f"#{3 * number + 2}"
        deeds += [
            a.BeginTurn(player=seat),
            a.Draw(player=seat, cards=("Exalted Angel", "Plains")),
            a.CastSpell(player=seat, card="Exalted Angel", face_down="morph", cost="{3}"),
            a.Resolve(object=spell),
            a.Attack(player=seat, objects=(creature,)),
            a.Say(player=seat, text=f"round {number}"),
            a.TurnUp(object=creature, procedure="morph", cost="{2}{W}{W}"),
            a.Move(object=creature, to="graveyard"),
        ]
    sizes = itertools.cycle((1, 1, 3, 1, 2, 5))
    left = iter(deeds)
    batches = iter(lambda: list(itertools.islice(left, next(sizes))), [])
    return list(batches)


def id_of(number: int) -> str:
    """The id of a deed, the same in every life."""
    return sha256(b"deed %d" % number).hexdigest()[:32]


def keys(file: Path) -> tuple[SigningKey, PrivateKeys]:
    """The recorder's key and the judge's keys, from a file of 96 bytes."""
    raw = file.read_bytes()
    return SigningKey(raw[:32]), PrivateKeys(SigningKey(raw[32:64]), BoxKey(raw[64:]))


def sit_down(store: RecordedStore, sign: SigningKey, judge: PrivateKeys) -> Game:
    """Begin the game, or go on with the one that is there."""
    games = store.games()
    if games:
        return Game.resume(store, games[0], sign_key=sign, keys=[judge.box])
    return Game.new(store, ("Alice", "Bob"), sign_key=sign, judge=judge.public)


def play(game: Game) -> Iterator[int]:
    """Play the script; yield the number of every deed that is stored."""
    number = 0
    for deeds in script():
        if len(deeds) == 1:
            game.play(deeds[0], id=id_of(number))
        else:
            with game.batch():
                for place, deed in enumerate(deeds):
                    game.play(deed, id=id_of(number + place))
        yield from range(number, number + len(deeds))
        number += len(deeds)


def live(place: str, file: str) -> None:
    os.write(1, b"pid %d\n" % os.getpid())
    sign, judge = keys(Path(file))
    with open_sqlite(place, wait=30) as store:
        for number in play(sit_down(store, sign, judge)):
            os.write(1, b"%d\n" % number)


def main(place: str, file: str) -> None:
    while os.read(0, 1):
        child = os.fork()
        if child == 0:
            try:
                live(place, file)
            finally:
                os._exit(0)
        os.waitpid(child, 0)
        os.write(1, b"dead\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
