"""The audit of a record: bytes, identities, conduct and duties in one answer."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

import msgspec

from facedown.audit import binding, decks, duties, identities, judging
from facedown.audit.duties import DutyReport, Weighed
from facedown.audit.findings import ORDER, Finding, Listing, finding, selected
from facedown.audit.integrity import Check, Integrity
from facedown.audit.policies import Policy
from facedown.audit.policies.context import context_of
from facedown.audit.summary import Summary, summarise
from facedown.audit.trust import Trust
from facedown.cards import builtin
from facedown.cards.card import Card
from facedown.errors import Malformed
from facedown.ledger import entry, openings, writers
from facedown.ledger.entry import Unknown
from facedown.ledger.founding import RULES as EDITION
from facedown.ledger.openings import JUDGE, Known, Openings
from facedown.ledger.replay import Replay, Step, about_keys, first_state, names
from facedown.proofs.canonical import visible
from facedown.proofs.sealing import BoxKey
from facedown.rules.state import State


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """The answer of `audit`; JSON by `findings.as_json`."""

    record: str
    game: str | None
    entries: int
    rules: str
    policy: str | None
    players: dict[str, str]
    integrity: Integrity
    duties: tuple[DutyReport, ...]
    findings: tuple[Finding, ...]
    summary: Summary

    @property
    def clean(self) -> bool:
        """Whether the bytes hold and no finding of weight error, warning or review is left."""
        return self.integrity.ok and not any(f.severity != "note" for f in self.findings)

    @property
    def undecided(self) -> bool:
        """Whether something could not be decided."""
        return any(f.code == "FD900" for f in self.findings) or self.summary.undecidable > 0


def audit(
    data: bytes,
    *,
    keys: Iterable[BoxKey] = (),
    policy: Policy | None = None,
    trust: Trust | None = None,
    expect: str | None = None,
    select: str | None = None,
    ignore: str | None = None,
    cards: Mapping[str, Card] | None = None,
    name: str = "-",
    signatures: bool = True,
) -> Report:
    """Audit the bytes of a record.

    `keys` open sealed identities; without any, what was never shown stays unknown. `name` is printed for the record.

    Raises:
        Malformed: the bytes are no record, or stop being one somewhere. A record that can be read but was changed is
            reported, and judged as far as it can be.
        Untrusted: none of the keys belongs to anybody in this game.
    """
    check = Check(signatures=signatures)
    rows = list(check.rows(data))
    integrity = check.finish(check.note, trust=trust, expect=expect)
    if not integrity.readable:
        raise Malformed(str(integrity.problems[0]))
    replay = Replay(rows, checked=True)
    steps = list(replay.steps())
    failures: list[openings.Failure] = []
    ring = openings.keyring(replay.opened, replay.game, keys, about_keys(steps), failures)
    opener = Openings(replay.game, ring)
    opener.failures += failures
    facts = cards if cards is not None else builtin.catalogue()
    shown = names(replay)
    state = replay.last

    misplaced = Listing(writers_wrong(steps, replay)).all()
    wrong = frozenset(one.entry for one in misplaced if one.entry is not None)
    judge = replay.opened.role(JUDGE)
    checked = identities.check(
        replay.game, steps, opener, facts, wrong, judge=judge is not None and judge.box is not None
    )
    broken = _broken(integrity, replay) + misplaced
    conducted, undecided = judging.judge(
        steps, first=first_state(replay.opened), known=checked.known, cards=facts, at=replay.at
    )
    signed = [step.by for step in steps] if replay.opened.custody == "players" else []
    weighed = duties.weigh(state, checked, signed)
    listing = Listing()
    for some in (
        broken,
        duties.findings(weighed),
        conducted,
        checked.findings,
        binding.check(replay.opened.custody, steps),
        decks.check(replay.game, steps, opener.ring, checked.known),
        duties.shown_freely(state, checked),
        _missing(integrity, opener),
        judging.group(undecided),
        _doubts(weighed, state),
        _endless(state),
        _unknown(steps),
        _edition(replay.opened.rules),
    ):
        listing.extend(some)
    found = tuple(_rival(one, signed) for one in selected(listing.all(), select, ignore))
    if policy is not None:
        sealed = {c: one for mine in opener.known.values() for c, one in mine.items()}
        found = tuple(_matched(one, policy, weighed, state, checked, sealed, facts, steps) for one in found)
    found = tuple(_named(one, shown) for one in sorted(found, key=lambda one: ORDER.index(one.severity)))
    return Report(
        record=name,
        game=integrity.game,
        entries=integrity.entries,
        rules=EDITION,
        policy=policy.id if policy is not None else None,
        players=shown,
        integrity=integrity,
        duties=tuple(one.report for one in weighed),
        findings=found,
        summary=summarise(weighed, state, found, shown, escrow=_escrow(steps, weighed)),
    )


def _escrow(steps: list[Step], weighed: tuple[Weighed, ...]) -> frozenset[str]:
    """The commitments of duties whose box for the judge is in this copy."""
    owed = {one.duty.bond.commitment: one.duty.bond.seq for one in weighed if one.duty.bond is not None}
    found: set[str] = set()
    for seq in sorted(set(owed.values())):
        if seq >= len(steps):
            continue
        there = steps[seq].found_parts()
        for event in steps[seq].events:
            for _, identity in openings.concealed_in(event):
                if any(box.to == JUDGE and box.part in there for box in identity.boxes):
                    found.add(identity.commitment)
    return frozenset(found & owed.keys())


def _edition(named: str) -> tuple[Finding, ...]:
    """The record names another edition of the rules than the one it is judged by."""
    if named == EDITION:
        return ()
    return (
        finding(
            "FD900",
            f"what the rules of {named} said, which the record names: it is judged by those of {EDITION}",
        ),
    )


def writers_wrong(steps: list[Step], replay: Replay) -> Iterable[Finding]:
    """Entries that somebody wrote whose business they were not."""
    before = first_state(replay.opened)
    for step in steps:
        for message in writers.problems(replay.opened.custody, step.by, step.events, before):
            yield finding("FD503", message, entry=step.seq, evidence=(step.seq,))
        before = step.state


def _broken(integrity: Integrity, replay: Replay) -> tuple[Finding, ...]:
    found = [finding("FD503", f"{problem.where}: {problem.message}") for problem in integrity.problems]
    if replay.problem is not None:
        by = entry.read(replay.rows[replay.problem.entry or 0][0]).entry.by
        found.append(
            finding(
                "FD503",
                f"entry {replay.problem.entry}"
                + (f", which {visible(by, 32)} signed," if by != "recorder" else "")
                + f" cannot be judged: {replay.problem.args[0]}; what comes before it was",
                entry=replay.problem.entry,
            )
        )
    return tuple(found)


def _missing(integrity: Integrity, opener: Openings) -> tuple[Finding, ...]:
    if not integrity.missing_parts:
        return ()
    needed = f", {opener.missing} of them boxes for the keys given" if opener.missing else ""
    number = integrity.missing_parts
    return (
        finding("FD509", f"{number} part{'s are' if number > 1 else ' is'} missing from this copy{needed}"),
    )


def _doubts(weighed: tuple[Weighed, ...], state: State) -> tuple[Finding, ...]:
    """FD900 for duties that cannot be decided, grouped by the reason."""
    reasons: dict[str, list[str]] = {}
    for one in weighed:
        if one.report.status == "undecidable":
            reason = one.duty.doubt or (
                "the record is not closed, so the card may still be shown"
                if state.closed_at is None
                else "the record stops inside the window"
            )
            reasons.setdefault(reason, []).append(one.duty.object)
    return tuple(
        finding("FD900", f"whether {', '.join(named)} had to be shown: {reason}", satisfied_by="")
        if "closed" not in reason
        else finding("FD900", f"{', '.join(named)} is not shown yet: {reason}", satisfied_by="")
        for reason, named in reasons.items()
    )


def _endless(state: State) -> tuple[Finding, ...]:
    """The record was closed, and nothing in it ended the game: then nothing fell due."""
    number = duties.not_due(state)
    if state.closed_at is None or number == 0:
        return ()
    cards = (
        "the card that lies face down has" if number == 1 else f"the {number} cards that lie face down have"
    )
    return (
        finding(
            "FD900",
            f"the record was closed, and it does not say that the game ended: whether {cards} to be shown",
            entry=state.closed_at,
            satisfied_by="how the game ended",
        ),
    )


def _unknown(steps: list[Step]) -> tuple[Finding, ...]:
    tags = dict.fromkeys(event.type for step in steps for event in step.events if isinstance(event, Unknown))
    return tuple(
        finding("FD900", f"what events of the type {visible(tag, 64)} mean: this version does not know them")
        for tag in tags
    )


def _matched(
    one: Finding,
    policy: Policy,
    weighed: tuple[Weighed, ...],
    state: State,
    checked: identities.Identities,
    known: Mapping[str, Known],
    cards: Mapping[str, Card],
    steps: list[Step],
) -> Finding:
    said = policy.apply(one, context_of(one, weighed, state, checked, known, cards, steps))
    return msgspec.structs.replace(one, policy=said)


def _rival(one: Finding, signed: list[str]) -> Finding:
    """Where players write for themselves: that somebody else wrote what a player is found to have done."""
    if one.player is None or one.entry is None or not one.entry < len(signed):
        return one
    by = signed[one.entry]
    if by == one.player:
        return one
    return msgspec.structs.replace(one, message=f"{one.message}; {by} signed entry {one.entry}")


def _named(one: Finding, shown: Mapping[str, str]) -> Finding:
    return msgspec.structs.replace(one, message=spoken(one.message, shown))


def spoken(message: str, shown: Mapping[str, str]) -> str:
    """A message with shown names in place of role ids."""
    return re.sub(r"(?<![\w/#])p[1-9][0-9]?(?![\w/])", lambda found: shown.get(found[0], found[0]), message)
