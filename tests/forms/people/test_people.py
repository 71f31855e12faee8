"""What may be typed about a club and its people."""

import pytest
from django.http import QueryDict

from clubs.core.names import PersonName
from clubs.forms.people.people import (
    ClubStartForm,
    MemberFilterForm,
    MemberForm,
)
from clubs.queries.deals.rules import built_in_rules

pytestmark = pytest.mark.usefixtures("in_english")


class TestClubStartForm:
    def form(self, step, **data):
        told = {"rules": "fft", **data}
        return ClubStartForm(told, offers=built_in_rules(), step=step)

    def test_other_steps_travel_hidden(self):
        form = self.form(2, name="Dole", members="Zoé\nLuc")

        assert [field.name for field in form.carried()] == [
            "name",
            "owner_name",
            "members",
            "request_id",
        ]

    @pytest.mark.parametrize(
        ("step", "data", "bad"),
        [
            (1, {"name": ""}, 1),
            (1, {"name": "Dole", "members": "x" * 81}, None),  # not asked yet
            (3, {"name": "Dole", "members": "x" * 81}, 3),
            (3, {"name": "", "members": "x" * 81}, 1),
            (2, {"name": "Dole", "rules": "unknown"}, 2),
        ],
    )
    def test_the_first_step_with_something_to_mend(self, step, data, bad):
        assert self.form(step, **data).first_bad_step() == bad

    def test_the_rules_that_are_chosen(self):
        form = self.form(2, name="Dole", rules="family")

        assert [o.offer.name for o in form.rules_options() if o.is_on] == ["family"]


class TestMemberDetails:
    def form(self, **told):
        names = {"family_name": "B", "table_name": "B", "is_member": "yes", "public_name": "full"}
        return MemberForm({**names, **told})

    @pytest.mark.parametrize(
        ("typed", "words"),
        [
            ("", ()),
            ("Veteran", ("Veteran",)),
            (" Veteran,Left  handed;Veteran | ", ("Veteran", "Left handed")),
        ],
    )
    def test_categories_are_free_words(self, typed, words):
        form = self.form(categories=typed)

        assert form.is_valid()
        assert form.to_values()["details"].categories == words

    @pytest.mark.parametrize(
        ("told", "valid"),
        [
            ({"categories": ",".join("abcdefghij")}, True),
            ({"categories": ",".join("abcdefghijk")}, False),
            ({"categories": "x" * 30}, True),
            ({"categories": "x" * 31}, False),
            ({"categories": "a\0"}, False),
            ({"birth_year": "1900"}, True),
            ({"birth_year": "1899"}, False),
            ({"birth_year": "2999"}, False),
            ({"birth_year": "abc"}, False),
            ({"email": "b@example.org"}, True),
            ({"email": "b@"}, False),
            ({"licence": "x" * 20}, True),
            ({"licence": "x" * 21}, False),
            ({"nickname": "x" * 41}, False),
            ({"public_name": "nobody"}, False),
            ({"public_name": ""}, False),
        ],
    )
    def test_what_is_accepted(self, told, valid):
        form = self.form(**told)

        assert form.is_valid() is valid
        assert list(form.errors) == ([] if valid else list(told))


class TestMemberForm:
    @pytest.mark.parametrize(
        ("table_name", "valid"), [("Bernard8", True), ("Bernard89", False), ("", False)]
    )
    def test_table_names_have_eight_letters(self, table_name, valid):
        form = MemberForm(
            {
                "family_name": "B",
                "table_name": table_name,
                "is_member": "yes",
                "public_name": "full",
            }
        )

        assert form.is_valid() is valid

    def test_needless_spaces_go(self):
        form = MemberForm(
            {
                "given_name": " Luc ",
                "family_name": "  Faure ",
                "table_name": "Luc  F.",
                "is_member": "no",
                "public_name": "full",
            }
        )

        assert form.is_valid()
        assert form.cleaned_data == {
            "given_name": "Luc",
            "family_name": "Faure",
            "name": PersonName("Luc", "Faure"),
            "table_name": "Luc F.",
            "is_member": False,
            "nickname": "",
            "public_name": "full",
            "licence": "",
            "categories": (),
            "email": "",
            "birth_year": None,
            "free_columns": (),
            "request_id": form.cleaned_data["request_id"],
            "seen": "",
        }


class TestMemberFilterForm:
    @pytest.mark.parametrize(
        ("query", "criteria"),
        [
            ("", {"key": "", "show": ""}),
            ("q=ÉMILE&show=guests", {"key": "emile", "show": "guests"}),
            ("q=x&show=nonsense", {"key": "", "show": ""}),
        ],
    )
    def test_criteria(self, query, criteria):
        form = MemberFilterForm(QueryDict(query))

        assert form.criteria() == criteria
        assert form.is_narrowed() is any(criteria.values())
