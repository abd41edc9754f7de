"""A table with a judge and two players, whose games are kept in memory."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import Any

import pytest

from facedown.audit.integrity import verify
from facedown.errors import Malformed
from facedown.ledger import record
from facedown.ledger.game import Game, Receipt
from facedown.ledger.store import Row
from facedown.rules import actions as a
from facedown.stores.keyfiles import PrivateKeys
from facedown.stores.memory import open_memory


class Watched:
    """A store that remembers what it was offered, and refuses when it is told to."""

    def __init__(self) -> None:
        self.inner = open_memory()
        self.offered: list[tuple[Row, ...]] = []
        self.fails: BaseException | None = None
        self.fails_after: BaseException | None = None

    def append(self, rows: Sequence[Row]) -> tuple[Row, ...]:
        self.offered.append(tuple(rows))
        if self.fails is not None:
            raise self.fails
        stored = self.inner.append(rows)
        if self.fails_after is not None:
            raise self.fails_after
        return stored

    def __getattr__(self, name: str) -> Any:
        return getattr(self.inner, name)


class Table:
    """The keys of one table, and shorthand for what is done at it."""

    def __init__(self) -> None:
        self.store = Watched()
        self.keys = PrivateKeys.new()
        self.judge = PrivateKeys.new()

    def new(self, **options: Any) -> Game:
        options = {"sign_key": self.keys.sign, "judge": self.judge.public, **options}
        return Game.new(self.store, options.pop("players", ("Alice", "Bob")), **options)

    def resume(self, game: Game | str, **options: Any) -> Game:
        options = {"sign_key": self.keys.sign, "keys": [self.judge.box], **options}
        return Game.resume(self.store, game if isinstance(game, str) else game.game, **options)

    def rows(self, game: Game) -> list[Row]:
        return list(self.store.read(game.game))

    @staticmethod
    def begin(game: Game, turn: str = "p1") -> None:
        game.play(a.Begin(first="p1"))
        game.play(a.BeginTurn(player=turn))

    @staticmethod
    def morph(game: Game, card: str | None = "Exalted Angel", player: str = "p1", **more: Any) -> Receipt:
        return game.play(a.CastSpell(player=player, card=card, face_down="morph", cost="{3}", **more))

    @staticmethod
    def verified(game: Game) -> bool:
        answer = verify(record.write(game.export()))
        assert answer.ok, answer.sentence
        return answer.missing_parts == 0

    @staticmethod
    def memory(game: Game) -> Any:
        """All that a game remembers, to be compared."""
        chain = game._chain
        vault = chain.vault
        return (
            list(chain.entries), dict(chain._ids), dict(vault.openings), dict(vault.known), dict(vault.sealed),
            dict(vault.zones), list(vault._marks), dict(vault.boxes), game._saved, game._depth,
        )  # fmt: skip


@pytest.fixture
def table() -> Iterator[Table]:
    made = Table()
    yield made
    made.store.close()


@pytest.fixture(scope="session")
def new_table() -> Callable[[], Table]:
    """Tables for laws that try many games in one test."""
    return Table


@pytest.fixture
def full() -> BaseException:
    return Malformed("the disk is full")


@pytest.fixture
def ids() -> Callable[[int], str]:
    return lambda number: f"{number:032x}"


CARDS = ("Exalted Angel", "Whip Sergeant", "Plains", "Plains", "Grizzly Bears")


def _deed(state: Any, kind: int, x: int, y: int) -> a.Action | None:
    """One deed out of many, chosen by three numbers; None where there is nothing to do it to."""
    seat, other = ("p1", "p2")[x % 2], ("p1", "p2")[y % 2]
    card = CARDS[y % len(CARDS)]
    objects = list(state.objects.values())
    thing = objects[x % len(objects)] if objects else None
    down = [one.handle for one in objects if one.face_down is not None]
    stack = [one.handle for one in objects if one.zone == "stack"]
    match kind:
        case 0:
            return a.Draw(player=seat, cards=(card, CARDS[x % len(CARDS)]))
        case 1:
            return a.CastSpell(player=seat, card=card, face_down="morph", cost="{3}")
        case 2:
            return a.Resolve(object=stack[x % len(stack)]) if stack else None
        case 3:
            return a.Put(player=seat, owner=other, card=card, source="library", face_down="manifest")
        case 4:
            return a.TurnUp(object=down[x % len(down)], procedure="effect") if down else None
        case 5:
            to = ("hand", "graveyard", "library", "exile")[y % 4]
            return a.Move(object=thing.handle, to=to) if thing and thing.zone != to else None  # type: ignore[arg-type]
        case 6:
            return a.Look(player=seat, of=other, zone=("hand", "library")[x // 2 % 2], cards=(card, card))
        case 7:
            return a.Transfer(player=seat, source="hand", to="library", cards=(card,))
        case 8:
            return a.Shuffle(player=seat)
        case 9:
            return a.Put(player=seat, card=card, source="hand", to=("battlefield", "exile")[x // 2 % 2])
        case 10:
            return a.Reverse(to=4 + x % (state.seq - 3)) if state.seq > 4 else None
        case 11:
            return a.GainControl(object=thing.handle, player=seat) if thing else None
        case 12:
            return a.Show(object=down[x % len(down)], to=(seat,)) if down else None
        case 13:
            return a.Put(player=seat, card=card, face_down="foretell", to="exile", cost="{2}")
        case 14:
            return a.Draw(player=seat, count=1)
        case _:
            return a.BeginTurn(player=seat)


@pytest.fixture(scope="session")
def play_out() -> Callable[[Game, Sequence[tuple[int, int, int]]], None]:
    """Play what three numbers each make of the state; what nothing can be made of is left out."""

    def play(game: Game, numbers: Sequence[tuple[int, int, int]]) -> None:
        for kind, x, y in numbers:
            deed = _deed(game.state, kind, x, y)
            if deed is not None:
                with suppress(Malformed):
                    game.play(deed)

    return play
