"""What was owed, by whom, under which rule, and whether it was met: duties, and the findings that come of them.

A missing reveal is an *error* only if the way is recorded, somebody lacked the information, and the record could have held
the reveal; it is for *review* where the way is unrecorded, for a token, after a judge supplied the card, or where the
record could hold no reveal; a *note* where everybody had seen the object. Late is *minor*. One finding an object.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

import msgspec

from facedown.audit.findings import ORDER, Finding, Severity, finding
from facedown.audit.identities import Identities
from facedown.rules import events as e
from facedown.rules.reveals import Status, kind_of, standing
from facedown.rules.state import Duty, Show, State

Opportunity = Literal["yes", "no", "unknown"]


class DutyReport(msgspec.Struct, frozen=True, kw_only=True):
    """One duty as the audit prints it; `card` is null unless public or opened with the keys given."""

    object: str
    way: str
    card: str | None
    owed_by: str
    controller: str
    cause: str
    rule: str
    since: int
    status: Status
    met_at: int | None
    met_by: str | None
    proof: str | None
    moot: bool
    opportunity: Opportunity


class Weighed(msgspec.Struct, frozen=True, kw_only=True):
    """A duty with its report, and what decided it."""

    duty: Duty
    report: DutyReport
    show: Show | None
    escrow: bool
    rival: str | None = None
    """The other player on whose word alone it was owed, where players sign for themselves."""


def weigh(state: State, identities: Identities, signed: Sequence[str] = ()) -> tuple[Weighed, ...]:
    """Every duty that fell due, in the order in which they did, as it stands at the end of the record.

    `signed` says who signed each entry, where players sign for themselves.
    """
    closed = state.closed_at is not None
    doubted = identities.doubted
    found: list[Weighed] = []
    for duty in state.duties.values():
        status, show = standing(duty, closed=closed, refuted=identities.refuted)
        by_judge = any(
            s.by == "judge" and not s.meets and (s.seq, duty.object) not in identities.refuted
            for s in duty.shows
        )
        proof = show.proof if show is not None else None
        if show is not None and proof == "opening" and (show.seq, duty.object) in identities.unproven:
            proof = "said"  # sealed to some, and none of the keys at hand opens it
        moot = duty.moot and duty.object not in doubted
        found.append(
            Weighed(
                duty=duty,
                show=show,
                escrow=by_judge,
                rival=_rival(duty, signed),
                report=DutyReport(
                    object=duty.object,
                    way=duty.way,
                    card=card_of(duty, identities.known),
                    owed_by=duty.owed_by,
                    controller=duty.controller,
                    cause=duty.cause,
                    rule=duty.rule,
                    since=duty.since,
                    status=status,
                    met_at=show.seq if show is not None and status in {"met", "late"} else None,
                    met_by=_by(show, duty) if show is not None and status in {"met", "late"} else None,
                    proof=proof,
                    moot=moot,
                    opportunity=_opportunity(duty, state, signed),
                ),
            )
        )
    return tuple(found)


def card_of(duty: Duty, known: Mapping[str, e.Identity]) -> str | None:
    """The name of a duty's card, if it is public or the keys at hand open it."""
    identity = known.get(duty.bond.commitment) if duty.bond is not None else known.get(duty.object)
    if isinstance(identity, e.CardIdentity):
        return identity.name
    return duty.named


def _by(show: Show, duty: Duty) -> str:
    return show.by or duty.owed_by


def _rival(duty: Duty, signed: Sequence[str]) -> str | None:
    """Who else says that an effect demanded it: no rule and no move on the table shows that."""
    if duty.cause != "effect" or not duty.since < len(signed):
        return None
    by = signed[duty.since]
    return None if by in {duty.owed_by, "judge", "recorder"} else by


def _opportunity(duty: Duty, state: State, signed: Sequence[str]) -> Opportunity:
    """Whether this record could have held a reveal after the duty fell due.

    That its source takes nothing after the end is a claim, which a move or a reveal after the end refutes. Where another
    player closed the record before whoever owes the reveal wrote anything, nobody can say.
    """
    closed = state.closed_at
    if (
        closed is not None
        and closed < len(signed)
        and signed[closed] not in {duty.owed_by, "judge", "recorder"}
    ):
        return "yes" if duty.owed_by in signed[duty.since + 1 : closed] else "unknown"
    if state.stops_at_end and state.ended_at is not None and duty.since >= state.ended_at:
        end = state.ended_at
        goes_on = state.loud > end or any(s.seq > end for one in state.duties.values() for s in one.shows)
        return "yes" if goes_on else "no"
    return "yes" if state.seq > duty.since else "unknown"


def findings(weighed: tuple[Weighed, ...]) -> tuple[Finding, ...]:
    """The findings that duties give rise to, one an object: the gravest."""
    by_object: dict[str, Finding] = {}
    for one in weighed:
        found = _finding(one)
        if found is None:
            continue
        other = by_object.get(one.duty.object)
        if other is None or ORDER.index(found.severity) < ORDER.index(other.severity):
            by_object[one.duty.object] = found
    return tuple(by_object.values())


def _finding(one: Weighed) -> Finding | None:
    duty, report = one.duty, one.report
    if report.status == "late" and one.show is not None:
        between = ", ".join(str(seq) for seq in duty.before) or "none listed"
        return finding(
            "FD107",
            f"{duty.object} ({_whose(duty)}) {_when(duty)} in entry {duty.since} and was shown late, in entry {one.show.seq}; "
            f"entries in between: {between}"
            + (f"; that it had to be is the word of {one.rival}" if one.rival is not None else ""),
            entry=duty.since,
            object=duty.object,
            severity="note" if report.moot else "warning",
            rules=tuple(duty.rule.split(", ")),
            evidence=(duty.since, *duty.before[:10], one.show.seq),
        )
    if report.status != "unmet":
        return None
    code = code_of(duty)
    return finding(
        code,
        f"{duty.object} ({_whose(duty)}) {_when(duty)} and is not shown in this record{_why(one)}",
        entry=duty.since,
        object=duty.object,
        player=duty.owed_by if duty.kind != "spell" and duty.cause != "game_end" else None,
        severity=severity_of(one),
        rules=tuple(duty.rule.split(", ")),
        evidence=(duty.since,) if duty.closed_at is None else (duty.since, duty.closed_at),
    )


def code_of(duty: Duty) -> str:
    """The code of a missing reveal."""
    if duty.cause in {"would_turn_up", "effect"}:
        return "FD108"
    if duty.kind in {"foretold", "exiled"}:
        return "FD105"
    if duty.kind == "conspiracy":
        return "FD106"
    return {"game_end": "FD101", "left_battlefield": "FD102", "left_stack": "FD103", "player_left": "FD104"}[
        duty.cause
    ]


def severity_of(one: Weighed) -> Severity:
    """How grave a missing reveal is."""
    if one.report.moot:
        return "note"
    if not one.duty.recorded or one.duty.token or one.escrow or one.rival or one.report.opportunity != "yes":
        return "review"
    return "error"


def _whose(duty: Duty) -> str:
    if duty.owed_by == duty.controller:
        return f"{duty.owed_by}'s"
    return f"owned by {duty.owed_by}, controlled by {duty.controller}"


def _when(duty: Duty) -> str:
    return {
        "game_end": "was face down when the game ended",
        "left_battlefield": "left the battlefield face down",
        "left_stack": "left the stack face down",
        "player_left": "was face down as its owner left the game",
        "would_turn_up": "would have been turned face up",
        "effect": "had to be shown",
    }[duty.cause]


def _why(one: Weighed) -> str:
    if one.report.moot:
        return ", but every player had seen it"
    reasons: list[str] = []
    if one.escrow:
        reasons.append("a judge supplied it from escrow")
    if one.report.opportunity == "no":
        reasons.append("the record could take no reveal after the end")
    if one.rival is not None:
        reasons.append(f"that it had to be is the word of {one.rival}")
    if not one.duty.recorded:
        reasons.append("it does not say why the card was face down")
    return f"; {', and '.join(reasons)}" if reasons else ""


def not_due(state: State) -> int:
    """How many objects carry a reveal that has not fallen due."""
    if state.over:
        return 0
    return sum(1 for thing in state.objects.values() if kind_of(thing) not in {None, "exiled"})


def shown_freely(state: State, identities: Identities) -> tuple[Finding, ...]:
    """Showings that served no duty: lawful, and noted."""
    served = {(show.seq, duty.object) for duty in state.duties.values() for show in duty.shows}
    return tuple(
        finding(
            "FD404",
            f"{one.object} was shown to all players in entry {one.seq} without a duty",
            entry=one.seq,
            object=one.object if one.object.startswith("#") else None,
            evidence=(one.seq,),
        )
        for one in identities.shown
        if one.freely and one.verified is not False and (one.seq, one.object) not in served
    )
