"""The first evening: no account, five people, one who leaves and one who comes; and a guest with a
code scores in a cellar whose network comes and goes."""

import re

import pytest

from tests.browser.conftest import PHONE
from tests.journeys.table import play

pytestmark = pytest.mark.django_db(transaction=True)

FIVE = ("Nadia", "Hugo", "Marc", "Élise", "Luc")
PHONE_IN_A_CELLAR = {**PHONE, "service_workers": "allow"}


def test_first_evening(walker, trouble):
    trouble.expect("ERR_INTERNET_DISCONNECTED|console: htmx:|Failed to fetch")
    trouble.expect("410")  # the guest's phone, when the session is closed
    phone = walker(**PHONE)
    phone.follow("Ouvrir une table")
    for seat, name in enumerate(FIVE, 1):
        phone.fill(f"Joueur {seat}", name)
    phone.press("Commencer à 5")
    phone.touch("Inviter un marqueur")
    code = phone.shown(".code-big").inner_text()

    # With two oudlers 41 points are needed.
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

    # The points of the first deal were 36: (25+5)·2 lost, −120, −60, 60 each.
    phone.follow("Feuille")
    phone.sees(re.compile("3 donnes"))
    phone.follow(re.compile("^1 Nadia"))
    phone.follow("Corriger")
    phone.type_digits("←←36")
    phone.press("Voir ce qui change")
    phone.choose("Mal compté")
    phone.press("Corriger")

    phone.unfold("Plus")
    phone.follow("Changer les places")
    phone.touch("Luc")
    phone.touch("Nouveau")
    phone.send("Nom du nouveau joueur", "Rosa")
    phone.press("Enregistrer : 5 à la table")
    phone.follow(re.compile("^Donne 4"))
    play(phone, 4, "Élise", "Rosa", "Petite", "51")  # 35: 70, 35, −35 each

    # The phone is locked and opened again: the front page leads back.
    phone.home()
    phone.follow(re.compile("Nadia, Hugo, Marc, Élise, Rosa"))
    phone.unfold("Plus")
    phone.follow("Fin de la séance")
    phone.unfold("Clore la séance")
    phone.press("C’est fini : clore")

    assert phone.ranking() == [
        ("1", "Élise", "+175"),  # +60 −25 +70 +70
        ("2", "Luc", "+50"),  # +60 +25 −35
        ("3", "Marc", "+40"),  # +60 +50 −35 −35
        ("4", "Rosa", "+35"),
        ("5", "Nadia", "−145"),  # −120 −25 +35 −35
        ("6", "Hugo", "−155"),  # −60 −25 −35 −35
    ]
