"""A deal, as somebody taps it."""

from tests.journeys.walker import Walker


def play(phone: Walker, number: int, *deal: str) -> None:
    """A deal of five from its empty form to the sheet; see `tell`."""
    _fill_in(phone, number, *deal)
    phone.press("Enregistrer la donne")


def tell(phone: Walker, number: int, *deal: str) -> None:
    """A deal of five where there is no network: the form empties itself for the next.

    A deal is taker, called player, contract and points with two oudlers, in French."""
    _fill_in(phone, number, *deal)
    phone.touch("Enregistrer la donne")


def _fill_in(
    phone: Walker, number: int, taker: str, called: str, contract: str, points: str
) -> None:
    phone.sees(f"Donne {number}")
    phone.choose(taker, "Preneur")
    phone.choose(called, "Appelé")
    phone.choose(contract, "Contrat")
    phone.choose("2", "Bouts du preneur")
    phone.type_digits(points)
