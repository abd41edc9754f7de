"""Is a card that everybody could follow one card: what it was committed to, or seen to be, and what it turned out to be.

A spell becomes a permanent, a face-up creature is turned down, a pile is shuffled: the card stays. A new commitment to
another card, or another face, contradicts the record itself. Where both sides are committed to, the later commitment is
no proof of anything (an error); where one is only a face that somebody wrote down, a person must decide.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import NamedTuple

from facedown.audit.findings import Finding, Listing, finding
from facedown.cards.card import Card
from facedown.ledger.replay import Step
from facedown.rules import events as e
from facedown.rules.state import Object, State


class Followed(NamedTuple):
    """What there is to say, and the objects whose commitment stands for another card than the one they are."""

    findings: tuple[Finding, ...]
    swapped: frozenset[str]


class _Card(NamedTuple):
    """A card's name as the record has it; `bound`: a commitment says so."""

    name: str
    bound: bool


class _Change(NamedTuple):
    old: str
    was: _Card
    new: str
    now: _Card

    @property
    def both(self) -> bool:
        """Whether a commitment stands for either."""
        return self.was.bound and self.now.bound


def check(
    steps: Iterable[tuple[State, Step]],
    known: Mapping[str, e.Identity],
    doubted: Collection[str],
    cards: Mapping[str, Card],
) -> Followed:
    """Compare what cards were with what they became; `steps` come with the state before, `doubted` were shown falsely.

    A face that was only written down is compared if one of the names is, by the facts at hand, all that its card is called.
    """
    found = Listing()
    swapped: set[str] = set()
    for before, step in steps:
        for event in step.events:
            for one in _changes(event, before, known):
                if one.both:
                    swapped.add(one.new)
                elif one.old in doubted or not (_single(one.was, cards) or _single(one.now, cards)):
                    continue
                found.extend([_finding(one, step.seq)])
            if isinstance(event, e.Repiled):
                strange = list(_pile(event, before, step.seq, known))
                swapped.update(one.object for one in strange if one.object and one.severity == "error")
                found.extend(strange)
    return Followed(found.all(), frozenset(swapped))


def _finding(one: _Change, seq: int) -> Finding:
    than = "it had been before" if one.old == one.new else f"it was as {one.old}"
    how = ": the two were committed to differently" if one.both else ""
    return finding(
        "FD501",
        f"{one.new} turned out to be another card than {than}{how}",
        entry=seq,
        object=one.new,
        severity="error" if one.both else "review",
        evidence=(seq,),
    )


def _changes(event: object, before: State, known: Mapping[str, e.Identity]) -> Iterator[_Change]:
    """Where a card that everybody could follow became another."""
    old = before.objects.get(_followed(event) or "")
    if old is None or old.kind != "card" or old.components:
        return
    was, new, now = _card(old, known), old.handle, None
    if isinstance(event, e.Moved | e.Cast):
        new = (event.new if isinstance(event, e.Moved) else event.object) or ""
        if event.identity is not None:
            now = _committed(event.identity.commitment, known)
        elif old.face_down is not None:
            now = _named(event.card)
    elif isinstance(event, e.TurnedDown) and old.face_down is None and event.identity is not None:
        now = _committed(event.identity.commitment, known)
    elif isinstance(event, e.TurnedUp | e.Opened | e.StayedDown) and event.opening is not None:
        shown = event.opening.identity
        was = (
            _named(old.named) if old.face_down is not None else None
        )  # by its commitment it is judged elsewhere
        now = _named(shown.name) if isinstance(shown, e.CardIdentity) else None
    if was is not None and now is not None and new and not _same(was.name, now.name):
        yield _Change(old.handle, was, new, now)


def _followed(event: object) -> str | None:
    """The object that an event is about, as it was before."""
    if isinstance(event, e.Cast):
        return event.was
    return (
        event.object
        if isinstance(event, e.Moved | e.TurnedDown | e.TurnedUp | e.Opened | e.StayedDown)
        else None
    )


def _card(thing: Object, known: Mapping[str, e.Identity]) -> _Card | None:
    """What an object is known to be: by its commitment if that is known, or by the face that everybody saw."""
    if thing.face_down is None:
        return None if thing.transformed else _named(thing.card)
    committed = _committed(thing.bond.commitment, known) if thing.bond is not None else None
    return committed or _named(thing.named)


def _committed(commitment: str, known: Mapping[str, e.Identity]) -> _Card | None:
    found = known.get(commitment)
    return _Card(found.name, bound=True) if isinstance(found, e.CardIdentity) else None


def _named(name: str | None) -> _Card | None:
    return None if name is None else _Card(name, bound=False)


def _same(one: str, other: str) -> bool:
    """Whether two names share a face: a double-faced card is recorded under either, or under both."""
    return not {face.casefold().strip() for face in one.split("//")}.isdisjoint(
        face.casefold().strip() for face in other.split("//")
    )


def _single(one: _Card, cards: Mapping[str, Card]) -> bool:
    """Whether a card is known to have this one name."""
    card = cards.get(one.name)
    return card is not None and not card.is_double_faced and "//" not in card.name


def _pile(event: e.Repiled, before: State, seq: int, known: Mapping[str, e.Identity]) -> Iterator[Finding]:
    """A shuffled pile holds the cards that it held; asked only where all of them were known."""
    cards = [_card(before.objects[h], known) if h in before.objects else None for h in event.objects]
    held = Counter(one.name.casefold() for one in cards if one is not None)
    if None in cards:
        return
    for index, handle in enumerate(event.new):
        identity = event.identities[index] if event.identities and index < len(event.identities) else None
        committed = _committed(identity.commitment, known) if identity is not None else None
        claimed = known.get(handle)
        now = committed or (_named(claimed.name) if isinstance(claimed, e.CardIdentity) else None)
        if now is None:
            continue
        held[now.name.casefold()] -= 1
        if held[now.name.casefold()] < 0:
            yield finding(
                "FD501",
                f"{handle} turned out to be a card that was not in the pile that was shuffled",
                entry=seq,
                object=handle,
                severity="error" if now.bound else "review",
                evidence=(seq,),
            )
