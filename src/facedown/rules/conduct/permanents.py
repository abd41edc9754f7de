"""Attachments, targets, triggers and taps around face-down permanents (CR 704.5m-n, 608.2b, 708.8)."""

from __future__ import annotations

from collections.abc import Iterator

from facedown.rules import events as e
from facedown.rules.characteristics import characteristics
from facedown.rules.conduct.judgement import Bench, Undecided, Verdict, Violation
from facedown.rules.state import Object, State


def satisfies(bench: Bench, thing: Object, need: str | None) -> bool | None:
    """Whether an object is what a target or host must be; None where facts or words do not tell.

    `need` is read for card types and "nonland"-like negations: "creature", "artifact creature", "noncreature".
    """
    if need is None:
        return None
    seen = characteristics(thing, bench.cards)
    if not seen.known:
        return None
    types = {word.lower() for word in (*seen.types, *seen.subtypes)}
    for word in need.lower().split():
        if word.startswith("non") and word[3:] in TYPES:
            if word[3:] in types:
                return False
        elif word in TYPES and word not in types:
            return False
    return True


TYPES = frozenset({"artifact", "battle", "creature", "enchantment", "land", "planeswalker"})


def triggered(bench: Bench, state: State, ev: e.Triggered) -> Iterator[Verdict]:
    """Judge a trigger: a permanent that entered face down has no enters trigger (708.3, 708.8)."""
    del bench
    thing = state.objects.get(ev.object)
    if thing is None:
        return
    if ev.on == "enters" and thing.entered_down:
        yield _ghost(
            thing, "an enters ability", "it entered face down and only turned up later", ("708.3", "708.8")
        )
    elif ev.on == "turned_up" and thing.face_down is not None:
        yield _ghost(thing, "an ability on turning face up", "it stayed face down", ("701.40g", "708.8"))


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
    if thing is not None and ev.tapped and thing.way == "illusionary mask":
        yield Violation(
            "FD108",
            f"{thing.handle}, cast with Illusionary Mask, became tapped while it was face down",
            ("614.1", "708.7"),
            thing.handle,
            thing.controller,
            "the creature turned face up before it became tapped",
        )


def attachments(bench: Bench, state: State, touched: frozenset[str]) -> Iterator[Verdict]:
    """After the action: what is attached to the objects it touched must still be allowed there (CR 704.5m-n)."""
    if not touched:
        return
    for thing in state.objects.values():
        if thing.attached_to is None or (thing.attached_to not in touched and thing.handle not in touched):
            continue
        host = state.objects.get(thing.attached_to)
        facts = bench.cards.get(thing.card or "")
        equipment = facts is not None and "Equipment" in facts.subtypes
        need = thing.attach_need or ("creature" if equipment else None)
        good = False if host is None else satisfies(bench, host, need)
        if good is None and host is not None and not characteristics(host, bench.cards).is_creature:
            yield Undecided(
                "attachment", f"whether {thing.handle} may be attached to {host.handle}", thing.handle
            )
        elif good is False:
            yield Violation(
                "FD207",
                f"{thing.handle} is still attached to {thing.attached_to}, which it cannot be attached to any more",
                ("704.5n" if equipment else "704.5m",),
                thing.handle,
                thing.controller,
                "Equipment unattached, an Aura in its owner's graveyard",
            )
