"""Recorded games, converted: the record says what the replay says, to those who were told, and nothing about its ids."""

from __future__ import annotations

import gzip
import json
import random
import re
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from facedown.audit.integrity import verify
from facedown.audit.report import Report, audit
from facedown.errors import Malformed
from facedown.importers import cockatrice
from facedown.importers.cockatrice import events as ev
from facedown.importers.cockatrice.replay import Replay
from facedown.ledger import parts
from facedown.rules import events as e
from facedown.rules.reveals import standing
from facedown.rules.state import Duty
from facedown.stores.memory import open_memory

if TYPE_CHECKING:
    from tests.importers.cockatrice.conftest import Convert, Imported

Expected = dict[str, Any]


def only(*names: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("recording", names, indirect=True)


# --- what happened -----------------------------------------------------------------------------------------------


def test_face_down_episodes_are_those_that_an_independent_reader_found(
    imported: Imported, recording: Path
) -> None:
    expected = json.loads(recording.with_suffix(".expected.json").read_text())["face_down_episodes"]
    for episode in expected:
        del episode["began"]["card_id"]  # it is Cockatrice's own, and the record does not keep it
        if episode["ended"] is not None:
            del episode["ended"]["named"]  # to whom a name went is asked below
    assert episodes(imported) == expected


ZONES = {"battlefield": "table", "exile": "rfg", "graveyard": "grave", "library": "deck", "hand": "hand"}


def episodes(game: Imported) -> list[Expected]:
    """Every stretch of time that an object lay face down, in the shape of the `.expected.json` files."""
    found: list[tuple[str, Expected]] = []
    lying: dict[str, Expected] = {}
    for step in game.steps:
        index = max(game.container(step), 0)
        when = {"container": index, "second": game.source.containers[index].seconds}

        def begins(handle: str, zone: str, source: str) -> None:
            player = int(step.state.objects[handle].controller[1:]) - 1  # noqa: B023
            where = {"player": player, "zone": ZONES[zone], "from": ZONES.get(source, source)}
            lying[handle] = {"began": {**when, **where}, "ended": None, "shown": []}  # noqa: B023
            found.append((handle, lying[handle]))

        def ends(handle: str, how: str) -> None:
            if handle in lying:
                episode = lying.pop(handle)
                episode["ended"] = {"how": how, **when, "card": game.card(handle)}  # noqa: B023
                # Whoever takes a card up is told it as they do: the file counts that as the end, not as a showing.
                episode["shown"] = [s for s in episode["shown"] if s["container"] != index]  # noqa: B023

        def shown(handle: str, to: str) -> None:
            whom = "all" if to == "all" else int(to[1:]) - 1
            lying[handle]["shown"].append({"to": whom, **when})  # noqa: B023

        for event in step.events:
            match event:
                case e.Moved(object=old, new=new, face_down=down, to=to, source=source):
                    ends(old or "", f"moved:{ZONES[to]}")
                    if new is not None and down is not None:
                        begins(new, to, source)
                case e.Created(object=new, face_down=e.FaceDown(), zone=to, kind=source):
                    begins(new, to, source)
                case e.TurnedDown(object=thing):
                    begins(thing, "battlefield", "flip")
                case e.TurnedUp(object=thing):
                    ends(thing, "flip")
                case e.Looked(objects=(thing, *_), player=player):
                    shown(thing, player)
                case e.Shared(object=thing, to=(player, *_)):
                    shown(thing, player)
                case e.Opened(object=thing) if not isinstance(step.events[-1], e.Moved):
                    shown(thing, "all")
                case _:
                    pass
    return [{**episode, "card": game.card(handle)} for handle, episode in found]


# --- who was told ------------------------------------------------------------------------------------------------


@only("basic", "multi", "random_seed3")
def test_nobody_gets_more_names_than_the_server_sent_them_nor_earlier(
    imported: Imported, recording: Path
) -> None:
    sent = names_sent(recording.with_suffix(".wire.jsonl.gz"), imported.source)
    for number, player in enumerate((p for p in imported.source.players if not p.spectator), start=1):
        known = imported.openings.of(f"p{number}").values()
        assert known
        for one in known:
            assert isinstance(one.identity, e.CardIdentity)
            index = imported.container(imported.steps[one.seq])
            assert one.identity.name in {name for at, name in sent[player.name or ""] if at <= index}


def names_sent(log: Path, game: Replay) -> dict[str, list[tuple[int, str]]]:
    """Every card name that the server sent to each client, with the container of the file that it belongs to.

    From the beginning of the game on, a client is sent what the file keeps, container by container.
    """
    begins = next(
        container.index
        for container in game.containers
        if any(isinstance(event, ev.GameStateChanged) and event.started for event in container.events)
    )
    names: dict[str, list[tuple[int, str]]] = defaultdict(list)
    index: dict[str, int] = {}
    with gzip.open(log, "rt", encoding="utf-8") as lines:
        for message in map(json.loads, lines):
            container = message.get("msg", {}).get("game_event_container", {})
            if "to" not in message or container.get("game_id") != game.game_id:
                continue
            who = message["to"]
            if who in index:
                index[who] += 1
            elif '"game_started": true' in json.dumps(container):
                index[who] = begins
            for event in container["event_list"]:
                told = re.findall(r'"(?:card_)?name": "([^"]+)"', json.dumps(event))
                names[who] += [(index.get(who, -1), name) for name in told]
    assert all(begins < last < len(game.containers) for last in index.values())
    return names


@only("random_seed3")
def test_a_card_that_only_its_taker_was_told_is_sealed_to_them_and_shown_to_nobody(
    imported: Imported,
) -> None:
    (bounced,) = [step for step in imported.steps if imported.container(step) == 86]
    (moved,) = bounced.events
    assert isinstance(moved, e.Moved)
    assert (moved.card, moved.to) == (None, "hand")
    duty = imported.state.duties[f"{moved.object}/left_battlefield"]
    assert duty.knew == {"p1"}
    assert duty.shows == ()
    assert duty.bond is not None
    assert "Plains" in str(imported.openings.of("p1")[duty.bond.commitment].identity)
    assert duty.bond.commitment not in imported.openings.of("p2")


@only("multi")
def test_taking_a_face_down_card_over_tells_nobody_what_it_is(imported: Imported) -> None:
    (angel,) = [d for d in imported.state.duties.values() if d.cause == "player_left"]
    assert angel.bond is not None
    assert angel.knew == {"p1", "p2"}  # whoever controls it might look
    assert [angel.bond.commitment in imported.openings.of(seat) for seat in ("p1", "p2", "p3", "p4", "judge")] == [
        True, False, False, False, True,
    ]  # fmt: skip


def test_without_a_judge_nothing_is_sealed_to_one(basic: bytes) -> None:
    game = cockatrice.convert(basic, open_memory())
    assert game.opened.role("judge") is None


# --- what is not in it -------------------------------------------------------------------------------------------


def plain(game: Imported) -> list[str]:
    """The entries without what is random in them."""
    hidden = re.compile(
        rb'"[0-9a-f]{32,64}"|"[A-Za-z0-9+/]{43}="|"sig":"[^"]+"|"x25519:[^"]+"|"ed25519:[^"]+"'
    )
    return [hidden.sub(b'"*"', line).decode() for line, _ in game.rows[2:]]


def test_other_card_ids_make_the_same_record(imported: Imported, convert: Convert) -> None:
    dice = random.Random(1)
    others: dict[int, int] = defaultdict(lambda: dice.randrange(10**9))

    def renumbered(value: Any) -> Any:
        if isinstance(value, tuple):
            return tuple(renumbered(one) for one in value)
        if not isinstance(value, msgspec.Struct):
            return value
        changed = {
            field: tuple(others[id_] for id_ in old) if field == "card_ids" else others[old]
            for field in ("card_id", "new_card_id", "to_card_id", "card_ids")
            if (old := getattr(value, field, None)) is not None
        }
        if isinstance(value, ev.Card):
            changed["id"] = others[value.id]
        return msgspec.structs.replace(
            value,
            **{f: renumbered(getattr(value, f)) for f in value.__struct_fields__ if f not in changed},
            **changed,
        )

    assert plain(convert(renumbered(imported.source))) == plain(imported)


@only("basic")
def test_another_card_that_was_never_shown_makes_the_same_record(
    imported: Imported, convert: Convert
) -> None:
    def exchanged(value: Any) -> Any:
        if isinstance(value, tuple):
            return tuple(exchanged(one) for one in value)
        if value in ("Nervous Gardener", "Behold the Multiverse"):
            return "Forest" if value == "Nervous Gardener" else "Akroma, Angel of Fury"
        if isinstance(value, msgspec.Struct):
            return msgspec.structs.replace(
                value, **{f: exchanged(getattr(value, f)) for f in value.__struct_fields__}
            )
        return value

    assert plain(convert(exchanged(imported.source))) == plain(imported)


def test_of_users_only_names_are_kept_and_those_as_parts(imported: Imported, recording: Path) -> None:
    lines = b"".join(line for line, _ in imported.rows)
    words = {
        parts.read_text(part) for _, some in imported.rows for part in some if part.startswith(b'{"salt"')
    }
    names = {player.name for player in imported.source.players if not player.spectator}
    assert names <= words
    assert not any((name or "").encode() in lines for name in names)
    for private in (b"127.0.0.1", b"mtgpeer", b"38uo4ldj", b"mu5g2v00", b"face-down peer game"):
        assert private not in lines
        assert private not in b"".join(part for _, some in imported.rows for part in some)
    assert b"watcher" not in lines
    if recording.stem == "basic":
        assert {"T1: morph from hand", "gg"} <= words


# --- what is owed ------------------------------------------------------------------------------------------------


def judged(game: Imported) -> Report:
    return audit(game.bytes, keys=[game.judge])


def test_the_record_holds(imported: Imported) -> None:
    assert verify(imported.bytes).ok
    report = judged(imported)
    assert report.integrity.ok
    assert not [f for f in report.findings if f.severity in {"error", "warning"}]
    assert {f.code for f in report.findings} <= {"FD101", "FD102", "FD104", "FD404", "FD900"}
    assert "cannot hold" not in " ".join(plain(imported))


def standings(game: Imported) -> list[tuple[str | None, str, str, bool]]:
    closed = game.state.closed_at is not None
    assert closed

    def one(duty: Duty) -> tuple[str | None, str, str, bool]:
        return (game.card(duty.object), duty.cause, standing(duty, closed=closed).status, duty.moot)

    return [one(duty) for duty in game.state.duties.values()]


DUTIES = {
    "basic": [
        ("Willbender", "left_battlefield", "met", True),
        ("Plains", "game_end", "unmet", True),
        ("Skirk Commando", "game_end", "unmet", True),
        ("Behold the Multiverse", "game_end", "undecidable", False),
        ("Nervous Gardener", "game_end", "unmet", False),
        ("Soldier", "game_end", "unmet", False),
    ],
    "revealall": [],
    "match_game1": [],
    "match_game2": [("Ainok Survivalist", "game_end", "unmet", False), (None, "game_end", "unmet", False)],
    "multi": [
        ("Exalted Angel", "player_left", "unmet", False),
        ("Den Protector", "game_end", "unmet", True),
    ],
}


@only(*DUTIES)
def test_what_is_owed_is_what_was_found_by_hand(imported: Imported, recording: Path) -> None:
    assert standings(imported) == DUTIES[recording.stem]


@only("random_seed3")
def test_a_game_of_random_moves_owes_what_was_found_by_hand(imported: Imported) -> None:
    found = standings(imported)
    assert [one for one in found if one[1] == "left_battlefield"] == [
        ("Exalted Angel", "left_battlefield", "undecidable", False),
        ("Plains", "left_battlefield", "unmet", False),
        ("Exalted Angel", "left_battlefield", "unmet", False),
        ("Island", "left_battlefield", "unmet", False),
        ("Island", "left_battlefield", "met", True),
        ("Exalted Angel", "left_battlefield", "met", True),
        ("Nervous Gardener", "left_battlefield", "met", True),
        ("Nervous Gardener", "left_battlefield", "undecidable", True),
        ("Forest", "left_battlefield", "unmet", False),
        ("Cryptic Coat", "left_battlefield", "unmet", True),
    ]
    at_end = [one for one in found if one[1] == "game_end"]
    assert len(at_end) == 20
    assert sorted(name or "" for name, _, _, moot in at_end if moot) == ["", "Forest", "Forest", "Plains"]
    assert len([name for name, *_ in at_end if name is None]) == 7


@only("basic", "multi")
def test_after_the_end_nothing_could_have_been_shown_and_the_audit_says_so(imported: Imported) -> None:
    for duty in judged(imported).duties:
        assert duty.opportunity == ("no" if duty.cause == "game_end" else "yes")


# --- bad input ---------------------------------------------------------------------------------------------------


def test_what_is_no_whole_replay_leaves_nothing_behind(basic: bytes) -> None:
    store = open_memory()
    for data in (b"", b"{}", basic[:-1], basic[:100]):
        with pytest.raises(Malformed):
            cockatrice.convert(data, store)
    assert store.games() == ()


def test_a_failure_halfway_leaves_nothing_behind(basic: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise Malformed("halfway")

    monkeypatch.setattr("facedown.importers.cockatrice.table.properties_changed", fail)
    store = open_memory()
    with pytest.raises(Malformed, match="halfway"):
        cockatrice.convert(basic, store)
    assert store.games() == ()


def test_flipped_bits_raise_nothing_but_malformed(recording: Path) -> None:
    data, dice = bytearray(recording.read_bytes()), random.Random(8)
    for _ in range(25):
        at, bit = dice.randrange(len(data)), 1 << dice.randrange(8)
        data[at] ^= bit
        store = open_memory()
        try:
            game = cockatrice.convert(bytes(data), store)
        except Malformed:
            assert store.games() == ()
        else:
            assert store.games() == (game.game,)
        data[at] ^= bit


def test_the_game_goes_on_in_the_store_it_was_converted_into(basic: bytes) -> None:
    store = open_memory()
    game = cockatrice.convert(basic, store)
    assert game.store is store
    assert [row.line for row in store.read(game.game)] == [row[0] for row in game.export().lines]
