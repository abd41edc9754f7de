"""Whether two records of one game tell the same story (FD507)."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice

import msgspec

from facedown.audit.findings import Finding, finding
from facedown.audit.report import Report
from facedown.ledger import entry, record


def divergence(one: bytes, other: bytes) -> int | None:
    """The first entry in which two readable records differ, or None: one is the other, or its beginning."""
    pairs = zip(record.rows(one), record.rows(other), strict=False)
    return next((seq for seq, ((mine, _), (yours, _)) in enumerate(pairs) if mine != yours), None)


def compare(records: Mapping[str, bytes], reports: list[Report]) -> list[Report]:
    """The reports, with FD507 where two of the records are of one game and go apart.

    Different keys writing one number is a lost race; the same key writing two different entries is a fork, and both
    records together prove it, if both verify.
    """
    found: dict[str, list[Finding]] = {report.record: [] for report in reports}
    for index, report in enumerate(reports):
        for other in reports[:index]:
            if report.game is None or report.game != other.game:
                continue
            seq = divergence(records[report.record], records[other.record])
            if seq is not None:
                broken = [one.record for one in (other, report) if not one.integrity.ok]
                how = _how(records[report.record], records[other.record], seq, broken)
                for here, there in ((report, other), (other, report)):
                    found[here.record].append(
                        finding(
                            "FD507",
                            f"{here.record} and {there.record} part at entry {seq}{how}",
                            entry=seq,
                            severity="note" if broken and here.integrity.ok else "error",
                            evidence=(seq,),
                        )
                    )
    return [_with(report, found[report.record]) for report in reports]


def _with(report: Report, more: list[Finding]) -> Report:
    errors = sum(one.severity == "error" for one in more)
    summary = msgspec.structs.replace(
        report.summary,
        errors=report.summary.errors + errors,
        notes=report.summary.notes + len(more) - errors,
    )
    return msgspec.structs.replace(report, findings=(*more, *report.findings), summary=summary)


def _how(one: bytes, other: bytes, seq: int, broken: list[str]) -> str:
    """Whose word stands against whose; what does not verify may be anybody's, and stands against nobody's."""
    if broken:
        return f": {' and '.join(broken)} does not verify, and proves nothing against anybody"
    (mine, my_key), (yours, your_key) = (_signer(data, seq) for data in (one, other))
    if mine != yours:
        return f": one is signed by {mine}, the other by {yours}"
    return f": {mine} joined with two keys" if my_key != your_key else f": {mine} signed both"


def _signer(data: bytes, seq: int) -> tuple[str, str | None]:
    """Who signed an entry, and with which key if it brought one: all else before it is the same in both records."""
    line = next(islice(record.rows(data), seq, None))[0]
    joined = next((event for event in entry.events(line) if isinstance(event, entry.Joined)), None)
    return entry.read(line).entry.by, None if joined is None else joined.sign
