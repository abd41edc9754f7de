"""Mana: reading it, counting it, and asking whether a payment can be right (CR 107.4, 202.3, 118).

`explains` answers for an auditor, so it is generous: it says no only if *no* legal choice of colours,
halves, life and X makes the payment match.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from facedown.errors import Malformed

_TYPES = "WUBRGC"
_HYBRIDS = ("W/U", "W/B", "U/B", "U/R", "B/R", "B/G", "R/G", "R/W", "G/W", "G/U")
"""The ten pairs in the order in which they are printed (CR 107.4)."""

_FIXED = frozenset(
    [*_TYPES, "X", "S", *_HYBRIDS]
    + [f"{half}/{colour}" for half in "2C" for colour in "WUBRG"]
    + [f"{colour}/P" for colour in "WUBRG"]
    + [f"{pair}/P" for pair in _HYBRIDS]
)
_NUMBER = re.compile(r"0|[1-9][0-9]{0,6}", re.ASCII)
_TOKEN = re.compile(r"\{([^{}]*)\}")
_LONGEST = 256
"""Characters; the longest printed mana cost has 60."""


@dataclass(frozen=True, slots=True)
class Mana:
    """Mana symbols in the order written, each without its braces: `("2", "W", "W")`, `("W/U",)`.

    No symbols at all is *no mana cost* (CR 202.1b); `("0",)` is a cost of nothing (CR 118.5).
    `str()` writes what `parse` reads.
    """

    symbols: tuple[str, ...]

    def __str__(self) -> str:
        return "".join(f"{{{symbol}}}" for symbol in self.symbols)

    def value(self, x: int = 0) -> int:
        """Return the mana value (CR 202.3), with `x` for every {X}: 0 except on the stack (202.3e).

        The largest half of a hybrid counts (202.3f), one for a Phyrexian symbol (202.3g), and no mana
        cost is 0 (202.3a).
        """
        return sum(_value(symbol, x) for symbol in self.symbols)


def parse(text: str) -> Mana:
    """Read mana symbols, each in braces: `{2}{W}{W}`; `""` is no mana cost.

    Small letters and blanks between symbols are read too, and the halves of a hybrid in either order.
    Raises `Malformed` for anything else, with what was probably meant.

    >>> parse("{x}{u/w}").symbols
    ('X', 'W/U')
    """
    if len(text) > _LONGEST:
        raise Malformed(f"mana of {len(text)} characters is longer than {_LONGEST}")
    if _TOKEN.sub("", text).strip():
        raise Malformed(f"cannot read {text!r} as mana: each symbol stands in braces{_meant(text)}")
    symbols: list[str] = []
    for inside in _TOKEN.findall(text):
        symbol = _symbol(inside)
        if symbol is None:
            raise Malformed(f"{{{inside}}} is no mana symbol{_meant(text)}")
        symbols.append(symbol)
    return Mana(tuple(symbols))


@lru_cache(maxsize=4096)
def explains(cost: str, paid: str, x: int | None = None) -> bool:
    """Tell whether paying `paid` can be a lawful payment of `cost`.

    `paid` is mana (`{U}{W}{W}`), or the cost itself written down, or anything between: a number stands
    for that much mana of unrecorded types, {X} for an unrecorded amount, a hybrid for one of its halves.
    `x` is the number chosen for X if it is known; otherwise any will do (CR 107.3d). Any mana pays
    generic mana (107.4b), a Phyrexian symbol may have been paid with life (107.4f), and any mana may
    have come from a snow source (107.4h). `""`, no mana cost, cannot be paid at all (118.6). Raises
    `Malformed` if either is no mana.

    >>> explains("{2}{W}", "{U}{U}{W}"), explains("{2}{W}", "{U}{U}{U}"), explains("", "{0}")
    (True, False, False)
    """
    owed, given = parse(cost).symbols, parse(paid).symbols
    if not owed or (x is not None and x < 0):
        return False
    need, have = _Need.of(owed), _Have.of(given, x)
    reach = _matching(need.must, have)
    if reach < len(need.must):
        return False
    # How much mana the cost can come to: each half that replaces {2} saves one, each life paid saves one.
    halves = _matching(need.must + need.instead_of_two, have) - reach
    lives = _matching(need.must + need.instead_of_life, have) - reach
    base = len(need.must) + 2 * len(need.instead_of_two) + need.generic
    least, most = have.least - (base + lives), have.most - (base - halves)
    if x is not None:
        # A payment that itself says {X} means the same number.
        least += have.variable * x
        most += have.variable * x
        return least <= need.variable * x <= most
    if have.variable:
        return need.variable > 0 or least <= 0
    if not need.variable:
        return least <= 0 <= most
    # Some multiple of the number of {X} symbols, zero included, must lie in between.
    return most >= 0 and -(-max(least, 0) // need.variable) * need.variable <= most


@dataclass(frozen=True, slots=True)
class _Need:
    """What a cost asks for: slots that take one mana of certain types, and generic mana."""

    must: list[str]
    instead_of_two: list[str]
    instead_of_life: list[str]
    generic: int
    variable: int

    @classmethod
    def of(cls, symbols: Iterable[str]) -> _Need:
        must: list[str] = []
        two: list[str] = []
        life: list[str] = []
        generic = variable = 0
        for symbol in symbols:
            if symbol == "X":
                variable += 1
            elif symbol.isdigit():
                generic += int(symbol)
            elif symbol.startswith("2/"):
                two.append(symbol[2:])
            elif symbol.endswith("/P"):
                life.append(symbol[:-2])
            else:
                must.append(_TYPES if symbol == "S" else symbol)
        return cls(must, two, life, generic, variable)


@dataclass(frozen=True, slots=True)
class _Have:
    """What was paid: units of certain types, units of unrecorded types, and the possible totals."""

    units: list[str]
    wild: int
    least: int
    most: int
    variable: int

    @classmethod
    def of(cls, symbols: Iterable[str], x: int | None) -> _Have:
        units: list[str] = []
        wild = least = most = variable = 0
        for symbol in symbols:
            if symbol == "X":
                variable += 1
                wild += _LONGEST if x is None else x
                continue
            few, many = 1, 1
            if symbol.isdigit():
                few = many = int(symbol)
                wild += many
            elif symbol.startswith("2/"):
                many = 2
                wild += many
            elif symbol == "S":
                wild += 1
            elif symbol.endswith("/P"):
                few = 0
                units.append(symbol[:-2])
            else:
                units.append(symbol)
            least, most = least + few, most + many
        return cls(units, wild, least, most, variable)


def _matching(slots: Sequence[str], have: _Have) -> int:
    """Return how many `slots` can be filled at once, one unit each (augmenting paths)."""
    filled_by: dict[int, int] = {}

    def place(slot: int, tried: set[int]) -> bool:
        for index, unit in enumerate(have.units):
            if index in tried or not set(unit) & set(slots[slot]) - {"/"}:
                continue
            tried.add(index)
            if index not in filled_by or place(filled_by[index], tried):
                filled_by[index] = slot
                return True
        return False

    filled = sum(place(slot, set()) for slot in range(len(slots)))
    return min(len(slots), filled + have.wild)


def _value(symbol: str, x: int) -> int:
    if symbol == "X":
        return x
    if symbol.isdigit():
        return int(symbol)
    return 2 if symbol.startswith("2/") else 1


def _symbol(inside: str) -> str | None:
    """Return the symbol as printed, or `None` if there is none such."""
    symbol = inside.strip().upper()
    if symbol in _FIXED or _NUMBER.fullmatch(symbol):
        return symbol
    halves = symbol.split("/")
    turned = "/".join([*reversed(halves[:2]), *halves[2:]])
    return turned if turned in _FIXED else None


def _meant(text: str) -> str:
    """Guess at the mana behind a text such as `2WW`, `{WW}` or `{02}`: a hint, or nothing."""
    bare = re.sub(r"[\s{}]", "", text).upper()
    pieces = re.findall(r"0*[0-9]+/[WUBRG]|[WUBRGC]/[WUBRG](?:/P)?|[WUBRG]/P|[0-9]+|[WUBRGCXS]", bare)
    guess = [_symbol(p.lstrip("0") or "0") for p in pieces]
    if not pieces or "".join(pieces) != bare or None in guess:
        return ""
    return "; did you mean '" + "".join(f"{{{g}}}" for g in guess) + "'?"
