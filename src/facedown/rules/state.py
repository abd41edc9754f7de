"""The state of a game: frozen, public, the same for everybody.

It holds no secret because no event holds one. A view is this state plus the identities that the viewer's own keys
open. Positions are kept by keeping references: a dict is copied when it changes, never altered in place.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

import msgspec

from facedown.rules.events import HIDDEN, FaceDown
from facedown.rules.ways import Listed

Kind = Literal["card", "token", "copy"]
Cause = Literal["game_end", "left_battlefield", "left_stack", "player_left", "would_turn_up", "effect"]
Proof = Literal["opening", "seen", "said"]


MOST_WORK = 200_000_000
"""Events times what lies on the table, over a whole record: sixty times a match of 10,000 entries."""

MOST_LISTED = 1_000
"""Entries of a list that an object or a player drags along (components, effects, known cards): each event copies it."""


class Frozen(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """The base of all values of the state."""


class Bond(Frozen, frozen=True, kw_only=True):
    """A commitment in force: with its handle and the entry that carries it, all that checking an opening takes."""

    commitment: str
    handle: str
    seq: int


class Effect(Frozen, frozen=True, kw_only=True):
    """A continuous effect on an object, in public words."""

    by: str
    adds: tuple[str, ...] = ()
    power: int | None = None
    toughness: int | None = None
    lost_abilities: bool = False
    stays_down: bool = False


class Object(Frozen, frozen=True, kw_only=True):
    """An object (CR 109) in a public zone. `card` is the name its face shows; `named` one that everybody knows besides.

    `knows` are the players who have legitimately seen the present identity, or had it under their control; it never
    shrinks while the object exists. `shown_at` is the last entry in which it was put before every player.
    """

    handle: str
    zone: str
    owner: str
    controller: str
    since: int
    kind: Kind = "card"
    face_down: FaceDown | None = None
    card: str | None = None
    named: str | None = None
    listed: Listed | None = None
    bond: Bond | None = None
    knows: frozenset[str] = frozenset()
    may_look: frozenset[str] = frozenset()
    shown_at: int = -1
    was: str | None = None
    origin: str | None = None
    """The zone it came from."""
    turn: int = 0
    tapped: bool = False
    phased_out: bool = False
    transformed: bool = False
    attached_to: str | None = None
    attach_need: str | None = None
    attacking: bool = False
    attacked_turn: int | None = None
    """The turn in which it attacked last: one of the things that tell face-down creatures apart (CR 708.6)."""
    blocking: str | None = None
    targets: tuple[str, ...] = ()
    target_need: str | None = None
    counters: tuple[tuple[str, int], ...] = ()
    effects: tuple[Effect, ...] = ()
    components: tuple[Object, ...] = ()
    commander: bool = False
    pile: str | None = None
    mixed: bool = False
    first_controller: str = ""
    entered_down: bool = False
    cast_for: str | None = None
    held: tuple[str, ...] = ()
    """Who controlled it before, the latest last: control goes back there when an effect ends (CR 800.4a)."""
    turned_by: str | None = None
    """The special action by which its controller turned it face up, where that is how it is face up."""
    gathered: bool = False
    """Whether it has been gathered up: it cannot be shown as it lay any more."""

    @property
    def way(self) -> str | None:
        """The way it is face down, or None: it is face up."""
        return None if self.face_down is None else self.face_down.way

    @property
    def is_permanent(self) -> bool:
        """Whether it is on the battlefield (CR 110.1)."""
        return self.zone == "battlefield"


class Hidden(Frozen, frozen=True, kw_only=True):
    """A concealed identity in a hidden zone, or a secret choice; nothing public links it to a later handle."""

    handle: str
    player: str
    bond: Bond
    zone: str = "hand"
    knows: frozenset[str] = frozenset()
    shown: str | None = None


class Show(Frozen, frozen=True, kw_only=True):
    """That a duty's object was put before every player."""

    seq: int
    by: str | None
    proof: Proof
    """How good the evidence is, before openings are checked."""
    meets: bool = True
    """False for a claim that nothing binds, and for what a judge supplied from escrow: the duty stays as it was."""


class Duty(Frozen, frozen=True, kw_only=True):
    """A reveal that has fallen due (see :mod:`facedown.rules.reveals`)."""

    object: str
    cause: Cause
    rule: str
    owed_by: str
    controller: str
    since: int
    kind: Literal["permanent", "component", "spell", "foretold", "conspiracy", "exiled", "hidden"]
    way: str
    bond: Bond | None
    moot: bool
    recorded: bool
    token: bool
    knew: frozenset[str]
    audience: frozenset[str]
    named: str | None = None
    shows: tuple[Show, ...] = ()
    closed_at: int | None = None
    closed_by: str | None = None
    doubt: str | None = None
    """Why it cannot be decided whether anything was owed, or None."""
    before: tuple[int, ...] = ()
    """Entries that came between the duty and its first showing (at most 50 are kept)."""
    lies_in: str | None = None
    """The zone the card went to, where the record says."""

    @property
    def open(self) -> bool:
        """Whether its window is still open."""
        return self.closed_at is None


class Returned(Frozen, frozen=True, kw_only=True):
    """A card that went from the table into its owner's hand: whoever knew it there knows it still."""

    handle: str
    """The handle it had on the table."""
    name: str | None
    """The name under which everybody saw it go, or None."""
    bond: Bond | None


class PlayerState(Frozen, frozen=True, kw_only=True):
    """A player: status, and what is publicly known of the hidden zones (None: the record does not keep the count)."""

    id: str
    part: str | None = None
    team: str = ""
    status: str = "in"
    life: int | None = None
    library: int | None = None
    hand: int | None = None
    outside: int | None = None
    known_hand: tuple[str, ...] = ()
    known_library: tuple[str, ...] = ()
    played: tuple[str, ...] = ()
    """Names under which cards publicly left the hand: its owner's view takes them off."""
    back: tuple[Returned, ...] = ()
    """What came back into the hand from the table: its owner's view adds it."""
    hand_from: int = 0
    """Slots with a lower number are not in the hand: it was empty in between, or the game is another."""
    left_at: int | None = None
    gone: tuple[Object, ...] = ()
    """What left the game with the player: a concession that is undone brings it back."""

    @property
    def playing(self) -> bool:
        """Whether the player is still in the game (an empty chair is not leaving)."""
        return self.status in {"in", "absent"}


class Grant(Frozen, frozen=True, kw_only=True):
    """A standing permission to look at the face-down objects of some players."""

    player: str
    by: str
    of: frozenset[str]


class State(Frozen, frozen=True, kw_only=True):
    """A whole game after entry `seq`; `-1` before the first."""

    seq: int = -1
    custody: str = "recorder"
    undone: tuple[tuple[int, int], ...] = ()
    """Entries (first, last) that were taken back: what they did to hidden zones is undone, what they showed is not."""
    players: dict[str, PlayerState] = {}
    objects: dict[str, Object] = {}
    hidden: dict[str, Hidden] = {}
    duties: dict[str, Duty] = {}
    open_duties: tuple[str, ...] = ()
    watched: tuple[str, ...] = ()
    """Duties whose window has passed and which were not shown yet: what comes between is still listed."""
    grants: tuple[Grant, ...] = ()
    next_handle: int = 1
    next_slot: int = 1
    slots_from: int = 1
    """Slots with a lower number belong to an earlier game of this record."""
    turn: int = 0
    active: str | None = None
    step: str | None = None
    priority: str | None = None
    keeps_priority: bool = False
    began: bool = False
    stops_at_end: bool = False
    together: bool = False
    """Whether the players of a team win, lose and leave together (CR 810.8)."""
    ended_at: int | None = None
    ended_how: str | None = None
    game: int = 1
    result: str | None = None
    closed_at: int | None = None
    closed_by: str | None = None
    loud: int = -1
    """The last entry that was not quiet."""
    work: int = 0
    """What it took to come here: every event may copy what there is (see `MOST_WORK`)."""

    def with_object(self, thing: Object) -> State:
        """The same state with one object changed or added."""
        return msgspec.structs.replace(self, objects={**self.objects, thing.handle: thing})

    def with_objects(self, things: Iterable[Object]) -> State:
        """The same state with several objects changed or added."""
        return msgspec.structs.replace(self, objects={**self.objects, **{t.handle: t for t in things}})

    def with_player(self, player: PlayerState) -> State:
        """The same state with one player changed or added."""
        return msgspec.structs.replace(self, players={**self.players, player.id: player})

    @property
    def playing(self) -> tuple[str, ...]:
        """The players still in the game, in seating order."""
        return tuple(p.id for p in self.players.values() if p.playing)

    @property
    def watching(self) -> frozenset[str]:
        """The players before whom something is shown: those in the game, after its end those who were in it then."""
        ended = self.ended_at
        return frozenset(
            p.id
            for p in self.players.values()
            if p.playing or (ended is not None and p.left_at is not None and p.left_at >= ended)
        )

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.ended_at is not None


def count(player: PlayerState, zone: str) -> int | None:
    """How many cards are in one of a player's hidden zones, or None where it is not recorded."""
    return getattr(player, zone) if zone in HIDDEN else None
