"""How a typed number or name finds its player."""

import pytest
from django.core.exceptions import ValidationError

from clubs.forms.deals.bulk_cells import Seats

pytestmark = pytest.mark.usefixtures("in_english")

SEATS = Seats(
    ("n0", "n1", "n2", "n3"), {"anne": 0, "zoe": 1, "jean luc": 2, "dino": 3, "anne martin": 0}
)


class TestFind:
    @pytest.mark.parametrize(
        ("text", "player"),
        [
            ("1", "n0"),
            (" 4 ", "n3"),
            ("anne", "n0"),
            ("ZOÉ", "n1"),
            ("Jean  Luc", "n2"),
            ("Anne Martin", "n0"),
        ],
    )
    def test_by_number_or_name(self, text, player):
        assert SEATS.find(text) == player

    @pytest.mark.parametrize("text", ["0", "5", "12", "007"])
    def test_a_number_that_nobody_has(self, text):
        with pytest.raises(ValidationError) as refused:
            SEATS.find(text)

        assert refused.value.messages == ["The players have the numbers 1 to 4."]

    def test_a_name_that_nobody_has(self):
        with pytest.raises(ValidationError) as refused:
            SEATS.find("Zoé Klein de la Fontaine")

        assert refused.value.messages == ["Nobody called “Zoé Klein de la Font” sits here."]

    @pytest.mark.parametrize("text", ["", "٣", "²", "1a", "-"])
    def test_what_is_neither(self, text):
        with pytest.raises(ValidationError):
            SEATS.find(text)


class TestFindAll:
    @pytest.mark.parametrize("text", ["24", "Zoé / Dino", "zoé,dino", "Zoé|4"])
    def test_digits_or_names(self, text):
        assert SEATS.find_all(text) == ["n1", "n3"]
