"""`view`: the public state, and the identities that the viewer's own keys open. Nothing is filtered, nothing can leak."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from facedown.cards import builtin
from facedown.cards.card import Card
from facedown.errors import Malformed
from facedown.ledger.hands import hand, slot_number, undone
from facedown.ledger.openings import JUDGE, Known, Openings
from facedown.ledger.replay import Replay, names
from facedown.rules import events as e
from facedown.rules.characteristics import characteristics
from facedown.rules.looking import may_look
from facedown.rules.state import Bond, Effect, Hidden, Object, PlayerState, State
from facedown.rules.ways import WAYS
from facedown.views.view import (
    PUBLIC,
    ZONES,
    ChoiceView,
    DutyView,
    Face,
    HandCard,
    Mark,
    ObjectView,
    Part,
    PlayerView,
    SeenCard,
    View,
)


def at(
    replay: Replay,
    seq: int,
    who: str,
    openings: Openings | None = None,
    *,
    cards: Mapping[str, Card] | None = None,
) -> View:
    """Return what somebody saw after entry `seq` of a game.

    `who` is ``public``, a seat's role id, or ``judge``. `openings` is what keys opened (`ledger.replay.open_with`); only
    what they opened for `who`, up to that entry, is used. `cards` are the facts of face-up cards (the built-in table).

    Raises:
        Malformed: there is no such entry, or nobody of that name in this game.
    """
    if who not in {PUBLIC, JUDGE, *replay.opened.seats}:
        seats = ", ".join(replay.opened.seats)
        raise Malformed(f"nobody in this game is called {who!r}: there is public, judge, {seats}")
    known = openings.of(who, upto=seq) if openings is not None and who != PUBLIC else {}
    facts = cards if cards is not None else builtin.catalogue()
    return view(replay.at(seq), who, known, names=names(replay), cards=facts)


def view(
    state: State,
    who: str,
    known: Mapping[str, Known],
    *,
    names: Mapping[str, str],
    cards: Mapping[str, Card],
) -> View:
    """Return what `who` sees of `state`; `known` is what the keys of `who` opened, by commitment.

    ``public`` has no keys: whatever is given as `known` is left out.
    """
    return _Viewer(state, who, known if who != PUBLIC else {}, names, cards).view()


class _Viewer:
    """One person, looking at one state."""

    def __init__(
        self,
        state: State,
        who: str,
        known: Mapping[str, Known],
        names: Mapping[str, str],
        cards: Mapping[str, Card],
    ) -> None:
        self.state = state
        self.who = who
        self.known = known
        self.names = names
        self.cards = cards

    def view(self) -> View:
        state = self.state
        return View(
            viewer=self.who,
            entry=state.seq,
            game=state.game,
            turn=state.turn,
            active=state.active,
            step=state.step,
            priority=state.priority,
            ended=state.ended_how,
            result=state.result,
            closed=state.closed_at is not None,
            players=tuple(self.player(seat) for seat in state.players.values()),
            objects=tuple(self.object(thing) for thing in sorted(state.objects.values(), key=_place)),
            duties=tuple(self.duties()),
            choices=tuple(self.choice(slot) for slot in self.slots() if slot.zone == "choice"),
            seen=tuple(self.seen()),
        )

    def player(self, seat: PlayerState) -> PlayerView:
        own: tuple[HandCard, ...] | None = None
        if self.who in {seat.id, JUDGE}:
            lying = hand(self.state, seat.id, self.known)
            own = tuple(HandCard(handle=card.handle, card=_face(card.identity)) for card in lying)
        return PlayerView(
            id=seat.id,
            name=self.names.get(seat.id, seat.id),
            status=seat.status,
            team=seat.team if seat.team != seat.id else None,
            life=seat.life,
            library=seat.library,
            hand=seat.hand,
            known_hand=seat.known_hand,
            known_library=seat.known_library,
            cards=own,
        )

    def object(self, thing: Object) -> ObjectView:
        state = self.state
        down = thing.face_down
        registered = WAYS.get(down.way) if down is not None else None
        known = self.opened(thing.bond)
        public = thing.named if down is not None else thing.card
        marks = self.marks(thing, known, public)
        everybody = down is not None and (thing.shown_at >= 0 or frozenset(state.playing) <= thing.knows)
        return ObjectView(
            handle=thing.handle,
            zone=thing.zone,
            kind=thing.kind,
            owner=thing.owner,
            controller=thing.controller,
            put_by=thing.first_controller or thing.controller,
            since=thing.since,
            turn=thing.turn,
            face="up" if down is None else "down",
            way=None if down is None else down.way,
            said=None if down is None else down.way if registered is None else registered.said,
            by=None if down is None else down.by,
            characteristics=characteristics(thing, self.cards),
            named=thing.named if down is not None else None,
            everybody_knows=everybody and thing.named is not None,
            known=known if down is not None or "differs from public" in marks else None,
            marks=marks,
            known_by=self.seats(thing.knows) if down is not None else (),
            may_look=self.seats(may_look(state, thing)),
            was=thing.was,
            origin=thing.origin,
            tapped=thing.tapped,
            phased_out=thing.phased_out,
            transformed=thing.transformed,
            attacking=thing.attacking,
            blocking=thing.blocking,
            attached_to=thing.attached_to,
            attachments=tuple(
                other.handle for other in state.objects.values() if other.attached_to == thing.handle
            ),
            targets=thing.targets,
            counters=thing.counters,
            effects=tuple(_effect(effect) for effect in thing.effects),
            pile=thing.pile,
            commander=thing.commander,
            mixed=thing.mixed,
            parts=tuple(self.part(part) for part in thing.components),
        )

    def part(self, part: Object) -> Part:
        down = part.face_down is not None
        return Part(
            handle=part.handle,
            face="down" if down else "up",
            named=part.named if down else part.card,
            known=self.opened(part.bond) if down else None,
        )

    def marks(self, thing: Object, known: Face | None, public: str | None) -> tuple[Mark, ...]:
        """What a judge, or the holder, should notice: another card than the record names, or a name from escrow alone."""
        found: list[Mark] = []
        if known is None:
            return ()
        if self.who == JUDGE and thing.face_down is not None and public is None:
            found.append("from escrow")
        if public is not None and not thing.transformed and _front(public) != _front(known.name):
            found.append("differs from public")
        return tuple(found)

    def duties(self) -> Iterable[DutyView]:
        for key in self.state.open_duties:
            duty = self.state.duties[key]
            if any(show.meets for show in duty.shows):
                continue
            registered = WAYS.get(duty.way)
            yield DutyView(
                object=duty.object,
                cause=duty.cause,
                rule=duty.rule,
                owed_by=duty.owed_by,
                controller=duty.controller,
                since=duty.since,
                kind=duty.kind,
                way=duty.way if registered is None else registered.said,
                moot=duty.moot,
                doubt=duty.doubt,
                known=self.opened(duty.bond),
            )

    def choice(self, slot: Hidden) -> ChoiceView:
        found = self.known.get(slot.bond.commitment)
        values = found.identity.values if found and isinstance(found.identity, e.Choice) else None
        return ChoiceView(handle=slot.handle, player=slot.player, shown=slot.shown, values=values)

    def seen(self) -> Iterable[SeenCard]:
        """What the viewer was shown in hidden zones, other than the hands that the view lists anyway."""
        state = self.state
        left = {found.link for found in self.known.values() if found.link and not undone(state, found.seq)}
        for slot in state.hidden.values():
            listed = slot.zone == "hand" and self.who in {slot.player, JUDGE}
            back = undone(state, slot.bond.seq)
            emptied = slot.zone == "hand" and slot_number(slot.handle) < state.players[slot.player].hand_from
            if slot.zone == "choice" or (listed and not back) or emptied or slot.handle in left:
                continue
            face = self.opened(slot.bond)
            if face is not None and slot_number(slot.handle) >= state.slots_from:
                yield SeenCard(player=slot.player, zone=slot.zone, entry=slot.bond.seq, card=face)
        for seat in state.players.values():
            if self.who in {seat.id, JUDGE}:
                continue
            for card in seat.back:
                found = self.known.get(card.bond.commitment) if card.bond is not None else None
                if card.name is None and found is not None and isinstance(found.identity, e.CardIdentity):
                    yield SeenCard(
                        player=seat.id,
                        zone="hand",
                        entry=found.seq,
                        card=_face(found.identity),
                        was=card.handle,
                    )

    def slots(self) -> Iterable[Hidden]:
        """The concealed identities of this game that stand (none from entries that were taken back)."""
        state = self.state
        for slot in state.hidden.values():
            if slot_number(slot.handle) >= state.slots_from and not undone(state, slot.bond.seq):
                yield slot

    def opened(self, bond: Bond | None) -> Face | None:
        found = self.known.get(bond.commitment) if bond is not None else None
        if found is None or not isinstance(found.identity, e.CardIdentity):
            return None
        return _face(found.identity)

    def seats(self, some: frozenset[str]) -> tuple[str, ...]:
        """Role ids in seating order; whoever does not sit here comes last."""
        order = [*self.state.players]
        return tuple(
            sorted(some, key=lambda role: (order.index(role) if role in order else len(order), role))
        )


def _face(identity: e.CardIdentity) -> Face:
    return Face(
        name=identity.name,
        variant=identity.variant,
        printing=identity.printing,
        chosen=identity.chosen or (),
    )


def _front(name: str) -> str:
    return name.split(" // ", 1)[0].casefold()


def _place(thing: Object) -> tuple[int, int]:
    """Where an object stands in a view: its zone, then the order in which it came (handles are given out in order)."""
    zone = ZONES.index(thing.zone) if thing.zone in ZONES else len(ZONES)
    return zone, int(thing.handle[1:])


def _effect(effect: Effect) -> str:
    """A continuous effect in public words."""
    said = [*effect.adds]
    if effect.power is not None or effect.toughness is not None:
        said.append(f"{_size(effect.power)}/{_size(effect.toughness)}")
    if effect.lost_abilities:
        said.append("no abilities")
    if effect.stays_down:
        said.append("cannot be turned face up")
    return f"{', '.join(said) or 'changed'} ({effect.by})"


def _size(value: int | None) -> str:
    return "–" if value is None else str(value)
