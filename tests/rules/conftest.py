"""A table to play on in one line a deed: the rules alone, without keys, stores or signatures."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Callable, Iterable
from typing import Any, cast

import msgspec
import pytest
from msgspec.structs import replace

from facedown.cards import builtin
from facedown.cards.card import Card
from facedown.errors import Illegal
from facedown.rules import actions as a
from facedown.rules import events as e
from facedown.rules.characteristics import Characteristics, characteristics
from facedown.rules.conduct import Judgement, Violation, conduct
from facedown.rules.decide import decide
from facedown.rules.evolve import fold
from facedown.rules.looking import may_look
from facedown.rules.reveals import Standing, keys_of, standing
from facedown.rules.state import Bond, Duty, Object, State
from facedown.rules.ways import WAYS, Way

CARDS = builtin.catalogue()
SEATS = ("p1", "p2", "p3", "p4", "p5")
FIRST = {"morph": "Exalted Angel", "disguise": "Coveted Falcon"}


class Notary:
    """A sealer that keeps its secrets in a dict: what the rules ask of it, and no cryptography."""

    def __init__(self) -> None:
        self.known: dict[str, e.Identity] = {}
        self.lost: set[str] = set()

    def conceal(
        self, handle: str, identity: e.Identity, viewers: frozenset[str], source: str | None
    ) -> e.Concealed:
        del source
        commitment = hashlib.sha256(f"{handle} {len(self.known)}".encode()).hexdigest()
        self.known[commitment] = identity
        return e.Concealed(alg="c1", boxes=self._boxes(commitment, viewers), commitment=commitment)

    def _boxes(self, commitment: str, viewers: Iterable[str]) -> tuple[e.Box, ...]:
        return tuple(
            e.Box(part=hashlib.sha256(f"{commitment}{seat}".encode()).hexdigest(), to=seat)
            for seat in sorted(viewers)
        )

    def opening(self, bond: Bond | None) -> e.Opening | None:
        if bond is None or bond.commitment in self.lost or bond.commitment not in self.known:
            return None
        nonce = base64.b64encode(bytes.fromhex(bond.commitment)).decode()
        return e.Opening(identity=self.known[bond.commitment], nonce=nonce)

    def share(self, bond: Bond | None, to: frozenset[str]) -> tuple[e.Box, ...] | None:
        return None if self.opening(bond) is None or bond is None else self._boxes(bond.commitment, to)

    def deck(self, seat: str, cards: tuple[str, ...], sideboard: tuple[str, ...]) -> tuple[e.Box, ...]:
        return self._boxes(repr((seat, cards, sideboard)), {seat})

    def text(self, text: str) -> str:
        return hashlib.sha256(text.encode()).hexdigest()


class World:
    """A game at a table. Strict unless asked otherwise: what the rules do not allow raises `Illegal`."""

    def __init__(
        self,
        players: int = 2,
        *,
        strict: bool = True,
        teams: str | None = None,
        custody: str = "recorder",
        cards: dict[str, Card] | None = None,
        first: str | None = None,
        **begin: Any,
    ) -> None:
        self.notary = Notary()
        self.cards = CARDS if cards is None else cards
        self.strict = strict
        self.states = [State(custody=custody)]
        self.entries: list[tuple[str, tuple[e.Event, ...]]] = [("recorder", ())]
        self.judgement: Judgement | None = None
        self.states[0] = replace(self.states[0], seq=0)
        for index, seat in enumerate(SEATS[:players]):
            team = None if teams is None else teams[index]
            self.do(a.Seat(player=seat, team=team, library=60, hand=40, life=20))
        self.do(a.Begin(first=first, **begin))

    # --- playing ---

    @property
    def state(self) -> State:
        return self.states[-1]

    def at(self, seq: int) -> State:
        return self.states[seq]

    def do(self, action: a.Action, by: str = "recorder") -> tuple[e.Event, ...]:
        return self.write(*decide(self.state, action, self.notary, self.cards), by=by)

    def write(self, *events: e.Event, by: str = "recorder", lenient: bool = False) -> tuple[e.Event, ...]:
        """Write events as they stand, as somebody else's program would."""
        found = conduct(
            self.state, len(self.states), by, events, known=self.notary.known, cards=self.cards, at=self.at
        )
        if self.strict and not lenient:
            for violation in found.violations:
                if violation.code != "FD504":
                    raise Illegal(violation.message, rules=violation.rules)
        self.judgement = found
        self.states.append(found.state)
        self.entries.append((by, events))
        return events

    def made(self, events: tuple[e.Event, ...]) -> str:
        """The first handle that events gave out."""
        for event in events:
            handle = getattr(event, "new", None) or (
                event.object if isinstance(event, e.Cast | e.Created) else None
            )
            if isinstance(handle, str):
                return handle
        raise AssertionError("no object was made")

    def main(self, player: str) -> None:
        """Go to a main phase of a player's turn, if it is not there."""
        if self.state.turn == 0 or self.state.active != player:
            self.do(a.BeginTurn(player=player))
        if self.state.step != "main":
            self.do(a.BeginStep(step="main"))

    def loud(self) -> None:
        """Something happens on the table that has nothing to do with any card."""
        self.do(a.SetLife(player="p1", life=19))

    def quiet(self) -> None:
        """Something is said."""
        self.do(a.Say(player="p1", text="thinking"))

    # --- cards ---

    def cast(self, card: str | None, player: str = "p1", *, anytime: bool = False, **more: Any) -> str:
        """Cast a card from the hand, in the player's main phase: the spell's handle."""
        if not anytime:
            self.main(player)
        return self.made(self.do(a.CastSpell(player=player, card=card, **more)))

    def resolve(self, spell: str, **more: Any) -> str:
        return self.made(self.do(a.Resolve(object=spell, **more)))

    def put(self, card: str | None, player: str = "p1", **more: Any) -> str:
        """Put a card somewhere public."""
        more.setdefault("source", "hand")
        return self.made(self.do(a.Put(player=player, card=card, **more)))

    def spell(self, way: str, player: str = "p1", card: str | None = "", **more: Any) -> str:
        """A face-down spell, cast in this way."""
        card = card_for(way) if card == "" else card
        more.setdefault("cost", "{6}" if WAYS[way].keyword is None else "{3}")
        return self.cast(card, player, face_down=way, **more)

    def down(self, way: str, player: str = "p1", card: str | None = "", **more: Any) -> str:
        """A face-down permanent that got there in this way, whichever it is."""
        card = card_for(way) if card == "" else card
        arrives = WAYS[way].arrives
        if "cast" in arrives:
            return self.resolve(self.spell(way, player, card, **more))
        if "put" in arrives:
            return self.put(card, player, source=more.pop("source", "library"), face_down=way, **more)
        assert "turned" in arrives, f"{way} makes no permanent"
        handle = self.put(card, player)
        self.do(a.TurnDown(object=handle, face_down=way))
        return handle

    def up(self, handle: str, procedure: str = "effect", **more: Any) -> None:
        self.do(a.TurnUp(object=handle, procedure=procedure, **more))

    def turn_down(self, handle: str, by: str = "Cyber Conversion", **more: Any) -> None:
        self.do(a.TurnDown(object=handle, by=by, **more))

    def move(self, handle: str, to: str, **more: Any) -> str | None:
        """Move an object: its new handle, or None in a hidden zone."""
        events = self.do(msgspec.convert({"do": "move", "object": handle, "to": to, **more}, a.Move))
        return next(event.new for event in events if isinstance(event, e.Moved))

    def die(self, handle: str, **more: Any) -> str:
        new = self.move(handle, "graveyard", **more)
        assert new is not None
        return new

    def bounce(self, handle: str, **more: Any) -> None:
        self.move(handle, "hand", **more)

    def steal(self, handle: str, player: str, **more: Any) -> None:
        self.do(a.GainControl(object=handle, player=player, **more))

    def show(self, handle: str, **more: Any) -> None:
        self.do(a.Show(object=handle, **more))

    def look(self, handle: str, player: str, **more: Any) -> None:
        self.do(a.Look(player=player, object=handle, **more))

    def attach(self, handle: str, to: str, need: str | None = "creature") -> None:
        self.do(a.Attach(object=handle, to=to, need=need))

    def concede(self, player: str) -> None:
        self.do(a.Concede(player=player))

    def end(self, how: str = "victory", **more: Any) -> None:
        self.do(a.End(how=how, **more))

    def close(self) -> None:
        self.do(a.Close())

    # --- asking ---

    def __getitem__(self, handle: str) -> Object:
        return self.state.objects[handle]

    def __contains__(self, handle: str) -> bool:
        return handle in self.state.objects

    def seen(self, handle: str) -> Characteristics:
        """What everybody sees the object to be."""
        return characteristics(self[handle], self.cards)

    def lookers(self, handle: str) -> frozenset[str]:
        return may_look(self.state, self[handle])

    @property
    def violations(self) -> tuple[Violation, ...]:
        """What the rules say against the last deed."""
        assert self.judgement is not None
        return self.judgement.violations

    def codes(self) -> list[str]:
        return [violation.code for violation in self.violations]

    def rules(self) -> set[str]:
        return {rule for violation in self.violations for rule in violation.rules}

    def open_questions(self) -> set[str]:
        """What could not be decided of the last deed."""
        assert self.judgement is not None
        return {one.missing for one in self.judgement.undecided}

    def duties(self) -> dict[str, str]:
        """``handle/cause`` → status of every duty that fell due."""
        return {key: self._standing(duty).status for key, duty in self.state.duties.items()}

    def duty(self, handle: str, cause: str | None = None) -> Duty:
        """The one duty of an object (of a cause)."""
        found = [self.state.duties[key] for key in keys_of(self.state, handle)]
        found = [duty for duty in found if cause is None or duty.cause == cause]
        assert len(found) == 1, f"{len(found)} duties of {handle}: {[duty.cause for duty in found]}"
        return found[0]

    def standing(self, handle: str, cause: str | None = None) -> str:
        """How that duty stands now."""
        return self._standing(self.duty(handle, cause)).status

    def proof(self, handle: str, cause: str | None = None) -> str | None:
        show = self._standing(self.duty(handle, cause)).show
        return None if show is None else show.proof

    def owes_nothing(self, handle: str) -> bool:
        return not keys_of(self.state, handle)

    def _standing(self, duty: Duty) -> Standing:
        return standing(duty, closed=self.state.closed_at is not None)

    def refold(self) -> list[State]:
        """The state after every entry, folded again from the events alone."""
        states = [self.states[0]]
        for seq, (by, events) in enumerate(self.entries[1:], start=1):
            states.append(fold(states[-1], seq, by, events, lambda n: states[n]))
        return states


def card_for(way: str) -> str:
    """A creature card that may lawfully be face down in this way."""
    keyword = WAYS[way].keyword
    if keyword is None:
        return "Exalted Angel"
    if keyword in FIRST:
        return FIRST[keyword]
    return next(name for name, card in CARDS.items() if card.keyword == keyword and card.is_creature)


def named(*arrivals: str) -> list[str]:
    """The names of all registered ways by which objects arrive so."""
    return [name for name, way in WAYS.items() if way.arrives & set(arrivals)]


@pytest.fixture
def world() -> Callable[..., World]:
    return World


@pytest.fixture
def w() -> World:
    """Two players, strict."""
    return World()


@pytest.fixture
def lenient() -> World:
    """Two players; what the rules do not allow is written down and judged."""
    return World(strict=False)


@pytest.fixture(params=list(WAYS.values()), ids=list(WAYS))
def way(request: pytest.FixtureRequest) -> Way:
    """Every registered way."""
    return cast("Way", request.param)


@pytest.fixture(params=named("cast", "put", "turned"))
def permanent_way(request: pytest.FixtureRequest) -> str:
    """Every way in which a permanent can be face down."""
    return cast("str", request.param)


@pytest.fixture(params=named("cast"))
def spell_way(request: pytest.FixtureRequest) -> str:
    """Every way in which a spell can be face down."""
    return cast("str", request.param)


@pytest.fixture(params=named("put"))
def put_way(request: pytest.FixtureRequest) -> str:
    """Every way in which a card can be put onto the battlefield face down."""
    return cast("str", request.param)


@pytest.fixture(params=["p1", "p2"])
def player(request: pytest.FixtureRequest) -> str:
    """Either player."""
    return cast("str", request.param)


@pytest.fixture
def other(player: str) -> str:
    """The opponent of `player`."""
    return "p2" if player == "p1" else "p1"


@pytest.fixture(params=["own turn", "other turn", "combat", "with a spell on the stack"])
def moment(request: pytest.FixtureRequest) -> Callable[[World, str], None]:
    """A moment at which instants may be played: a function that brings it about."""

    def bring(w: World, player: str) -> None:
        other = "p2" if player == "p1" else "p1"
        if request.param == "own turn":
            w.main(player)
        elif request.param == "other turn":
            w.main(other)
        elif request.param == "combat":
            w.main(other)
            w.do(a.BeginStep(step="declare blockers"))
        else:
            w.cast("Divination", other)
        w.do(a.GivePriority(player=player))

    return bring
