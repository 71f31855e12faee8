"""A deal, as somebody taps it."""

from tests.journeys.walker import Walker


def play(phone: Walker, number: int, taker: str, called: str, contract: str, points: str) -> None:
    """A deal of five with two oudlers, in French, from its empty form to that of the next."""
    phone.sees(f"Donne {number}")
    phone.choose(taker, "Preneur")
    phone.choose(called, "Appelé")
    phone.choose(contract, "Contrat")
    phone.choose("2", "Bouts du preneur")
    phone.type_digits(points)
    phone.touch("Enregistrer la donne")
    phone.sees(f"Donne {number + 1}")
