"""A tournament of nine people, from the wizard to results that everybody can read."""

import re
from pathlib import Path

import pytest
from openpyxl import Workbook

from tests.browser.conftest import LAPTOP, PHONE
from tests.cast import PASSWORD, Cast
from tests.journeys.walker import Walker

pytestmark = pytest.mark.django_db(transaction=True)

LIST = [
    ("Nom", "Prénom"),
    ("Martin", "Aline"),
    ("Bernard", "Benoît"),
    ("Thomas", "Chloé"),
    ("Petit", "Désiré"),
    ("Robert", "Élodie"),
    ("Richard", "Fabrice"),
    ("Durand", "Gaëlle"),
    ("Moreau", "Hervé"),
]

# The seating of the first round as seed 7 draws it: Robert and Bernard are swapped by hand, and
# Ivan Simon comes late.
TABLE_1 = ["RICHARD Fabrice", "BERNARD Benoît", "DURAND Gaëlle", "MOREAU Hervé", "SIMON Ivan"]
TABLE_2 = ["MARTIN Aline", "PETIT Désiré", "ROBERT Élodie", "THOMAS Chloé"]

# With two oudlers 41 points are needed.
#
# Round 1, table 1, by five:
#   1. Fabrice with Benoît, garde, 46: (25+5)·2 = 60: 120, 60, −60 each
#   2. Gaëlle with Hervé, petite, 33, typed as 36 at first: 25+8 = 33 lost: −66, −33, 33 each
#   Fabrice 120+33 = 153, Benoît 60+33 = 93, Gaëlle −60−66 = −126, Hervé −60−33 = −93,
#   Ivan −60+33 = −27.
# Round 1, table 2, by four:
#   1. Désiré, garde, 46: 180, −60 each
#   2. Élodie, petite, 41, on the phone 51 at first: 75, −25 each
#   Désiré 180−25 = 155, Élodie −60+75 = 15, Aline and Chloé −60−25 = −85.
# Benoît leaves. Round 2, by rank: 155, 153, 15, −27 at table 1; −85, −85, −93, −126 at table 2.
# Table 1:
#   1. Fabrice, garde, 46: 180, −60 each
#   2. Ivan, petite, 41: 75, −25 each
#   Fabrice 180−25 = 155, Ivan −60+75 = 15, Désiré and Élodie −60−25 = −85.
# Table 2:
#   1. Aline, petite, 51: 25+10 = 35: 105, −35 each
#   2. Hervé, garde, 36, lost: −180, 60 each
#   Aline 105+60 = 165, Hervé −35−180 = −215, Chloé and Gaëlle −35+60 = 25.
RESULTS = [
    ("1", "RICHARD Fabrice", "+308"),  # 153 + 155
    ("2", "MARTIN Aline", "+80"),  # −85 + 165
    ("3", "PETIT Désiré", "+70"),  # 155 − 85
    ("4", "SIMON Ivan", "−12"),  # −27 + 15
    ("5", "THOMAS Chloé", "−60"),  # −85 + 25
    ("6", "ROBERT Élodie", "−70"),  # 15 − 85
    ("7", "DURAND Gaëlle", "−101"),  # −126 + 25
    ("8", "MOREAU Hervé", "−308"),  # −93 − 215
    ("9", "BERNARD Benoît", "+93"),  # left after round 1: behind all who stayed
]


def test_tournament_day(walker, club: Cast, trouble, tmp_path: Path) -> None:
    trouble.expect("410")  # the phones of the table, when the round is closed
    desk = walker(**LAPTOP)
    desk.follow("Se connecter")
    desk.fill("Adresse e-mail", club.user("Charlie").email)
    desk.fill("Mot de passe", PASSWORD)
    desk.press("Se connecter")
    set_up(desk)
    visitor = walker(**PHONE)
    visitor.open(desk.shown(".given-address").inner_text())
    visitor.sees("Tournoi d’automne")

    enter(desk, tmp_path)
    seat(desk)
    visitor.reload()
    visitor.fill("Mon nom", "simon")
    visitor.press("Trouver")
    visitor.sees("n° 9")
    assert visitor.texts(".place-table") == ["1"]

    desk.follow("Tableau de la manche")
    play_with_a_dispute(desk, walker)
    desk.follow("Saisir les feuilles")
    write_slip(desk, 1, "12g246", "34p236")
    desk.press("Clore la manche")
    correct_the_closed_round(desk)
    somebody_leaves(desk)

    play_the_last_round(desk)
    desk.follow("Rendre les résultats définitifs")
    assert desk.ranking() == RESULTS
    desk.press("Rendre les résultats définitifs")
    visitor.follow("Classement")
    assert visitor.ranking() == RESULTS


def set_up(desk: Walker) -> None:
    desk.follow("Tournois", within="header")
    desk.follow("Nouveau tournoi")
    desk.fill("Nom", "Tournoi d’automne")
    desk.fill("Date et heure", "2026-11-21T14:00")
    desk.choose("Tables de 4, et de 5 pour le reste")
    desk.press("Suite : manches et durée")
    desk.fill("Manches", "2")
    desk.fill("Donnes par manche", "2")
    desk.select("Placement", "Tirage au sort, en évitant de se retrouver")
    desk.press("Suite : classement")
    desk.press("Suite : joueurs")
    desk.press("Suite : relecture")
    desk.press("Créer le tournoi")
    desk.press("Ouvrir les inscriptions")


def enter(desk: Walker, folder: Path) -> None:
    """Eight people from a spreadsheet, who all come."""
    book = Workbook()
    for row in LIST:
        book.active.append(row)
    book.save(folder / "inscrits.xlsx")
    desk.follow("Inscrits", within="main")
    desk.unfold("Plus", within="main")
    desk.follow("En ajouter plusieurs")
    desk.attach("Ou un fichier", folder / "inscrits.xlsx")
    desk.press("Voir l’aperçu")
    desk.sees("8 inscrits")
    desk.press("Tout ajouter")
    desk.follow("Aujourd’hui")
    desk.press("Commencer le pointage")
    desk.follow("Pointer")
    desk.press("Tous présents")


def seat(desk: Walker) -> None:
    """Drawn and changed by hand; somebody comes late, and what was changed stays."""
    desk.follow("Manches", within="main")
    desk.follow("Tirer le placement")
    desk.fill("Graine", "7")
    desk.press("Tirer au sort")
    desk.choose(re.compile("ROBERT Élodie"))
    desk.choose(re.compile("BERNARD Benoît"))
    desk.sees("ROBERT Élodie et BERNARD Benoît échangent leurs places.")
    assert seated(desk) == [*TABLE_1[:4], *TABLE_2]

    desk.follow("Pointage", within="main")
    desk.follow("Ajouter une inscription")
    desk.fill("Prénom et nom", "Ivan Simon")
    desk.press("Ajouter, puis suivant")
    desk.follow("Pointage", within="main")
    desk.touch("Présent — SIMON Ivan")
    desk.follow("Voir ce qui changerait à la manche 1")
    desk.sees("Personne d’autre ne bouge.")
    desk.press("Placer à la table 1, place 5")
    assert seated(desk) == [*TABLE_1, *TABLE_2]
    desk.press("Publier la manche 1")


def seated(desk: Walker) -> list[str]:
    """Everybody with a place, table by table."""
    return desk.texts(".place .who")


def play_with_a_dispute(desk: Walker, walker) -> None:
    """Table 2 by phone: one writes and hands in, another says what is wrong."""
    desk.follow("Table 2")
    code = desk.shown(".code-big").inner_text()
    writer, reader = walker(**PHONE), walker(**PHONE)
    for phone, name in ((writer, "Aline Martin"), (reader, "Chloé Thomas")):
        phone.fill("On vous a donné un code ?", code)
        phone.press("Rejoindre")
        phone.press(name)
    tap_deal(writer, 1, "Désiré", "Garde", "46")
    tap_deal(writer, 2, "Élodie", "Petite", "51")
    writer.press("Rendre la feuille")
    reader.sees("C’est juste")
    reader.follow("Signaler une erreur")
    reader.fill("Qu’est-ce qui est faux ?", "Donne 2 : 41, pas 51")
    reader.press("Appeler l’arbitre")

    desk.follow("Tableau de la manche")
    desk.sees("THOMAS Chloé : « Donne 2 : 41, pas 51 »")
    desk.follow("Régler Table 2")
    correct(desk, "2", "←←41", "Mal compté")
    desk.fill("Pourquoi ?", "Recompté avec Élodie")
    desk.press("Confirmer la feuille")
    reader.sees("Confirmée par l’accueil.")
    to_the_board(desk, 1)


def tap_deal(phone: Walker, number: int, taker: str, contract: str, points: str) -> None:
    phone.follow(re.compile(f"^Donne {number}"))
    phone.choose(taker, "Preneur")
    phone.choose(contract, "Contrat")
    phone.choose("2", "Bouts du preneur")
    phone.type_digits(points)
    phone.press("Enregistrer la donne")


def write_slip(desk: Walker, table: int, *deals: str) -> None:
    """Deals of a slip as typed on its page."""
    desk.keys("1 Preneur", *deals)
    desk.press(f"Valider la table {table}")


def correct(desk: Walker, deal: str, digits: str, reason: str) -> None:
    desk.follow(deal, within="main table")
    desk.type_digits(digits)
    desk.press("Voir ce qui change")
    desk.choose(reason)
    desk.press("Corriger")


def correct_the_closed_round(desk: Walker) -> None:
    desk.follow("Table 1")
    desk.follow("Voir la feuille")
    correct(desk, "2", "←←33", "Mal saisi")
    to_the_board(desk, 1)
    desk.sees("Mal saisi")


def to_the_board(desk: Walker, number: int) -> None:
    desk.follow("Tournoi d’automne")
    desk.follow("Manches", within="main")
    desk.follow("Tableau")


def somebody_leaves(desk: Walker) -> None:
    desk.follow("Inscrits", within="main")
    desk.follow("BERNARD Benoît")
    desk.follow("Abandonner")
    desk.fill("Motif", "Malade")
    desk.press("Abandonner")


def play_the_last_round(desk: Walker) -> None:
    """By rank; 4 pairs meet again, which is read before it is published."""
    desk.follow("Manches", within="main")
    desk.follow("Tirer le placement")
    desk.select("Comment", "Par niveau : 1 à 4 à la table 1, 5 à 8 à la table 2")
    desk.press("Tirer au sort")
    desk.choose("J’ai lu cela.")
    desk.press("Publier la manche 2")
    desk.follow("Tableau de la manche")
    desk.follow("Saisir les feuilles")
    write_slip(desk, 1, "2g246", "4p241")
    write_slip(desk, 2, "1p251", "3g236")
    desk.press("Clore la manche")
