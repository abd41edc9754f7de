"""Entry lines: one spelling, one signature, two readings of the same bytes."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from facedown.errors import FacedownError, Malformed, Untrusted
from facedown.ledger import entry
from facedown.ledger.entry import (
    Catalogue,
    Entry,
    EscrowedKey,
    GameOpened,
    Joined,
    KeysEscrowed,
    Log,
    Role,
    Unknown,
)
from facedown.proofs.canonical import b64, encode
from facedown.proofs.signing import SigningKey
from facedown.rules import events

KEY, OTHER = SigningKey(bytes(range(32))), SigningKey(bytes(range(1, 33)))
WEAK = "ed25519:" + b64(bytes([1]) + bytes(31))


def _opened(**change: Any) -> GameOpened:
    fields: dict[str, Any] = {
        "format": "facedown/1",
        "custody": "recorder",
        "log": Log(origin="facedown.invalid", key=KEY.public),
        "roles": (Role(id="recorder", sign=KEY.public), Role(id="p1"), Role(id="p2")),
        "rules": "2026-06-19",
        "catalogue": Catalogue(name="builtin", sha256="0" * 64),
        "random": "1" * 64,
    }
    return GameOpened(**{**fields, **change})


def _first(*what: Any, **change: Any) -> Entry:
    fields: dict[str, Any] = {
        "at": 0,
        "by": "recorder",
        "events": what or (_opened(),),
        "id": "0" * 32,
        "seq": 0,
    }
    return Entry(**{**fields, **change})


def _second(*what: Any, **change: Any) -> Entry:
    fields: dict[str, Any] = {
        "at": 1, "by": "recorder", "events": what or (events.Began(first="p1"),), "id": "a" * 32, "seq": 1,
        "game": "b" * 64, "prev": "c" * 64,
    }  # fmt: skip
    return Entry(**{**fields, **change})


def _plain(line: bytes) -> dict[str, Any]:
    return msgspec.json.decode(line, type=dict[str, Any])


def test_a_line_has_the_form_that_the_specification_shows() -> None:
    line = entry.write(_second(), KEY)
    assert line.startswith(
        b'{"entry":{"at":1,"by":"recorder","events":[{"first":"p1","type":"began.v1"}],"game":"bb'
    )
    assert list(_plain(line)["entry"]) == ["at", "by", "events", "game", "id", "prev", "seq"]
    assert list(_plain(line)) == ["entry", "sig"]


def test_a_first_line_has_neither_game_nor_prev() -> None:
    assert list(_plain(entry.write(_first(), KEY))["entry"]) == ["at", "by", "events", "id", "seq"]


def test_what_is_written_is_read_and_its_signature_holds() -> None:
    line = entry.write(_second(), KEY)
    found = entry.read(line)
    assert (found.entry.at, found.entry.by, found.entry.seq) == (1, "recorder", 1)
    entry.check_signature(line, KEY.public)
    with pytest.raises(Untrusted):
        entry.check_signature(line, OTHER.public)


def test_the_signed_bytes_are_cut_out_of_the_line() -> None:
    line = entry.write(_second(), KEY)
    assert entry.signed_bytes(line) == encode(_second())
    assert b'{"entry":' + entry.signed_bytes(line) + b',"sig":"' in line


@pytest.mark.parametrize(
    "line", [b"", b"{}", b'{"entry":', b'{"entry":,"sig":"' + b"A" * 88 + b'"}', b"x" * 200]
)
def test_what_is_no_line_has_no_signed_bytes(line: bytes) -> None:
    with pytest.raises(Malformed):
        entry.signed_bytes(line)


def test_the_game_id_does_not_depend_on_the_signature() -> None:
    one, other = entry.write(_first(), KEY), entry.write(_first(), OTHER)
    assert one != other
    assert entry.game_id(one) == entry.game_id(other)
    assert entry.game_id(entry.write(_first(at=1), KEY)) != entry.game_id(one)


def _read_signed(line: bytes) -> None:
    entry.read(line)
    entry.check_signature(line, KEY.public)


@given(st.data())
def test_no_byte_of_a_line_can_be_changed(data: st.DataObject) -> None:
    line = entry.write(_second(events.Said(player="p1", part="d" * 64)), KEY)
    at = data.draw(st.integers(0, len(line) - 1))
    other = (
        line[:at]
        + bytes([data.draw(st.integers(0, 255).filter(lambda byte: byte != line[at]))])
        + line[at + 1 :]
    )
    with pytest.raises(FacedownError):
        _read_signed(other)


@given(st.binary() | st.text(alphabet='{"entry":,sigbyat[]}0123').map(str.encode))
def test_any_bytes_are_refused_or_are_an_entry(data: bytes) -> None:
    with pytest.raises(Malformed):
        entry.read(data)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"events": ()}, "at least one event"),
        ({"events": ("began.v1",)}, "object with a type"),
        ({"events": ({"name": "x"},)}, "object with a type"),
        ({"events": ({"type": 1},)}, "object with a type"),
        ({"events": (_opened(),)}, "first entry only"),
        ({"events": ({"type": "x.v1", "x": 1.5},)}, "fraction"),
        ({"events": ({"type": "x.v1", "x": 2**53},)}, r"2\^53"),
        ({"events": ({"type": "x.v1", "é": 1},)}, "ASCII"),
        ({"game": None}, "game and prev"),
        ({"prev": None}, "game and prev"),
        ({"prev": "C" * 64}, "game and prev"),
        ({"game": "b" * 63}, "game and prev"),
        ({"game": "b" * 63 + "\n"}, "game and prev"),
        ({"id": "a" * 31}, "id is 32"),
        ({"id": "A" * 32}, "id is 32"),
        ({"at": -1}, ">= 0"),
        ({"at": 2**53}, r"2\^53"),
        ({"seq": -1}, ">= 0"),
        ({"seq": 0}, "neither game nor prev"),
        ({"events": ({"type": "x.v1", "x": "x" * 65_535},)}, "at most 65535"),
    ],
)
def test_an_entry_that_would_not_be_read_is_not_written(change: dict[str, Any], message: str) -> None:
    with pytest.raises(Malformed, match=message):
        entry.write(_second(**change), KEY)


@pytest.mark.parametrize(
    "change",
    [
        {"events": (events.Began(),)},
        {"events": (_opened(), events.Began())},
        {"game": "b" * 64},
        {"prev": "b" * 64},
    ],
)
def test_a_first_entry_opens_the_game_and_does_nothing_else(change: dict[str, Any]) -> None:
    with pytest.raises(Malformed):
        entry.write(_first(**change), KEY)


@pytest.mark.parametrize(
    "sig", ["", "A" * 88, "A" * 86 + "=", "A" * 85 + "B==", "-" * 86 + "==", b64(bytes(63))]
)
def test_a_signature_in_another_spelling_is_refused(sig: str) -> None:
    with pytest.raises(Malformed):
        entry.read(encode({"entry": _second(), "sig": sig}))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b'"at":1,', b'"at":1, '),
        (b'"at":1,', b'"at":1,"at":1,'),
        (b'"at":1,', b'"at":1.0,'),
        (b'"at":1,', b'"at":"1",'),
        (b'"seq":1', b'"seq":1,"why":1'),
        (b'"first":"p1"', b'"first":"p1" '),
        (b'"first":"p1"', b'"first":"p1","first":"p1"'),
        (b'"first":"p1"', b'"first":"\\u0070\\u0031"'),
        (b',"sig":"', b',"seg":1,"sig":"'),
        (b"{", b" {"),
        (b"{", b"\xef\xbb\xbf{"),
    ],
)
def test_another_spelling_of_the_same_entry_is_refused(old: bytes, new: bytes) -> None:
    line = entry.write(_second(), KEY)
    assert old in line
    with pytest.raises(Malformed):
        entry.read(line.replace(old, new, 1))


def test_the_vocabulary_is_read_from_the_same_bytes() -> None:
    line = entry.write(_second(events.Began(first="p1"), events.Turn(player="p1")), KEY)
    assert entry.events(line) == (events.Began(first="p1"), events.Turn(player="p1"))
    assert entry.events(entry.write(_first(), KEY)) == (_opened(),)


def test_an_unknown_event_is_named_and_does_not_hide_the_others() -> None:
    line = entry.write(_second(events.Began(), {"type": "flipped_table.v1", "table": {"legs": 4}}), KEY)
    assert entry.events(line) == (events.Began(), Unknown("flipped_table.v1"))


@pytest.mark.parametrize(
    "event",
    [
        {"type": "began.v1", "first": 1},
        {"type": "began.v1", "last": "p1"},
        {"type": "turn.v1"},
        {"type": "joined.v1", "role": "p1"},
    ],
)
def test_a_known_event_with_other_fields_is_refused(event: dict[str, Any]) -> None:
    line = entry.write(_second(event, {"type": "flipped_table.v1"}), KEY)
    with pytest.raises(Malformed, match=event["type"]):
        entry.events(line)


def test_every_event_of_the_vocabulary_has_a_versioned_tag_of_its_own() -> None:
    tags = [kind.__struct_config__.tag for kind in (*events.EVENTS, *entry.ENVELOPE)]
    assert len(set(tags)) == len(tags)
    for tag in tags:
        assert str(tag).rpartition(".v")[2].isdigit()


def test_events_of_the_envelope_are_told_from_others() -> None:
    line = entry.write(_second(Joined(role="p1", sign=KEY.public, box="x"), events.Began()), KEY)
    joined, began = entry.read(line).entry.events
    assert entry.envelope_event(joined) == Joined(role="p1", sign=KEY.public, box="x")
    assert entry.envelope_event(began) is None
    with pytest.raises(Malformed, match=r"joined\.v1"):
        entry.envelope_event({"type": "joined.v1"})


def test_a_genesis_is_returned_with_its_roles() -> None:
    opened = entry.genesis(entry.write(_first(), KEY))
    assert opened.seats == ("p1", "p2")
    assert opened.role("recorder") == Role(id="recorder", sign=KEY.public)
    assert opened.role("judge") is None


def test_only_entry_0_opens_a_game() -> None:
    with pytest.raises(Malformed, match="entry 0"):
        entry.genesis(entry.write(_second(), KEY))


@pytest.mark.parametrize(
    ("change", "kind"),
    [
        ({"format": "facedown/2"}, Malformed),
        ({"custody": "nobody"}, Malformed),
        ({"rules": "June 2026"}, Malformed),
        ({"random": "1"}, Malformed),
        ({"roles": ()}, Malformed),
        ({"roles": (Role(id="recorder", sign=KEY.public),)}, Malformed),
        ({"roles": (Role(id="recorder", sign=KEY.public), Role(id="p1"), Role(id="p1"))}, Malformed),
        ({"roles": (Role(id="recorder", sign=KEY.public), Role(id="p0"))}, Malformed),
        ({"roles": (Role(id="recorder", sign=KEY.public), Role(id="p1\n"))}, Malformed),
        ({"roles": (Role(id="recorder"), Role(id="p1"))}, Malformed),
        ({"roles": (Role(id="judge", sign=KEY.public), Role(id="p1"))}, Malformed),
        ({"roles": (Role(id="recorder", sign="ed25519:AAAA"), Role(id="p1"))}, Malformed),
        ({"roles": (Role(id="recorder", sign=WEAK), Role(id="p1"))}, Untrusted),
        (
            {"roles": (Role(id="recorder", sign=KEY.public), Role(id="p1", box="x25519:" + b64(bytes(32))))},
            Untrusted,
        ),
        ({"log": Log(origin="facedown.invalid", key=WEAK)}, Untrusted),
        ({"log": Log(origin="facedown invalid", key=KEY.public)}, Malformed),
        ({"log": Log(origin="a+b", key=KEY.public)}, Malformed),
        ({"log": Log(origin="a\n", key=KEY.public)}, Malformed),
        ({"catalogue": Catalogue(name="", sha256="0" * 64)}, Malformed),
    ],
)
def test_a_genesis_that_leaves_something_open_is_refused(
    change: dict[str, Any], kind: type[Exception]
) -> None:
    with pytest.raises(kind):
        entry.genesis(entry.write(_first(_opened(**change)), KEY))


def test_escrowed_keys_are_written_and_read() -> None:
    laid = KeysEscrowed(keys=(EscrowedKey(part="d" * 64, seat="p1"),))
    assert entry.events(entry.write(_second(laid), KEY)) == (laid,)
