"""How the prizes of a tournament are given."""

from collections.abc import Iterable, Sequence
from decimal import Decimal
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.forms import BoundField
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from clubs.core.tournaments.prizes import ENTRIES_A_PRIZE
from clubs.forms.fields import RequestIdField
from clubs.models import Category, Tournament
from clubs.queries.tournaments.results.prizes import PrizePlan

MOST_PRIZES = 200
MOST_AMOUNT = 10_000_000  # hundredths
KINDS = [
    ("shares", _("Shares of the fees")),
    ("fixed", _("Fixed amounts")),
    ("goods", _("Goods")),
]


class AmountsField(forms.CharField):
    """Amounts of money, the first place first, between spaces or semicolons. Gives hundredths."""

    def to_python(self, value: Any) -> Any:
        parts = str(value or "").replace(";", " ").split()
        if len(parts) > MOST_PRIZES:
            raise ValidationError(_("That is too many."))
        return tuple(self.amount(part) for part in parts)

    def amount(self, text: str) -> int:
        try:
            told = Decimal(text.replace(",", ".")) * 100
        except ArithmeticError:
            told = Decimal(-1)
        if not told.is_finite() or told < 0 or told > MOST_AMOUNT or told != int(told):
            raise ValidationError(_("“%(text)s” is no amount."), params={"text": text[:20]})
        return int(told)

    def prepare_value(self, value: Any) -> Any:
        if isinstance(value, list | tuple):
            return "  ".join(_money(one) for one in value)
        return value

    def validate(self, value: Any) -> None:
        """Nothing is as good as something."""

    def run_validators(self, value: Any) -> None:
        """Those of CharField want text."""


class LinesField(forms.CharField):
    """Words, one a line, the first place first."""

    widget = forms.Textarea(attrs={"rows": 3})

    def to_python(self, value: Any) -> Any:
        lines = str(value or "").splitlines()
        told = tuple(" ".join(line.split())[:80] for line in lines if line.strip())
        if len(told) > MOST_PRIZES:
            raise ValidationError(_("That is too many."))
        return told

    def prepare_value(self, value: Any) -> Any:
        return "\n".join(value) if isinstance(value, list | tuple) else value

    def validate(self, value: Any) -> None:
        """Nothing is as good as something."""

    def run_validators(self, value: Any) -> None:
        """Those of CharField want text."""


def _money(hundredths: int) -> str:
    whole, rest = divmod(hundredths, 100)
    return f"{whole}.{rest:02}" if rest else str(whole)


class PrizesForm(forms.Form):
    """How prizes are given: overall, and in each category of the tournament."""

    kind = forms.ChoiceField(label=_("Prizes"), choices=KINDS, widget=forms.RadioSelect)
    percent = forms.IntegerField(
        label=_("Part of the fees"),
        min_value=0,
        max_value=100,
        help_text=_("Percent of the fees paid that go into the prizes."),
    )
    extra = AmountsField(
        label=_("And added to it"), required=False, help_text=_("By a sponsor, for instance.")
    )
    unit = AmountsField(
        label=_("Rounded down to"), help_text=_("What remains goes to the first place.")
    )
    shares = AmountsField(
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
        super().__init__(*args, **{"initial": self.told(), **options})
        for category in self.categories:
            self.fields[f"fixed_{category.pk}"] = AmountsField(
                label=_("Amounts, the first place first"), required=False
            )
            self.fields[f"goods_{category.pk}"] = LinesField(
                label=_("Goods, one a line"), required=False
            )

    def told(self) -> dict[str, Any]:
        plan = self.plan
        told = {**plan.to_json(), "extra": [plan.extra], "unit": [plan.unit]}
        told["shares"] = [share * 100 for share in plan.shares]
        for category in self.categories:
            one = plan.categories.get(category.code, {})
            told[f"fixed_{category.pk}"] = one.get("fixed", ())
            told[f"goods_{category.pk}"] = one.get("goods", ())
        return told

    def category_fields(self) -> Iterable[tuple[Category, BoundField, BoundField]]:
        for category in self.categories:
            yield category, self[f"fixed_{category.pk}"], self[f"goods_{category.pk}"]

    def clean_extra(self) -> int:
        return sum(self.cleaned_data["extra"])

    def clean_unit(self) -> int:
        told = self.cleaned_data["unit"]
        if len(told) != 1 or not told[0]:
            raise ValidationError(_("One amount, above 0."))
        return int(told[0])

    def clean_shares(self) -> tuple[int, ...]:
        told = self.cleaned_data["shares"]
        if any(share % 100 for share in told):
            raise ValidationError(_("Whole numbers."))
        if told and not sum(told):
            raise ValidationError(_("One of them is above 0."))
        return tuple(share // 100 for share in told)

    def to_plan(self) -> dict[str, Any]:
        data = self.cleaned_data
        names = ("kind", "percent", "extra", "unit", "shares", "fixed", "goods", "one_each")
        told = {name: data[name] for name in names}
        return told | {
            "categories": {
                category.code: {
                    "fixed": list(data[f"fixed_{category.pk}"]),
                    "goods": list(data[f"goods_{category.pk}"]),
                }
                for category in self.categories
                if data[f"fixed_{category.pk}"] or data[f"goods_{category.pk}"]
            }
        }
