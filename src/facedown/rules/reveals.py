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

from typing import Literal, NamedTuple

from msgspec.structs import replace

from facedown.rules.state import Cause, Duty, Object, PlayerState, Proof, Show, State
from facedown.rules.ways import WAYS

Status = Literal["met", "late", "unmet", "undecidable"]
Kind = Literal["permanent", "component", "spell", "foretold", "conspiracy", "exiled"]

RULES: dict[Kind, str] = {
    "permanent": "708.9",
    "component": "708.9",
    "spell": "708.9",
    "foretold": "702.143f",
    "conspiracy": "702.106e",
    "exiled": "702.143f",
}
MAX_BETWEEN = 50
MAX_SHOWS = 8


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


def raise_duty(
    state: State,
    thing: Object,
    cause: Cause,
    *,
    audience: tuple[str, ...],
    lies_in: str | None = None,
    rule: str | None = None,
    owed_by: str | None = None,
) -> State:
    """The state with a duty for `thing` falling due now, in entry ``state.seq``.

    `audience` are the players who must see it: those in the game, at the end those who were in it when it ended.
    """
    kind = kind_of(thing) or "permanent"
    key = f"{thing.handle}/{cause}"
    seats = frozenset(audience)
    way = thing.way or "unrecorded"
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
        recorded=WAYS[way].recorded if way in WAYS else False,
        token=thing.kind == "token",
        knew=thing.knows,
        audience=seats,
        named=thing.named or thing.card,
        shows=_already(state, thing),
        doubt=_doubt(thing, kind, cause, lies_in),
        lies_in=lies_in or thing.zone,
    )
    duties = {**state.duties, key: duty}
    return replace(state, duties=duties, open_duties=(*state.open_duties, key))


def _already(state: State, thing: Object) -> tuple[Show, ...]:
    if thing.shown_at < 0 or thing.shown_at < state.loud:
        return ()
    return (Show(seq=thing.shown_at, by=None, proof="opening" if thing.bond else "seen"),)


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
        if thing.face_down is not None and kind_of(thing) is not None:
            state = raise_duty(state, thing, "game_end", audience=audience)
        for part in thing.components:
            if part.face_down is not None and thing.face_down is None:
                state = raise_duty(state, part, "game_end", audience=audience)
    return state


def as_player_leaves(state: State, player: PlayerState, audience: tuple[str, ...]) -> State:
    """The state with a duty for all that a player owns face down, as that player leaves a game that goes on."""
    for thing in state.objects.values():
        if thing.owner == player.id and thing.face_down is not None and kind_of(thing) is not None:
            rule = RULES[kind_of(thing) or "permanent"]
            state = raise_duty(
                state,
                thing,
                "player_left",
                audience=audience,
                lies_in="outside",
                rule=f"{rule}, 800.4a" if rule == "708.9" else rule,
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
) -> State:
    """The state in which the object has just been put before every player, for all its duties."""
    for key in [key for key in state.duties if key.startswith(f"{handle}/")]:
        duty = state.duties[key]
        if len(duty.shows) >= MAX_SHOWS or (
            commitment is not None and duty.bond is not None and commitment != duty.bond.commitment
        ):
            continue
        show = Show(seq=state.seq, by=by, proof=proof, meets=meets)
        state = replace(state, duties={**state.duties, key: replace(duty, shows=(*duty.shows, show))})
    return state


def close(state: State, key: str, why: str) -> State:
    """The state with one duty's window closed now, unless this entry shows the card."""
    duty = state.duties[key]
    if any(show.seq == state.seq for show in duty.shows):
        return state
    return replace(
        state,
        duties={**state.duties, key: replace(duty, closed_at=state.seq, closed_by=why)},
        open_duties=tuple(other for other in state.open_duties if other != key),
    )


def close_for(state: State, handle: str, why: str) -> State:
    """The state with the end-of-game window of one object closed: it cannot be shown as it lay any more."""
    key = f"{handle}/game_end"
    return close(state, key, why) if key in state.open_duties else state


def close_all(state: State, why: str, *, causes: frozenset[str] | None = None) -> State:
    """The state with every open window closed (of the given causes)."""
    for key in state.open_duties:
        if causes is None or state.duties[key].cause in causes:
            state = close(state, key, why)
    return state


def end_of_entry(state: State, by: str) -> State:
    """After an entry that is not quiet: windows of earlier duties close, except those of the game's end.

    Under custody ``players`` only the entries of whoever owes it count.
    """
    for key in state.open_duties:
        duty = state.duties[key]
        if duty.since == state.seq or (state.custody == "players" and by != duty.owed_by):
            continue
        if duty.cause != "game_end":
            state = close(state, key, "play went on")
            duty = state.duties[key]
        if not duty.shows and len(duty.before) < MAX_BETWEEN:
            passed = replace(duty, before=(*duty.before, state.seq))
            state = replace(state, duties={**state.duties, key: passed})
    return state


class Standing(NamedTuple):
    """How a duty stands: its status and the showing that decides it."""

    status: Status
    show: Show | None


def standing(duty: Duty, *, closed: bool, refuted: frozenset[tuple[int, str]] = frozenset()) -> Standing:
    """How a duty stands in a record that is `closed` or not.

    `refuted` holds (entry, handle) of openings that do not match their commitment: they show nothing.
    """
    good = [s for s in duty.shows if s.meets and (s.seq, duty.object) not in refuted]
    if good:
        first = good[0]
        late = duty.closed_at is not None and first.seq >= duty.closed_at
        return Standing("late" if late else "met", first)
    claim = next((s for s in duty.shows if (s.seq, duty.object) not in refuted), None)
    if duty.doubt is not None or duty.closed_at is None or not closed:
        return Standing("undecidable", claim)
    return Standing("unmet", claim)
