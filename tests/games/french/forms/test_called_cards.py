"""Which card was called, as it is typed."""

import pytest

from clubs.games.french.forms.deal import FrenchDealForm
from tests.forms.deals.test_deals import PLAIN, form, table

pytestmark = pytest.mark.usefixtures("in_english")

ASKED = {"asked": {"called_cards": True}}
FIVE = {**PLAIN, "called_0": "n1"}
SIX = {**FIVE, "called_1": "dog"}


def test_a_card_is_offered_where_the_house_asks():
    assert form(5, rules=ASKED, **FIVE).asks_cards
    assert not form(5, **FIVE).asks_cards
    assert form(5, **FIVE, suit_0="hearts").asks_cards  # a correction must not lose it


@pytest.mark.parametrize(
    ("count", "told", "cards"),
    [
        (5, {**FIVE}, None),
        (5, {**FIVE, "rank_0": "queen"}, None),
        (5, {**FIVE, "suit_0": "hearts"}, ["king_hearts"]),
        (5, {**FIVE, "suit_0": "clubs", "rank_0": "knight"}, ["knight_clubs"]),
        (6, {**SIX, "suit_1": "spades"}, [None, "queen_spades"]),
        (6, {**SIX, "suit_0": "spades", "suit_1": "spades"}, ["king_spades", "queen_spades"]),
    ],
)
def test_there_and_back(count, told, cards):
    asked = form(count, rules=ASKED, **told)

    assert asked.is_valid()
    record = asked.to_record()
    assert record.get("called_cards") == cards
    again = FrenchDealForm.initial_of(record, table(count))
    kept = {name: value for name, value in again.items() if name.startswith(("suit", "rank"))}
    typed = {name: value for name, value in told.items() if name.startswith(("suit", "rank"))}
    assert kept == (typed if cards else {})


def test_the_same_card_twice_is_told_at_the_second():
    asked = form(6, rules=ASKED, **SIX, suit_0="spades", rank_0="queen", suit_1="spades")

    assert asked.errors == {"suit_1": ["The same card is there twice."]}
