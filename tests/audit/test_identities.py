"""Openings and boxes that do not hold what they promise."""

from __future__ import annotations

import msgspec
import pytest

from facedown.audit.report import audit
from facedown.errors import Untrusted
from facedown.ledger import entry, parts, record
from facedown.proofs import checkpoint
from facedown.proofs.checkpoint import Checkpoint
from facedown.proofs.merkle import Frontier
from facedown.proofs.sealing import BoxKey
from facedown.rules import actions as a


def forge(world, change):
    """The record of a world as its dishonest recorder would have written it: `change` alters the events of each entry."""
    game = world.game
    key = game.signers["recorder"]
    rows, prev, frontier = [], None, Frontier()
    for original, there in game.export().lines:
        found = entry.read(original).entry
        events, some = change(found.seq, list(found.events), there)
        if prev is not None:
            found = msgspec.structs.replace(found, prev=prev)
        line = entry.write(msgspec.structs.replace(found, events=tuple(events)), key)
        prev = entry.leaf(line).hex()
        frontier.append(entry.leaf(line))
        rows.append((line, some))
    origin = f"{game.opened.log.origin}/games/{game.game}"
    note = checkpoint.sign(Checkpoint(origin, len(rows), frontier.root()), key)
    return record.write(record.Record(tuple(rows), note))


def codes(data, *keys):
    return {f.code for f in audit(data, keys=keys).findings}


def shown_game(world):
    w = world()
    morph = w.morph("Exalted Angel")
    w.do(a.Concede(player="p2"))
    w.do(a.Show(object=morph))
    w.close()
    return w


def test_an_honest_forgery_of_nothing_is_clean(world):
    w = shown_game(world)
    data = forge(w, lambda _seq, events, some: (events, some))
    assert audit(data, keys=[w.judge.box]).clean


def test_another_card_shown_than_committed_is_found_and_meets_nothing(world):
    w = shown_game(world)

    def swap(_seq, events, some):
        for event in events:
            if event["type"] == "opened.v1":
                event["opening"]["identity"]["name"] = "Willbender"
        return events, some

    report = audit(forge(w, swap), keys=[w.judge.box])
    assert report.integrity.ok
    assert {"FD501", "FD101"} <= {f.code for f in report.findings}
    assert report.duties[0].status == "unmet"


def test_a_bare_name_where_a_commitment_exists_shows_nothing(world):
    w = shown_game(world)

    def strip(_seq, events, some):
        for event in events:
            if event["type"] == "opened.v1":
                del event["opening"]["nonce"]
        return events, some

    report = audit(forge(w, strip))
    assert report.duties[0].status == "unmet"
    assert "FD501" in {f.code for f in report.findings}


def test_a_box_that_holds_noise_is_found_by_its_receiver(world):
    w = shown_game(world)

    def spoil(_seq, events, some):
        for event in events:
            for box in event.get("identity", {}).get("boxes", ()):
                if box["to"] == "judge":
                    noise = b"x" * 496
                    some = tuple(noise if parts.digest(part) == box["part"] else part for part in some)
                    box["part"] = parts.digest(noise)
        return events, some

    data = forge(w, spoil)
    assert "FD508" in codes(data, w.judge.box)
    assert "FD508" not in codes(data)


def test_a_copied_commitment_is_found(world):
    w = world()
    w.morph("Exalted Angel")
    w.morph("Willbender", player="p2")
    w.close()
    first: dict[str, str] = {}

    def copy(_seq, events, some):
        for event in events:
            if "identity" in event:
                first.setdefault("commitment", event["identity"]["commitment"])
                event["identity"]["commitment"] = first["commitment"]
        return events, some

    assert "FD506" in codes(forge(w, copy))


def test_a_seat_that_may_look_and_gets_no_box_is_found(world):
    w = shown_game(world)

    def withhold(_seq, events, some):
        for event in events:
            if "identity" in event:
                kept = [box for box in event["identity"]["boxes"] if box["to"] == "judge"]
                gone = {box["part"] for box in event["identity"]["boxes"]} - {box["part"] for box in kept}
                event["identity"]["boxes"] = kept
                some = tuple(part for part in some if parts.digest(part) not in gone)
        return events, some

    assert "FD508" in codes(forge(w, withhold))


def test_a_copy_without_boxes_says_so_and_opens_nothing(world):
    w = shown_game(world)
    bare = record.Record(tuple((line, ()) for line, _ in w.game.export().lines), w.game.export().note)
    report = audit(record.write(bare), keys=[])
    assert report.integrity.ok
    assert report.integrity.missing_parts > 0
    assert "FD509" in {f.code for f in report.findings}
    assert report.players == {"p1": "p1", "p2": "p2"}


def test_a_strangers_key_is_refused_with_a_sentence(world):
    w = shown_game(world)
    with pytest.raises(Untrusted, match="belongs to nobody in this game"):
        audit(w.data(), keys=[BoxKey.new()])


def test_an_event_of_a_later_version_is_named_and_nothing_else_breaks(world):
    w = shown_game(world)

    def later(seq, events, some):
        return ([*events, {"type": "teleported.v9", "object": "#1"}] if seq == 5 else events), some

    report = audit(forge(w, later))
    assert report.integrity.ok
    assert any(f.code == "FD900" and "teleported.v9" in f.message for f in report.findings)


def test_an_event_that_names_nobody_is_named_and_what_came_before_is_judged(world):
    w = world()
    w.morph("Grizzly Bears")
    w.do(a.BeginStep(step="end"))
    w.close()

    def wrong(_seq, events, some):
        for event in events:
            if event["type"] == "step.v1":
                event.clear()
                event.update({"type": "tapped.v1", "object": "#99", "tapped": True})
        return events, some

    report = audit(forge(w, wrong), keys=[w.judge.box])
    found = [f for f in report.findings if f.code == "FD503"]
    assert len(found) == 1
    assert "#99" in found[0].message
    assert "FD201" in {f.code for f in report.findings}


def test_two_records_of_one_game_that_part_are_found(world):
    from facedown.audit.diff import compare

    w = shown_game(world)

    def talk(seq, events, some):
        return ([{"type": "noted.v1", "kind": "note", "text": "x"}] if seq == 7 else events), some

    one, other = w.data(), forge(w, talk)
    reports = compare({"a": one, "b": other}, [audit(one, name="a"), audit(other, name="b")])
    for report in reports:
        (found,) = [f for f in report.findings if f.code == "FD507"]
        assert found.entry == 7
        assert "recorder signed both" in found.message
    same = compare({"a": one, "b": one}, [audit(one, name="a"), audit(one, name="b")])
    assert all("FD507" not in {f.code for f in report.findings} for report in same)
