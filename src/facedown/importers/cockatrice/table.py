"""What concerns the table and its players: times, talk, dice, marks; concessions, departures, the end."""

from __future__ import annotations

from facedown.importers.cockatrice import events as ev
from facedown.importers.cockatrice import moves
from facedown.importers.cockatrice.replay import Container
from facedown.importers.cockatrice.scribe import Scribe
from facedown.importers.cockatrice.tracking import Step
from facedown.rules import actions as a

PHASES = (
    "untap", "upkeep", "draw", "first main", "beginning of combat", "declare attackers", "declare blockers",
    "combat damage", "end of combat", "second main", "end",
)  # fmt: skip
"""Cockatrice's phases by number."""

TAPPED = 1
ANNOTATION = 6
OWNER = "Owner: "
"""How the server itself marks a card that lies among another player's: the record has that already."""


def state_changed(s: Scribe, event: ev.GameStateChanged) -> None:
    """A game begins, if it says so and none goes on. That one is over is said by the concession that comes next."""
    state = s.game.state
    if not event.started or (state.began and not state.over):
        return
    if state.began:
        s.play(a.BeginNext())
        s.begin_again()
    s.play(a.Begin(first=s.seat(event.active_player), stops_at_end=True))
    moves.lying(s)


def properties_changed(s: Scribe, event: ev.PropertiesChanged) -> None:
    """A concession, or one that is taken back; all else about a player is no part of the game."""
    seat = s.seat(event.player)
    if seat is None or event.properties.conceded is None:
        return
    status = s.game.state.players[seat].status
    if event.properties.conceded and status == "in":
        s.play(a.Concede(player=seat, bare=True))
    elif not event.properties.conceded and status == "conceded":
        s.play(a.Rejoin(player=seat))


def left(s: Scribe, event: ev.Leave, steps: tuple[Step, ...]) -> None:
    """Somebody left the table: in the game if it goes on and they were in it."""
    seat = s.seat(event.player)
    if seat is not None:
        if s.game.state.players[seat].playing and not s.game.state.over:
            s.play(a.Leave(players=(seat,), how="left", bare=True))
        else:
            s.note(f"{seat} leaves the table")
    for step in steps:
        s.hear(step.card, step)


def said(s: Scribe, event: ev.Say) -> None:
    """Talk, as a part; of somebody without a seat, as a note."""
    seat = s.seat(event.player)
    s.quote(event.text if seat is not None else f"somebody without a seat says: {event.text}", seat)


def turn(s: Scribe, event: ev.SetActivePlayer) -> None:
    """Whose turn it is."""
    seat = s.seat(event.active)
    if seat is None:
        s.note("it is nobody's turn")
    else:
        s.play(a.BeginTurn(player=seat))


def phase(s: Scribe, event: ev.SetActivePhase) -> None:
    """A step or phase begins."""
    known = 0 <= event.phase < len(PHASES)
    s.play(a.BeginStep(step=PHASES[event.phase] if known else "a phase that is not known here"))


def shuffled(s: Scribe, event: ev.Shuffle) -> None:
    """A library was shuffled, or a part of it."""
    seat = s.seat(event.player)
    s.shuffled(event.player, event.zone)
    if seat is None or event.zone != "deck":
        s.note(f"{s.who(event.player)} shuffles cards that lie elsewhere than in a library")
    elif (event.start, event.end) == (0, -1):
        s.play(a.Shuffle(player=seat))
    else:
        s.note(f"{seat} shuffles a part of the library")


def rolled(s: Scribe, event: ev.RollDie) -> None:
    """Dice."""
    values = ", ".join(str(value) for value in event.values[:50])
    s.note(f"{s.who(event.player)} rolls dice with {event.sides} sides: {values}")


def attached(s: Scribe, event: ev.AttachCard) -> None:
    """A card was attached to another, or to none."""
    thing = s.find(event.player, event.zone, event.card_id)
    host = None
    if event.to_card_id is not None:
        host = s.find(event.to_holder, event.to_zone or "table", event.to_card_id)
    if thing is None or (host is None and event.to_card_id is not None):
        s.note(f"{s.who(event.player)} attaches cards that this record does not follow")
    else:
        s.play(a.Attach(object=thing.handle, to=None if host is None else host.handle))


def marked(s: Scribe, event: ev.SetCardAttr, steps: tuple[Step, ...]) -> None:
    """Something was set on a card: tapped, a face turned over, or words and numbers that somebody wrote on it."""
    thing = s.find(event.player, event.zone, event.card_id)
    if event.attribute == ev.FACE_DOWN:
        moves.flipped(s, event.player, steps)
    elif thing is None or (event.attribute == ANNOTATION and event.value.startswith(OWNER)):
        return
    elif event.attribute == TAPPED:
        s.play(a.Tap(object=thing.handle) if event.value == "1" else a.Untap(object=thing.handle))
    elif event.value:
        s.quote(f"{thing.handle} is marked: {event.value}")


def counted(s: Scribe, event: ev.SetCardCounter | ev.SetCounter) -> None:
    """Counters on a card, or of a player; the source does not say of what kind."""
    if isinstance(event, ev.SetCounter):
        s.note(f"counter {event.counter} of {s.who(event.player)} stands at {event.value}")
        return
    thing = s.find(event.player, event.zone, event.card_id)
    if thing is not None:
        s.play(a.SetCounters(object=thing.handle, kind=f"counter {event.counter}", count=event.value))


def circumstances(s: Scribe, container: Container) -> None:
    """What a container says of itself: a judge acted, a mulligan, a draw taken back."""
    if container.forced_by_judge is not None:
        s.note("a judge acts for a player here")
    kind = container.context.kind if container.context is not None else None
    if kind in {"mulligan", "undo_draw"}:
        what = {"mulligan": "a mulligan", "undo_draw": "a draw taken back"}[kind]
        s.note(f"what follows is {what}")
