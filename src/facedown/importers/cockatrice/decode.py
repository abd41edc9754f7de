"""Reading one event of a replay from its message.

Message and field numbers are facts about the format; nothing here is taken from its schema files. Of a
user only the name is read, and of a card never the printing.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from facedown.errors import Malformed
from facedown.importers.cockatrice import events as ev
from facedown.importers.cockatrice.wire import Message

_T = TypeVar("_T")


def read_events(message: Message) -> list[ev.Event]:
    """Read what one event message holds; a kind that has no reader becomes `Unknown`.

    The kind is the number of the extension field that is set; there should be one.
    """
    player = _id(message.sint(1))
    found: list[ev.Event] = []
    for number in message.numbers():
        if number < 1000:
            continue
        reader = _READERS.get(number)
        body = None if reader is None else message.message(number)
        if reader is None or body is None:
            found.append(ev.Unknown(player=player, number=number))
        else:
            found.append(reader(player, body))
    return found


def _need(value: _T | None, what: str) -> _T:
    if value is None:
        raise Malformed(f"a replay event lacks its {what}")
    return value


def _id(value: int | None) -> int | None:
    """Return an id, or `None` for "nobody", which is written as -1 or left out."""
    return None if value is None or value < 0 else value


def _properties(message: Message | None) -> ev.Properties:
    if message is None:
        return ev.Properties(id=None, name=None, spectator=None, judge=None, ready=None, conceded=None)
    user = message.message(2)
    return ev.Properties(
        id=_id(message.sint(1)),
        name=None if user is None else user.text(1) or None,
        spectator=message.flag(3),
        judge=message.flag(9),
        ready=message.flag(5),
        conceded=message.flag(4),
    )


def _card(message: Message) -> ev.Card:
    return ev.Card(
        id=_need(message.sint(1), "card id"),
        name=message.text(2) or None,
        face_down=bool(message.flag(5)),
    )


def _cards(message: Message, number: int) -> tuple[ev.Card, ...]:
    return tuple(_card(m) for m in message.messages(number))


def _seat(message: Message) -> ev.Seat:
    zones = tuple(
        ev.Zone(name=m.text(1) or "", count=m.sint(4) or 0, cards=_cards(m, 5)) for m in message.messages(3)
    )
    return ev.Seat(properties=_properties(message.message(1)), zones=zones)


def _state(player: int | None, m: Message) -> ev.Event:
    return ev.GameStateChanged(
        player=player,
        seats=tuple(_seat(s) for s in m.messages(1)),
        started=m.flag(2),
        active_player=_id(m.sint(3)),
        active_phase=_id(m.sint(4)),
    )


def _draw(player: int | None, m: Message) -> ev.Event:
    cards = _cards(m, 2)
    count = m.sint(1)
    return ev.DrawCards(player=player, count=len(cards) if count is None else count, cards=cards)


def _reveal(player: int | None, m: Message) -> ev.Event:
    return ev.RevealCards(
        player=player,
        zone=m.text(1) or "",
        card_ids=tuple(m.sints(2)),
        to=_id(m.sint(3)),
        cards=_cards(m, 4),
        count=m.uint(6),
    )


def _shuffle(player: int | None, m: Message) -> ev.Event:
    end = m.sint(3)
    return ev.Shuffle(
        player=player, zone=m.text(1) or "deck", start=m.sint(2) or 0, end=-1 if end is None else end
    )


def _move(player: int | None, m: Message) -> ev.Event:
    zone = m.text(4) or ""
    holder = _id(m.sint(3))
    holder = player if holder is None else holder
    to_holder = _id(m.sint(6))
    return ev.MoveCard(
        player=player,
        card_id=_id(m.sint(1)),
        new_card_id=_id(m.sint(10)),
        name=m.text(2) or None,
        face_down=bool(m.flag(11)),
        holder=holder,
        zone=zone,
        position=_id(m.sint(5)),
        to_holder=holder if to_holder is None else to_holder,
        to_zone=m.text(7) or zone,
    )


def _flip(player: int | None, m: Message) -> ev.Event:
    return ev.FlipCard(
        player=player,
        zone=m.text(1) or "table",
        card_id=_need(m.sint(2), "card id"),
        name=m.text(3) or None,
        face_down=bool(m.flag(4)),
    )


def _attach(player: int | None, m: Message) -> ev.Event:
    return ev.AttachCard(
        player=player,
        zone=m.text(1) or "",
        card_id=_need(m.sint(2), "card id"),
        to_holder=_id(m.sint(3)),
        to_zone=m.text(4) or None,
        to_card_id=_id(m.sint(5)),
    )


def _token(player: int | None, m: Message) -> ev.Event:
    return ev.CreateToken(
        player=player,
        zone=m.text(1) or "table",
        card_id=_need(m.sint(2), "card id"),
        name=m.text(3) or None,
        face_down=bool(m.flag(11)),
    )


def _attribute(player: int | None, m: Message) -> ev.Event:
    return ev.SetCardAttr(
        player=player,
        zone=m.text(1) or "",
        card_id=_need(m.sint(2), "card id"),
        attribute=m.uint(3) or 0,
        value=m.text(4) or "",
    )


def _card_counter(player: int | None, m: Message) -> ev.Event:
    return ev.SetCardCounter(
        player=player,
        zone=m.text(1) or "",
        card_id=_need(m.sint(2), "card id"),
        counter=m.sint(3) or 0,
        value=m.sint(4) or 0,
    )


def _dump(player: int | None, m: Message) -> ev.Event:
    count = m.sint(3)
    return ev.DumpZone(
        player=player,
        owner=_need(m.sint(1), "zone owner"),
        zone=m.text(2) or "",
        count=-1 if count is None else count,
        reversed=bool(m.flag(4)),
    )


def _roll(player: int | None, m: Message) -> ev.Event:
    single = m.uint(2)
    values = m.uints(3) or ([] if single is None else [single])
    return ev.RollDie(player=player, sides=m.uint(1) or 0, values=tuple(values))


_READERS: dict[int, Callable[[int | None, Message], ev.Event]] = {
    1000: lambda p, m: ev.Join(player=p, properties=_properties(m.message(1))),
    1001: lambda p, m: ev.Leave(player=p, reason=m.uint(1)),
    1002: lambda p, _: ev.GameClosed(player=p),
    1005: _state,
    1007: lambda p, m: ev.PropertiesChanged(player=p, properties=_properties(m.message(1))),
    1009: lambda p, m: ev.Say(player=p, text=m.text(1) or ""),
    2003: lambda p, m: ev.SetCounter(player=p, counter=m.sint(1) or 0, value=m.sint(2) or 0),
    2005: _draw,
    2006: _reveal,
    2007: _shuffle,
    2008: _roll,
    2009: _move,
    2010: _flip,
    2011: lambda p, m: ev.DestroyCard(
        player=p, zone=m.text(1) or "table", card_id=_need(m.uint(2), "card id")
    ),
    2012: _attach,
    2013: _token,
    2014: _attribute,
    2015: _card_counter,
    2016: lambda p, m: ev.SetActivePlayer(player=p, active=_id(m.sint(1))),
    2017: lambda p, m: ev.SetActivePhase(player=p, phase=m.sint(1) or 0),
    2018: _dump,
}
