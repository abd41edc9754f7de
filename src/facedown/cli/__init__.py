"""The command line: parse, call one of the rooms below, print.

Results go to standard output, notes and errors to standard error. The exit status is an `ExitCode`.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from cyclopts import App, CycloptsError

from facedown.cli.exits import ExitCode
from facedown.errors import FacedownError

__all__ = ["ExitCode", "app", "main", "run"]

app = App(
    name="facedown",
    help="A tamper-evident ledger for games with face-down cards: record, commit, reveal, audit.",
    version_flags=["--version"],
)
app.command("facedown.cli.demo:demo", name="demo")
app.command("facedown.cli.recording:record", name="record")
importing = App(name="import", help="Turn somebody else's file into a record.")
importing.command("facedown.cli.recording:import_cockatrice", name="cockatrice")
app.command(importing)
exporting = App(name="export", help="Write a game out of a store.")
exporting.command("facedown.cli.recording:export_record", name="record")
app.command(exporting)
app.command("facedown.cli.looking:show", name="show")
app.command("facedown.cli.auditing:audit", name="audit")
app.command("facedown.cli.auditing:verify", name="verify")
app.command("facedown.cli.auditing:rule", name="rule")
keys = App(name="keys", help="Make keys.")
keys.command("facedown.cli.looking:keys_new", name="new")
app.command(keys)
cards = App(name="cards", help="Look cards up.")
cards.command("facedown.cli.looking:cards_show", name="show")
app.command(cards)


def run(arguments: Sequence[str]) -> ExitCode:
    """Run one command and return its exit status; never a traceback for a user's mistake."""
    try:
        status = app(list(arguments), exit_on_error=False, print_error=False, result_action="return_value")
    except CycloptsError as error:
        sys.stderr.write(f"facedown: {str(error).strip()}\n")
        return ExitCode.UNUSABLE
    except FacedownError as error:
        from facedown.proofs.canonical import visible

        sys.stderr.write(f"facedown: {visible(str(error), 2_000)}\n")
        return ExitCode.UNUSABLE
    except OSError as error:
        if isinstance(error, BrokenPipeError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return ExitCode.CLEAN
        sys.stderr.write(f"facedown: {error.filename or ''}: {error.strerror or error}\n")
        return ExitCode.UNUSABLE
    return status if isinstance(status, ExitCode) else ExitCode.CLEAN


def main() -> None:
    """Run ``facedown`` with the arguments of the process."""
    try:
        status = run(sys.argv[1:])
        sys.stdout.flush()
    except KeyboardInterrupt:
        status = 130
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        status = ExitCode.CLEAN
    sys.exit(int(status))
