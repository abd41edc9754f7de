"""Who may write what: every entry is signed by the role whose business it is.

Under custody ``recorder`` the recorder writes everything, and the judge what is a judge's. Under custody ``players``::

    only its subject      conceding, binding an identity, a secret choice, confirming the result, speaking
    who holds it          opening and sharing an identity; the judge may too
    only the judge        rulings and penalties, going back, a judge's look, escrow, players absent or removed
    the acting seat       everything else, what it does to other players' objects included

What an event says that somebody *did* is signed by who did it. Events about roles and keys have rules of their own, which
are checked with the signatures. A wrong writer is FD503; the recorder refuses to be one.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import Any

from facedown.ledger.entry import GameOpened
from facedown.rules import actions as a
from facedown.rules import events as e
from facedown.rules.reveals import keys_of
from facedown.rules.state import State

JUDGE = "judge"
RECORDER = "recorder"

RULINGS = frozenset({"ruling", "penalty"})
"""Kinds of notes that are the judge's."""

JUDGES = frozenset({e.Reversed, e.JudgeLooked, e.EscrowOpened, e.Absent, e.Rejoined})
"""What only the judge writes, where players write for themselves."""

_JUDGE_TOO = JUDGES | {
    e.Noted, e.Said, e.Stated, e.Opened, e.Shared, e.Owed, e.Left, e.Ended, e.Result, e.Closed,
}  # fmt: skip
_RECORDER_TOO = frozenset({e.Noted, e.Closed})
_OWN = frozenset({
    e.Seated, e.Registered, e.Cast, e.Attacked, e.Repiled, e.Looked, e.Mixed, e.Unclear, e.Refused, e.Chose, e.Conceded, e.Gathered, e.Said,
    e.Stated,
})  # fmt: skip
"""Whose `player` is who did it, or whose word it is."""
_UNSUMMONED = frozenset({"effect", "unrecorded"})
"""Ways of turning up that are nobody's special action."""


def problems(custody: str, by: str, events: Iterable[object], before: State) -> Iterator[str]:
    """Why an entry was not its signer's to write, one sentence each; none if it was.

    `custody` is the game's, `by` the role that signed, `before` the state that the entry met. Events about roles and keys,
    and those of an unknown type, are passed over.
    """
    if custody == RECORDER == by:
        return
    for event in events:
        if not isinstance(event, e.Event):
            continue
        owner = _whose(custody, by, event, before)
        if owner is not None:
            yield f"{by} wrote {event.__struct_config__.tag}, which is for {owner} to write"


def is_the_judges(event: object) -> bool:
    """Whether an event is a judge's word or deed: under custody ``players`` nobody else may write it."""
    return (
        type(event) in JUDGES
        or (isinstance(event, e.Noted) and event.kind in RULINGS)
        or (isinstance(event, e.Left) and event.how == "removed")
    )


def _whose(custody: str, by: str, event: e.Event, before: State) -> str | None:
    """Who should have written an event, in words, or None if `by` may."""
    if custody == "recorder":
        if by == JUDGE and type(event) in _JUDGE_TOO:
            return None
        return "the recorder" if by == JUDGE else "the recorder or the judge"
    if by == JUDGE:
        if type(event) not in _JUDGE_TOO:
            return "a player"
        return "the players, each for themselves" if _confirms(event) else None
    if is_the_judges(event):
        return "the judge"
    if by == RECORDER:
        return None if type(event) in _RECORDER_TOO else "a player"
    return _whose_seat(by, event, before)


def _confirms(event: e.Event) -> bool:
    return isinstance(event, e.Result) and bool(event.confirmed_by)


def _whose_seat(by: str, event: Any, before: State) -> str | None:
    kind: type[e.Event] = event.__class__
    if kind in _OWN and event.player != by:
        return str(event.player)
    if kind is e.TurnedUp and event.procedure not in _UNSUMMONED and event.player != by:
        return str(event.player)
    if kind is e.Left and event.how == "left" and set(event.players) != {by}:
        return "each who left"
    if kind is e.Result and not {by}.issuperset(event.confirmed_by or ()):
        return "the players, each for themselves"
    if kind is e.Opened and event.opening.nonce is None and not _holds(before, by, event.object):
        return "who holds the card"
    if kind is e.Shared and not _holds(before, by, event.object):
        return "who holds the card"
    if kind is e.Bound and not (event.player in {None, by} and _holds(before, by, event.object)):
        return "who holds the card"
    if _conceals(event) and by not in {event.player, getattr(event, "controller", None)}:
        return "who knows the card"
    return None


def _conceals(event: Any) -> bool:
    """Whether an event fixes identities that its writer must know."""
    return any(getattr(event, name, None) for name in ("identity", "identities", "cards")) and not isinstance(
        event, e.Bound
    )


def _holds(before: State, by: str, handle: str) -> bool:
    """Whether a player may have the opening of an object: has it, has had it, or was shown it.

    Who shows a nonce proves to hold it, and is not asked. What is not there at all the fold refuses.
    """
    hidden = before.hidden.get(handle)
    if hidden is not None:
        return by == hidden.player or by in hidden.knows
    thing = before.objects.get(handle)
    if thing is not None:
        return by in {thing.controller, thing.owner} or by in thing.knows or by in thing.may_look
    duties = [before.duties[key] for key in keys_of(before, handle)]
    return not duties or any(by in {d.owed_by, d.controller} or by in d.knew for d in duties)


def signer(action: a.Action, state: State, opened: GameOpened, at_hand: Collection[str]) -> str:
    """The role that should sign a deed, as far as its key is `at_hand`.

    Where a recorder writes, a judge's deed is the judge's if that key is there, and the recorder's if not. Where players
    write for themselves it is whoever acts; if that key is not there, a player whose key is.
    """
    recorded = opened.custody == RECORDER
    if state.closed_at is not None:
        return JUDGE
    if _for_the_judge(action, staff=not recorded):
        return RECORDER if recorded and JUDGE not in at_hand else JUDGE
    if recorded or isinstance(action, a.Close):
        return RECORDER
    thing = state.objects.get(getattr(action, "object", None) or "")
    asked = (
        getattr(action, "player", None),
        *(getattr(action, "confirmed_by", None) or ()),
        thing.controller if thing is not None else None,
        state.active,
        *opened.seats,
    )
    return next((seat for seat in asked if seat in at_hand), None) or opened.seats[0]


def _for_the_judge(action: a.Action, *, staff: bool) -> bool:
    """Whether a deed is a judge's; `staff`: also what a recorder would write, if the game had one that writes."""
    if isinstance(action, a.Note):
        return action.kind in RULINGS
    if isinstance(action, a.JudgeLook | a.OpenEscrow | a.Reverse):
        return True
    return staff and (
        isinstance(action, a.GoAbsent | a.Rejoin) or (isinstance(action, a.Leave) and action.how == "removed")
    )
