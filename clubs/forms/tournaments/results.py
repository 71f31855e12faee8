"""How the prizes of a tournament are given."""

from collections.abc import Iterable, Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.forms import BoundField
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from clubs.core.tournaments.prizes import ENTRIES_A_PRIZE
from clubs.forms.fields import RequestIdField
from clubs.forms.money import MoneyField
from clubs.forms.seasons.leagues import WholeNumber
from clubs.forms.tournaments.fields import MOST_AMOUNT, AmountsField, LinesField, SharesField
from clubs.models import Category, Tournament
from clubs.queries.tournaments.results.prizes import PrizePlan

KINDS = [
    ("shares", _("Shares of the fees")),
    ("fixed", _("Fixed amounts")),
    ("goods", _("Goods")),
]


class PrizesForm(forms.Form):
    """How prizes are given: overall, and in each category of the tournament."""

    kind = forms.ChoiceField(label=_("Prizes"), choices=KINDS, widget=forms.RadioSelect)
    percent = WholeNumber(
        sign="%",
        label=_("Part of the fees"),
        min_value=0,
        max_value=100,
        help_text=_("Percent of the fees paid that go into the prizes."),
    )
    extra = MoneyField(
        label=_("And added to it"),
        most=MOST_AMOUNT,
        required=False,
        help_text=_("By a sponsor, for instance."),
    )
    unit = MoneyField(
        label=_("Rounded down to"),
        least=1,
        most=MOST_AMOUNT,
        help_text=_("What remains goes to the first place."),
    )
    shares = SharesField(
        label=_("Shares, the first place first"),
        required=False,
        help_text=format_lazy(
            _("40 25 15 10 10, for instance. Empty: one prize for every {count} entries."),
            count=ENTRIES_A_PRIZE,
        ),
    )
    fixed = AmountsField(label=_("Amounts, the first place first"), required=False)
    goods = LinesField(label=_("Goods, one a line"), required=False)
    one_each = forms.BooleanField(
        label=_("One prize a person"),
        required=False,
        help_text=_("The better one; the other goes on to the next of its list."),
    )
    request_id = RequestIdField()

    def __init__(self, *args: Any, tournament: Tournament, **options: Any) -> None:
        self.plan = PrizePlan.of(tournament.prizes)
        self.categories: Sequence[Category] = list(tournament.categories.all())
        super().__init__(*args, **{"initial": self.initial_values(), **options})
        for category in self.categories:
            self.fields[f"fixed_{category.pk}"] = AmountsField(
                label=_("Amounts, the first place first"), required=False
            )
            self.fields[f"goods_{category.pk}"] = LinesField(
                label=_("Goods, one a line"), required=False
            )
        for field in self.fields.values():
            if isinstance(field, MoneyField | AmountsField):
                field.currency = tournament.currency

    def initial_values(self) -> dict[str, Any]:
        plan = self.plan
        values = plan.to_json()
        for category in self.categories:
            prizes = plan.categories.get(category.code, {})
            values[f"fixed_{category.pk}"] = prizes.get("fixed", ())
            values[f"goods_{category.pk}"] = prizes.get("goods", ())
        return values

    def category_fields(self) -> Iterable[tuple[Category, BoundField, BoundField]]:
        for category in self.categories:
            yield category, self[f"fixed_{category.pk}"], self[f"goods_{category.pk}"]

    def clean_shares(self) -> tuple[int, ...]:
        shares: tuple[int, ...] = self.cleaned_data["shares"]
        if shares and not sum(shares):
            raise ValidationError(_("At least one share above 0."))
        return shares

    def to_plan(self) -> dict[str, Any]:
        data = self.cleaned_data
        names = ("kind", "percent", "extra", "unit", "shares", "fixed", "goods", "one_each")
        plan = {name: data[name] for name in names}
        return plan | {
            "categories": {
                category.code: {
                    "fixed": list(data[f"fixed_{category.pk}"]),
                    "goods": list(data[f"goods_{category.pk}"]),
                }
                for category in self.categories
                if data[f"fixed_{category.pk}"] or data[f"goods_{category.pk}"]
            }
        }
