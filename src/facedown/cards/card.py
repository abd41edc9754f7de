"""The facts of one card, as far as playing it face down or showing it depends on them.

A card here is the printed card, not an object in a game: nothing in this file changes. Everything is
about the *front face* of a double-faced card, because a card has only the characteristics of its front
face anywhere but on the stack and the battlefield (CR 712.8a), and turns up with that face (CR 712.15a).
"""

from __future__ import annotations

from typing import Literal

import msgspec

Keyword = Literal["morph", "megamorph", "disguise"]
"""The ability that lets a card be cast face down: CR 702.37a, 702.37b, 702.168a."""

OtherCostKind = Literal["discard", "pay_life", "return_to_hand", "reveal_from_hand", "sacrifice"]

Role = Literal["foretell", "hidden_agenda"]
"""An ability that puts the card itself face down elsewhere than on the battlefield."""

DOUBLE_FACED_LAYOUTS = frozenset({"transform", "modal_dfc", "meld"})
"""The three kinds that CR 712.1 calls double-faced: nonmodal (712.2), modal (712.3), meld (712.4)."""


class OtherCost(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A morph cost that is paid with something other than mana, such as discarding a card."""

    kind: OtherCostKind
    n: int
    """How many cards, permanents or points of life."""
    filter: str | None = None
    """What counts, in words (`"blue card"`, `"Island you control"`); `None` for life."""


class Card(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """One card.

    >>> falcon = Card(name="Coveted Falcon", mana_cost="{1}{U}{U}", types=("Artifact", "Creature"),
    ...               keyword="disguise", turn_up_cost="{1}{U}")
    >>> falcon.is_creature, falcon.is_double_faced
    (True, False)
    """

    name: str
    """The full English name (CR 201.2); `"Front // Back"` where the card has two faces or halves."""
    mana_cost: str = ""
    """Symbols as printed, `"{2}{W}{W}"`; of a split card, the left half.

    `""` is *no mana cost*, which cannot be paid (CR 202.1b, 118.6). It is never the same as `"{0}"`,
    which is paid with nothing (CR 118.5).
    """
    types: tuple[str, ...]
    """Card types, `("Artifact", "Creature")`."""
    supertypes: tuple[str, ...] = ()
    subtypes: tuple[str, ...] = ()
    power: str | None = None
    """As printed, so it may be `"*"`; `None` where nothing is printed."""
    toughness: str | None = None
    layout: str = "normal"
    """How the faces are arranged, in MTGJSON's words: `normal split transform modal_dfc meld …`."""
    color_identity: tuple[str, ...] = ()
    """Letters of `WUBRG` (CR 903.4). Not the card's colours: a land has an identity and no colour."""
    keyword: Keyword | None = None
    """The printed ability to be cast face down, if there is one."""
    turn_up_cost: str | None = None
    """The mana that `keyword` asks for to turn the permanent face up; `None` if it asks for no mana."""
    turn_up_alt: OtherCost | None = None
    """What `keyword` asks for instead, where that is not mana."""
    turn_up_note: str | None = None
    """Why paying less than `turn_up_cost` may be right, where the card itself says so."""
    roles: tuple[Role, ...] = ()

    @property
    def front_name(self) -> str:
        """The name of the front face, or of the left half; the whole name of any other card."""
        return self.name.split(" // ", 1)[0]

    @property
    def has_mana_cost(self) -> bool:
        """Whether there is a mana cost to pay at all (CR 202.1b)."""
        return self.mana_cost != ""

    @property
    def is_creature(self) -> bool:
        """Whether it is a creature card: what turning up a manifested card asks (CR 701.40b)."""
        return "Creature" in self.types

    @property
    def is_instant_or_sorcery(self) -> bool:
        """Whether it must stay face down where others would turn up (CR 701.40g, 701.58g)."""
        return "Instant" in self.types or "Sorcery" in self.types

    @property
    def is_double_faced(self) -> bool:
        """Whether it is double-faced, and so cannot be turned face down (CR 712.1, 712.16)."""
        return self.layout in DOUBLE_FACED_LAYOUTS

    @property
    def has_foretell(self) -> bool:
        """Whether the card itself has foretell (CR 702.143a); an effect may foretell others too."""
        return "foretell" in self.roles

    @property
    def has_hidden_agenda(self) -> bool:
        """Whether it is a conspiracy with hidden agenda or its variant, double agenda (CR 702.106)."""
        return "hidden_agenda" in self.roles
