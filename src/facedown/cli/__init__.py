"""The command line: parse, call one of the rooms below, print.

Results go to standard output, notes and errors to standard error. The exit status is an `ExitCode`.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path

from cyclopts import App, CycloptsError, UnusedCliTokensError

from facedown.cli.exits import ExitCode
from facedown.errors import FacedownError

__all__ = ["ExitCode", "app", "main", "run"]

app = App(
    name="facedown",
    help="A tamper-evident ledger for games with face-down cards: record, commit, reveal, audit.",
    version_flags=["--version"],
)
app.command(
    "facedown.cli.demo:demo",
    name="demo",
    help="Play a short game with one cheat, show three views, audit it.",
)
app.command("facedown.cli.recording:record", name="record", help="Record a game from a script of actions.")
importing = App(name="import", help="Turn somebody else's file into a record.")
importing.command(
    "facedown.cli.recording:import_cockatrice", name="cockatrice", help="Import a Cockatrice replay (.cor)."
)
app.command(importing)
exporting = App(name="export", help="Write a game out of a store.")
exporting.command(
    "facedown.cli.recording:export_record", name="record", help="Export a game from a store as a record."
)
app.command(exporting)
app.command("facedown.cli.looking:show", name="show", help="Show a moment of a game as somebody saw it.")
app.command(
    "facedown.cli.auditing:audit",
    name="audit",
    help="Audit records: what had to be shown, what was, whether play was lawful.",
)
app.command(
    "facedown.cli.auditing:verify",
    name="verify",
    help="Verify records: bytes, chain, signatures, tree, checkpoint.",
)
app.command(
    "facedown.cli.auditing:rule",
    name="rule",
    help="Explain a finding: what it means, why, an example, how policies treat it.",
)
keys = App(name="keys", help="Make keys.")
keys.command("facedown.cli.looking:keys_new", name="new", help="Make a key pair.")
app.command(keys)
cards = App(name="cards", help="Look cards up.")
cards.command(
    "facedown.cli.looking:cards_show", name="show", help="Show the facts of a card in the built-in table."
)
app.command(cards)


def run(arguments: Sequence[str]) -> ExitCode:
    """Run one command and return its exit status; never a traceback for a user's mistake."""
    try:
        status = app(list(arguments), exit_on_error=False, print_error=False, result_action="return_value")
    except UnusedCliTokensError as error:
        sys.stderr.write(f"facedown: this is one too many: {' '.join(error.unused_tokens or ())}\n")
        return ExitCode.UNUSABLE
    except CycloptsError as error:
        said = str(error).strip()
        if said.startswith("Unknown option: -."):
            said = "standard input (-) can only be the first file"
        sys.stderr.write(f"facedown: {said}\n")
        return ExitCode.UNUSABLE
    except FacedownError as error:
        from facedown.proofs.canonical import visible

        sys.stderr.write(f"facedown: {visible(str(error), 2_000)}\n")
        return ExitCode.UNUSABLE
    except OSError as error:
        if isinstance(error, BrokenPipeError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return ExitCode.CLEAN
        sys.stderr.write(
            f"facedown: {f'{error.filename}: ' if error.filename else ''}{error.strerror or error}\n"
        )
        return ExitCode.UNUSABLE
    return status if isinstance(status, ExitCode) else ExitCode.CLEAN


def main() -> None:
    """Run ``facedown`` with the arguments of the process."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:  # whoever started us has closed it
            setattr(sys, name, Path(os.devnull).open("w"))  # noqa: SIM115
    status = int(ExitCode.CLEAN)
    try:
        status = int(run(sys.argv[1:]))
        sys.stdout.flush()
    except KeyboardInterrupt:
        status = 130
    except OSError as error:  # nothing more can be said there, not even as we leave
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if not isinstance(error, BrokenPipeError):  # who stops reading does not change what was found
            sys.stderr.write(f"facedown: the result cannot be written: {error.strerror or error}\n")
            status = int(ExitCode.UNUSABLE)
    sys.exit(status)
