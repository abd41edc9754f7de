from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from facedown.errors import Malformed
from facedown.importers.cockatrice.wire import Budget, Message


def read(data: bytes, fields: int = 1000) -> Message:
    return Message(data, Budget(fields))


def varint(value: int) -> bytes:
    out = b""
    while value > 0x7F:
        out += bytes([value & 0x7F | 0x80])
        value >>= 7
    return out + bytes([value])


def number(field: int, value: int) -> bytes:
    return varint(field << 3) + varint(value)


def delimited(field: int, value: bytes) -> bytes:
    return varint(field << 3 | 2) + varint(len(value)) + value


def zigzag(value: int) -> int:
    return value << 1 if value >= 0 else (-value << 1) - 1


@given(st.integers(1, 2**29 - 1), st.integers(0, 2**64 - 1))
def test_a_number_reads_back(field: int, value: int) -> None:
    assert read(number(field, value)).uint(field, bits=64) == value


@given(st.integers(-(2**31), 2**31 - 1))
def test_a_signed_number_reads_back(value: int) -> None:
    assert read(number(1, zigzag(value))).sint(1) == value


@given(st.text())
def test_text_reads_back(text: str) -> None:
    assert read(delimited(7, text.encode())).text(7) == text


@given(st.lists(st.integers(-(2**31), 2**31 - 1)))
def test_repeated_numbers_read_back_written_one_by_one_or_packed(values: list[int]) -> None:
    assert read(b"".join(number(2, zigzag(v)) for v in values)).sints(2) == values
    assert read(delimited(2, b"".join(varint(zigzag(v)) for v in values))).sints(2) == values


def test_what_is_absent_is_none_or_empty() -> None:
    message = read(b"")
    for ask in (message.uint, message.sint, message.text, message.message, message.flag):
        assert ask(1) is None
    for ask_all in (message.messages, message.sints, message.uints):
        assert ask_all(1) == []
    assert message.numbers() == ()


def test_the_last_of_a_single_field_counts() -> None:
    assert read(number(1, 5) + number(2, 0) + number(1, 7)).uint(1) == 7
    assert read(delimited(1, b"a") + delimited(1, b"b")).text(1) == "b"
    first, last = number(1, 1) + number(2, 2), number(1, 3)
    inner = read(delimited(4, first) + delimited(4, last)).message(4)
    assert inner is not None
    assert (inner.uint(1), inner.uint(2)) == (3, None)


def test_messages_nest() -> None:
    inner = read(delimited(3, delimited(3, number(1, 9)))).message(3)
    assert inner is not None
    assert [m.uint(1) for m in inner.messages(3)] == [9]


def test_fields_that_nobody_asks_for_are_skipped_unread() -> None:
    unknown = varint(9 << 3 | 1) + bytes(8) + varint(10 << 3 | 5) + bytes(4) + delimited(11, b"\xff\xff")
    message = read(unknown + number(1, 1))
    assert message.uint(1) == 1
    assert message.numbers() == (9, 10, 11, 1)


def test_any_number_but_zero_is_true() -> None:
    assert read(number(1, 0)).flag(1) is False
    assert read(number(1, 2**64 - 1)).flag(1) is True


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"\x08", "byte 1: the data breaks off inside a number"),
        (b"\x08\x80", "byte 2: the data breaks off inside a number"),
        (b"\x12\x05abc", "byte 2: the data breaks off, 5 bytes are announced and 3 are left"),
        (b"\x0d\x00\x00", "byte 1: the data breaks off, 4 bytes are announced and 2 are left"),
        (b"\x09\x00", "byte 1: the data breaks off, 8 bytes are announced and 1 are left"),
        (b"\x00\x00", "byte 0: no field has the number 0"),
        (b"\x0b", "byte 0: wire type 3 is not in use"),
        (b"\x0f", "byte 0: wire type 7 is not in use"),
        (b"\x08" + b"\x80" * 10 + b"\x01", "byte 1: a number of more than 64 bits"),
        (b"\x08" + b"\xff" * 9 + b"\x02", "byte 1: a number has more than 64 bits"),
        (varint(2**33 << 3), "byte 0: no field has the number"),
    ],
)
def test_broken_bytes_are_refused_with_their_place(data: bytes, said: str) -> None:
    with pytest.raises(Malformed, match=f"^{re.escape(said)}"):
        read(data)


def test_the_place_of_an_error_deep_inside_counts_from_the_start_of_the_data() -> None:
    data = number(2, 1) + delimited(1, delimited(1, b"\x12\x02a"))
    outer = read(data).message(1)
    assert outer is not None
    with pytest.raises(
        Malformed, match=r"^byte 8: the data breaks off, 2 bytes are announced and 1 are left"
    ):
        outer.message(1)


def test_a_field_of_another_kind_is_refused() -> None:
    with pytest.raises(Malformed, match="byte 0: field 1 should be a number"):
        read(delimited(1, b"")).uint(1)
    with pytest.raises(Malformed, match="byte 0: field 1 should be text or a message"):
        read(number(1, 1)).text(1)
    with pytest.raises(Malformed, match="byte 2: field 1 should be text or a message"):
        read(number(2, 1) + number(1, 1)).messages(1)


def test_a_number_too_big_for_its_field_is_refused() -> None:
    with pytest.raises(Malformed, match="field 1 has more than 32 bits"):
        read(number(1, 2**32)).uint(1)
    with pytest.raises(Malformed, match="field 1 has more than 32 bits"):
        read(delimited(1, varint(2**32))).uints(1)


def test_text_must_be_utf_8() -> None:
    with pytest.raises(Malformed, match="field 1 is not UTF-8 text"):
        read(delimited(1, b"\xff")).text(1)


def test_the_number_of_fields_is_bounded_over_all_messages() -> None:
    data = delimited(1, number(1, 0) * 6)
    with pytest.raises(Malformed, match="too many fields"):
        read(data, fields=6).message(1)
    assert read(data, fields=7).message(1) is not None
    with pytest.raises(Malformed, match="too many fields"):
        read(delimited(1, bytes(100)), fields=50).uints(1)


@given(st.binary(max_size=200))
def test_no_bytes_raise_anything_but_malformed(data: bytes) -> None:
    try:
        message = read(data)
        for field in message.numbers():
            message.messages(field)
            message.sints(field)
            message.text(field)
    except Malformed:
        return
