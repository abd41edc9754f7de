"""The recorder: a game that is being written down.

Here deciding, judging, committing, signing and appending meet, and nowhere else::

    action → decide → conduct → (strict: refuse) → one signed line with its parts → append or confirm → the new state

An entry is durable when `play` returns. The caller may give each deed an `id`; asked again with the same one, also after
a crash, `play` answers with the stored entry and plays nothing twice.
"""

from __future__ import annotations

import os
import time
from collections import ChainMap
from collections.abc import Callable, Generator, Iterable, Mapping
from contextlib import contextmanager

from facedown.cards import builtin
from facedown.cards.card import Card
from facedown.errors import Conflict, Illegal, Malformed
from facedown.ledger import entry, founding, openings, parts, writers
from facedown.ledger.chain import Chain, keys_in
from facedown.ledger.founding import PREFIX, Custody, Public
from facedown.ledger.openings import JUDGE, Openings
from facedown.ledger.receipt import Receipt, handles_of, nameless
from facedown.ledger.record import Record
from facedown.ledger.replay import table_events
from facedown.ledger.store import Row, Store
from facedown.ledger.vault import Draft
from facedown.ledger.writers import RECORDER
from facedown.proofs import checkpoint
from facedown.proofs.checkpoint import Checkpoint
from facedown.proofs.sealing import BoxKey
from facedown.proofs.signing import SigningKey
from facedown.rules import actions as a
from facedown.rules import events as e
from facedown.rules.conduct import Judgement, conduct
from facedown.rules.decide import decide
from facedown.rules.evolve import fold
from facedown.rules.state import State

__all__ = ["NOTES", "PREFIX", "Game", "Public", "Receipt", "clock"]

NOTES = frozenset({"FD504"})
"""Findings that are notes: strict recording lets them pass."""


def clock() -> int:
    """The time in milliseconds UTC."""
    return time.time_ns() // 1_000_000


class Game:
    """A game in a store, written by a recorder (or, under custody ``players``, by the seats whose keys are at hand).

    Make one with `Game.new` or `Game.resume`. One thread at a time may use it; other processes may write to the same
    game: then one of them is told of the `Conflict`.
    """

    def __init__(
        self,
        store: Store,
        chain: Chain,
        opener: Openings,
        signers: Mapping[str, SigningKey],
        log_key: SigningKey | None,
        *,
        cards: Mapping[str, Card] | None,
        strict: bool,
        now: Callable[[], int],
        saved: int,
    ) -> None:
        self.store = store
        self.opened = chain.opened
        self.game = chain.game
        self.signers = dict(signers)
        self.cards = cards if cards is not None else builtin.catalogue()
        self.strict = strict
        self.seat_keys: dict[str, BoxKey] = {}
        self._chain = chain
        self._opener = opener
        self._log_key = log_key
        self._now = now
        self._saved = saved
        self._depth = 0

    def __repr__(self) -> str:
        return f"Game({self.game[:12]}…, {len(self)} entries)"

    # --- beginning -----------------------------------------------------------------------------------------------

    @classmethod
    def new(
        cls,
        store: Store,
        players: Iterable[str],
        *,
        sign_key: SigningKey | None = None,
        judge: Public | None = None,
        judge_sign: SigningKey | None = None,
        strict: bool = True,
        custody: Custody = "recorder",
        cards: Mapping[str, Card] | None = None,
        catalogue: entry.Catalogue | None = None,
        source: entry.Source | None = None,
        seats: Iterable[a.Seat] | None = None,
        origin: str = PREFIX,
        now: Callable[[], int] = clock,
    ) -> Game:
        """Open a new game for the named players (role ids ``p1``, ``p2``, … in this order) and seat them.

        `judge` are the judge's public keys: every identity is sealed to the judge as well, and the seats' keys are laid up
        in escrow. With `judge_sign`, what is a judge's deed is signed by the judge. Without `sign_key` one is made, used
        and thrown away: that proves *unchanged since*, not *by whom*. Under custody ``players`` each seat gets a key to
        sign with (`signers`). All of it is stored in one transaction, or nothing is.

        Raises:
            Malformed: not 1 to 99 players, or something in the first entry that cannot stand there.
            Untrusted: a key of the judge's is weak.
        """
        names = tuple(players)
        key = sign_key or SigningKey.new()
        founded = founding.found(
            len(names),
            key=key,
            judge=judge,
            custody=custody,
            catalogue=catalogue,
            source=source,
            origin=origin,
            at=now(),
        )
        game = cls(
            store,
            Chain(founded.row),
            Openings(founded.row.game, founded.boxes),
            {RECORDER: key, **founded.signers},
            key,
            cards=cards,
            strict=strict,
            now=now,
            saved=0,
        )
        game.seat_keys = dict(founded.boxes)
        game._take_up(JUDGE, judge_sign)
        with game.batch():
            for seat in founded.signers:
                game._write(seat, (founding.joined(founded, seat),), {})
            if custody == "recorder" and judge is not None:
                laid, made = founding.escrow(founded, judge.box)
                game._write(RECORDER, (laid,), made)
            ids = (f"p{number}" for number in range(1, len(names) + 1))
            for chair in (
                seats
                if seats is not None
                else (a.Seat(player=id_, name=name) for id_, name in zip(ids, names, strict=True))
            ):
                game.play(chair)
        return game

    @classmethod
    def resume(
        cls,
        store: Store,
        game: str,
        *,
        sign_key: SigningKey | None = None,
        keys: Iterable[BoxKey] = (),
        judge_sign: SigningKey | None = None,
        signers: Mapping[str, SigningKey] | None = None,
        strict: bool = True,
        cards: Mapping[str, Card] | None = None,
        now: Callable[[], int] = clock,
    ) -> Game:
        """Go on with a game that is in a store.

        `sign_key` is the recorder's and the log's, `judge_sign` the judge's, `signers` those of seats that sign for
        themselves. `keys` are box keys that open what was concealed so far: the judge's, or the seats' own (`seat_keys`).
        What no key opens stays hidden from the recorder too, and can then only be shown by whoever holds it.

        Raises:
            Malformed: no such game, or an entry that this version cannot read.
            Untrusted: the rows do not follow on from each other, or a key is nobody's in this game.
        """
        rows = list(store.read(game))
        if not rows:
            raise Malformed(f"no game {game} is in this store")
        chain = Chain(rows[0])
        ring = openings.keyring(chain.opened, chain.game, keys, keys_in(rows))
        # What a recorder seals it seals to the judge too: the judge's key alone opens all there is, once.
        alone = JUDGE in ring and chain.opened.custody == RECORDER
        opener = Openings(chain.game, {JUDGE: ring[JUDGE]} if alone else ring)
        for row in rows[1:]:
            chain.read(row, opener)
        found = cls(store, chain, opener, {}, sign_key, cards=cards, strict=strict, now=now, saved=len(rows))
        found.seat_keys = {role: key for role, key in ring.items() if role in chain.opened.seats}
        for role, key in {RECORDER: sign_key, JUDGE: judge_sign, **(signers or {})}.items():
            found._take_up(role, key)
        return found

    def _take_up(self, role: str, key: SigningKey | None) -> None:
        if key is not None and self._chain.last.keys.get(role) is None:
            raise Malformed(f"{role} has no key to sign with in this game")
        if key is not None:
            self.signers[role] = key

    # --- reading -------------------------------------------------------------------------------------------------

    @property
    def state(self) -> State:
        """The state now."""
        return self._chain.last.state

    def at(self, seq: int) -> State:
        """The state after entry `seq`."""
        return self._chain.at(seq)

    def __len__(self) -> int:
        return len(self._chain)

    # --- writing -------------------------------------------------------------------------------------------------

    def play(self, action: a.Action, *, id: str | None = None, by: str | None = None) -> Receipt:  # noqa: A002
        """Decide, judge, sign and store one deed; return its receipt.

        `id` is 32 hexadecimal digits chosen with the decision, for a retry; `by` the role that signs.

        Raises:
            Illegal: recording is strict and the rules do not allow it.
            Malformed: it names an unknown player, object or way, nothing can be made of it, or `by` may not write it.
            Conflict: another writer was faster; the game has been read again.

        In all these cases nothing was stored, and nothing is remembered of the attempt.
        """
        chain, state = self._chain, self.state
        signer = by or writers.signer(action, state, self.opened, self.signers)
        stored = self._stored_as(signer, id)
        if stored is not None:
            return stored
        if state.closed_at is not None and signer != JUDGE:
            raise Malformed("the record is closed: only the judge may still write in it")
        draft = chain.vault.draft(len(chain))
        try:
            events = decide(state, action, draft, self.cards)
        except Malformed as error:
            raise Malformed(error.args[0]) from None  # the number it carries is that of the entry before
        for problem in writers.problems(self.opened.custody, signer, events, state):
            raise Malformed(problem)
        judgement = self._judge(signer, events, draft)
        if not self._write(signer, events, draft.parts, judgement.state, draft, id):
            stored = self._stored_as(signer, id)
            if stored is None:
                raise Conflict("another writer has taken this entry: look again and decide again")
            return stored
        last = chain.last
        return Receipt(last.row.seq, events, handles_of(events), judgement, last.leaf)

    def _judge(self, signer: str, events: tuple[e.Event, ...], draft: Draft) -> Judgement:
        vault, fresh = self._chain.vault, draft.known()
        known = ChainMap(fresh, vault.known) if fresh else vault.known
        judgement = conduct(
            self.state, len(self), signer, events, known=known, cards=self.cards, at=self._chain.at
        )
        if self.strict:
            for violation in judgement.violations:
                if violation.code not in NOTES:
                    said = violation.discreet or violation.message
                    raise Illegal(nameless(said, known.values()), rules=violation.rules)
        return judgement

    def _write(
        self,
        signer: str,
        events: tuple[e.Event | entry.EnvelopeEvent, ...],
        made: Mapping[str, bytes],
        state: State | None = None,
        draft: Draft | None = None,
        id_: str | None = None,
    ) -> bool:
        """Sign one entry and store it, or hold it back in a batch; False: it is there already, in other bytes."""
        ident = id_ or os.urandom(16).hex()
        line = self._sign(signer, events, ident)
        seq = len(self._chain.entries)
        row = Row(self.game, seq, line, tuple(made[name] for name in parts.named(line)) if made else ())
        if state is None:
            state = fold(self.state, seq, signer, table_events(events))
        self._chain.add(row, signer, ident, events, state, draft.opened if draft is not None else {})
        return self._depth > 0 or self._flush()

    def _sign(self, signer: str, events: tuple[object, ...], ident: str) -> bytes:
        key, last = self.signers.get(signer), self._chain.entries[-1]
        if key is None:
            raise Malformed(f"the key of {signer} is not at hand, so nothing can be signed for that role")
        if key.public != last.keys.get(signer):
            raise Malformed(f"the key at hand for {signer} is not, or no longer, the one that signs for it")
        line = entry.sign(
            entry.Entry(
                at=self._now(),
                by=signer,
                events=events,
                game=self.game,
                id=ident,
                prev=last.leaf.hex(),
                seq=last.row.seq + 1,
            ),
            key,
        )
        entry.events(line)  # what is written here can be read again: the store looks at the envelope only
        return line

    def _flush(self) -> bool:
        """Store what is not stored yet; False if other bytes are there under the same ids, which then were read."""
        rows = [kept.row for kept in self._chain.entries[self._saved :]]
        if not rows:
            return True
        try:
            stored = self.store.append(rows)
        except BaseException as error:
            self._chain.back_to(self._saved)
            if isinstance(error, Conflict):
                self.refresh()
            raise
        if any(there.line != mine.line for there, mine in zip(stored, rows, strict=True)):
            self._chain.back_to(self._saved)
            self.refresh()
            return False
        self._saved += len(rows)
        return True

    @contextmanager
    def batch(self) -> Generator[None]:
        """Store all deeds played inside at once when it ends, in one transaction; an error stores none of them.

        A batch inside another is stored with it; an error that ends the inner one alone takes back that one alone.

        Raises:
            Conflict: another writer was faster, or the entries are there already; the game has been read again.
        """
        mark = len(self)
        self._depth += 1
        try:
            yield
        except BaseException:
            self._chain.back_to(mark)
            raise
        finally:
            self._depth -= 1
        if self._depth == 0 and not self._flush():
            raise Conflict("some of these deeds are stored already: ask for each of them again")

    def refresh(self) -> None:
        """Read on in the store, after somebody else has written; what the keys at hand open of it is learnt.

        Raises:
            Malformed: in the middle of a batch, or what is there cannot be read.
            Untrusted: it does not follow on from what was there.
        """
        if self._saved != len(self):
            raise Malformed("a batch is open: nothing can be read before it is stored or given up")
        for row in self.store.read(self.game, self._saved):
            self._chain.read(row, self._opener)
            self._saved += 1

    def _stored_as(self, signer: str, id_: str | None) -> Receipt | None:
        """The receipt of a deed that is stored already. A recorder may have the judge's key today and not tomorrow."""
        if id_ is None:
            return None
        if len(id_) != 32 or not set(id_) <= set("0123456789abcdef"):
            raise Malformed("an id is 32 lower-case hexadecimal digits")
        roles = (RECORDER, JUDGE) if self.opened.custody == "recorder" else (signer,)
        seq = next((seq for role in roles if (seq := self._chain.find(role, id_)) is not None), None)
        if seq is None:
            return None
        kept = self._chain.entries[seq]
        events = table_events(entry.events(kept.row.line))
        return Receipt(seq, events, handles_of(events), None, kept.leaf)

    # --- ending --------------------------------------------------------------------------------------------------

    def export(self) -> Record:
        """The record as it stands, with a checkpoint signed by the log's key.

        Raises:
            Malformed: that key is not at hand, or a batch is open.
        """
        if self._log_key is None or self._log_key.public != self.opened.log.key:
            raise Malformed("the key of this game's log is not at hand: nobody else can sign its checkpoint")
        if self._saved != len(self):
            raise Malformed("a batch is open: what is not stored is not in the record")
        origin = f"{self.opened.log.origin}/games/{self.game}"
        note = checkpoint.sign(Checkpoint(origin, len(self), self._chain.root()), self._log_key)
        return Record(tuple((kept.row.line, kept.row.parts) for kept in self._chain.entries), note)
