"""Objects, cards and duties in a few words."""

from __future__ import annotations

from collections.abc import Iterable

from facedown.rules.characteristics import Characteristics
from facedown.rules.ways.unrecorded import UNRECORDED
from facedown.views.layout import plain
from facedown.views.view import DutyView, Face, ObjectView, View

CAUSES = {
    "game_end": "the game ended",
    "left_battlefield": "left the battlefield",
    "left_stack": "left the stack",
    "player_left": "its owner left the game",
    "would_turn_up": "would have been turned up",
    "effect": "an effect demands it",
}
"""Why a reveal fell due."""


def what(one: ObjectView) -> str:
    """What an object is to everybody: how it lies, its name if it has one, its characteristics."""
    traits = characteristics(one.characteristics)
    if one.face == "down":
        how = f"face down ({way(one.said or '')})"
        return f"{how}, {traits}" if traits else how
    name = one.characteristics.name
    kind = "" if one.kind == "card" else f"{one.kind}: "
    if name is None:
        return f"{kind}{traits or 'no name recorded'}"
    return f"{kind}{plain(name)}" + (f", {traits}" if traits else "")


def way(said: str) -> str:
    """A way as a person says it, in brackets after ``face down``."""
    return "reason not recorded" if said == UNRECORDED.said else plain(said, 80)


def characteristics(of: Characteristics) -> str:
    """Size, colours, types and abilities: ``2/2 creature with ward {2}``."""
    words: list[str] = []
    if of.power is not None or of.toughness is not None:
        words.append(f"{plain(of.power or '–', 8)}/{plain(of.toughness or '–', 8)}")
    words += [plain(word, 20) for word in (*of.colors, *of.supertypes, *of.types)]
    kind = " ".join(word if "/" in word else word.lower() for word in words)
    if of.subtypes:
        kind += f" — {' '.join(plain(word, 20) for word in of.subtypes)}"
    if of.abilities:
        kind += f" with {', '.join(plain(word, 40) for word in of.abilities)}"
    return kind.strip()


def card(face: Face) -> str:
    """A card's name, its variant, and what was chosen in secret with it."""
    said = plain(face.name)
    if face.variant is not None:
        said += f" ({plain(face.variant, 20)})"
    if face.chosen:
        said += f", chosen: {', '.join(plain(name) for name in face.chosen)}"
    return said


def counted(names: Iterable[str]) -> list[str]:
    """Names, equal ones once and with their number.

    >>> counted(["Plains", "Exalted Angel", "Plains"])
    ['2 Plains', 'Exalted Angel']
    """
    count: dict[str, int] = {}
    for name in names:
        count[name] = count.get(name, 0) + 1
    return [f"{n} {name}" if n > 1 else name for name, n in count.items()]


def knowledge(view: View, one: ObjectView) -> str:
    """What the viewer knows of a face-down object beyond what everybody sees, in brackets; empty where nothing."""
    said: list[str] = []
    if one.known is not None:
        whose = "escrow" if view.viewer == "judge" else "you know"
        said.append(f"{whose}: {card(one.known)}")
        if "differs from public" in one.marks:
            said.append("DIFFERS from what is public")
    if one.face == "down" and one.named is not None:
        said.insert(0, f"{'all know' if one.everybody_knows else 'named'}: {plain(one.named)}")
    if one.face == "down" and not said and view.viewer in one.known_by:
        said.append("you have seen it")
    return f"[{'; '.join(said)}]" if said else ""


def details(view: View, one: ObjectView) -> list[str]:
    """Everything else that is public of an object, the usual left out."""
    said: list[str] = []

    def say(when: object, text: str) -> None:
        if when:
            said.append(text)

    down = one.face == "down"
    say(one.tapped, "tapped")
    say(one.phased_out, "phased out")
    say(one.transformed, "transformed")
    say(one.attacking, "attacking")
    say(not one.attacking and one.attacked_turn is not None, f"attacked in turn {one.attacked_turn}")
    say(one.blocking, f"blocking {one.blocking}")
    said += [f"{count} {plain(kind, 20)}" for kind, count in one.counters]
    say(one.attached_to, f"attached to {one.attached_to}")
    say(one.attachments, f"carries {', '.join(one.attachments)}")
    say(one.targets, f"targets {', '.join(one.targets)}")
    said += [plain(effect, 90) for effect in one.effects]
    say(one.commander, "commander")
    say(one.pile, f"pile {plain(one.pile or '', 40)}")
    say(one.mixed, "CANNOT be told from others")
    say(one.owner != one.controller, f"owned by {name(view, one.owner)}")
    say(one.put_by != one.controller, f"came under {name(view, one.put_by)}")
    for part in one.parts:
        below = f"below it {part.handle}"
        known = card(part.known) if part.known is not None else None
        seen = plain(part.named) if part.named is not None else known or "face down"
        said.append(f"{below}: {seen}")
    if down:
        say(one.by, f"by {plain(one.by or '', 60)}")
        usual = (one.controller,) if one.zone != "exile" else (one.owner,) if one.way == "foretell" else ()
        say(one.may_look != usual, f"may look: {people(view, one.may_look)}")
        say(one.known_by != usual, f"has been seen by: {people(view, one.known_by)}")
        came = f"since entry {one.since}" + (f", turn {one.turn}" if one.turn else "")
        said.append(came)
        say(one.was, f"was {one.was}")
    elif one.zone != "battlefield" and one.was is not None:
        said.append(f"was {one.was}")
    return said


def duty(view: View, one: DutyView) -> str:
    """A reveal that is due: what, why, whose, since when."""
    said = f"{way(one.way)}: {CAUSES.get(one.cause, one.cause)} in entry {one.since}"
    said += f" (CR {plain(one.rule, 40)}); owed by {name(view, one.owed_by)}"
    if one.moot:
        said += "; everybody had seen it"
    if one.closed is not None:
        said += f"; {plain(one.closed, 60)}"
    if one.doubt is not None:
        said += f"; open: {one.doubt}"
    names: list[str] = []
    if one.named is not None:
        names.append(plain(one.named))
    if one.known is not None and card(one.known) not in names:
        names.append(card(one.known))
    return f"{said} [{'; '.join(names)}]" if names else said


def people(view: View, roles: Iterable[str]) -> str:
    """Names of players, or ``nobody``."""
    return ", ".join(name(view, role) for role in roles) or "nobody"


def name(view: View, role: str) -> str:
    """A player's shown name; with the role id where two players show the same."""
    shown = view.name(role)
    twice = sum(player.name == shown for player in view.players) > 1
    return f"{plain(shown, 30)} ({role})" if twice else plain(shown, 30)
