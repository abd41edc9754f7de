"""The bytes themselves: whatever the hidden cards are, a record is the same but for what is random in it."""

from __future__ import annotations

import re
from typing import Any

import pytest

from facedown.audit.findings import as_json
from facedown.audit.report import audit
from facedown.audit.text import report_text
from facedown.errors import Illegal
from facedown.ledger import record
from facedown.ledger.game import Game
from facedown.proofs.signing import SigningKey
from facedown.rules import actions as a
from facedown.stores.keyfiles import PrivateKeys
from facedown.stores.memory import open_memory

CARDS = (
    "Exalted Angel",
    "Shock",
    "Forest",
    "Delver of Secrets // Insectile Aberration",
    "Bonesplitter",
    "Stratus Dancer",
    "Coveted Falcon",
    "Nobody Has A Table Of Cards In Which This Is Found, However Long They Look For It",
)
OTHERS = ("Willbender", "Plains", "Grizzly Bears", "Island", "Ow")


def play(card: str, other: str, custody: Any) -> bytes:
    """A game in which `card` and `other` are handled in every way that shows them to nobody else."""
    with open_memory() as store:
        keys: Any = {} if custody == "players" else {"judge": PrivateKeys.new().public}
        game = Game.new(
            store,
            ("Alice", "Bob", "Cay"),
            strict=False,
            custody=custody,
            now=lambda: 7,
            sign_key=SigningKey.new(),
            **keys,
        )
        do = game.play
        do(a.Register(player="p1", cards=(card, other, "Forest")))
        do(a.Begin(first="p1"))
        do(a.BeginTurn(player="p1"))
        do(a.Draw(player="p1", cards=(card, other, card)))
        do(a.Look(player="p1", zone="library", cards=(other, card), allowed="scry"))
        do(a.Transfer(player="p1", source="hand", to="library", cards=(other,)))
        do(a.Choose(player="p1", values=(card, other)))
        spell = do(
            a.CastSpell(player="p1", card=card, face_down="morph", cost="{3}", variant="megamorph")
        ).handle
        thing = do(a.Resolve(object=spell)).handle
        pile = do(a.Put(player="p1", card=other, source="library", face_down="manifest")).handle
        do(a.Put(player="p2", card=card, source="library", face_down="cloak", owner="p1"))
        do(a.Put(player="p1", card=card, to="exile", face_down="foretell", cost="{2}"))
        do(
            a.Put(
                player="p1",
                card=other,
                source="library",
                to="exile",
                face_down="exiled",
                by="Gonti",
                look=("p2",),
            )
        )
        sword = do(a.Put(player="p1", card="Bonesplitter")).handle
        do(a.Attach(object=sword, to=thing))
        do(a.Target(object=sword, targets=(thing,), need="creature"))
        do(a.Tap(object=thing))
        do(a.SetCounters(object=thing, kind="+1/+1", count=1))
        do(a.Change(object=thing, by="a spell", adds=("flying",), lost_abilities=True))
        do(a.Attack(player="p1", objects=(thing,)))
        do(a.EndCombat())
        do(a.Look(player="p1", object=thing))
        do(a.Grant(player="p3", by="an effect", objects=(pile,)))
        do(a.Look(player="p3", object=pile, allowed="an effect"))
        do(a.GainControl(object=thing, player="p2"))
        do(a.Show(object=thing, to=("p3",)))
        do(a.Trigger(object=thing, on="dies"))
        do(a.Phase(object=thing, out=True))
        do(a.Phase(object=thing, out=False))
        do(a.Move(object=thing, to="hand", shown=False))
        do(a.Move(object=pile, to="exile", face_down="exiled", by="Gonti", shown=False))
        if custody == "recorder":
            do(a.Reverse(to=len(game) - 3))
        do(a.Shuffle(player="p1"))
        do(a.Concede(player="p2", bare=True))  # else what p2 only controlled is exiled, and shown
        do(a.End(how="time"))
        do(a.Gather(player="p1"))
        do(a.Close())
        return record.write(game.export())


RANDOM = re.compile(rb"[0-9a-f]{32,64}|[A-Za-z0-9+/]{40,}={0,2}")


def still(data: bytes) -> bytes:
    """The bytes with as many dots in the place of what is random: ids, hashes, keys, signatures, boxes."""
    return RANDOM.sub(lambda found: b"." * len(found[0]), data)


@pytest.mark.parametrize("custody", ["recorder", "players"])
def test_every_byte_that_is_not_random_is_the_same_whatever_is_hidden(custody: str) -> None:
    records = [still(play(card, OTHERS[number % len(OTHERS)], custody)) for number, card in enumerate(CARDS)]
    assert len({len(one) for one in records}) == 1
    assert len(set(records)) == 1


REFUSED = [
    ("Exalted Angel", a.TurnUp(object="#2", procedure="morph", cost="{1}")),
    ("Willbender", a.TurnUp(object="#2", procedure="morph", cost="{1}")),
    ("Gathan Raiders", a.TurnUp(object="#2", procedure="morph", cost="{1}")),
    ("Zombie Cutthroat", a.TurnUp(object="#2", procedure="morph", cost="{1}")),
]


def test_a_refusal_tells_nothing_of_the_hidden_card_but_that_it_is_refused() -> None:
    found: set[str] = set()
    for card, action in REFUSED:
        with open_memory() as store:
            game = Game.new(store, ("Alice", "Bob"))
            game.play(a.Begin(first="p1"))
            game.play(a.BeginTurn(player="p1"))
            spell = game.play(a.CastSpell(player="p1", card=card, face_down="morph", cost="{3}")).handle
            game.play(a.Resolve(object=spell))
            with pytest.raises(Illegal) as refused:
                game.play(action)
            found.add(str(refused.value) + repr(refused.value))
    assert len(found) == 1


@pytest.mark.parametrize("card", ["Grizzly Bears", "Coveted Falcon"])
def test_a_refused_cast_does_not_say_which_other_ability_the_card_has(card: str) -> None:
    with open_memory() as store:
        game = Game.new(store, ("Alice", "Bob"))
        game.play(a.BeginTurn(player="p1"))
        with pytest.raises(Illegal, match="and its card has no morph ability") as refused:
            game.play(a.CastSpell(player="p1", card=card, face_down="morph", cost="{3}"))
        assert "disguise" not in str(refused.value)


def test_an_audit_without_keys_says_the_same_whatever_is_hidden() -> None:
    found: set[str] = set()
    for number, card in enumerate(CARDS):
        report = audit(play(card, OTHERS[number % len(OTHERS)], "recorder"))
        text = as_json(report) + report_text(report)
        found.add(RANDOM.sub(b".", text.encode()).decode())
    (only,) = {re.sub(r"SHA256:\S+", "", one) for one in found}
    assert not any(name in only for name in (*CARDS, *OTHERS))
