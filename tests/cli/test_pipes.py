"""Somebody stops reading: the exit status still says what was found."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest


def status_into_a_closed_pipe(*words: str) -> int:
    reading, writing = os.pipe()
    os.close(reading)
    try:
        done = subprocess.run([sys.executable, "-m", "facedown", *words], check=False, stdout=writing)
    finally:
        os.close(writing)
    return done.returncode


@pytest.mark.parametrize("form", ["text", "json"])
def test_findings_are_not_clean_because_nobody_reads_them(ledger, form):
    assert status_into_a_closed_pipe("audit", str(ledger), "--output-format", form) == 1


def test_a_good_record_stays_good(ledger):
    assert status_into_a_closed_pipe("verify", str(ledger)) == 0


def test_a_long_result_is_no_different():
    assert status_into_a_closed_pipe("rule", "--all") == 0
