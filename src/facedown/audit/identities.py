"""Are the identities what was committed: every opening in the clear and every box, checked.

What comes out is `known`: which card stands behind which commitment (or behind an object that nothing binds: a claim),
and which showings are refuted because their opening does not match. Public openings need no key; boxes need one.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from facedown.audit.findings import Finding, finding
from facedown.ledger import openings
from facedown.ledger.openings import Openings
from facedown.ledger.replay import Step
from facedown.rules import events as e
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


class Identities(NamedTuple):
    """What is known, what is refuted, and what there is to say."""

    known: dict[str, e.Identity]
    shown: tuple[Shown, ...]
    refuted: frozenset[tuple[int, str]]
    findings: tuple[Finding, ...]
    earlier: dict[str, str]
    """A face-down object → what it was before it moved face down (a permanent → the spell it was)."""

    def went_on_as(self, handle: str) -> set[str]:
        """The handles under which one face-down card went on from `handle`, itself included."""
        found = {handle}
        for new, old in self.earlier.items():  # in the order of the entries
            if old in found:
                found.add(new)
        return found


def check(game: str, steps: Iterable[Step], opener: Openings) -> Identities:
    """Check all openings of a game; `opener` is fed the boxes as it goes."""
    known: dict[str, e.Identity] = {}
    shown: list[Shown] = []
    refuted: set[tuple[int, str]] = set()
    found: list[Finding] = []
    committed: dict[str, int] = {}
    earlier: dict[str, str] = {}  # a face-down object → what it was before it moved face down
    before: State | None = None
    for step in steps:
        if NOTABLE.isdisjoint(map(type, step.events)):
            before = step.state
            continue
        interesting = False
        for event in step.events:
            kind = type(event)
            if kind in openings.CONCEALED:
                interesting = True
                for handle, identity in openings.concealed_in(event):
                    if identity.commitment in committed:
                        found.append(_reused(step.seq, handle, committed[identity.commitment]))
                    committed.setdefault(identity.commitment, step.seq)
                if isinstance(event, e.Moved) and event.object and event.new and event.face_down is not None:
                    earlier[event.new] = event.object
            elif kind in SHARING:
                interesting = True
            if kind in SHOWING:
                one = _shown(game, step, event, before)
                if one is not None:
                    shown.append(one)
        if interesting and opener.ring:
            opener.take(step.seq, step.events, step.state, step.found_parts())
        before = step.state
    known.update(opener.everything())
    for one in shown:
        if one.verified is False:
            refuted.add((one.seq, one.object))
            found.append(_mismatch(one))
        else:
            _learn(known, one, earlier)
    found += [
        finding("FD508", f"the sealed opening of {f.handle} for {f.role} does not open: {f.message}", entry=f.seq,
                object=f.handle if f.handle.startswith("#") else None, evidence=(f.seq,))
        for f in opener.failures
    ]  # fmt: skip
    return Identities(known, tuple(shown), frozenset(refuted), tuple(found), earlier)


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
        bond = openings.bond_of(state, handle)
        if bond is not None:
            return bond
    return None


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


def _mismatch(one: Shown) -> Finding:
    return finding(
        "FD501",
        f"what was shown of {one.object} does not match its commitment",
        entry=one.seq,
        object=one.object,
        evidence=(one.seq,),
    )
