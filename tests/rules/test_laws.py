"""Laws of the fold, on random games: replayed it is the same, and nothing that was learnt is ever lost."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from facedown.errors import Malformed
from facedown.rules import actions as a
from facedown.rules import events as e
from facedown.rules.reveals import carried
from facedown.rules.state import State

CARDS = ("Exalted Angel", "Coveted Falcon", "Grizzly Bears", "Forest", "Shock", "Pacifism", "Bonesplitter")
SEATS = ("p1", "p2", "p3")
DEEDS = (
    "morph", "manifest", "cloak", "exile", "foretell", "face up", "token", "resolve", "up", "effect", "down", "steal",
    "die", "bounce", "away", "show", "share", "look", "attach", "attack", "tap", "phase", "change", "stay down", "shuffle",
    "loud", "quiet", "draw", "concede", "rejoin", "gather", "end", "next game", "reverse", "merge", "owe",
)  # fmt: skip
NUMBERS = st.integers(0, 10_000)
MOVES = st.lists(st.tuples(st.sampled_from(DEEDS), NUMBERS, NUMBERS, NUMBERS), max_size=40)


def deed(state: State, kind: str, one: int, two: int, three: int, cards: tuple[str, ...]) -> a.Action | None:
    """An action of this kind on whatever is on the table, or None if there is nothing to do it to."""
    player, other = SEATS[one % 3], SEATS[two % 3]
    card = cards[three % len(cards)]
    things = list(state.objects)
    thing = things[one % len(things)] if things else None
    made: dict[str, a.Action] = {
        "morph": a.CastSpell(player=player, card=card, face_down="morph", cost="{3}"),
        "manifest": a.Put(player=player, card=card, source="library", owner=other, face_down="manifest"),
        "cloak": a.Put(player=player, card=card, source="hand", face_down="cloak"),
        "exile": a.Put(player=player, card=card, to="exile", face_down="exiled", by="Gonti", look=(other,)),
        "foretell": a.Put(player=player, card=card, to="exile", face_down="foretell"),
        "face up": a.Put(player=player, card=card),
        "token": a.Create(player=player, card="Soldier Token"),
        "loud": a.BeginTurn(player=player),
        "quiet": a.Say(player=player, text="hm"),
        "draw": a.Draw(player=player, cards=(card,)),
        "concede": a.Concede(player=player),
        "rejoin": a.Rejoin(player=player),
        "gather": a.Gather(player=player),
        "end": a.End(how="draw"),
        "next game": a.BeginNext(),
        "reverse": a.Reverse(to=max(4, state.seq - three % 12)),
    }
    if thing is not None:
        last = things[two % len(things)]
        made |= {
            "resolve": a.Resolve(object=thing),
            "up": a.TurnUp(object=thing, procedure="morph", cost="{2}{W}{W}"),
            "effect": a.TurnUp(object=thing, procedure="effect"),
            "down": a.TurnDown(object=thing, by="Ixidron"),
            "steal": a.GainControl(object=thing, player=other),
            "die": a.Move(object=thing, to="graveyard", shown=bool(three % 3)),
            "bounce": a.Move(object=thing, to="hand", shown=bool(three % 2)),
            "away": a.Move(object=thing, to="exile"),
            "show": a.Show(object=thing),
            "share": a.Show(object=thing, to=(other,)),
            "look": a.Look(player=player, object=thing),
            "attach": a.Attach(object=thing, to=last, need="creature" if three % 2 else None),
            "attack": a.Attack(player=player, objects=(thing,)),
            "tap": a.Tap(object=thing),
            "phase": a.Phase(object=thing, out=bool(three % 2)),
            "change": a.Change(object=thing, by="Humility", lost_abilities=True, ends=bool(three % 2)),
            "stay down": a.StayDown(object=thing),
            "shuffle": a.Shuffle(player=player, objects=(thing, last)),
            "merge": a.Merge(object=thing, merging=last, on_top=bool(three % 2)),
            "owe": a.Owe(object=thing, rule="701.20a"),
        }
    return made.get(kind)


def play(world: Any, moves: list[tuple[str, int, int, int]], cards: tuple[str, ...] = CARDS) -> Any:
    """A lenient game of three, with what of these moves can be done."""
    w = world(3, strict=False)
    for kind, one, two, three in moves:
        action = deed(w.state, kind, one, two, three, cards)
        if action is None:
            continue
        try:
            w.do(action)
        except Malformed:
            continue
    return w


def undone(w: Any) -> set[int]:
    """The entries in which something was taken back, or a new game began."""
    taken = (e.Reversed, e.NextGame, e.Rejoined)
    return {
        seq for seq, (_, events) in enumerate(w.entries) if any(isinstance(event, taken) for event in events)
    }


@given(moves=MOVES)
def test_live_and_replayed_states_are_equal_at_every_entry(world, moves):
    w = play(world, moves)
    assert w.refold() == w.states


@given(moves=MOVES)
def test_the_fold_alters_no_earlier_state(world, moves):
    w = play(world, moves)
    before = [repr(state) for state in w.states]
    w.refold()
    w.end()
    assert [repr(state) for state in w.states[:-1]] == before


@given(moves=MOVES)
def test_knowledge_of_an_object_never_shrinks(world, moves):
    w = play(world, moves)
    for then, now in zip(w.states, w.states[1:], strict=False):
        for handle in then.objects.keys() & now.objects.keys():
            thing = now.objects[handle]  # what something merged on top of is known as a component
            now_known = thing.knows.union(*(part.knows for part in thing.components))
            assert then.objects[handle].knows <= now_known


@given(moves=MOVES)
def test_no_handle_is_ever_given_twice(world, moves):
    w = play(world, moves)
    given_out: list[str] = []
    for _, events in w.entries:
        for event in events:
            if isinstance(event, e.Cast | e.Created):
                given_out.append(event.object)
            elif isinstance(event, e.Moved) and event.new is not None:
                given_out.append(event.new)
            elif isinstance(event, e.Repiled):
                given_out += event.new
    assert len(given_out) == len(set(given_out))


def check_reversal(w: Any, to: int) -> None:
    """Go back to after an entry, and see that the table is as it was and nothing learnt is lost."""
    before, then = w.state, w.at(to)
    learnt: dict[str, frozenset[str]] = {}
    for state in w.states[to:]:
        for handle, thing in state.objects.items():
            learnt[handle] = learnt.get(handle, frozenset()) | thing.knows
    w.do(a.Reverse(to=to))
    now = w.state
    assert now.objects.keys() == then.objects.keys()
    for handle, old in then.objects.items():
        new = now.objects[handle]
        assert replace(new, knows=old.knows, shown_at=old.shown_at, named=old.named, bond=old.bond) == old
        assert new.knows >= learnt[handle]
    assert (now.next_handle, now.next_slot, now.hidden) == (
        before.next_handle,
        before.next_slot,
        before.hidden,
    )
    assert {seat: p.hand for seat, p in now.players.items()} == {
        seat: p.hand for seat, p in then.players.items()
    }
    assert now.ended_at == then.ended_at


@given(moves=MOVES, back=st.integers(1, 40), again=st.integers(1, 40))
def test_a_reversal_restores_the_table_and_keeps_knowledge_and_handles(world, moves, back, again):
    w = play(world, [move for move in moves if move[0] not in {"reverse", "merge"}])
    check_reversal(w, max(4, w.state.seq - back))
    check_reversal(w, max(4, w.state.seq - again))


@given(moves=MOVES)
def test_a_duty_stays_once_it_fell_due_and_a_closed_window_stays_closed(world, moves):
    w = play(world, moves)
    exempt = undone(w)
    for seq, (then, now) in enumerate(zip(w.states, w.states[1:], strict=False), start=1):
        if seq in exempt:
            continue
        for key, duty in then.duties.items():
            assert now.duties[key].since == duty.since
            assert now.duties[key].shows[: len(duty.shows)] == duty.shows
            if not duty.open:
                assert now.duties[key].closed_at == duty.closed_at


@given(moves=MOVES)
def test_what_is_open_and_what_is_watched_is_what_the_duties_say(world, moves):
    w = play(world, moves)
    for state in w.states:
        assert len(set(state.open_duties)) == len(state.open_duties)
        assert set(state.open_duties) == {key for key, duty in state.duties.items() if duty.open}
        assert all(not state.duties[key].open for key in state.watched)
        assert len(set(state.watched)) == len(state.watched)


@given(moves=MOVES)
def test_at_the_end_everything_face_down_is_owed_once(world, moves):
    w = play(world, moves)
    if w.state.over:
        return
    due = [part.handle for thing in w.state.objects.values() for part, _ in carried(thing)]
    before = set(w.state.duties)
    w.end()
    assert sorted(w.state.duties[key].object for key in w.state.duties.keys() - before) == sorted(due)


@given(moves=MOVES)
def test_everything_shown_at_the_end_leaves_nothing_missing(world, moves):
    w = play(
        world, [move for move in moves if move[0] not in {"gather", "next game", "end", "concede", "rejoin"}]
    )
    w.end()
    handles = {duty.object for duty in w.state.duties.values() if duty.cause == "game_end"}
    for handle in handles:
        duty = next(duty for duty in w.state.duties.values() if duty.object == handle)
        w.show(handle, card=None if duty.bond is not None or duty.named is not None else "Shock")
    w.close()
    for handle in handles:
        kinds = [
            duty for duty in w.state.duties.values() if duty.object == handle and duty.cause == "game_end"
        ]
        if all(duty.kind != "component" for duty in kinds):
            assert all(
                status == "met" for key, status in w.duties().items() if key.startswith(f"{handle}/game_end")
            )


HIDING = (
    "morph",
    "manifest",
    "cloak",
    "foretell",
    "steal",
    "phase",
    "look",
    "share",
    "attack",
    "quiet",
    "loud",
    "draw",
)


@given(moves=st.lists(st.tuples(st.sampled_from(HIDING), NUMBERS, NUMBERS, NUMBERS), max_size=30))
@pytest.mark.parametrize("ending", ["none", "concede", "stolen"])
def test_another_hidden_card_makes_no_other_state(world, moves, ending):
    one, two = (play(world, moves, (name,)) for name in ("Exalted Angel", "Ulamog, the Infinite Gyre"))
    if ending == "concede":
        one.concede("p1")
        two.concede("p1")
    assert one.states[: len(two.states) - 1] == two.states[: len(two.states) - 1]
    if ending != "concede":
        assert one.states == two.states
        assert all("Angel" not in repr(state) for state in one.states)
