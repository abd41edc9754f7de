"""The record file: lines end in LF, parts follow their entry, one empty line, one note."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from facedown.errors import Malformed
from facedown.ledger import entry, parts, record
from facedown.ledger.record import Record

VECTORS: list[dict[str, Any]] = json.loads((Path(__file__).parents[1] / "vectors/records.json").read_text())
WHOLE = VECTORS[0]["record"].encode()
LINE = b'{"entry":{},"sig":""}'


@pytest.mark.parametrize(
    "case", [case for case in VECTORS if case["expect"] == "valid"], ids=lambda case: case["name"]
)
def test_a_record_is_written_as_it_was_read(case: dict[str, Any]) -> None:
    data = case["record"].encode()
    found = record.read(data)
    assert record.write(found) == data
    assert found.note == record.note_of(data)
    assert tuple(record.rows(data)) == found.lines


def test_a_record_knows_its_game() -> None:
    found = record.read(WHOLE)
    assert found.game == entry.game_id(found.lines[0][0])
    assert found.genesis.seats == ("p1", "p2")
    assert [len(some) for _, some in found.lines] == [0, 2, 2, 0, 2, 1, 0, 0, 0, 0]


def test_other_line_separators_than_lf_split_nothing() -> None:
    text = WHOLE.decode()
    assert "\u2028" in text
    assert len(text.splitlines()) != text.count("\n")
    assert len(record.read(WHOLE).lines) == 10


@given(st.lists(st.tuples(st.just(LINE), st.lists(st.binary(max_size=8), max_size=2).map(tuple)), min_size=1),
       st.none() | st.binary(min_size=1).filter(lambda note: b"\r" not in note))  # fmt: skip
def test_any_rows_are_read_as_written(rows: list[record.Row], note: bytes | None) -> None:
    found = Record(tuple(rows), note)
    assert record.read(record.write(found)) == found


@given(st.binary() | st.text(alphabet='{"entry":part}\nAA==').map(str.encode))
def test_any_bytes_are_refused_or_written_the_same(data: bytes) -> None:
    try:
        found = record.read(data)
    except Malformed:
        return
    assert record.write(found) == data


def test_a_record_without_checkpoint_is_unfinished() -> None:
    found = record.read(LINE + b"\n")
    assert found.note is None
    assert record.write(found) == LINE + b"\n"


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "empty"),
        (b"\n", "line 1"),
        (b"\n\nnote", "line 1"),
        (LINE, "line 1: the last line does not end"),
        (LINE + b"\r\n", "line 1: a carriage return: .* again as an attachment"),
        (LINE + b"\n" + LINE + b"\r\n", "line 2: a carriage return"),
        (LINE + b"\n\n", "cut off"),
        (LINE + b"\nhello\n", "line 2: neither"),
        (b'{"part":""}\n' + LINE + b"\n", "before the first entry"),
        (b'{"part":""}\n', "at least one entry"),
        (LINE + b'\n{"part":"A"}\n', "line 2: not standard padded base64"),
        (LINE + b'\n{"part":"QQ=="} \n', "line 2"),
        (LINE + b'\n{"part":"' + b"A" * (parts.MAX_LINE) + b'"}\n', "line 2: a part line has at most"),
        (b'{"entry":' + b"x" * entry.MAX_LINE + b"\n", "line 1: an entry line has at most"),
    ],
)
def test_the_message_says_where_and_what_to_do(data: bytes, message: str) -> None:
    with pytest.raises(Malformed, match=message):
        record.read(data)


def test_a_file_beyond_the_limit_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(record, "MAX_RECORD", 100)
    with pytest.raises(Malformed, match="at most 100 bytes"):
        record.read(LINE * 5)


def test_rows_come_one_by_one() -> None:
    """The first row is there although a later line is no good."""
    rows = record.rows(LINE + b"\n" + LINE + b"\nhello\n")
    assert next(rows) == (LINE, ())
    with pytest.raises(Malformed):
        next(rows)
