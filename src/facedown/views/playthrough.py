"""A game from beginning to end: after each entry what happened, what changed in public, and what each person knows more.

Made to be read by people and compared by tests: a leak is a line in a difference. It holds no digest and no time, so the
same play gives the same text.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from facedown.cards import builtin
from facedown.cards.card import Card
from facedown.errors import Malformed
from facedown.ledger import parts
from facedown.ledger.openings import JUDGE, Openings
from facedown.ledger.replay import Step
from facedown.views.layout import plain, wide, wrap
from facedown.views.phrases import CAUSES, card, counted, details, name, what
from facedown.views.seeing import view
from facedown.views.view import PUBLIC, ObjectView, PlayerView, View
from facedown.views.words import sentences

NOTHING = "–"


def playthrough(
    steps: Iterable[Step],
    openings: Openings,
    *,
    names: Mapping[str, str],
    cards: Mapping[str, Card] | None = None,
) -> str:
    """Return the whole game as text, one block an entry.

    `openings` has taken all the steps already (`ledger.replay.open_with`). The line ``public`` says what changed for
    everybody; those of the seats and of the judge say all that each knows *besides*: face-down cards and hands.
    """
    facts = cards if cards is not None else builtin.catalogue()
    lines: list[str] = []
    before: View | None = None
    for step in steps:
        now = view(step.state, PUBLIC, {}, names=names, cards=facts)
        lines += ["", *_deed(step, names)]
        margin = max((wide(name(now, seat.id)) for seat in now.players), default=0)
        margin = max(margin, len(PUBLIC)) + 6
        lines += _line(PUBLIC, _changes(before, now), margin)
        for who in (*step.state.players, JUDGE):
            known = openings.of(who, upto=step.seq)
            if who == JUDGE and JUDGE not in openings.known:
                continue
            mine = view(step.state, who, known, names=names, cards=facts)
            lines += _line(who if who == JUDGE else name(mine, who), _besides(mine), margin)
        before = now
    return "\n".join(lines[1:]) + "\n"


def log(steps: Iterable[Step], *, names: Mapping[str, str]) -> str:
    """Return what happened in each entry in public words, with its number: what audits and other moments refer to."""
    return "\n".join(line for step in steps for line in _deed(step, names)) + "\n"


def deed(step: Step, names: Mapping[str, str]) -> str:
    """Return what happened in an entry in public words, on one line."""
    return sentences(step.events, names, texts(step.parts))


def _deed(step: Step, names: Mapping[str, str]) -> list[str]:
    return wrap(deed(step, names), f"{step.seq:<4}", "    ")


def texts(found: Iterable[bytes]) -> dict[str, str]:
    """Return the texts among the parts of an entry, by digest (what is sealed is no text)."""
    said: dict[str, str] = {}
    for part in found:
        try:
            said[parts.digest(part)] = parts.read_text(part)
        except Malformed:
            continue
    return said


def _line(who: str, words: Iterable[str], margin: int) -> list[str]:
    blank = " " * margin
    first = f"    {who}"
    return wrap("; ".join(words) or NOTHING, first + blank[wide(first) :], blank)


def _changes(before: View | None, now: View) -> Iterator[str]:
    """What is other than before for everybody."""
    for player in now.players:
        was = before.player(player.id) if before is not None else None
        if was != player:
            yield from _player(now, player, was)
    for one in now.objects:
        then = before.object(one.handle) if before is not None else None
        if then != one:
            yield _object(now, one)
    if before is None:
        return
    gone = [one.handle for one in before.objects if now.object(one.handle) is None]
    if gone:
        yield f"gone: {', '.join(gone)}"
    yield from _dues(before, now)
    if now.ended != before.ended:
        yield f"ended: {plain(now.ended)}" if now.ended is not None else "not ended"


def _dues(before: View, now: View) -> Iterator[str]:
    """Reveals that fell due, were met, or whose time is over."""
    new: dict[str, list[str]] = {}
    for duty in now.duties:
        if duty not in before.duties:
            new.setdefault(CAUSES.get(duty.cause, duty.cause), []).append(duty.object)
    for cause, objects in new.items():
        yield f"to be shown ({cause}): {', '.join(objects)}"
    late = {(duty.object, duty.cause) for duty in now.unshown}
    still = {(duty.object, duty.cause) for duty in now.duties}
    over = [duty for duty in before.duties if (duty.object, duty.cause) not in still]
    for said, missed in (("shown in time", False), ("NOT shown", True)):
        which = [duty.object for duty in over if ((duty.object, duty.cause) in late) is missed]
        if which:
            yield f"{said}: {', '.join(which)}"
    done = [
        duty.object
        for duty in before.unshown
        if (duty.object, duty.cause) not in late and (duty.object, duty.cause) not in still
    ]
    if done:
        yield f"shown late: {', '.join(done)}"


def _player(now: View, player: PlayerView, then: PlayerView | None) -> Iterator[str]:
    said: list[str] = []
    if then is None or then.status != player.status:
        said.append(player.status)
    for word, old, new in (
        ("life", then and then.life, player.life),
        ("hand", then and then.hand, player.hand),
        ("library", then and then.library, player.library),
    ):
        if old != new:
            said.append(f"{word} {new}")
    if then is None or then.known_hand != player.known_hand:
        said += [f"in hand {one}" for one in counted(plain(card) for card in player.known_hand)]
    if said:
        yield f"{name(now, player.id)}: {', '.join(said)}"


def _object(now: View, one: ObjectView) -> str:
    more = [word for word in details(now, one) if not word.startswith("since entry")]
    public = f" [all know: {plain(one.named)}]" if one.named is not None and one.everybody_knows else ""
    rest = f"; {'; '.join(more)}" if more else ""
    said = f"{one.handle} {one.zone}, {name(now, one.controller)}: {what(one)}{public}"
    return f"{said}{rest}"


def _besides(mine: View) -> Iterator[str]:
    """All that a viewer knows beyond what is public."""
    for one in mine.objects:
        if one.known is not None and (one.known.name != one.named or one.marks):
            differs = " (differs from what is public)" if "differs from public" in one.marks else ""
            yield f"{one.handle} = {card(one.known)}{differs}"
        for part in one.parts:
            if part.known is not None:
                yield f"{part.handle} = {card(part.known)}"
    for player in mine.players:
        if player.cards:
            whose = "" if player.id == mine.viewer else f"{name(mine, player.id)}’s "
            yield f"{whose}hand: {', '.join(counted(card(one.card) for one in player.cards))}"
    for choice in mine.choices:
        if choice.values is not None and choice.shown is None:
            yield f"{choice.handle} = {', '.join(plain(value) for value in choice.values)}"
    for duty in mine.duties:
        if duty.known is not None and mine.object(duty.object) is None:
            yield f"owed {duty.object} = {card(duty.known)}"
    for seen in mine.seen:
        yield f"saw {card(seen.card)} ({seen.was or seen.zone}, entry {seen.entry})"
