"""Fields that several forms share."""

import pytest
from django.core.exceptions import ValidationError

from clubs.forms.fields import NamesField, RequestIdField

pytestmark = pytest.mark.usefixtures("in_english")

ID = "0b0b0b0b-0000-4000-8000-000000000001"


class TestRequestIdField:
    def test_keeps_the_id_that_came(self):
        assert str(RequestIdField().clean(ID)) == ID

    @pytest.mark.parametrize("value", ["", None, "no uuid"])
    def test_replaces_what_is_no_id(self, value):
        assert RequestIdField().clean(value) != RequestIdField().clean(value)


class TestNamesField:
    @pytest.mark.parametrize("line", ["Petit\tJean-Luc\t1970", "Zoé Roux\tzoe@example.org"])
    def test_columns_beside_the_names_do_not_become_part_of_them(self, line):
        with pytest.raises(ValidationError, match="paste the columns of the names alone"):
            NamesField().clean(f"Anne Roux\n{line}\n")

    def test_one_a_line(self):
        assert NamesField().clean(" Zoé \r\n\r\nLuc\t Faure\n") == ["Zoé", "Luc Faure"]

    @pytest.mark.parametrize("value", ["", " \n "])
    def test_nobody(self, value):
        assert NamesField(required=False).clean(value) == []
        with pytest.raises(ValidationError):
            NamesField().clean(value)

    def test_a_name_that_is_too_long(self):
        with pytest.raises(ValidationError) as refusal:
            NamesField().clean("Zoé\n" + "x" * 81)

        assert refusal.value.messages == [
            "“xxxxxxxxxxxxxxxxxxxx…” is too long: a name has at most 80 characters."
        ]
        assert NamesField().clean("x" * 80) == ["x" * 80]

    def test_a_letter_that_no_database_keeps(self):
        with pytest.raises(ValidationError) as refusal:
            NamesField().clean("Zoé\nLu\0c")

        assert refusal.value.messages == ["Null characters are not allowed."]

    def test_too_many(self):
        assert len(NamesField().clean("\n".join(map(str, range(300))))) == 300
        with pytest.raises(ValidationError):
            NamesField().clean("\n".join(map(str, range(301))))
