"""Events of a replay and what became of them, in few words: for tests that write replays by hand."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from facedown.importers.cockatrice import events as ev
from facedown.rules import events as e

if TYPE_CHECKING:
    from tests.importers.cockatrice.conftest import Imported


def drew(player: int, *names: str, first: int = 0) -> ev.Event:
    cards = tuple(ev.Card(id=first + at, name=name) for at, name in enumerate(names))
    return ev.DrawCards(player=player, count=len(names), cards=cards)


def move(player: int, card: int, start: str, to: str, **more: Any) -> ev.MoveCard:
    fields: dict[str, Any] = {
        "card_id": card, "new_card_id": card, "name": None, "face_down": False, "holder": player, "position": None,
        "to_holder": player,
    }  # fmt: skip
    return ev.MoveCard(player=player, zone=start, to_zone=to, **{**fields, **more})


def down(
    player: int, card: int, new: int, start: str = "hand", to: str = "table", **more: Any
) -> ev.MoveCard:
    return move(player, card, start, to, new_card_id=new, face_down=True, **more)


def reveal(player: int, zone: str, cards: Iterable[tuple[int, str]], to: int | None = None) -> ev.RevealCards:
    listed = tuple(ev.Card(id=id_, name=name) for id_, name in cards)
    ids = tuple(card.id for card in listed)
    return ev.RevealCards(player=player, zone=zone, card_ids=ids, to=to, cards=listed, count=len(ids))


def props(player: int, *, conceded: bool) -> ev.PropertiesChanged:
    said = ev.Properties(id=None, name=None, spectator=None, judge=None, ready=None, conceded=conceded)
    return ev.PropertiesChanged(player=player, properties=said)


def left(player: int) -> ev.Leave:
    return ev.Leave(player=player, reason=3)


def notes(game: Imported) -> list[str]:
    return [event.text for event in game.events() if isinstance(event, e.Noted) and event.text is not None]


def kinds(game: Imported) -> list[str]:
    return [type(event).__name__ for event in game.events()]
