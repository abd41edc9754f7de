"""``record``, ``import`` and ``export``: actions or a foreign file in, a record out."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from facedown.cli import files
from facedown.cli.exits import ExitCode
from facedown.cli.files import Flag, Input
from facedown.errors import Malformed
from facedown.exporters import record as exported
from facedown.importers import cockatrice, script
from facedown.ledger import record as records
from facedown.ledger.game import Game
from facedown.ledger.record import Record
from facedown.ledger.store import Store
from facedown.proofs.canonical import visible
from facedown.proofs.signing import SigningKey, fingerprint
from facedown.stores.keyfiles import (
    PRIVATE_SUFFIX,
    PUBLIC_SUFFIX,
    PrivateKeys,
    PublicKeys,
    read_private,
    write_keys,
)
from facedown.stores.memory import open_memory
from facedown.stores.sqlite import open_sqlite

Out = Annotated[Path, Parameter(name=["--out", "-o"])]


def record(
    actions: Input,
    /,
    *,
    out: Out,
    strict: Annotated[bool, Flag] = False,
    labels: Annotated[bool, Flag] = False,
    store: Path | None = None,
    judge_key: Path | None = None,
    sign_key: Path | None = None,
    force: Annotated[bool, Flag] = False,
) -> ExitCode:
    """Record a game from a script of actions.

    Parameters
    ----------
    actions
        the script, one action a line as JSON ("-": standard input)
    out
        the record to write
    strict
        refuse what the rules do not allow, instead of recording it
    labels
        print which object each label of the script ("as") means at the end; labels may say which card it is
    store
        an SQLite file that keeps the game as well
    judge_key
        the judge's public key; without it a key is made beside the record
    sign_key
        the recorder's private key; without it one is made, used once and thrown away
    force
        replace files that exist
    """
    recording = _Recording(out, store, judge_key, sign_key, force=force)
    data = files.read(actions)
    with open_memory() as memory:
        called = script.Labels()
        game = script.run(
            data, memory, strict=strict, sign_key=recording.sign, judge=recording.judge, labels=called
        )
        status = recording.finish(game, memory)
    if labels:
        files.put("".join(f"{handle}  {visible(label, 64)}\n" for label, handle in called.now().items()))
    return status


def import_cockatrice(
    replay: Input,
    /,
    *,
    out: Out,
    store: Path | None = None,
    judge_key: Path | None = None,
    sign_key: Path | None = None,
    force: Annotated[bool, Flag] = False,
) -> ExitCode:
    """Import a Cockatrice replay (.cor).

    Parameters
    ----------
    replay
        the replay file ("-": standard input)
    out
        the record to write
    store
        an SQLite file that keeps the game as well
    judge_key
        the judge's public key; without it a key is made beside the record
    sign_key
        the recorder's private key; without it one is made, used once and thrown away
    force
        replace files that exist
    """
    recording = _Recording(out, store, judge_key, sign_key, force=force)
    data = files.read(replay)
    with open_memory() as memory:
        game = cockatrice.convert(data, memory, sign_key=recording.sign, judge=recording.judge)
        return recording.finish(game, memory)


class _Recording:
    """The keys and files of one recording: everything is checked before, and written after, the game."""

    def __init__(
        self, out: Path, store: Path | None, judge_key: Path | None, sign_key: Path | None, *, force: bool
    ) -> None:
        self.out, self.store, self.force = out, store, force
        exported.refuse_existing(out, force=force)
        self.sign: SigningKey = read_private(sign_key).sign if sign_key is not None else SigningKey.new()
        self.thrown_away = sign_key is None
        self.made: PrivateKeys | None = None
        public = files.public_keys(None if judge_key is None else str(judge_key))
        if public is None:
            self.made = PrivateKeys.new()
            public = self.made.public
            for ending in (PRIVATE_SUFFIX, PUBLIC_SUFFIX):
                exported.refuse_existing(self.key_name.with_name(self.key_name.name + ending), force=force)
        self.judge: PublicKeys = public

    @property
    def key_name(self) -> Path:
        """Where the judge's key goes: beside the record, under its name."""
        return self.out.with_name(self.out.stem + ".judge")

    def finish(self, game: Game, memory: Store) -> ExitCode:
        """Write store, keys and record, in this order, and say so; the record takes its place when all is written."""
        found = game.export()
        with exported.written(records.write(found), self.out, force=self.force):
            if self.store is not None:
                with open_sqlite(self.store) as kept:
                    kept.append(list(memory.read(game.game)))
            if self.made is not None:
                private, _ = write_keys(self.key_name, self.made, force=self.force)
                files.say(
                    f"the judge's key is in {private}: whoever has it can read every hidden card; keep it from the players"
                )
        files.say(f"{self.out}: {len(found.lines)} entries, game {game.game}")
        who = fingerprint(self.sign.public)
        if self.thrown_away:
            files.say(
                f"signed by {who}, a key used once and thrown away: this proves unchanged since, not by whom"
            )
        else:
            files.say(f"signed by {who}")
        return ExitCode.CLEAN


def export_record(
    store: Path, game: str, /, *, out: Out, sign_key: Path | None = None, force: Annotated[bool, Flag] = False
) -> ExitCode:
    """Export a game from a store as a record.

    Parameters
    ----------
    store
        the SQLite file that keeps the game
    game
        the game's id, or enough of its beginning to tell it from others
    out
        the record to write
    sign_key
        the key that the game's checkpoints are signed with; without it the record is unfinished
    force
        replace a file that exists
    """
    exported.refuse_existing(out, force=force)
    with open_sqlite(store, create=False) as kept:
        ids = [one for one in kept.games() if one.startswith(game.lower())]
        if len(ids) != 1:
            some = ", ".join(one[:12] for one in kept.games()[:8]) or "none"
            what = "more than one game begins" if ids else "no game begins"
            raise Malformed(f"{what} with {game} in {store}; it keeps {some}")
        if sign_key is None:
            found = Record(tuple((row.line, row.parts) for row in kept.read(ids[0])))
            files.say(
                "without --sign-key there is no checkpoint: the record is unfinished, verify will say so"
            )
        else:
            key = read_private(sign_key).sign
            playing = Game.resume(kept, ids[0], sign_key=key)
            if key.public != playing.opened.log.key:
                raise Malformed(f"{sign_key} is not the key of this game's log")
            found = playing.export()
    exported.write(found, out, force=force)
    files.say(f"{out}: {len(found.lines)} entries, game {ids[0]}")
    return ExitCode.CLEAN
