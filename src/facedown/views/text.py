"""A view as text for people: a table, 100 columns at most, readable without colour."""

from __future__ import annotations

from collections.abc import Iterator

from facedown.views.layout import columns, plain, wrap
from facedown.views.phrases import card, counted, details, duty, knowledge, name, people, what
from facedown.views.view import PUBLIC, ZONES, DutyView, HandCard, ObjectView, PlayerView, View

TITLES = {
    "battlefield": "BATTLEFIELD",
    "stack": "STACK (the last is on top)",
    "graveyard": "GRAVEYARDS",
    "exile": "EXILE",
    "command": "COMMAND ZONE",
}


def text(view: View) -> str:
    """Return what the viewer sees: who looks at what moment, players, zones, what is still to be shown."""
    lines = list(_head(view))
    lines += _section("PLAYERS", [*_players(view)])
    for zone in ZONES:
        found = view.zone(zone)
        if found or zone == "battlefield":
            lines += _section(TITLES[zone], [*_objects(view, found)] or ["nothing"])
    rest = tuple(one for one in view.objects if one.zone not in ZONES)
    if rest:
        lines += _section("ELSEWHERE", [*_objects(view, rest)])
    if view.choices:
        lines += _section("SECRET CHOICES", [*_choices(view)])
    if view.duties:
        lines += _section("STILL TO BE SHOWN", [*_duties(view, view.duties)])
    if view.unshown:
        lines += _section("NOT SHOWN IN THIS RECORD", [*_duties(view, view.unshown)])
    if view.seen:
        lines += _section("SEEN IN HIDDEN ZONES", [*_seen(view)])
    return "\n".join(lines) + "\n"


def _section(title: str, lines: list[str]) -> list[str]:
    return ["", title, *lines]


def _head(view: View) -> Iterator[str]:
    eyes = {PUBLIC: "everybody", "judge": "the judge, with what lies in escrow"}.get(view.viewer)
    yield f"After entry {view.entry}, as seen by {eyes or name(view, view.viewer)}"
    said = [f"game {view.game}", f"turn {view.turn}" if view.turn else "before the first turn"]
    if view.active is not None:
        said.append(f"{name(view, view.active)} is the active player")
    if view.step is not None:
        said.append(plain(view.step, 30))
    if view.priority is not None:
        said.append(f"{name(view, view.priority)} has priority")
    if view.ended is not None:
        said.append(f"ENDED: {plain(view.ended, 60)}")
    if view.result is not None:
        said.append(f"result: {plain(view.result, 60)}")
    if view.closed:
        said.append("record closed")
    yield from wrap(", ".join(said), "", "  ")


def _players(view: View) -> Iterator[str]:
    rows = [
        (
            name(view, player.id) + (" *" if player.id == view.viewer else ""),
            "" if player.life is None else f"{player.life} life",
            "" if player.hand is None else f"hand {player.hand}",
            "" if player.library is None else f"library {player.library}",
            "" if player.status == "in" else player.status.upper(),
        )
        for player in view.players
    ]
    for player, lines in zip(view.players, columns(rows, (36, 12, 10, 14)), strict=True):
        yield from lines
        if player.team is not None:
            yield f"    team {plain(player.team)}"
        for zone, names in (("hand", player.known_hand), ("library", player.known_library)):
            if names:
                words = ", ".join(counted(plain(one) for one in names))
                yield from wrap(words, f"    all know in {zone}: ", "      ")
        if player.cards is not None:
            yield from _hand(player, player.cards)


def _hand(player: PlayerView, cards: tuple[HandCard, ...]) -> Iterator[str]:
    words = counted(card(one.card) for one in cards)
    number = player.hand
    if number is not None and number > len(cards):
        words.append(f"{number - len(cards)} not known")
    elif number is not None and number < len(cards):
        words.append(f"of which {len(cards) - number} left unrecorded")
    held = ", ".join(words) or ("empty" if number == 0 else "nothing known")
    yield from wrap(held, "    hand: ", "      ")


def _objects(view: View, some: tuple[ObjectView, ...]) -> Iterator[str]:
    rows = [(one.handle, what(one), name(view, one.controller), knowledge(view, one)) for one in some]
    for one, lines in zip(some, columns(rows, (10, 54, 16)), strict=True):
        yield from lines
        more = details(view, one)
        if more:
            yield from wrap("; ".join(more), "      ", "      ")


def _choices(view: View) -> Iterator[str]:
    for one in view.choices:
        shown = one.shown or (", ".join(one.values) if one.values is not None else None)
        yield f"{one.handle}  {name(view, one.player)}: {'chosen' if shown is None else plain(shown, 70)}"


def _duties(view: View, some: tuple[DutyView, ...]) -> Iterator[str]:
    for one in some:
        yield from wrap(duty(view, one), f"{one.object}  ", "      ")


def _seen(view: View) -> Iterator[str]:
    for one in view.seen:
        when = f"entry {one.entry}" if one.was is None else f"as {one.was}"
        yield f"{card(one.card)}  in the {one.zone} of {people(view, (one.player,))}, {when}"
