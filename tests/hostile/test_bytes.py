"""Whatever is done to the bytes of a record, one by one or piece by piece, `verify` does not take it for the original."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

import pytest

from facedown.audit.diff import compare
from facedown.audit.integrity import verify
from facedown.audit.report import audit
from facedown.errors import FacedownError
from facedown.ledger import parts, record
from facedown.proofs import sealing
from facedown.proofs.sealing import BoxKey

Make = Callable[..., Any]


@pytest.fixture
def small(stranger: Make) -> bytes:
    s = stranger(1, judge=False)
    name = parts.text_part("Alice")
    s.add(s.TURN, {"type": "said.v1", "player": "p1", "part": parts.digest(name)}, made=[name])
    s.end()
    data: bytes = s.data()
    assert verify(data).ok
    return data


@pytest.mark.parametrize("how", ["changed", "dropped", "doubled"])
def test_no_byte_can_be_another_one(small: bytes, how: str) -> None:
    for at, byte in enumerate(small):
        new = {"changed": bytes([byte ^ 1 << at % 8]), "dropped": b"", "doubled": bytes([byte, byte])}[how]
        other = small[:at] + new + small[at + 1 :]
        assert not verify(other).ok, (at, other[max(0, at - 20) : at + 20])


def test_no_line_can_be_dropped_doubled_or_moved(small: bytes) -> None:
    lines = small.split(b"\n")
    part = next(at for at, line in enumerate(lines) if line.startswith(parts.PREFIX))
    note = len(lines) - 2  # a signature under the checkpoint; more may follow, and one may stand there twice
    for at in range(len(lines)):
        dropped = verify(b"\n".join([*lines[:at], *lines[at + 1 :]]))
        assert dropped.missing_parts == 1 if at == part else not dropped.ok
        assert not verify(b"\n".join([*lines[:at], lines[at], *lines[at:]])).ok or at in {
            note,
            len(lines) - 1,
        }
        assert not verify(b"\n".join(lines[:at])).ok
        for to in range(at + 1, len(lines)):
            swapped = list(lines)
            swapped[at], swapped[to] = lines[to], lines[at]
            assert lines[at] == lines[to] or not verify(b"\n".join(swapped)).ok


def test_an_entry_of_another_game_is_not_at_home(stranger: Make) -> None:
    one, other = stranger(), stranger()
    for s in (one, other):
        s.manifest("#1", "Shock")
    one.rows[-1] = other.rows[-1]
    assert not verify(one.data()).ok


@pytest.mark.parametrize("change", ["game", "handle", "entry"])
def test_a_commitment_and_its_boxes_open_nowhere_else(stranger: Make, change: str) -> None:
    one, other = stranger(), stranger()
    hidden, opening, made = one.conceal("#1", "Shock")
    if change == "entry":
        one.add(one.TURN)
    handle = "#2" if change == "handle" else "#1"
    s = other if change == "game" else one
    if change == "game":  # the other stranger seals to the keys of this game
        s.judge, s.founded.boxes["p1"] = one.judge, one.founded.boxes["p1"]
    put = {"new": handle, "face_down": {"way": "manifest"}, "identity": hidden}
    s.add(s.moved("library", "battlefield", **put), made=made)
    s.end(s.opened(handle, opening))
    report = s.audit(judge=change != "game")
    assert [duty.status for duty in report.duties] == ["unmet"]
    codes = {found.code for found in report.findings}
    assert codes >= ({"FD501", "FD101"} if change == "game" else {"FD501", "FD508", "FD101"})


def test_the_escrow_of_one_seat_is_not_that_of_another(stranger: Make) -> None:
    s = stranger()
    line, (one, other) = s.rows[1]
    seats = s.rows[2:]
    del s.rows[1:], line, seats
    laid = [{"part": parts.digest(other), "seat": "p1"}, {"part": parts.digest(one), "seat": "p2"}]
    s.add({"type": "keys.escrowed.v1", "keys": laid}, made=[one, other])
    s.add({"type": "seated.v1", "player": "p1"}, {"type": "seated.v1", "player": "p2"})
    s.end()
    assert [found.code for found in s.audit().findings] == ["FD508", "FD508"]


def test_a_box_under_a_weak_key_is_refused_with_a_sentence() -> None:
    key = BoxKey.new()
    prime = 2**255 - 19
    for weak in (0, 1, prime - 1, prime, prime + 1, 2**255, 2**256 - 1, *sealing._ORDER_8):
        for size in (0, 15, 16, sealing.BOX - 32):
            with pytest.raises(FacedownError):
                key.unseal(weak.to_bytes(32, "little") + bytes(size), b"")
    with pytest.raises(FacedownError):
        key.unseal(os.urandom(31), b"")


def test_a_forged_copy_accuses_nobody_of_two_histories(stranger: Make) -> None:
    s = stranger()
    s.manifest("#1", "Shock")
    s.end()
    true = s.data()
    assert true.count(b'"how":"victory"') == 1
    forged = true.replace(b'"how":"victory"', b'"how":"penalty"')
    reports = [audit(true, name="true"), audit(forged, name="forged")]
    for report in compare({"true": true, "forged": forged}, reports):
        (found,) = [f for f in report.findings if f.code == "FD507"]
        assert "signed both" not in found.message
        assert "forged does not verify" in found.message
        assert found.severity == ("note" if report.record == "true" else "error")
    assert record.read(forged)
