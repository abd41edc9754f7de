"""Records that verify and contradict themselves: the fold refuses what cannot be, and the audit says where (FD503)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from facedown import views
from facedown.ledger import record
from facedown.ledger.replay import Replay, open_with

Make = Callable[..., Any]


def refused(stranger: Any, says: str, seq: int) -> None:
    """The audit judges up to the entry, and says why not further."""
    stranger.add(stranger.CLOSED)
    (found,) = [f for f in stranger.audit().findings if f.code == "FD503"]
    assert found.severity == "error"
    assert f"entry {seq} cannot be judged" in found.message
    assert says in found.message


def test_a_card_that_is_committed_to_is_not_committed_to_again(stranger: Make) -> None:
    s = stranger()
    s.manifest("#1", "Shock")
    hidden, opening, made = s.conceal("#1", "Grizzly Bears")
    seq = s.add({"type": "bound.v1", "object": "#1", "identity": hidden}, made=made)
    s.add(s.END)
    s.add(s.opened("#1", opening))
    refused(s, "#1 is committed to already", seq)


def test_a_spell_does_not_become_another_card_as_it_resolves(stranger: Make) -> None:
    s = stranger()
    s.cast("#1", "Grizzly Bears")
    hidden, opening, made = s.conceal("#2", "Exalted Angel")
    down = {"face_down": {"way": "morph"}, "identity": hidden}
    seq = s.add(s.moved("stack", "battlefield", object="#1", new="#2", **down), made=made)
    s.add(s.END)
    s.add(s.opened("#2", opening))
    refused(s, "#1 is committed to already", seq)


@pytest.mark.parametrize(
    ("to", "more"),
    [("graveyard", {}), ("exile", {}), ("hand", {"new": "#2"}), ("library", {"new": "#2"})],
    ids=str,
)
def test_a_card_does_not_vanish_in_sight_nor_lie_in_sight_in_a_hand(
    stranger: Make, to: str, more: Any
) -> None:
    s = stranger()
    s.manifest("#1", "Shock")
    seq = s.add(
        s.moved("battlefield", to, object="#1", **more), s.opened("#1", {"identity": s.card("Forest")})
    )
    refused(s, "what goes to a public zone gets a new handle", seq)


def test_a_token_does_not_lie_in_a_hand(stranger: Make) -> None:
    s = stranger()
    refused(s, "a token cannot be in the zone hand", s.add(s.token("#1", zone="hand")))


def test_a_foretold_card_does_not_cease_to_exist(stranger: Make) -> None:
    s = stranger()
    s.add(s.moved("hand", "exile", new="#1", face_down={"way": "foretell"}, allowed="an effect"))
    refused(s, "#1 is a card", s.add({"type": "ceased.v1", "object": "#1"}))


def test_a_card_that_everybody_followed_does_not_get_another_owner(stranger: Make) -> None:
    s = stranger()
    s.cast("#1", "Exalted Angel")
    down = {"face_down": {"way": "morph"}, "owner": "p2"}
    seq = s.add(s.moved("stack", "battlefield", object="#1", new="#2", **down))
    refused(s, "#1 is owned by p1, not by p2", seq)


def test_what_is_cast_comes_from_where_it_lies(stranger: Make) -> None:
    s = stranger()
    s.manifest("#1", "Shock")
    seq = s.add(
        {"type": "cast.v1", "player": "p1", "object": "#2", "was": "#1", "source": "hand", "card": "Shock"}
    )
    refused(s, "#1 is in the zone battlefield, not hand", seq)


def test_cards_of_two_owners_do_not_merge(stranger: Make) -> None:
    s = stranger()
    s.manifest("#1", "Shock", player="p2")
    s.manifest("#2", "Shock")
    seq = s.add({"type": "merged.v1", "object": "#2", "merging": "#1", "on_top": True})
    refused(s, "#2 and #1 are not one owner's", seq)


def test_a_game_does_not_begin_twice_to_say_that_its_source_stopped_at_the_end(stranger: Make) -> None:
    s = stranger()
    s.add({"type": "began.v1"})
    s.manifest("#1", "Shock")
    refused(s, "has begun already", s.add({"type": "began.v1", "stops_at_end": True}))


def test_a_card_under_a_merged_permanent_that_merges_is_owed_like_the_others(stranger: Make) -> None:
    s = stranger()
    for handle in ("#1", "#2", "#3", "#4"):
        s.manifest(handle, "Shock")
    s.add({"type": "merged.v1", "object": "#2", "merging": "#1", "on_top": False})
    s.add({"type": "merged.v1", "object": "#3", "merging": "#2", "on_top": False})
    s.add({"type": "merged.v1", "object": "#4", "merging": "#3", "on_top": True})
    s.end()
    assert [duty.status for duty in s.audit().duties] == ["unmet"] * 4


def test_a_next_game_ends_the_last_one_whoever_forgot_to_say_so(stranger: Make) -> None:
    s = stranger()
    s.manifest("#1", "Shock")
    s.add({"type": "next_game.v1"})
    s.end()
    assert s.codes()["FD101"] == "error"


def test_a_game_with_a_result_is_over_when_the_record_is_closed(stranger: Make) -> None:
    s = stranger()
    s.manifest("#1", "Shock")
    s.add({"type": "result.v1", "result": "p1 wins"})
    s.add(s.CLOSED)
    assert s.codes()["FD101"] == "review"


def test_nobody_goes_back_to_before_the_players_sat_down(stranger: Make) -> None:
    s = stranger()
    hidden, _, made = s.conceal("p1/card/1", "Forest")
    s.add(
        {
            "type": "drew.v1",
            "player": "p1",
            "count": 1,
            "cards": [{"handle": "p1/card/1", "identity": hidden}],
        },
        made=made,
    )
    seq = s.add({"type": "reversed.v1", "to": 0})
    refused(s, "before somebody sat down", seq)
    replay = Replay(record.read(s.data()).lines)
    assert views.text(views.at(replay, replay.last.seq, "p1", open_with(replay, [s.judge.box])))


def test_nothing_is_committed_to_where_it_has_no_handle(stranger: Make) -> None:
    s = stranger()
    s.manifest("#1", "Shock")
    hidden, _, made = s.conceal("#2", "Shock")
    seq = s.add(s.moved("battlefield", "hand", object="#1", identity=hidden), made=made)
    refused(s, "nothing is committed to without a handle", seq)


def test_a_permanent_does_not_enter_the_battlefield_from_the_battlefield(stranger: Make) -> None:
    s = stranger()
    s.manifest("#1", "Shock")
    seq = s.add(s.moved("battlefield", "battlefield", object="#1", new="#2", card="Grizzly Bears"))
    refused(s, "#1 is in the zone battlefield already", seq)
