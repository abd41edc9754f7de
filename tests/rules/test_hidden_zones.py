"""What everybody knows of hands and libraries: counts, and the names of cards that all saw go there."""

from __future__ import annotations

from facedown.rules import actions as a


def test_counts_follow_the_cards(w):
    w.do(a.Draw(player="p1", count=2))
    w.put("Forest")
    w.do(a.Transfer(player="p1", source="hand", to="library", count=3))
    w.put("Shock", source="library", to="graveyard")
    one = w.state.players["p1"]
    assert (one.hand, one.library) == (40 + 2 - 1 - 3, 60 - 2 + 3 - 1)
    assert w.state.players["p2"].hand == 40


def test_a_card_all_saw_go_to_the_hand_is_known_until_one_leaves_unseen(w):
    w.bounce(w.put("Grizzly Bears"))
    w.bounce(w.put("Serra Angel"))
    assert w.state.players["p1"].known_hand == ("Grizzly Bears", "Serra Angel")
    w.put("Grizzly Bears")
    assert w.state.players["p1"].known_hand == ("Serra Angel",)
    w.put("Forest")
    assert w.state.players["p1"].known_hand == ("Serra Angel",)
    w.spell("morph")
    assert w.state.players["p1"].known_hand == ()


def test_a_card_that_a_copy_was_is_never_in_a_hand(w):
    token = w.made(w.do(a.Create(player="p1", copy_of=w.put("Grizzly Bears"))))
    before = w.state.players["p1"]
    w.bounce(token)
    assert w.state.players["p1"] == before


def test_drawn_cards_are_committed_to_for_whoever_draws_them(w):
    (drew,) = w.do(a.Draw(player="p2", cards=("Shock", "Forest")))
    assert [card.handle for card in drew.cards] == ["p2/card/1", "p2/card/2"]
    assert all([box.to for box in card.identity.boxes] == ["p2"] for card in drew.cards)
    assert all(w.state.hidden[card.handle].knows == {"p2"} for card in drew.cards)


def test_a_source_that_keeps_no_counts_has_none(world):
    w = world()
    w.do(a.BeginNext())
    w.do(a.Draw(player="p1", count=7))
    assert w.state.players["p1"].hand is None
    assert w.codes() == []
