"""Are the identities what was committed: every opening in the clear and every box, checked.

What comes out is `known`: which card stands behind which commitment (or behind an object that nothing binds: a claim),
and which showings are refuted because their opening does not match. Public openings need no key; boxes need one.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from facedown.audit import following
from facedown.audit.findings import Finding, Listing, finding
from facedown.cards.card import Card
from facedown.ledger import openings
from facedown.ledger.openings import Openings
from facedown.ledger.replay import Step
from facedown.rules import events as e
from facedown.rules.evolve.merging import covered
from facedown.rules.reveals import keys_of
from facedown.rules.state import Bond, State


class Shown(NamedTuple):
    """An identity put before everybody in entry `seq`; `verified` None: nothing binds it, so it is a claim."""

    seq: int
    object: str
    identity: e.Identity
    verified: bool | None
    commitment: str | None
    freely: bool
    """Whether it was an event of its own, rather than part of turning up."""
    by: str
    """Who signed it."""


class Identities(NamedTuple):
    """What is known, what is refuted, and what there is to say."""

    known: dict[str, e.Identity]
    shown: tuple[Shown, ...]
    refuted: frozenset[tuple[int, str]]
    """Entry and object (also under later handles) of showings that show nothing."""
    findings: tuple[Finding, ...]
    earlier: dict[str, str]
    """A face-down object → what it was before it moved face down (a permanent → the spell it was)."""
    unproven: frozenset[tuple[int, str]] = frozenset()
    """Entry and object of showings to some players, by boxes that no key at hand opens: somebody's word."""

    @property
    def doubted(self) -> frozenset[str]:
        """Objects of which something was shown, or sealed, that is not what was committed to."""
        return frozenset(handle for _, handle in self.refuted)

    def went_on_as(self, handle: str) -> set[str]:
        """The handles under which one face-down card went on from `handle`, itself included."""
        return later_handles(self.earlier)(handle)


def later_handles(earlier: dict[str, str]) -> Callable[[str], set[str]]:
    """Return what gives the handles under which one face-down card went on, the one asked for included."""
    later: dict[str, list[str]] = {}
    for new, old in earlier.items():
        later.setdefault(old, []).append(new)

    def follow(handle: str) -> set[str]:
        found, rest = {handle}, [handle]
        while rest:
            more = [new for new in later.get(rest.pop(), ()) if new not in found]
            found.update(more)
            rest += more
        return found

    return follow


def check(
    game: str,
    steps: Sequence[Step],
    opener: Openings,
    cards: Mapping[str, Card],
    wrong: Collection[int] = frozenset(),
    *,
    judge: bool = False,
) -> Identities:
    """Check all openings of a game; `opener` is fed the boxes as it goes.

    `wrong` are entries that were not their signer's to write: what they show is nobody's proof. With `judge`, the game
    names a judge, to whom every identity is sealed.
    """
    shown: list[Shown] = []
    shared: dict[tuple[int, str], Bond] = {}
    found = Listing()
    committed: dict[str, int] = {}
    earlier: dict[str, str] = {}  # a face-down object → what it was before it moved face down
    notable: list[tuple[State, Step]] = []
    before: State | None = None
    for step in steps:
        if NOTABLE.isdisjoint(map(type, step.events)):
            before = step.state
            continue
        if before is not None:
            notable.append((before, step))
        interesting = False
        for event in step.events:
            kind = type(event)
            if kind in openings.CONCEALED:
                interesting = True
                for handle, identity in openings.concealed_in(event):
                    if identity.commitment in committed:
                        found.extend([_reused(step.seq, handle, committed[identity.commitment])])
                    committed.setdefault(identity.commitment, step.seq)
                    if judge and not any(box.to == openings.JUDGE for box in identity.boxes):
                        found.extend([_unsealed(step.seq, handle)])
                if isinstance(event, e.Moved | e.Cast) and event.face_down is not None:
                    new, old = (
                        (event.new, event.object) if isinstance(event, e.Moved) else (event.object, event.was)
                    )
                    if new is not None and old is not None:
                        earlier[new] = old
            elif kind in SHARING:
                interesting = True
                bond = openings.bond_of(step.state, event.object) if isinstance(event, e.Shared) else None
                if isinstance(event, e.Shared) and bond is not None:
                    shared[step.seq, event.object] = bond
            if kind in SHOWING:
                one = _shown(game, step, event, before)
                if one is not None:
                    shown.append(one)
        if interesting and opener.ring:
            opener.take(step.seq, step.events, step.state, step.found_parts())
        before = step.state
    known: dict[str, e.Identity] = dict(opener.everything())
    refuted: set[tuple[int, str]] = set()
    for one in shown:
        if one.verified is False or one.seq in wrong:
            refuted.add((one.seq, one.object))
        else:
            _learn(known, one, earlier)
        if one.verified is False:
            found.extend([_mismatch(one)])
    refuted |= {(one.seq, one.handle) for one in opener.failures}
    opened = {(one.seq, c) for mine in opener.known.values() for c, one in mine.items()}
    unproven = {
        (seq, handle) for (seq, handle), bond in shared.items() if (seq, bond.commitment) not in opened
    }
    found.extend(_failures(opener))
    other = following.check(notable, known, frozenset(handle for _, handle in refuted), cards)
    found.extend(other.findings)
    refuted |= {(one.seq, one.object) for one in shown if one.object in other.swapped}
    follow = later_handles(earlier)
    return Identities(
        known,
        tuple(shown),
        frozenset((seq, later) for seq, handle in refuted for later in follow(handle)),
        found.all(),
        earlier,
        frozenset((seq, later) for seq, handle in unproven for later in follow(handle)),
    )


def _failures(opener: Openings) -> Iterator[Finding]:
    for one in opener.failures:
        yield finding(
            "FD508",
            f"the sealed opening of {one.handle} for {one.role} does not open: {one.message}",
            entry=one.seq,
            object=one.handle if one.handle.startswith("#") else None,
            evidence=(one.seq,),
        )


SHOWING: frozenset[type[object]] = frozenset({e.Opened, e.TurnedUp, e.StayedDown, e.EscrowOpened})
SHARING: frozenset[type[object]] = frozenset({e.Shared, e.Controlled})
NOTABLE = SHOWING | SHARING | openings.CONCEALED.keys()


def _shown(game: str, step: Step, event: object, before: State | None) -> Shown | None:
    if not isinstance(event, e.Opened | e.TurnedUp | e.StayedDown | e.EscrowOpened) or event.opening is None:
        return None
    wanted = event.commitment if isinstance(event, e.Opened | e.EscrowOpened) else None
    bond = bond_then(before, step.state, event.object, wanted)
    verified = openings.proves(game, bond, event.opening)
    if bond is not None and event.opening.nonce is None:
        verified = False  # where a commitment exists, a bare name shows nothing
    return Shown(
        step.seq,
        event.object,
        event.opening.identity,
        verified,
        bond.commitment if bond else None,
        isinstance(event, e.Opened),
        step.by,
    )


def bond_then(before: State | None, after: State, handle: str, wanted: str | None) -> Bond | None:
    """The commitment that an opening of `handle` answers: in force before the entry, or made or remembered in it."""
    for state in (before, after):
        if state is None:
            continue
        if wanted is not None:
            for key in keys_of(state, handle):
                remembered = state.duties[key].bond
                if remembered is not None and remembered.commitment == wanted:
                    return remembered
        bond = _covered(state, handle, wanted) or openings.bond_of(state, handle)
        if bond is not None:
            return bond
    return None


def _covered(state: State, handle: str, wanted: str | None) -> Bond | None:
    """The commitment of the face-down card under a merged permanent that an opening of it is about (CR 729.2)."""
    thing = state.objects.get(handle)
    index = covered(thing, wanted) if thing is not None else None
    return thing.components[index].bond if thing is not None and index is not None else None


def _learn(known: dict[str, e.Identity], one: Shown, earlier: dict[str, str]) -> None:
    """An identity shown in public is known: under its commitment, or for the unbound object and what it was before."""
    if one.verified is None:
        handle: str | None = one.object
        while handle is not None and handle not in known:
            known[handle] = one.identity
            handle = earlier.get(handle)
        return
    if one.commitment is not None:
        known[one.commitment] = one.identity


def _reused(seq: int, handle: str, first: int) -> Finding:
    return finding(
        "FD506",
        f"the commitment of {handle} stands already in entry {first}",
        entry=seq,
        object=handle,
        evidence=(first, seq),
    )


def _unsealed(seq: int, handle: str) -> Finding:
    return finding(
        "FD508",
        f"{handle} has no sealed opening for the judge",
        entry=seq,
        object=handle if handle.startswith("#") else None,
        evidence=(seq,),
    )


def _mismatch(one: Shown) -> Finding:
    return finding(
        "FD501",
        f"what was shown of {one.object} does not match its commitment"
        + ("" if one.by == "recorder" else f"; {one.by} signed that"),
        entry=one.seq,
        object=one.object,
        evidence=(one.seq,),
    )
