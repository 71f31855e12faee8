"""Which oudlers the taker has, as it is typed; without script the server counts them."""

import pytest

from clubs.games.french.forms.deal import FrenchDealForm
from tests.forms.deals.test_deals import PLAIN, form, table

pytestmark = pytest.mark.usefixtures("in_english")

ASKED = {"asked": {"which_oudlers": True}}
UNCOUNTED = {**PLAIN, "oudlers": ""}


def test_those_that_are_named_are_counted():
    asked = form(rules=ASKED, **UNCOUNTED, which_oudlers="excuse")

    assert asked.is_valid()
    record = asked.to_record()
    assert (record["oudlers"], record["which_oudlers"]) == (1, ["excuse"])
    assert FrenchDealForm.initial_of(record, table(4))["which_oudlers"] == ["excuse"]


def test_nobody_has_to_name_them():
    asked = form(rules=ASKED, **PLAIN)

    assert asked.is_valid()
    assert "which_oudlers" not in asked.to_record()


def test_the_numbers_make_room_for_the_names():
    """Also of a deal that names them at a table that does not ask."""
    usual, named = form(**PLAIN), form(**PLAIN, which_oudlers="petit")

    assert [option.data["chip"].small for option in usual["oudlers"]][2] == "41 needed"
    assert [option.data["chip"].small for option in named["oudlers"]] == ["56", "51", "41", "36"]


def test_another_number():
    asked = form(rules=ASKED, **PLAIN, which_oudlers="excuse")

    assert asked.errors == {
        "which_oudlers": ["The number of oudlers and those that are named do not go together."]
    }
