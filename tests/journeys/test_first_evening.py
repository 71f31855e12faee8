"""The first evening: a phone, no account, five people, one who leaves and one who comes."""

import re

import pytest

from tests.browser.conftest import PHONE
from tests.journeys.table import play

pytestmark = pytest.mark.django_db(transaction=True)

FIVE = ("Nadia", "Hugo", "Marc", "Élise", "Luc")


def test_first_evening(walker):
    phone = walker(**PHONE)
    phone.follow("Ouvrir une table")
    for seat, name in enumerate(FIVE, 1):
        phone.fill(f"Joueur {seat}", name)
    phone.press("Commencer à 5")
    phone.follow(re.compile("^Donne 1"))

    # With two oudlers 41 points are needed.
    play(phone, 1, "Nadia", "Hugo", "Garde", "46")  # (25+5)·2 = 60: 120, 60, −60 each
    play(phone, 2, "Marc", "Luc", "Petite", "41")  # 25: 50, 25, −25 each

    # The points of the first deal were 36: (25+5)·2 lost, −120, −60, 60 each.
    phone.follow("Feuille de marque")
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
    phone.follow(re.compile("^Donne 3"))
    play(phone, 3, "Élise", "Rosa", "Petite", "51")  # 25+10 = 35: 70, 35, −35 each

    # The phone is locked and opened again: the front page leads back.
    phone.home()
    phone.follow(re.compile("Nadia, Hugo, Marc, Élise, Rosa"))
    phone.unfold("Plus")
    phone.follow("Fin de la séance")
    phone.unfold("Clore la séance")
    phone.press("C’est fini : clore")

    assert phone.ranking() == [
        ("1", "Élise", "+105"),  # +60 −25 +70
        ("2", "Luc", "+85"),  # +60 +25
        ("3", "Marc", "+75"),  # +60 +50 −35
        ("4", "Rosa", "+35"),
        ("5", "Hugo", "−120"),  # −60 −25 −35
        ("6", "Nadia", "−180"),  # −120 −25 −35
    ]
