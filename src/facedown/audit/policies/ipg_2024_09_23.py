"""Magic Infraction Procedure Guide, edition of 23 September 2024, for Competitive and Professional enforcement.

It is not for Regular enforcement. It suggests which description a finding would match; a judge decides.
"""

from __future__ import annotations

from facedown.audit.findings import Finding
from facedown.audit.policies.policy import Context, Policy

HCE = "IPG 2.3 Game Play Error: Hidden Card Error (Warning)"
GRV = "IPG 2.5 Game Play Error: Game Rule Violation (Warning)"
LEC = "IPG 2.2 Game Play Error: Looking at Extra Cards (Warning)"


def _reveal(found: Finding, context: Context) -> tuple[str, ...]:
    del found
    if context.knew in {0, context.players}:
        return ()
    if context.into_hidden_set and context.knew == 1:
        return (HCE,)
    if not context.into_hidden_set:
        return ("show it if it still lies there; at most " + GRV,)
    return ()


def _no_ability(found: Finding, context: Context) -> tuple[str, ...]:
    if found.severity == "review":
        return (GRV,)
    if context.at_end_only:
        return (
            f"{HCE}; found only after the game: whether the upgrade to a Game Loss applies is for review",
        )
    answers = "; ".join(
        f"{what}: {'unknown' if answer is None else 'yes' if answer else 'no'}"
        for what, answer in context.conditions
    )
    return (f"{HCE}, upgraded to a Game Loss unless all hold: {answers}",)


def _grv(found: Finding, context: Context) -> tuple[str, ...]:
    del found, context
    return (GRV,)


def _looked(found: Finding, context: Context) -> tuple[str, ...]:
    del found, context
    return (LEC,)


def _deck(found: Finding, context: Context) -> tuple[str, ...]:
    del found, context
    return ("IPG 3.4 or 3.5 Tournament Error: Decklist or Deck Problem",)


_REVEAL = (
    "Hidden Card Error (2.3) only if the card went unshown into a hidden set and exactly one player knew it. Lying there still, "
    "or in a public zone: show it, at most a Game Rule Violation (2.5). Known to all or to nobody: nothing."
)
_GRV_TEXT = "Game Rule Violation (2.5)."

POLICY = Policy(
    id="ipg-2024-09-23",
    title="Infraction Procedure Guide of 23 September 2024",
    matches={
        **dict.fromkeys(("FD101", "FD102", "FD103", "FD104", "FD105", "FD106"), _reveal),
        "FD201": _no_ability,
        **dict.fromkeys(("FD203", "FD205", "FD206", "FD207", "FD208", "FD301"), _grv),
        "FD401": _looked,
        "FD502": _deck,
    },
    texts={
        **dict.fromkeys(("FD101", "FD102", "FD103", "FD104", "FD105", "FD106"), _REVEAL),
        "FD201": "Found during the game: Hidden Card Error (2.3), upgraded to a Game Loss unless the player had a card with the same "
        "ability in hand, added no unknown card to the hand since, and said so before an effect would have exposed it. Found "
        "only at the end: for review.",
        **dict.fromkeys(("FD203", "FD205", "FD206", "FD207", "FD208", "FD301"), _GRV_TEXT),
        "FD401": "Looking at Extra Cards (2.2).",
        "FD502": "Decklist or Deck Problem (3.4, 3.5).",
    },
)
