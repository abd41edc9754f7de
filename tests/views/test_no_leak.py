"""The law: change a hidden identity, and everything that anybody else gets stays the same.

A script of deeds is drawn first, with numbers for cards. Then a viewer is chosen, and every card that the viewer was never
entitled to see is given two different names. Both games must look the same to the viewer, down to the length of every
line and of every sealed part.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from facedown import views
from facedown.errors import Malformed
from facedown.ledger.replay import names
from facedown.rules import actions as a

Table = Any
SEATS = ("p1", "p2", "p3")
CARDS = (
    "Exalted Angel", "Stratus Dancer", "Dog Walker", "Coveted Falcon", "Grizzly Bears", "Forest", "Lightning Bolt",
    "Pacifism", "Saw It Coming", "Zoetic Cavern", "A card of no table", "隱密追擊", "x" * 150,
)  # fmt: skip
DIGEST = re.compile("[0-9a-f]{64}")

Deed = Callable[[dict[int, str], dict[int, str]], a.Action]
"""What makes an action from the names of the cards and the handles of the things in the script."""


@dataclass
class Thing:
    """A face-down object in the script: its place among the things, whose it is, and which card."""

    place: int
    card: int
    controller: str
    owner: str
    zone: str


@dataclass
class Script:
    """Deeds, and who was entitled to see which card."""

    deeds: list[tuple[Deed, int | None]] = field(default_factory=list)
    """Each with the place of the thing that it makes, if it makes one."""
    knows: dict[int, set[str]] = field(default_factory=dict)
    hands: dict[str, list[int]] = field(default_factory=lambda: {seat: [] for seat in SEATS})
    things: list[Thing] = field(default_factory=list)
    places: int = 0

    def card(self, *seats: str) -> int:
        """A new card, known to some."""
        self.knows[len(self.knows)] = set(seats)
        return len(self.knows) - 1

    def do(self, deed: Deed) -> None:
        """Add a deed."""
        self.deeds.append((deed, None))

    def lay(self, card: int, controller: str, owner: str, zone: str, *seen_by: str) -> None:
        """A new face-down object, which the last deed makes."""
        deed, _ = self.deeds.pop()
        self.deeds.append((deed, self.places))
        self.things.append(Thing(self.places, card, controller, owner, zone))
        self.places += 1
        self.knows[card] |= set(seen_by)


@st.composite
def scripts(draw: st.DrawFn) -> Script:
    """Draw a script of up to 14 deeds for three players."""
    script = Script()
    for _ in range(draw(st.integers(3, 14))):
        seat, other = draw(st.sampled_from(SEATS)), draw(st.sampled_from(SEATS))
        kind = draw(st.sampled_from([*HANDS, *OBJECTS] if script.things else [*HANDS]))
        if kind in HANDS:
            HANDS[kind](script, seat, other, draw)
        else:
            OBJECTS[kind](script, draw(st.sampled_from(script.things)), other)
    return script


def _draw_cards(script: Script, seat: str, _: str, draw: st.DrawFn) -> None:
    new = [script.card(seat) for _ in range(draw(st.integers(1, 3)))]
    script.hands[seat] += new
    script.do(lambda name, _: a.Draw(player=seat, cards=tuple(name[card] for card in new)))


def _from_hand(script: Script, seat: str) -> int:
    """A card of the seat's hand; one that nobody recorded as drawn, if it is empty."""
    return script.hands[seat].pop(0) if script.hands[seat] else script.card(seat)


def _cast(script: Script, seat: str, _: str, draw: st.DrawFn) -> None:
    card, way = _from_hand(script, seat), draw(st.sampled_from(["morph", "disguise", "unrecorded"]))
    script.do(
        lambda name, _: a.CastSpell(
            player=seat, card=name[card], face_down=way, cost="{3}",
            variant="megamorph" if name[card] == "Stratus Dancer" else None,
        )
    )  # fmt: skip
    script.lay(card, seat, seat, "stack", seat)


def _manifest(script: Script, seat: str, other: str, draw: st.DrawFn) -> None:
    card, way = script.card(), draw(st.sampled_from(["manifest", "cloak", "effect"]))
    script.do(
        lambda name, _: a.Put(player=seat, owner=other, card=name[card], source="library", face_down=way)
    )
    script.lay(card, seat, other, "battlefield", seat)


def _exile(script: Script, seat: str, other: str, draw: st.DrawFn) -> None:
    card = _from_hand(script, seat)
    if draw(st.booleans()):
        script.do(lambda name, _: a.Put(player=seat, card=name[card], to="exile", face_down="foretell"))
        script.lay(card, seat, seat, "exile", seat)
        return
    script.do(
        lambda name, _: a.Put(
            player=seat, card=name[card], to="exile", face_down="exiled", look=(seat, other)
        )
    )
    script.lay(card, seat, seat, "exile", seat, other)


def _put_back(script: Script, seat: str, _: str, draw: st.DrawFn) -> None:
    cards = [script.hands[seat].pop() for _ in range(min(len(script.hands[seat]), 2))]
    named = draw(st.booleans())
    if cards and named:
        script.do(
            lambda name, _: a.Transfer(
                player=seat, source="hand", to="library", cards=tuple(name[card] for card in cards)
            )
        )
    elif cards:
        script.do(lambda _, __: a.Transfer(player=seat, source="hand", to="library", count=len(cards)))
    script.do(lambda _, __: a.Shuffle(player=seat))


def _look_at_hand(script: Script, seat: str, other: str, draw: st.DrawFn) -> None:
    del draw
    cards = [*script.hands[other]]
    for card in cards:
        script.knows[card].add(seat)
    if cards:
        script.do(
            lambda name, _: a.Look(
                player=seat, of=other, zone="hand", cards=tuple(name[card] for card in cards)
            )
        )


def _choose(script: Script, seat: str, _: str, draw: st.DrawFn) -> None:
    del draw
    card = script.card(seat)
    script.do(lambda name, _: a.Choose(player=seat, values=(name[card],)))


def _play_openly(script: Script, seat: str, _: str, draw: st.DrawFn) -> None:
    del draw
    card = _from_hand(script, seat)
    script.knows[card] |= {*SEATS, "public"}
    script.do(lambda name, _: a.Put(player=seat, card=name[card], to="graveyard"))


def _go_back(script: Script, seat: str, _: str, draw: st.DrawFn) -> None:
    """Undo the last entry, if it was no more than a draw: the script goes on as if it had not been."""
    del draw
    card = script.card(seat)
    script.do(lambda name, _: a.Draw(player=seat, cards=(name[card],)))
    script.do(lambda _, __: a.Reverse(to=0))


HANDS: dict[str, Callable[[Script, str, str, st.DrawFn], None]] = {
    "draw": _draw_cards,
    "cast": _cast,
    "manifest": _manifest,
    "exile": _exile,
    "put back": _put_back,
    "look at hand": _look_at_hand,
    "choose": _choose,
    "play openly": _play_openly,
    "go back": _go_back,
}


def _resolve(script: Script, thing: Thing, _: str) -> None:
    if thing.zone == "stack":
        script.things.remove(thing)
        script.do(lambda _, handles: a.Resolve(object=handles[thing.place]))
        script.lay(thing.card, thing.controller, thing.owner, "battlefield")


def _control(script: Script, thing: Thing, other: str) -> None:
    thing.controller = other
    script.knows[thing.card].add(other)
    script.do(lambda _, handles: a.GainControl(object=handles[thing.place], player=other))


def _look(script: Script, thing: Thing, other: str) -> None:
    script.knows[thing.card].add(other)
    script.do(lambda _, handles: a.Look(player=other, object=handles[thing.place]))


def _share(script: Script, thing: Thing, other: str) -> None:
    script.knows[thing.card].add(other)
    script.do(lambda _, handles: a.Show(object=handles[thing.place], to=(other,)))


def _show(script: Script, thing: Thing, _: str) -> None:
    script.knows[thing.card] |= {*SEATS, "public"}
    script.do(lambda _, handles: a.Show(object=handles[thing.place]))


def _take_up(script: Script, thing: Thing, _: str) -> None:
    script.things.remove(thing)
    script.knows[thing.card].add(thing.owner)
    script.hands[thing.owner].append(thing.card)
    script.do(lambda _, handles: a.Move(object=handles[thing.place], to="hand", shown=False))


def _die(script: Script, thing: Thing, _: str) -> None:
    script.things.remove(thing)
    script.knows[thing.card] |= {*SEATS, "public"}
    script.do(lambda _, handles: a.Move(object=handles[thing.place], to="graveyard"))


def _turn_up(script: Script, thing: Thing, _: str) -> None:
    if thing.zone == "battlefield":
        script.things.remove(thing)
        script.knows[thing.card] |= {*SEATS, "public"}
        script.do(lambda _, handles: a.TurnUp(object=handles[thing.place], procedure="morph", cost="{3}"))


def _copy(script: Script, thing: Thing, other: str) -> None:
    script.do(lambda _, handles: a.Create(player=other, copy_of=handles[thing.place]))


def _concede(script: Script, _: Thing, seat: str) -> None:
    """What entered under the leaver's control and belongs to another is exiled and so shown (CR 800.4a)."""
    for thing in script.things:
        if thing.controller == seat != thing.owner:
            script.knows[thing.card] |= {*SEATS, "public"}
    script.do(lambda _, __: a.Concede(player=seat))


def _table(make: Callable[[str, str], a.Action]) -> Callable[[Script, Thing, str], None]:
    """A deed on the table that says nothing of a card."""

    def add(script: Script, thing: Thing, other: str) -> None:
        script.do(lambda _, handles: make(handles[thing.place], other))

    return add


OBJECTS: dict[str, Callable[[Script, Thing, str], None]] = {
    "resolve": _resolve,
    "control": _control,
    "look": _look,
    "share": _share,
    "show": _show,
    "take up": _take_up,
    "die": _die,
    "turn up": _turn_up,
    "copy": _copy,
    "tap": _table(lambda handle, _: a.Tap(object=handle)),
    "attack": _table(lambda handle, seat: a.Attack(player=seat, objects=(handle,))),
    "counters": _table(lambda handle, _: a.SetCounters(object=handle, kind="+1/+1", count=2)),
    "change": _table(lambda handle, _: a.Change(object=handle, by="Humility", lost_abilities=True)),
    "phase": _table(lambda handle, _: a.Phase(object=handle, out=True)),
    "turn down": _table(lambda handle, _: a.TurnDown(object=handle)),
    "target": _table(lambda handle, seat: a.CastSpell(player=seat, card="Counterspell", targets=(handle,))),
    "refuse": _table(lambda handle, seat: a.Refuse(player=seat, object=handle)),
    "grant": _table(lambda _, seat: a.Grant(player=seat, by="Lens", of=("p1",))),
    "concede": _concede,
}


def play(table: Table, script: Script, cards: dict[int, str]) -> list[str]:
    """Play a script with the given cards; what was refused, in the words of the refusal."""
    handles: dict[int, str] = {}
    refused: list[str] = []
    for deed, place in script.deeds:
        try:
            action = deed(cards, handles)
            if isinstance(action, a.Reverse):
                action = a.Reverse(to=len(table.game) - 2)
            receipt = table.play(action)
            if place is not None:
                handles[place] = receipt.handle
        except (Malformed, KeyError) as error:
            refused.append(str(error))
    return refused


def got(table: Table, who: str) -> list[object]:
    """All that a viewer gets of a record: views, texts, sentences, events, and the sizes of what is sealed."""
    replay, shown = table.replay(), names(table.replay())
    opened = table.openings(who) if who != "public" else None
    found: list[object] = []
    for step in replay.steps():
        known = opened.of(who, upto=step.seq) if opened is not None else {}
        view = views.view(step.state, who, known, names=shown, cards=table.game.cards)
        found += [
            msgspec.json.encode(view),
            views.text(view),
            repr(view),
            views.sentences(step.events, shown),
            DIGEST.sub("", repr(step.events)) if step.seq > 1 else "",
            DIGEST.sub("", repr(step.state)),
            len(step.line),
            [len(part) for part in step.parts],
        ]
    return found


@given(st.data())
def test_a_hidden_identity_changes_nothing_that_anybody_else_gets(sit: Any, data: st.DataObject) -> None:
    script = data.draw(scripts())
    who = data.draw(st.sampled_from(("public", *SEATS)))
    one = {card: data.draw(st.sampled_from(CARDS)) for card in script.knows}
    other = {
        card: name if who in script.knows[card] or "public" in script.knows[card] else data.draw(
            st.sampled_from(CARDS)
        )
        for card, name in one.items()
    }  # fmt: skip
    tables = [sit("Alice", "Bob", "Carol", hand=7, library=53) for _ in range(2)]
    refusals = [play(table, script, cards) for table, cards in zip(tables, (one, other), strict=True)]
    assert refusals[0] == refusals[1]
    for first, second in zip(*(got(table, who) for table in tables), strict=True):
        assert first == second
