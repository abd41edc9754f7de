"""Is this record what was written: chain, signatures, parts, tree and checkpoint.

Nothing here knows Magic: no card, no catalogue, no network, only the bytes. A record that was forged as a whole with
the forger's own key *is* consistent; only an anchor (a trusted key, an expected game id or root) tells it from
the true one, so the sentence always says by whom it is signed. The normative text is ``docs/spec/verification.md``.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from facedown.audit.signers import Signers
from facedown.audit.trust import Trust, parse_expected
from facedown.errors import FacedownError, Malformed, Untrusted
from facedown.ledger import entry, parts, record
from facedown.proofs import checkpoint, note, signing
from facedown.proofs.merkle import Frontier, leaf_hash
from facedown.proofs.note import VerifierKey
from facedown.proofs.signing import fingerprint

MAX_PROBLEMS = 100
"""After so many the record is broken beyond listing; the last one says so."""


class Problem(msgspec.Struct, frozen=True):
    """One thing that does not hold: `where` (``entry 7``, ``line 9``, ``checkpoint``, ``trust``) and what is wrong."""

    where: str
    message: str

    def __str__(self) -> str:
        return f"{self.where}: {self.message}"


class Integrity(msgspec.Struct, frozen=True, kw_only=True):
    """The answer of :func:`verify`.

    `anchored` is None if nothing to believe was given; False if something was and the record does not meet it (then
    `ok` is False too). `readable` is False if the bytes are no record at all, or stop being one somewhere. `signer` is the fingerprint of the key that signed the checkpoint, None if none did.
    `missing_parts` counts parts that entries name and this copy leaves out; that is allowed. `root` is over the entries
    as they are in the file.
    """

    ok: bool
    readable: bool
    anchored: bool | None
    signer: str | None
    missing_parts: int
    game: str | None
    entries: int
    root: str
    problems: tuple[Problem, ...]
    sentence: str


def verify(
    data: bytes, *, trust: Trust | None = None, expect: str | None = None, signatures: bool = True
) -> Integrity:
    """Check the bytes of a whole record.

    `trust` is what a trust file says, `expect` a game id or a root in hexadecimal (either matches). Without
    `signatures` the signatures of the entries are taken for good, which is fast and proves little.

    Raises:
        Malformed: `expect` is neither. Whatever is wrong with the record is in the answer.
    """
    check = Check(signatures=signatures)
    for _ in check.rows(data):
        pass
    return check.finish(check.note, trust=trust, expect=expect)


class Check:
    """The same for rows that come one by one, in memory that does not grow with them."""

    def __init__(self, *, signatures: bool = True) -> None:
        self.problems: list[Problem] = []
        self.broken_off = False
        self.note: bytes | None = None
        self._signatures = signatures
        self._tree = Frontier()
        self._previous = ""
        self._expected = 0
        self._game: str | None = None
        self._opened: entry.GameOpened | None = None
        self._signers: Signers | None = None
        self._missing = 0

    def report(self, where: str, message: str) -> None:
        """Note one thing that does not hold."""
        if len(self.problems) < MAX_PROBLEMS - 1:
            self.problems.append(Problem(where, message))
        elif len(self.problems) < MAX_PROBLEMS:
            self.problems.append(Problem("record", "there is more wrong than is worth listing"))

    def rows(self, data: bytes) -> Iterator[record.Row]:
        """Yield the rows of a whole record, each when it was checked, for whoever goes on with them.

        At the end `note` is its checkpoint, for :meth:`finish`.
        """
        reader = record.Reader(data)
        try:
            for row in reader:
                self.add(*row)
                yield row
            self.note = reader.note
        except Malformed as error:
            where = "file" if error.line is None else f"line {error.line}"
            self.report(where, str(error.args[0]))
            self.broken_off = True

    def add(self, line: bytes, some: tuple[bytes, ...] = ()) -> None:
        """Check the next entry line with the parts that follow it."""
        seq = self._expected
        try:
            whole = entry.read(line)
        except Malformed as error:
            self.broken_off = True
            self.report(f"entry {seq}", str(error.args[0]))
        else:
            found = whole.entry
            seq = found.seq
            try:
                self._add_to_chain(found, line)
                self._add_signed(found, line, whole.sig)
                self._add_parts(line, some)
            except FacedownError as error:
                self.report(f"entry {seq}", str(error.args[0]))
        self._expected = seq + 1
        leaf = leaf_hash(line)
        self._tree.append(leaf)
        self._previous = leaf.hex()

    def _add_to_chain(self, found: entry.Entry, line: bytes) -> None:
        if found.seq != self._expected:
            expected = f"entry {self._expected} should stand here: one was added, dropped or moved"
            self.report(f"entry {found.seq}", expected)
        if self._tree.size == 0:
            self._game = entry.game_id(line)
            self._opened = entry.genesis(line)
            self._signers = Signers(self._opened)
            return
        if found.game != self._game:
            self.report(f"entry {found.seq}", "it belongs to another game")
        if found.prev != self._previous:
            follows = "it does not follow the entry before it: one of the two is not the original"
            self.report(f"entry {found.seq}", follows)

    def _add_signed(self, found: entry.Entry, line: bytes, signature: bytes) -> None:
        if self._signers is None or self._opened is None:
            return  # the first entry is no good, which has been said
        if self._tree.size == 0:
            role = self._opened.role(found.by)
            public = (role and role.sign) or ""
        else:
            public = self._signers.key(found)
        if self._signatures:
            signing.verify(public, entry.TYPE, entry.signed_bytes(line), signature)
        self._signers.follow(found)

    def _add_parts(self, line: bytes, some: tuple[bytes, ...]) -> None:
        """Parts may be missing, but what is there must be named, in the order named."""
        named = parts.named(line)
        if not named and not some:
            return
        rest = iter(named)
        for number, part in enumerate(some, 1):
            digest = parts.digest(part)
            if digest not in rest:  # this takes from the iterator up to the match
                reason = "out of order or there twice" if digest in named else "not named by the entry"
                raise Untrusted(f"part {number} after it is {reason}: it was changed, added or moved")
        self._missing += len(named) - len(some)

    def finish(
        self, signed: bytes | None, *, trust: Trust | None = None, expect: str | None = None
    ) -> Integrity:
        """Check the checkpoint, weigh the anchors and say it in one sentence."""
        expected = None if expect is None else parse_expected(expect)
        root = self._tree.root()
        signer: str | None = None
        if signed is not None:
            try:
                signer = self._check_checkpoint(signed, root)
            except FacedownError as error:
                self.report("checkpoint", str(error.args[0]))
        elif not self.broken_off:
            self.report("checkpoint", "the record is unfinished: it has none")
        anchored: bool | None = None
        reasons: list[str] = []
        if trust is not None or expected is not None:
            reasons = self._against_anchors(signer, root.hex(), trust, expected)
            anchored = not reasons and not self.problems
        sentence = self._sentence(signer, reasons, trust, expected)
        for reason in reasons:
            self.report("trust", reason)
        return Integrity(
            ok=not self.problems,
            readable=not self.broken_off,
            anchored=anchored,
            signer=signer and fingerprint(signer),
            missing_parts=self._missing,
            game=self._game,
            entries=self._tree.size,
            root=root.hex(),
            problems=tuple(self.problems),
            sentence=sentence,
        )

    def _check_checkpoint(self, signed: bytes, root: bytes) -> str:
        """The key that signed the checkpoint of exactly these entries."""
        opened = self._opened
        if opened is None:
            raise Untrusted("it cannot be checked without a good first entry")
        envelope = note.parse(signed)
        found = checkpoint.parse(envelope.text)
        origin = f"{opened.log.origin}/games/{self._game}"
        if found.origin != origin:
            raise Untrusted("its origin is not this game's log")
        note.verify(envelope, VerifierKey(origin, opened.log.key))
        if found.size != self._tree.size:
            raise Untrusted(f"it counts {found.size} entries, the record has {self._tree.size}")
        if found.root != root:
            raise Untrusted("its root is not the one of these entries: something was changed")
        return opened.log.key

    def _against_anchors(
        self, signer: str | None, root: str, trust: Trust | None, expected: str | None
    ) -> list[str]:
        """Why the record does not meet what is believed; empty if it does."""
        reasons: list[str] = []
        if expected is not None and expected not in {self._game, root}:
            reasons.append(f"neither its game nor its root is {expected}")
        if trust is not None:
            if signer is None or self._opened is None:
                reasons.append("no good signature on a checkpoint that could be trusted")
            elif not trust.covers_log(
                signer,
                prefix=self._opened.log.origin,
                origin=f"{self._opened.log.origin}/games/{self._game}",
            ):
                reasons.append(f"it is signed by {fingerprint(signer)}, which the trust file does not name")
        return reasons

    def _sentence(
        self, signer: str | None, reasons: list[str], trust: Trust | None, expected: str | None
    ) -> str:
        tail = ""
        if self._missing:
            tail = f"; {self._missing} part{'s are' if self._missing > 1 else ' is'} missing from this copy"
        if self.problems:
            more = len(self.problems) - 1
            return f"broken: {self.problems[0]}{f' (and {more} more)' if more else ''}{tail}"
        name = fingerprint(signer) if signer else "nobody"
        if reasons:
            return f"consistent, but not to be trusted: {'; '.join(reasons)}{tail}"
        known = "whom you trust" if trust is not None else "unknown to you"
        meets = ", and what you expected" if expected is not None else ""
        return f"consistent{meets}; signed by {name}, {known}{tail}"
