"""Numbers as people of the active language write them: 1 234 in French, 1,234 in English, 1.234 in
Italian, with a real minus sign. Years, numbers of tables and deals, and what a file or a form holds
are no amounts: they stay as they are."""

from decimal import Decimal

from django.utils.formats import number_format

MINUS = "\N{MINUS SIGN}"

Number = int | float | Decimal


def grouped(value: Number, digits: int = 0) -> str:
    """With thousands apart and this many places after the point; without a sign of plus."""
    plain: Number = int(value) if isinstance(value, int) else value  # a Count would come back here
    plain = -plain if plain < 0 else plain
    text = str(number_format(plain, digits, use_l10n=True, force_grouping=True))
    return f"{MINUS}{text}" if value < 0 else text


class Count(int):
    """How many: chooses between one and many as any integer does, and prints grouped."""

    def __str__(self) -> str:
        return grouped(self)
