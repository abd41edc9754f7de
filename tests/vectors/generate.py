"""Write the vectors of this folder, or with ``--check`` only compare: ``python -m tests.vectors.generate [--check]``.

Every implementation of the format can use the files: each is a JSON list of cases with a `name`, the inputs, and
`expect`: ``valid``, or the kind of failure (``malformed``: it cannot be read; ``untrusted``: a proof fails).
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from tests.vectors.canonical_cases import canonical_cases
from tests.vectors.identity_cases import Boxes, commitment_cases
from tests.vectors.key_cases import key_cases
from tests.vectors.record_cases import record_cases
from tests.vectors.tree_cases import note_cases, tree_cases

HERE = Path(__file__).parent


def files() -> dict[str, str]:
    """The name and text of every vector file."""
    boxes = Boxes()
    records = record_cases(boxes)
    cases = {
        "canonical.json": canonical_cases(),
        "commitments.json": commitment_cases(),
        "boxes.json": boxes.cases(),
        "keys.json": key_cases(),
        "tree.json": tree_cases(),
        "notes.json": note_cases(),
        "records.json": records,
    }
    return {name: json.dumps(some, indent=1, ensure_ascii=True) + "\n" for name, some in cases.items()}


def main() -> int:
    """Write every file, or name those that differ."""
    check = sys.argv[1:] == ["--check"]
    stale: list[str] = []
    for name, text in files().items():
        file = HERE / name
        if not check:
            file.write_text(text, encoding="utf-8")
        elif file.read_text(encoding="utf-8") != text:
            stale.append(name)
    if stale:
        sys.stderr.write(f"run python -m tests.vectors.generate: out of date: {', '.join(stale)}\n")
    return len(stale)


if __name__ == "__main__":
    sys.exit(main())
