"""Openings: what keys open is compared with what was committed to, and what does not fit is told, not raised."""

from __future__ import annotations

from typing import Any

import pytest

from facedown.errors import Malformed
from facedown.ledger import entry, openings, parts
from facedown.ledger.openings import Openings
from facedown.proofs import sealing
from facedown.proofs.canonical import b64
from facedown.proofs.commitment import Opening, commit
from facedown.proofs.sealing import BoxKey
from facedown.rules import actions as a
from facedown.rules import events as e
from facedown.rules.state import Bond, State

GAME = "11" * 32
PLAINS = e.CardIdentity(name="Plains")


def bound(identity: e.Identity = PLAINS, handle: str = "#1", seq: int = 5) -> tuple[Bond, Opening]:
    opening = Opening.new(openings.encode_identity(identity))
    commitment = commit(bytes.fromhex(GAME), seq, handle, opening.nonce, opening.payload)
    return Bond(commitment=commitment, handle=handle, seq=seq), opening


class TestInTheClear:
    def test_an_opening_proves_its_own_commitment_and_no_other(self) -> None:
        bond, opening = bound()
        clear = openings.in_the_clear(opening)
        assert openings.proves(GAME, bond, clear) is True
        assert openings.proves("22" * 32, bond, clear) is False
        for other in (
            Bond(commitment=bond.commitment, handle="#2", seq=5),
            Bond(commitment=bond.commitment, handle="#1", seq=6),
            bound()[0],
        ):
            assert openings.proves(GAME, other, clear) is False
        assert (
            openings.proves(GAME, bond, e.Opening(identity=e.CardIdentity(name="Island"), nonce=clear.nonce))
            is False
        )

    def test_without_a_bond_or_a_nonce_it_is_a_claim(self) -> None:
        bond, opening = bound()
        assert openings.proves(GAME, None, openings.in_the_clear(opening)) is None
        assert openings.proves(GAME, bond, e.Opening(identity=PLAINS)) is None

    @pytest.mark.parametrize("nonce", ["", "!", "AAAA", b64(b"x" * 31), b64(b"x" * 32)[:-1] + "\n"])
    def test_a_nonce_that_is_none_proves_nothing(self, nonce: str) -> None:
        assert openings.proves(GAME, bound()[0], e.Opening(identity=PLAINS, nonce=nonce)) is False

    def test_an_identity_that_is_too_long_proves_nothing(self) -> None:
        bond, opening = bound()
        long = e.Opening(identity=e.CardIdentity(name="x" * 390), nonce=b64(opening.nonce))
        assert openings.proves(GAME, bond, long) is False

    def test_an_identity_is_read_as_it_was_written(self) -> None:
        for identity in (
            PLAINS,
            e.CardIdentity(name="Jötun Grunt", chosen=("A", "B"), slot="p1/deck/3", variant="megamorph"),
            e.Choice(values=("3", "Plains")),
        ):
            assert openings.read_identity(bound(identity)[1]) == identity

    @pytest.mark.parametrize(
        "payload",
        [
            b"{}",
            b'{"type":"card.v1"}',
            b'{"name":"A", "type":"card.v1"}',
            b'{"name":"A","type":"card.v2"}',
            b"\xff",
        ],
    )
    def test_what_is_no_identity_is_malformed(self, payload: bytes) -> None:
        with pytest.raises(Malformed):
            openings.read_identity(Opening.new(payload))


class TestBoxes:
    def sealed(self, key: BoxKey, identity: bytes, **wrong: Any) -> tuple[e.Cast, dict[str, bytes]]:
        opening = Opening.new(identity)
        game = bytes.fromhex(GAME)
        commitment = commit(game, 5, "#1", opening.nonce, opening.payload)
        fields = {"game": game, "handle": "#1", "commitment": commitment, "to_public": key.public, **wrong}
        box = sealing.seal(opening, "p1/card/3", **fields)
        concealed = e.Concealed(
            alg="c1", boxes=(e.Box(part=parts.digest(box), to="p1"),), commitment=commitment
        )
        cast = e.Cast(
            player="p1", object="#1", source="hand", face_down=e.FaceDown(way="morph"), identity=concealed
        )
        return cast, {parts.digest(box): box}

    def test_what_opens_is_known_with_its_link_from_that_entry_on(self) -> None:
        key = BoxKey.new()
        cast, made = self.sealed(key, openings.encode_identity(PLAINS))
        opener = Openings(GAME, {"p1": key})
        told = opener.take(5, [cast], State(), made)
        assert cast.identity is not None
        (found,) = told.values()
        assert told == opener.of("p1") == opener.of("p1", upto=5)
        assert opener.of("p1", upto=4) == opener.of("p2") == {}
        assert (found.identity, found.link, found.seq) == (PLAINS, "p1/card/3", 5)
        assert opener.everything() == {cast.identity.commitment: PLAINS}

    def test_a_box_for_another_or_for_another_purpose_is_a_failure(self) -> None:
        key, other = BoxKey.new(), BoxKey.new()
        identity = openings.encode_identity(PLAINS)
        for wrong in (
            {"to_public": other.public}, {"handle": "#2"}, {"game": b"\x22" * 32}, {"commitment": "0" * 64},
        ):  # fmt: skip
            cast, made = self.sealed(key, identity, **wrong)
            opener = Openings(GAME, {"p1": key})
            assert opener.take(5, [cast], State(), made) == {}
            assert [(f.seq, f.handle, f.role) for f in opener.failures] == [(5, "#1", "p1")]

    def test_a_box_with_something_else_in_it_is_a_failure_that_quotes_nothing(self) -> None:
        key = BoxKey.new()
        for hidden in (b'{"name":"Plains"}', b'{"type":"Secret Plains"}', b"Secret Plains"):
            cast, made = self.sealed(key, hidden)
            opener = Openings(GAME, {"p1": key})
            opener.take(5, [cast], State(), made)
            assert [f.message for f in opener.failures] == ["the box opens to something that is no identity"]

    def test_a_missing_box_is_counted(self) -> None:
        key = BoxKey.new()
        cast, _ = self.sealed(key, openings.encode_identity(PLAINS))
        opener = Openings(GAME, {"p1": key})
        opener.take(5, [cast], State(), {})
        assert opener.missing == 1
        assert opener.failures == []

    def test_a_part_of_any_other_length_is_a_failure(self) -> None:
        key = BoxKey.new()
        cast, made = self.sealed(key, openings.encode_identity(PLAINS))
        for wrong in (b"", b"x" * 495, b"x" * 497, b"x" * 496):
            opener = Openings(GAME, {"p1": key})
            opener.take(5, [cast], State(), dict.fromkeys(made, wrong))
            assert len(opener.failures) == 1


class TestSharing:
    def test_what_is_shared_later_is_known_from_then_on(self, table: Any) -> None:
        game = table.new()
        table.begin(game)
        game.play(a.Resolve(object=table.morph(game).handle))
        shared = game.play(a.Show(object="#2", to=("p2",)))
        opener = Openings(game.game, {"p2": game.seat_keys["p2"]})
        for row in table.rows(game):
            at_hand = {parts.digest(part): part for part in row.parts}
            opener.take(row.seq, entry.events(row.line), game.at(row.seq), at_hand)
        (found,) = opener.of("p2").values()
        assert found.identity == e.CardIdentity(name="Exalted Angel")
        assert (found.seq, found.link) == (shared.seq, "")
        assert opener.failures == []


class TestKeyrings:
    def ring(self, table: Any, game: Any, *keys: BoxKey) -> dict[str, BoxKey]:
        rows = [
            (event, {parts.digest(part): part for part in row.parts})
            for row in table.rows(game)
            for event in entry.events(row.line)
        ]
        return openings.keyring(game.opened, game.game, keys, rows)

    def test_a_seats_key_speaks_for_that_seat_alone(self, table: Any) -> None:
        game = table.new()
        assert list(self.ring(table, game, game.seat_keys["p2"])) == ["p2"]

    def test_without_the_parts_the_judge_has_no_seats_keys(self, table: Any) -> None:
        game = table.new()
        events: list[Any] = [(event, {}) for row in table.rows(game) for event in entry.events(row.line)]
        assert list(openings.keyring(game.opened, game.game, [table.judge.box], events)) == ["judge"]

    def test_a_seat_that_joined_with_a_key_that_nobody_had_named_is_found(self, table: Any) -> None:
        game = table.new(custody="players")
        key = BoxKey.new()
        rows: list[Any] = [(entry.Joined(role="p1", sign=game.signers["p1"].public, box=key.public), {})]
        assert list(openings.keyring(game.opened, game.game, [key], rows)) == ["p1"]
