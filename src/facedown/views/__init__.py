"""What each person sees: the public state, and what the person's own keys open.

>>> from facedown import views
>>> from facedown.rules.state import PlayerState, State
>>> table = State(players={"p1": PlayerState(id="p1", hand=7)})
>>> seen = views.view(table, "public", {}, names={"p1": "Alice"}, cards={})
>>> seen.players[0].name, seen.players[0].hand, seen.players[0].cards
('Alice', 7, None)

`at` gives the view of one moment, `text` says it to people; `log` says what happened in each entry, `playthrough` also who
knew what after it, `deed` one entry.
"""

from __future__ import annotations

from facedown.views.playthrough import deed, log, playthrough
from facedown.views.seeing import at, view
from facedown.views.text import text
from facedown.views.view import (
    PUBLIC,
    ZONES,
    ChoiceView,
    DutyView,
    Face,
    HandCard,
    ObjectView,
    Part,
    PlayerView,
    SeenCard,
    View,
)
from facedown.views.words import sentences

__all__ = [
    "PUBLIC",
    "ZONES",
    "ChoiceView",
    "DutyView",
    "Face",
    "HandCard",
    "ObjectView",
    "Part",
    "PlayerView",
    "SeenCard",
    "View",
    "at",
    "deed",
    "log",
    "playthrough",
    "sentences",
    "text",
    "view",
]
