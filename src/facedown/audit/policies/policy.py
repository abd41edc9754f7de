"""The shape of a policy: for each code, which description it would match, and when."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from facedown.audit.findings import Finding
from facedown.rules.state import Duty


@dataclass(frozen=True)
class Context:
    """What a match may rest on: the duty behind a finding, and answers from the record's knowledge."""

    duty: Duty | None
    into_hidden_set: bool
    knew: int
    """How many players knew the card."""
    players: int
    teams: int
    at_end_only: bool
    conditions: tuple[tuple[str, bool | None], ...] = ()
    """The conditions of a waiver with yes, no or unknown."""


@dataclass(frozen=True)
class Policy:
    """A dated policy; `matches` gives, per code, the sentences it suggests."""

    id: str
    title: str
    matches: Mapping[str, Callable[[Finding, Context], tuple[str, ...]]]
    texts: Mapping[str, str]
    """Per code, how the policy treats it, for ``facedown rule``."""

    def apply(self, found: Finding, context: Context) -> tuple[str, ...]:
        """What this policy would call a finding; nothing for notes, FD900, or more than two players or teams."""
        if found.severity == "note" or found.code == "FD900" or context.teams > 2:
            return ()
        match = self.matches.get(found.code)
        return () if match is None else match(found, context)
