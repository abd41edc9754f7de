"""A world for audits: play deeds, export, audit."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from facedown.audit.policies import policy as find_policy
from facedown.audit.report import Report, audit
from facedown.ledger import record
from facedown.ledger.game import Game, Receipt
from facedown.rules import actions as a
from facedown.stores.keyfiles import PrivateKeys
from facedown.stores.memory import open_memory


class World:
    """A lenient game with a judge, two players by default, and shorthand for the commonest deeds."""

    def __init__(self, *players: str, **options: Any) -> None:
        self.judge = PrivateKeys.new()
        self.store = open_memory()
        options = {"strict": False, "judge": self.judge.public, **options}
        self.game = Game.new(self.store, players or ("Alice", "Bob"), **options)

    def do(self, action: a.Action) -> Receipt:
        return self.game.play(action)

    def morph(self, card: str | None, player: str = "p1", way: str = "morph") -> str:
        """Cast a card face down and let it resolve: the handle of the permanent."""
        self.do(a.BeginTurn(player=player))
        spell = self.do(a.CastSpell(player=player, card=card, face_down=way, cost="{3}"))
        return self.do(a.Resolve(object=spell.handle)).handle

    def manifest(self, card: str | None, player: str = "p1", **more: Any) -> str:
        return self.do(a.Put(player=player, card=card, source="library", face_down="manifest", **more)).handle

    def loud(self) -> None:
        """Something happens on the table."""
        self.do(a.BeginStep(step="main"))

    def close(self) -> None:
        self.do(a.Close())

    def data(self) -> bytes:
        return record.write(self.game.export())

    def audit(self, *, judge: bool = True, policy: str | None = None, **more: Any) -> Report:
        keys = [self.judge.box] if judge else []
        chosen = find_policy(policy) if policy else None
        return audit(self.data(), keys=keys, policy=chosen, **more)

    def codes(self, **more: Any) -> dict[str, str]:
        """Code → severity of the findings, undecided ones left out."""
        return {f.code: f.severity for f in self.audit(**more).findings if f.code != "FD900"}


@pytest.fixture
def world() -> Iterator[Callable[..., World]]:
    made: list[World] = []

    def make(*players: str, **options: Any) -> World:
        made.append(World(*players, **options))
        return made[-1]

    yield make
    for one in made:
        one.store.close()
