"""What joins a script, its record and an audit: which entry is which deed, and which object has which label."""

from __future__ import annotations

import json


def test_the_log_says_what_happened_in_each_entry(facedown, ledger):
    ran = facedown("show", ledger, "--log")
    assert ran.status == 0
    lines = ran.out.splitlines()
    assert [line.split()[0] for line in lines] == [str(number) for number in range(len(lines))]
    assert "6   Alice casts #1 face down (morph) from hand, for {3}." in lines
    assert "Grizzly Bears" not in ran.out


def test_the_log_ends_at_the_moment_asked_for(facedown, ledger):
    assert facedown("show", ledger, "--log", "--at", "6").out.splitlines()[-1].startswith("6   ")


def test_the_log_as_json_says_who_wrote_each_entry(facedown, ledger):
    answer = json.loads(facedown("show", ledger, "--log", "--output-format", "json").out)
    assert answer[6] == {
        "entry": 6,
        "by": "recorder",
        "said": "Alice casts #1 face down (morph) from hand, for {3}.",
    }


def test_labels_are_printed_only_when_asked_for(facedown, script):
    silent = facedown("record", script, "-o", "silent.ledger")
    assert "angel" not in silent.out + silent.err
    ran = facedown("record", script, "-o", "said.ledger", "--labels")
    assert ran.out == "#2  angel\n#4  bears\n"
