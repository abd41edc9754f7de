"""Who may write what."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from facedown.rules.state import State


def problems(custody: str, by: str, events: Iterable[object], before: State) -> Iterator[str]:
    """Why an entry was not its signer's to write, one sentence each."""
    del events, before
    if custody == "recorder" and by not in {"recorder", "judge"}:
        yield f"{by} signed an entry that only the recorder or the judge may write"
