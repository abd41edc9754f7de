"""Bad input gets one clear sentence, exit status 2, and nothing half-written."""

from __future__ import annotations

import pytest

DEEP = b'{"entry":' + b"[" * 5000 + b"]" * 5000 + b',"sig":""}\n'

BAD_RECORDS = {
    "empty": b"",
    "text": b"hello\n",
    "not UTF-8": b'{"entry":{"at":"\xff\xfe"},"sig":"x"}\n',
    "carriage returns": b'{"entry":{},"sig":"x"}\r\n',
    "cut off": b'{"entry":{"at":1',
    "a long line": b'{"entry":"' + b"x" * 70_000 + b'","sig":""}\n',
    "deep nesting": DEEP,
    "only an empty line": b"\n\n",
    "binary": bytes(range(256)),
    "a part first": b'{"part":"AAAA"}\n',
}

START = b'{"do":"start","players":["Alice","Bob"]}\n'

BAD_SCRIPTS: dict[str, tuple[bytes, int | None, str]] = {
    "empty": (b"", None, "empty"),
    "a typo in the deed": (START + b'{"do":"resovle","object":"#1"}\n', 2, "resolve"),
    "a typo in a field": (START + b'{"do":"turn","playr":"Alice"}\n', 2, "player"),
    "an unknown player": (START + b'{"do":"turn","player":"Carol"}\n', 2, "Alice"),
    "an unknown handle": (START + b'{"do":"tap","object":"#77"}\n', 2, "#77"),
    "an unknown label": (START + b'{"do":"tap","object":"angel"}\n', 2, "angel"),
    "a card name with a typo": (
        START + b'{"do":"cast","player":"Alice","card":"Exhalted Angel","face_down":"morph"}\n',
        2,
        "Exalted Angel",
    ),
    "an unknown way": (
        START + b'{"do":"cast","player":"Alice","card":"Shock","face_down":"morhp"}\n',
        2,
        "morph",
    ),
    "no JSON": (START + b"Alice casts a morph\n", 2, "json"),
    "not UTF-8": (START + b'{"do":"say","player":"Alice","text":"\xff"}\n', None, "utf-8"),
    "carriage returns": (START.replace(b"\n", b"\r") + b"{}", 1, ""),
    "no start": (b'{"do":"turn","player":"Alice"}\n', 1, "start"),
    "deep nesting": (START + b"[" * 5000 + b"]" * 5000 + b"\n", 2, ""),
    "a long line": (START + b'{"do":"say","player":"Alice","text":"' + b"x" * 70_000 + b'"}\n', 2, ""),
}


def one_sentence(ran):
    lines = [line for line in ran.err.splitlines() if line]
    assert len(lines) == 1, ran.err
    assert "Traceback" not in ran.err
    return lines[0]


@pytest.mark.parametrize("command", ["verify", "audit", "show"])
@pytest.mark.parametrize("name", list(BAD_RECORDS))
def test_a_file_that_is_no_record(facedown, tmp_path, command, name):
    (tmp_path / "bad.ledger").write_bytes(BAD_RECORDS[name])
    ran = facedown(command, "bad.ledger")
    assert ran.status == 2
    assert "Traceback" not in ran.out + ran.err
    assert (ran.out + ran.err).strip()
    if command != "verify":
        one_sentence(ran)


@pytest.mark.parametrize("command", ["verify", "audit", "show", "record", "import cockatrice"])
def test_a_file_that_is_not_there(facedown, command):
    more = ["-o", "x.ledger"] if command in {"record", "import cockatrice"} else []
    ran = facedown(*command.split(), "nowhere", *more)
    assert ran.status == 2
    assert "nowhere" in one_sentence(ran)


@pytest.mark.parametrize("name", list(BAD_SCRIPTS))
def test_a_script_with_a_mistake_names_the_line_and_writes_nothing(facedown, tmp_path, name):
    text, line, hint = BAD_SCRIPTS[name]
    (tmp_path / "bad.jsonl").write_bytes(text)
    before = sorted(tmp_path.iterdir())
    ran = facedown("record", "bad.jsonl", "-o", "out.ledger", "--store", "s.sqlite")
    assert ran.status == 2, ran.err
    said = one_sentence(ran)
    if line is not None:
        assert f"line {line}" in said
    assert hint.lower() in said.lower()
    assert sorted(tmp_path.iterdir()) == before


def test_strict_recording_refuses_with_the_rule_and_the_line(facedown, script, tmp_path):
    ran = facedown("record", script, "-o", "out.ledger", "--strict")
    assert ran.status == 2
    said = one_sentence(ran)
    assert "line 6" in said
    assert "702.37d" in said
    assert not (tmp_path / "out.ledger").exists()


def test_an_existing_record_is_not_replaced_without_force(facedown, ledger, script):
    before = ledger.read_bytes()
    ran = facedown("record", script, "-o", ledger)
    assert ran.status == 2
    assert "--force" in one_sentence(ran)
    assert ledger.read_bytes() == before
    assert facedown("record", script, "-o", ledger, "--force").status == 0
    assert ledger.read_bytes() != before


def test_a_folder_that_is_not_there(facedown, script):
    ran = facedown("record", script, "-o", "no/such/game.ledger")
    assert ran.status == 2
    assert "no/such" in one_sentence(ran)


def test_a_public_key_where_a_private_one_is_wanted(facedown, ledger, tmp_path):
    ran = facedown("audit", ledger, "--key", tmp_path / "game.judge.pub")
    assert ran.status == 2
    one_sentence(ran)


def test_a_private_key_where_the_judges_public_one_is_wanted(facedown, script):
    facedown("keys", "new", "judge")
    ran = facedown("record", script, "-o", "x.ledger", "--judge-key", "judge.key")
    assert ran.status == 2
    one_sentence(ran)


def test_a_key_file_that_others_may_read_is_refused(facedown, ledger, tmp_path):
    (tmp_path / "game.judge.key").chmod(0o644)
    ran = facedown("audit", ledger, "--key", tmp_path / "game.judge.key")
    assert ran.status == 2
    assert "judge.key" in one_sentence(ran)


def test_a_key_of_another_game_is_refused(facedown, ledger):
    facedown("keys", "new", "stranger")
    ran = facedown("show", ledger, "--as", "judge", "--key", "stranger.key")
    assert ran.status == 2
    one_sentence(ran)


def test_a_player_who_does_not_sit_there(facedown, ledger, tmp_path):
    ran = facedown("show", ledger, "--as", "Carol", "--key", tmp_path / "game.judge.key")
    assert ran.status == 2
    said = one_sentence(ran)
    assert "Alice" in said
    assert "Bob" in said


def test_a_private_view_without_a_key(facedown, ledger):
    ran = facedown("show", ledger, "--as", "Alice")
    assert ran.status == 2
    assert "--key" in one_sentence(ran)


def test_a_moment_that_never_was(facedown, ledger):
    ran = facedown("show", ledger, "--at", "400")
    assert ran.status == 2
    assert "400" in one_sentence(ran)


@pytest.mark.parametrize(
    "words", [["--stirct"], ["--policy", "ipg-1999"], ["--select", "FD999"], ["--expect", "xyz"]]
)
def test_mistyped_options_of_audit(facedown, ledger, words):
    ran = facedown("audit", ledger, *words)
    assert ran.status == 2
    one_sentence(ran)


def test_a_mistyped_command_is_suggested(facedown):
    ran = facedown("adit")
    assert ran.status == 2
    assert "audit" in one_sentence(ran)


@pytest.mark.parametrize("words", [["rule"], ["rule", "FD101", "--all"], ["audit"], ["rule", "FD000"]])
def test_nothing_to_do_or_too_much(facedown, words):
    ran = facedown(*words)
    assert ran.status == 2
    one_sentence(ran)


def test_a_store_that_is_no_database(facedown, tmp_path):
    (tmp_path / "s.sqlite").write_bytes(b"not a database at all, but long enough to look like a file")
    ran = facedown("export", "record", "s.sqlite", "abc", "-o", "x.ledger")
    assert ran.status == 2
    one_sentence(ran)


def test_a_replay_that_is_none(facedown, tmp_path):
    for data in (b"", b"hello", b"\xff" * 40):
        (tmp_path / "x.cor").write_bytes(data)
        before = sorted(tmp_path.iterdir())
        ran = facedown("import", "cockatrice", "x.cor", "-o", "x.ledger")
        assert ran.status == 2
        one_sentence(ran)
        assert sorted(tmp_path.iterdir()) == before


@pytest.mark.parametrize("command", ["verify", "audit", "show"])
@pytest.mark.parametrize("name", ["text", "binary", "not UTF-8"])
def test_what_is_no_record_is_not_said_to_be_a_broken_line(facedown, tmp_path, command, name):
    (tmp_path / "bad.ledger").write_bytes(b"\r\n" + BAD_RECORDS[name])
    ran = facedown(command, "bad.ledger")
    assert "this is no record" in ran.out + ran.err


@pytest.mark.parametrize("name", ["", ".", ".."])
def test_a_key_pair_without_a_name_is_not_made(facedown, tmp_path, name):
    before = sorted(tmp_path.iterdir())
    ran = facedown("keys", "new", name)
    assert ran.status == 2
    one_sentence(ran)
    assert sorted(tmp_path.iterdir()) == before


@pytest.mark.parametrize("name", ["", "."])
def test_a_folder_in_place_of_a_record_to_write(facedown, script, name):
    ran = facedown("record", script, "-o", name, "--force")
    assert ran.status == 2
    assert "is a folder" in one_sentence(ran)


@pytest.mark.parametrize("codes", ["", ",", " "])
def test_selecting_no_code_does_not_pass_for_finding_nothing(facedown, ledger, codes):
    ran = facedown("audit", ledger, "--select", codes)
    assert ran.status == 2
    one_sentence(ran)


def test_a_public_key_file_is_not_to_be_locked_away(facedown, ledger, tmp_path):
    ran = facedown("audit", ledger, "--key", tmp_path / "game.judge.pub")
    assert "public key file" in one_sentence(ran)


def test_a_private_key_is_no_trust_file(facedown, ledger):
    facedown("keys", "new", "league")
    ran = facedown("verify", ledger, "--trust", "league.key")
    assert ran.status == 2
    assert "league.key" in one_sentence(ran)
    assert "private key" in ran.err


def test_standard_input_comes_first(facedown, ledger):
    ran = facedown("verify", ledger, "-")
    assert ran.status == 2
    assert "first" in one_sentence(ran)


def test_a_word_too_many_is_named(facedown):
    ran = facedown("rule", "FD101", "FD102")
    assert ran.status == 2
    assert "FD102" in one_sentence(ran)
