"""Putting face down, moving, creating, and counting (CR 400, 406.3, 708.6)."""

from __future__ import annotations

from collections.abc import Iterator

from facedown.rules import events as e
from facedown.rules.conduct import casting
from facedown.rules.conduct.judgement import Bench, Undecided, Verdict, Violation
from facedown.rules.conduct.permanents import satisfies
from facedown.rules.looking import by_position
from facedown.rules.state import Bond, Object, State
from facedown.rules.ways import WAYS


def moved(bench: Bench, state: State, ev: e.Moved) -> Iterator[Verdict]:
    """Judge a change of zones before it is folded."""
    old = state.objects.get(ev.object) if ev.object is not None else None
    if ev.resolved and old is not None and old.targets:
        yield from _resolves(bench, state, old)
    if ev.new is None:
        return
    if old is not None and old.zone == "stack" and ev.to == "battlefield":
        yield from _becomes(ev, old)
    if ev.face_down is None:
        if ev.to == "battlefield":
            yield from _enters_face_up(bench, ev, old)
        return
    if old is not None and old.zone == "stack" and ev.to == "battlefield":
        return
    thing = Object(
        handle=ev.new, zone=ev.to, owner=ev.owner or (old.owner if old else ev.player),
        controller=ev.controller or ev.player, since=0, face_down=ev.face_down, named=old.card if old else None,
        bond=Bond(commitment=ev.identity.commitment, handle=ev.new, seq=0) if ev.identity else None,
    )  # fmt: skip
    way = WAYS.get(ev.face_down.way)
    if way is None or not way.recorded:
        yield Undecided("way", f"why {ev.new} is face down", ev.new)
    elif {"battlefield": "put", "exile": "exiled", "command": "agenda"}.get(ev.to) not in way.arrives:
        yield Violation(
            "FD204",
            f"{ev.new} lies face down in the zone {ev.to} and is said to be {way.said}, which does not lead there",
            (way.rule, "708.6"),
            ev.new,
            ev.player,
            "a rule or effect that puts it there face down",
        )
    elif way.name == "foretell":
        yield from casting.foretell(bench, state, ev, thing)
    elif way.name == "exiled" and ev.face_down.by is None:
        yield Violation(
            "FD204",
            f"{ev.new} was exiled face down, and the record names no effect that says so",
            ("406.3",),
            ev.new,
            ev.player,
            "the effect that exiles it face down",
            "review",
        )
    yield from casting.boxes_for(state, ev.new, ev.identity, by_position(thing), ev.face_down.way)


def _becomes(ev: e.Moved, old: Object) -> Iterator[Verdict]:
    """A face-down spell becomes a permanent that is face down in the same way (CR 702.37c, 708.4)."""
    was, now = old.face_down, ev.face_down
    if any(down is not None and not _recorded(down.way) for down in (was, now)):
        if was is None or now is None:
            yield Undecided("way", f"why {ev.new} is face down, or was as a spell", ev.new)
        elif _recorded(was.way):
            yield Violation(
                "FD204",
                f"{old.handle} was {WAYS[was.way].said}, and of the permanent {ev.new} the record does not say so any more",
                ("708.6",),
                ev.new,
                ev.player,
                "the way in which the spell was face down",
            )
    elif was is not None and now is None:
        yield Violation(
            "FD203",
            f"{old.handle}, a face-down spell, entered the battlefield face up",
            ("708.4", "708.7"),
            old.handle,
            ev.player,
            "a permanent that is face down",
        )
    elif now is not None and (was is None or (was.way, was.listed) != (now.way, now.listed)):
        spell = "was a face-up spell" if was is None else f"was {WAYS[was.way].said}"
        yield Violation(
            "FD204",
            f"{old.handle} {spell}, and the permanent {ev.new} is said to be {WAYS[now.way].said}",
            ("708.4", "708.6"),
            ev.new,
            ev.player,
            "the way in which the spell was face down",
        )


def _recorded(way: str) -> bool:
    return way in WAYS and WAYS[way].recorded


def _enters_face_up(bench: Bench, ev: e.Moved, old: Object | None) -> Iterator[Verdict]:
    if old is None and ev.source not in e.HIDDEN:
        return
    card = bench.cards.get(ev.card or "")
    if card is None or not card.is_instant_or_sorcery:
        return
    if card.layout == "modal_dfc" and ev.source in {"hand", "stack"}:
        return  # it may be played with its back face up (CR 712.11b, 712.12)
    if ev.allowed is not None:
        yield Undecided("why cards lie on the table", f"whether {ev.new} was put there or cast", ev.new)
    else:
        yield Violation(
            "FD205",
            f"{card.name} was put onto the battlefield face up, and such a card stays where it is",
            ("400.4a", "307.4" if "Sorcery" in card.types else "304.4"),
            ev.object or ev.new,
            ev.player,
            "the card left in its zone",
        )


def _resolves(bench: Bench, state: State, old: Object) -> Iterator[Verdict]:
    """Whether every target had become illegal (CR 608.2b).

    A record may list what a spell did before it says that the spell resolved. So a target that is gone proves nothing,
    and one that changed proves something only if its controller turned it face up by a special action.
    """
    targets = [state.objects.get(handle) for handle in old.targets]
    changed = [thing for thing in targets if thing is not None]
    if len(changed) < len(targets) or any(
        satisfies(bench.cards, thing, old.target_need) is not False for thing in changed
    ):
        return
    if all(thing.face_down is None and thing.turned_by is not None for thing in changed):
        yield Violation(
            "FD207",
            f"{old.handle} resolved although every target of it had become illegal",
            ("608.2b",),
            old.handle,
            old.controller,
            "a spell that does not resolve",
        )
    else:
        yield Undecided(
            "when targets became illegal",
            f"whether {old.handle} had a legal target as it resolved",
            old.handle,
        )


def created(bench: Bench, state: State, ev: e.Created) -> Iterator[Verdict]:
    """Judge a token's or copy's creation: a copy of a face-down object is face up (CR 707.2)."""
    del bench
    model = state.objects.get(ev.copy_of) if ev.copy_of is not None else None
    if (
        model is not None
        and model.face_down is not None
        and (ev.card is not None or ev.face_down is not None)
    ):
        yield Violation(
            "FD205",
            f"{ev.object} copies {model.handle}, which is face down: the copy is a face-up object without a name",
            ("707.2", "708.2"),
            ev.object,
            ev.player,
            "a face-up copy with the characteristics listed for the face-down object",
        )
    if ev.face_down is not None and _recorded(ev.face_down.way) and ev.copy_of is None:
        yield Violation(
            "FD205",
            f"{ev.object}, a {ev.kind}, was created face down, and nothing creates one so",
            ("708.2", "111.3"),
            ev.object,
            ev.player,
            "a face-up token, or an effect that turns it face down",
            "review",
        )
    if ev.identity is not None and ev.face_down is not None:
        thing = Object(handle=ev.object, zone=ev.zone, owner=ev.player, controller=ev.controller or ev.player,
                       since=0, face_down=ev.face_down)  # fmt: skip
        yield from casting.boxes_for(state, ev.object, ev.identity, by_position(thing), ev.face_down.way)


def counts(before: State, after: State) -> Iterator[Verdict]:
    """Whether the counts of hidden zones still make sense after an entry (IPG 2.3)."""
    for seat, now in after.players.items():
        then = before.players.get(seat)
        if now is then:
            continue
        for zone in ("library", "hand"):
            number = getattr(now, zone)
            if number is not None and number < 0 and (then is None or getattr(then, zone) != number):
                yield Violation(
                    "FD505",
                    f"{-number} more cards left {seat}'s {zone} than were in it",
                    ("400.2",),
                    None,
                    seat,
                    "counts that the events explain",
                )


def repiled(bench: Bench, state: State, ev: e.Repiled) -> Iterator[Verdict]:
    """Judge the shuffling of a pile: only face-down objects of one zone make one (CR 701.24a)."""
    del bench
    things = [state.objects[handle] for handle in ev.objects if handle in state.objects]
    alike = {(thing.zone, thing.owner, thing.controller, thing.way) for thing in things}
    if len(alike) > 1 or any(
        thing.face_down is None or thing.zone in {"battlefield", "stack"} for thing in things
    ):
        yield Violation(
            "FD301",
            "objects that are not one face-down pile were shuffled together",
            ("708.6", "701.24a"),
            None,
            ev.player,
            "a face-down pile",
        )
