"""Verifying a record: nothing can be changed unnoticed, and the answer says what and by whom."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from facedown.audit import integrity, trust
from facedown.audit.integrity import Check, Integrity, verify
from facedown.audit.trust import Trust
from facedown.errors import Malformed, Untrusted
from facedown.ledger import entry, record
from facedown.proofs import checkpoint, merkle
from facedown.proofs.canonical import b64
from facedown.proofs.note import VerifierKey
from facedown.proofs.signing import SigningKey, fingerprint

FOLDER = Path(__file__).parents[1] / "vectors"
VECTORS: list[dict[str, Any]] = json.loads((FOLDER / "records.json").read_text())
BY_NAME = {case["name"]: case for case in VECTORS}
WHOLE: bytes = BY_NAME["a whole game, custody recorder"]["record"].encode()
PLAYERS: bytes = BY_NAME["a game of players"]["record"].encode()
COSIGNED: bytes = BY_NAME["a signature by an unknown key"]["record"].encode()
GAMES = st.sampled_from([WHOLE, PLAYERS])
LOG_KEY = record.read(WHOLE).genesis.log.key
OTHER = SigningKey(bytes(range(32))).public


@pytest.mark.parametrize("case", VECTORS, ids=lambda case: case["name"])
def test_a_vector_verifies_or_says_where_it_is_broken(case: dict[str, Any]) -> None:
    found = verify(case["record"].encode())
    assert found.ok == (case["expect"] == "valid")
    assert (found.problems[0].where if found.problems else "") == case["where"]
    if found.ok:
        assert found.missing_parts == case["missing_parts"]


def test_the_answer_has_what_an_audit_prints() -> None:
    found = verify(WHOLE)
    assert (found.ok, found.anchored, found.missing_parts, found.entries) == (True, None, 0, 10)
    assert found.game == record.read(WHOLE).game
    assert found.signer == fingerprint(LOG_KEY)
    assert f"\n{b64(bytes.fromhex(found.root))}\n" in WHOLE.decode()
    assert found.sentence == f"consistent; signed by {fingerprint(LOG_KEY)}, unknown to you"


# --- tampering ---------------------------------------------------------------------------------------------------


def _broken(data: bytes) -> Integrity:
    found = verify(data)
    assert not found.ok
    assert found.problems
    assert found.problems[0].where
    assert found.sentence.startswith("broken: ")
    return found


@settings(max_examples=60)
@given(GAMES, st.data())
def test_no_byte_can_be_changed(game: bytes, data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(game) - 1))
    other = data.draw(st.integers(0, 255).filter(lambda byte: byte != game[at]))
    changed = game[:at] + bytes([other]) + game[at + 1 :]
    _broken(changed)


@settings(max_examples=60)
@given(GAMES, st.data())
def test_no_byte_can_be_dropped_or_added(game: bytes, data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(game) - 1))
    _broken(game[:at] + game[at + 1 :])
    _broken(game[:at] + bytes([data.draw(st.integers(0, 255))]) + game[at:])


@settings(max_examples=60)
@given(GAMES, st.data())
def test_no_end_can_be_cut_off(game: bytes, data: st.DataObject) -> None:
    _broken(game[: data.draw(st.integers(0, len(game) - 1))])


@settings(max_examples=40)
@given(GAMES, st.data())
def test_no_entry_can_be_dropped_repeated_or_moved(game: bytes, data: st.DataObject) -> None:
    found = record.read(game)
    rows = list(found.lines)
    one, other = (data.draw(st.integers(0, len(rows) - 1)) for _ in range(2))
    dropped = [*rows[:one], *rows[one + 1 :]]
    repeated = [*rows[: other + 1], rows[one], *rows[other + 1 :]]
    moved = dropped.copy()
    moved.insert(other, rows[one])
    for changed in (dropped, repeated, moved):
        if changed != rows:
            _broken(record.write(record.Record(tuple(changed), found.note)))


@settings(max_examples=40)
@given(st.data())
def test_a_part_can_be_left_out_but_not_repeated_moved_or_put_elsewhere(data: st.DataObject) -> None:
    found = record.read(WHOLE)
    rows = list(found.lines)
    places = [(at, number) for at, (_, some) in enumerate(rows) for number in range(len(some))]
    at, number = data.draw(st.sampled_from(places))
    line, some = rows[at]

    def put(row: int, parts_: tuple[bytes, ...]) -> bytes:
        changed = [*rows[:row], (rows[row][0], parts_), *rows[row + 1 :]]
        return record.write(record.Record(tuple(changed), found.note))

    left_out = verify(put(at, some[:number] + some[number + 1 :]))
    assert left_out.ok
    assert left_out.missing_parts == 1
    assert left_out.sentence.endswith("; 1 part is missing from this copy")
    assert left_out.root == verify(WHOLE).root
    _broken(put(at, (*some, some[number])))
    if len(some) > 1:
        _broken(put(at, some[::-1]))
    elsewhere = data.draw(st.integers(0, len(rows) - 1).filter(lambda row: row != at))
    found_there = _broken(put(elsewhere, (*rows[elsewhere][1], some[number])))
    assert found_there.problems[0].where == f"entry {elsewhere}"
    assert line


def test_a_copy_without_any_part_verifies_and_has_the_same_root() -> None:
    found = record.read(WHOLE)
    bare = record.write(record.Record(tuple((line, ()) for line, _ in found.lines), found.note))
    answer = verify(bare)
    assert answer.ok
    assert answer.missing_parts == 7
    assert answer.root == verify(WHOLE).root
    assert answer.sentence.endswith("; 7 parts are missing from this copy")


def test_a_signature_by_an_unknown_key_may_come_go_and_be_wrong() -> None:
    assert verify(COSIGNED).ok
    assert verify(COSIGNED.replace(b"SlE9DwAAAAB", b"SlE9DwAAAAC")).ok
    assert verify(WHOLE).root == verify(COSIGNED).root


def test_a_known_signature_that_is_bad_condemns_the_record_even_beside_a_good_one() -> None:
    head, _, line = WHOLE.rpartition(b"\n\n")
    bad = line[:-8] + b"AAA" + line[-5:]
    _broken(WHOLE + bad)
    _broken(head + b"\n\n" + bad + line)


def test_a_changed_entry_is_named_and_so_is_what_follows_from_it() -> None:
    lines = WHOLE.split(b"\n")
    at = next(number for number, line in enumerate(lines) if b'"seq":6}' in line)
    lines[at] = lines[at].replace(b"{2}{W}{W}", b"{3}{W}{W}")
    found = _broken(b"\n".join(lines))
    assert [problem.where for problem in found.problems] == ["entry 6", "entry 7", "checkpoint"]
    assert found.sentence.startswith("broken: entry 6: the signature is not one of SHA256:")
    assert found.sentence.endswith(" (and 2 more)")


def test_a_record_that_is_broken_everywhere_is_not_listed_without_end() -> None:
    line = record.read(WHOLE).lines[3][0]
    found = _broken(record.write(record.Record(((line, ()),) * 500, b"x")))
    assert len(found.problems) == integrity.MAX_PROBLEMS


def test_a_bad_first_entry_leaves_nothing_to_check_signatures_with() -> None:
    found = _broken(WHOLE.replace(b'"custody":"recorder"', b'"custody":"recordes"'))
    assert found.problems[0].where == "entry 0"
    assert found.problems[-1].where == "checkpoint"


@given(st.binary() | st.text(alphabet='{"entry":part}\nAA== —').map(str.encode))
def test_any_bytes_get_an_answer(data: bytes) -> None:
    assert not verify(data).ok


def test_without_signatures_the_rest_is_still_checked() -> None:
    assert verify(WHOLE, signatures=False).ok
    assert not verify(WHOLE.replace(b"{2}{W}{W}", b"{3}{W}{W}"), signatures=False).ok


def test_rows_can_be_checked_as_they_come() -> None:
    found = record.read(PLAYERS)
    check = Check()
    for line, some in found.lines:
        check.add(line, some)
    assert check.finish(found.note) == verify(PLAYERS)


# --- anchors -----------------------------------------------------------------------------------------------------


def test_a_trusted_key_or_fingerprint_anchors_a_record() -> None:
    for text in (LOG_KEY, fingerprint(LOG_KEY)):
        found = verify(WHOLE, trust=trust.parse(text.encode()))
        assert (found.ok, found.anchored) == (True, True)
        assert found.sentence == f"consistent; signed by {fingerprint(LOG_KEY)}, whom you trust"


def test_another_key_than_the_trusted_one_fails() -> None:
    found = verify(WHOLE, trust=trust.parse(OTHER.encode()))
    assert (found.ok, found.anchored) == (False, False)
    assert found.sentence.startswith("consistent, but not to be trusted: it is signed by SHA256:")
    assert [problem.where for problem in found.problems] == ["trust"]


def test_a_log_line_anchors_the_records_of_that_log_only() -> None:
    game = record.read(WHOLE).game
    for name, anchored in (
        ("facedown.invalid", True),
        (f"facedown.invalid/games/{game}", True),
        ("facedown.invalid/games", False),
        ("example.com", False),
    ):
        policy = f"log {VerifierKey(name, LOG_KEY).text()} https://example.com\nquorum none\n"
        assert verify(WHOLE, trust=trust.parse(policy.encode())).anchored is anchored


def test_the_expected_game_or_root_anchors_a_record() -> None:
    plain = verify(WHOLE)
    assert plain.game
    for expected in (plain.game, plain.root):
        found = verify(WHOLE, expect=expected)
        assert (found.ok, found.anchored) == (True, True)
        assert (
            found.sentence == f"consistent, and what you expected; signed by {plain.signer}, unknown to you"
        )
    found = verify(WHOLE, expect="0" * 64)
    assert (found.ok, found.anchored) == (False, False)


def test_both_anchors_must_hold_where_both_are_given() -> None:
    good = trust.parse(LOG_KEY.encode())
    assert not verify(WHOLE, trust=good, expect="0" * 64).ok
    assert verify(WHOLE, trust=good, expect=verify(WHOLE).root).anchored


def test_a_broken_record_is_not_anchored_by_a_trusted_key() -> None:
    found = verify(WHOLE[:-1], trust=trust.parse(LOG_KEY.encode()))
    assert (found.ok, found.anchored) == (False, False)


def test_a_forgery_with_the_forgers_own_key_is_consistent_and_not_anchored() -> None:
    """Everything is signed again with other keys: only the anchor can tell."""
    forger = SigningKey(bytes(range(1, 33)))
    forged = _resigned(record.read(WHOLE), forger)
    assert verify(forged).ok
    assert verify(forged).signer == fingerprint(forger.public)
    assert not verify(forged, trust=trust.parse(LOG_KEY.encode())).ok
    assert not verify(forged, expect=record.read(WHOLE).game).ok


def _resigned(found: record.Record, key: SigningKey) -> bytes:
    tree, rows, game, prev = merkle.Frontier(), list[record.Row](), None, None
    for line, some in found.lines:
        old = entry.read(line).entry
        plain = json.loads(json.dumps(old.events))
        if old.seq == 0:
            plain[0]["log"]["key"] = key.public
            plain[0]["roles"] = [{**role, "sign": key.public} for role in plain[0]["roles"]]
        new = entry.write(
            entry.Entry(
                at=old.at, by=old.by, events=tuple(plain), game=game, id=old.id, prev=prev, seq=old.seq
            ),
            key,
        )
        game = game or entry.game_id(new)
        prev = entry.leaf(new).hex()
        tree.append(entry.leaf(new))
        rows.append((new, some))
    origin = f"facedown.invalid/games/{game}"
    note = checkpoint.sign(checkpoint.Checkpoint(origin, tree.size, tree.root()), key)
    return record.write(record.Record(tuple(rows), note))


# --- trust files -------------------------------------------------------------------------------------------------


def test_a_trust_file_may_hold_all_kinds_of_lines() -> None:
    log = VerifierKey("example.com", OTHER)
    text = (
        f"# a comment\n\n{OTHER} the league\n  {fingerprint(LOG_KEY)}\r\nlog {log.text()}\nx25519:whatever\n"
        "witness w key url\ngroup g any w\nquorum none"
    )
    found = trust.parse(text.encode())
    assert found == Trust(frozenset({OTHER}), frozenset({fingerprint(LOG_KEY)}), (log,))
    assert found.covers(OTHER)
    assert found.covers(LOG_KEY)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "names no key"),
        ("# nothing\n", "names no key"),
        ("quorum none\n", "names no key"),
        ("hello\n", "line 1: trust file: neither"),
        ("\nSHA256:short\n", "line 2"),
        (f"{OTHER[:-1]}\n", "line 1"),
        ("log\n", "line 1"),
        ("log example.com+00000000+AAAA\n", "line 1"),
        (f"{OTHER}\nquorum two\n", "line 2: trust file: a quorum"),
    ],
)
def test_a_trust_file_that_cannot_be_followed_is_refused(text: str, message: str) -> None:
    with pytest.raises(Malformed, match=message):
        trust.parse(text.encode())


def test_a_trust_file_that_is_not_text_is_refused() -> None:
    with pytest.raises(Malformed, match="UTF-8"):
        trust.parse(b"\xff")


def test_a_weak_key_is_never_trusted() -> None:
    with pytest.raises(Untrusted, match="weak"):
        trust.parse(b"ed25519:AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=")


@pytest.mark.parametrize("text", ["", "0" * 63, "A" * 64, "0" * 64 + "\n"])
def test_what_nobody_could_expect_is_refused(text: str) -> None:
    with pytest.raises(Malformed, match="game id or a root"):
        verify(WHOLE, expect=text)
