"""Are the cards those of the registered decks (FD502): every card that is known, against its owner's list.

Not for tokens, copies or cards brought in from outside the game. Without a list that the keys at hand open, nothing is
said. Where the record tells which registered copy a card is (`slot`), one copy in two places is found too.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from facedown.audit.findings import Finding, finding
from facedown.errors import FacedownError
from facedown.ledger import decks, openings
from facedown.ledger.decks import Deck
from facedown.ledger.replay import Step
from facedown.proofs.sealing import BoxKey
from facedown.rules import events as e
from facedown.rules.state import Object, State


def check(
    game: str, steps: list[Step], ring: Mapping[str, BoxKey], known: Mapping[str, e.Identity]
) -> Iterator[Finding]:
    """The findings about decks in a whole game."""
    lists: dict[str, Deck] = {}
    said: set[tuple[str, str]] = set()
    outside: set[tuple[str, str]] = set()
    for step in steps:
        for event in step.events:
            if isinstance(event, e.Registered):
                yield from _register(game, step, event, ring, lists)
            elif lists:
                if isinstance(event, e.Moved) and event.source == "outside" and event.card is not None:
                    outside.add((event.owner or event.player, event.card))
                for owner, name, handle in _cards(event, step.state, known):
                    deck = lists.get(owner)
                    if deck is None or deck.holds(name) or (owner, name) in said | outside:
                        continue
                    said.add((owner, name))
                    yield finding(
                        "FD502",
                        f"{name} ({handle}) is not in the deck or sideboard that {owner} registered",
                        entry=step.seq,
                        object=handle if handle.startswith("#") else None,
                        player=owner,
                        evidence=(step.seq,),
                    )
    if steps:
        yield from _twice(steps[-1].state, known)


def _register(
    game: str, step: Step, event: e.Registered, ring: Mapping[str, BoxKey], lists: dict[str, Deck]
) -> Iterator[Finding]:
    parts = step.found_parts()
    if event.player in lists:
        yield finding(
            "FD502",
            f"{event.player} registered a second list, which does not count",
            entry=step.seq,
            player=event.player,
            severity="review",
            evidence=(step.seq,),
        )
        return
    for box in event.boxes:
        if box.to in ring and box.part in parts:
            try:
                lists[event.player] = decks.open_deck(
                    parts[box.part], game=bytes.fromhex(game), seat=event.player, key=ring[box.to]
                )
            except FacedownError as error:
                yield finding(
                    "FD508",
                    f"the deck list of {event.player} for {box.to} does not open: {error}",
                    entry=step.seq,
                    player=event.player,
                    evidence=(step.seq,),
                )


def _cards(event: object, state: State, known: Mapping[str, e.Identity]) -> Iterator[tuple[str, str, str]]:
    """Owner, name and handle of the cards that an event makes known here."""
    if isinstance(event, e.Cast | e.Moved) and event.card is not None:
        handle = event.object if isinstance(event, e.Cast) else event.new or event.object
        thing = state.objects.get(handle or "")
        if handle is not None and (thing is None or thing.kind == "card"):
            yield _owner(thing, event.owner or event.player), event.card, handle
    for handle, identity in openings.concealed_in(event):
        found = known.get(identity.commitment)
        if not isinstance(found, e.CardIdentity) or "/choice/" in handle:
            continue
        thing = state.objects.get(handle)
        if thing is not None and thing.kind == "card":
            yield thing.owner, found.name, handle
        elif handle in state.hidden:
            yield state.hidden[handle].player, found.name, handle


def _owner(thing: Object | None, otherwise: str) -> str:
    return otherwise if thing is None else thing.owner


def _twice(state: State, known: Mapping[str, e.Identity]) -> Iterator[Finding]:
    """One registered copy that stands on the table twice as the record ends."""
    places: dict[tuple[str, str], str] = {}
    for thing in state.objects.values():
        found = known.get(thing.bond.commitment) if thing.bond is not None else None
        if not isinstance(found, e.CardIdentity) or found.slot is None:
            continue
        first = places.setdefault((thing.owner, found.slot), thing.handle)
        if first != thing.handle:
            yield finding(
                "FD502",
                f"{first} and {thing.handle} are the same registered copy, {found.slot}",
                entry=state.seq,
                object=thing.handle,
                player=thing.owner,
            )
