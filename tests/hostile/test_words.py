"""Names and words that strangers chose: they neither move a cursor nor pass for somebody else's."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from facedown import views
from facedown.audit.findings import as_json
from facedown.audit.text import report_text
from facedown.ledger import parts, record
from facedown.ledger.replay import Replay, names

Make = Callable[..., Any]


def named(stranger: Any, *shown: str) -> Any:
    """A stranger whose players go by these names."""
    s = stranger(len(shown))
    del s.rows[-len(shown) :]
    for number, name in enumerate(shown, 1):
        part = parts.text_part(name)
        s.add({"type": "seated.v1", "player": f"p{number}", "part": parts.digest(part)}, made=[part])
    return s


@pytest.mark.parametrize(
    "evil", ["\x1b[2J\nAlice", "Al\u202eice", "\u009b31mAlice", "A\u200bB", "\U000e0041x"]
)
def test_nothing_in_a_record_moves_a_cursor(stranger: Make, evil: str) -> None:
    s = named(stranger, evil, "Bob")
    s.add(s.moved("library", "battlefield", new="#1", card=evil[:200]))
    s.add({"type": "changed.v1", "object": "#1", "by": evil, "adds": [evil]})
    s.add({"type": "turned_down.v1", "player": "p1", "object": "#1", "face_down": {"way": evil, "by": evil}})
    s.add({"type": evil or "x"}, {"type": "looked.v1", "player": "p1", "zone": "library", "of": "p2"})
    s.end({"type": "result.v1", "result": evil})
    report = s.audit()
    replay = Replay(record.read(s.data()).lines)
    view = views.at(replay, replay.last.seq, "public")
    log = views.log(list(replay.steps()), names=names(replay))
    for text in (report_text(report), views.text(view), log, as_json(report), as_json(view)):
        assert all(sign.isprintable() or sign == "\n" for sign in text)
        assert text.isprintable() or "\n" in text
    assert json.loads(as_json(view))["objects"][0]["by"] == evil


@pytest.mark.parametrize(
    "shown",
    [
        ("Alice", "Alice"),
        ("Alice", "ALICE "),
        ("p2", "Bob"),
        ("Alice (p2)", "Bob"),
        ("the judge", "Recorder"),
    ],
)
def test_a_name_that_passes_for_somebody_else_is_shown_with_its_role(
    stranger: Make, shown: tuple[str, str]
) -> None:
    found = names(Replay(record.read(named(stranger, *shown).data()).lines))
    assert len(set(found.values())) == 2
    assert all(name == "Bob" or name.endswith(f" ({seat})") for seat, name in found.items())


def test_a_name_of_blanks_is_no_name(stranger: Make) -> None:
    assert names(Replay(record.read(named(stranger, " \t", "Bob").data()).lines)) == {"p1": "p1", "p2": "Bob"}
