"""Any position of a game: the fold over its entries, with key frames.

Reading stops at the first entry that cannot be folded; what came before it stands (`Replay.problem`). Every position is
cheap once a replay was opened: a key frame at most `FRAME` entries before it is a reference, nothing is copied.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import NamedTuple

from facedown.errors import Malformed
from facedown.ledger import entry, openings, parts
from facedown.ledger.openings import Openings
from facedown.proofs.sealing import BoxKey
from facedown.rules import events as e
from facedown.rules.evolve import fold
from facedown.rules.state import State

FRAME = 128

GameEvents = tuple[e.Event | entry.EnvelopeEvent | entry.Unknown, ...]


class Step(NamedTuple):
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
    return tuple(event for event in events if isinstance(event, e.Event))


def first_state(opened: entry.GameOpened) -> State:
    """The state before the first entry of a game."""
    return State(custody=opened.custody)


class Replay:
    """A game's entries, and its state after any of them.

    `rows` are (line, parts) pairs as a record or a store gives them. Lines of a stranger's record are read strictly;
    those of one's own store were when they were written (`checked`).
    """

    def __init__(self, rows: Iterable[tuple[bytes, tuple[bytes, ...]]], *, checked: bool = False) -> None:
        self.rows = list(rows)
        if not self.rows:
            raise Malformed("a game has at least one entry")
        if not checked:
            for line, _ in self.rows:
                entry.read(line)
        self.opened = entry.genesis(self.rows[0][0])
        self.game = entry.game_id(self.rows[0][0])
        self.problem: Malformed | None = None
        self._frames: dict[int, State] = {}
        self._last: State | None = None

    def __len__(self) -> int:
        return len(self.rows)

    def steps(self) -> Iterator[Step]:
        """Yield every entry with the state after it; stop at one that cannot be folded and keep the `problem`."""
        state = first_state(self.opened)
        for seq, (line, some) in enumerate(self.rows):
            try:
                by, events = entry.by_and_events(line)
                state = fold(state, seq, by, table_events(events), self.at)
            except Malformed as problem:
                self.problem = problem
                break
            if seq % FRAME == 0:
                self._frames[seq] = state
            yield Step(seq, by, events, state, line, some)
        self._last = state

    @property
    def last(self) -> State:
        """The state after the last entry that can be folded."""
        if self._last is None:
            for _ in self.steps():
                pass
        return self._last or first_state(self.opened)

    def at(self, seq: int) -> State:
        """The state after entry `seq`.

        Raises:
            Malformed: there is no such entry, or it cannot be folded.
        """
        if not 0 <= seq < len(self.rows):
            raise Malformed(f"there is no entry {seq}: this record has entries 0 to {len(self.rows) - 1}")
        if self._last is not None and seq == self._last.seq:
            return self._last
        start = max((frame for frame in self._frames if frame <= seq), default=-1)
        state = self._frames.get(start) or first_state(self.opened)
        for number in range(start + 1, seq + 1):
            by, events = entry.by_and_events(self.rows[number][0])
            state = fold(state, number, by, table_events(events), self.at)
        return state


def open_with(replay: Replay, keys: Iterable[BoxKey], *, only: Collection[str] | None = None) -> Openings:
    """Return what keys open of a game; a judge's key opens the seats' keys in escrow too.

    `only` leaves out the roles that are not asked for: opening boxes is what takes time.

    Raises:
        Untrusted: a key belongs to nobody in this game, or an escrowed key does not open.
    """
    steps = list(replay.steps())
    escrow = ((event, step.found_parts()) for step in steps[:2] for event in step.events)
    ring = openings.keyring(replay.opened, replay.game, keys, escrow)
    opener = Openings(replay.game, {role: key for role, key in ring.items() if only is None or role in only})
    for step in steps:
        opener.take(step.seq, step.events, step.state, step.found_parts())
    return opener


def names(replay: Replay) -> dict[str, str]:
    """The shown names of the players, from the parts that are there; a missing one falls back to the role id."""
    found: dict[str, str] = {}
    for line, some in replay.rows[:FRAME]:
        if b'"seated.v1"' not in line:
            continue
        try:
            events = entry.events(line)
        except Malformed:
            break  # the replay stops there too, and says why
        at_hand: Mapping[str, bytes] = {parts.digest(part): part for part in some}
        for event in events:
            if isinstance(event, e.Seated):
                found[event.player] = event.player
                if event.part is not None and event.part in at_hand:
                    found[event.player] = parts.read_text(at_hand[event.part])
    return found
