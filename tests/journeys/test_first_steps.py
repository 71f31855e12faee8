"""On a phone, a club goes the three steps of its home: members, old scores, a season."""

import re

import pytest

from tests.browser.conftest import PHONE
from tests.journeys.test_moving_in import TABLES, expected, spreadsheet

pytestmark = pytest.mark.django_db(transaction=True)


FEW = (1, 2, 3, 4)  # 300 deals; moving in brings 1,200


def test_the_steps_lead_to_standings(walker, settings, tmp_path):
    settings.REGISTRATION = "open"
    secretary = walker(**PHONE)
    secretary.follow("Créer mon club")
    secretary.fill("Adresse e-mail", "sylvie@example.org")
    secretary.fill("Mot de passe", "une phrase assez longue")
    secretary.press("Créer un compte")
    secretary.fill("Nom du club", "Tarot de Lons")
    secretary.press("Créer le club maintenant")

    secretary.follow("Taper ou coller")
    names = [name for people in TABLES for name in people]
    secretary.fill("Noms, un par ligne", "\n".join(names))
    secretary.press("Suite")
    secretary.press(re.compile("^Ajouter"))

    secretary.follow("Accueil", within=".tabbar")
    secretary.sees("16 membres")
    secretary.follow("Apporter un fichier")
    secretary.attach("Fichier", spreadsheet(tmp_path / "donnes.csv", FEW))
    secretary.press("Voir l’aperçu")

    secretary.follow("Accueil", within=".tabbar")  # left, and taken up again
    secretary.follow(re.compile("^donnes.csv"))
    secretary.press(re.compile("^Importer"))

    secretary.follow("Accueil", within=".tabbar")
    secretary.follow("Créer la saison")
    secretary.sees("19 juin 2025")
    secretary.press("Créer la saison et voir son classement")
    assert secretary.ranking("Points") == expected(FEW)
    secretary.follow(re.compile("^Statistiques du club"))

    secretary.follow("Accueil", within=".tabbar")
    secretary.sees_not("Premiers pas")
