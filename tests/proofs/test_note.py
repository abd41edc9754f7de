"""Signed notes and checkpoints: read strictly, believed only with a known key."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from facedown.errors import FacedownError, Malformed, Untrusted
from facedown.proofs import checkpoint, note
from facedown.proofs.checkpoint import Checkpoint
from facedown.proofs.note import VerifierKey, format_note, parse, parse_verifier_key, sign, verify
from facedown.proofs.signing import SigningKey

VECTORS: list[dict[str, Any]] = json.loads((Path(__file__).parents[1] / "vectors/notes.json").read_text())
KEY = SigningKey(bytes(range(32)))
KNOWN = VerifierKey("example.com/log", KEY.public)


def _read(case: dict[str, Any]) -> None:
    found = parse(case["note"].encode())
    assert format_note(found) == case["note"].encode()
    if case["checkpoint"]:
        assert checkpoint.parse(found.text).text() == found.text
    verify(found, parse_verifier_key(case["vkey"]))


@pytest.mark.parametrize("case", VECTORS, ids=lambda case: case["name"])
def test_a_vector_is_believed_or_refused_as_it_says(case: dict[str, Any]) -> None:
    if case["expect"] == "valid":
        _read(case)
    else:
        with pytest.raises(Malformed if case["expect"] == "malformed" else Untrusted):
            _read(case)


def test_the_checkpoint_of_the_vectors_is_signed_byte_for_byte() -> None:
    case = VECTORS[1]
    key = SigningKey(bytes.fromhex("cff768c06b8e869c9c6b0095654b9a8a9cae2ed53a57cf81589fc08d6d203afa"))
    found = checkpoint.parse(parse(case["note"].encode()).text)
    assert checkpoint.sign(found, key).decode() == case["note"]
    assert VerifierKey(found.origin, key.public).text() == (
        "ledger.example/games/0001+4ae4d407+AeaEC474f0H1h8zqjAjjv3WAYurHkth+N0wB70VLjCN0"
    )


def test_the_published_key_id_comes_out() -> None:
    text = "example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k"
    assert parse_verifier_key(text).text() == text


@given(st.text(st.characters(exclude_categories=["Cs", "Cc"]) | st.just("\n")))
def test_any_text_is_signed_and_read_again(text: str) -> None:
    data = format_note(sign(text + "\n", KNOWN.name, KEY))
    found = parse(data)
    assert (found.text, format_note(found)) == (text + "\n", data)
    assert verify(found, KNOWN) == (KNOWN,)


@given(st.binary() | st.text(alphabet="a\n— +=AAAA").map(str.encode))
def test_any_bytes_are_refused_or_written_the_same(data: bytes) -> None:
    try:
        found = parse(data)
    except Malformed:
        return
    assert format_note(found) == data


@given(st.data())
def test_no_byte_of_a_note_with_one_signature_can_be_changed(data: st.DataObject) -> None:
    good = format_note(sign("a text\nof two lines\n", KNOWN.name, KEY))
    at = data.draw(st.integers(0, len(good) - 1))
    other = data.draw(st.integers(0, 255).filter(lambda byte: byte != good[at]))
    with pytest.raises(FacedownError):
        verify(parse(good[:at] + bytes([other]) + good[at + 1 :]), KNOWN)


@pytest.mark.parametrize(
    "text",
    [
        "", "a", "a+00000000", "a+00000000+AAAA", "example.com/foo+530d903b+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k",
        "example.com/foo+530D903A+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k", "+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k",
        "witness.example/judge+4a513d0f+BPNEZ2tfw0rujAz2ZPA0aR6haQPGehWtIV0qWDf7QY7U",
        "example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k\n",
    ],
)  # fmt: skip
def test_what_is_no_verifier_key_is_refused(text: str) -> None:
    with pytest.raises(Malformed):
        parse_verifier_key(text)


def test_a_weak_verifier_key_is_refused() -> None:
    with pytest.raises(Untrusted):
        parse_verifier_key("example.com/foo+00000000+AQEAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA")


@pytest.mark.parametrize("name", ["", "a b", "a+b", "a\u00a0b", "a\u2028b", "a\nb", "a\tb"])
def test_a_name_that_would_not_be_read_again_is_refused(name: str) -> None:
    with pytest.raises(Malformed):
        sign("text\n", name, KEY)


@pytest.mark.parametrize("text", ["", "text", "a\tb\n", "a\r\n"])
def test_a_text_that_would_not_be_read_again_is_refused(text: str) -> None:
    with pytest.raises(Malformed):
        sign(text, KNOWN.name, KEY)


def test_a_note_that_is_too_long_is_refused() -> None:
    with pytest.raises(Malformed, match="at most"):
        parse(b"a" * (note.MAX_NOTE + 1))


def test_signatures_by_two_known_keys_are_both_named() -> None:
    other = SigningKey(bytes(range(1, 33)))
    one, two = (sign("text\n", KNOWN.name, key) for key in (KEY, other))
    both = note.Note("text\n", one.signatures + two.signatures)
    second = VerifierKey(KNOWN.name, other.public)
    assert verify(both, KNOWN, second) == (KNOWN, second)
    with pytest.raises(Untrusted, match="no signature"):
        verify(both)


@given(st.integers(0, 10**16 - 1), st.binary(min_size=32, max_size=32))
def test_a_checkpoint_is_read_as_written(size: int, root: bytes) -> None:
    text = Checkpoint("facedown.invalid/games/00", size, root).text()
    assert checkpoint.parse(text) == Checkpoint("facedown.invalid/games/00", size, root)
