"""What happened, in words: one short public sentence an event. It says what the event says, and no event holds a secret."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from facedown.ledger import entry
from facedown.rules import events as e
from facedown.views.layout import plain
from facedown.views.speaker import TEXT, Speaker, down, few, opened, paid, some, with_


def sentences(
    events: Iterable[object], names: Mapping[str, str], said: Mapping[str, str] | None = None
) -> str:
    """The events of an entry in words; `names` gives the shown names, `said` the texts of parts, by digest."""
    speaker = Speaker(names, said)
    return " ".join(sentence(speaker, event) for event in events)


def sentence(speaker: Speaker, event: object) -> str:
    """One event as a sentence."""
    say = SAYINGS.get(type(event))
    if say is None:
        kind = event.type if isinstance(event, entry.Unknown) else type(event).__name__
        return f"Something that this version does not know ({plain(kind)})."
    said = say(speaker, event)
    by_name = any(said.startswith(speaker.who(role)) for role in speaker.names)
    return f"{said}." if by_name else f"{said[:1].upper()}{said[1:]}."


def _registered(s: Speaker, ev: e.Registered) -> str:
    return f"{s.who(ev.player)} registers a deck"


def _seated(s: Speaker, ev: e.Seated) -> str:
    life = "" if ev.life is None else f" with {ev.life} life"
    return f"{s.who(ev.player)} sits down as {ev.player}{life}"


def _began(s: Speaker, ev: e.Began) -> str:
    how = " from a position" if ev.position else ""
    return f"the game begins{how}" + (f"; {s.who(ev.first)} goes first" if ev.first else "")


def _transferred(s: Speaker, ev: e.Transferred) -> str:
    whose = "" if ev.owner in {None, ev.player} else f" of {s.who(ev.owner)}"
    return f"{s.who(ev.player)} moves {few(ev.count)} unshown from {ev.source} to {ev.to}{whose}"


def _cast(s: Speaker, ev: e.Cast) -> str:
    what = with_("", ev.card) + " as " if ev.card else ""
    whose = "" if ev.owner in {None, ev.player} else f", owned by {s.who(ev.owner)}"
    source = f" from {ev.source}" + (f" ({ev.was})" if ev.was else "")
    targets = f", targeting {some(ev.targets)}" if ev.targets else ""
    allowed = with_(", allowed by ", ev.allowed)
    return f"{s.who(ev.player)} casts {what}{ev.object}{down(ev.face_down)}{source}{whose}{paid(ev)}{targets}{allowed}"


def _moved(s: Speaker, ev: e.Moved) -> str:
    card = plain(ev.card) if ev.card else None
    what = f"{ev.object} ({card})" if ev.object and card else ev.object or card or "a card"
    becomes = f" as {ev.new}" if ev.new else ""
    where = f"{ev.to}{becomes}{down(ev.face_down)}"
    under = "" if ev.controller in {None, ev.player} else f" under {s.who(ev.controller)}"
    rest = f"{under}{', tapped' if ev.tapped else ''}{with_(', for ', ev.cost)}{with_(', in pile ', ev.pile)}"
    rest += with_(", allowed by ", ev.allowed)
    if ev.resolved:
        return f"{what} resolves: {where}{rest}"
    whose = "" if ev.owner in {None, ev.player} else f" of {s.who(ev.owner)}"
    return f"{s.who(ev.player)} moves {what} from {ev.source}{whose} to {where}{rest}"


def _created(s: Speaker, ev: e.Created) -> str:
    what = f"a copy of {ev.copy_of}" if ev.copy_of else plain(ev.card) if ev.card else f"a {ev.kind}"
    under = "" if ev.controller in {None, ev.player} else f" under {s.who(ev.controller)}"
    return (
        f"{s.who(ev.player)} creates {what} as {ev.object}{down(ev.face_down)} ({ev.kind}, {ev.zone}){under}"
    )


def _turned_up(s: Speaker, ev: e.TurnedUp) -> str:
    return (
        f"{s.who(ev.player)} turns {ev.object} face up ({plain(ev.procedure, 30)}{paid(ev)}): "
        f"{opened(ev.opening)}"
    )


def _stayed_down(s: Speaker, ev: e.StayedDown) -> str:
    shown = f"{s.who(ev.player)} shows it: {opened(ev.opening)}" if ev.opening else "it is not shown"
    return f"{ev.object} would be turned face up and stays face down; {shown}"


def _attached(_: Speaker, ev: e.Attached) -> str:
    return f"{ev.object} is attached to {ev.to}" if ev.to else f"{ev.object} is attached to nothing"


def _changed(_: Speaker, ev: e.Changed) -> str:
    if ev.ends:
        return f"the effect of {plain(ev.by, TEXT)} on {ev.object} ends"
    what = [plain(word, 40) for word in ev.adds or ()]
    if ev.power is not None or ev.toughness is not None:
        what.append(
            f"size {'–' if ev.power is None else ev.power}/{'–' if ev.toughness is None else ev.toughness}"
        )
    what += ["loses all abilities"] if ev.lost_abilities else []
    what += ["cannot be turned face up"] if ev.stays_down else []
    return f"{ev.object} is changed by {plain(ev.by, TEXT)}: {', '.join(what) or 'in a way not recorded'}"


def _opened(s: Speaker, ev: e.Opened) -> str:
    verb = "shows" if ev.opening.nonce is not None else "names"
    return f"{s.who(ev.player)} {verb} {ev.object} to all: {opened(ev.opening)}"


def _looked(s: Speaker, ev: e.Looked) -> str:
    if ev.objects:
        what = some(ev.objects)
    else:
        what = few(ev.count or 1) + f" in the {ev.zone} of {s.who(ev.of or ev.player)}"
    return f"{s.who(ev.player)} looks at {what}{with_(', allowed by ', ev.allowed)}"


def _granted(s: Speaker, ev: e.Granted) -> str:
    what = some(ev.objects) if ev.objects else f"the face-down objects of {s.all(ev.of or ())}"
    may = "may no longer" if ev.ends else "may"
    return f"{s.who(ev.player)} {may} look at {what} ({plain(ev.by, TEXT)})"


def _gathered(s: Speaker, ev: e.Gathered) -> str:
    return f"{s.who(ev.player)} gathers up {some(ev.objects) if ev.objects else 'the cards'}"


def _noted(s: Speaker, ev: e.Noted) -> str:
    whom = f" for {s.who(ev.player)}" if ev.player else ""
    what = plain(ev.text, TEXT) if ev.text is not None else s.text(ev.part)
    return f"{plain(ev.kind, 30)}{whom}: {what}{with_(' (basis: ', ev.basis, ')')}"


def _stated(s: Speaker, ev: e.Stated) -> str:
    shown = {None: "", True: " was shown", False: " was not shown"}[ev.shown]
    card = with_(" was ", ev.card)
    words = f" {s.text(ev.part)}" if ev.part else ""
    both = " and".join(text for text in (shown, card) if text)
    return f"{s.who(ev.player)} states that {ev.object}{both}{words}"


def _result(s: Speaker, ev: e.Result) -> str:
    by = f", confirmed by {s.all(ev.confirmed_by)}" if ev.confirmed_by else ""
    return f"the result is written down: {plain(ev.result, TEXT)}{by}"


def _ended(s: Speaker, ev: e.Ended) -> str:
    return f"the game ends ({plain(ev.how, TEXT)})" + (f"; {s.all(ev.winners)} won" if ev.winners else "")


LEFT = {
    "lost": "lost the game",
    "drew": "drew the game",
    "removed": "was removed from the game",
    "left": "left the game",
}

SAYINGS: dict[type[Any], Callable[[Speaker, Any], str]] = {
    e.Seated: _seated,
    e.Registered: _registered,
    e.Began: _began,
    e.Turn: lambda s, ev: f"the turn of {s.who(ev.player)} begins",
    e.Step: lambda _, ev: f"step: {plain(ev.step, TEXT)}",
    e.Priority: lambda s, ev: f"{s.who(ev.player)} has priority",
    e.Life: lambda s, ev: f"{s.who(ev.player)} is at {ev.life} life",
    e.Drew: lambda s, ev: f"{s.who(ev.player)} draws {few(ev.count)}",
    e.Transferred: _transferred,
    e.Shuffled: lambda s, ev: f"{s.who(ev.player)} shuffles the {ev.zone}",
    e.Repiled: lambda s, ev: f"{s.who(ev.player)} shuffles the pile {some(ev.objects)}: now {some(ev.new)}",
    e.Cast: _cast,
    e.Moved: _moved,
    e.Created: _created,
    e.Ceased: lambda _, ev: f"{ev.object} ceases to exist",
    e.TurnedUp: _turned_up,
    e.TurnedDown: lambda _, ev: f"{ev.object} is turned{down(ev.face_down)}",
    e.StayedDown: _stayed_down,
    e.Controlled: lambda s, ev: f"{s.who(ev.player)} gains control of {ev.object}",
    e.Tapped: lambda _, ev: f"{ev.object} is {'tapped' if ev.tapped else 'untapped'}",
    e.Attached: _attached,
    e.Targeted: lambda _, ev: f"{ev.object} targets {some(ev.targets)}",
    e.Transformed: lambda _, ev: f"{ev.object} transforms{with_(' into ', ev.card)}",
    e.Phased: lambda _, ev: f"{ev.object} phases {'out' if ev.out else 'in'}",
    e.Attacked: lambda s, ev: f"{s.who(ev.player)} attacks with {some(ev.objects)}",
    e.Blocked: lambda _, ev: f"{ev.object} blocks {ev.attacker}",
    e.CombatEnded: lambda _, ev: f"out of combat: {some(ev.objects)}" if ev.objects else "combat ends",
    e.Counters: lambda _, ev: f"{ev.object} has {ev.count} {plain(ev.kind, 30)} counters",
    e.Changed: _changed,
    e.Merged: lambda _, ev: f"{ev.merging} merges with {ev.object}, {'on top' if ev.on_top else 'below'}",
    e.Triggered: lambda _, ev: f"an ability of {ev.object} triggers ({plain(ev.on, 40)})",
    e.Opened: _opened,
    e.Bound: lambda s, ev: (
        f"the card under {ev.object} is fixed" + (f" by {s.who(ev.player)}" if ev.player else "")
    ),
    e.Shared: lambda s, ev: f"{s.who(ev.player)} shows {ev.object} to {s.all(ev.to)} only",
    e.Looked: _looked,
    e.Granted: _granted,
    e.Owed: lambda s, ev: (
        f"{ev.object} must be shown to all ({plain(ev.rule, 40)})"
        + (f" by {s.who(ev.player)}" if ev.player else "")
    ),
    e.Mixed: lambda s, ev: f"{s.who(ev.player)} mixes up {some(ev.objects)}",
    e.Unclear: lambda s, ev: f"{s.who(ev.player)} cannot say what made {ev.object} face down",
    e.Refused: lambda s, ev: f"{s.who(ev.player)} is refused a look at {ev.object}",
    e.Chose: lambda s, ev: f"{s.who(ev.player)} chooses in secret ({ev.choice.handle})",
    e.Conceded: lambda s, ev: f"{s.who(ev.player)} concedes",
    e.Left: lambda s, ev: f"{s.all(ev.players)} {LEFT[ev.how]}",
    e.Absent: lambda s, ev: f"{s.who(ev.player)} is {'back' if ev.back else 'not at the table'}",
    e.Rejoined: lambda s, ev: f"the concession of {s.who(ev.player)} is undone",
    e.Ended: _ended,
    e.Gathered: _gathered,
    e.Result: _result,
    e.NextGame: lambda _, __: "the next game begins",
    e.Closed: lambda s, ev: "the record is closed" + (f" by {s.who(ev.by)}" if ev.by else ""),
    e.Said: lambda s, ev: f"{s.who(ev.player)} says {s.text(ev.part)}",
    e.Noted: _noted,
    e.Stated: _stated,
    e.Reversed: lambda _, ev: f"the game goes back to after entry {ev.to}{with_(': ', ev.why)}",
    e.JudgeLooked: lambda _, ev: f"a judge looks at {ev.object}",
    e.EscrowOpened: lambda _, ev: f"the judge opens {ev.object} from escrow: {opened(ev.opening)}",
    entry.GameOpened: lambda _, ev: f"the record is opened, written by the {ev.custody}",
    entry.KeysEscrowed: lambda _, __: "the seats' keys are laid up for the judge",
    entry.Joined: lambda s, ev: f"{s.who(ev.role)} joins with keys",
    entry.KeyRotated: lambda s, ev: f"{s.who(ev.role)} changes the signing key",
    entry.KeyRevoked: lambda s, ev: f"the judge revokes the signing key of {s.who(ev.role)}",
}
"""Every event and how it is said."""
