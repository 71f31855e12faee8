"""A club moves in: members and ten evenings from spreadsheets, then its first standings."""

import re
from pathlib import Path

import pytest

from tests.browser.conftest import LAPTOP

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
THREES = (7, 9, 11, 13)  # times the three deals an evening, by table: 120 deals in all
EVENINGS = [
    f"{day}/{month}/2025" for month in ("02", "03", "04", "05", "06") for day in ("05", "19")
]
# Who sits first begins the first evening, the fourth the next: of ten evenings they take in the
# first role 3, 2, 2, 3 times, in the second 3, 3, 2, 2, in the third 2, 3, 3, 2, never 2, 2, 3, 3.
# 3·215+3·75−2·265−2·25 = 290, 2·215+3·75−3·265−2·25 = −190, −290, 190: for each time.
SEASON = (290, -190, -290, 190)


def spreadsheet(path: Path, all_threes: tuple[int, ...] = THREES) -> Path:
    """Deals as a spreadsheet program of a French Windows writes them: 1,200, or as many as three
    deals an evening make by table."""
    columns = "Date;Table;Joueurs;Preneur;Contrat;Bouts;Points"
    lines = ["Tarot de Lons – donnes 2025;;;;;;", "", columns]
    for evening, date in enumerate(EVENINGS):
        for table, (people, threes) in enumerate(zip(TABLES, all_threes, strict=True), 1):
            first = -evening % 4
            one, next_, third, _never = people[first:] + people[:first]
            deals = [(one, "Garde", 46), (next_, "Petite", 41), (third, "Garde", 36)] * threes
            lines += [
                f"{date};{table};{'|'.join(people)};{taker};{contract};2;{points}"
                for taker, contract, points in deals
            ]
    path.write_bytes("\r\n".join([*lines, ""]).encode("cp1252"))
    return path


def expected(all_threes: tuple[int, ...] = THREES) -> list[tuple[str, str, str]]:
    sums = {
        name: unit * threes
        for people, threes in zip(TABLES, all_threes, strict=True)
        for name, unit in zip(people, SEASON, strict=True)
    }
    ranked = sorted(sums.items(), key=lambda each: -each[1])
    return [
        (str(rank), name, f"{total:+,}".replace(",", "\u202f").replace("-", "−"))
        for rank, (name, total) in enumerate(ranked, 1)
    ]


def test_a_club_moves_in(walker, settings, tmp_path):
    settings.REGISTRATION = "open"
    secretary = walker(**LAPTOP)
    secretary.follow("Créer mon club")
    secretary.fill("Adresse e-mail", "sylvie@example.org")
    secretary.fill("Mot de passe", "une phrase assez longue")
    secretary.press("Créer un compte")
    secretary.fill("Nom du club", "Tarot de Lons")
    secretary.press("Suite : la règle")
    secretary.press("Suite : les membres")
    names = [name for people in TABLES for name in people]
    secretary.fill("Les autres, un nom par ligne", "\n".join(names))
    secretary.press("Créer le club")

    secretary.follow("Saison", within="header")
    secretary.follow("Nouvelle saison")
    secretary.fill("Nom", "2025")
    secretary.fill("Premier jour", "2025-01-01")
    secretary.fill("Dernier jour", "2025-12-31")
    secretary.press("Créer la saison")

    secretary.follow("Accueil", within="header")
    secretary.follow("Réglages")
    secretary.follow(re.compile("^Importer et exporter"))
    secretary.follow(re.compile("^Importer un fichier"))
    secretary.attach("Fichier", spreadsheet(tmp_path / "donnes.csv"))
    secretary.press("Voir l’aperçu")
    secretary.sees("1\u202f200 donnes")
    secretary.press(re.compile("^Importer"))
    secretary.sees("1\u202f200")

    secretary.follow("Saison", within="header")
    secretary.follow(re.compile("^2025"))
    assert secretary.ranking("Points") == expected()
