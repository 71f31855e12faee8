"""Who waited in the auction, as it is typed."""

import pytest

from clubs.games.french.forms.deal import FrenchDealForm
from tests.forms.deals.test_deals import PLAIN, form, table

pytestmark = pytest.mark.usefixtures("in_english")

PAROLE = {"asked": {"parole": True}}


def test_who_waited_is_offered_where_the_house_asks():
    assert form(rules=PAROLE, **PLAIN).asks_parole
    assert not form(**PLAIN).asks_parole
    assert form(**PLAIN, parole="n1").asks_parole  # a correction must not lose it


def test_there_and_back():
    asked = form(rules=PAROLE, **PLAIN, parole="n1")

    assert asked.is_valid()
    record = asked.to_record()
    assert record["parole"] == ["n1"]
    assert FrenchDealForm.initial_of(record, table(4))["parole"] == ["n1"]
    unasked = form(rules=PAROLE, **PLAIN)
    assert unasked.is_valid()
    assert "parole" not in unasked.to_record()


def test_who_rests_said_nothing():
    asked = form(5, "n4", rules=PAROLE, **PLAIN, parole="n4", out="n4")

    assert list(asked.errors) == ["parole"]
    assert asked.open_fold == "parole"
