"""Two games of the phase.rs rules engine, recorded through the Python API as the author of an engine would do it."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple, cast

import pytest

from facedown import Game, PrivateKeys, open_memory, write_record
from facedown import actions as do
from facedown.cards import builtin
from facedown.rules.events import Zone

TRACES = Path(__file__).parents[1] / "data" / "engines"
STEPS = {
    "Upkeep": "upkeep",
    "Draw": "draw",
    "PreCombatMain": "main",
    "BeginCombat": "combat",
    "DeclareAttackers": "combat",
    "DeclareBlockers": "combat",
    "CombatDamage": "combat",
    "EndCombat": "combat",
    "PostCombatMain": "main",
    "End": "end",
}


class Adapter:
    """Feeds what the engine says, event by event, to a recorder; ids of the engine stay here."""

    def __init__(self, game: Game, header: dict[str, Any]) -> None:
        self.game = game
        self.first_deck = sum(header["deck0"].values())
        self.names = {thing: name for hand in header["hands"] for thing, name in hand}
        self.handles: dict[int, str] = {}
        self.ids: dict[str, int] = {}
        """The way back: the engine's id of every handle there ever was."""
        self.public: set[str] = set()
        """Every name that the engine has put before both players so far."""
        self.step: str | None = None
        self.over = False
        game.play(do.Begin(first="p1"))
        for seat, hand in enumerate(header["hands"]):
            game.play(do.Draw(player=player(seat), cards=tuple(name for _, name in hand)))
        game.play(do.BeginTurn(player="p1"))

    def owner(self, thing: int) -> str:
        return "p1" if thing <= self.first_deck else "p2"

    def take(self, step: dict[str, Any]) -> None:
        """Record one step: where the game stands, who acts, and what came of it."""
        self.names |= {down["id"]: down["back_face_name"] for down in step["face_down"]}
        if (now := STEPS.get(step["phase"])) not in {None, self.step}:
            self.step = now
            self.game.play(do.BeginStep(step=now or ""))
        if step["waiting_for"] == "Priority" and self.game.state.priority != player(step["actor"]):
            self.game.play(do.GivePriority(player=player(step["actor"])))
        for event in step["events"]:
            self.event(event["type"], event["data"], step)
        self.ids |= {handle: thing for thing, handle in self.handles.items()}

    def event(self, kind: str, data: dict[str, Any], step: dict[str, Any]) -> None:
        if self.over:  # what follows is the engine clearing its table
            return
        match kind:
            case "ZoneChanged":
                self.moved(data["object_id"], zone(data["from"]), zone(data["to"]), data["record"], step)
            case "TurnedFaceUp":
                self.turned_up(data["object_id"])
            case "TurnStarted":
                self.step = None
                self.game.play(do.BeginTurn(player=player(data["player_id"])))
            case "AttackersDeclared" if data["attacker_ids"]:
                attackers = tuple(self.handles[thing] for thing in data["attacker_ids"])
                self.game.play(do.Attack(player=self.game.state.active or "", objects=attackers))
            case "LifeChanged":
                self.game.play(do.SetLife(player=player(data["player_id"]), life=data["new_total"]))
            case "PermanentTapped":
                self.game.play(do.Tap(object=self.handles[data["object_id"]]))
            case "PermanentUntapped":
                self.game.play(do.Untap(object=self.handles[data["object_id"]]))
            case "CardsRevealed":
                self.public |= set(data["card_names"])
            case "PlayerPerformedAction" if data["action"] == "ShuffledLibrary":
                self.game.play(do.Shuffle(player=player(data["player_id"])))
            case "HiddenSearchViewed":
                who, found = player(data["searcher"]), tuple(card["name"] for card in data["cards"])
                self.game.play(do.Look(player=who, zone="library", of=who, cards=found, allowed="its effect"))
            case "PlayerLost":
                self.over = True
                self.game.play(do.Leave(players=(player(data["player_id"]),)))
            case _:
                pass  # mana, damage, stack bookkeeping: nothing that a face-down card depends on

    def moved(self, thing: int, old: Zone, new: Zone, seen: dict[str, Any], step: dict[str, Any]) -> None:
        owner, name = self.owner(thing), self.names.setdefault(thing, seen["name"])
        way = next((d["face_down_cause"].lower() for d in step["face_down"] if d["id"] == thing), None)
        if new not in {"hand", "library"} and way is None and (old == "battlefield" or seen["name"]):
            self.public.add(name)
        if new == "hand":
            drawn = any(e["type"] == "CardDrawn" and e["data"]["object_id"] == thing for e in step["events"])
            found = do.Transfer(player=owner, source="library", to="hand", cards=(name,))
            self.game.play(do.Draw(player=owner, cards=(name,)) if drawn else found)
            return
        if new == "stack":
            keyword = None if seen["name"] else builtin.catalogue()[name].keyword
            down = "morph" if keyword == "megamorph" else keyword
            deed: do.Action = do.CastSpell(
                player=owner, card=name, face_down=down, cost="{3}" if down else None
            )
        elif old == "stack":
            deed = do.Resolve(object=self.handles[thing])
        elif thing in self.handles:
            deed = do.Move(object=self.handles[thing], to=new)
        else:  # of a manifested card the engine tells the name, and afterwards that it lies face down
            deed = do.Put(player=owner, card=name, source=old, to=new, face_down=way)
        self.handles[thing] = self.game.play(deed).handle

    def turned_up(self, thing: int) -> None:
        handle, card = self.handles[thing], builtin.catalogue()[self.names[thing]]
        self.public.add(card.name)
        way = self.game.state.objects[handle].way or ""
        if card.keyword is not None:
            procedure, cost = ("disguise" if card.keyword == "disguise" else "morph"), card.turn_up_cost
        else:
            procedure, cost = way, card.mana_cost
        self.game.play(do.TurnUp(object=handle, procedure=procedure, cost=cost))

    def finish(self) -> None:
        """Show what has to be shown, and close the record."""
        for key in self.game.state.open_duties:
            self.game.play(do.Show(object=self.game.state.duties[key].object))
        self.game.play(do.Record(result="recorded by the engine"))
        self.game.play(do.Close())


def player(seat: int) -> str:
    return f"p{seat + 1}"


def zone(said: str) -> Zone:
    return cast("Zone", said.lower())


class Recorded(NamedTuple):
    """A game of the engine beside its record: `steps` are the engine's, `so_far` (entries, public names) after each."""

    steps: list[dict[str, Any]]
    so_far: list[tuple[int, frozenset[str]]]
    adapter: Adapter
    judge: PrivateKeys
    data: bytes


@pytest.fixture(scope="package")
def recorded() -> Callable[[str], Recorded]:
    """Play a trace into a record; each is played once."""

    @cache
    def play(name: str) -> Recorded:
        with gzip.open(TRACES / f"{name}.jsonl.gz", "rt", encoding="utf-8") as file:
            header, *steps = (json.loads(line) for line in file)
        steps = [step for step in steps if step["t"] == "step"]
        judge = PrivateKeys.new()
        with open_memory() as store:
            adapter = Adapter(Game.new(store, ["Alice", "Bob"], judge=judge.public), header)
            so_far: list[tuple[int, frozenset[str]]] = []
            for step in steps:
                adapter.take(step)
                so_far.append((len(adapter.game), frozenset(adapter.public)))
            adapter.finish()
            data = write_record(adapter.game.export())
        return Recorded(steps, so_far, adapter, judge, data)

    return play
