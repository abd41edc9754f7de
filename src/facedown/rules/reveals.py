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

from collections.abc import Iterable, Iterator, Mapping
from typing import Literal, NamedTuple, get_args

from msgspec.structs import replace

from facedown.errors import Malformed
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
MAX_AGAIN = 50
"""Duties of one object for one cause."""
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
    found = [key for cause in CAUSES for key in _keys(state.duties, f"{handle}/{cause}")]
    return sorted(found, key=lambda key: state.duties[key].since) if len(found) > 1 else found


def _keys(duties: Mapping[str, Duty], first: str) -> Iterator[str]:
    """The keys of the duties of one object for one cause: the first, then ``…/2``, ``…/3`` and so on."""
    key, number = first, 1
    while key in duties:
        yield key
        number += 1
        key = f"{first}/{number}"


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
    raised = duty(
        state, thing, cause, audience=audience, kind=kind, lies_in=lies_in, rule=rule, owed_by=owed_by
    )
    return raise_all(state, [raised])


def duty(
    state: State,
    thing: Object,
    cause: Cause,
    *,
    audience: tuple[str, ...],
    kind: Kind | None = None,
    lies_in: str | None = None,
    rule: str | None = None,
    owed_by: str | None = None,
) -> Duty:
    """The duty that :func:`raise_duty` raises."""
    kind = kind or kind_of(thing) or "permanent"
    seats = frozenset(audience)
    way = thing.way or ("not face down" if kind == "hidden" else "unrecorded")
    return Duty(
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


def raise_all(state: State, raised: Iterable[Duty]) -> State:
    """The state with duties that fall due now, in this order."""
    duties = dict(state.duties)
    open_duties: list[str] = []
    watched: list[str] = []
    for one in raised:
        first = f"{one.object}/{one.cause}"
        again = sum(1 for _ in _keys(duties, first))
        if again >= MAX_AGAIN:
            raise Malformed(
                f"{one.object} is owed more than {MAX_AGAIN} times for one cause", entry=state.seq
            )
        key = first if again == 0 else f"{first}/{again + 1}"
        duties[key] = one
        (open_duties if one.open else watched).append(key)
    if len(duties) == len(state.duties):
        return state
    return replace(
        state,
        duties=duties,
        open_duties=(*state.open_duties, *open_duties),
        watched=(*state.watched, *watched),
    )


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
    return raise_all(
        state,
        [
            duty(state, part, "game_end", audience=audience, kind=kind)
            for thing in state.objects.values()
            for part, kind in carried(thing)
        ],
    )


def as_player_leaves(state: State, player: PlayerState, audience: tuple[str, ...]) -> State:
    """The state with a duty for all that a player owns face down, as that player leaves a game that goes on."""
    raised: list[Duty] = []
    for thing in state.objects.values():
        for part, kind in carried(thing):
            if part.owner == player.id:
                rule = "708.9, 800.4a" if RULES[kind] == "708.9" else RULES[kind]
                raised.append(
                    duty(
                        state, part, "player_left", audience=audience, kind=kind, lies_in="outside", rule=rule
                    )
                )
    return raise_all(state, raised)


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
    show = Show(seq=state.seq, by=by, proof=proof, meets=meets)
    changed: dict[str, Duty] = {}
    for key in keys_of(state, handle):
        one = state.duties[key]
        if commitment is not None and one.bond is not None and commitment != one.bond.commitment:
            continue
        if len(one.shows) >= MAX_SHOWS or (to is not None and not one.audience <= to):
            continue
        changed[key] = replace(one, shows=(*one.shows, show))
    return replace(state, duties={**state.duties, **changed}) if changed else state


def close(state: State, keys: Iterable[str], why: str) -> State:
    """The state with the windows of duties closed now, except of those that this entry shows."""
    changed = {
        key: replace(state.duties[key], closed_at=state.seq, closed_by=why)
        for key in keys
        if not _shown_in(state.duties[key], state.seq)
    }
    if not changed:
        return state
    return replace(
        state,
        duties={**state.duties, **changed},
        open_duties=tuple(key for key in state.open_duties if key not in changed),
        watched=(*state.watched, *(key for key, one in changed.items() if not _met(one))),
    )


def _shown_in(duty: Duty, seq: int) -> bool:
    return any(show.meets and show.seq == seq for show in duty.shows)


def _met(duty: Duty) -> bool:
    return any(show.meets for show in duty.shows)


def close_for(state: State, why: str, *handles: str) -> State:
    """The state with the windows of these objects closed: they cannot be shown as they lay any more."""
    keys = dict.fromkeys(key for handle in handles for key in keys_of(state, handle))
    return close(state, [key for key in keys if state.duties[key].open], why)


def close_all(state: State, why: str) -> State:
    """The state with every open window closed."""
    return close(state, state.open_duties, why)


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
