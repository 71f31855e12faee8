"""Amounts of money that are typed."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from clubs.core.money.currencies import decimals_of
from clubs.core.rule_settings import MOST_MONEY
from clubs.numbers import MINUS, amount_as_typed, money

LENGTH = 12  # characters, at most


class MoneyField(forms.CharField):
    """An amount of money with a point or a comma, in any language. Gives the smallest unit of the
    currency; `empty` where nothing was typed."""

    def __init__(
        self,
        *,
        currency: str = "EUR",
        least: int = 0,
        most: int = MOST_MONEY,
        empty: int | None = 0,
        **kwargs: Any,
    ) -> None:
        attrs = {"inputmode": "decimal", "autocomplete": "off", "class": "form-control w-num"}
        super().__init__(widget=forms.TextInput(attrs=attrs), max_length=LENGTH, **kwargs)
        self.currency, self.least, self.most, self.empty = currency, least, most, empty

    def to_python(self, value: Any) -> Any:
        if isinstance(value, int):
            return value
        # Thousands may be set apart by spaces, also by those that do not break.
        text = "".join(str(value if value is not None else "").split()).replace(",", ".")
        if not text:
            return self.empty
        places = decimals_of(self.currency)
        sign = -1 if text[0] in ("-", MINUS) else 1  # to be told what there may be
        whole, _point, part = text.lstrip(f"-{MINUS}").partition(".")
        digits = f"{whole}{part}"
        is_number = digits.isascii() and digits.isdecimal() and len(digits) <= LENGTH
        if not (is_number and len(part) <= places and whole):
            raise ValidationError(
                _("An amount such as 0.05 or 12.50.") if places else _("A whole amount such as 10.")
            )
        return sign * (int(whole) * 10**places + int(part.ljust(places, "0") or 0))

    def prepare_value(self, value: Any) -> Any:
        return amount_as_typed(value, self.currency) if isinstance(value, int) else value

    def validate(self, value: Any) -> None:
        if value is not None and not self.least <= value <= self.most:
            bounds = {"least": self.least, "most": self.most}
            params = {name: money(bound, self.currency) for name, bound in bounds.items()}
            raise ValidationError(_("From %(least)s to %(most)s."), params=params)

    def run_validators(self, value: Any) -> None:
        """Nothing: those of CharField want text."""
