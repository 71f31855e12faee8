"""The currencies that people play for.

Source: ISO 4217, codes with their number of decimals (list one, "minor unit").
"""

from enum import StrEnum


class Currency(StrEnum):
    """Where French tarot, the volte game or Tarocco bolognese is played, and who visits."""

    EUR = "EUR"
    CHF = "CHF"
    GBP = "GBP"
    USD = "USD"
    CAD = "CAD"
    XPF = "XPF"
    XOF = "XOF"
    XAF = "XAF"
    MAD = "MAD"
    TND = "TND"
    CZK = "CZK"
    DKK = "DKK"
    HUF = "HUF"
    NOK = "NOK"
    PLN = "PLN"
    RON = "RON"
    SEK = "SEK"
    JPY = "JPY"


_DECIMALS: dict[str, int] = {
    **dict.fromkeys((Currency.XPF, Currency.XOF, Currency.XAF, Currency.JPY), 0),
    Currency.TND: 3,
}


def decimals_of(currency: str) -> int:
    """How many decimals an amount has: an amount of 5 is 0.05 where these are 2."""
    return _DECIMALS.get(currency, 2)
