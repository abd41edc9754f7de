"""``demo``: a short game with one cheat, seen by three people, and audited twice.

Alice casts a morph and shows it at the end. Bob casts Grizzly Bears face down, names morph, and sweeps it up when he loses.
"""

from __future__ import annotations

from facedown import views
from facedown.audit.report import audit
from facedown.audit.text import report_text
from facedown.cli import files
from facedown.cli.exits import ExitCode
from facedown.ledger import record
from facedown.ledger.game import Game
from facedown.ledger.replay import Replay, open_with
from facedown.rules import actions as a
from facedown.stores.keyfiles import PrivateKeys
from facedown.stores.memory import open_memory


def play(game: Game) -> int:
    """Play the game; return the entry whose views are worth comparing."""
    game.play(a.Begin(first="p1"))
    game.play(a.Draw(player="p1", cards=("Exalted Angel", "Plains", "Plains")))
    game.play(a.Draw(player="p2", cards=("Grizzly Bears", "Forest", "Forest")))
    main_phase(game, "p1")
    spell = game.play(a.CastSpell(player="p1", card="Exalted Angel", face_down="morph", cost="{3}"))
    angel = game.play(a.Resolve(object=spell.handle)).handle
    main_phase(game, "p2")
    spell = game.play(a.CastSpell(player="p2", card="Grizzly Bears", face_down="morph", cost="{3}"))
    bears = game.play(a.Resolve(object=spell.handle))
    main_phase(game, "p1")
    game.play(a.Attack(player="p1", objects=(angel,)))
    game.play(a.GivePriority(player="p1"))
    game.play(a.TurnUp(object=angel, procedure="morph", cost="{2}{W}{W}"))
    game.play(a.Concede(player="p2"))
    game.play(a.Gather(player="p2", objects=(bears.handle,)))
    game.play(a.Record(result="Alice wins"))
    game.play(a.Close())
    return bears.seq


def main_phase(game: Game, player: str) -> None:
    """Begin a player's turn and its main phase."""
    game.play(a.BeginTurn(player=player))
    game.play(a.BeginStep(step="main"))
    game.play(a.GivePriority(player=player))


def demo() -> ExitCode:
    """Play a short game in which somebody cheats; show three views of one moment, then audit it twice."""
    judge = PrivateKeys.new()
    with open_memory() as store:
        game = Game.new(store, ("Alice", "Bob"), judge=judge.public, strict=False)
        moment = play(game)
        data = record.write(game.export())
    replay = Replay(record.read(data).lines)
    files.put("Alice and Bob each have a creature face down. This is what three people see.\n")
    for who in ("public", "p2", "judge"):
        opener = open_with(replay, [judge.box], only={who})
        files.put("\n" + views.text(views.at(replay, moment, who, opener)))
    files.put("\nBob concedes and sweeps up his cards. The audit, as anybody can run it:\n\n")
    files.put(report_text(audit(data, name="demo")))
    files.put("\nAnd with the judge's key, which opens what was sealed when the cards were put down:\n\n")
    files.put(report_text(audit(data, keys=[judge.box], name="demo")))
    return ExitCode.CLEAN
