"""What must be shown, and whether it was on time.

A *duty* is a reveal that has fallen due; until then the object merely carries one. Falling due (CR 708.9 unless said
otherwise):

- a face-down permanent, or a face-down component of a merged one, leaves the battlefield;
- a face-down spell leaves the stack for anywhere but the battlefield;
- a player leaves: the face-down permanents, components and spells which that player owns, face-down foretold cards
  (702.143f) and conspiracies (702.106e);
- the game ends: the same, of all players. Nothing else: other cards exiled face down are not owed (406.3);
- an instant or sorcery would be turned up (701.40g, 701.58g, 729.2g): its controller shows it;
- an effect or rule demands it.

*Quiet* entries (reveals, looks, talk, results: `events.QUIET`) close no window. A duty is **met** if the object was
put before every player in the entry D that raised it, or separated from D, before or after, by quiet entries only;
**late** from the first entry after D that is not quiet. At the game's end the window stays open until the card itself
is gathered, shuffled or moved unshown, the next game begins, or the record is closed.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import Literal, NamedTuple, get_args

from msgspec.structs import replace

from facedown.rules.state import Cause, Duty, Object, PlayerState, Proof, Show, State
from facedown.rules.ways import WAYS

Status = Literal["met", "late", "unmet", "undecidable"]
Kind = Literal["permanent", "component", "spell", "foretold", "conspiracy", "exiled", "hidden"]

CAUSES: tuple[Cause, ...] = get_args(Cause)

RULES: dict[Kind, str] = {
    "permanent": "708.9",
    "component": "708.9",
    "spell": "708.9",
    "foretold": "702.143f",
    "conspiracy": "702.106e",
    "exiled": "702.143f",
    "hidden": "701.20a",
}
MAX_BETWEEN = 50
MAX_SHOWS = 1000
"""Showings kept for one duty: more than anybody needs, and too many for a stranger to crowd a true one out unseen."""


def kind_of(thing: Object) -> Kind | None:
    """What kind of reveal duty an object carries, or None: it carries none."""
    if thing.face_down is None:
        return None
    if thing.zone == "battlefield":
        return "permanent"
    if thing.zone == "stack":
        return "spell"
    if thing.zone == "exile":
        return {"foretell": "foretold", "unrecorded": "exiled"}.get(thing.face_down.way)  # type: ignore[return-value]
    if thing.zone == "command":
        return "conspiracy"
    return None


def carried(thing: Object) -> Iterator[tuple[Object, Kind]]:
    """What of an object carries a reveal duty: itself, and the face-down components of a merged permanent."""
    kind = kind_of(thing)
    if kind is not None:
        yield thing, kind
    for part in thing.components:
        if part.face_down is not None:
            where = {
                "controller": thing.controller,
                "phased_out": thing.phased_out,
                "gathered": thing.gathered,
            }
            yield replace(part, **where), "component"


def keys_of(state: State, handle: str) -> list[str]:
    """The keys of all duties of one object, in the order in which they fell due."""
    prefix = f"{handle}/"
    if not any(prefix + cause in state.duties for cause in CAUSES):
        return []
    return [key for key in state.duties if key.startswith(prefix)]


def raise_duty(
    state: State,
    thing: Object,
    cause: Cause,
    *,
    audience: tuple[str, ...],
    kind: Kind | None = None,
    lies_in: str | None = None,
    rule: str | None = None,
    owed_by: str | None = None,
) -> State:
    """The state with a duty for `thing` falling due now, in entry ``state.seq``.

    `audience` are the players who must see it: those in the game, at the end those who were in it when it ended. The
    window of what was gathered up before is closed from the start.
    """
    kind = kind or kind_of(thing) or "permanent"
    first = f"{thing.handle}/{cause}"
    key = (
        first
        if first not in state.duties
        else next(again for number in count(2) if (again := f"{first}/{number}") not in state.duties)
    )
    seats = frozenset(audience)
    way = thing.way or ("not face down" if kind == "hidden" else "unrecorded")
    duty = Duty(
        object=thing.handle,
        cause=cause,
        rule=rule or RULES[kind],
        owed_by=owed_by or thing.owner,
        controller=thing.controller,
        since=state.seq,
        kind=kind,
        way=way,
        bond=thing.bond,
        moot=seats <= thing.knows,
        recorded=WAYS[way].recorded if way in WAYS else kind == "hidden",
        token=thing.kind == "token",
        knew=thing.knows,
        audience=seats,
        named=thing.named or thing.card,
        shows=_already(state, thing, lies_in),
        closed_at=state.seq if thing.gathered else None,
        closed_by="the card had been gathered up" if thing.gathered else None,
        doubt=_doubt(thing, kind, cause, lies_in),
        lies_in=lies_in or thing.zone,
    )
    state = replace(state, duties={**state.duties, key: duty})
    if duty.open:
        return replace(state, open_duties=(*state.open_duties, key))
    return replace(state, watched=(*state.watched, key))


def _already(state: State, thing: Object, lies_in: str | None) -> tuple[Show, ...]:
    """The showing that only quiet entries separate from now, if there was one."""
    if thing.shown_at < 0 or thing.shown_at < state.loud:
        return ()
    proof: Proof = "said" if lies_in in {"library", "hand"} else "seen"
    if thing.bond is not None and thing.bond.seq < state.seq:
        proof = "opening"
    return (Show(seq=thing.shown_at, by=None, proof=proof),)


def _doubt(thing: Object, kind: Kind, cause: Cause, lies_in: str | None) -> str | None:
    if kind == "exiled":
        return "only a foretold card is owed, and the record does not say why this one was exiled face down"
    if thing.phased_out and cause in {"game_end", "player_left"}:
        return "it was phased out: CR 702.26b treats it as not there, CR 708.5 does not"
    went_back = thing.zone != lies_in and lies_in in {"library", "hand"}
    if went_back and thing.way == "unrecorded" and thing.origin == "library" and thing.shown_at < 0:
        return (
            "it came from a library and went back unnamed, and the record does not say why it was face down"
        )
    return None


def at_game_end(state: State, audience: tuple[str, ...]) -> State:
    """The state with a duty for everything that is owed as the game ends, of all players."""
    for thing in state.objects.values():
        for part, kind in carried(thing):
            state = raise_duty(state, part, "game_end", audience=audience, kind=kind)
    return state


def as_player_leaves(state: State, player: PlayerState, audience: tuple[str, ...]) -> State:
    """The state with a duty for all that a player owns face down, as that player leaves a game that goes on."""
    for thing in state.objects.values():
        for part, kind in carried(thing):
            if part.owner == player.id:
                rule = "708.9, 800.4a" if RULES[kind] == "708.9" else RULES[kind]
                state = raise_duty(
                    state, part, "player_left", audience=audience, kind=kind, lies_in="outside", rule=rule
                )
    return state


def shown(
    state: State,
    handle: str,
    *,
    by: str | None,
    proof: Proof,
    meets: bool = True,
    commitment: str | None = None,
    to: frozenset[str] | None = None,
) -> State:
    """The state in which the object has just been put before every player, for all its duties.

    With `to`, before those only: that meets the duties whose audience they are. After the record is closed nothing is
    shown in it any more, though somebody may still say what happened.
    """
    meets = meets and (state.closed_at is None or proof == "said")
    for key in keys_of(state, handle):
        duty = state.duties[key]
        if commitment is not None and duty.bond is not None and commitment != duty.bond.commitment:
            continue
        if len(duty.shows) >= MAX_SHOWS or (to is not None and not duty.audience <= to):
            continue
        show = Show(seq=state.seq, by=by, proof=proof, meets=meets)
        state = replace(state, duties={**state.duties, key: replace(duty, shows=(*duty.shows, show))})
    return state


def close(state: State, key: str, why: str) -> State:
    """The state with one duty's window closed now, unless this entry shows the card."""
    duty = state.duties[key]
    if _shown_in(duty, state.seq):
        return state
    return replace(
        state,
        duties={**state.duties, key: replace(duty, closed_at=state.seq, closed_by=why)},
        open_duties=tuple(other for other in state.open_duties if other != key),
        watched=state.watched if _met(duty) else (*state.watched, key),
    )


def _shown_in(duty: Duty, seq: int) -> bool:
    return any(show.meets and show.seq == seq for show in duty.shows)


def _met(duty: Duty) -> bool:
    return any(show.meets for show in duty.shows)


def close_for(state: State, handle: str, why: str) -> State:
    """The state with the windows of one object closed: it cannot be shown as it lay any more."""
    for key in keys_of(state, handle):
        if state.duties[key].open:
            state = close(state, key, why)
    return state


def close_all(state: State, why: str) -> State:
    """The state with every open window closed."""
    for key in state.open_duties:
        state = close(state, key, why)
    return state


def end_of_entry(state: State, by: str) -> State:
    """After an entry that is not quiet: windows of earlier duties close, except those of the game's end.

    Under custody ``players`` only the entries of whoever owes it count.
    """
    duties = dict(state.duties)
    open_duties: list[str] = []
    watched: list[str] = []
    for key in (*state.open_duties, *state.watched):
        duty = duties[key]
        counts = duty.since != state.seq and (state.custody != "players" or by == duty.owed_by)
        if counts:
            if duty.open and duty.cause != "game_end" and not _shown_in(duty, state.seq):
                duty = replace(duty, closed_at=state.seq, closed_by="play went on")
            if not _met(duty) and len(duty.before) < MAX_BETWEEN:
                duty = replace(duty, before=(*duty.before, state.seq))
            duties[key] = duty
        if duty.open:
            open_duties.append(key)
        elif not _met(duty) and len(duty.before) < MAX_BETWEEN:
            watched.append(key)
    return replace(state, duties=duties, open_duties=tuple(open_duties), watched=tuple(watched))


class Standing(NamedTuple):
    """How a duty stands: its status and the showing that decides it."""

    status: Status
    show: Show | None


def standing(duty: Duty, *, closed: bool, refuted: frozenset[tuple[int, str]] = frozenset()) -> Standing:
    """How a duty stands in a record that is `closed` or not.

    `refuted` holds (entry, handle) of openings that do not match their commitment: they show nothing. What somebody
    states afterwards speaks of the table, not of the moment of the statement: it is not late.
    """
    true = [s for s in duty.shows if (s.seq, duty.object) not in refuted]
    first = next((s for s in true if s.meets), None)
    if first is not None:
        late = duty.closed_at is not None and first.seq > duty.closed_at and first.proof != "said"
        return Standing("late" if late else "met", first)
    claim = true[0] if true else None
    if duty.doubt is not None or duty.closed_at is None or not closed:
        return Standing("undecidable", claim)
    return Standing("unmet", claim)
