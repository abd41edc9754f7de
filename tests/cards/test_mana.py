from __future__ import annotations

from collections import Counter
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from facedown.cards.mana import Mana, explains, parse
from facedown.errors import Malformed

COLOURS = "WUBRG"
PAIRS = ["W/U", "W/B", "U/B", "U/R", "B/R", "B/G", "R/G", "R/W", "G/W", "G/U"]
SYMBOLS = [
    *COLOURS,
    *"CSX",
    *(str(n) for n in range(17)),
    *PAIRS,
    *(f"2/{c}" for c in COLOURS),
    *(f"C/{c}" for c in COLOURS),
    *(f"{c}/P" for c in COLOURS),
    *(f"{p}/P" for p in PAIRS),
]
costs = st.lists(st.sampled_from(SYMBOLS), max_size=8).map(lambda s: Mana(tuple(s)))
paid_mana = st.lists(st.sampled_from("WUBRGC"), max_size=6)


@given(costs)
def test_what_is_written_reads_back_the_same(mana: Mana) -> None:
    assert parse(str(mana)) == mana


@given(costs)
def test_reading_forgives_case_blanks_and_the_order_of_halves(mana: Mana) -> None:
    turned = [
        "/".join([s.split("/")[1], s.split("/")[0], *s.split("/")[2:]]) if s in PAIRS else s
        for s in mana.symbols
    ]
    assert parse(" ".join(f"{{{s}}}" for s in turned).lower()) == mana


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("2WW", "cannot read '2WW' as mana: each symbol stands in braces; did you mean '{2}{W}{W}'?"),
        ("{WW}", "{WW} is no mana symbol; did you mean '{W}{W}'?"),
        ("{02}", "{02} is no mana symbol; did you mean '{2}'?"),
        ("w/u", "cannot read 'w/u' as mana: each symbol stands in braces; did you mean '{W/U}'?"),
        ("{2", "cannot read '{2' as mana: each symbol stands in braces; did you mean '{2}'?"),
        ("{Q}", "{Q} is no mana symbol"),
        ("{}", "{} is no mana symbol"),
        ("three", "cannot read 'three' as mana: each symbol stands in braces"),
        ("{²}", "{²} is no mana symbol"),
        ("{3/W}", "{3/W} is no mana symbol"),
        ("{12345678}", "{12345678} is no mana symbol"),
    ],
)
def test_what_cannot_be_read_is_answered_with_what_was_meant(text: str, said: str) -> None:
    with pytest.raises(Malformed) as caught:
        parse(text)
    assert str(caught.value).startswith(said)


def test_endless_mana_is_refused() -> None:
    with pytest.raises(Malformed, match="longer than"):
        parse("{W}" * 1000)


@given(st.text(alphabet="{}0123WUBRGCSXP/ wé", max_size=20))
def test_no_text_raises_anything_but_malformed(text: str) -> None:
    try:
        parse(text)
    except Malformed:
        return


@pytest.mark.parametrize(
    ("cost", "value"),
    [
        ("", 0),
        ("{0}", 0),
        ("{2}{W}{W}", 4),
        ("{X}{B}{B}", 2),
        ("{G/U}{G/U}", 2),
        ("{2/W}{2/W}", 4),
        ("{1}{W/P}", 2),
        ("{G/W/P}", 1),
        ("{S}{C}", 2),
        ("{C/W}", 1),
        ("{1000000}", 1_000_000),
    ],
)
def test_mana_value_counts_as_rule_202_3_says(cost: str, value: int) -> None:
    assert parse(cost).value() == value


def test_a_chosen_x_counts_once_for_each_x() -> None:
    assert parse("{X}{X}{R}").value(x=3) == 7


def test_no_mana_cost_is_explained_by_nothing() -> None:
    assert not explains("", "")
    assert not explains("", "{0}")
    assert not explains("", "{5}")


def test_a_cost_of_nothing_is_paid_with_nothing() -> None:
    assert explains("{0}", "{0}")
    assert explains("{0}", "")
    assert not explains("{0}", "{1}")


@pytest.mark.parametrize(
    ("cost", "paid"),
    [
        ("{2}{W}{W}", "{W}{W}{W}{W}"),
        ("{2}{W}{W}", "{U}{C}{W}{W}"),
        ("{2}{W}{W}", "{4}"),
        ("{X}{B}{B}", "{B}{B}"),
        ("{X}{B}{B}", "{7}{B}{B}"),
        ("{X}{X}{R}", "{G}{G}{R}"),
        ("{W/U}{W/B}", "{B}{U}"),
        ("{2/W}{2/W}", "{W}{W}"),
        ("{2/W}{2/W}", "{G}{R}{W}"),
        ("{2/W}{2/W}", "{4}"),
        ("{W/P}{1}", "{1}"),
        ("{G/W/P}", "{0}"),
        ("{S}", "{G}"),
        ("{C/W}", "{C}"),
        ("{C}", "{1}"),
        ("{1}{U}", "{X}{U}"),
    ],
)
def test_a_lawful_payment_is_explained(cost: str, paid: str) -> None:
    assert explains(cost, paid)


@pytest.mark.parametrize(
    ("cost", "paid"),
    [
        ("{2}{W}{W}", "{3}"),
        ("{2}{W}{W}", "{5}"),
        ("{2}{W}{W}", "{U}{U}{U}{W}"),
        ("{X}{B}{B}", "{B}"),
        ("{X}{B}{B}", "{U}{U}{U}{B}"),
        ("{X}{X}{R}", "{1}{R}"),
        ("{W/U}", "{B}"),
        ("{W/U}{W/B}", "{U}{U}"),
        ("{2/W}{2/W}", "{G}{W}"),
        ("{W/P}", "{U}"),
        ("{C}", "{W}"),
        ("{S}", "{0}"),
    ],
)
def test_a_payment_that_no_choice_explains_is_not(cost: str, paid: str) -> None:
    assert not explains(cost, paid)


def test_x_is_free_unless_it_is_given() -> None:
    assert explains("{X}{B}{B}", "{3}{B}{B}")
    assert explains("{X}{B}{B}", "{3}{B}{B}", x=3)
    assert not explains("{X}{B}{B}", "{3}{B}{B}", x=2)
    assert explains("{X}{B}{B}", "{X}{B}{B}", x=2)
    assert not explains("{X}{B}{B}", "{B}{B}", x=-1)
    assert explains("{2}{W}", "{2}{W}", x=5)


@given(costs.filter(lambda m: m.symbols != ()), st.none() | st.integers(0, 5))
def test_a_cost_written_down_explains_itself(cost: Mana, x: int | None) -> None:
    assert explains(str(cost), str(cost), x)


small_costs = st.lists(
    st.sampled_from(["W", "U", "C", "1", "2", "X", "W/U", "2/W", "2/U", "C/W", "U/P", "W/U/P"]),
    min_size=1,
    max_size=4,
)


@given(small_costs, paid_mana)
def test_it_agrees_with_trying_every_choice(cost: list[str], paid: list[str]) -> None:
    written = str(Mana(tuple(paid)))
    assert explains(str(Mana(tuple(cost))), written) == _tried(cost, Counter(paid))


def _tried(cost: list[str], paid: Counter[str]) -> bool:
    """Pay in every possible way: each symbol is a list of choices, each choice the mana it takes."""

    def choices(symbol: str) -> list[list[str]]:
        if symbol.isdigit():
            return [["*"] * int(symbol)]
        if symbol.startswith("2/"):
            return [["*", "*"], [symbol[2:]]]
        halves = symbol.split("/")
        life: list[list[str]] = [[]] if halves[-1] == "P" else []
        return life + [[half] for half in halves if half != "P"]

    xs = cost.count("X")
    for picked in product(*(choices(s) for s in cost if s != "X")):
        flat = Counter(mana for choice in picked for mana in choice)
        generic = flat.pop("*", 0)
        if all(paid[m] >= n for m, n in flat.items()):
            left = paid.total() - flat.total() - generic
            if left == 0 or (xs and left > 0 and left % xs == 0):
                return True
    return False
