"""Amounts of money that are typed."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from clubs.core.money.currencies import decimals_of
from clubs.core.rule_settings import MOST_MONEY
from clubs.numbers import MINUS, amount_as_typed, money, symbol_of

LENGTH = 12  # characters, at most
WHOLE_AMOUNT = _("A whole amount such as 10.")  # of a currency without decimals


def read_units(text: str, currency: str) -> int | None:
    """The smallest units of an amount as one types it, with a point or a comma, and with the sign
    of the currency or without. None for what is no amount, and for more decimals than the currency
    has."""
    places = decimals_of(currency)
    text = text.removesuffix(symbol_of(currency))
    sign = -1 if text[:1] in ("-", MINUS) else 1  # to be told what there may be
    whole, _point, part = text.replace(",", ".").lstrip(f"-{MINUS}").partition(".")
    digits = f"{whole}{part}"
    is_number = digits.isascii() and digits.isdecimal() and len(digits) <= LENGTH
    if not (is_number and len(part) <= places and whole):
        return None
    units: int = int(whole) * 10**places + int(part.ljust(places, "0") or 0)
    return sign * units


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
        text = "".join(str(value if value is not None else "").split())
        if not text:
            return self.empty
        units = read_units(text, self.currency)
        if units is None:
            has_part = decimals_of(self.currency)
            raise ValidationError(
                _("An amount such as 0.05 or 12.50.") if has_part else WHOLE_AMOUNT
            )
        return units

    def prepare_value(self, value: Any) -> Any:
        return amount_as_typed(value, self.currency) if isinstance(value, int) else value

    def validate(self, value: Any) -> None:
        if value is not None and not self.least <= value <= self.most:
            bounds = {"least": self.least, "most": self.most}
            params = {name: money(bound, self.currency) for name, bound in bounds.items()}
            raise ValidationError(_("From %(least)s to %(most)s."), params=params)

    def run_validators(self, value: Any) -> None:
        """Nothing: those of CharField want text."""
