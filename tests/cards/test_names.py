from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from facedown.cards import builtin
from facedown.cards.card import Card
from facedown.cards.names import Names
from facedown.errors import Malformed


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Exalted Angel", "Exalted Angel"),
        ("  exalted   ANGEL ", "Exalted Angel"),
        ("Aveline de Grandpre", "Aveline de Grandpré"),
        ("Aveline de Grandpre\N{COMBINING ACUTE ACCENT}", "Aveline de Grandpré"),
        ("Adriana’s Valor", "Adriana's Valor"),
        ("adrianas valor", "Adriana's Valor"),
        ("Akroma Angel of Fury", "Akroma, Angel of Fury"),
        ("Fire//Ice", "Fire // Ice"),
        ("fire / ice", "Fire // Ice"),
        ("Ice", "Fire // Ice"),
        ("Ravager of the Fells", "Huntmaster of the Fells // Ravager of the Fells"),
        ("Fate Reforged", "The Battle of Dragon Brothers // Fate Reforged"),
    ],
)
def test_a_card_is_found_however_it_is_written(text: str, name: str) -> None:
    assert builtin.names().find(text).name == name
    assert builtin.names().get(text) == builtin.catalogue()[name]


def test_an_unknown_name_is_answered_with_the_nearest() -> None:
    with pytest.raises(Malformed) as caught:
        builtin.names().find("Exhalted Angel")
    assert str(caught.value) == (
        "no card is called 'Exhalted Angel' in the built-in table; did you mean 'Exalted Angel'?"
    )


def test_a_name_like_no_other_is_answered_without_a_guess() -> None:
    with pytest.raises(Malformed) as caught:
        builtin.names().find("Xyzzyx")
    assert str(caught.value) == "no card is called 'Xyzzyx' in the built-in table"


def test_a_slip_in_a_back_face_suggests_the_whole_name() -> None:
    assert builtin.names().near("Ravager of the Fels") == ["Huntmaster of the Fells // Ravager of the Fells"]


def test_a_card_outside_the_table_is_none() -> None:
    assert builtin.names().get("Black Lotus") is None


def test_a_face_that_two_cards_share_names_neither() -> None:
    names = builtin.names()
    assert names.get("Brisela, Voice of Nightmares") is None
    with pytest.raises(Malformed, match=r"'Bruna.*' or 'Gisela.*': write the whole name"):
        names.find("Brisela, Voice of Nightmares")


def test_a_whole_name_wins_over_a_face() -> None:
    cards = {n: Card(name=n, types=("Instant",)) for n in ("Fire // Ice", "Ice")}
    assert Names(cards).find("ice").name == "Ice"


def test_two_faces_of_one_name_are_one_card() -> None:
    twin = Card(name="Bear // Bear", types=("Creature",), layout="reversible_card")
    assert Names({twin.name: twin}).find("bear") is twin


def test_a_huge_text_is_refused_in_few_words() -> None:
    with pytest.raises(Malformed) as caught:
        builtin.names().find("x" * 100_000)
    assert len(str(caught.value)) < 400


@given(st.text(max_size=60))
def test_no_text_at_all_breaks_the_look_up(text: str) -> None:
    names = builtin.names()
    found = names.get(text)
    try:
        assert names.find(text) is found
    except Malformed:
        assert found is None


def test_every_card_of_the_table_is_found_by_its_own_name_in_capitals() -> None:
    for name in builtin.catalogue():
        assert builtin.names().find(name.upper()).name == name
