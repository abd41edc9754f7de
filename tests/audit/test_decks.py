"""Registered decks: who can read them, and what the audit finds with them."""

from __future__ import annotations

from facedown.ledger import decks
from facedown.rules import actions as a

DECK = ("Exalted Angel", "Plains", "Plains", "Plains")


def registered(world):
    w = world()
    w.do(a.Register(player="p1", cards=DECK, sideboard=("Willbender",)))
    w.do(a.BeginTurn(player="p1"))
    return w


def test_a_card_that_is_not_in_the_registered_deck_is_found(world):
    w = registered(world)
    bears = w.morph("Grizzly Bears")
    w.do(a.Show(object=bears))
    w.close()
    found = [f for f in w.audit().findings if f.code == "FD502"]
    assert len(found) == 1
    assert "Grizzly Bears" in found[0].message
    assert found[0].player == "p1"


def test_cards_of_deck_and_sideboard_are_fine(world):
    w = registered(world)
    w.do(a.Draw(player="p1", cards=("Plains",)))
    w.do(a.Put(player="p1", card="Plains"))
    w.morph("Exalted Angel")
    w.morph("Willbender")
    w.close()
    assert "FD502" not in w.codes()


def test_without_the_judges_key_nothing_is_said_of_decks(world):
    w = registered(world)
    w.do(a.Show(object=w.morph("Grizzly Bears")))
    w.close()
    assert "FD502" not in w.codes(judge=False)


def test_tokens_and_cards_of_others_are_not_of_the_deck(world):
    w = registered(world)
    w.do(a.Create(player="p1", card="Soldier"))
    w.do(a.Put(player="p1", card="Forest", source="library", owner="p2", face_down="manifest"))
    w.do(a.Put(player="p1", card="Shock", source="outside", to="exile"))
    w.close()
    assert "FD502" not in w.codes()


def test_a_deck_list_is_the_same_size_whatever_is_in_it(world):
    sizes = set()
    for cards in (DECK, ("Shock",) * 60):
        w = world()
        receipt = w.do(a.Register(player="p1", cards=cards))
        row = next(row for row in w.store.read(w.game.game) if row.seq == receipt.seq)
        sizes.add(tuple(len(part) for part in row.parts))
    assert sizes == {(decks.SIZE + 48, decks.SIZE + 48)}


def test_nothing_public_names_a_card_of_the_list(world):
    w = registered(world)
    assert not any(
        name.encode() in row.line for row in w.store.read(w.game.game) for name in (*DECK, "Willbender")
    )
    assert "Angel" not in repr(decks.Deck(cards=DECK))
