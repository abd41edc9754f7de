"""Signatures: what is signed says what it is, and weak keys sign nothing."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from hypothesis import given
from hypothesis import strategies as st

from facedown.errors import Malformed, Untrusted
from facedown.proofs import signing
from facedown.proofs.canonical import unb64
from facedown.proofs.signing import SigningKey, fingerprint, pae, public_text, raw_public, verify, verify_raw

KEYS: list[dict[str, Any]] = json.loads((Path(__file__).parents[1] / "vectors/keys.json").read_text())
SIGN = [case for case in KEYS if not case["key"].startswith("x25519:")]
KEY = SigningKey(bytes(range(32)))
P = 2**255 - 19


@given(st.text(), st.binary())
def test_a_signature_holds_for_its_type_and_body_only(type_: str, body: bytes) -> None:
    signature = KEY.sign(type_, body)
    verify(KEY.public, type_, body, signature)
    for other in ((type_ + "x", body, signature), (type_, body + b"x", signature), (type_, body, bytes(64))):
        with pytest.raises(Untrusted):
            verify(KEY.public, *other)


@given(st.text(), st.binary(), st.text(), st.binary())
def test_two_messages_are_never_signed_as_the_same_bytes(t1: str, b1: bytes, t2: str, b2: bytes) -> None:
    assert (pae(t1, b1) == pae(t2, b2)) == ((t1, b1) == (t2, b2))


@pytest.mark.parametrize("case", SIGN, ids=lambda case: case["name"])
def test_a_key_of_the_vectors_is_taken_or_refused_as_it_says(case: dict[str, Any]) -> None:
    if case["expect"] == "valid":
        assert public_text(raw_public(case["key"])) == case["key"]
        assert fingerprint(case["key"]) == case["fingerprint"]
        return
    wanted = Untrusted if case["expect"] == "untrusted" else Malformed
    for refuse in (raw_public, fingerprint):
        with pytest.raises(wanted):
            refuse(case["key"])
    with pytest.raises(wanted):
        verify(case["key"], "t", b"", bytes(64))


@pytest.mark.parametrize(
    "case", [case for case in SIGN if "signature" in case], ids=lambda case: case["name"]
)
def test_a_forged_signature_for_a_weak_key_is_refused(case: dict[str, Any]) -> None:
    with pytest.raises(Untrusted, match="weak"):
        verify_raw(case["key"], bytes.fromhex(case["message"]), bytes.fromhex(case["signature"]))


def test_there_are_fourteen_such_keys_and_openssl_takes_forgeries_for_some() -> None:
    weak = [case for case in SIGN if "signature" in case]
    assert len({case["key"] for case in weak}) == 14
    taken = 0
    for case in weak:
        raw = unb64(case["key"].removeprefix("ed25519:"))
        try:
            Ed25519PublicKey.from_public_bytes(raw).verify(
                bytes.fromhex(case["signature"]), bytes.fromhex(case["message"])
            )
            taken += 1
        except Exception:  # noqa: BLE001, S112  (a stricter library may refuse the key or the signature, in its own way)
            continue
    assert 0 <= taken <= 14


def test_the_list_of_weak_keys_is_complete() -> None:
    """Every point whose order divides 8 has one of the five y, found here by solving for them.

    With −x² + y² = 1 + dx²y²: order 1, 2 are (0, ±1), order 4 is (±√−1, 0), and a point of order 8 doubles to
    y = 0, so that y² + x² = 0, which gives dy⁴ + 2y² − 1 = 0.
    """
    d = -121665 * pow(121666, -1, P) % P
    found = {1, P - 1, 0}
    root = _square_root((1 + d) % P)
    for sign in (1, -1):
        square = (-1 + sign * root) * pow(d, -1, P) % P
        if pow(square, (P - 1) // 2, P) == 1:
            y = _square_root(square)
            assert (d * pow(y, 4, P) + 2 * y * y - 1) % P == 0
            found |= {y, P - y}
    assert found == signing._SMALL_ORDER


def _square_root(number: int) -> int:
    root = pow(number, (P + 3) // 8, P)
    if root * root % P != number:
        root = root * pow(2, (P - 1) // 4, P) % P
    assert root * root % P == number
    return root


def test_a_signature_in_another_spelling_is_refused() -> None:
    signature = KEY.sign_raw(b"x")
    order = 2**252 + 27742317777372353535851937790883648493
    s = int.from_bytes(signature[32:], "little") + order
    for other in (signature[:32] + s.to_bytes(32, "little"), signature[:-1], signature + b"\0", b""):
        with pytest.raises(Untrusted):
            verify_raw(KEY.public, b"x", other)


@pytest.mark.parametrize("size", [0, 31, 33, 64])
def test_a_private_key_of_another_length_is_refused(size: int) -> None:
    with pytest.raises(Malformed):
        SigningKey(bytes(size))


def test_a_key_never_shows_its_secret() -> None:
    key = SigningKey.new()
    assert key.private.hex() not in repr(key)
    assert SigningKey(key.private).public == key.public
