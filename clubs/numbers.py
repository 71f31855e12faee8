"""Numbers as people of the active language write them: 1 234 in French, 1,234 in English, 1.234 in
Italian, with a real minus sign. Years, numbers of tables and deals, and what a file or a form holds
are no amounts: they stay as they are."""

from decimal import Decimal
from fractions import Fraction

from django.utils.formats import number_format

from clubs.core.measures import rounded

MINUS = "\N{MINUS SIGN}"
SYMBOLS = {"EUR": "€", "CHF": "CHF", "GBP": "£", "USD": "$"}

Number = int | float | Decimal | Fraction


def grouped_number(value: Number, digits: int = 0) -> str:
    """With thousands apart and this many places after the point; without a sign of plus.

    Rounded here, half away from zero: Django cuts off what is too much, and 12.75 would be 12.7.
    """
    whole = isinstance(value, int)
    plain = Decimal(int(value)) if whole else rounded(value, digits)  # a Count would come back here
    text = str(number_format(abs(plain), digits, use_l10n=True, force_grouping=True))
    return f"{MINUS}{text}" if plain < 0 else text


def money(hundredths: int, currency: str, places: int = 2) -> str:
    """An amount such as "1 234,50 €", with its hundredths so that columns align. places: 2 or 0."""
    symbol = SYMBOLS.get(currency, currency)
    return f"{grouped_number(hundredths / 100, places)}\N{NO-BREAK SPACE}{symbol}"


class GroupedCount(int):
    """How many: chooses between one and many as any integer does, and prints grouped."""

    def __str__(self) -> str:
        return grouped_number(self)
