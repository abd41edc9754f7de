"""Whether the cost of an entry stays what it is as a record grows: a tenth of the match is the floor."""

from __future__ import annotations

from typing import Any

import pytest

from facedown.audit.integrity import verify
from facedown.audit.report import audit
from facedown.ledger import record
from facedown.stores.memory import open_memory

TENTH = 1_000


@pytest.fixture(scope="module")
def tenth(match: Any, play: Any) -> bytes:
    return record.write(play(open_memory(), TENTH, match.judge).export())


@pytest.mark.parametrize("what", [verify, audit])
def test_cost_of_an_entry_in_a_record_ten_times_as_long(
    what: Any, match: Any, tenth: bytes, compare: Any
) -> None:
    def ten_short() -> None:
        for _ in range(len(match.rows) // TENTH):
            what(tenth, signatures=False)

    compare(lambda: what(match.data, signatures=False), ten_short, target=1.2, what="ten short records")
