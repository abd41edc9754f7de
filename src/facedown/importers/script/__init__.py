"""A game written down by hand: one action a line, as JSON; `facedown record` turns it into a record.

::

    {"do":"start","players":["Alice","Bob"],"first":"Alice"}
    {"do":"draw","player":"Bob","count":7}
    {"do":"morph","card":"Exalted Angel","as":"angel"}
    {"do":"resolve"}
    {"do":"turn"}
    {"do":"manifest"}
    # Bob concedes
    {"do":"concede","player":"bob"}
    {"do":"show","object":"angel"}
    {"do":"close"}

Blank lines and lines that begin with ``#`` say nothing. The first line seats the players: names, or objects with
``name`` and perhaps ``team``, ``library``, ``hand``, ``life``; ``first`` is who begins. Every other line is an action of
`facedown.rules.actions` by its word, with its fields; `words.SHORT` lists short words for frequent ones.

==============  ===============================================================================================
written         meant
==============  ===============================================================================================
a player        by name, in any case, or by role id (``p1``, in the order of the first line)
an object       by handle (``#7``), or by a label that an earlier line gave with ``"as"``
a card          by its name, forgivingly; one that is nearly a known name is refused unless ``"exactly":true``
one of a list   ``"to":"Bob"`` where a list may stand: ``"to":["Bob"]``
==============  ===============================================================================================

What may be left out: the player who casts, puts, draws, moves hidden cards, shuffles, creates, attacks, mixes, chooses or
has priority (whoever's turn it is); who looks at an object (its controller); whose turn begins (the next player's, or the
first one's if nobody has done anything yet); what resolves (the top of the stack); a count of one. Mana may be written
without braces (``2WW``). ``{"do":"reverse","line":12}`` goes back to after line 12 of the script.

`lines` reads JSON · `words` knows actions and fields · `names` finds players and cards · `tidy` puts costs and procedures
into the rules' words · `reading` checks a script without a game · `labels` follows objects · `faces` remembers which card
is which · `play` plays it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from hashlib import sha256

from facedown.cards.card import Card
from facedown.importers.draft import Draft, Growth
from facedown.importers.script.labels import Labels
from facedown.importers.script.play import play
from facedown.importers.script.reading import Line, Script, read
from facedown.ledger import entry
from facedown.ledger.game import PREFIX, Game, Public, clock
from facedown.ledger.store import Store
from facedown.proofs.signing import SigningKey

__all__ = ["Labels", "Line", "Script", "play", "read", "run"]


def run(
    data: bytes,
    store: Store,
    *,
    sign_key: SigningKey | None = None,
    judge: Public | None = None,
    strict: bool = True,
    cards: Mapping[str, Card] | None = None,
    catalogue: entry.Catalogue | None = None,
    origin: str = PREFIX,
    now: Callable[[], int] = clock,
    labels: Labels | None = None,
) -> Game:
    """Play a whole script into a new game in `store`, in one transaction. The options are those of `Game.new`.

    `labels` (a new `Labels()`) learns what the script calls its objects.

    Raises:
        Malformed: a line cannot be read or played, with its number. Nothing was stored.
        Illegal: `strict`, and the rules do not allow a line; the message names it. Nothing was stored.
    """
    script = read(data)
    draft = Draft()
    game = Game.new(
        draft,
        [seat.player for seat in script.seats],
        sign_key=sign_key,
        judge=judge,
        strict=strict,
        cards=cards,
        catalogue=catalogue,
        source=entry.Source(kind="script", sha256=sha256(data).hexdigest()),
        seats=script.seats,
        origin=origin,
        now=now,
    )
    with game.batch():
        growth = Growth()
        for _ in play(script, game, labels):
            growth.watch(game.state)
    return draft.move(game, store)
