"""Numbers as people of the active language write them: 1 234 in French, 1,234 in English, 1.234 in
Italian, with a real minus sign. Years, numbers of tables and deals, and what a file or a form holds
are no amounts: they stay as they are."""

from decimal import Decimal
from fractions import Fraction

from django.utils.formats import number_format

from clubs.core.measures import rounded

MINUS = "\N{MINUS SIGN}"

Number = int | float | Decimal | Fraction


def grouped(value: Number, digits: int = 0) -> str:
    """With thousands apart and this many places after the point; without a sign of plus.

    Rounded here, half away from zero: Django cuts off what is too much, and 12.75 would be 12.7.
    """
    whole = isinstance(value, int)
    plain = Decimal(int(value)) if whole else rounded(value, digits)  # a Count would come back here
    text = str(number_format(abs(plain), digits, use_l10n=True, force_grouping=True))
    return f"{MINUS}{text}" if value < 0 else text


class Count(int):
    """How many: chooses between one and many as any integer does, and prints grouped."""

    def __str__(self) -> str:
        return grouped(self)
