"""Random games of two to four players over all kinds of deeds; after each deed the laws are asserted.

Every card has a name of its own, so that a name which stands where it must not can be found by looking for it. The
machine keeps its own book of who has seen what, apart from the product's.
"""

from __future__ import annotations

from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from facedown import views
from facedown.audit.findings import as_json
from facedown.audit.integrity import verify
from facedown.audit.report import audit
from facedown.cards.card import Card
from facedown.errors import Illegal
from facedown.ledger import record
from facedown.ledger.game import NOTES, Game
from facedown.ledger.replay import Replay, open_with
from facedown.rules import actions as a
from facedown.rules.reveals import standing
from facedown.stores.keyfiles import PrivateKeys
from facedown.stores.memory import open_memory

KINDS: dict[str, dict[str, Any]] = {
    "morph": {"types": ("Creature",), "mana_cost": "{2}{W}", "keyword": "morph", "turn_up_cost": "{1}{W}"},
    "disguise": {"types": ("Creature",), "mana_cost": "{3}", "keyword": "disguise", "turn_up_cost": "{2}"},
    "bear": {"types": ("Creature",), "mana_cost": "{1}{G}"},
    "instant": {"types": ("Instant",), "mana_cost": "{R}"},
    "land": {"types": ("Land",)},
    "foretell": {"types": ("Creature",), "mana_cost": "{4}", "roles": ("foretell",)},
    "two-faced": {"types": ("Creature",), "mana_cost": "{3}", "layout": "transform"},
}
CARDS = {
    f"Zz{kind.title()}{number:03}": Card(name=f"Zz{kind.title()}{number:03}", **facts)
    for kind, facts in KINDS.items()
    for number in range(40)
}


class RandomGame(RuleBasedStateMachine):
    """A game in which anything may happen, also what the rules forbid."""

    def __init__(self) -> None:
        super().__init__()
        self.unused = sorted(CARDS)
        self.public: set[str] = set()
        self.seen: dict[str, set[str]] = {}
        self.is_: dict[str, str] = {}
        self.hands: dict[str, list[str]] = {}
        self.said: dict[int, list[str]] = {}
        self.given: set[str] = set()

    @initialize(players=st.integers(2, 4))
    def begin(self, players):
        self.judge = PrivateKeys.new()
        self.store = open_memory()
        names = ["Ann", "Ben", "Cat", "Dan"][:players]
        self.game = Game.new(self.store, names, judge=self.judge.public, cards=CARDS, strict=False)
        self.seats = [f"p{number}" for number in range(1, players + 1)]
        self.seen = {seat: set() for seat in self.seats}
        self.hands = {seat: [] for seat in self.seats}
        self.do(a.Begin(first="p1"))
        self.do(a.BeginTurn(player="p1"))

    def teardown(self):
        if hasattr(self, "store"):
            self.check_audit()
            self.store.close()

    # --- one deed ---

    def do(self, action):
        """Play strictly; what is refused is played all the same, and remembered as what the audit must report."""
        before = len(self.game)
        self.game.strict = True
        try:
            receipt = self.game.play(action)
            refused = False
        except Illegal as error:
            refused = True
            assert len(self.game) == before
            self.no_secret_in(str(error) + repr(error))
        finally:
            self.game.strict = False
        if refused:
            receipt = self.game.play(action)
        assert receipt.judgement is not None
        codes = [v.code for v in receipt.judgement.violations if v.code not in NOTES]
        assert bool(codes) == refused
        self.said[receipt.seq] = codes
        assert not self.given.intersection(
            receipt.handles
        )  # no handle is given out again, not even after going back
        self.given.update(receipt.handles)
        self.no_secret_in(repr(receipt) + repr(self.game) + repr(self.game.state))
        return receipt

    def no_secret_in(self, text):
        for name in self.is_.values():
            assert name in self.public or name not in text
        for hand in self.hands.values():
            assert not any(name in text for name in hand)

    def everybody_saw(self, *handles):
        for handle in handles:
            if handle in self.is_:
                self.public.add(self.is_[handle])

    def down(self, zone=None):
        return [
            t.handle
            for t in self.game.state.objects.values()
            if t.face_down is not None and (zone is None or t.zone == zone)
        ]

    def up(self, zone="battlefield"):
        return [t.handle for t in self.game.state.objects.values() if t.face_down is None and t.zone == zone]

    def playing(self):
        return list(self.game.state.playing)

    def hidden_card(self, data):
        return self.unused.pop(data.draw(st.integers(0, len(self.unused) - 1)))

    # --- deeds ---

    @rule(data=st.data())
    def turn_begins(self, data):
        if self.playing():
            self.do(a.BeginTurn(player=data.draw(st.sampled_from(self.playing()))))

    @rule(data=st.data(), number=st.integers(1, 3))
    @precondition(lambda self: not self.game.state.over)
    def draws(self, data, number):
        seat = data.draw(st.sampled_from(self.playing()))
        cards = [self.hidden_card(data) for _ in range(number)]
        self.do(a.Draw(player=seat, cards=tuple(cards)))
        self.hands[seat] += cards
        self.seen[seat] |= set(cards)

    @rule(data=st.data(), way=st.sampled_from(["morph", "disguise", "unrecorded"]))
    @precondition(lambda self: not self.game.state.over)
    def casts_face_down(self, data, way):
        seat = data.draw(st.sampled_from(self.playing()))
        if self.hands[seat] and data.draw(st.booleans()):
            card = self.hands[seat].pop()
        else:
            card = self.hidden_card(data)
        self.seen[seat].add(card)
        self.is_[f"#{self.game.state.next_handle}"] = card
        self.do(a.CastSpell(player=seat, card=card, face_down=way, cost="{3}"))

    @rule(data=st.data())
    def resolves(self, data):
        spells = [t.handle for t in self.game.state.objects.values() if t.zone == "stack"]
        if spells:
            spell = data.draw(st.sampled_from(spells))
            receipt = self.do(a.Resolve(object=spell))
            if spell in self.is_:
                self.is_[receipt.handle] = self.is_[spell]

    @rule(data=st.data(), way=st.sampled_from(["manifest", "cloak", "effect"]))
    @precondition(lambda self: not self.game.state.over)
    def manifests(self, data, way):
        seat, owner = (data.draw(st.sampled_from(self.playing())) for _ in range(2))
        card = self.hidden_card(data) if data.draw(st.booleans()) else None
        if card is not None:
            self.seen[seat].add(card)
            self.is_[f"#{self.game.state.next_handle}"] = card
        self.do(a.Put(player=seat, card=card, source="library", owner=owner, face_down=way))

    @rule(data=st.data())
    @precondition(lambda self: not self.game.state.over)
    def foretells(self, data):
        seat = data.draw(st.sampled_from(self.playing()))
        card = self.hidden_card(data)
        self.seen[seat].add(card)
        self.is_[f"#{self.game.state.next_handle}"] = card
        self.do(a.Put(player=seat, card=card, to="exile", face_down="foretell", cost="{2}"))

    @rule(data=st.data(), procedure=st.sampled_from(["morph", "disguise", "manifest", "cloak", "effect"]))
    def turns_up(self, data, procedure):
        handles = [h for h in self.down("battlefield") if h in self.is_]
        if handles:
            handle = data.draw(st.sampled_from(handles))
            self.everybody_saw(handle)
            self.do(
                a.TurnUp(
                    object=handle,
                    procedure=procedure,
                    cost=data.draw(st.sampled_from(["{1}{W}", "{2}", "{3}"])),
                )
            )

    @rule(data=st.data())
    def turns_down(self, data):
        if self.up():
            self.do(a.TurnDown(object=data.draw(st.sampled_from(self.up())), by="Ixidron"))

    @rule(data=st.data())
    def something_would_turn_up(self, data):
        handles = [h for h in self.down("battlefield") if h in self.is_]
        if handles:
            handle = data.draw(st.sampled_from(handles))
            self.everybody_saw(handle)
            self.do(a.StayDown(object=handle))

    @rule(data=st.data(), to=st.sampled_from(["graveyard", "exile", "hand", "library"]), shown=st.booleans())
    def moves(self, data, to, shown):
        handles = self.down() + self.up()
        if not handles:
            return
        handle = data.draw(st.sampled_from(handles))
        thing = self.game.state.objects[handle]
        if (to in {"graveyard", "exile"} or shown) and thing.zone != to:
            self.everybody_saw(handle)
            was = self.is_.get(handle)
            receipt = self.do(a.Move(object=handle, to=to, shown=True))
            if was is not None and receipt.handles:
                self.is_[receipt.handle] = was
        elif thing.zone != to:
            self.do(a.Move(object=handle, to=to, shown=False))

    @rule(data=st.data())
    def control_changes(self, data):
        if self.down("battlefield") and self.playing():
            handle = data.draw(st.sampled_from(self.down("battlefield")))
            seat = data.draw(st.sampled_from(self.playing()))
            if handle in self.is_:
                self.seen[seat].add(self.is_[handle])
            self.do(a.GainControl(object=handle, player=seat))

    @rule(data=st.data())
    def shows_to_all(self, data):
        handles = [h for h in self.down() if h in self.is_]
        if handles:
            handle = data.draw(st.sampled_from(handles))
            self.everybody_saw(handle)
            self.do(a.Show(object=handle))

    @rule(data=st.data())
    def shows_to_one(self, data):
        handles = [h for h in self.down() if h in self.is_]
        if handles:
            handle, seat = data.draw(st.sampled_from(handles)), data.draw(st.sampled_from(self.seats))
            self.seen[seat].add(self.is_[handle])
            self.do(a.Show(object=handle, to=(seat,)))

    @rule(data=st.data())
    def looks(self, data):
        if self.down() and self.playing():
            handle, seat = data.draw(st.sampled_from(self.down())), data.draw(st.sampled_from(self.playing()))
            if handle in self.is_:
                self.seen[seat].add(self.is_[handle])
            self.do(a.Look(player=seat, object=handle))

    @rule(data=st.data(), word=st.sampled_from(["tap", "phase", "attack", "counters", "change", "trigger"]))
    def something_happens_in_place(self, data, word):
        things = self.down("battlefield") + self.up()
        if not things:
            return
        handle = data.draw(st.sampled_from(things))
        thing = self.game.state.objects[handle]
        deed = {
            "tap": a.Tap(object=handle),
            "phase": a.Phase(object=handle, out=not thing.phased_out),
            "attack": a.Attack(player=thing.controller, objects=(handle,)),
            "counters": a.SetCounters(object=handle, kind="+1/+1", count=2),
            "change": a.Change(object=handle, by="an effect", lost_abilities=True),
            "trigger": a.Trigger(
                object=handle, on=data.draw(st.sampled_from(["enters", "turned_up", "dies"]))
            ),
        }[word]
        self.do(deed)

    @rule(data=st.data())
    def goes_back(self, data):
        low = len(self.seats) + 3
        if len(self.game) > low + 1 and not self.game.state.over:
            self.do(a.Reverse(to=data.draw(st.integers(low, len(self.game) - 1))))

    @rule(data=st.data())
    def somebody_leaves(self, data):
        if self.playing() and data.draw(st.integers(0, 3)) == 0:
            seat = data.draw(st.sampled_from(self.playing()))
            if len(self.playing()) > 2:
                # What the leaver controls of others goes to exile, and its owner shows it.
                for thing in self.game.state.objects.values():
                    if thing.controller == seat and thing.owner != seat and thing.first_controller == seat:
                        self.everybody_saw(thing.handle)
                    if (
                        thing.controller == seat
                        and thing.handle in self.is_
                        and thing.first_controller != seat
                    ):
                        self.seen.get(thing.first_controller, set()).add(self.is_[thing.handle])
            self.do(a.Concede(player=seat))

    @rule()
    def is_gathered(self):
        if self.game.state.over:
            self.do(a.Gather(player=self.seats[0]))

    # --- the laws ---

    @invariant()
    def live_state_equals_replayed_state(self):
        if hasattr(self, "game"):
            rows = [(row.line, row.parts) for row in self.store.read(self.game.game)]
            replay = Replay(rows)
            assert replay.last == self.game.state
            assert replay.problem is None

    @invariant()
    def nothing_leaks(self):
        if not hasattr(self, "game"):
            return
        for row in self.store.read(self.game.game):
            self.no_secret_in(row.line.decode())
        replay = Replay([(row.line, row.parts) for row in self.store.read(self.game.game)])
        last = replay.last.seq
        opener = open_with(replay, [self.judge.box])
        for who in ("public", *self.seats):
            view = as_json(views.at(replay, last, who, opener)) + views.text(
                views.at(replay, last, who, opener)
            )
            allowed = self.public | self.seen.get(who, set())
            for name in {*self.is_.values(), *(card for hand in self.hands.values() for card in hand)}:
                assert name in allowed or name not in view, (who, name)

    @invariant()
    def the_record_reads_back_byte_for_byte(self):
        if hasattr(self, "game"):
            data = record.write(self.game.export())
            assert record.write(record.read(data)) == data
            assert verify(data, signatures=False).ok

    def check_audit(self):
        """At the end: duties from the record alone, and the audit reports exactly what strict play refused."""
        if self.game.state.closed_at is None:
            self.do(a.Close())
        report = audit(record.write(self.game.export()), keys=[self.judge.box], cards=CARDS)
        assert report.integrity.ok
        alone = audit(record.write(self.game.export()), cards=CARDS)
        expected = {
            (duty.object, duty.cause): standing(duty, closed=True).status
            for duty in self.game.state.duties.values()
        }
        assert {(duty.object, duty.cause): duty.status for duty in alone.duties} == expected
        judged = {"FD2", "FD3", "FD4", "FD5"}
        found: dict[int, list[str]] = {seq: [] for seq in self.said}
        for one in report.findings:
            if one.code[:3] in judged and one.severity != "note" and one.entry in found:
                found[one.entry].append(one.code)
        for seq, codes in self.said.items():
            wanted = sorted(code for code in codes if code[:3] in judged)
            assert sorted(found[seq]) == wanted, (seq, found[seq], wanted)


TestRandomGames = RandomGame.TestCase
TestRandomGames.settings = settings(stateful_step_count=30)
