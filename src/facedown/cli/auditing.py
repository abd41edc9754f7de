"""``audit``, ``verify`` and ``rule``."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import Annotated

from cyclopts import Parameter

from facedown.audit import diff, findings, policies
from facedown.audit.integrity import Integrity
from facedown.audit.integrity import verify as verify_bytes
from facedown.audit.report import Report
from facedown.audit.report import audit as audit_bytes
from facedown.audit.text import code_text, integrity_text, report_text
from facedown.cli import files
from facedown.cli.exits import ExitCode
from facedown.cli.files import Flag, Format, Input
from facedown.errors import FacedownError, Malformed


def audit(
    record: Input,
    /,
    *more: str,
    key: Annotated[list[str] | None, Parameter(negative=())] = None,
    policy: str | None = None,
    strict: Annotated[bool, Flag] = False,
    exit_zero: Annotated[bool, Flag] = False,
    select: str | None = None,
    ignore: str | None = None,
    trust: str | None = None,
    expect: str | None = None,
    output_format: Format = "text",
) -> ExitCode:
    """Audit records: which reveals were owed and which were made, and whether play was lawful.

    Parameters
    ----------
    record
        the record ("-": standard input)
    more
        further records; two of one game are compared
    key
        a private key file (the judge's, or a seat's); may be given several times
    policy
        also say what a dated policy would call each finding (ipg-2024-09-23)
    strict
        count what cannot be decided as a finding
    exit_zero
        exit with 0 whatever is found
    select
        only these codes, comma-separated
    ignore
        not these codes, comma-separated
    trust
        a file that names the keys you believe
    expect
        the game id or root that you expect
    output_format
        text or json
    """
    keys = files.box_keys(key or ())
    chosen = policies.policy(policy) if policy is not None else None
    findings.selected((), select, ignore)
    believed, expect = files.trust_file(trust), files.expected(expect)
    reports: list[Report] = []
    data: dict[str, bytes] = {}
    unusable = False
    for name in _watched((record, *more)):
        try:
            data[name] = files.read(name)
            reports.append(
                audit_bytes(
                    data[name],
                    keys=keys,
                    policy=chosen,
                    trust=believed,
                    expect=expect,
                    select=select,
                    ignore=ignore,
                    name=name,
                )
            )
        except FacedownError as error:
            said = str(error)
            files.say(said if said.startswith(f"{name}:") else f"{name}: {said}")
            unusable = True
    if len(reports) > 1:
        reports = diff.compare(data, reports)
    if output_format == "json":
        if reports:
            files.put(findings.as_json(reports[0] if not more else reports) + "\n")
    else:
        files.put("\n".join(report_text(report) for report in reports))
    if unusable:
        return ExitCode.UNUSABLE
    bad = any(not report.clean or (strict and report.undecided) for report in reports)
    return ExitCode.FOUND if bad and not exit_zero else ExitCode.CLEAN


def _watched(names: tuple[str, ...]) -> Iterable[str]:
    """The names, with a progress bar on standard error if there are many and somebody is watching."""
    if len(names) < 3 or not sys.stderr.isatty():
        return names
    from rich.console import Console
    from rich.progress import track

    return track(names, description="auditing", console=Console(stderr=True), transient=True)


def verify(
    record: Input,
    /,
    *more: str,
    trust: str | None = None,
    expect: str | None = None,
    output_format: Format = "text",
) -> ExitCode:
    """Verify records: bytes, chain, signatures, tree and checkpoint. No cards, no network.

    Parameters
    ----------
    record
        the record ("-": standard input)
    more
        further records
    trust
        a file that names the keys you believe
    expect
        the game id or root that you expect
    output_format
        text or json
    """
    believed, expect = files.trust_file(trust), files.expected(expect)
    answers: list[tuple[str, Integrity]] = []
    unusable = False
    for name in _watched((record, *more)):
        try:
            answers.append((name, verify_bytes(files.read(name), trust=believed, expect=expect)))
        except FacedownError as error:
            files.say(str(error))
            unusable = True
    if output_format == "json":
        values = [{"record": name, **findings.as_plain(answer)} for name, answer in answers]
        if values:
            files.put(findings.as_json(values if more else values[0]) + "\n")
    else:
        files.put("".join(integrity_text(name, answer) for name, answer in answers))
    if unusable or not all(answer.readable for _, answer in answers):
        return ExitCode.UNUSABLE
    return ExitCode.CLEAN if all(answer.ok for _, answer in answers) else ExitCode.FOUND


def rule(
    code: str | None = None,
    /,
    *,
    all: Annotated[bool, Flag] = False,  # noqa: A002  (the option's name)
    output_format: Format = "text",
) -> ExitCode:
    """Explain a finding: what it means, why, an example, how policies treat it.

    Parameters
    ----------
    code
        a code such as FD101
    all
        explain every code
    output_format
        text or json
    """
    if (code is None) == (not all):
        raise Malformed("name one code (facedown rule FD101), or ask for --all")
    found = list(findings.codes().values()) if code is None else [findings.code(code)]
    if output_format == "json":
        known = policies.POLICIES.values()
        values = [
            {**findings.as_plain(one), "policies": {p.id: p.texts.get(one.code) for p in known}}
            for one in found
        ]
        files.put(findings.as_json(values if all else values[0]) + "\n")
    else:
        files.put("\n".join(code_text(one) for one in found))
    return ExitCode.CLEAN
