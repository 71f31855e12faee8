"""On a phone, a club goes the three steps of its home: members, old scores, a season."""

import re
from pathlib import Path

import pytest

from tests.browser.conftest import PHONE

pytestmark = pytest.mark.django_db(transaction=True)

# Four tables of four. At each the same three deals come again and again, with two oudlers:
#   one takes Garde with 46: (25+5)·2 = 60 from each, +180;
#   the next takes Petite with 41: 25 from each, +75;
#   the third takes Garde with 36: 60 to each, −180; the fourth never takes.
# Three deals bring them 180−25+60 = 215, −60+75+60 = 75, −60−25−180 = −265, −60−25+60 = −25.
TABLES = [
    ("Aurélie", "Bruno", "Cécile", "Désiré"),
    ("Élodie", "François", "Gaël", "Hélène"),
    ("Inès", "Joël", "Korentin", "Loïc"),
    ("Maëlle", "Noémie", "Œdipe", "Zoé"),
]
THREES = (1, 2, 3, 4)  # times the three deals an evening, by table: 30 deals in all
EVENINGS = [
    f"{day}/{month}/2025" for month in ("02", "03", "04", "05", "06") for day in ("05", "19")
]
# Who sits first begins the first evening, the fourth the next: of ten evenings they take in the
# first role 3, 2, 2, 3 times, in the second 3, 3, 2, 2, in the third 2, 3, 3, 2, never 2, 2, 3, 3.
# 3·215+3·75−2·265−2·25 = 290, 2·215+3·75−3·265−2·25 = −190, −290, 190: for each time.
SEASON = (290, -190, -290, 190)


def spreadsheet(path: Path) -> Path:
    """300 deals as a spreadsheet program of a French Windows writes them."""
    columns = "Date;Table;Joueurs;Preneur;Contrat;Bouts;Points"
    lines = ["Tarot de Lons – donnes 2025;;;;;;", "", columns]
    for evening, date in enumerate(EVENINGS):
        for table, (people, threes) in enumerate(zip(TABLES, THREES, strict=True), 1):
            first = -evening % 4
            one, next_, third, _never = people[first:] + people[:first]
            deals = [(one, "Garde", 46), (next_, "Petite", 41), (third, "Garde", 36)] * threes
            lines += [
                f"{date};{table};{'|'.join(people)};{taker};{contract};2;{points}"
                for taker, contract, points in deals
            ]
    path.write_bytes("\r\n".join([*lines, ""]).encode("cp1252"))
    return path


def expected() -> list[tuple[str, str, str]]:
    sums = {
        name: unit * threes
        for people, threes in zip(TABLES, THREES, strict=True)
        for name, unit in zip(people, SEASON, strict=True)
    }
    ranked = sorted(sums.items(), key=lambda each: -each[1])
    return [
        (str(rank), name, f"{total:+,}".replace(",", "\u202f").replace("-", "−"))
        for rank, (name, total) in enumerate(ranked, 1)
    ]


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
    secretary.attach("Fichier", spreadsheet(tmp_path / "donnes.csv"))
    secretary.press("Voir l’aperçu")

    secretary.follow("Accueil", within=".tabbar")  # left, and taken up again
    secretary.follow(re.compile("^donnes.csv"))
    secretary.press(re.compile("^Importer"))

    secretary.follow("Accueil", within=".tabbar")
    secretary.follow("Créer la saison")
    secretary.sees("19 juin 2025")
    secretary.press("Créer la saison et voir son classement")
    assert secretary.ranking("Points") == expected()
    secretary.follow(re.compile("^Statistiques du club"))

    secretary.follow("Accueil", within=".tabbar")
    secretary.sees_not("Premiers pas")
