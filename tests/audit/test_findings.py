"""The table of findings."""

from __future__ import annotations

import pytest

from facedown.audit import findings
from facedown.audit.policies import POLICIES, policy
from facedown.audit.text import code_text
from facedown.errors import Malformed
from facedown.rules import conduct
from facedown.rules.conduct import casting, looks, moving, permanents, turning

CODES = (
    *(f"FD10{n}" for n in range(1, 9)),
    *(f"FD20{n}" for n in range(1, 9)),
    "FD301", "FD401", "FD402", "FD404",
    *(f"FD50{n}" for n in range(1, 10)),
    "FD510", "FD900",
)  # fmt: skip


def test_every_code_there_is_has_a_meaning():
    assert tuple(findings.codes()) == CODES


@pytest.mark.parametrize("name", CODES)
def test_every_code_is_explained_with_an_example(name):
    code = findings.code(name.lower())
    text = code_text(code)
    assert code.explains in text
    assert code.example in text
    assert "guilty" not in text
    assert all(one in text for one in POLICIES)


def test_every_code_that_judging_uses_is_in_the_table():
    import inspect
    import re

    used = set()
    for module in (conduct, casting, looks, moving, permanents, turning):
        used |= set(re.findall(r'"(FD\d{3})"', inspect.getsource(module)))
    assert used
    assert used <= set(CODES)


def test_an_unknown_code_lists_what_there_is():
    with pytest.raises(Malformed, match="FD101"):
        findings.code("FD999")


def test_an_unknown_policy_lists_what_there_is():
    with pytest.raises(Malformed, match="ipg-2024-09-23"):
        policy("ipg-1999")
