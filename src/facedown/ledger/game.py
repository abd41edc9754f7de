"""The recorder: a game that is being written down.

Here deciding, judging, committing, signing and appending meet, and nowhere else::

    action → decide → conduct → (strict: refuse) → one signed line with its parts → append or confirm → the new state

An entry is durable when `play` returns. The caller may give each deed an `id`; asked again with the same one, also after
a crash, `play` answers with the stored entry and plays nothing twice.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Generator, Iterable, Mapping
from contextlib import contextmanager
from typing import NamedTuple, Protocol

from facedown.cards import builtin
from facedown.cards.card import Card
from facedown.errors import Conflict, Illegal, Malformed
from facedown.ledger import entry, openings, parts
from facedown.ledger.record import Record
from facedown.ledger.replay import Replay, table_events
from facedown.ledger.store import Row, Store
from facedown.ledger.vault import Draft, Vault
from facedown.proofs import checkpoint, sealing
from facedown.proofs.checkpoint import Checkpoint
from facedown.proofs.merkle import Frontier
from facedown.proofs.sealing import BoxKey
from facedown.proofs.signing import SigningKey
from facedown.rules import actions as a
from facedown.rules import events as e
from facedown.rules.conduct import Judgement, conduct
from facedown.rules.decide import decide
from facedown.rules.state import State

RULES = "2026-01-16"
"""The edition of the Comprehensive Rules that this version judges by."""

PREFIX = "facedown.invalid"
NOTES = frozenset({"FD504"})
"""Findings that are notes: strict recording lets them pass."""


class Public(Protocol):
    """The public halves of somebody's keys, as texts."""

    @property
    def sign(self) -> str:
        """The key that checks signatures, ``ed25519:<base64>``."""
        ...

    @property
    def box(self) -> str:
        """The key that boxes are sealed to, ``x25519:<base64>``."""
        ...


class Receipt(NamedTuple):
    """What came of a deed: the entry's number, its events, the handles it gave out, what the rules say of it."""

    seq: int
    events: tuple[e.Event, ...]
    handles: tuple[str, ...]
    judgement: Judgement | None
    leaf: bytes

    @property
    def handle(self) -> str:
        """The one handle that the deed gave out last."""
        if not self.handles:
            raise Malformed("this deed made no object")
        return self.handles[-1]


def clock() -> int:
    """The time in milliseconds UTC."""
    return time.time_ns() // 1_000_000


class Game:
    """A game in a store, written by a recorder (or, under custody ``players``, by the seats whose keys are at hand).

    Make one with `Game.new` or `Game.resume`.
    """

    def __init__(
        self,
        store: Store,
        replay: Replay,
        signers: Mapping[str, SigningKey],
        log_key: SigningKey,
        *,
        cards: Mapping[str, Card],
        strict: bool,
        now: Callable[[], int],
    ) -> None:
        self.store = store
        self.opened = replay.opened
        self.game = replay.game
        self.signers = dict(signers)
        self.cards = cards
        self.strict = strict
        self._log_key = log_key
        self._now = now
        self.vault = Vault(
            self.game, {role.id: role.box for role in self.opened.roles if role.box is not None}
        )
        self.seat_keys: dict[str, BoxKey] = {}
        self._ring: dict[str, BoxKey] = {}
        self._states: list[State] = []
        self._rows: list[Row] = []
        self._ids: dict[tuple[str, str], int] = {}
        self._waiting: list[Row] | None = None
        self._load(replay)

    def __repr__(self) -> str:
        return f"Game({self.game[:12]}…, {len(self._rows)} entries)"

    # --- beginning -----------------------------------------------------------------------------------------------

    @classmethod
    def new(
        cls,
        store: Store,
        players: Iterable[str],
        *,
        sign_key: SigningKey | None = None,
        judge: Public | None = None,
        strict: bool = True,
        custody: str = "recorder",
        cards: Mapping[str, Card] | None = None,
        catalogue: entry.Catalogue | None = None,
        source: entry.Source | None = None,
        seats: Iterable[a.Seat] | None = None,
        origin: str = PREFIX,
        now: Callable[[], int] = clock,
    ) -> Game:
        """Open a new game for the named players (role ids ``p1``, ``p2``, … in this order) and seat them.

        `judge` are the judge's public keys: every identity is sealed to the judge as well, and the seats' keys are laid up
        in escrow. Without `sign_key` one is made, used and thrown away: that proves *unchanged since*, not *by whom*.
        """
        names = tuple(players)
        if not 1 <= len(names) <= 99:
            raise Malformed("a game has 1 to 99 players")
        key = sign_key or SigningKey.new()
        ids = tuple(f"p{index}" for index in range(1, len(names) + 1))
        box_keys = {seat: BoxKey.new() for seat in ids}
        seat_signers = {seat: SigningKey.new() for seat in ids} if custody == "players" else {}
        roles = [entry.Role(id=seat, box=box_keys[seat].public) for seat in ids]
        if custody == "players":
            roles = [
                entry.Role(id=seat, sign=seat_signers[seat].public, box=box_keys[seat].public) for seat in ids
            ]
        if judge is not None:
            roles.append(entry.Role(id="judge", sign=judge.sign, box=judge.box))
        roles.append(entry.Role(id="recorder", sign=key.public))
        facts = catalogue or entry.Catalogue(name=builtin.NAME, sha256=builtin.sha256())
        opened = entry.GameOpened(
            format="facedown/1",
            custody=custody,  # type: ignore[arg-type]
            log=entry.Log(origin=origin, key=key.public),
            roles=tuple(sorted(roles, key=lambda role: role.id)),
            rules=RULES,
            catalogue=facts,
            random=os.urandom(32).hex(),
            source=source,
        )
        line = entry.write(
            entry.Entry(at=now(), by="recorder", events=(opened,), id=os.urandom(16).hex(), seq=0), key
        )
        row = Row(entry.game_id(line), 0, line, ())
        store.append([row])
        game = cls(
            store,
            Replay([(line, ())]),
            {"recorder": key, **seat_signers},
            key,
            cards=cards if cards is not None else builtin.catalogue(),
            strict=strict,
            now=now,
        )
        game.seat_keys = game._ring = box_keys
        with game.batch():
            if custody == "players":
                for seat in ids:
                    joined = entry.Joined(
                        role=seat, sign=seat_signers[seat].public, box=box_keys[seat].public
                    )
                    game._write_envelope(joined, {}, seat)
            elif judge is not None:
                game._escrow(judge.box)
            for chair in seats or (a.Seat(player=i, name=name) for i, name in zip(ids, names, strict=True)):
                game.play(chair)
        return game

    @classmethod
    def resume(
        cls,
        store: Store,
        game: str,
        *,
        sign_key: SigningKey,
        keys: Iterable[BoxKey] = (),
        strict: bool = True,
        cards: Mapping[str, Card] | None = None,
        now: Callable[[], int] = clock,
    ) -> Game:
        """Go on with a game that is in a store.

        `keys` are box keys that open what was concealed so far: the judge's, or the seats' own (`seat_keys`). What no key
        opens stays hidden from the recorder too, and can then only be shown by whoever holds it.
        """
        rows = list(store.read(game))
        if not rows:
            raise Malformed(f"no game {game} is in this store")
        replay = Replay([(row.line, row.parts) for row in rows], checked=True)
        found = cls(
            store,
            replay,
            {"recorder": sign_key},
            sign_key,
            cards=cards if cards is not None else builtin.catalogue(),
            strict=strict,
            now=now,
        )
        escrow = ((event, step.found_parts()) for step in list(replay.steps())[:2] for event in step.events)
        found._ring = openings.keyring(found.opened, found.game, keys, escrow)
        found.seat_keys = {role: key for role, key in found._ring.items() if role in found.opened.seats}
        found._recall()
        return found

    def _load(self, replay: Replay) -> None:
        self._rows = [Row(self.game, seq, line, some) for seq, (line, some) in enumerate(replay.rows)]
        self._states = []
        self._ids = {}
        for step in replay.steps():
            self._states.append(step.state)
            read = entry.read(step.line).entry
            self._ids[read.by, read.id] = step.seq
        if replay.problem is not None:
            raise replay.problem

    def _recall(self) -> None:
        """Learn again, with the keys at hand, what was concealed so far and which cards lie in which hand."""
        opener = openings.Openings(self.game, self._ring)
        for row, state in zip(self._rows, self._states, strict=True):
            events = entry.events(row.line)
            opener.take(row.seq, events, state, {parts.digest(part): part for part in row.parts})
            self.vault.saw(events)
        self.vault.recall(self.state, opener.known)

    # --- reading -------------------------------------------------------------------------------------------------

    @property
    def state(self) -> State:
        """The state now."""
        return self._states[-1]

    def at(self, seq: int) -> State:
        """The state after entry `seq`."""
        if not 0 <= seq < len(self._states):
            raise Malformed(f"there is no entry {seq}")
        return self._states[seq]

    def __len__(self) -> int:
        return len(self._rows)

    # --- writing -------------------------------------------------------------------------------------------------

    def play(self, action: a.Action, *, id: str | None = None, by: str | None = None) -> Receipt:  # noqa: A002
        """Decide, judge, sign and store one deed; return its receipt.

        `id` is 32 hexadecimal digits chosen with the decision, for a retry; `by` the role that signs.

        Raises:
            Illegal: recording is strict and the rules do not allow it. Nothing was stored.
            Malformed: it names an unknown player, object or way, or nothing can be made of it. Nothing was stored.
            Conflict: another writer was faster. Nothing was stored; the game has been read again.
        """
        signer = by or self._signer(action)
        if id is not None and (signer, id) in self._ids:
            return self._stored(self._ids[signer, id])
        state, seq = self.state, len(self._rows)
        draft = self.vault.draft(seq)
        events = decide(state, action, draft, self.cards)
        judgement = self._judge(state, seq, signer, events, draft)
        if self.strict:
            for violation in judgement.violations:
                if violation.code not in NOTES:
                    raise Illegal(violation.message, rules=violation.rules)
        return self._append(signer, events, draft, judgement, id)

    def _judge(
        self, state: State, seq: int, signer: str, events: tuple[e.Event, ...], draft: Draft
    ) -> Judgement:
        known = {**self.vault.known, **draft.known} if draft.known else self.vault.known
        return conduct(state, seq, signer, events, known=known, cards=self.cards, at=self.at)

    def _append(
        self,
        signer: str,
        events: tuple[e.Event, ...],
        draft: Draft,
        judgement: Judgement,
        id_: str | None,
    ) -> Receipt:
        row = self._line(signer, events, draft.parts, id_)
        if self._store(row) is not row:
            self.refresh()
            return self._stored(self._ids[signer, id_ or ""])
        before = self.state
        self._states.append(judgement.state)
        draft.keep(events, before, judgement.state)
        if any(isinstance(event, e.Reversed) for event in events):
            self._recall()
        return Receipt(row.seq, events, _handles(events), judgement, entry.leaf(row.line))

    def _line(
        self, signer: str, events: tuple[object, ...], made: Mapping[str, bytes], id_: str | None
    ) -> Row:
        key = self.signers.get(signer)
        if key is None:
            raise Malformed(f"the key of {signer} is not at hand, so nothing can be signed for that role")
        ident = id_ or os.urandom(16).hex()
        line = entry.write(
            entry.Entry(
                at=self._now(),
                by=signer,
                events=events,
                game=self.game,
                id=ident,
                prev=entry.leaf(self._rows[-1].line).hex(),
                seq=len(self._rows),
            ),
            key,
        )
        self._ids[signer, ident] = len(self._rows)
        return Row(self.game, len(self._rows), line, tuple(made[name] for name in parts.named(line)))

    def _store(self, row: Row) -> Row:
        """Store one row, or hold it back in a batch; the row that is stored in the end."""
        if self._waiting is not None:
            self._waiting.append(row)
            self._rows.append(row)
            return row
        try:
            (stored,) = self.store.append([row])
        except Conflict:
            self.refresh()
            raise
        if stored.line != row.line:
            return stored
        self._rows.append(row)
        return row

    @contextmanager
    def batch(self) -> Generator[None]:
        """Store all deeds played inside at once when it ends, in one transaction; an error stores none of them."""
        if self._waiting is not None:
            yield
            return
        self._waiting = []
        try:
            yield
            waiting, self._waiting = self._waiting, None
            if waiting:
                self.store.append(waiting)
        except BaseException:
            self._waiting = None
            self.refresh()
            raise

    def refresh(self) -> None:
        """Read the game again from the store, after somebody else has written."""
        rows = [(row.line, row.parts) for row in self.store.read(self.game)]
        self._load(Replay(rows, checked=True))
        self._recall()

    def _stored(self, seq: int) -> Receipt:
        row = self._rows[seq]
        events = table_events(entry.events(row.line))
        return Receipt(seq, events, _handles(events), None, entry.leaf(row.line))

    def _signer(self, action: a.Action) -> str:
        if self.opened.custody == "recorder":
            return "recorder"
        seat = getattr(action, "player", None)
        return seat if seat in self.signers else self.state.active or self.opened.seats[0]

    def _escrow(self, judge: str) -> None:
        made: dict[str, bytes] = {}
        laid: list[entry.EscrowedKey] = []
        for seat in sorted(self.seat_keys):
            box = sealing.seal_seat_key(
                self.seat_keys[seat], game=self.vault.game, seat=seat, to_public=judge
            )
            made[parts.digest(box)] = box
            laid.append(entry.EscrowedKey(part=parts.digest(box), seat=seat))
        self._write_envelope(entry.KeysEscrowed(keys=tuple(laid)), made, "recorder")

    def _write_envelope(self, event: entry.EnvelopeEvent, made: Mapping[str, bytes], signer: str) -> None:
        """Write an entry about roles and keys: it changes nothing on the table."""
        row = self._line(signer, (event,), made, None)
        self._store(row)
        state = conduct(self.state, row.seq, signer, (), known={}, cards={}).state
        self._states.append(state)

    # --- ending --------------------------------------------------------------------------------------------------

    def export(self) -> Record:
        """The record as it stands, with a checkpoint signed by the log's key."""
        frontier = Frontier()
        for row in self._rows:
            frontier.append(entry.leaf(row.line))
        origin = f"{self.opened.log.origin}/games/{self.game}"
        note = checkpoint.sign(Checkpoint(origin, len(self._rows), frontier.root()), self._log_key)
        return Record(tuple((row.line, row.parts) for row in self._rows), note)


def _handles(events: tuple[e.Event, ...]) -> tuple[str, ...]:
    """The handles of objects that events gave out."""
    found: list[str] = []
    for event in events:
        if isinstance(event, e.Cast | e.Created):
            found.append(event.object)
        elif isinstance(event, e.Moved) and event.new is not None:
            found.append(event.new)
        elif isinstance(event, e.Repiled):
            found += event.new
    return tuple(found)
