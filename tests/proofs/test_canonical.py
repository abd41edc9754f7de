"""Canonical JSON: one spelling for each value, and nothing else gets in."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from facedown.errors import Malformed
from facedown.proofs import canonical
from facedown.proofs.canonical import MAX_INTEGER, b64, decode, decoder, encode, lp, unb64, unhex

VECTORS: list[dict[str, Any]] = json.loads((Path(__file__).parents[1] / "vectors/canonical.json").read_text())
DECODERS = (msgspec.json.Decoder[Any](), decoder(Any))

scalars = st.none() | st.booleans() | st.integers(-MAX_INTEGER, MAX_INTEGER) | st.text()
keys = st.text(st.characters(max_codepoint=127), max_size=8)
values = st.recursive(scalars, lambda inner: st.lists(inner) | st.dictionaries(keys, inner), max_leaves=12)


@pytest.mark.parametrize("case", VECTORS, ids=lambda case: case["name"])
def test_a_vector_is_read_as_it_says(case: dict[str, Any]) -> None:
    data = bytes.fromhex(case["hex"])
    for one in DECODERS:
        if case["expect"] == "valid":
            assert encode(decode(data, one)) == data
        else:
            with pytest.raises(Malformed):
                decode(data, one)


@given(values)
def test_what_is_written_is_read_again(value: Any) -> None:
    data = encode(value)
    assert decode(data, decoder(Any)) == value
    assert json.loads(data) == value
    assert data == json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


@given(st.binary() | st.text(alphabet='[]{}",:\\0123456789.eE-truefalsn \n').map(str.encode))
@example(b'{"a":1.0}')
def test_any_bytes_are_refused_or_are_the_one_spelling_of_a_value(data: bytes) -> None:
    for one in DECODERS:
        try:
            value = decode(data, one)
        except Malformed:
            continue
        assert encode(value) == data


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_no_float_passes_whatever_decoder_is_used(number: float) -> None:
    data = msgspec.json.encode({"a": number})
    for one in DECODERS:
        with pytest.raises(Malformed):
            decode(data, one)
    with pytest.raises(Malformed):
        encode([number])


def test_a_null_for_an_absent_member_is_refused() -> None:
    class Optional(msgspec.Struct, omit_defaults=True):
        a: int | None = None

    assert decode(b"{}", decoder(Optional)) == Optional()
    with pytest.raises(Malformed, match="null"):
        decode(b'{"a":null}', decoder(Optional))


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"\xef\xbb\xbf{}", "byte order mark"),
        (b'"\xff"', "UTF-8 at byte 1"),
        (b"[" * 5000, "32 deep"),
        (b'{"a": 1}', "from byte 5"),
        ('{"é":1}'.encode(), "ASCII"),
        (b"[1.5]", "fraction"),
        (b"[9007199254740993]", r"2\^53"),
    ],
)
def test_the_message_says_what_is_wrong(data: bytes, message: str) -> None:
    with pytest.raises(Malformed, match=message):
        decode(data, decoder(Any))


def test_a_message_quotes_hostile_text_harmlessly() -> None:
    class Empty(msgspec.Struct, forbid_unknown_fields=True):
        pass

    with pytest.raises(Malformed) as caught:
        decode(encode({"\x1b[2J" + "x" * 5000: 1}), decoder(Empty))
    assert "\x1b" not in str(caught.value)
    assert len(str(caught.value)) < 300


def test_brackets_in_hostile_strings_are_scanned_in_linear_time() -> None:
    data = b"[" * 33 + b'"' + b'\\"' * 2_000_000
    with pytest.raises(Malformed):
        decode(data, decoder(Any))


@given(st.lists(st.binary(max_size=5)), st.lists(st.binary(max_size=5)))
def test_different_fields_give_different_bytes(one: list[bytes], other: list[bytes]) -> None:
    assert (lp(*one) == lp(*other)) == (one == other)


@given(st.binary())
def test_base64_is_read_as_written(data: bytes) -> None:
    assert unb64(b64(data)) == data


@given(st.text(alphabet="ABCgw/+=- \n", max_size=9))
def test_base64_has_one_spelling(text: str) -> None:
    try:
        data = unb64(text)
    except Malformed:
        return
    assert b64(data) == text


@pytest.mark.parametrize("text", ["=", "QQ", "QQ=", "QR==", "QQ==\n", " QQ==", "QQ==QQ==", "Q_==", "QQé="])
def test_another_spelling_of_base64_is_refused(text: str) -> None:
    with pytest.raises(Malformed):
        unb64(text)


@pytest.mark.parametrize("text", ["", "0", "000", "0G", "AB", " 0", "0x", "٠٠"])
def test_another_spelling_of_a_byte_in_hexadecimal_is_refused(text: str) -> None:
    assert not canonical.is_hex(text, 1)
    with pytest.raises(Malformed):
        unhex(text, 1)


def test_a_byte_in_hexadecimal_is_read() -> None:
    assert canonical.is_hex("0a", 1)
    assert unhex("0a", 1) == b"\n"


quick = decoder(canonical.plain(2))


@given(st.builds(msgspec.json.encode, values) | values.map(encode) | st.binary())
@example(b"[9007199254740992]")
@example(b"[[[[1]]]]")
@example('{"é":1}'.encode())
@example(b'{"a":1,"a":1}')
@example(b"1.0")
def test_the_quick_way_to_read_is_no_looser_and_gives_the_same(data: bytes) -> None:
    answers: list[tuple[Any, str]] = []
    for more in ((), (quick,)):
        try:
            answers.append((decode(data, decoder(Any), *more), ""))
        except Malformed as error:
            answers.append((None, str(error)))
    assert answers[0] == answers[1]
