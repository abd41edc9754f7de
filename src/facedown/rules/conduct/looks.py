"""Looking, showing and being refused (CR 708.5, 406.3), mixing up (708.6), and results before reveals."""

from __future__ import annotations

from collections.abc import Iterator

from facedown.rules import events as e
from facedown.rules.conduct.judgement import LET_LOOK, Bench, Undecided, Verdict, Violation
from facedown.rules.looking import may_look
from facedown.rules.state import State


def looked(bench: Bench, state: State, ev: e.Looked) -> Iterator[Verdict]:
    """Judge a look: at one's own face-down spells and permanents always, otherwise only if allowed."""
    del bench
    if ev.allowed is not None:
        return
    for handle in ev.objects or ():
        thing = state.objects.get(handle)
        if thing is not None and thing.face_down is not None and ev.player not in may_look(state, thing):
            yield Violation(
                "FD401",
                f"{ev.player} looked at {handle}, face down in the zone {thing.zone}, without a right to",
                ({"exile": "406.3", "command": "315.7"}.get(thing.zone, "708.5"),),
                handle,
                ev.player,
                "a permission by a rule or effect",
            )
    if ev.zone is not None and not (ev.zone == "hand" and (ev.of or ev.player) == ev.player):
        yield Violation(
            "FD401",
            f"{ev.player} looked at cards in {ev.of or ev.player}'s {ev.zone}, and the record names no effect that allows it",
            ("400.2", "701.20e"),
            None,
            ev.player,
            "the effect that allows the look",
        )


def controlled(bench: Bench, state: State, ev: e.Controlled) -> Iterator[Verdict]:
    """Judge a change of control: the new controller may look, so needs the opening (CR 708.5)."""
    del bench
    thing = state.objects.get(ev.object)
    if thing is None or thing.face_down is None or thing.bond is None or ev.player in thing.knows:
        return
    if any(box.to == ev.player for box in ev.boxes or ()):
        return
    if thing.way == "unrecorded":
        yield Undecided(LET_LOOK, f"whether {ev.player} was let look at {thing.handle}", thing.handle)
    else:
        yield Violation(
            "FD402",
            f"{ev.player} gained control of {thing.handle} and got no opening of it",
            ("708.5",),
            thing.handle,
            ev.player,
            "a sealed opening for the new controller",
        )


def refused(bench: Bench, state: State, ev: e.Refused) -> Iterator[Verdict]:
    """Judge a refusal: only somebody with a right to look can be wronged by one."""
    del bench
    thing = state.objects.get(ev.object)
    if thing is not None and ev.player in may_look(state, thing):
        yield Violation(
            "FD402",
            f"{ev.player}, who may look at {thing.handle}, was refused",
            ("708.5",),
            thing.handle,
            ev.player,
            "the look, or the opening",
        )


def unclear(bench: Bench, state: State, ev: e.Unclear) -> Iterator[Verdict]:
    """Judge an object of which nobody can say what made it face down (not for tokens, which are no cards)."""
    del bench
    thing = state.objects.get(ev.object)
    if thing is not None and thing.face_down is not None and thing.kind == "card":
        why = f": {ev.why}" if ev.why else ""
        yield Violation(
            "FD204",
            f"{ev.player} cannot say what made {ev.object} face down{why}",
            ("708.6",) if thing.zone in {"battlefield", "stack"} else ("406.3",),
            ev.object,
            ev.player,
            "the rule or effect that put it face down",
        )


def mixed(bench: Bench, state: State, ev: e.Mixed) -> Iterator[Verdict]:
    """Judge face-down objects that cannot be told apart any more (CR 708.6)."""
    del bench, state
    yield Violation(
        "FD301",
        f"{', '.join(ev.objects)} can no longer be told apart",
        ("708.6",),
        ev.objects[0] if ev.objects else None,
        ev.player,
        "marks, dice or an order that keep them apart",
    )


def result(bench: Bench, state: State, ev: e.Result) -> Iterator[Verdict]:
    """Note a result that is written down while something is still to be shown."""
    del bench, ev
    waiting = [key.split("/")[0] for key in state.open_duties if not state.duties[key].shows]
    if waiting:
        yield Violation(
            "FD504",
            f"the result was written down while {', '.join(dict.fromkeys(waiting))} had still to be shown",
            ("708.9",),
            waiting[0],
            None,
            "the cards shown first",
        )
