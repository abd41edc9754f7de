"""Write the golden playthroughs anew: ``python tests/playthroughs/regenerate.py``.

Each script is played, and after each entry the text says what happened, what the public sees, and what each seat and the
judge know besides. Read the difference before you keep it: a leak is a line in it.
"""

from __future__ import annotations

from pathlib import Path

from facedown.audit.report import audit
from facedown.audit.text import report_text
from facedown.importers import script
from facedown.ledger import record
from facedown.ledger.replay import Replay, names, open_with
from facedown.stores.keyfiles import PrivateKeys
from facedown.stores.memory import open_memory
from facedown.views import playthrough

HERE = Path(__file__).parent


def render(source: Path) -> str:
    """The playthrough of a script, and the audit with the judge's key, without what differs from run to run."""
    judge = PrivateKeys.new()
    with open_memory() as store:
        game = script.run(source.read_bytes(), store, strict=False, judge=judge.public)
        data = record.write(game.export())
    replay = Replay(record.read(data).lines)
    text = playthrough(list(replay.steps()), open_with(replay, [judge.box]), names=names(replay))
    report = report_text(audit(data, keys=[judge.box], name=source.stem))
    kept = [line for line in report.splitlines() if not line.startswith(("  bytes ", "  game "))]
    return text.rstrip("\n") + "\n\n\n" + "\n".join(kept) + "\n"


def scripts() -> list[Path]:
    """Every script that has a golden playthrough."""
    return sorted(HERE.glob("*.jsonl"))


def main() -> None:
    """Write them all."""
    for source in scripts():
        source.with_suffix(".txt").write_text(render(source), encoding="utf-8")


if __name__ == "__main__":
    main()
