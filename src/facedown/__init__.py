"""A tamper-evident ledger for games with face-down cards: record, commit, reveal, audit.

>>> import facedown
>>> from facedown import actions as do
>>> store, judge = facedown.open_memory(), facedown.PrivateKeys.new()
>>> game = facedown.Game.new(store, ["Alice", "Bob"], judge=judge.public)
>>> spell = game.play(do.CastSpell(player="p1", card="Exalted Angel", face_down="morph", cost="{3}"))
>>> game.state.objects[spell.handle].card is None      # no event and no state holds the name
True

The names below are loaded when they are first used; everything else is found in the room that owns the idea.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from facedown.audit.findings import Finding
    from facedown.audit.integrity import Integrity, verify
    from facedown.audit.policies import POLICIES
    from facedown.audit.report import Report, audit
    from facedown.cards.card import Card
    from facedown.cli.exits import ExitCode
    from facedown.errors import Conflict, FacedownError, Illegal, Malformed, Untrusted
    from facedown.ledger.game import Game, Receipt
    from facedown.ledger.openings import Openings
    from facedown.ledger.record import Record
    from facedown.ledger.replay import Replay
    from facedown.rules import actions
    from facedown.rules.state import State
    from facedown.rules.ways import WAYS, Way
    from facedown.stores.keyfiles import PrivateKeys
    from facedown.stores.memory import open_memory
    from facedown.stores.sqlite import open_sqlite

__version__ = "0.1.0"

_WHERE: dict[str, str] = {
    "Card": "facedown.cards.card",
    "Conflict": "facedown.errors",
    "ExitCode": "facedown.cli.exits",
    "FacedownError": "facedown.errors",
    "Finding": "facedown.audit.findings",
    "Game": "facedown.ledger.game",
    "Illegal": "facedown.errors",
    "Integrity": "facedown.audit.integrity",
    "Malformed": "facedown.errors",
    "Openings": "facedown.ledger.openings",
    "POLICIES": "facedown.audit.policies",
    "PrivateKeys": "facedown.stores.keyfiles",
    "Receipt": "facedown.ledger.game",
    "Record": "facedown.ledger.record",
    "Replay": "facedown.ledger.replay",
    "Report": "facedown.audit.report",
    "State": "facedown.rules.state",
    "Untrusted": "facedown.errors",
    "WAYS": "facedown.rules.ways",
    "Way": "facedown.rules.ways",
    "actions": "facedown.rules",
    "audit": "facedown.audit.report",
    "open_memory": "facedown.stores.memory",
    "open_sqlite": "facedown.stores.sqlite",
    "verify": "facedown.audit.integrity",
}

__all__ = [
    "POLICIES",
    "WAYS",
    "Card",
    "Conflict",
    "ExitCode",
    "FacedownError",
    "Finding",
    "Game",
    "Illegal",
    "Integrity",
    "Malformed",
    "Openings",
    "PrivateKeys",
    "Receipt",
    "Record",
    "Replay",
    "Report",
    "State",
    "Untrusted",
    "Way",
    "actions",
    "audit",
    "open_memory",
    "open_sqlite",
    "verify",
]


def __getattr__(name: str) -> Any:
    """Load a public name on first use: the command line's ``--help`` need not wait for cryptography."""
    if name in _WHERE:
        module = import_module(_WHERE[name])
        found = import_module("facedown.rules.actions") if name == "actions" else getattr(module, name)
        globals()[name] = found
        return found
    raise AttributeError(f"facedown has no public name {name!r}")
