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
    records together prove it.
    """
    found: dict[str, list[Finding]] = {report.record: [] for report in reports}
    for index, report in enumerate(reports):
        for other in reports[:index]:
            if report.game is None or report.game != other.game:
                continue
            seq = divergence(records[report.record], records[other.record])
            if seq is not None:
                how = _how(records[report.record], records[other.record], seq)
                for here, there in ((report, other), (other, report)):
                    found[here.record].append(
                        finding(
                            "FD507",
                            f"{here.record} and {there.record} part at entry {seq}{how}",
                            entry=seq,
                            evidence=(seq,),
                        )
                    )
    return [
        msgspec.structs.replace(
            report,
            findings=(*found[report.record], *report.findings),
            summary=msgspec.structs.replace(
                report.summary, errors=report.summary.errors + len(found[report.record])
            ),
        )
        for report in reports
    ]


def _how(one: bytes, other: bytes, seq: int) -> str:
    mine, yours = (
        entry.read(next(islice(record.rows(data), seq, None))[0]).entry.by for data in (one, other)
    )
    return f": {mine} signed both" if mine == yours else f": one is signed by {mine}, the other by {yours}"
