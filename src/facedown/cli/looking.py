"""``show``, ``cards show`` and ``keys new``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from facedown import views
from facedown.audit.findings import as_json
from facedown.cards import builtin
from facedown.cli import files
from facedown.cli.exits import ExitCode
from facedown.cli.files import Flag, Format, Input
from facedown.errors import Malformed
from facedown.ledger import record as records
from facedown.ledger.replay import Replay, names, open_with
from facedown.stores.keyfiles import PrivateKeys, write_keys


def show(
    record: Input,
    /,
    *,
    at: int | None = None,
    as_: Annotated[str, Parameter(name="--as")] = "public",
    key: Annotated[list[str] | None, Parameter(negative=())] = None,
    log: Annotated[bool, Flag] = False,
    output_format: Format = "text",
) -> ExitCode:
    """Show a moment of a game as somebody saw it.

    Parameters
    ----------
    record
        the record ("-": standard input)
    at
        after this entry (default: the last)
    as_
        public, judge, or a player's name; a player's view needs that player's key, or the judge's
    key
        a private key file; may be given several times
    log
        instead, what happened in each entry (up to --at), in public words
    output_format
        text or json
    """
    found = records.read(files.read(record))
    replay = Replay(found.lines)
    last = max(replay.last.seq, 0)
    if replay.problem is not None:
        files.say(f"{replay.problem}; what comes before it is shown")
    if found.note is None:
        files.say("this record is unfinished: it has no checkpoint, so nothing proves that it is complete")
    shown = names(replay)
    who = seat(as_, shown)
    opener = open_with(replay, files.box_keys(key or ()), only={who})
    if who != "public" and who not in opener.ring:
        raise Malformed(f"the view of {as_} needs a key of {as_}, or the judge's: name its file with --key")
    moment = last if at is None else at
    if not 0 <= moment <= last:
        raise Malformed(f"there is no entry {moment}: this record has entries 0 to {last}")
    if log and who != "public":
        raise Malformed("the log is what everybody saw: leave --as out, or --log")
    if log:
        files.put(_log(replay, moment, shown, output_format))
        return ExitCode.CLEAN
    view = views.at(replay, moment, who, opener)
    files.put(as_json(view) + "\n" if output_format == "json" else views.text(view))
    return ExitCode.CLEAN


def _log(replay: Replay, last: int, shown: dict[str, str], output_format: Format) -> str:
    steps = [step for step in replay.steps() if step.seq <= last]
    if output_format == "text":
        return views.log(steps, names=shown)
    return (
        as_json([{"entry": step.seq, "by": step.by, "said": views.deed(step, shown)} for step in steps])
        + "\n"
    )


def seat(name: str, shown: dict[str, str]) -> str:
    """The viewer that a name means; `Malformed` with who sits there otherwise."""
    if name in {"public", "judge"} or name in shown:
        return name
    found = [role for role, title in shown.items() if title.casefold() == name.casefold()]
    if len(found) != 1:
        raise Malformed(f"nobody is called {name}; there is public, judge, {', '.join(shown.values())}")
    return found[0]


def keys_new(name: str, /, *, force: Annotated[bool, Flag] = False) -> ExitCode:
    """Make a key pair: NAME.key stays with its owner, NAME.pub is handed out.

    Parameters
    ----------
    name
        the name of the files, without ending
    force
        replace files that exist
    """
    private, public = write_keys(Path(name), PrivateKeys.new(), force=force)
    files.say(f"{private} is secret and stays with you; hand out {public}")
    return ExitCode.CLEAN


def cards_show(name: str, /, *more: str, output_format: Format = "text") -> ExitCode:
    """Show the facts of a card in the built-in table.

    Parameters
    ----------
    name
        the card's name; case and accents do not matter
    more
        further words of the name
    output_format
        text or json
    """
    card = builtin.names().find(" ".join((name, *more)))
    if output_format == "json":
        files.put(as_json(card) + "\n")
        return ExitCode.CLEAN
    kinds = " ".join((*card.supertypes, *card.types))
    line = f"{kinds} — {' '.join(card.subtypes)}" if card.subtypes else kinds
    size = f"  {card.power}/{card.toughness}" if card.power is not None else ""
    files.put(f"{card.name}  {card.mana_cost or '(no mana cost)'}\n{line}{size}\n")
    if card.keyword is not None:
        other = card.turn_up_alt
        cost = card.turn_up_cost or (
            f"{other.kind.replace('_', ' ')} {other.n} {other.filter or ''}".rstrip() if other else ""
        )
        files.put(f"{card.keyword}: {cost}\n")
    for role in card.roles:
        files.put(f"{role.replace('_', ' ')}\n")
    files.put("facts from MTGJSON; unofficial\n")
    return ExitCode.CLEAN
