"""Was every identity fixed in time (FD510): with the entry that puts the card down, or with its holder's next one.

Only where players sign for themselves. A recorder may leave an identity open when it did not see the card: then the
opening is a claim, and is marked so.
"""

from __future__ import annotations

from collections.abc import Iterator

from facedown.audit.findings import Finding, finding
from facedown.ledger.replay import Step
from facedown.rules import events as e
from facedown.rules.state import Object, State


def check(custody: str, steps: list[Step]) -> Iterator[Finding]:
    """The findings about identities that were fixed late, or never."""
    if custody != "players" or not steps:
        return
    signed: dict[str, list[int]] = {}
    before: State | None = None
    for step in steps:
        for event in step.events:
            if isinstance(event, e.Bound) and before is not None and event.object in before.objects:
                thing = before.objects[event.object]
                late = _since(signed, thing)
                if late:
                    yield finding(
                        "FD510",
                        f"the identity of {thing.handle} was fixed in entry {step.seq}, after {thing.controller} had written "
                        f"{len(late)} other{'s' if len(late) > 1 else ''} since it was put down in entry {thing.since}",
                        entry=step.seq,
                        object=thing.handle,
                        player=thing.controller,
                        evidence=(thing.since, late[0], step.seq),
                    )
        signed.setdefault(step.by, []).append(step.seq)
        before = step.state
    for thing in steps[-1].state.objects.values():
        if (
            thing.face_down is not None
            and thing.bond is None
            and thing.named is None
            and _since(signed, thing)
        ):
            yield finding(
                "FD510",
                f"the identity of {thing.handle} was never fixed",
                entry=thing.since,
                object=thing.handle,
                player=thing.controller,
                evidence=(thing.since,),
            )


def _since(signed: dict[str, list[int]], thing: Object) -> list[int]:
    """The entries that an object's controller wrote after the one that made it."""
    return [seq for seq in signed.get(thing.controller, ()) if seq > thing.since]
