"""Well-formed events in any order, also senseless ones: the fold and the judgement answer, or say `Malformed`."""

from __future__ import annotations

import base64
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import inspect

from facedown.errors import Malformed
from facedown.rules import events as e
from facedown.rules.conduct import conduct
from facedown.rules.evolve import HANDLERS, fold
from facedown.rules.ways import WAYS

PLAYERS = ("p1", "p2", "p3", "p9")
HANDLES = ("#1", "#2", "#3", "#4", "#5", "#6", "#7", "#8", "#77")
SLOTS = ("p1/card/1", "p2/card/2", "p1/choice/3")
DIGESTS = ("a" * 64, "b" * 64)
NONCE = base64.b64encode(bytes(32)).decode()
WORDS = ("", "morph", "disguise", "manifest", "cloak", "effect", "hidden agenda", "enters", "turned_up", "dies", "creature",
         "noncreature", "{3}", "{2}{W}{W}", "{x}", "5 life", "Exalted Angel", "Shock", "Forest", "Nobody Knows It")  # fmt: skip
FIELDS = {
    "player": PLAYERS,
    "first": PLAYERS,
    "owner": PLAYERS,
    "controller": PLAYERS,
    "of": PLAYERS,
    "to": PLAYERS,
    "way": (*WAYS, "upside down"),
    "nonce": (NONCE,),
    "procedure": (
        "morph",
        "disguise",
        "manifest",
        "cloak",
        "effect",
        "unrecorded",
        "hidden agenda",
        "by magic",
    ),
}


def values(kind: Any, field: str = "") -> st.SearchStrategy[Any]:
    """Plain values of a type, small and often meaningful."""
    if isinstance(kind, inspect.Metadata):
        return values(kind.type, field)
    if isinstance(kind, inspect.StrType):
        return st.sampled_from(strings(kind.pattern or "", field))
    if isinstance(kind, inspect.IntType):
        return st.integers(max(kind.ge or 0, 0), 8)
    if isinstance(kind, inspect.BoolType):
        return st.booleans()
    if isinstance(kind, inspect.NoneType):
        return st.none()
    if isinstance(kind, inspect.LiteralType):
        return st.sampled_from(kind.values)
    if isinstance(kind, inspect.VarTupleType):
        return st.lists(values(kind.item_type, field), max_size=3)
    if isinstance(kind, inspect.UnionType):
        return st.one_of([values(one, field) for one in kind.types])
    assert isinstance(kind, inspect.StructType), kind
    made = {one.encode_name: values(one.type, one.name) for one in kind.fields if one.required}
    more = {one.encode_name: values(one.type, one.name) for one in kind.fields if not one.required}
    tag = {} if kind.tag_field is None else {kind.tag_field: st.just(kind.tag)}
    return st.fixed_dictionaries({**made, **tag}, optional=more)


def strings(pattern: str, field: str) -> tuple[str, ...]:
    if "#" in pattern:
        return HANDLES
    if "card|deck" in pattern:
        return SLOTS
    if "{64}" in pattern:
        return DIGESTS
    return FIELDS.get(field, WORDS)


def event(kind: type[e.Event]) -> st.SearchStrategy[e.Event]:
    def build(plain: dict[str, Any]) -> e.Event | None:
        try:
            return msgspec.convert({k: v for k, v in plain.items() if v is not None}, kind)
        except msgspec.ValidationError:
            return None

    return values(inspect.type_info(kind)).map(build).filter(lambda made: made is not None)  # type: ignore[return-value]


ANY = st.one_of([event(kind) for kind in e.EVENTS])
COMMON = st.one_of(
    [
        event(kind)
        for kind in (e.Cast, e.Moved, e.TurnedUp, e.TurnedDown, e.Created, e.Merged, e.Left, e.Ended)
    ]
)


def table(world: Any) -> Any:
    """A table with something of everything on it."""
    w = world(3, strict=False)
    w.resolve(w.spell("morph"))
    w.put("Lightning Bolt", source="library", face_down="manifest")
    w.attach(w.put("Bonesplitter"), "#2")
    w.put("Shock", to="exile", face_down="exiled", by="Gonti")
    w.bounce(w.down("cloak", "p2"))
    w.spell("disguise", "p3")
    return w


@given(entries=st.lists(st.lists(ANY | COMMON, min_size=1, max_size=3), max_size=12))
def test_any_events_are_folded_and_judged_or_refused_as_malformed(world, entries):
    w = table(world)
    states = list(w.states)
    for events in entries:
        seq, now, at = len(states), states[-1], states.__getitem__
        known = {"known": w.notary.known, "cards": w.cards, "at": at}
        try:
            state = fold(now, seq, "recorder", events, at)
        except Malformed:
            with pytest.raises(Malformed):
                conduct(now, seq, "recorder", events, **known)
            continue
        judged = conduct(now, seq, "recorder", events, **known)
        again = conduct(now, seq, "recorder", events, after=state, **known)
        assert judged.state == state
        assert again == judged
        assert all(violation.message and violation.rules for violation in judged.violations)
        states.append(state)


@pytest.mark.parametrize("kind", e.EVENTS, ids=lambda kind: kind.__name__)
def test_every_event_has_a_handler_and_a_versioned_tag(kind):
    assert kind in HANDLERS or kind is e.Reversed
    assert kind.__struct_config__.tag.endswith(".v1")
    assert kind.__doc__


NAMES_A_HANDLE = [
    e.Ceased(object="#77"),
    e.TurnedUp(player="p1", object="#77", procedure="morph"),
    e.TurnedDown(player="p1", object="#77", face_down=e.FaceDown(way="effect")),
    e.StayedDown(player="p1", object="#77"),
    e.Controlled(object="#77", player="p2"),
    e.Tapped(object="#77", tapped=True),
    e.Attached(object="#2", to="#77"),
    e.Targeted(object="#2", targets=("#77",)),
    e.Cast(player="p1", object="#90", source="hand", targets=("#77",)),
    e.Transformed(object="#77"),
    e.Phased(object="#77", out=True),
    e.Attacked(player="p1", objects=("#77",)),
    e.Blocked(object="#2", attacker="#77"),
    e.CombatEnded(objects=("#77",)),
    e.Counters(object="#77", kind="+1/+1", count=1),
    e.Changed(object="#77", by="an effect"),
    e.Merged(object="#2", merging="#77", on_top=True),
    e.Triggered(object="#77", on="enters"),
    e.Opened(object="#77", opening=e.Opening(identity=e.CardIdentity(name="Shock"))),
    e.Shared(object="#77", to=("p2",)),
    e.Looked(player="p1", objects=("#77",)),
    e.Granted(player="p1", by="an effect", objects=("#77",)),
    e.Owed(object="#77", rule="701.20a"),
    e.Mixed(player="p1", objects=("#77",)),
    e.Refused(player="p1", object="#77"),
    e.Gathered(player="p1", objects=("#77",)),
    e.Stated(player="p1", object="#77", shown=True),
    e.JudgeLooked(object="#77"),
    e.EscrowOpened(object="#77", opening=e.Opening(identity=e.CardIdentity(name="Shock"))),
    e.Moved(player="p1", source="battlefield", to="graveyard", object="#77", new="#90"),
]
NAMES_A_PLAYER = [
    e.Turn(player="p9"),
    e.Priority(player="p9"),
    e.Life(player="p9", life=1),
    e.Drew(player="p9", count=1),
    e.Shuffled(player="p9", zone="library"),
    e.Conceded(player="p9"),
    e.Left(players=("p1", "p9"), how="lost"),
    e.Absent(player="p9"),
    e.Rejoined(player="p9"),
    e.Gathered(player="p9"),
    e.Looked(player="p9"),
    e.Granted(player="p9", by="an effect"),
    e.Shared(object="#2", to=("p9",)),
    e.Controlled(object="#2", player="p9"),
    e.Attacked(player="p9", objects=()),
    e.Refused(player="p9", object="#2"),
    e.Stated(player="p9", object="#2"),
    e.Began(first="p9"),
    e.Created(player="p9", object="#90", zone="battlefield", kind="token"),
    e.Moved(player="p1", source="library", to="graveyard", new="#90", owner="p9"),
    e.Moved(player="p1", source="library", to="battlefield", new="#90", controller="p9"),
    e.Cast(player="p9", object="#90", source="hand"),
]


@pytest.mark.parametrize("wrong", NAMES_A_HANDLE, ids=lambda ev: type(ev).__name__)
def test_an_unknown_handle_is_malformed(world, wrong):
    w = table(world)
    with pytest.raises(Malformed, match="#77"):
        w.write(wrong)


@pytest.mark.parametrize("wrong", NAMES_A_PLAYER, ids=lambda ev: type(ev).__name__)
def test_an_unknown_player_is_malformed(world, wrong):
    w = table(world)
    with pytest.raises(Malformed, match="p9"):
        w.write(wrong)


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        (e.Seated(player="p1"), "seated already"),
        (
            e.Moved(player="p1", source="exile", to="graveyard", object="#2", new="#90"),
            "is in the zone battlefield",
        ),
        (e.Moved(player="p1", source="graveyard", to="exile", new="#90"), "has a handle"),
        (e.Moved(player="p1", source="library", to="exile", new="#2"), "used twice"),
        (e.Created(player="p1", object="#1", zone="battlefield", kind="token"), "used twice"),
        (e.Repiled(player="p1", objects=("#2", "#3"), new=("#90",)), "as many new handles"),
        (e.Repiled(player="p1", objects=(), new=()), "as many new handles"),
        (e.Reversed(to=999), "goes back"),
    ],
    ids=lambda part: type(part).__name__,
)
def test_what_cannot_be_is_malformed(world, wrong, says):
    w = table(world)
    with pytest.raises(Malformed, match=says):
        w.write(wrong)


def test_going_back_needs_earlier_positions(world):
    w = table(world)
    with pytest.raises(Malformed, match="earlier positions"):
        fold(w.state, len(w.states), "recorder", (e.Reversed(to=4),))


def test_a_slot_handle_is_used_once(world):
    w = table(world)
    (chose,) = w.write(
        e.Chose(
            player="p1",
            choice=e.HiddenCard(
                handle="p1/choice/9",
                identity=w.notary.conceal(
                    "p1/choice/9", e.Choice(values=("Shock",)), frozenset({"p1"}), None
                ),
            ),
        )
    )
    with pytest.raises(Malformed, match="used twice"):
        w.write(chose)
