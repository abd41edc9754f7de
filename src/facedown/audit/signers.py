"""Whose key must have signed an entry: the roles of a game, followed entry by entry.

Keys come with the first entry, with ``joined.v1``, ``key.rotated.v1`` and ``key.revoked.v1``. This module judges who may
write the events about roles and keys and who may still write once the record is closed; who may write the other
events is a question of the game and not asked here. The normative text is ``docs/spec/keys.md``.
"""

from __future__ import annotations

from facedown.errors import Untrusted
from facedown.ledger.entry import (
    TAGS,
    Entry,
    EnvelopeEvent,
    GameOpened,
    Joined,
    KeyRevoked,
    KeyRotated,
    KeysEscrowed,
    check_keys,
    envelope_event,
)
from facedown.proofs.canonical import visible

CLOSED = "closed.v1"
TOLD = TAGS | {CLOSED}
"""What changes who may sign: all other events are passed over."""


class Signers:
    """The keys in force after the entries so far.

    For each entry after the first ask :meth:`key` for the key that must have signed it, and once the signature is
    known to be good tell it to :meth:`follow`.
    """

    __slots__ = ("_awaited", "_keys", "_opened", "closed")

    def __init__(self, opened: GameOpened) -> None:
        self._opened = opened
        self._keys = {role.id: role.sign for role in opened.roles}
        self._awaited = set(opened.seats) if opened.custody == "players" else set[str]()
        self.closed = False

    def key(self, entry: Entry) -> str:
        """The public key that must have signed `entry`.

        Raises:
            Malformed: an event about roles or keys has not the fields of its type, or a key is none.
            Untrusted: its writer is no role, has no key, or may not write this.
        """
        if entry.by not in self._keys:
            raise Untrusted(f"{visible(entry.by, 32)} is no role of this game")
        if self.closed and entry.by != "judge":
            raise Untrusted("only the judge may write after the record is closed")
        key = self._keys[entry.by]
        for plain in entry.events:
            if plain["type"] not in TOLD:
                continue
            event = envelope_event(plain)
            if event is not None:
                self._judge(entry, event)
                if isinstance(event, Joined):
                    return event.sign
            elif entry.by not in self._closers():
                raise Untrusted(f"{entry.by} may not close the record")
        if self._awaited:
            raise Untrusted(f"nothing may be written before {', '.join(sorted(self._awaited))} joined")
        if key is None:
            raise Untrusted(f"{entry.by} has no key to sign with")
        return key

    def follow(self, entry: Entry) -> None:
        """Take over what `entry`, accepted by :meth:`key` and signed, changes."""
        for plain in entry.events:
            if plain["type"] not in TOLD:
                continue
            match envelope_event(plain):
                case Joined(role=role, sign=sign):
                    self._awaited.discard(role)
                    self._keys[role] = sign
                case KeyRotated(role=role, sign=sign) | KeyRevoked(role=role, sign=sign):
                    self._keys[role] = sign
                case None:
                    self.closed = True
                case _:
                    pass

    def _closers(self) -> set[str]:
        """Recorder and judge; where the game has neither, every seat."""
        return self._keys.keys() & {"recorder", "judge"} or set(self._opened.seats)

    def _judge(self, entry: Entry, event: EnvelopeEvent) -> None:
        match event:
            case Joined():
                self._judge_joined(entry, event)
            case KeyRotated(role=role, sign=sign):
                if role != entry.by:
                    raise Untrusted(f"{entry.by} may not replace the key of {role}")
                check_keys(sign, None)
            case KeyRevoked(role=role, sign=sign):
                if entry.by != "judge" or role == "judge" or role not in self._keys:
                    raise Untrusted(f"{entry.by} may not revoke the key of {role}")
                check_keys(sign, None)
            case KeysEscrowed(keys=keys):
                if self._opened.custody != "recorder" or entry.by != "recorder" or entry.seq != 1:
                    raise Untrusted("keys are escrowed in entry 1 by the recorder, in custody recorder only")
                seats = [key.seat for key in keys]
                boxes = {role.id for role in self._opened.roles if role.box} & set(self._opened.seats)
                if len(set(seats)) != len(seats) or not boxes.issuperset(seats):
                    raise Untrusted("an escrowed key belongs to no seat with a box key, or to one twice")
            case _:  # a second game.opened.v1, which `entry.read` has refused
                pass

    def _judge_joined(self, entry: Entry, event: Joined) -> None:
        if event.role != entry.by or event.role not in self._awaited or len(entry.events) != 1:
            raise Untrusted(
                "a seat joins once, before the game, in custody players, in an entry of its own with nothing else"
            )
        check_keys(event.sign, event.box)
        pinned = self._opened.role(event.role)
        if pinned is not None and (
            pinned.sign not in {None, event.sign} or pinned.box not in {None, event.box}
        ):
            raise Untrusted(f"{event.role} brings another key than the one the first entry names")
