"""An audit for people: what was owed first, then who knew it, what came between, and what this record cannot tell."""

from __future__ import annotations

from collections.abc import Iterator

from facedown.audit.findings import SAID, Code
from facedown.audit.integrity import Integrity
from facedown.audit.policies import POLICIES
from facedown.audit.report import Report, spoken
from facedown.proofs.canonical import visible

CAUSES: dict[str, str] = {
    "game_end": "the game ended",
    "left_battlefield": "it left the battlefield",
    "left_stack": "it left the stack",
    "player_left": "its owner left",
    "would_turn_up": "it would have been turned up",
    "effect": "an effect demands it",
}


def report_text(report: Report) -> str:
    """The whole audit as text, without colour."""
    return visible_lines("\n".join(_lines(report)) + "\n")


def visible_lines(text: str) -> str:
    """Text in which nothing that came from a record moves a terminal's cursor."""
    return "".join(visible(line, 10_000) + end for line, end in _split(text))


def _split(text: str) -> Iterator[tuple[str, str]]:
    for line in text.split("\n")[:-1]:
        yield line, "\n"


def _lines(report: Report) -> Iterator[str]:
    yield f"{report.record}: {report.summary.headline}"
    yield f"  bytes     {report.integrity.sentence}"
    yield f"  game      {report.game}, {report.entries} entries, rules of {report.rules}" + (
        f", policy {report.policy}" if report.policy else ""
    )
    players = ", ".join(f"{shown} ({seat})" for seat, shown in report.players.items())
    yield f"  players   {players}"
    if report.duties:
        yield ""
        yield "  owed      " + _row("object", "card", "owed by", "because", "entry", "status")
        for duty in report.duties:
            owner = report.players.get(duty.owed_by, duty.owed_by)
            status: str = duty.status
            if duty.met_at is not None:
                status += f" in entry {duty.met_at} ({duty.proof})"
            elif duty.moot:
                status += ", but all had seen it"
            yield "            " + _row(
                duty.object, duty.card or "not known here", owner, CAUSES[duty.cause], str(duty.since), status
            )
    for line in report.summary.knew:
        yield f"            {line}"
    if report.summary.not_due:
        yield f"  not due   {report.summary.not_due} more face down, not owed yet"
    for found in report.findings:
        yield ""
        where = f" in entry {found.entry}" if found.entry is not None else ""
        cited = f" [{', '.join(found.rules)}]" if found.rules else ""
        yield f"  {found.code} {SAID[found.severity]}{where}{cited}"
        yield f"      {found.message}"
        if found.satisfied_by:
            yield f"      would have done: {found.satisfied_by}"
        for said in found.policy or ():
            yield f"      policy: {said}"
    s = report.summary
    yield ""
    yield (
        f"  {s.errors} error{_s(s.errors)}, {s.warnings} minor, {s.reviews} for review, {s.notes} note{_s(s.notes)}"
        f" · owed {s.owed}: {s.met} met, {s.late} late, {s.unmet} unmet, {s.undecidable} undecidable"
    )


def _row(thing: str, card: str, owner: str, because: str, entry: str, status: str) -> str:
    return f"{thing:<7} {_cut(card, 24):<24} {_cut(owner, 12):<12} {because:<28} {entry:>5}  {status}"


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 1] + "…"


def _s(number: int) -> str:
    return "" if number == 1 else "s"


def integrity_text(name: str, integrity: Integrity) -> str:
    """The answer of ``verify`` as text: one sentence, then every problem."""
    lines = [f"{name}: {integrity.sentence}"]
    if len(integrity.problems) > 1:
        lines += [f"  {problem}" for problem in integrity.problems]
    return visible_lines("\n".join(lines) + "\n")


def code_text(code: Code) -> str:
    """What ``rule CODE`` prints."""
    lines = [
        f"{code.code} ({SAID[code.severity]}): {code.fact}",
        f"  rules     {', '.join(code.rules) or '–'}",
        f"  why       {code.explains}",
        f"  example   {code.example}",
        f"  instead   {code.remedy or '–'}",
    ]
    lines += [
        f"  {policy.id}  {policy.texts.get(code.code, 'matches nothing.')}" for policy in POLICIES.values()
    ]
    return "\n".join(lines) + "\n"


__all__ = ["code_text", "integrity_text", "report_text", "spoken", "visible_lines"]
