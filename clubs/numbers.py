"""Numbers as people of the active language write them: 1 234 in French, 1,234 in English, 1.234 in
Italian, with a real minus sign. Years, numbers of tables and deals, and what a file or a form holds
are no amounts: they stay as they are."""

from decimal import Decimal
from fractions import Fraction
from functools import cache

from django.utils.formats import get_format
from django.utils.translation import get_language

from clubs.core.measures import rounded
from clubs.core.money.currencies import decimals_of

MINUS = "\N{MINUS SIGN}"
NONE = "\N{EN DASH}"  # where nothing is known
_SYMBOLS = {"EUR": "€", "GBP": "£", "USD": "$", "JPY": "¥"}

Number = int | float | Decimal | Fraction


def grouped_number(value: Number, digits: int = 0) -> str:
    """With thousands apart and this many places after the point; without a sign of plus.

    Rounded half away from zero: 12.75 is 12.8. A page has thousands of them, for which Django's
    function takes ten times as long.
    """
    if isinstance(value, int) and not digits:
        plain: Number = value
        size = f"{abs(value):,}"
    else:
        plain = Decimal(int(value)) if isinstance(value, int) else rounded(value, digits)
        size = f"{abs(plain):,.{digits}f}"
    if not size.isdigit():
        size = size.translate(_marks(get_language()))
    return f"{MINUS}{size}" if plain < 0 else size


@cache
def _marks(language: str | None) -> dict[int, str]:
    """What stands between digits, by what Python writes there."""
    return str.maketrans(
        {
            ",": get_format("THOUSAND_SEPARATOR", language),
            ".": get_format("DECIMAL_SEPARATOR", language),
        }
    )


def half_number(value_x2: int) -> str:
    """Card points from half points: 81 is "40,5" in French, "40½" in English."""
    whole, half = divmod(value_x2, 2)
    if not half:
        return str(whole)
    separator = get_format("DECIMAL_SEPARATOR")
    return f"{whole}½" if separator == "." else f"{whole}{separator}5"


def money(units: int, currency: str, places: int | None = None) -> str:
    """An amount in the smallest unit of the currency, such as "1 234,50 €". places: those of the
    currency, so that columns align, or 0."""
    digits = decimals_of(currency)
    text = grouped_number(Decimal(units).scaleb(-digits), digits if places is None else places)
    return f"{text}\N{NO-BREAK SPACE}{symbol_of(currency)}"


def symbol_of(currency: str) -> str:
    return _SYMBOLS.get(currency, currency)


def amount_as_typed(units: int, currency: str = "EUR") -> str:
    """An amount as one types it: 12 or 12.50, 12,50 in French."""
    places = decimals_of(currency)
    whole, rest = divmod(units, 10**places)
    return f"{whole}{get_format('DECIMAL_SEPARATOR')}{rest:0{places}}" if rest else str(whole)


class GroupedCount(int):
    """How many: chooses between one and many as any integer does, and prints grouped."""

    def __str__(self) -> str:
        return grouped_number(self)
