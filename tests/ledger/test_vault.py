"""The vault: what a recorder knows in secret, how it comes back after a restart, and what a link gives away."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from facedown.errors import Malformed
from facedown.ledger import hands
from facedown.ledger.replay import Replay, open_with
from facedown.ledger.vault import Vault
from facedown.proofs import sealing
from facedown.proofs.sealing import BoxKey
from facedown.rules import actions as a
from facedown.rules import events as e
from facedown.rules.state import Bond

numbers = st.lists(
    st.tuples(st.integers(0, 15), st.integers(0, 50), st.integers(0, 50)), min_size=5, max_size=40
)


def replay_of(table: Any, game: Any) -> Replay:
    return Replay([(row.line, row.parts) for row in table.rows(game)])


class TestLaws:
    @given(numbers=numbers)
    def test_after_a_restart_with_the_judges_key_it_knows_what_it_knew(
        self, new_table: Any, play_out: Any, numbers: Any
    ) -> None:
        table = new_table()
        game = table.new(strict=False)
        play_out(game, numbers)
        again = table.resume(game)
        assert table.memory(again)[1:8] == table.memory(game)[1:8]
        assert again.state == game.state

    @given(numbers=numbers, cut=st.integers(0, 40))
    def test_what_a_rival_wrote_it_knows_as_if_it_had_written_it(
        self, new_table: Any, play_out: Any, numbers: Any, cut: int
    ) -> None:
        table = new_table()
        game = table.new(strict=False)
        play_out(game, numbers[:cut])
        rival = table.resume(game, strict=False)
        play_out(rival, numbers[cut:])
        again = table.resume(game)
        rival.refresh()
        assert table.memory(again)[1:8] == table.memory(rival)[1:8]

    @given(before=numbers, inside=numbers)
    def test_a_batch_that_fails_leaves_no_trace(
        self, new_table: Any, play_out: Any, before: Any, inside: Any
    ) -> None:
        table = new_table()
        game = table.new(strict=False)
        play_out(game, before)
        memory, stored = table.memory(game), table.rows(game)
        with pytest.raises(KeyError), game.batch():  # noqa: PT012
            play_out(game, inside)
            raise KeyError
        assert table.memory(game) == memory
        assert table.rows(game) == stored
        with game.batch():
            play_out(game, inside)
        assert table.verified(game)
        assert table.memory(table.resume(game))[1:8] == table.memory(game)[1:8]

    @given(numbers=numbers)
    def test_the_known_cards_of_a_hand_are_those_that_the_judge_finds_there(
        self, new_table: Any, play_out: Any, numbers: Any
    ) -> None:
        table = new_table()
        game = table.new(strict=False)
        play_out(game, numbers)
        known = open_with(replay_of(table, game), [table.judge.box], only=["judge"]).of("judge")
        for seat in game.state.players:
            found = Counter(card.identity.name for card in hands.hand(game.state, seat, known))
            mine = Counter(card.name for card in game._chain.vault.zones.get(f"{seat}/hand", ()))
            assert not found - mine  # where the record does not say when a card came, the view is careful

    @given(numbers=numbers)
    def test_a_link_is_a_handle_that_its_reader_knew_or_held(
        self, new_table: Any, play_out: Any, numbers: Any
    ) -> None:
        table = new_table()
        game = table.new(strict=False)
        play_out(game, numbers)
        opener = open_with(replay_of(table, game), [table.judge.box])
        slots = {role: self._handles(opener, game, role) for role in opener.ring}
        for role, known in opener.known.items():
            for found in known.values():
                if found.link.startswith("#"):
                    assert any(
                        card.handle == found.link
                        for state in (game.at(found.seq - 1), game.at(found.seq))
                        for seat in state.players.values()
                        for card in seat.back
                        if role in {seat.id, "judge"}
                    )
                elif found.link:
                    assert found.link in slots[role]

    @staticmethod
    def _handles(opener: Any, game: Any, role: str) -> set[str]:
        hidden = game.state.hidden.values()
        return {slot.handle for slot in hidden if slot.bond.commitment in opener.known[role]}


class TestLinks:
    def links(self, table: Any, game: Any, role: str) -> dict[str, str]:
        """Object → link, as a role reads it."""
        opener = open_with(replay_of(table, game), [table.judge.box])
        bonds = {thing.bond.commitment: thing.handle for thing in game.state.objects.values() if thing.bond}
        return {bonds[c]: found.link for c, found in opener.of(role).items() if c in bonds}

    def test_the_holder_and_the_judge_see_which_hidden_card_it_was(self, table: Any) -> None:
        game = table.new()
        table.begin(game)
        game.play(a.Draw(player="p1", cards=("Plains", "Exalted Angel")))
        table.morph(game)
        assert self.links(table, game, "p1") == {"#1": "p1/card/2"}
        assert self.links(table, game, "judge") == {"#1": "p1/card/2"}

    def test_another_who_may_look_does_not(self, table: Any) -> None:
        game = table.new(strict=False)
        game.play(a.Draw(player="p1", cards=("Exalted Angel",)))
        game.play(a.Put(player="p1", card="Exalted Angel", face_down="cloak", look=("p1", "p2")))
        assert self.links(table, game, "p1") == {"#1": "p1/card/1"}
        assert self.links(table, game, "p2") == {"#1": ""}

    def test_after_a_shuffle_nobody_knows_which_library_card_it_is(self, table: Any) -> None:
        game = table.new(strict=False)
        game.play(a.Look(player="p1", zone="library", cards=("Exalted Angel",)))
        game.play(a.Shuffle(player="p1"))
        game.play(a.Put(player="p1", card="Exalted Angel", source="library", face_down="manifest"))
        assert self.links(table, game, "judge") == {"#1": ""}

    def test_a_card_that_was_looked_at_and_drawn_is_followed(self, table: Any) -> None:
        game = table.new(strict=False)
        game.play(a.Look(player="p1", zone="library", cards=("Exalted Angel",)))
        game.play(a.Draw(player="p1", cards=("Exalted Angel",)))
        table.morph(game)
        assert self.links(table, game, "p1") == {"#1": "p1/card/2"}

    def test_after_a_reversal_the_card_is_linked_from_where_it_was(self, table: Any) -> None:
        game = table.new(strict=False)
        drawn = game.play(a.Draw(player="p1", cards=("Exalted Angel",)))
        table.morph(game)
        game.play(a.Reverse(to=drawn.seq))
        table.morph(game)
        assert self.links(table, game, "p1") == {"#2": "p1/card/1"}
        again = table.resume(game, strict=False)
        again.play(a.Reverse(to=drawn.seq))
        table.morph(again)
        assert self.links(table, again, "p1") == {"#3": "p1/card/1"}

    def test_a_card_that_left_under_its_name_is_not_linked_again(self, table: Any) -> None:
        game = table.new(strict=False)
        game.play(a.Draw(player="p1", cards=("Exalted Angel",)))
        game.play(a.Put(player="p1", card="Exalted Angel"))
        table.morph(game)
        assert self.links(table, game, "p1") == {"#2": ""}


class TestDrafts:
    @pytest.fixture
    def vault(self) -> Vault:
        self.key = BoxKey.new()
        return Vault("00" * 32, {"p1": self.key.public})

    def test_nothing_of_a_draft_is_kept_by_itself(self, vault: Vault) -> None:
        draft = vault.draft(5)
        draft.conceal("#1", e.CardIdentity(name="Plains"), frozenset({"p1"}), None)
        draft.text("hello")
        assert not vault.openings
        assert not vault.known
        assert not vault.sealed

    def test_two_drafts_of_one_deed_have_nothing_in_common(self, vault: Vault) -> None:
        first, second = vault.draft(5), vault.draft(5)
        for draft in (first, second):
            draft.conceal("#1", e.CardIdentity(name="Plains"), frozenset({"p1"}), None)
            draft.text("hello")
        assert not first.parts.keys() & second.parts.keys()
        assert not first.opened.keys() & second.opened.keys()
        assert {opening.nonce for opening, _ in first.opened.values()}.isdisjoint(
            opening.nonce for opening, _ in second.opened.values()
        )

    def test_it_seals_to_those_who_have_a_key_and_to_nobody_else(self, vault: Vault) -> None:
        concealed = vault.draft(5).conceal("#1", e.CardIdentity(name="Plains"), frozenset({"p1", "p2"}), None)
        assert [box.to for box in concealed.boxes] == ["p1"]

    def test_what_it_conceals_it_can_show_and_share_at_once(self, vault: Vault) -> None:
        draft = vault.draft(5)
        concealed = draft.conceal("#1", e.CardIdentity(name="Plains"), frozenset(), None)
        bond = Bond(commitment=concealed.commitment, handle="#1", seq=5)
        opening = draft.opening(bond)
        assert opening is not None
        assert opening.identity == e.CardIdentity(name="Plains")
        boxes = draft.share(bond, frozenset({"p1"}))
        assert boxes is not None
        found, link = sealing.open_box(
            draft.parts[boxes[0].part], game=vault.game, seq=5, handle="#1", commitment=bond.commitment, key=self.key
        )  # fmt: skip
        assert link == ""
        assert found == draft.opened[bond.commitment][0]

    def test_what_nobody_knows_can_be_neither_shown_nor_shared(self, vault: Vault) -> None:
        draft = vault.draft(5)
        bond = Bond(commitment="0" * 64, handle="#1", seq=5)
        assert draft.opening(None) is draft.opening(bond) is None
        assert draft.share(None, frozenset({"p1"})) is draft.share(bond, frozenset({"p1"})) is None

    def test_an_identity_that_could_not_be_read_again_is_refused(self, vault: Vault) -> None:
        for wrong in (
            e.CardIdentity(name=""),
            e.CardIdentity(name="x" * 201),
            e.CardIdentity(name="x" * 400),
        ):
            with pytest.raises(Malformed) as refused:
                vault.draft(5).conceal("#1", wrong, frozenset({"p1"}), None)
            assert "xx" not in str(refused.value)
