"""Attachments, targets, triggers and taps around face-down permanents (CR 704.5m-n, 608.2b, 708.8)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from facedown.cards.card import Card
from facedown.rules import events as e
from facedown.rules.characteristics import Characteristics, characteristics
from facedown.rules.conduct.judgement import Bench, Undecided, Verdict, Violation
from facedown.rules.state import Object, State
from facedown.rules.ways import WAYS

TYPES = frozenset({"artifact", "battle", "creature", "enchantment", "land", "planeswalker"})
TURNS = re.compile(r"n['’]t\b|\bnot\b|\bother than\b|\bexcept\b|\bwithout\b")
"""Words that turn a phrase round: what it asks for is then not read."""


def satisfies(cards: Mapping[str, Card], thing: Object, need: str | None) -> bool | None:
    """Whether an object is what a target or host must be; None where facts or words do not tell.

    `need` is read for card types and "nonland"-like negations: "creature", "artifact creature", "noncreature",
    "creature or planeswalker". It is read generously: no is said only if no reading fits.
    """
    return None if need is None else _meets(characteristics(thing, cards), need)


def _meets(seen: Characteristics, need: str | None) -> bool | None:
    if need is None or not seen.known or TURNS.search(need.lower()):
        return None
    types = {word.lower() for word in seen.types}
    readings = [part.split() for part in re.split(r",|/|\bor\b|\band\b", need.lower()) if part.strip()]
    return any(_fits(types, words) for words in readings) if readings else None


def _fits(types: set[str], words: list[str]) -> bool:
    """Whether every type that the words name is there, and none that they exclude."""
    for word in words:
        kind = word.removesuffix("s")
        excluded = kind.startswith("non")
        if excluded:
            kind = kind.removeprefix("non").removeprefix("-")
        if kind in TYPES and (kind in types) == excluded:
            return False
    return True


def triggered(bench: Bench, state: State, ev: e.Triggered) -> Iterator[Verdict]:
    """Judge a trigger: a permanent that entered face down has no enters trigger (708.3, 708.8)."""
    del bench
    thing = state.objects.get(ev.object)
    if thing is None:
        yield from _died_face_down(state, ev)
        return
    if ev.on == "enters" and thing.entered_down:
        yield _ghost(
            thing, "an enters ability", "it entered face down and only turned up later", ("708.3", "708.8")
        )
    elif ev.on == "turned_up" and thing.face_down is not None:
        yield _ghost(thing, "an ability on turning face up", "it stayed face down", ("701.40g", "708.8"))


def _died_face_down(state: State, ev: e.Triggered) -> Iterator[Verdict]:
    """A face-down permanent that dies has no printed ability that looks back (CR 603.10a, 708.2a)."""
    duty = state.duties.get(f"{ev.object}/left_battlefield")
    if ev.on == "dies" and duty is not None and duty.kind == "permanent":
        yield Violation(
            "FD206",
            f"an ability on dying of {ev.object} triggered, and it died face down: only an effect can have given it one",
            ("603.10a", "708.2a"),
            ev.object,
            duty.controller,
            "no trigger, or the effect that gave it the ability",
            "review",
        )


def _ghost(thing: Object, what: str, why: str, rules: tuple[str, ...]) -> Violation:
    return Violation(
        "FD206",
        f"{what} of {thing.handle} triggered, and {why}",
        rules,
        thing.handle,
        thing.controller,
        "no trigger",
    )


def tapped(bench: Bench, state: State, ev: e.Tapped) -> Iterator[Verdict]:
    """Judge a tap: what Illusionary Mask put face down is turned up first."""
    del bench
    thing = state.objects.get(ev.object)
    way = WAYS.get(thing.way or "") if thing is not None else None
    if thing is not None and ev.tapped and way is not None and way.up_before_tapping:
        yield Violation(
            "FD108",
            f"{thing.handle}, {way.said}, became tapped while it was face down",
            ("614.1", "708.7"),
            thing.handle,
            thing.controller,
            "the creature turned face up before it became tapped",
        )


def is_equipment(card: Card | None) -> bool:
    """Whether a card is an Equipment, which only a creature can wear (CR 301.5)."""
    return card is not None and "Equipment" in card.subtypes


def may_be_attached(
    cards: Mapping[str, Card], thing: Object, host: Object, seen: Characteristics | None = None
) -> bool | None:
    """Whether an attachment may stay on its host; None where the record and the facts do not tell.

    `seen` are the characteristics of the host, if somebody has them.
    """
    seen = seen or characteristics(host, cards)
    equipment = is_equipment(cards.get(thing.card or ""))
    need = thing.attach_need or ("creature" if equipment else None)
    good = _meets(seen, need)
    if good is None and need is None and seen.is_creature:
        return True  # what was allowed on a creature in public goes on being so
    return good


def attachments(bench: Bench, state: State, touched: frozenset[str]) -> Iterator[Verdict]:
    """After the action: what is attached to the objects it touched must still be allowed there (CR 704.5m-n)."""
    hosts: dict[str, Characteristics] = {}
    for thing in state.objects.values():
        if thing.attached_to is None or not {thing.attached_to, thing.handle} & touched:
            continue
        host = state.objects.get(thing.attached_to)
        good: bool | None = False
        if host is not None:
            if host.handle not in hosts:
                hosts[host.handle] = characteristics(host, bench.cards)
            good = may_be_attached(bench.cards, thing, host, hosts[host.handle])
        if good is None:
            yield Undecided(
                "attachment", f"whether {thing.handle} may be attached to {thing.attached_to}", thing.handle
            )
        elif not good:
            yield Violation(
                "FD207",
                f"{thing.handle} is still attached to {thing.attached_to}, which it cannot be attached to any more",
                ("704.5n" if is_equipment(bench.cards.get(thing.card or "")) else "704.5m",),
                thing.handle,
                thing.controller,
                "Equipment unattached, an Aura in its owner's graveyard",
            )
