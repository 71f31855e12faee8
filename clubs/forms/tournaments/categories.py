"""The categories of a tournament."""

from collections.abc import Iterable, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from clubs.choices import problem_message
from clubs.core.limits import FIRST_BIRTH_YEAR
from clubs.core.problems import Problem
from clubs.forms.fields import ExplainedForm, RequestIdField, TidyNameField
from clubs.forms.seasons.leagues import WholeNumber
from clubs.models import Category
from clubs.queries.tournaments.setup import categories_mark
from clubs.services.tournaments.entry_categories import CategoryTold


class CategoryRowForm(forms.Form):
    """One category. Without a name it is removed, or not made."""

    code = forms.CharField(required=False, max_length=20, widget=forms.HiddenInput)
    name = TidyNameField(label=_("Name"), required=False, max_length=80)
    born_from = WholeNumber(
        label=_("Born from"), required=False, min_value=FIRST_BIRTH_YEAR, max_value=2200
    )
    born_to = WholeNumber(
        label=_("Born until"), required=False, min_value=FIRST_BIRTH_YEAR, max_value=2200
    )


class CategoriesForm(ExplainedForm):
    """All categories of a tournament, with empty rows for new ones."""

    SPARE = 3
    MOST = 20

    seen = forms.CharField(required=False, widget=forms.HiddenInput)
    request_id = RequestIdField()

    def __init__(self, data: Any = None, *, categories: Sequence[Category]) -> None:
        super().__init__(data, initial={"seen": categories_mark(categories)})
        known = [
            {"code": one.code, "name": one.name, "born_from": one.born_from, "born_to": one.born_to}
            for one in categories
        ]
        spare: list[dict[str, Any]] = [{}] * min(self.SPARE, self.MOST - len(known))
        self.rows = [
            CategoryRowForm(data, initial=row, prefix=f"c{at}")
            for at, row in enumerate([*known, *spare])
        ]

    def clean(self) -> None:
        sound = [row.is_valid() for row in self.rows]  # each of them, for its own words
        if not all(sound):
            self.add_error(None, _("Something needs correcting below."))

    def named_rows(self) -> list[CategoryRowForm]:
        return [row for row in self.rows if row.cleaned_data["name"]]

    def to_categories(self) -> list[CategoryTold]:
        """The categories that have a name. Call after is_valid()."""
        return [CategoryTold(**row.cleaned_data) for row in self.named_rows()]

    def explain(self, problems: Iterable[Problem]) -> None:
        """Turns problems into errors of the row and field of each, such as `categories[2].name`,
        and repeats them above all rows."""
        for problem in problems:
            index, _bracket, name = (problem.field or "").partition("].")
            message = problem_message(problem)
            if name:
                self.named_rows()[int(index.rpartition("[")[2])].add_error(name, message)
            self.add_error(None, message)
