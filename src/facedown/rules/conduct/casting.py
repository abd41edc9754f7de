"""Casting face down, and foretelling (CR 702.37c-d, 702.168b-c, 708.4, 702.143)."""

from __future__ import annotations

from collections.abc import Iterator

from facedown.cards import mana
from facedown.cards.card import Card
from facedown.errors import Malformed
from facedown.rules import events as e
from facedown.rules.conduct.judgement import LET_LOOK, Bench, Undecided, Verdict, Violation
from facedown.rules.events import Concealed
from facedown.rules.state import Bond, Object, State
from facedown.rules.ways import WAYS


def cast(bench: Bench, state: State, ev: e.Cast) -> Iterator[Verdict]:
    """Judge a cast before it is folded."""
    old = state.objects.get(ev.was) if ev.was is not None else None
    if old is not None and old.way == "foretell" and ev.allowed is None and state.turn == 0:
        yield Undecided("turns", f"in which turn {old.handle} was foretold", old.handle)
    elif old is not None and old.way == "foretell" and old.turn == state.turn and ev.allowed is None:
        yield Violation(
            "FD202",
            f"{old.handle} was cast in the turn in which it was foretold",
            ("702.143a",),
            old.handle,
            ev.player,
            "a cast on a later turn",
        )
    if ev.face_down is None:
        return
    yield from _has_the_ability(bench, ev)
    yield from _when_and_whence(state, ev, old)
    yield from boxes_for(state, ev.object, ev.identity, frozenset({ev.player}), ev.face_down.way)


def spell_of(ev: e.Cast) -> Object:
    """The face-down spell as the bench sees it, before the fold has made it."""
    bond = Bond(commitment=ev.identity.commitment, handle=ev.object, seq=0) if ev.identity else None
    return Object(
        handle=ev.object, zone="stack", owner=ev.owner or ev.player, controller=ev.player, since=0,
        face_down=ev.face_down, bond=bond,
    )  # fmt: skip


def _has_the_ability(bench: Bench, ev: e.Cast) -> Iterator[Verdict]:
    way = WAYS.get(ev.face_down.way) if ev.face_down is not None else None
    if way is None or not way.recorded:
        yield Undecided("way", f"why {ev.object} was cast face down, and so whether it might be", ev.object)
        return
    if "cast" not in way.arrives:
        yield Violation(
            "FD204",
            f"{ev.object} is said to be {way.said}, but it was cast",
            (way.rule, "708.6"),
            ev.object,
            ev.player,
        )
        return
    spell = spell_of(ev)
    card = bench.facts(spell)
    if card is None:
        yield from bench.missing_facts(spell, "whether it may be cast face down")
        return
    if way.keyword is None:  # an effect casts it, not an ability of the card
        yield from _by_effect(ev, card)
        return
    ability = "morph" if card.keyword == "megamorph" else card.keyword
    if ability == way.keyword:
        return
    other = ability is not None
    rule = "702.37d" if way.keyword == "morph" else "702.168c"
    yield Violation(
        "FD201",
        f"{ev.object} was cast face down naming {way.keyword}, and {card.name} has "
        + (f"{card.keyword}, which is another ability" if other else f"no {way.keyword} ability"),
        (rule,),
        ev.object,
        ev.player,
        f"a card with {way.keyword}",
        "review" if other else None,
        f"{ev.object} was cast face down naming {way.keyword}, and its card has no {way.keyword} ability",
    )


def _by_effect(ev: e.Cast, card: Card) -> Iterator[Verdict]:
    """Illusionary Mask asks for a creature card whose mana cost the mana spent could pay."""
    said = f"{ev.object} was cast face down by an effect"
    if not card.is_creature:
        yield Violation(
            "FD208",
            f"{said}, and {card.name} is not a creature card",
            ("708.4",),
            ev.object,
            ev.player,
            "a creature card",
        )
    elif ev.cost is not None and not _could_pay(card.mana_cost, ev.cost):
        yield Violation(
            "FD208",
            f"{said} for {ev.cost}, which cannot pay {card.mana_cost or 'a mana cost that is not there'}",
            ("708.4", "118.6"),
            ev.object,
            ev.player,
            "mana that could pay the card's cost",
            discreet=f"{said} for {ev.cost}, which cannot pay its card's mana cost",
        )


def _could_pay(cost: str, paid: str) -> bool:
    """Whether some of the mana paid, or all of it, could pay a cost."""
    try:
        spare = mana.parse(paid).value() - mana.parse(cost).value()
        return spare >= 0 and cost != "" and mana.explains(cost + f"{{{spare}}}" * bool(spare), paid)
    except Malformed:
        return True  # not mana: nothing can be compared


def _when_and_whence(state: State, ev: e.Cast, old: Object | None) -> Iterator[Verdict]:
    if ev.allowed is not None:
        return
    commander = old.commander if old is not None else ev.source == "command"
    if ev.source != "hand" and not commander:
        yield Violation(
            "FD208",
            f"{ev.object} was cast face down from the zone {ev.source}, and the record names nothing that allows it",
            ("601.3", "708.4"),
            ev.object,
            ev.player,
            "an effect that lets it be cast from there",
        )
    if state.turn == 0:
        yield Undecided("turns", f"whose turn it was when {ev.object} was cast", ev.object)
        return
    main = state.step is None or "main" in state.step.lower()
    empty = not any(thing.zone == "stack" for thing in state.objects.values())
    if state.active != ev.player or not main or not empty:
        when = (
            "on another player's turn"
            if state.active != ev.player
            else f"in the step {state.step}"
            if not main
            else "with a spell on the stack"
        )
        yield Violation(
            "FD208",
            f"{ev.object}, a creature spell, was cast {when}, and the record names nothing that allows it",
            ("302.1", "708.4"),
            ev.object,
            ev.player,
            "a main phase of its caster's turn with an empty stack, or an effect that allows another time",
        )
    elif state.step is None:
        yield Undecided("in which step it is", f"in which step {ev.object} was cast", ev.object)


def foretell(bench: Bench, state: State, ev: e.Moved, thing: Object) -> Iterator[Verdict]:
    """Judge the special action of foretelling (CR 116.2h, 702.143a)."""
    if ev.allowed is not None:
        return
    said = f"{thing.handle} was foretold"
    if ev.source != "hand":
        yield Violation(
            "FD202",
            f"{said} from the zone {ev.source}",
            ("702.143a",),
            thing.handle,
            ev.player,
            "a card from the hand",
        )
    if state.turn == 0:
        yield Undecided("turns", f"whose turn it was when {thing.handle} was foretold", thing.handle)
    elif state.active != ev.player:
        yield Violation(
            "FD202",
            f"{said} outside its owner's turn",
            ("116.2h", "702.143a"),
            thing.handle,
            ev.player,
            "the owner's turn",
        )
    yield from priority(state, ev.player, thing, "FD202", said, "116.2h")
    card = bench.facts(thing)
    if card is None:
        yield from bench.missing_facts(thing, "whether it has foretell")
    elif not card.has_foretell:
        yield Violation(
            "FD202",
            f"{said}, and {card.name} has no foretell",
            ("702.143a",),
            thing.handle,
            ev.player,
            "a card with foretell",
        )


def priority(state: State, player: str, thing: Object, code: str, said: str, rule: str) -> Iterator[Verdict]:
    """Whether a special action was taken with priority, where the record keeps priority."""
    if not state.keeps_priority:
        yield Undecided("priority", f"who had priority when {said}", thing.handle)
    elif state.priority != player:
        yield Violation(
            code,
            f"{said} without priority",
            (rule,),
            thing.handle,
            player,
            "a moment at which that player has priority",
        )


def boxes_for(
    state: State, handle: str, identity: Concealed | None, entitled: frozenset[str], way: str
) -> Iterator[Verdict]:
    """Whether everybody entitled to look got a sealed opening, where the record says why the object is face down."""
    if identity is None:
        return
    sealed = {box.to for box in identity.boxes}
    for seat in sorted(entitled - sealed):
        if way == "unrecorded":
            yield Undecided(LET_LOOK, f"whether {seat} was let look at {handle}", handle)
        elif seat in state.players:
            yield Violation(
                "FD508",
                f"{handle} has no sealed opening for {seat}, who may look at it",
                ("708.5",),
                handle,
                seat,
                "a box for every seat that may look",
            )
