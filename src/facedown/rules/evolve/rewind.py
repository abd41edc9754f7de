"""Going back: an illegal action undone (CR 732.1), or a judge's backup.

The table is as it was; what was learnt stays learnt, and no handle is given out again.
"""

from __future__ import annotations

from msgspec.structs import replace

from facedown.rules.state import Duty, Object, State


def rewind(now: State, then: State) -> State:
    """The state `then`, with the knowledge, the handles and the entry number of `now`."""
    objects = {handle: _remember(now, old) for handle, old in then.objects.items()}
    duties = {key: _carry(duty, now.duties.get(key)) for key, duty in then.duties.items()}
    return replace(
        then,
        seq=now.seq,
        undone=(*then.undone, (then.seq + 1, now.seq)),
        objects=objects,
        hidden=now.hidden,
        duties=duties,
        next_handle=now.next_handle,
        next_slot=now.next_slot,
        loud=now.loud,
    )


def _remember(now: State, old: Object) -> Object:
    later = now.objects.get(old.handle)
    if later is not None:
        # A face that was up in between is known to everybody who was there.
        named = old.card or later.named or later.card or old.named
        return replace(
            old,
            knows=old.knows | later.knows,
            shown_at=max(old.shown_at, later.shown_at),
            bond=later.bond or old.bond,
            named=named if old.face_down is not None else old.named,
        )
    for key, duty in now.duties.items():
        if key.startswith(f"{old.handle}/") and any(show.meets for show in duty.shows):
            return replace(old, knows=old.knows | duty.audience, shown_at=max(s.seq for s in duty.shows))
    return old


def _carry(then: Duty, now: Duty | None) -> Duty:
    return then if now is None else replace(then, shows=now.shows)
