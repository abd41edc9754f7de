"""Records made to take for ever, or all the memory there is: read in moments, or refused with a sentence.

Every one of these small files once took minutes, or gigabytes. Nothing is timed: a test that hangs has found its fault.
"""

from __future__ import annotations

import base64
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from facedown import views
from facedown.audit.findings import MOST_LISTED, as_json
from facedown.audit.text import report_text
from facedown.ledger import parts, record
from facedown.ledger.replay import MOST_KEPT, Replay
from facedown.rules.state import MOST_WORK

Make = Callable[..., Any]
Events = Iterator[dict[str, Any]]

CARD = {"identity": {"type": "card.v1", "name": "Forest"}}


def down(number: int, way: str = "manifest") -> dict[str, Any]:
    put = {"player": "p1", "source": "library", "to": "battlefield", "face_down": {"way": way}}
    return {"type": "moved.v1", "new": f"#{number}", **put}


def token(number: int) -> dict[str, Any]:
    made = {"player": "p1", "zone": "battlefield", "kind": "token"}
    return {"type": "created.v1", "object": f"#{number}", **made}


def read(stranger: Any) -> Any:
    """Audit it, show it, print it."""
    data = stranger.data()
    report = stranger.audit()
    replay = Replay(record.read(data).lines)
    assert views.text(views.at(replay, replay.last.seq, "public"))
    assert report_text(report)
    assert as_json(report)
    return report


def said(report: Any) -> str:
    """Why the audit did not go on."""
    (found,) = [f.message for f in report.findings if f.code == "FD503"]
    return str(found)


def owed_often(number: int) -> Events:
    yield down(1)
    for _ in range(number):
        yield {"type": "owed.v1", "object": "#1", "rule": "an effect"}
    for _ in range(number):
        yield {"type": "opened.v1", "object": "#1", "opening": CARD}


def permissions(number: int) -> Events:
    for index in range(number):
        yield {"type": "granted.v1", "player": "p1", "by": str(index), "of": ["p2"]}


def counters(number: int) -> Events:
    yield token(1)
    for index in range(number):
        yield {"type": "counters.v1", "object": "#1", "kind": str(index), "count": 1}


def effects(number: int) -> Events:
    yield token(1)
    for index in range(number):
        yield {"type": "changed.v1", "object": "#1", "by": str(index)}


def words(number: int) -> Events:
    yield token(1)
    yield {"type": "changed.v1", "object": "#1", "by": "x", "adds": ["Elf"] * number}


def merges(number: int) -> Events:
    yield token(1)
    for index in range(2, number):
        yield token(index)
        yield {"type": "merged.v1", "object": "#1", "merging": f"#{index}", "on_top": True}


def returns(number: int) -> Events:
    for index in range(1, number):
        yield down(index)
        yield {
            "type": "moved.v1",
            "player": "p1",
            "source": "battlefield",
            "to": "hand",
            "object": f"#{index}",
        }


def seats(number: int) -> Events:
    for index in range(number):
        yield {"type": "seated.v1", "player": f"stranger {index}"}


@pytest.mark.parametrize(
    ("events", "says"),
    [
        (owed_often, "#1 is owed more than 50 times"),
        (permissions, "permissions to look"),
        (counters, "kinds of counters on one object"),
        (effects, "effects on one object"),
        (words, "effects on one object"),
        (merges, "cards in one permanent"),
        (returns, "cards back in one hand"),
        (seats, "more than 99 players"),
    ],
)
def test_a_list_that_no_game_makes_so_long_is_refused(stranger: Make, events: Any, says: str) -> None:
    s = stranger()
    s.spread(events(4_000))
    s.add(s.CLOSED)
    assert says in said(read(s))


def test_thousands_of_reveals_fall_due_at_once(stranger: Make) -> None:
    s = stranger()
    s.spread(down(number) for number in range(1, 5_001))
    s.end()
    report = read(s)
    assert report.summary.unmet == len(report.duties) == 5_000
    assert [f.message for f in report.findings if "not listed" in f.message] == [
        f"{5_000 - MOST_LISTED} more findings of this kind are not listed"
    ]


def test_thousands_of_ways_that_nobody_knows_are_named_in_a_few_words(stranger: Make) -> None:
    s = stranger()
    s.spread(down(number, f"way {number}") for number in range(1, 3_001))
    s.end()
    (found,) = [f for f in read(s).findings if f.code == "FD900" and "why cards" in f.message]
    assert "and 2988 more" in found.message


def test_findings_without_number_are_counted(stranger: Make) -> None:
    s = stranger()
    s.add(down(1))
    for _ in range(5):
        s.add({"type": "looked.v1", "player": "p2", "objects": ["#1"] * 5_000})
    s.add({"type": "opened.v1", "object": "#1", "opening": CARD}, *({"type": f"x{n}"} for n in range(1_000)))
    s.end()
    report = read(s)
    assert len([f for f in report.findings if f.code == "FD401"]) == MOST_LISTED + 1
    assert len([f for f in report.findings if f.code == "FD900"]) <= MOST_LISTED + 2


def test_a_thousand_attachments_are_asked_about_an_object_that_changes_often(stranger: Make) -> None:
    s = stranger()
    s.spread(token(number) for number in range(1, 1_001))
    s.spread(
        {"type": "attached.v1", "object": f"#{n}", "to": "#1", "need": "artifact"} for n in range(2, 1_001)
    )
    for _ in range(50):
        s.add({"type": "changed.v1", "object": "#1", "by": "x", "adds": ["Elf"] * 150})
    s.end()
    assert read(s).integrity.ok


def test_too_much_for_any_machine_is_refused_by_all_alike(
    stranger: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("facedown.rules.evolve.MOST_WORK", MOST_WORK // 100)
    s = stranger()
    s.spread(token(number) for number in range(1, 2_001))
    s.spread({"type": "tapped.v1", "object": "#1", "tapped": True} for _ in range(2_000))
    s.add(s.CLOSED)
    assert "too much happens to too many objects" in said(read(s))


def test_going_back_ten_thousand_times_is_refused(stranger: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("facedown.rules.evolve.MOST_WORK", MOST_WORK // 20)
    s = stranger()
    s.spread(token(number) for number in range(1, 1_001))
    back = {"type": "reversed.v1", "to": len(s.rows) - 1}
    s.spread([back] * 10_000, each=1_000)
    s.add(s.CLOSED)
    assert "too much happens to too many objects" in said(read(s))


def test_positions_that_fill_the_memory_are_refused(stranger: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("facedown.ledger.replay.MOST_KEPT", MOST_KEPT // 50)
    s = stranger()
    s.spread(token(number) for number in range(1, 2_001))
    for _ in range(400):
        s.add({"type": "tapped.v1", "object": "#1", "tapped": True})
    s.add(s.CLOSED)
    assert "too many objects over too many entries" in said(read(s))


def test_a_name_of_a_quarter_of_a_million_letters_is_cut(stranger: Make) -> None:
    s = stranger(1)
    name = parts.text_part("A" * 250_000)
    s.rows.pop()
    s.add({"type": "seated.v1", "player": "p1", "part": parts.digest(name)}, made=[name])
    s.spread({"type": "looked.v1", "player": "p1", "zone": "library"} for _ in range(400))
    s.end()
    assert len(as_json(read(s))) < 1_000_000


def test_boxes_that_are_named_a_thousand_times_are_looked_at_once(stranger: Make) -> None:
    s = stranger()
    hidden, _, made = s.conceal("#1", "Shock")
    s.add({**down(1), "identity": hidden}, *(down(n) for n in range(2, 300)), made=made)
    s.spread(({"type": "owed.v1", "object": "#1", "rule": "an effect"} for _ in range(40)), each=1)
    s.add(
        {
            "type": "opened.v1",
            "object": "#2",
            "opening": {**CARD, "nonce": base64.b64encode(bytes(32)).decode()},
        }
    )
    s.end()
    assert "escrow available" in read(s).summary.headline
