"""Reading a `.cor` file: the whole of it is one message, with no magic bytes, length or version.

A replay keeps, of every event, the copy that was sent to the player who acted. It therefore names what
that player drew or looked at: reading it is the act of an arbiter, not of one seat.
"""

from __future__ import annotations

import msgspec

from facedown.errors import Malformed
from facedown.importers.cockatrice import events as ev
from facedown.importers.cockatrice.decode import read_events
from facedown.importers.cockatrice.wire import Budget, Message

LARGEST = 64 * 1024 * 1024
"""Bytes. A long game of six players takes about a quarter of a megabyte."""

MOST_FIELDS = 1_000_000
"""Fields over all messages; that game has about a hundred thousand."""

_CONTEXTS: dict[int, ev.ContextKind] = {
    1000: "ready",
    1001: "concede",
    1002: "deck_select",
    1003: "undo_draw",
    1004: "move",
    1005: "mulligan",
    1006: "ping",
    1009: "unconcede",
}


class Player(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody at the table, by user name; everything else about the user is left unread."""

    id: int
    name: str | None
    spectator: bool
    judge: bool


class Context(msgspec.Struct, frozen=True, kw_only=True):
    """Why the events of a container happened; `cards` is the new hand size after a mulligan."""

    kind: ev.ContextKind
    cards: int | None = None


class Container(msgspec.Struct, frozen=True, kw_only=True):
    """Events that belong together: what one command did.

    `index` counts all containers of the file from 0, `seconds` since the game was made, `forced_by_judge`
    is the player id of a judge who acted for somebody.
    """

    index: int
    seconds: int
    context: Context | None
    forced_by_judge: int | None
    events: tuple[ev.Event, ...]


class Replay(msgspec.Struct, frozen=True, kw_only=True):
    """One recorded game.

    `started_at` is when its room was made, in seconds since 1970 UTC. `game_id` is the room: the games of
    one match share it. `duration` in seconds is the last thing a server writes.
    """

    replay_id: int | None
    game_id: int | None
    started_at: int | None
    duration: int | None
    players: tuple[Player, ...]
    containers: tuple[Container, ...]


def read(data: bytes) -> Replay:
    """Read the bytes of a `.cor` file.

    Raises `Malformed` if they are empty, too many, cut off, or no replay at all.
    """
    if not data:
        raise Malformed("the replay is empty")
    if len(data) > LARGEST:
        raise Malformed(f"a replay of {len(data)} bytes is larger than {LARGEST // 1024**2} MiB")
    budget = Budget(MOST_FIELDS)
    try:
        top = Message(data, budget)
        info = top.message(2)
    except Malformed as error:
        raise Malformed(f"not a Cockatrice replay, or a damaged one: {error}") from None
    if info is None:
        raise Malformed("not a Cockatrice replay: it holds no description of a game")
    containers = tuple(_container(index, m) for index, m in enumerate(top.messages(3)))
    return Replay(
        replay_id=top.uint(1, bits=64),
        game_id=info.sint(3),
        started_at=info.uint(51),
        duration=top.uint(4),
        players=_players(containers),
        containers=containers,
    )


def _container(index: int, message: Message) -> Container:
    context = message.message(3)
    return Container(
        index=index,
        seconds=message.uint(4) or 0,
        context=None if context is None else _context(context),
        forced_by_judge=message.uint(5),
        events=tuple(event for m in message.messages(2) for event in read_events(m)),
    )


def _context(message: Message) -> Context | None:
    extensions = [number for number in message.numbers() if number >= 1000]
    if not extensions:
        return None
    kind = _CONTEXTS.get(extensions[0], "other")
    mulligan = message.message(1005) if kind == "mulligan" else None
    return Context(kind=kind, cards=None if mulligan is None else mulligan.uint(1))


def _players(containers: tuple[Container, ...]) -> tuple[Player, ...]:
    """Collect who was there: what is told later about an id is kept where it says more."""
    found: dict[int, Player] = {}
    for event in (event for container in containers for event in container.events):
        if isinstance(event, ev.GameStateChanged):
            told = [seat.properties for seat in event.seats]
        elif isinstance(event, ev.Join):
            told = [event.properties]
        else:
            continue
        for new in told:
            if new.id is not None:
                old = found.get(new.id)
                found[new.id] = Player(
                    id=new.id,
                    name=new.name or (old.name if old else None),
                    spectator=bool(new.spectator),
                    judge=bool(new.judge),
                )
    return tuple(found[id_] for id_ in sorted(found))
