"""What is asked: one deed each, identities in the clear, never stored.

A line of a script is one action as JSON, its word in ``do``. `decide` turns an action into events. Players are role
ids (``p1``), objects handles (``#7``); a script may use names and labels, which its reader replaces. Where a card's
name is left out, the recorder does not know it.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from facedown.rules.events import AnyHandle, Count, Handle, Name, Player, Signed, Text, Zone
from facedown.rules.ways import Listed


class Action(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="do"):
    """The base of all actions."""


# --- the table and its times ---


class Seat(Action, frozen=True, kw_only=True, tag="seat"):
    """Sit a player down; counts where the record keeps them."""

    player: Player
    name: Name | None = None
    team: Text | None = None
    library: Count | None = None
    hand: Count | None = None
    life: Signed | None = None


class Begin(Action, frozen=True, kw_only=True, tag="begin"):
    """Begin the game (`position`: from the table as found, `stops_at_end`: no reveal can be recorded afterwards).

    `together`: the players of a team win, lose and leave together, as in Two-Headed Giant (CR 810.8a-b).
    """

    first: Player | None = None
    stops_at_end: bool | None = None
    position: bool | None = None
    together: bool | None = None


class BeginTurn(Action, frozen=True, kw_only=True, tag="turn"):
    """Begin a player's turn."""

    player: Player


class BeginStep(Action, frozen=True, kw_only=True, tag="step"):
    """Begin a step or phase: upkeep, draw, main, combat, end."""

    step: Text


class GivePriority(Action, frozen=True, kw_only=True, tag="priority"):
    """Give a player priority. Record it always or never: once it is there, special actions are judged by it."""

    player: Player


class SetLife(Action, frozen=True, kw_only=True, tag="life"):
    """Set a life total."""

    player: Player
    life: Signed


# --- hidden zones ---


class Draw(Action, frozen=True, kw_only=True, tag="draw"):
    """Draw cards: their names, or how many."""

    player: Player
    cards: tuple[Name, ...] | None = None
    count: Count | None = None


class Transfer(Action, frozen=True, kw_only=True, tag="transfer"):
    """Move cards from one hidden zone to another unshown."""

    player: Player
    source: Zone
    to: Zone
    cards: tuple[Name, ...] | None = None
    count: Count | None = None
    owner: Player | None = None


class Shuffle(Action, frozen=True, kw_only=True, tag="shuffle"):
    """Shuffle a hidden zone, or a face-down pile (`objects`).

    `cards` are the names in the new order, where the recorder knows it and nobody at the table does.
    """

    player: Player
    zone: Zone = "library"
    objects: tuple[Handle, ...] | None = None
    cards: tuple[Name, ...] | None = None


# --- objects and zones ---


class CastSpell(Action, frozen=True, kw_only=True, tag="cast"):
    """Cast a card; `face_down` names the way (morph, disguise, illusionary mask, unrecorded)."""

    player: Player
    card: Name | None = None
    source: Zone = "hand"
    object: Handle | None = None
    owner: Player | None = None
    face_down: Text | None = None
    variant: Text | None = None
    cost: Text | None = None
    modifiers: Text | None = None
    x: Count | None = None
    targets: tuple[Handle, ...] | None = None
    need: Text | None = None
    allowed: Text | None = None


class Resolve(Action, frozen=True, kw_only=True, tag="resolve"):
    """A spell resolves: a permanent spell enters the battlefield, another goes to its owner's graveyard."""

    object: Handle
    to: Zone | None = None


class Put(Action, frozen=True, kw_only=True, tag="put"):
    """Put a card somewhere public: onto the battlefield (a land, a manifest), into exile, or to a graveyard.

    Whoever the rules let look at a face-down one is told which it is, unless `known_to` says who was, or `unseen` that
    nobody was. `look`: an effect lets these players look as well.
    """

    player: Player
    card: Name | None = None
    source: Zone = "hand"
    to: Zone = "battlefield"
    object: Handle | None = None
    owner: Player | None = None
    controller: Player | None = None
    face_down: Text | None = None
    variant: Text | None = None
    listed: Listed | None = None
    by: Text | None = None
    choices: tuple[Name, ...] | None = None
    tapped: bool | None = None
    cost: Text | None = None
    allowed: Text | None = None
    pile: Text | None = None
    look: tuple[Player, ...] | None = None
    known_to: tuple[Player, ...] | None = None
    unseen: bool | None = None


class Move(Action, frozen=True, kw_only=True, tag="move"):
    """Move an object to another zone.

    Into a public zone its face is shown, unless `shown` is false; into a hidden zone it is not, unless `shown` is
    true. `face_down`: it lies face down there, sealed to `known_to` where that is given. `owner`: whose zone it goes
    to, where a source lets a card lie among somebody else's.
    """

    object: Handle
    to: Zone
    player: Player | None = None
    owner: Player | None = None
    shown: bool | None = None
    card: Name | None = None
    controller: Player | None = None
    face_down: Text | None = None
    listed: Listed | None = None
    by: Text | None = None
    pile: Text | None = None
    tapped: bool | None = None
    allowed: Text | None = None
    known_to: tuple[Player, ...] | None = None


class Create(Action, frozen=True, kw_only=True, tag="create"):
    """Create a token, or a copy of a spell (`copy`)."""

    player: Player
    card: Name | None = None
    copy_of: Handle | None = None
    kind: Literal["token", "copy"] = "token"
    zone: Zone = "battlefield"
    controller: Player | None = None
    listed: Listed | None = None
    face_down: Text | None = None
    known_to: tuple[Player, ...] | None = None


# --- permanents ---


class TurnUp(Action, frozen=True, kw_only=True, tag="turn_up"):
    """Turn a face-down permanent face up; `card` only where the record does not know it yet."""

    object: Handle
    procedure: Text = "unrecorded"
    player: Player | None = None
    cost: Text | None = None
    modifiers: Text | None = None
    x: Count | None = None
    card: Name | None = None


class TurnDown(Action, frozen=True, kw_only=True, tag="turn_down"):
    """Turn a face-up permanent face down."""

    object: Handle
    player: Player | None = None
    face_down: Text = "effect"
    listed: Listed | None = None
    by: Text | None = None


class StayDown(Action, frozen=True, kw_only=True, tag="stay_down"):
    """Something would turn the object up; an instant or sorcery is shown and stays face down."""

    object: Handle
    player: Player | None = None
    shown: bool = True
    card: Name | None = None


class GainControl(Action, frozen=True, kw_only=True, tag="control"):
    """A player gains control of an object. `look`: false where the new controller was not let see it."""

    object: Handle
    player: Player
    look: bool = True


class Tap(Action, frozen=True, kw_only=True, tag="tap"):
    """Tap a permanent."""

    object: Handle


class Untap(Action, frozen=True, kw_only=True, tag="untap"):
    """Untap a permanent."""

    object: Handle


class Attach(Action, frozen=True, kw_only=True, tag="attach"):
    """Attach an object to another; without `to`, unattach it. `need` says what it may be attached to ("creature")."""

    object: Handle
    to: Handle | None = None
    need: Text | None = None


class Target(Action, frozen=True, kw_only=True, tag="target"):
    """Choose targets for a spell or ability; `need` says what a legal target is ("creature")."""

    object: Handle
    targets: tuple[Handle, ...]
    need: Text | None = None


class Transform(Action, frozen=True, kw_only=True, tag="transform"):
    """Transform a double-faced permanent."""

    object: Handle
    card: Name | None = None


class Phase(Action, frozen=True, kw_only=True, tag="phase"):
    """Phase a permanent out, or in."""

    object: Handle
    out: bool


class Attack(Action, frozen=True, kw_only=True, tag="attack"):
    """Declare attackers."""

    player: Player
    objects: tuple[Handle, ...]


class Block(Action, frozen=True, kw_only=True, tag="block"):
    """Declare a blocker."""

    object: Handle
    attacker: Handle


class EndCombat(Action, frozen=True, kw_only=True, tag="end_combat"):
    """Remove objects from combat, or end it."""

    objects: tuple[Handle, ...] | None = None


class SetCounters(Action, frozen=True, kw_only=True, tag="counters"):
    """Set how many counters of a kind an object has."""

    object: Handle
    kind: Text
    count: Count


class Change(Action, frozen=True, kw_only=True, tag="change"):
    """A continuous effect changes an object; `ends` takes back what came from `by`."""

    object: Handle
    by: Text
    adds: tuple[Text, ...] | None = None
    power: Signed | None = None
    toughness: Signed | None = None
    lost_abilities: bool | None = None
    stays_down: bool | None = None
    ends: bool | None = None


class Merge(Action, frozen=True, kw_only=True, tag="merge"):
    """Merge an object with a permanent."""

    object: Handle
    merging: Handle
    on_top: bool = True


class Trigger(Action, frozen=True, kw_only=True, tag="trigger"):
    """An ability of an object triggers."""

    object: Handle
    on: Text
    player: Player | None = None


# --- showing and looking ---


class Show(Action, frozen=True, kw_only=True, tag="show"):
    """Show a card to all players, or to some (`to`)."""

    object: AnyHandle
    player: Player | None = None
    to: tuple[Player, ...] | None = None
    card: Name | None = None


class Look(Action, frozen=True, kw_only=True, tag="look"):
    """Look at objects, or at cards in a hidden zone (`zone`, `of`, and `cards` or `count`)."""

    player: Player
    object: Handle | None = None
    objects: tuple[Handle, ...] | None = None
    zone: Zone | None = None
    of: Player | None = None
    count: Count | None = None
    cards: tuple[Name, ...] | None = None
    card: Name | None = None
    allowed: Text | None = None


class Grant(Action, frozen=True, kw_only=True, tag="grant"):
    """An effect lets a player look at objects, or at those of other players."""

    player: Player
    by: Text
    objects: tuple[Handle, ...] | None = None
    of: tuple[Player, ...] | None = None
    ends: bool | None = None


class Owe(Action, frozen=True, kw_only=True, tag="owe"):
    """An effect or rule demands that an object be shown to all."""

    object: Handle
    rule: Text
    player: Player | None = None


class Mix(Action, frozen=True, kw_only=True, tag="mix"):
    """Face-down objects have become indistinguishable."""

    player: Player
    objects: tuple[Handle, ...]


class Refuse(Action, frozen=True, kw_only=True, tag="refuse"):
    """A player who may look is refused."""

    player: Player
    object: Handle


class Choose(Action, frozen=True, kw_only=True, tag="choose"):
    """Choose in secret."""

    player: Player
    values: tuple[Name, ...]


class Bind(Action, frozen=True, kw_only=True, tag="bind"):
    """Fix the identity of an object that nobody had fixed."""

    object: Handle
    card: Name
    player: Player | None = None


# --- players and the end ---


class Concede(Action, frozen=True, kw_only=True, tag="concede"):
    """Concede. `bare`: nothing is added; what becomes of other cards is recorded as it happens."""

    player: Player
    bare: bool | None = None


class Leave(Action, frozen=True, kw_only=True, tag="leave"):
    """Players lose, draw, are removed or leave, at one moment (`bare`: as with a concession)."""

    players: tuple[Player, ...]
    how: Literal["lost", "drew", "removed", "left"] = "lost"
    bare: bool | None = None


class GoAbsent(Action, frozen=True, kw_only=True, tag="absent"):
    """A player's chair is empty (`back`: no longer)."""

    player: Player
    back: bool | None = None


class Rejoin(Action, frozen=True, kw_only=True, tag="rejoin"):
    """A concession is undone."""

    player: Player


class End(Action, frozen=True, kw_only=True, tag="end"):
    """The game ends."""

    how: Text
    winners: tuple[Player, ...] | None = None


class Gather(Action, frozen=True, kw_only=True, tag="gather"):
    """Gather up cards: all that the player owns, or some."""

    player: Player
    objects: tuple[Handle, ...] | None = None


class Record(Action, frozen=True, kw_only=True, tag="result"):
    """Write the result down."""

    result: Text
    confirmed_by: tuple[Player, ...] | None = None


class BeginNext(Action, frozen=True, kw_only=True, tag="next_game"):
    """The next game begins."""


class Close(Action, frozen=True, kw_only=True, tag="close"):
    """Close the record."""


# --- staff and talk ---


class Say(Action, frozen=True, kw_only=True, tag="say"):
    """Say something."""

    player: Player
    text: Text


class Note(Action, frozen=True, kw_only=True, tag="note"):
    """Write a note: kind ruling, penalty, clock, correction, source or note."""

    text: Text
    kind: Text = "note"
    player: Player | None = None
    private: bool = False
    basis: Text | None = None


class Statement(Action, frozen=True, kw_only=True, tag="state"):
    """State afterwards that an object was shown, or what it was."""

    player: Player
    object: Handle
    card: Name | None = None
    shown: bool | None = None
    text: Text | None = None


class Reverse(Action, frozen=True, kw_only=True, tag="reverse"):
    """Go back to after an entry."""

    to: Count
    why: Text | None = None


class JudgeLook(Action, frozen=True, kw_only=True, tag="judge_look"):
    """A judge looks at an object."""

    object: Handle


class OpenEscrow(Action, frozen=True, kw_only=True, tag="open_escrow"):
    """A judge supplies an identity from escrow."""

    object: Handle


ACTIONS: tuple[type[Action], ...] = (
    Seat, Begin, BeginTurn, BeginStep, GivePriority, SetLife, Draw, Transfer, Shuffle,
    CastSpell, Resolve, Put, Move, Create, TurnUp, TurnDown, StayDown, GainControl, Tap, Untap, Attach, Target,
    Transform, Phase, Attack, Block, EndCombat, SetCounters, Change, Merge, Trigger,
    Show, Look, Grant, Owe, Mix, Refuse, Choose, Bind,
    Concede, Leave, GoAbsent, Rejoin, End, Gather, Record, BeginNext, Close,
    Say, Note, Statement, Reverse, JudgeLook, OpenEscrow,
)  # fmt: skip
"""Every action there is, by which a script's lines are read."""
