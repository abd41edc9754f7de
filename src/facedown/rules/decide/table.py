"""What a decision is made on, and what deeds have in common."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from facedown.cards.card import Card
from facedown.errors import Malformed
from facedown.rules import events as e
from facedown.rules.decide.sealer import Sealer
from facedown.rules.state import Object, State
from facedown.rules.ways import Listed, way


@dataclass(frozen=True)
class Table:
    """What a decision is made on: the state, the sealer, and the facts of cards."""

    state: State
    sealer: Sealer
    cards: Mapping[str, Card]

    def handle(self, ahead: int = 0) -> str:
        """The next handle, or one further ahead."""
        return f"#{self.state.next_handle + ahead}"

    def slot(self, seat: str, ahead: int = 0, kind: str = "card") -> str:
        """The next handle for a card in a hidden zone."""
        return f"{seat}/{kind}/{self.state.next_slot + ahead}"

    def hide(
        self, seat: str, names: tuple[str, ...] | None, viewer: str, source: str | None
    ) -> tuple[e.HiddenCard, ...] | None:
        """Concealed identities for cards in one of a player's hidden zones."""
        if not names:
            return None
        return tuple(
            e.HiddenCard(
                handle=(handle := self.slot(seat, ahead)),
                identity=self.sealer.conceal(
                    handle, e.CardIdentity(name=name), frozenset({viewer}), source and f"{seat}/{source}"
                ),
            )
            for ahead, name in enumerate(names)
        )


def how_many(what: str, cards: tuple[str, ...] | None, count: int | None) -> int:
    """The number of cards meant by names, a count, or both."""
    if cards is None and count is None:
        return 1
    if cards is not None and count is not None and count != len(cards):
        raise Malformed(f"{what}: count says {count}, but {len(cards)} cards are named")
    return len(cards) if cards is not None else count or 0


def face_down(name: str | None, listed: Listed | None, by: str | None) -> e.FaceDown | None:
    """How an object lies face down, from an action's words; the way must exist."""
    if name is None:
        return None
    return e.FaceDown(way=way(name).name, listed=listed, by=by)


def known_name(t: Table, old: Object | None) -> str | None:
    """The name of an object's card, if it is public or the recorder knows it."""
    if old is None:
        return None
    if old.card is not None or old.named is not None:
        return old.card or old.named
    opening = t.sealer.opening(old.bond)
    if opening is not None and isinstance(opening.identity, e.CardIdentity):
        return opening.identity.name
    return None


def open_first(t: Table, old: Object, by: str | None, card: str | None) -> tuple[e.Event, ...]:
    """The event that puts a face-down object's identity before everybody, if it can be."""
    opening = t.sealer.opening(old.bond)
    if opening is None and old.bond is None and card is not None:
        opening = e.Opening(identity=e.CardIdentity(name=card))
    return () if opening is None else (e.Opened(object=old.handle, opening=opening, player=by),)


def same_card(handle: str, opening: e.Opening, card: str | None) -> None:
    """Refuse a name that is not the one that was committed to: the deed would show another card than it says."""
    committed = opening.identity
    if card is None or not isinstance(committed, e.CardIdentity):
        return
    full, front = committed.name.casefold(), committed.name.split(" // ")[0].casefold()
    if card.casefold() not in {full, front}:
        raise Malformed(
            f"{handle} was committed to as another card: leave card out, and the opening says which"
        )


def opening_of(t: Table, old: Object, card: str | None) -> e.Opening | None:
    """The opening to show for an object: the one that is bound, or a claim where nothing is."""
    opening = t.sealer.opening(old.bond)
    if opening is not None:
        same_card(old.handle, opening, card)
        return opening
    if old.bond is None and (card or old.named) is not None:
        return e.Opening(identity=e.CardIdentity(name=card or old.named or ""))
    return None
