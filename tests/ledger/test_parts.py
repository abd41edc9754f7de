"""Parts: named by their hash, left out without a trace in any signature."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from facedown.errors import Malformed
from facedown.ledger import parts
from facedown.proofs.canonical import encode

ONE, TWO = "1" * 64, "2" * 64
keys = st.sampled_from(["part", 'x"part', "a", 'part":"', "par", "type"])
leaves = st.sampled_from([ONE, TWO, '{"part":"', ',"part":"x"', '"part":"', "\\"]) | st.integers(0, 3)
values = st.recursive(leaves, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(keys, inner, max_size=3), max_leaves=10)  # fmt: skip


def _walk(value: Any) -> list[str]:
    """The rule in words: each member called part with a string as value, in the order of the bytes."""
    if isinstance(value, list):
        return [found for one in value for found in _walk(one)]
    if isinstance(value, dict):
        found: list[str] = []
        for key, member in sorted(value.items()):
            found += [member] if key == "part" and isinstance(member, str) else _walk(member)
        return found
    return []


@given(values)
def test_the_named_parts_are_found_without_parsing(value: Any) -> None:
    wanted = list(dict.fromkeys(_walk(value)))
    if all(one in {ONE, TWO} for one in wanted):
        assert list(parts.named(encode(value))) == wanted
    else:
        with pytest.raises(Malformed):
            parts.named(encode(value))


def test_parts_are_named_in_order_and_once() -> None:
    line = encode(
        {"events": [{"part": TWO}, {"boxes": [{"part": ONE, "to": "p1"}, {"part": TWO, "to": "p2"}]}]}
    )
    assert parts.named(line) == (TWO, ONE)
    assert parts.named(b"{}") == ()


@pytest.mark.parametrize("text", ["", "1" * 63, "1" * 65, "A" * 64, "é" * 64])
def test_a_part_that_is_no_digest_is_refused(text: str) -> None:
    with pytest.raises(Malformed):
        parts.named(encode({"part": text}))


def test_the_digest_is_the_hash_that_the_specification_writes_down() -> None:
    framed = b"\0\0\0\x10facedown/part/v1\0\0\0\x05hello"
    assert parts.digest(b"hello") == sha256(framed).hexdigest()


@given(st.binary())
def test_a_part_is_read_as_written(part: bytes) -> None:
    assert parts.read(parts.write(part)) == part


@given(st.binary())
def test_any_bytes_are_refused_or_are_the_one_spelling_of_a_part(line: bytes) -> None:
    for data in (line, b'{"part":"' + line + b'"}'):
        try:
            part = parts.read(data)
        except Malformed:
            continue
        assert parts.write(part) == data


def test_parts_beyond_the_limit_are_refused() -> None:
    largest = bytes(parts.MAX_PART)
    assert parts.read(parts.write(largest)) == largest
    assert len(parts.write(largest)) == parts.MAX_LINE
    with pytest.raises(Malformed):
        parts.write(largest + b"\0")
    with pytest.raises(Malformed):
        parts.read(b'{"part":"' + b"A" * parts.MAX_LINE + b'"}')


@given(st.text())
def test_a_text_is_read_as_written(text: str) -> None:
    assert parts.read_text(parts.text_part(text)) == text


def test_the_same_text_twice_has_two_names() -> None:
    assert parts.digest(parts.text_part("hello")) != parts.digest(parts.text_part("hello"))
    salt = bytes(32)
    assert parts.text_part("hello", salt) == b'{"salt":"' + b"0" * 64 + b'","text":"hello"}'


@pytest.mark.parametrize(
    "part",
    [b"", b"hello", b'{"text":"hello"}', b'{"salt":"00","text":"hello"}', b'{"salt":"' + b"0" * 64 + b'","text": ""}',
     b'{"salt":"' + b"A" * 64 + b'","text":""}', b'{"salt":"' + b"0" * 64 + b'","text":1}'],
)  # fmt: skip
def test_what_is_no_text_is_refused(part: bytes) -> None:
    with pytest.raises(Malformed):
        parts.read_text(part)


def test_a_text_never_shows_in_a_repr() -> None:
    assert "secret" not in repr(parts.Text("0" * 64, "secret"))
