"""Commitments: one opening, in one place, of one length."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from facedown.errors import Malformed
from facedown.proofs import canonical
from facedown.proofs.commitment import PAYLOAD, Opening, commit, pad, unpad

VECTORS: list[dict[str, Any]] = json.loads(
    (Path(__file__).parents[1] / "vectors/commitments.json").read_text()
)


def _commit(case: dict[str, Any]) -> str:
    opening = Opening(bytes.fromhex(case["nonce"]), bytes.fromhex(case["payload"]))
    identity = canonical.encode(canonical.decode(opening.identity, canonical.decoder(dict[str, Any])))
    assert pad(identity) == opening.payload
    return commit(bytes.fromhex(case["game"]), case["seq"], case["handle"], opening.nonce, opening.payload)


@pytest.mark.parametrize("case", VECTORS, ids=lambda case: case["name"])
def test_a_vector_gives_its_commitment_only_where_it_should(case: dict[str, Any]) -> None:
    if case["expect"] == "malformed":
        with pytest.raises(Malformed):
            _commit(case)
    else:
        assert (_commit(case) == case["commitment"]) == (case["expect"] == "valid")


def test_the_commitment_is_the_hash_that_the_specification_writes_down() -> None:
    case = VECTORS[0]
    fields = (
        b"facedown/commit/v1",
        bytes.fromhex(case["game"]),
        case["seq"].to_bytes(8, "big"),
        case["handle"].encode(),
        bytes.fromhex(case["nonce"]),
        case["identity"].encode().ljust(384, b"\0"),
    )
    framed = b"".join(len(field).to_bytes(4, "big") + field for field in fields)
    assert sha256(framed).hexdigest() == case["commitment"]


@given(st.binary(min_size=1, max_size=PAYLOAD).filter(lambda data: not data.endswith(b"\0")))
def test_padding_comes_off_again(data: bytes) -> None:
    assert len(pad(data)) == PAYLOAD
    assert unpad(pad(data)) == data
    assert Opening.new(data).identity == data


@pytest.mark.parametrize("data", [b"", b"x" * 385, b"x\0"])
def test_what_cannot_be_padded_is_refused(data: bytes) -> None:
    with pytest.raises(Malformed):
        pad(data)


@pytest.mark.parametrize("payload", [b"", b"{}", bytes(384), b"x" * 385])
def test_what_was_not_padded_is_refused(payload: bytes) -> None:
    with pytest.raises(Malformed):
        unpad(payload)


def test_two_openings_of_one_card_share_nothing() -> None:
    one, other = Opening.new(b"{}"), Opening.new(b"{}")
    game = bytes(32)
    assert one.nonce != other.nonce
    assert commit(game, 1, "#1", one.nonce, one.payload) != commit(game, 1, "#1", other.nonce, other.payload)


def test_an_opening_never_shows_what_it_holds() -> None:
    opening = Opening.new(b'{"name":"Exalted Angel"}')
    for text in (repr(opening), str(opening), f"{opening}", f"{[opening]}"):
        assert "Exalted" not in text
        assert opening.nonce.hex() not in text


@pytest.mark.parametrize("seq", [-1, 2**53])
def test_an_entry_number_out_of_range_is_refused(seq: int) -> None:
    with pytest.raises(Malformed):
        commit(bytes(32), seq, "#1", bytes(32), pad(b"{}"))


def test_a_game_id_of_another_length_is_refused() -> None:
    with pytest.raises(Malformed):
        commit(bytes(31), 1, "#1", bytes(32), pad(b"{}"))
