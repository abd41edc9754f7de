"""What an audit says first: what was owed, what is not shown, and whether it can still be shown."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from facedown.audit import duties
from facedown.audit.duties import Weighed
from facedown.audit.findings import Finding
from facedown.rules import events as e
from facedown.rules.state import State


class Summary(msgspec.Struct, frozen=True, kw_only=True):
    """The counts, and the first lines in words."""

    headline: str
    owed: int
    met: int
    late: int
    unmet: int
    undecidable: int
    not_due: int
    still: tuple[str, ...]
    """What can still be shown, and where it is."""
    knew: tuple[str, ...]
    """Of what is not shown: to whom it had been open (who saw it, or could look), and what came since."""
    errors: int
    warnings: int
    reviews: int
    notes: int


def summarise(
    weighed: tuple[Weighed, ...],
    state: State,
    found: tuple[Finding, ...],
    shown: Mapping[str, str],
    *,
    escrow: frozenset[str],
) -> Summary:
    """The counts, and what an audit says first: what was owed, what is not shown, what can still be.

    `escrow` holds the commitments whose opening a judge's box in this copy holds.
    """
    by_status = {
        status: [w for w in weighed if w.report.status == status]
        for status in ("met", "late", "unmet", "undecidable")
    }
    absent = [w for w in weighed if w.report.status in {"unmet", "undecidable"}]
    lying = {
        w.duty.object: where for w in absent if (where := _still(w, state, shown, escrow=escrow)) is not None
    }
    if not weighed:
        headline = "nothing had to be shown" + (" so far" if state.closed_at is None else "")
    elif not absent:
        headline = f"{len(weighed)} of {len(weighed)} shown" + (
            f", {len(by_status['late'])} of them late" if by_status["late"] else ""
        )
    else:
        can = f"{len(lying)} can still be shown: {_places(lying)}" if lying else "none can be shown any more"
        headline = f"{len(absent)} of {len(weighed)} not shown; {can}"
    return Summary(
        headline=headline,
        owed=len(weighed),
        met=len(by_status["met"]),
        late=len(by_status["late"]),
        unmet=len(by_status["unmet"]),
        undecidable=len(by_status["undecidable"]),
        not_due=duties.not_due(state),
        still=tuple(", ".join(filter(None, one)) for one in lying.items()),
        knew=tuple(_knew(w, state, shown) for w in absent[:MAX_KNEW]),
        errors=sum(f.severity == "error" for f in found),
        warnings=sum(f.severity == "warning" for f in found),
        reviews=sum(f.severity == "review" for f in found),
        notes=sum(f.severity == "note" for f in found),
    )


MAX_KNEW = 12
MAX_NAMED = 6

CLOSED = "the record was closed"
WINDOWS = frozenset({CLOSED, "play went on"})
"""Ends of a duty's time that have nothing to do with its card: it may lie where it lay."""


def _knew(one: Weighed, state: State, shown: Mapping[str, str]) -> str:
    """Who knew a card that is not shown, and what came between."""
    duty = one.duty
    seats = [shown.get(seat, seat) for seat in state.players if seat in duty.knew]
    who = f"only to {', '.join(seats)}" if seats else "to nobody"
    who = "to all players" if len(seats) == len(state.players) else who
    said = f"{duty.object} was known or open {who}"
    if between := ranges(duty.before):
        said += f"; play went on in {between}"
    if duty.closed_at is not None and duty.closed_by not in {None, *WINDOWS}:
        said += f"; {duty.closed_by}" + (f" in entry {duty.closed_at}" if duty.closed_at > duty.since else "")
    return said


def ranges(entries: tuple[int, ...]) -> str:
    """Entry numbers for people: ``entries 54–60, 62``.

    >>> ranges((54, 55, 56, 60)), ranges((7,)), ranges(())
    ('entries 54–56, 60', 'entry 7', '')
    """
    runs: list[tuple[int, int]] = []
    for seq in entries:
        if runs and seq == runs[-1][1] + 1:
            runs[-1] = (runs[-1][0], seq)
        else:
            runs.append((seq, seq))
    said = ", ".join(str(low) if low == high else f"{low}–{high}" for low, high in runs)
    return f"{'entry' if len(entries) == 1 else 'entries'} {said}" if entries else ""


def _still(one: Weighed, state: State, shown: Mapping[str, str], *, escrow: frozenset[str]) -> str | None:
    """Where a card is that can still be shown, or None."""
    duty = one.duty
    owner = shown.get(duty.owed_by, duty.owed_by)
    laid_up = "escrow available" if duty.bond is not None and duty.bond.commitment in escrow else ""
    place = ""
    if duty.object in state.objects and state.closed_at is None:
        place = "still on the table"
    elif duty.object in state.objects and duty.closed_by == CLOSED and not state.stops_at_end:
        place = "on the table as the record was closed"
    elif duty.lies_in in e.HIDDEN and duty.cause != "game_end" and (laid_up or state.closed_at is None):
        place = f"gone with {owner}" if duty.lies_in == "outside" else f"in {owner}'s {duty.lies_in}"
    return ", ".join(filter(None, (place, laid_up))) or None


def _places(lying: Mapping[str, str]) -> str:
    """What can still be shown, those in one place together: ``#4, #7, in Bob's hand, escrow available``."""
    together: dict[str, list[str]] = {}
    for thing, place in lying.items():
        together.setdefault(place, []).append(thing)
    return "; ".join(
        ", ".join(
            (*things[:MAX_NAMED], *([f"{len(things) - MAX_NAMED} more"] if things[MAX_NAMED:] else ()), place)
        )
        for place, things in together.items()
    )
