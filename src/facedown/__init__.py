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
    from facedown.audit.integrity import Integrity
    from facedown.audit.integrity import verify as verify_record
    from facedown.audit.policies import POLICIES
    from facedown.audit.report import Report
    from facedown.audit.report import audit as audit_record
    from facedown.cards.card import Card
    from facedown.cli.exits import ExitCode
    from facedown.errors import Conflict, FacedownError, Illegal, Malformed, Untrusted
    from facedown.ledger.game import Game, Receipt
    from facedown.ledger.openings import Openings
    from facedown.ledger.record import Record
    from facedown.ledger.record import read as read_record
    from facedown.ledger.record import write as write_record
    from facedown.ledger.replay import Replay
    from facedown.rules import actions
    from facedown.rules.state import State
    from facedown.rules.ways import WAYS, Way
    from facedown.stores.keyfiles import PrivateKeys
    from facedown.stores.memory import open_memory
    from facedown.stores.sqlite import open_sqlite

__version__ = "0.1.0"

_WHERE: dict[str, tuple[str, str]] = {
    "Card": ("facedown.cards.card", "Card"),
    "Conflict": ("facedown.errors", "Conflict"),
    "ExitCode": ("facedown.cli.exits", "ExitCode"),
    "FacedownError": ("facedown.errors", "FacedownError"),
    "Finding": ("facedown.audit.findings", "Finding"),
    "Game": ("facedown.ledger.game", "Game"),
    "Illegal": ("facedown.errors", "Illegal"),
    "Integrity": ("facedown.audit.integrity", "Integrity"),
    "Malformed": ("facedown.errors", "Malformed"),
    "Openings": ("facedown.ledger.openings", "Openings"),
    "POLICIES": ("facedown.audit.policies", "POLICIES"),
    "PrivateKeys": ("facedown.stores.keyfiles", "PrivateKeys"),
    "Receipt": ("facedown.ledger.game", "Receipt"),
    "Record": ("facedown.ledger.record", "Record"),
    "Replay": ("facedown.ledger.replay", "Replay"),
    "Report": ("facedown.audit.report", "Report"),
    "State": ("facedown.rules.state", "State"),
    "Untrusted": ("facedown.errors", "Untrusted"),
    "WAYS": ("facedown.rules.ways", "WAYS"),
    "Way": ("facedown.rules.ways", "Way"),
    "actions": ("facedown.rules", "actions"),
    "audit_record": ("facedown.audit.report", "audit"),
    "open_memory": ("facedown.stores.memory", "open_memory"),
    "open_sqlite": ("facedown.stores.sqlite", "open_sqlite"),
    "read_record": ("facedown.ledger.record", "read"),
    "verify_record": ("facedown.audit.integrity", "verify"),
    "write_record": ("facedown.ledger.record", "write"),
}
"""Public name → the module that owns the idea, and its name there. None is the name of a room: importing from a room
binds the room's name in this package."""

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
    "audit_record",
    "open_memory",
    "open_sqlite",
    "read_record",
    "verify_record",
    "write_record",
]


def __getattr__(name: str) -> Any:
    """Load a public name on first use: the command line's ``--help`` need not wait for cryptography."""
    if name not in _WHERE:
        raise AttributeError(f"facedown has no public name {name!r}")
    owner, called = _WHERE[name]
    import_module("facedown.rules.actions" if name == "actions" else owner)
    found = getattr(import_module(owner), called)
    globals()[name] = found
    return found
