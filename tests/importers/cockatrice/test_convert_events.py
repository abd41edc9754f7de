"""Event by event: what becomes of what a replay can hold, also of what no recorded game holds."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from tests.importers.cockatrice.few_words import down, drew, kinds, move, notes, reveal

from facedown.importers.cockatrice import events as ev
from facedown.rules import events as e

if TYPE_CHECKING:
    from tests.importers.cockatrice.conftest import Imported

    Written = Callable[..., Imported]


# --- cards that move ---------------------------------------------------------------------------------------------


def test_a_card_put_down_from_a_hand_is_linked_to_it_for_its_owner_and_the_judge_only(
    written: Written,
) -> None:
    game = written(drew(0, "Forest", "Island"), down(0, 1, 40))
    (put,) = [event for event in game.events() if isinstance(event, e.Moved)]
    assert (put.object, put.card, put.face_down) == (None, None, e.FaceDown(way="unrecorded"))
    assert put.identity is not None
    links = {role: game.openings.of(role)[put.identity.commitment].link for role in ("p1", "judge")}
    assert links == {"p1": "p1/card/2", "judge": "p1/card/2"}
    assert put.identity.commitment not in game.openings.of("p2")


def test_a_card_put_down_from_a_library_is_bound_when_somebody_is_told_it(written: Written) -> None:
    game = written(down(0, 7, 40, "deck"), reveal(0, "table", [(40, "Island")], to=1))
    assert kinds(game)[1:4] == ["Moved", "Bound", "Shared"]
    thing = game.state.objects["#1"]
    assert thing.bond is not None
    assert thing.bond.commitment in game.openings.of("p2")
    assert thing.bond.commitment not in game.openings.of("p1")


def test_a_card_out_of_another_players_library_is_not_said_to_be_anybody_elses(written: Written) -> None:
    """Ann's Island went into Ben's library face up; saying that Ben's face-down card is Ann's would name it."""
    game = written(
        drew(0, "Island"),
        move(0, 0, "hand", "table", name="Island"),
        move(0, 0, "table", "table", name="Island", to_holder=1, new_card_id=50),
        move(1, 50, "table", "deck"),
        down(1, 50, 51, "deck"),
    )
    thing = game.state.objects["#2"]
    assert (thing.owner, thing.controller, thing.named) == ("p2", "p2", None)
    assert [p.library for p in game.state.players.values()] == [39, 40]
    assert game.card("#2") == "Island"  # the judge may follow it
    assert len(game.openings.of("p2")) == 0


def test_what_a_shuffled_or_a_returned_card_was_is_nobodys_knowledge_any_more(written: Written) -> None:
    peeked = reveal(0, "deck", [(7, "Island")], to=0)
    shuffle = ev.Shuffle(player=0, zone="deck", start=0, end=-1)
    known = written(peeked, down(0, 7, 40, "deck")).state.objects["#1"]
    unknown = written(peeked, shuffle, down(0, 7, 40, "deck"))
    lost = unknown.state.objects["#1"]
    assert known.bond is not None
    assert lost.bond is not None
    assert lost.bond.commitment not in unknown.openings.of("p1")
    returned = written(
        drew(0, "Island"), down(0, 0, 40), move(0, 40, "table", "deck"), down(0, 40, 41, "deck")
    )
    again = returned.state.objects["#2"]
    assert again.bond is not None
    assert again.bond.commitment not in returned.openings.of("p1")


def test_a_face_down_card_that_is_moved_face_up_is_shown_as_it_goes(written: Written) -> None:
    game = written(
        drew(0, "Island"), down(0, 0, 40), move(0, 40, "table", "grave", name="Island"), down(0, 7, 41, "deck"),
        move(0, 41, "table", "rfg", name="Forest"),
    )  # fmt: skip
    duties = game.state.duties
    assert [(duties[key].shows[0].proof, duties[key].moot) for key in duties] == [
        ("opening", True),
        ("seen", True),
    ]


def test_a_face_up_card_can_be_followed_where_it_lies_face_down(written: Written) -> None:
    game = written(
        drew(0, "Island"),
        move(0, 0, "hand", "grave", name="Island"),
        down(0, 0, 40, "grave"),
        move(0, 40, "table", "rfg", face_down=True, new_card_id=41),
    )
    assert [(t.handle, t.was, t.named, t.zone) for t in game.state.objects.values()] == [
        ("#3", "#2", "Island", "exile")
    ]


def test_a_spell_that_becomes_a_permanent_keeps_who_knows_it(written: Written) -> None:
    game = written(
        drew(0, "Island"),
        down(0, 0, 40, "hand", "stack"),
        down(0, 40, 41, "stack"),
        down(1, 3, 42, "deck", "stack"),
    )
    thing = game.state.objects["#2"]
    assert (thing.zone, thing.was, thing.knows) == ("battlefield", "#1", frozenset({"p1"}))
    assert game.openings.of("p1").keys() & {thing.bond.commitment if thing.bond else ""}
    assert game.state.duties["#3/game_end"].kind == "spell"


def test_a_card_moves_unseen_between_hidden_zones(written: Written) -> None:
    game = written(
        drew(0, "Island"),
        move(0, 0, "hand", "deck", name="Island"),
        move(0, 9, "deck", "hand", name="Forest"),
        move(0, 3, "deck", "sb"),
        move(0, 9, "hand", "hand", name="Forest", to_holder=1),
        move(0, 9, "hand", "hand"),
    )
    ann, ben = game.state.players.values()
    assert (ann.library, ann.hand, ben.hand) == (38, 0, 1)
    assert kinds(game)[1:-2] == [
        "Drew",
        "Transferred",
        "Transferred",
        "Transferred",
        "Transferred",
        "Transferred",
    ]


def test_a_card_that_was_not_moved_is_no_deed_but_one_that_was_turned_as_it_lies_is(written: Written) -> None:
    game = written(
        drew(0, "Island"),
        down(0, 0, 40),
        move(0, 40, "table", "table", face_down=True),
        move(0, 40, "table", "table", name="Island"),
        move(0, 40, "table", "table", face_down=True),
        ev.SetCardAttr(player=0, zone="table", card_id=40, attribute=ev.FACE_DOWN, value="0"),
    )
    assert kinds(game)[2:6] == ["Moved", "TurnedUp", "TurnedDown", "TurnedUp"]


def test_many_cards_are_drawn_in_several_entries_and_unnamed_ones_are_counted(written: Written) -> None:
    game = written(drew(0, *["Island"] * 150), ev.DrawCards(player=1, count=3, cards=()))
    assert [event.count for event in game.events() if isinstance(event, e.Drew)] == [60, 60, 30, 3]


def test_tokens_are_made_known_to_their_maker_and_cease(written: Written) -> None:
    game = written(
        ev.CreateToken(player=0, zone="table", card_id=9, name="Soldier", face_down=True),
        ev.CreateToken(player=0, zone="table", card_id=10, name="Soldier", face_down=False),
        ev.DestroyCard(player=0, zone="table", card_id=10),
        ev.CreateToken(player=0, zone="hand", card_id=11, name="Soldier", face_down=False),
    )
    (token,) = game.state.objects.values()
    assert (token.kind, token.card, token.knows) == ("token", None, frozenset({"p1"}))
    assert notes(game) == ["p1 makes a token where this record cannot hold one"]


def test_what_the_source_does_not_tell_apart_is_noted(written: Written) -> None:
    game = written(
        move(0, 1, "deck", "table", card_id=None),
        move(0, 1, "deck", "attic"),
        ev.FlipCard(player=0, zone="table", card_id=77, name="Island", face_down=True),
        ev.DrawCards(player=8, count=1, cards=()),
        reveal(0, "table", []),
        reveal(0, "table", [(78, "Island")]),
        reveal(0, "hand", [(1, "Island")], to=8),
        ev.AttachCard(player=0, zone="table", card_id=1, to_holder=0, to_zone="table", to_card_id=2),
    )
    assert notes(game) == [
        "p1 moves a card that the source does not tell from others",
        "p1 moves a card from or to a place that is not known here",
        "p1 turns a card over that this record does not follow",
        "cards are drawn by somebody without a seat",
        "p1 shows cards that the source does not tell from others",
        "p1 shows a card that this record does not follow",
        "p1 shows cards to somebody without a seat",
        "p1 attaches cards that this record does not follow",
    ]


def test_what_cannot_be_held_is_noted_and_the_rest_goes_on(written: Written) -> None:
    game = written(
        drew(0, "I" * 2000),
        ev.DrawCards(player=0, count=-1, cards=()),
        drew(0, "Island", first=5),
        ev.SetCounter(player=0, counter=0, value=2**31 - 1),
    )
    assert notes(game)[0] == "something happened here that this record cannot hold"
    assert game.state.players["p1"].hand == 1
    assert game.state.closed_at is not None


# --- cards that are shown ----------------------------------------------------------------------------------------


def test_cards_in_a_hand_are_shown_by_their_handles_where_they_were_drawn(written: Written) -> None:
    game = written(
        drew(0, "Island", "Forest"),
        reveal(0, "hand", [(0, "Island")], to=1),
        reveal(0, "hand", [(1, "Forest")]),
        reveal(1, "hand", [(3, "Swamp")], to=0),
        reveal(1, "hand", [(4, "Plains")]),
        ev.RevealCards(player=1, zone="hand", card_ids=(), to=0, cards=(), count=4),
    )
    assert kinds(game)[2:5] == ["Shared", "Opened", "Looked"]
    assert game.state.hidden["p1/card/2"].shown == "Forest"
    assert sorted(k.identity.name for k in game.openings.of("p2").values() if isinstance(k.identity, e.CardIdentity)) == [
        "Island"
    ]  # fmt: skip
    assert notes(game) == [
        "p2 shows all players a card in the hand: Plains",
        "p2 shows p1 4 cards in the hand that the source does not name",
    ]


def test_a_look_at_the_table_and_at_a_library_are_looks(written: Written) -> None:
    game = written(
        down(0, 7, 40, "deck"),
        reveal(0, "table", [(40, "Island")], to=0),
        reveal(0, "deck", [(8, "Forest")], to=0),
        ev.DumpZone(player=0, owner=1, zone="deck", count=3, reversed=False),
        ev.DumpZone(player=0, owner=0, zone="deck", count=-1, reversed=False),
        ev.DumpZone(player=0, owner=1, zone="grave", count=2, reversed=False),
    )
    looks = [event for event in game.events() if isinstance(event, e.Looked)]
    assert [(look.objects, look.zone, look.of, look.count) for look in looks] == [
        (("#1",), None, None, None), (None, "library", None, 1), (None, "library", "p2", 3),
    ]  # fmt: skip
    assert notes(game) == ["p1 looks through the whole library of p1", "p1 looks through a zone of p2"]


def test_pointing_at_a_face_up_card_shows_nothing_new(written: Written) -> None:
    game = written(move(0, 3, "deck", "table", name="Island"), reveal(0, "table", [(3, "Island")], to=1))
    assert notes(game) == ["p1 points at #1"]


# --- the table ---------------------------------------------------------------------------------------------------
