"""What a target or a host must be, in public words, and what is read from them."""

from __future__ import annotations

import pytest

from facedown.rules import actions as a
from facedown.rules.conduct.permanents import satisfies

CASES = [
    ("Grizzly Bears", "creature", True),
    ("Grizzly Bears", "Creature you control", True),
    ("Grizzly Bears", "noncreature permanent", False),
    ("Grizzly Bears", "non-creature permanent", False),
    ("Grizzly Bears", "nonland permanent", True),
    ("Grizzly Bears", "artifact creature", False),
    ("Grizzly Bears", "creatures", True),
    ("Grizzly Bears", "artifact, creature, or land", True),
    ("Memnite", "artifact creature you control", True),
    ("Forest", "nonland permanent", False),
    ("Forest", "land", True),
    ("Forest", "creature", False),
    ("Forest", "creature or land", True),
    ("Forest", "creature/planeswalker", False),
    ("Forest", "creature, planeswalker, or battle", False),
    ("Forest", "Forest", True),
    ("Forest", "permanent", True),
    ("Forest", "permanent that isn't a creature", None),
    ("Forest", "permanent other than a creature", None),
    ("Forest", "creature without flying", None),
    ("Forest", None, None),
    ("Forest", "", None),
    ("Forest", " , ", None),
    ("Nobody Knows It", "creature", None),
]


@pytest.mark.parametrize(("card", "need", "answer"), CASES)
def test_what_is_needed_is_read_generously(w, card, need, answer):
    assert satisfies(w.cards, w[w.put(card)], need) is answer


def test_an_effect_can_make_it_fit(w):
    forest = w.put("Forest")
    w.do(a.Change(object=forest, by="Living Plane", adds=("Creature",)))
    assert satisfies(w.cards, w[forest], "creature") is True


def test_face_down_it_is_what_its_way_lists(w, permanent_way):
    thing = w.down(permanent_way)
    assert satisfies(w.cards, w[thing], "creature") is True
    assert satisfies(w.cards, w[thing], "enchantment") is False
