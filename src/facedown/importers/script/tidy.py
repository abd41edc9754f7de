"""What people write in more than one way, as the rules' own words: costs, ways, procedures, what a trigger waits for."""

from __future__ import annotations

import re
from typing import Any

from facedown.cards import mana
from facedown.errors import Malformed
from facedown.importers.script.words import nearest, quoted
from facedown.rules.ways import WAYS

PROCEDURES = (
    "morph",
    "disguise",
    *(way.name for way in WAYS.values() if way.for_mana_cost),
    "hidden agenda",
    "effect",
    "unrecorded",
)
"""How a permanent is turned face up: by an ability of its card, by its way, by an effect, or nobody knows."""

EVENTS = {
    "etb": "enters",
    "enter": "enters",
    "enters the battlefield": "enters",
    "turned up": "turned_up",
    "turned face up": "turned_up",
    "turn_up": "turned_up",
    "die": "dies",
    "death": "dies",
}
"""Other words for the events that the rules ask about; any other text stays as it is."""

_LIKE_MANA = re.compile(r"[\s\dWUBRGCXSP/{}]+", re.IGNORECASE)
_BARE = re.compile(r"\d+|[WUBRGCXS]")


def tidy(word: str, values: dict[str, Any]) -> None:
    """Put the values of an action into the rules' own words, in place.

    Raises:
        Malformed: mana that cannot be read, or a procedure that nobody knows: what rests on it would be judged wrongly.
    """
    if "cost" in values:
        values["cost"] = cost(values["cost"])
    if isinstance(values.get("face_down"), str):
        values["face_down"] = values["face_down"].strip().lower()
        if values["face_down"] == "megamorph":  # announced as morph (CR 702.37b)
            values["face_down"] = "morph"
            if word in {"cast", "put"}:
                values.setdefault("variant", "megamorph")
    if word == "turn_up" and isinstance(values.get("procedure"), str):
        values["procedure"] = procedure(values["procedure"])
    if word == "trigger" and isinstance(values.get("on"), str):
        said = values["on"].strip().lower()
        values["on"] = EVENTS.get(said, said if said in EVENTS.values() else values["on"])


def cost(written: Any) -> Any:
    """A cost with its mana in braces; what is no mana ("discard a card") as it is.

    >>> cost("2WW"), cost(3), cost("{1}{U}"), cost("pay 5 life")
    ('{2}{W}{W}', '{3}', '{1}{U}', 'pay 5 life')

    Raises:
        Malformed: it looks like mana and cannot be read as mana.
    """
    if isinstance(written, int) and not isinstance(written, bool):
        written = str(written)
    if not isinstance(written, str) or not written.strip() or not _LIKE_MANA.fullmatch(written):
        return written
    bare = "".join(written.split()).upper()
    symbols = _BARE.findall(bare)
    if "".join(symbols) == bare:
        return "".join(f"{{{symbol}}}" for symbol in symbols)
    mana.parse(written)
    return written


def procedure(written: str) -> str:
    """How a permanent was turned up, by the procedure's own name.

    Raises:
        Malformed: there is none of that name; the message says which there are.
    """
    said = written.strip().lower()
    if said == "megamorph":  # a megamorph cost is a morph cost (CR 702.37b)
        return "morph"
    if said not in PROCEDURES:
        raise Malformed(
            f"turn_up: {quoted(written)} is no procedure{nearest(said, PROCEDURES)}; there is {', '.join(PROCEDURES)}"
        )
    return said
