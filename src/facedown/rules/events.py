"""What happened: the closed, versioned vocabulary of a game.

Every event is public. A face-down identity appears only as a *concealed identity* (`Concealed`: a commitment and the
digests of sealed boxes), or in the clear when it is shown (`Opening`). Players appear by role id (``p1``), objects by
handle (``#7``). A released struct never changes: a new field is a new tag. Events about roles and keys belong to the
envelope (:mod:`facedown.ledger.entry`).

Optional members default to ``None`` only, and are absent when not given.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from facedown.rules.ways import Listed

Zone = Literal["library", "hand", "battlefield", "graveyard", "exile", "stack", "command", "outside"]
HIDDEN: frozenset[str] = frozenset({"library", "hand", "outside"})
"""Zones whose cards other players may not see (CR 400.2); a card in one is a count, not an object."""

Player = Annotated[str, Meta(min_length=1, max_length=32)]
Handle = Annotated[str, Meta(pattern=r"^#[1-9][0-9]{0,8}\Z")]
Slot = Annotated[str, Meta(pattern=r"^p[1-9][0-9]?/(card|deck|choice)/[1-9][0-9]{0,6}\Z")]
"""The handle of a concealed identity that is no object: a card in a hidden zone, a secret choice."""
AnyHandle = Annotated[
    str, Meta(pattern=r"^(#[1-9][0-9]{0,8}|p[1-9][0-9]?/(card|deck|choice)/[1-9][0-9]{0,6})\Z")
]
"""Either of the two."""
Name = Annotated[str, Meta(min_length=1, max_length=200)]
Text = Annotated[str, Meta(max_length=500)]
Digest = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z")]
Count = Annotated[int, Meta(ge=0, le=100_000)]
Signed = Annotated[int, Meta(ge=-1_000_000, le=1_000_000)]


class Plain(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, gc=False
):
    """A value inside an event."""


class Box(Plain, frozen=True, kw_only=True):
    """One sealed opening: the digest of the part that holds it, and the role it is sealed to."""

    part: Digest
    to: Player


class Concealed(Plain, frozen=True, kw_only=True):
    """A hidden identity: nothing in it tells which card it is."""

    alg: Literal["c1"]
    boxes: tuple[Box, ...]
    commitment: Digest


class CardIdentity(Plain, frozen=True, kw_only=True, tag_field="type", tag="card.v1"):
    """Which card it is. `variant` is ``megamorph`` where that is how it was cast: public only with the card.

    `chosen` are the names chosen in secret for a conspiracy (CR 702.106a, 702.106f): one payload, whatever their number.
    """

    name: Name
    chosen: tuple[Name, ...] | None = None
    printing: Text | None = None
    slot: Slot | None = None
    variant: Text | None = None


class Choice(Plain, frozen=True, kw_only=True, tag_field="type", tag="choice.v1"):
    """A secret choice: the chosen values (card names, numbers), in order (CR 702.106)."""

    values: tuple[Name, ...]


Identity = CardIdentity | Choice


class Opening(Plain, frozen=True, kw_only=True):
    """An identity in the clear. With `nonce` (base64, 32 bytes) it is checked against the commitment; without, it is a claim."""

    identity: Identity
    nonce: Annotated[str, Meta(max_length=44)] | None = None

    def __repr__(self) -> str:
        return "Opening(…)"


class FaceDown(Plain, frozen=True, kw_only=True):
    """How an object is face down: its way, what the effect lists (if it does), and what did it, in public words."""

    way: Text
    listed: Listed | None = None
    by: Text | None = None


class HiddenCard(Plain, frozen=True, kw_only=True):
    """A card in a hidden zone whose identity its holder knows."""

    handle: Slot
    identity: Concealed


class Event(Plain, frozen=True, kw_only=True, tag_field="type"):
    """The base of all events; `quiet` ones change nothing on the table (they do not close a window: see `reveals`)."""

    @property
    def quiet(self) -> bool:
        """Whether an entry of such events leaves the windows of open duties as they are."""
        return type(self) in QUIET


# --- the table and its times -------------------------------------------------------------------------------------


class Seated(Event, frozen=True, kw_only=True, tag="seated.v1"):
    """A player sits down; `part` is the shown name; counts are None where the record does not keep them."""

    player: Player
    part: Digest | None = None
    team: Text | None = None
    library: Count | None = None
    hand: Count | None = None
    life: Signed | None = None


class Began(Event, frozen=True, kw_only=True, tag="began.v1"):
    """The game begins. `stops_at_end`: the source takes no entries after the end (no reveal could be recorded).

    `together`: the players of a team win, lose and leave together, as in Two-Headed Giant (CR 810.8a-b).
    """

    first: Player | None = None
    stops_at_end: bool | None = None
    position: bool | None = None
    together: bool | None = None


class Turn(Event, frozen=True, kw_only=True, tag="turn.v1"):
    """A player's turn begins."""

    player: Player


class Step(Event, frozen=True, kw_only=True, tag="step.v1"):
    """A step or phase begins, in the field's words ("main", "combat")."""

    step: Text


class Priority(Event, frozen=True, kw_only=True, tag="priority.v1"):
    """A player receives priority (CR 117). A record that never says so does not keep priority."""

    player: Player


class Life(Event, frozen=True, kw_only=True, tag="life.v1"):
    """A player's life total becomes `life`."""

    player: Player
    life: Signed


# --- hidden zones ------------------------------------------------------------------------------------------------


class Drew(Event, frozen=True, kw_only=True, tag="drew.v1"):
    """A player draws; `cards` are concealed identities where the writer knows the cards."""

    player: Player
    count: Count
    cards: tuple[HiddenCard, ...] | None = None


class Transferred(Event, frozen=True, kw_only=True, tag="transferred.v1"):
    """Cards go from one hidden zone to another without being shown (a mulligan, a card put on the bottom)."""

    player: Player
    source: Zone
    to: Zone
    count: Count
    owner: Player | None = None
    cards: tuple[HiddenCard, ...] | None = None


class Shuffled(Event, frozen=True, kw_only=True, tag="shuffled.v1"):
    """A hidden zone is shuffled: no player knows the order (CR 701.24a)."""

    player: Player
    zone: Zone


class Repiled(Event, frozen=True, kw_only=True, tag="repiled.v1"):
    """A face-down pile is shuffled: new handles and commitments, the set stays known (CR 701.24a)."""

    player: Player
    objects: tuple[Handle, ...]
    new: tuple[Handle, ...]
    identities: tuple[Concealed, ...] | None = None


# --- objects and zones -------------------------------------------------------------------------------------------


class Cast(Event, frozen=True, kw_only=True, tag="cast.v1"):
    """A spell is put on the stack (CR 601), face down if `face_down` is there (CR 708.4).

    `cost` is what was paid, as announced; `modifiers` what changed it. `was` links a card that everybody could follow.
    """

    player: Player
    object: Handle
    source: Zone
    owner: Player | None = None
    was: Handle | None = None
    card: Name | None = None
    face_down: FaceDown | None = None
    identity: Concealed | None = None
    cost: Text | None = None
    modifiers: Text | None = None
    targets: tuple[Handle, ...] | None = None
    need: Text | None = None
    allowed: Text | None = None
    x: Count | None = None


class Moved(Event, frozen=True, kw_only=True, tag="moved.v1"):
    """A card or permanent changes zones (CR 400.7): the old handle ends, a new one begins in a public zone.

    `object` absent: it came out of a hidden zone. `new` absent: it went into one. Both there: the link is public.
    `card` names it where its new face is up. `resolved`: a spell that did what it says (CR 608).
    """

    player: Player
    source: Zone
    to: Zone
    object: Handle | None = None
    new: Handle | None = None
    owner: Player | None = None
    controller: Player | None = None
    card: Name | None = None
    face_down: FaceDown | None = None
    identity: Concealed | None = None
    tapped: bool | None = None
    cost: Text | None = None
    allowed: Text | None = None
    pile: Text | None = None
    resolved: bool | None = None


class Created(Event, frozen=True, kw_only=True, tag="created.v1"):
    """A token, or a copy of a spell, comes into being; its owner is its creator (CR 111.2).

    `copy_of`: a copy takes the copiable values (CR 707.2): of a face-down object, the face-down ones, face up.
    """

    player: Player
    object: Handle
    zone: Zone
    kind: Literal["token", "copy"]
    controller: Player | None = None
    card: Name | None = None
    copy_of: Handle | None = None
    listed: Listed | None = None
    face_down: FaceDown | None = None
    identity: Concealed | None = None


class Ceased(Event, frozen=True, kw_only=True, tag="ceased.v1"):
    """A token or copy outside its zone ceases to exist (CR 111.7, 704.5e)."""

    object: Handle


# --- permanents --------------------------------------------------------------------------------------------------


class TurnedUp(Event, frozen=True, kw_only=True, tag="turned_up.v1"):
    """A face-down permanent is turned face up: same object, same handle (CR 708.8, 110.5).

    `procedure`: ``morph``, ``disguise``, ``manifest``, ``cloak`` (special actions), ``effect``, ``hidden agenda``, or
    ``unrecorded``.
    """

    player: Player
    object: Handle
    procedure: Text
    cost: Text | None = None
    modifiers: Text | None = None
    opening: Opening | None = None
    x: Count | None = None


class TurnedDown(Event, frozen=True, kw_only=True, tag="turned_down.v1"):
    """A face-up permanent is turned face down (CR 708.2a): same object, same handle."""

    player: Player
    object: Handle
    face_down: FaceDown
    identity: Concealed | None = None


class StayedDown(Event, frozen=True, kw_only=True, tag="stayed_down.v1"):
    """Something would turn up an instant or sorcery: shown to all, it stays face down (CR 701.40g, 701.58g, 729.2g)."""

    player: Player
    object: Handle
    opening: Opening | None = None


class Controlled(Event, frozen=True, kw_only=True, tag="controlled.v1"):
    """A player gains control of an object; who may look changes with it (CR 708.5)."""

    object: Handle
    player: Player
    boxes: tuple[Box, ...] | None = None


class Tapped(Event, frozen=True, kw_only=True, tag="tapped.v1"):
    """A permanent becomes tapped, or untapped."""

    object: Handle
    tapped: bool


class Attached(Event, frozen=True, kw_only=True, tag="attached.v1"):
    """An Aura, Equipment or Fortification becomes attached to an object; without `to`, unattached.

    `need` is what it may be attached to, in public words ("creature"), where recorded.
    """

    object: Handle
    to: Handle | None = None
    need: Text | None = None


class Targeted(Event, frozen=True, kw_only=True, tag="targeted.v1"):
    """A spell or ability's targets are chosen (CR 601.2c); ``need`` says what a legal target is, where recorded."""

    object: Handle
    targets: tuple[Handle, ...]
    need: Text | None = None


class Transformed(Event, frozen=True, kw_only=True, tag="transformed.v1"):
    """A double-faced permanent transforms; `card` is the name its face now shows."""

    object: Handle
    card: Name | None = None


class Phased(Event, frozen=True, kw_only=True, tag="phased.v1"):
    """A permanent phases out, or in (CR 702.26)."""

    object: Handle
    out: bool


class Attacked(Event, frozen=True, kw_only=True, tag="attacked.v1"):
    """Creatures are declared as attackers."""

    player: Player
    objects: tuple[Handle, ...]


class Blocked(Event, frozen=True, kw_only=True, tag="blocked.v1"):
    """A creature is declared as blocker of another."""

    object: Handle
    attacker: Handle


class CombatEnded(Event, frozen=True, kw_only=True, tag="combat_ended.v1"):
    """Objects leave combat; without `objects`, combat ends (CR 506.4)."""

    objects: tuple[Handle, ...] | None = None


class Counters(Event, frozen=True, kw_only=True, tag="counters.v1"):
    """An object now has `count` counters of a kind."""

    object: Handle
    kind: Text
    count: Count


class Changed(Event, frozen=True, kw_only=True, tag="changed.v1"):
    """A continuous effect changes an object, in public words (CR 613): what it gains or loses, from what.

    `lost_abilities`: it has lost all abilities, also the ones its face-up self would have. `stays_down`: an effect
    forbids turning it face up. `adds`: types or abilities it has gained; `ends`: the effects from `by` end.
    """

    object: Handle
    by: Text
    adds: tuple[Text, ...] | None = None
    power: Signed | None = None
    toughness: Signed | None = None
    lost_abilities: bool | None = None
    stays_down: bool | None = None
    ends: bool | None = None


class Merged(Event, frozen=True, kw_only=True, tag="merged.v1"):
    """An object merges with a permanent (CR 729.2); `on_top`: it is the new topmost component."""

    object: Handle
    merging: Handle
    on_top: bool


class Triggered(Event, frozen=True, kw_only=True, tag="triggered.v1"):
    """An ability of an object triggers, on ``enters``, ``turned_up``, ``dies``, or another public word."""

    object: Handle
    on: Text
    player: Player | None = None


# --- showing and looking -----------------------------------------------------------------------------------------


class Opened(Event, frozen=True, kw_only=True, tag="opened.v1"):
    """An identity is put before every player; `commitment` names which, where the object has had several."""

    object: AnyHandle
    opening: Opening
    player: Player | None = None
    commitment: Digest | None = None


class Bound(Event, frozen=True, kw_only=True, tag="bound.v1"):
    """An identity that nobody had fixed is committed to."""

    object: Handle
    identity: Concealed
    player: Player | None = None


class Shared(Event, frozen=True, kw_only=True, tag="shared.v1"):
    """An identity is shown to some players only."""

    object: AnyHandle
    to: tuple[Player, ...]
    player: Player | None = None
    boxes: tuple[Box, ...] | None = None


class Looked(Event, frozen=True, kw_only=True, tag="looked.v1"):
    """A player looks at objects, or at cards in a hidden zone; that it happened is public, what was seen is not."""

    player: Player
    objects: tuple[Handle, ...] | None = None
    zone: Zone | None = None
    of: Player | None = None
    count: Count | None = None
    allowed: Text | None = None
    boxes: tuple[Box, ...] | None = None
    cards: tuple[HiddenCard, ...] | None = None


class Granted(Event, frozen=True, kw_only=True, tag="granted.v1"):
    """An effect allows a player to look at objects, or at those of players (`of`); `ends` takes it back."""

    player: Player
    by: Text
    objects: tuple[Handle, ...] | None = None
    of: tuple[Player, ...] | None = None
    ends: bool | None = None


class Owed(Event, frozen=True, kw_only=True, tag="owed.v1"):
    """An effect demands that an object be shown to all players (CR 701.20a, 708.12); `rule` says which."""

    object: Handle
    rule: Text
    player: Player | None = None


class Mixed(Event, frozen=True, kw_only=True, tag="mixed.v1"):
    """Face-down objects can no longer be told apart (CR 708.6)."""

    player: Player
    objects: tuple[Handle, ...]


class Refused(Event, frozen=True, kw_only=True, tag="refused.v1"):
    """A player who may look was refused (CR 708.5)."""

    player: Player
    object: Handle


class Chose(Event, frozen=True, kw_only=True, tag="chose.v1"):
    """A secret choice (CR 702.106a)."""

    player: Player
    choice: HiddenCard


# --- players and the end -----------------------------------------------------------------------------------------


class Conceded(Event, frozen=True, kw_only=True, tag="conceded.v1"):
    """A player concedes and leaves the game (CR 104.3a)."""

    player: Player


class Left(Event, frozen=True, kw_only=True, tag="left.v1"):
    """Players leave the game at one moment (CR 104.5): ``lost``, ``drew``, ``removed``, ``left``."""

    players: tuple[Player, ...]
    how: Literal["lost", "drew", "removed", "left"]


class Absent(Event, frozen=True, kw_only=True, tag="absent.v1"):
    """A player's chair is empty: a disconnect is not leaving."""

    player: Player
    back: bool | None = None


class Rejoined(Event, frozen=True, kw_only=True, tag="rejoined.v1"):
    """A concession is undone."""

    player: Player


class Ended(Event, frozen=True, kw_only=True, tag="ended.v1"):
    """The game ends: by victory, concession, draw, restart, subgame, penalty (CR 104)."""

    how: Text
    winners: tuple[Player, ...] | None = None


class Gathered(Event, frozen=True, kw_only=True, tag="gathered.v1"):
    """Cards are gathered up: they cannot be shown any more. Without `objects`, all that `player` owns."""

    player: Player
    objects: tuple[Handle, ...] | None = None


class Result(Event, frozen=True, kw_only=True, tag="result.v1"):
    """The result is written down; `confirmed_by` the seats that confirm it."""

    result: Text
    confirmed_by: tuple[Player, ...] | None = None


class NextGame(Event, frozen=True, kw_only=True, tag="next_game.v1"):
    """The next game, or the game as restarted, begins."""


class Closed(Event, frozen=True, kw_only=True, tag="closed.v1"):
    """The record is closed: what is not shown now is not shown in this record."""

    by: Player | None = None


# --- staff and talk ----------------------------------------------------------------------------------------------


class Said(Event, frozen=True, kw_only=True, tag="said.v1"):
    """Somebody says something; the words are a part."""

    player: Player
    part: Digest


class Noted(Event, frozen=True, kw_only=True, tag="noted.v1"):
    """A note by staff or by the source: ``ruling``, ``penalty``, ``clock``, ``note``, ``source``, ``correction``."""

    kind: Text
    text: Text | None = None
    part: Digest | None = None
    player: Player | None = None
    basis: Text | None = None


class Stated(Event, frozen=True, kw_only=True, tag="stated.v1"):
    """Somebody states afterwards what was shown: evidence of the weakest kind, and it says whose."""

    player: Player
    object: Handle
    card: Name | None = None
    part: Digest | None = None
    shown: bool | None = None


class Reversed(Event, frozen=True, kw_only=True, tag="reversed.v1"):
    """The game goes back to after entry `to` (CR 732.1, or a judge's backup); knowledge and handles stay."""

    to: Annotated[int, Meta(ge=0)]
    why: Text | None = None


class JudgeLooked(Event, frozen=True, kw_only=True, tag="judge_looked.v1"):
    """A judge looks at an object; no player's view changes."""

    object: Handle


class EscrowOpened(Event, frozen=True, kw_only=True, tag="escrow_opened.v1"):
    """A judge supplies an identity from escrow."""

    object: Handle
    opening: Opening
    commitment: Digest | None = None


EVENTS: tuple[type[Event], ...] = (
    Seated, Began, Turn, Step, Priority, Life,
    Drew, Transferred, Shuffled, Repiled,
    Cast, Moved, Created, Ceased,
    TurnedUp, TurnedDown, StayedDown, Controlled, Tapped, Attached, Targeted, Transformed, Phased,
    Attacked, Blocked, CombatEnded, Counters, Changed, Merged, Triggered,
    Opened, Bound, Shared, Looked, Granted, Owed, Mixed, Refused, Chose,
    Conceded, Left, Absent, Rejoined, Ended, Gathered, Result, NextGame, Closed,
    Said, Noted, Stated, Reversed, JudgeLooked, EscrowOpened,
)  # fmt: skip
"""The closed vocabulary: nothing else is ever decoded into an event of the game."""

QUIET: frozenset[type[Event]] = frozenset({
    Opened, Bound, Shared, Looked, Granted, Refused, Owed,
    Conceded, Left, Absent, Rejoined, Ended, Gathered, Result, Closed,
    Said, Noted, Stated, JudgeLooked, EscrowOpened,
})  # fmt: skip
"""Reveals, looks, talk, notes, rulings that change nothing, results, further departures: they close no window."""
