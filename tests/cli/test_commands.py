"""The commands as a person uses them."""

from __future__ import annotations

import json
import stat

import pytest

SECRETS = ("Exalted Angel", "Grizzly Bears")


def test_the_demo_shows_three_views_and_audits_twice(facedown):
    ran = facedown("demo")
    assert ran.status == 0
    assert ran.out.count("After entry") == 3
    first, second = ran.out.split("with the judge's key")
    assert "FD201" not in first
    assert "FD201" in second
    assert "Grizzly Bears" in second


def test_record_makes_a_record_and_a_key_that_only_its_owner_can_read(facedown, ledger, tmp_path):
    key = tmp_path / "game.judge.key"
    assert stat.S_IMODE(key.stat().st_mode) == 0o600
    assert ledger.read_bytes().startswith(b'{"entry":')
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "game.jsonl",
        "game.judge.key",
        "game.judge.pub",
        "game.ledger",
    ]


def test_record_says_what_a_key_thrown_away_proves(facedown, script):
    ran = facedown("record", script, "-o", "x.ledger")
    assert "thrown away" in ran.err
    assert "not by whom" in ran.err
    assert ran.out == ""


def test_a_record_from_standard_input(facedown, script, tmp_path):
    ran = facedown("record", "-", "-o", "y.ledger", stdin=script.read_bytes())
    assert ran.status == 0
    assert (tmp_path / "y.ledger").exists()


def test_verify_says_by_whom_and_whether_you_know_them(facedown, ledger):
    ran = facedown("verify", ledger)
    assert ran.status == 0
    assert "unknown to you" in ran.out


def test_verify_with_a_trusted_key(facedown, script):
    facedown("keys", "new", "league")
    facedown("keys", "new", "other")
    facedown("record", script, "-o", "t.ledger", "--sign-key", "league.key")
    assert facedown("verify", "t.ledger", "--trust", "league.pub").status == 0
    ran = facedown("verify", "t.ledger", "--trust", "other.pub")
    assert ran.status == 1
    answer = json.loads(
        facedown("verify", "t.ledger", "--trust", "league.pub", "--output-format", "json").out
    )
    assert answer["anchored"] is True
    assert answer["ok"] is True


def test_verify_with_an_expected_game(facedown, ledger):
    game = json.loads(facedown("verify", ledger, "--output-format", "json").out)["game"]
    assert facedown("verify", ledger, "--expect", game).status == 0
    assert facedown("verify", ledger, "--expect", "0" * 64).status == 1


def test_a_changed_byte_fails_and_says_where(facedown, ledger):
    data = bytearray(ledger.read_bytes())
    at = data.index(b'"seq":5')
    data[at + 6] = ord("6")
    ledger.write_bytes(bytes(data))
    ran = facedown("verify", ledger)
    assert ran.status == 1
    assert "entry" in ran.out


def test_show_to_everybody_names_no_hidden_card(facedown, ledger):
    for moment in range(11):
        ran = facedown("show", ledger, "--at", moment)
        assert ran.status == 0
        assert not any(name in ran.out + ran.err for name in SECRETS), moment


def test_show_as_a_player_names_that_players_card_only(facedown, ledger, tmp_path):
    key = tmp_path / "game.judge.key"
    ran = facedown("show", ledger, "--at", "10", "--as", "bob", "--key", key)
    assert ran.status == 0
    assert "Grizzly Bears" in ran.out
    assert "Exalted Angel" not in ran.out
    ran = facedown("show", ledger, "--at", "10", "--as", "judge", "--key", key)
    assert all(name in ran.out for name in SECRETS)


def test_show_as_json_is_one_object(facedown, ledger):
    view = json.loads(facedown("show", ledger, "--output-format", "json").out)
    assert view["viewer"] == "public"


def test_audit_without_a_key_names_no_card_that_was_never_shown(facedown, ledger):
    ran = facedown("audit", ledger)
    assert ran.status == 1
    assert "Grizzly Bears" not in ran.out + ran.err
    assert "Exalted Angel" not in ran.out.split("FD101")[1]


def test_audit_with_the_judges_key_finds_the_cheat(facedown, ledger, tmp_path):
    ran = facedown("audit", ledger, "--key", tmp_path / "game.judge.key", "--output-format", "json")
    assert ran.status == 1
    report = json.loads(ran.out)
    assert {"FD101", "FD201"} <= {found["code"] for found in report["findings"]}
    assert {duty["status"] for duty in report["duties"]} == {"met", "unmet"}
    assert set(report) >= {
        "record",
        "game",
        "entries",
        "rules",
        "policy",
        "integrity",
        "duties",
        "findings",
        "summary",
    }
    assert set(report["duties"][0]) == {
        "object", "way", "card", "owed_by", "controller", "cause", "rule", "since", "status", "met_at", "met_by",
        "proof", "moot", "opportunity",
    }  # fmt: skip
    assert set(report["findings"][0]) == {
        "code", "severity", "entry", "object", "player", "message", "rules", "evidence", "satisfied_by", "policy",
    }  # fmt: skip
    assert report["policy"] is None
    assert report["summary"]["not_due"] == 0


def test_audit_exits_with_zero_if_asked_to(facedown, ledger):
    assert facedown("audit", ledger, "--exit-zero").status == 0


def test_audit_leaves_out_what_is_ignored(facedown, ledger):
    ran = facedown("audit", ledger, "--ignore", "FD101,FD900")
    assert ran.status == 0
    assert "FD101" not in ran.out


def test_strict_counts_what_cannot_be_decided(facedown, ledger):
    assert facedown("audit", ledger, "--select", "FD900").status == 0
    assert facedown("audit", ledger, "--select", "FD900", "--strict").status == 1


def test_a_policy_is_named_in_the_report(facedown, ledger, tmp_path):
    ran = facedown("audit", ledger, "--key", tmp_path / "game.judge.key", "--policy", "ipg-2024-09-23")
    assert "policy ipg-2024-09-23" in ran.out
    assert "Hidden Card Error" in ran.out


def test_several_records_give_an_array(facedown, ledger):
    ran = facedown("audit", ledger, ledger, "--output-format", "json")
    assert len(json.loads(ran.out)) == 2


def test_a_store_keeps_the_game_and_gives_the_same_record_back(facedown, script, tmp_path):
    facedown("keys", "new", "league")
    ran = facedown("record", script, "-o", "a.ledger", "--store", "s.sqlite", "--sign-key", "league.key")
    assert ran.status == 0, ran.err
    game = json.loads(facedown("verify", "a.ledger", "--output-format", "json").out)["game"]
    ran = facedown("export", "record", "s.sqlite", game[:16], "-o", "b.ledger", "--sign-key", "league.key")
    assert ran.status == 0, ran.err
    assert (tmp_path / "b.ledger").read_bytes() == (tmp_path / "a.ledger").read_bytes()


def test_an_export_without_the_key_is_unfinished_and_says_so(facedown, script):
    facedown("record", script, "-o", "a.ledger", "--store", "s.sqlite")
    game = json.loads(facedown("verify", "a.ledger", "--output-format", "json").out)["game"]
    ran = facedown("export", "record", "s.sqlite", game, "-o", "b.ledger")
    assert ran.status == 0
    assert "unfinished" in ran.err
    assert facedown("verify", "b.ledger").status == 1
    assert facedown("show", "b.ledger").status == 0


@pytest.mark.parametrize("form", ["text", "json"])
def test_rule_explains_one_or_all(facedown, form):
    one = facedown("rule", "fd101", "--output-format", form)
    assert one.status == 0
    assert "708.9" in one.out
    every = facedown("rule", "--all", "--output-format", form)
    assert "FD900" in every.out


def test_cards_show_forgives_spelling(facedown):
    assert "morph: {2}{W}{W}" in facedown("cards", "show", "exalted", "ANGEL").out
    assert facedown("cards", "show", "exhalted angel").status == 2


def test_a_name_cannot_move_the_cursor(facedown, tmp_path):
    (tmp_path / "evil.jsonl").write_text(
        json.dumps({"do": "start", "players": ["Al\u001b[2Jice", "Bob\u202e"]}) + '\n{"do":"close"}\n',
        encoding="utf-8",
    )
    ran = facedown("record", "evil.jsonl", "-o", "evil.ledger")
    if ran.status == 0:
        out = facedown("show", "evil.ledger").out + facedown("audit", "evil.ledger").out
        assert "\x1b" not in out
        assert "\u202e" not in out


def test_no_command_at_all_shows_the_help(facedown):
    ran = facedown()
    assert ran.status == 0
    assert "audit" in ran.out


def test_the_version(facedown):
    import facedown as package

    assert package.__version__ in facedown("--version").out


def test_several_records_are_opened_each_with_its_own_key(facedown, ledger, script, tmp_path):
    facedown("record", script, "-o", "second.ledger")
    keys = ("--key", tmp_path / "game.judge.key", "--key", tmp_path / "second.judge.key")
    ran = facedown("audit", ledger, "second.ledger", *keys)
    assert ran.status == 1, ran.err
    assert ran.out.count("FD201") == 2
    facedown("keys", "new", "stranger")
    assert facedown("audit", ledger, "--key", "stranger.key").status == 2


def test_what_is_expected_may_be_written_in_capitals(facedown, ledger):
    game = json.loads(facedown("verify", ledger, "--output-format", "json").out)["game"]
    assert facedown("verify", ledger, "--expect", f" {game.upper()}").status == 0


def test_rule_as_json_says_how_policies_treat_it(facedown):
    found = json.loads(facedown("rule", "FD201", "--output-format", "json").out)
    assert "Hidden Card Error" in found["policies"]["ipg-2024-09-23"]
