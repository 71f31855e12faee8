"""A guest with a code, in a cellar whose network comes and goes."""

import re

import pytest

from tests.browser.conftest import PHONE
from tests.journeys.table import play

pytestmark = pytest.mark.django_db(transaction=True)

FIVE = ("Nadia", "Hugo", "Marc", "Élise", "Luc")
PHONE_IN_A_CELLAR = {**PHONE, "service_workers": "allow"}


def test_guest_in_a_bad_network(walker, trouble):
    trouble.expect("ERR_INTERNET_DISCONNECTED|console: htmx:|Failed to fetch")
    host = walker(**PHONE)
    host.follow("Ouvrir une table")
    for seat, name in enumerate(FIVE, 1):
        host.fill(f"Joueur {seat}", name)
    host.press("Commencer à 5")
    host.touch("Inviter un marqueur")
    code = host.shown(".code-big").inner_text()

    guest = walker(**PHONE_IN_A_CELLAR)
    guest.fill("On vous a donné un code ?", code)
    guest.press("Rejoindre")
    play(guest, 1, "Nadia", "Hugo", "Garde", "46")  # (25+5)·2 = 60: 120, 60, −60 each

    guest.lose_network()
    play(guest, 2, "Marc", "Luc", "Petite", "41")  # 25: 50, 25, −25 each
    play(guest, 3, "Élise", "Nadia", "Petite", "51")  # 25+10 = 35: 70, 35, −35 each
    guest.reload()
    guest.sees("Donne 4")
    guest.find_network()

    host.follow("Feuille")
    host.sees(re.compile("3 donnes"))
    host.follow("Résumé")
    assert host.ranking() == [
        ("1", "Nadia", "+130"),  # 120 −25 +35
        ("2", "Hugo", "0"),  # 60 −25 −35
        ("3", "Élise", "−15"),  # −60 −25 +70
        ("4", "Marc", "−45"),  # −60 +50 −35
        ("5", "Luc", "−70"),  # −60 +25 −35
    ]
