from __future__ import annotations

from pathlib import Path

import pytest

DATA = Path(__file__).parents[2] / "data" / "cockatrice"


@pytest.fixture(params=["basic", "match_game1", "match_game2", "multi", "random_seed3", "revealall"])
def recording(request: pytest.FixtureRequest) -> Path:
    """Each recorded game in turn: the `.cor` file; what is known about it lies beside it."""
    return DATA / f"{request.param}.cor"


@pytest.fixture
def basic() -> bytes:
    return (DATA / "basic.cor").read_bytes()
