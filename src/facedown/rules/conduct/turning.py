"""Turning face up and face down (CR 116.2b, 701.40b-g, 701.58b-g, 702.37e, 702.168d, 708.2b, 708.7, 712.15-16)."""

from __future__ import annotations

from collections.abc import Iterator

from facedown.cards.card import Card
from facedown.rules import events as e
from facedown.rules.conduct.casting import priority
from facedown.rules.conduct.costs import BY_THE_CARD, paid, wrong
from facedown.rules.conduct.judgement import Bench, Undecided, Verdict, Violation
from facedown.rules.evolve.permanents import stays_down_by
from facedown.rules.state import Object, State
from facedown.rules.ways import WAYS


def turned_up(bench: Bench, state: State, ev: e.TurnedUp) -> Iterator[Verdict]:
    """Judge a turn-up before it is folded."""
    thing = state.objects.get(ev.object)
    if thing is None:
        return
    said = f"{thing.handle} was turned face up"
    if thing.face_down is None or (thing.zone == "stack" and thing.way != "unrecorded"):
        reason = "although it was face up already" if thing.face_down is None else "although it was a spell"
        yield wrong(ev, f"{said} {reason}", "708.7", "a face-down permanent")
        return
    if thing.phased_out:
        yield wrong(ev, f"{said} while it was phased out", "702.26b", "a permanent that is phased in")
    if any(effect.stays_down for effect in thing.effects):
        by = next(effect.by for effect in thing.effects if effect.stays_down)
        yield wrong(ev, f"{said}, which {by} forbids", "101.2", "no effect that forbids it")
    if thing.bond is not None and (ev.opening is None or ev.opening.nonce is None):
        yield wrong(
            ev, f"{said} without opening what was committed", "708.8", "the opening of its commitment"
        )
    card = bench.facts(thing)
    stays = next(
        (
            facts
            for facts in map(bench.facts, (thing, *thing.components))
            if facts and facts.is_instant_or_sorcery
        ),
        None,
    )
    if stays is not None and thing.way != "unrecorded":
        rule = stays_down_by(thing)
        yield wrong(
            ev,
            f"{said}, and {stays.name}, an instant or sorcery, stays face down",
            rule,
            "the card shown and left face down",
        )
        return
    if ev.procedure == "effect":
        return
    if ev.procedure == "unrecorded":
        yield Undecided("procedure", f"how {thing.handle} was turned face up", thing.handle)
        return
    if thing.controller != ev.player:
        yield wrong(
            ev,
            f"{said} by {ev.player}, but {thing.controller} controls it",
            "116.2b",
            "its controller's special action",
        )
    yield from priority(state, ev.player, thing, "FD203", said, "116.2b")
    found = list(_procedure(bench, ev, thing, card))
    yield from found
    if card is not None and not any(isinstance(verdict, Violation) for verdict in found):
        yield from paid(state, ev, thing, card)


def _procedure(bench: Bench, ev: e.TurnedUp, thing: Object, card: Card | None) -> Iterator[Verdict]:
    said = f"{thing.handle} was turned face up"
    if ev.procedure == "hidden agenda":
        if thing.way != "hidden agenda":
            yield wrong(ev, f"{said} as a conspiracy, which it is not", "702.106c", "a face-down conspiracy")
        return
    if ev.procedure in BY_THE_CARD:
        ability, rule = BY_THE_CARD[ev.procedure]
        if any(effect.lost_abilities for effect in thing.effects):
            yield wrong(
                ev, f"{said} for a {ability} cost that it would not have", rule, f"a permanent with {ability}"
            )
        elif card is None:
            yield from bench.missing_facts(thing, f"whether it has {ability}")
        elif ("morph" if card.keyword == "megamorph" else card.keyword) != ability:
            yield wrong(
                ev, f"{said} for a {ability} cost, and {card.name} has none", rule, f"a card with {ability}"
            )
        return
    way = WAYS.get(ev.procedure)
    if way is None or not way.for_mana_cost:
        yield Undecided(
            f"procedure {ev.procedure}", f"what {ev.procedure} allows for {thing.handle}", thing.handle
        )
        return
    rule = "701.58b" if way.name == "cloak" else "701.40b"
    if thing.way == "unrecorded":
        yield Undecided("way", f"whether {thing.handle} was {way.said}", thing.handle)
    elif thing.way != way.name:
        yield wrong(
            ev,
            f"{said} for its mana cost, but it was not {way.said}",
            rule,
            f"a permanent that was {way.said}",
        )
    elif card is None:
        yield from bench.missing_facts(thing, "whether it is a creature card with a mana cost")
    elif not card.is_creature:
        yield wrong(
            ev, f"{said} for its mana cost, and {card.name} is no creature card", rule, "a creature card"
        )
    elif not card.has_mana_cost:
        yield wrong(
            ev, f"{said} for a mana cost that {card.name} does not have", rule, "a card with a mana cost"
        )


def turned_down(bench: Bench, state: State, ev: e.TurnedDown) -> Iterator[Verdict]:
    """Judge a turn-down before it is folded: some cannot happen, and the rules ignore the instruction."""
    thing = state.objects.get(ev.object)
    if thing is None:
        return
    way = WAYS.get(ev.face_down.way)
    if way is None or not way.recorded:
        yield Undecided("way", f"why {thing.handle} was turned face down", thing.handle)
        return
    if "turned" not in way.arrives:
        yield Violation(
            "FD204",
            f"{thing.handle} was turned face down in place and is said to be {way.said}",
            (way.rule, "708.6"),
            thing.handle,
            ev.player,
            "the effect that turned it face down",
        )
    if thing.face_down is not None:
        yield _cannot(thing, ev.player, "was turned face down although it was face down already", "708.2b")
        return
    card = bench.facts(thing)
    if card is not None and card.is_double_faced:
        rule = "729.2j" if thing.components else "712.16"
        yield _cannot(thing, ev.player, f"was turned face down, and {card.name} is double-faced", rule)
    for part in thing.components:
        facts = bench.facts(part)
        if facts is not None and facts.is_double_faced:
            yield _cannot(
                thing,
                ev.player,
                f"was turned face down with {facts.name}, a double-faced component",
                "729.2j",
            )


def transformed(bench: Bench, state: State, ev: e.Transformed) -> Iterator[Verdict]:
    """Judge a transformation: not while face down (CR 712.15a)."""
    del bench
    thing = state.objects.get(ev.object)
    if thing is not None and thing.face_down is not None:
        yield _cannot(thing, thing.controller, "transformed while it was face down", "712.15a")


def _cannot(thing: Object, player: str, what: str, rule: str) -> Violation:
    return Violation(
        "FD205",
        f"{thing.handle} {what}",
        (rule,),
        thing.handle,
        player,
        "nothing happening: the rules ignore the instruction",
    )


def stayed_down(bench: Bench, state: State, ev: e.StayedDown) -> Iterator[Verdict]:
    """Judge a refusal to turn up: it is for instants and sorceries (CR 701.40g, 701.58g, 729.2g)."""
    thing = state.objects.get(ev.object)
    if thing is None:
        return
    if thing.face_down is None:
        yield _cannot(thing, ev.player, "was left face down although it was face up", "701.40g")
        return
    card = bench.facts(thing)
    if card is None:
        yield from bench.missing_facts(thing, "whether it stays face down")
    elif not any(
        facts is not None and facts.is_instant_or_sorcery
        for facts in map(bench.facts, (thing, *thing.components))
    ):
        yield _wrong_stay(ev, thing, card)


def _wrong_stay(ev: e.StayedDown, thing: Object, card: Card) -> Violation:
    return Violation(
        "FD203",
        f"{thing.handle} was left face down, and {card.name} is neither an instant nor a sorcery: it turns face up",
        ("708.8",),
        ev.object,
        ev.player,
        "the permanent turned face up",
    )
