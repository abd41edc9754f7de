"""A table at which games are played, recorded and looked at."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from facedown import views
from facedown.ledger.game import Game
from facedown.ledger.openings import Openings
from facedown.ledger.replay import Replay, names, open_with
from facedown.rules import actions as a
from facedown.stores.keyfiles import PrivateKeys
from facedown.stores.memory import open_memory


class Table:
    """One recorded game with a judge; everything it shows is read back from its lines."""

    def __init__(self, *players: str, hand: int | None = None, library: int | None = None) -> None:
        self.store = open_memory()
        self.judge = PrivateKeys.new()
        seats = tuple(
            a.Seat(player=f"p{number}", name=name, hand=hand, library=library, life=20)
            for number, name in enumerate(players, start=1)
        )
        self.game = Game.new(
            self.store, players, judge=self.judge.public, strict=False, seats=seats, now=lambda: 0
        )

    def play(self, *actions: a.Action) -> Any:
        """Play deeds; the receipt of the last."""
        return [self.game.play(action) for action in actions][-1]

    def put_down(self, player: str, card: str | None, way: str = "morph", **more: Any) -> str:
        """Cast a card face down and let it resolve; the permanent's handle."""
        spell = self.play(a.CastSpell(player=player, card=card, face_down=way, cost="{3}", **more))
        return str(self.play(a.Resolve(object=spell.handle)).handle)

    def replay(self) -> Replay:
        """The game as its lines tell it."""
        return Replay([(row.line, row.parts) for row in self.store.read(self.game.game)])

    def openings(self, *only: str) -> Openings:
        """What the judge's key opens, for all roles or some."""
        return open_with(self.replay(), [self.judge.box], only=only or None)

    def own(self, seat: str) -> Openings:
        """What a seat's own key opens, without the judge."""
        return open_with(self.replay(), [self.game.seat_keys[seat]])

    def see(self, who: str, at: int | None = None) -> views.View:
        """The view of a person, by the judge's escrow."""
        seq = len(self.game) - 1 if at is None else at
        return views.at(self.replay(), seq, who, self.openings(who))

    def hand(self, seat: str, by: str | None = None) -> list[str]:
        """The cards that somebody (the player, if nobody else) sees in a player's hand, in order of name."""
        player = self.see(by or seat).player(seat)
        assert player is not None
        assert player.cards is not None
        return sorted(card.card.name for card in player.cards)

    def playthrough(self) -> str:
        """The whole game as text."""
        replay = self.replay()
        return views.playthrough(replay.steps(), self.openings(), names=names(replay))


@pytest.fixture
def sit() -> Iterator[Callable[..., Table]]:
    """Sit players down at a new table."""
    tables: list[Table] = []

    def _sit(*players: str, **counts: Any) -> Table:
        tables.append(Table(*(players or ("Alice", "Bob")), **counts))
        return tables[-1]

    yield _sit
    for table in tables:
        table.store.close()


@pytest.fixture
def table(sit: Callable[..., Table]) -> Table:
    """Alice and Bob."""
    return sit()
