"""Any position of a game: the fold over its entries, with key frames.

Reading stops at the first entry that cannot be folded; what came before it stands (`Replay.problem`). Every position is
cheap once a replay was opened: a key frame at most `FRAME` entries before it is a reference, nothing is copied.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import suppress

import msgspec

from facedown.errors import Malformed
from facedown.ledger import entry, openings, parts
from facedown.ledger.openings import Openings
from facedown.proofs.canonical import visible
from facedown.proofs.sealing import BoxKey
from facedown.rules import events as e
from facedown.rules.evolve import fold
from facedown.rules.state import State

FRAME = 128
MOST_KEPT = 25_000_000
"""Things that all states of a record together may hold: about a gigabyte, ninety times a match of 10,000 entries."""

ABOUT_KEYS: frozenset[type[object]] = frozenset({entry.Joined, entry.KeysEscrowed})

GameEvents = tuple[e.Event | entry.EnvelopeEvent | entry.Unknown, ...]


class Step(msgspec.Struct, frozen=True, gc=False):
    """One entry as it happened: who signed, the events, and the state after it."""

    seq: int
    by: str
    events: GameEvents
    state: State
    line: bytes
    parts: tuple[bytes, ...]

    def found_parts(self) -> dict[str, bytes]:
        """The parts that are there, by digest."""
        return {parts.digest(part): part for part in self.parts}


def table_events(events: GameEvents) -> tuple[e.Event, ...]:
    """The events of the game among those of an entry: keys and roles change nothing on the table."""
    return tuple([event for event in events if isinstance(event, e.Event)])


def first_state(opened: entry.GameOpened) -> State:
    """The state before the first entry of a game."""
    return State(custody=opened.custody)


class Replay:
    """A game's entries, and its state after any of them.

    `rows` are (line, parts) pairs as a record or a store gives them. Lines of a stranger's record are read strictly;
    those that somebody has read strictly before are not again (`checked`). Only the first must be good.

    Raises:
        Malformed: there is none, or the first does not open a game.
        Untrusted: it lists a weak key.
    """

    def __init__(self, rows: Iterable[tuple[bytes, tuple[bytes, ...]]], *, checked: bool = False) -> None:
        self.rows = list(rows)
        if not self.rows:
            raise Malformed("a game has at least one entry")
        self.opened = entry.genesis(self.rows[0][0])
        self.game = entry.game_id(self.rows[0][0])
        self._good = 0 if not checked else len(self.rows)
        self._frames: dict[int, State] = {}
        self._last: State | None = None
        self._problem: Malformed | None = None
        self._kept = self._asked_for()

    def __len__(self) -> int:
        return len(self.rows)

    @property
    def problem(self) -> Malformed | None:
        """Why reading stopped, or None: `entry` says where."""
        if self._last is None:
            self._run()
        return self._problem

    @property
    def last(self) -> State:
        """The state after the last entry that can be folded."""
        return self._run() if self._last is None else self._last

    def steps(self) -> Iterator[Step]:
        """Yield every entry with the state after it; stop at one that cannot be folded and keep the `problem`."""
        state = first_state(self.opened)
        kept = 0
        for seq, (line, some) in enumerate(self.rows):
            try:
                if seq >= self._good:
                    entry.read(line)
                    self._good = seq + 1
                by, events = entry.by_and_events(line)
                after = fold(state, seq, by, events, self._earlier)
                kept += _grown(state, after)
                if kept > MOST_KEPT:
                    raise Malformed("too many objects over too many entries: no game is so long")  # noqa: TRY301
                state = after
            except Malformed as problem:
                self._problem = Malformed(problem.args[0], entry=seq)
                break
            if seq % FRAME == 0 or seq in self._kept:
                self._frames[seq] = state
            yield Step(seq, by, events, state, line, some)
        self._last = state

    def at(self, seq: int) -> State:
        """The state after entry `seq`.

        Raises:
            Malformed: there is no such entry, or it cannot be folded.
        """
        frame = self._frames.get(seq)
        if frame is not None:
            return frame
        if not 0 <= seq < len(self.rows):
            raise Malformed(f"there is no entry {seq}: this record has entries 0 to {len(self.rows) - 1}")
        last = self.last
        if seq >= last.seq:
            if seq > last.seq and self._problem is not None:
                raise self._problem
            return last
        start = seq
        while start not in self._frames:
            start -= 1
        state = self._frames[start]
        for number in range(start + 1, seq + 1):
            by, events = entry.by_and_events(self.rows[number][0])
            state = fold(state, number, by, events, self._earlier)
        return state

    def _run(self) -> State:
        state = first_state(self.opened)
        for step in self.steps():
            state = step.state
        return state

    def _earlier(self, seq: int) -> State:
        """The state that a reversal asks for while it is folded."""
        frame = self._frames.get(seq)
        if frame is None:
            raise Malformed("it goes back in a line that is not canonical")
        return frame

    def _asked_for(self) -> set[int]:
        """The positions from where a reversal goes back to until it does: each of them may be asked for.

        They are kept, because to fold one again could take any number of other positions, and theirs.
        """
        reversals: list[tuple[int, int]] = []
        for seq, (line, _) in enumerate(self.rows):
            if b'"reversed.v1"' in line:
                try:
                    events = entry.events(line)
                except Malformed:
                    break  # reading will stop there
                reversals += ((seq, event.to) for event in events if isinstance(event, e.Reversed))
        found: set[int] = set()
        first = len(self.rows)  # from here to where we are, every position is in already
        for seq, to in reversed(reversals):
            found.update(range(to, min(seq, first)))
            first = min(first, to)
        return found


def _grown(before: State, after: State) -> int:
    """How many things a state holds that the one before does not share: what changes is copied."""
    number = len(after.objects) if after.objects is not before.objects else 0
    if after.hidden is not before.hidden:
        number += len(after.hidden)
    if after.undone is not before.undone:
        number += len(after.undone)
    if after.duties is not before.duties:
        number += sum([1 + len(duty.shows) for duty in after.duties.values()])
    if after.players is not before.players:
        for seat, p in after.players.items():
            if p is not before.players.get(seat):
                number += len(p.known_hand) + len(p.known_library) + len(p.played) + len(p.back)
    return number


def about_keys(steps: Iterable[Step]) -> Iterator[tuple[object, Mapping[str, bytes]]]:
    """The events by which seats joined or laid up their keys, each with its parts: for `openings.keyring`."""
    for step in steps:
        for event in step.events:
            if type(event) in ABOUT_KEYS:
                yield event, step.found_parts()


def open_with(replay: Replay, keys: Iterable[BoxKey], *, only: Collection[str] | None = None) -> Openings:
    """Return what keys open of a game; a judge's key opens the seats' keys in escrow too.

    `only` leaves out the roles that are not asked for: opening boxes is what takes time.

    Raises:
        Untrusted: none of the keys belongs to anybody in this game.
    """
    steps = list(replay.steps())
    ring = openings.keyring(replay.opened, replay.game, keys, about_keys(steps))
    opener = Openings(replay.game, {role: key for role, key in ring.items() if only is None or role in only})
    for step in steps:
        opener.take(step.seq, step.events, step.state, step.found_parts())
    return opener


def names(replay: Replay) -> dict[str, str]:
    """The shown names of the players, from the parts that are there; a missing one falls back to the role id.

    Players choose them. Names that could be taken for each other, or for a role, are shown with the role id.
    """
    found = _names(replay)
    several = Counter(map(_alike, found.values()))
    return {
        seat: f"{name} ({seat})" if name != seat and (several[_alike(name)] > 1 or _ROLE(name)) else name
        for seat, name in found.items()
    }


MOST_NAME = 64
_ROLE = re.compile(r"\b(p[1-9][0-9]?|judge|recorder|public)\b", re.IGNORECASE).search


def _alike(name: str) -> str:
    return "".join(name.casefold().split())


def _names(replay: Replay) -> dict[str, str]:
    found: dict[str, str] = {}
    seats = replay.last.players
    for line, some in replay.rows:
        if len(found) == len(seats):
            break
        if b'"seated.v1"' not in line:
            continue
        at_hand: Mapping[str, bytes] = {parts.digest(part): part for part in some}
        for event in entry.events(line):
            if isinstance(event, e.Seated):
                found[event.player] = event.player
                if event.part is not None and event.part in at_hand:
                    with suppress(Malformed):
                        name = visible(parts.read_text(at_hand[event.part]).strip(), MOST_NAME)
                        found[event.player] = name or event.player
    return found
