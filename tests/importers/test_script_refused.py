"""Scripts: what is wrong is said with its line, nothing but that is raised, and nothing is played twice."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from facedown.errors import Illegal, Malformed
from facedown.importers import script
from facedown.importers.script import lines as script_lines
from facedown.importers.script.words import ACTIONS, SHORT, fields
from facedown.ledger.game import Game
from facedown.proofs.sealing import BoxKey
from facedown.proofs.signing import SigningKey
from facedown.rules import actions as a
from facedown.stores.memory import open_memory
from facedown.stores.sqlite import open_sqlite

START = {"do": "start", "players": ["Alice", "Bob", "Cid"], "first": "Alice"}


def text(*lines: dict[str, Any] | str, start: dict[str, Any] | str = START) -> bytes:
    return "".join(
        (line if isinstance(line, str) else json.dumps(line)) + "\n" for line in (start, *lines)
    ).encode()


def run(*lines: dict[str, Any] | str, start: dict[str, Any] | str = START, strict: bool = False) -> Game:
    return script.run(text(*lines, start=start), open_memory(), strict=strict)


def happened(game: Game, kind: type[Any]) -> list[Any]:
    row_events = (e_ for row in game.store.read(game.game) for e_ in json.loads(row.line)["entry"]["events"])
    tag = kind.__struct_config__.tag
    return [event for event in row_events if event["type"] == tag]


# --- what may be written -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('{"do":"manifset"}', 'no action is called "manifset"; did you mean "manifest"?'),
        ('{"do":"morph","crad":"Forest"}', 'morph has no field "crad"; did you mean "card"?'),
        ('{"do":"concede","player":"Bbo"}', '"Bbo" is no player; did you mean "Bob"?; at the table: "Alice" (p1)'),
        ('{"do":"concede","player":7}', "that is no player"),
        ('{"do":"tap","object":"angel"}', 'nothing is called "angel"; an earlier line gives a label by "as"'),
        ('{"do":"tap","object":7}', 'an object is written as a handle ("#7") or as a label'),
        ('{"do":"tap","object":"#7"}', "there is no object #7 on the table"),
        ('{"do":"tap"}', 'tap needs "object"'),
        ('{"do":"move","object":"#1","to":"attic"}', 'move: "attic" is no "to"; it is one of: library, hand'),
        ('{"do":"cast","card":5}', 'cast: "card" is text, not a whole number'),
        ('{"do":"life","player":"Bob","life":1.5}', "1.5 is no whole number"),
        ('{"do":"life","player":"Bob","life":NaN}', "NaN is no whole number"),
        ('{"do":"life","player":"Bob","life":99999999}', "life: Expected `int` <= 1000000"),
        ('{"do":"life","player":"Bob","life":' + "9" * 5000 + "}", "a number is too long"),
        ('{"do":"say","do":"say"}', '"do" stands twice in one object'),
        ('{"do":"say"', "not JSON: "),
        ('{"do":"say","player":"Bob","text":' + "[" * 5000 + "]" * 5000 + "}", "the JSON is nested too deeply"),
        ("[1]", 'a line is one action as a JSON object: {"do":…}'),
        ("{}", 'the line does not say what is done: {"do":…}'),
        (START, "the game has started already, in an earlier line"),
        ('{"do":"begin"}', 'no action is called "begin"'),
        ('{"do":"morph","as":"#1"}', 'a label ("as") is 1 to 64 characters'),
        ('{"do":"morph","as":7}', 'a label ("as") is 1 to 64 characters'),
        ('{"do":"morph","exactly":1}', '"exactly" is true or false'),
        ('{"do":"turn","as":"it"}', 'this deed makes no single object, so "as" has nothing to call by that name'),
        ('{"do":"reverse","line":7}', "line 7 is no earlier action: there is nothing to go back to"),
        ('{"do":"reverse","line":"7"}', '"line" is the number of a line of this script'),
        ('{"do":"reverse","line":1,"to":1}', "a reversal goes back to an entry"),
        ('{"do":"morph","line":1}', 'morph has no field "line"'),
        ('{"do":"morph","face_down":"mroph"}', "no way of being face down is called 'mroph'"),
        ('{"do":"say","player":"Bob","text":"' + "x" * 66_000 + '"}', "a line has at most 65535 bytes"),
        (b"\xff".decode("latin-1"), "not JSON"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_with_its_line(line: dict[str, Any] | str, said: str) -> None:
    with pytest.raises(Malformed) as caught:
        run("# a comment", line)
    assert caught.value.line == 3
    assert str(caught.value).startswith(f"line 3: {said}")


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "the script is empty"),
        (b"\n# nothing\n", "the script is empty"),
        (b'{"do":"draw"}\n', 'line 1: a script begins with {"do":"start"'),
        (b'{"do":"start","player":["A"]}', 'line 1: start has no field "player"; did you mean "players"?'),
        (b'{"do":"start"}', 'line 1: start needs "players"'),
        (b'{"do":"start","players":[]}', "line 1: a game has 1 to 99 players"),
        (b'{"do":"start","players":["A","a"]}', 'line 1: "a" cannot be told from another player'),
        (b'{"do":"start","players":["p2","B"]}', 'line 1: "p2" cannot be told from another player'),
        (
            b'{"do":"start","players":[{"name":"A","hat":1}]}',
            'line 1: start knows no field "hat" there',
        ),
        (b'{"do":"start","players":[{"name":"A","hand":-1}]}', 'line 1: player "A": Expected `int` >= 0'),
        (b'{"do":"start","players":["A"],"first":"B"}', 'line 1: "B" is no player'),
        (b'{"do":"start","players":["A","B"]}\r{"do":"turn"}', "line 1: a carriage return inside the line"),
        (b'{"do":"start","players":["A","B"]}\n\xef\xbb\xbf{"do":"turn"}', "line 2: not JSON"),
        (b'{"do":"start","players":["A"]}\n{"do":"\xff"}', "line 2: byte 8 of the line is not UTF-8"),
    ],
)
def test_what_is_wrong_with_the_beginning_or_the_bytes_is_said(data: bytes, said: str) -> None:
    with pytest.raises(Malformed) as caught:
        script.read(data)
    assert str(caught.value).startswith(said)


def test_a_script_beyond_all_measure_is_not_even_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(script_lines, "LARGEST", 1024 * 1024)
    with pytest.raises(Malformed, match="at most 1 MiB"):
        script.read(bytes(1024 * 1024 + 1))


def test_a_script_is_checked_as_a_whole_before_anything_is_played() -> None:
    store = open_memory()
    with pytest.raises(Malformed, match=r"^line 3"):
        script.run(text({"do": "manifest"}, {"do": "manifset"}), store)
    assert store.games() == ()


def test_what_the_rules_forbid_is_refused_with_its_line_if_play_is_strict() -> None:
    store = open_memory()
    illegal = text(
        {"do": "turn", "player": "Bob"}, {"do": "morph", "player": "Alice", "card": "Exalted Angel"}
    )
    with pytest.raises(Illegal, match=r"^line 3: .*was cast on another player's turn") as caught:
        script.run(illegal, store, strict=True)
    assert "302.1" in caught.value.rules
    assert store.games() == ()
    assert len(script.run(illegal, store, strict=False).state.objects) == 1


@given(st.binary(max_size=300))
def test_no_bytes_raise_anything_but_malformed(data: bytes) -> None:
    try:
        script.read(b'{"do":"start","players":["A","B"]}\n' + data)
    except Malformed:
        return


VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.sampled_from(["A", "#1", "p1", "Forest", "exile", "it", ""]),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["name", "types"]), inner, max_size=2)
    ),
    max_leaves=5,
)


@given(
    st.lists(
        st.fixed_dictionaries(
            {"do": st.sampled_from([*ACTIONS, *SHORT])},
            optional=dict.fromkeys(
                (*fields(a.Put), *fields(a.Look), "as", "targets", "to", "x", "line"), VALUES
            ),
        ),
        max_size=4,
    )
)
def test_no_values_raise_anything_but_malformed_with_a_line(lines: list[dict[str, Any]]) -> None:
    line: int | None = 1
    try:
        run(*lines, start={"do": "start", "players": ["A", "B"], "first": "A"})
    except Malformed as error:
        line = error.line
    assert line is not None


# --- playing it again --------------------------------------------------------------------------------------------


def test_a_script_that_was_cut_off_goes_on_where_it_stopped_and_plays_nothing_twice(tmp_path: Path) -> None:
    lines: list[dict[str, Any] | str] = [
        {"do": "morph", "card": "Exalted Angel", "as": "angel"},
        {"do": "resolve"},
        {"do": "turn"},
        {"do": "manifest", "card": "Forest"},
        {"do": "die", "object": "angel"},
    ]
    key, judge = SigningKey.new(), BoxKey.new()
    keys = SimpleNamespace(sign=SigningKey.new().public, box=judge.public)
    whole = script.read(text(*lines))
    with open_sqlite(tmp_path / "games.sqlite") as store:
        game = Game.new(store, ["Alice", "Bob", "Cid"], sign_key=key, judge=keys)
        played = script.play(whole, game)
        before = [next(played) for _ in range(4)]
        again = Game.resume(store, game.game, sign_key=key, keys=[judge])
        after = list(script.play(script.read(text(*lines, {"do": "turn"})), again))
    assert [receipt.seq for receipt in before] == [receipt.seq for receipt in after[:4]]
    assert [receipt.seq for receipt in after] == list(range(after[0].seq, after[0].seq + 7))
    assert again.state.active == "p3"
    assert [thing.card for thing in again.state.objects.values()] == [None, "Exalted Angel"]


def test_comments_and_blank_lines_change_no_deed() -> None:
    plain, adorned = text({"do": "manifest"}), text("", "# hello", {"do": "manifest"})
    assert [line.id for line in script.read(plain).lines] == [line.id for line in script.read(adorned).lines]
    assert [line.number for line in script.read(adorned).lines] == [1, 4]
