"""Every error of a file as the form tells it, in English and French. Source: leagues.md §7.6;
the codes of deals are those of scoring.md §7.
"""

import re
from datetime import date
from html import unescape
from io import BytesIO
from uuid import uuid4

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import translation
from openpyxl import Workbook

from clubs.bodies import file_address
from clubs.choices import MESSAGES
from clubs.exchange.imports.shape import MOST_ROWS
from tests.views.imports.pages import NEW

LANGUAGES = ("en", "fr")
HEAD = "date;table;players;taker;called;contract;oudlers;points"
FOUR = "2025-10-10;1;Alice|Bob|Charlie|Dora"
GOOD = f"{FOUR};Alice;;garde;2;46"


def speak(client, language):
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = language


def words(response):
    """The text of a page in one line."""
    text = re.sub(r"<[^>]+>", " ", unescape(response.content.decode()))
    return re.sub(r"\s+", " ", text)


def page_of(client, content, **told):
    """The page that a file leads to: the form again, or the step that is due."""
    if isinstance(content, bytes):
        told["file"] = SimpleUploadedFile("file", content)
    else:
        told["pasted"] = content
    response = client.post(file_address(NEW), {"request_id": str(uuid4()), **told})
    if response.status_code == 302:
        page_of.address = response["Location"]
        response = client.get(response["Location"])
    return words(response)


def deals(*rows, more=""):
    return "\n".join([HEAD + more, *rows]) + "\n"


def workbook(*rows):
    book = Workbook()
    for row in rows:
        book.active.append(row)
    out = BytesIO()
    book.save(out)
    return out.getvalue()


FORMULA = workbook(
    ["date", "table", "players", "taker", "contract", "oudlers", "points"],
    ["2025-10-10", 1, "Alice|Bob|Charlie|Dora", "Alice", "garde", 2, "=40+6"],
)

# What is sent, and the sentence in both languages.
FILES = {
    "missing_column": (
        deals("2025-10-10;1;Alice").replace("players", "preneur", 1).replace("taker", "x", 1),
        "There is no column for this, and it is needed.",
        "Il n’y a pas de colonne pour cela, et il la faut.",
    ),
    "unknown_header": (
        deals(f"{GOOD};3", more=";bar"),
        "This column is not known here: choose what it is, or leave it out.",
        "Cette colonne n’est pas connue ici : choisissez ce que c’est, ou laissez-la de côté.",
    ),
    "bad_date": (
        deals(GOOD, GOOD.replace("2025-10-10", "32/10/2025")),
        "This is no date: write 2025-09-12, 12/09/2025 or 12.09.25.",
        "Ce n’est pas une date : écrivez 2025-09-12, 12/09/2025 ou 12.09.25.",
    ),
    "bad_number": (
        deals(GOOD, f"{FOUR};Alice;;garde;deux;46"),
        "This number is not possible here. Write it in digits; a score is a whole number, such as "
        "41 or -120.",
        "Ce n’est pas un nombre possible ici. Écrivez-le en chiffres ; un score est un nombre "
        "entier, comme 41 ou -120.",
    ),
    "player_twice": (
        deals(GOOD, "2025-10-10;2;Alice|Bob|alice;Alice;;garde;2;46"),
        "alice is there twice.",
        "alice y figure deux fois.",
    ),
    "taker_not_seated": (
        deals(GOOD, f"{FOUR};Zoé;;garde;2;46"),
        "Zoé takes, but does not sit at this table.",
        "Zoé prend, mais n’est pas à cette table.",
    ),
    "called_not_seated": (
        deals(GOOD, f"{FOUR};Alice;Zoé;garde;2;46"),
        "Zoé is called, but does not sit at this table.",
        "Zoé est appelé, mais n’est pas à cette table.",
    ),
    "score_differs": (
        deals(f"{GOOD};-55", more=";score: Bob"),
        "Bob: −60 by our count, −55 in the file.",
        "Bob : −60 selon notre compte, −55 dans le fichier.",
    ),
    "sum_not_zero": (
        "player;2025-09-12\nAlice;197\nBob;-383\n",
        "The scores of 12 September 2025 add up to −186, not to 0.",
        "Les scores du 12 septembre 2025 font −186 au total, et non 0.",
    ),
    "total_mismatch": (
        "player;2025-09-12;2025-10-10;total\nAlice;197;199;390\n",
        "The evenings add up to 396, the file says 390.",
        "Les soirées font 396 au total, le fichier dit 390.",
    ),
    "encoding": (
        b"date;\x00\n",
        "The text cannot be read: save it as CSV in UTF-8, or as a spreadsheet (.xlsx or .ods).",
        "Le texte est illisible : enregistrez-le en CSV UTF-8, ou en classeur (.xlsx ou .ods).",
    ),
    "formula_cell": (
        FORMULA,
        "1 cell is a formula without its result: the file was written by a program that does not",
        "1 cellule est une formule sans son résultat : le fichier a été écrit par un programme qui",
    ),
    "file_too_big": (
        b"x" * (20 * 2**20 + 1),
        "The file is too big: 20 MB at most, also unpacked.",
        "Le fichier est trop gros : 20 Mo au plus, même décompressé.",
    ),
    "too_many_rows": (
        b"name\n" + b"A\n" * (MOST_ROWS + 1),
        "More than 100,000 rows: cut the file into several.",
        "Plus de 100 000 lignes : coupez le fichier en plusieurs.",
    ),
    "unknown_player": (
        deals(GOOD.replace("Dora", "Zoé")),
        "1 name in the file is not in the club.",
        "1 nom du fichier n’est pas dans le club.",
    ),
}


@pytest.mark.parametrize("code", FILES)
def test_the_sentence_stands_on_the_page(organiser, code):
    content, *sentences = FILES[code]

    for language, sentence in zip(LANGUAGES, sentences, strict=True):
        speak(organiser, language)
        assert sentence in page_of(organiser, content)


def test_date_outside_league(organiser, club):
    league = club.league(name="Hiver", starts_on=date(2025, 11, 1))
    page_of(organiser, deals(GOOD))

    organiser.post(page_of.address, {"step": "check", "league": str(league.uuid)})

    speak(organiser, "en")
    shown = words(organiser.get(page_of.address))
    assert "The season Hiver is from 1 November 2025 to 30 June 2026." in shown
    assert "or make one of these days first" in shown  # of a past year there may be none
    speak(organiser, "fr")
    assert "La saison Hiver va du 1er novembre 2025 au 30 juin 2026." in words(
        organiser.get(page_of.address)
    )


def test_already_imported_is_counted(organiser):
    page_of(organiser, deals(GOOD))
    organiser.post(page_of.address, {"step": "write"})

    speak(organiser, "en")
    assert "of these 1 is here already: it is not written again" in page_of(organiser, deals(GOOD))
    speak(organiser, "fr")
    assert "dont 1 déjà là : elle n’est pas écrite à nouveau" in page_of(organiser, deals(GOOD))


FIVE = "2025-10-10;1;Alice|Bob|Charlie|Dora|Olivia"
BONUSES = ";petit_au_bout;petit_player;poignees;chelem;chelem_announced;petit_chelem;out;kind;label"
PLAYED = "Alice;;garde;2;46"


def full(*cells):
    return deals(";".join(cells), more=BONUSES + ";miseres;score: Alice;score: Bob")


# A row for each code of scoring.md §7 that a sheet can have.
RULES = {
    "field_missing": f"{FOUR};Alice;;;2;46",
    "players_count": "2025-10-10;1;Alice|Bob;" + PLAYED,
    "value_not_allowed": f"{FOUR};Alice;;double;2;46",
    "player_unknown": f"{FOUR};{PLAYED};;Zoé",
    "active_count": f"{FOUR};{PLAYED};;;;;;;Bob|Charlie",
    "player_not_active": f"{FIVE};{PLAYED};;;;;;;Alice",
    "called_count": f"{FIVE};{PLAYED}",
    "contract_not_in_rules": f"{FOUR};Alice;;pousse;2;46",
    "oudlers_out_of_range": f"{FOUR};Alice;;garde;4;46",
    "points_out_of_range": f"{FOUR};Alice;;garde;2;92",
    "points_not_half_step": f"{FOUR};Alice;;garde;2;46,3",
    "points_half_not_allowed": f"{FOUR};Alice;;garde;2;46,5",
    "points_impossible": f"{FOUR};Alice;;garde;3;4",
    "chelem_conflict": f"{FOUR};Alice;;garde;0;0;;;;d;x",
    "chelem_points_mismatch": f"{FOUR};{PLAYED};;;;a",
    "petit_chelem_not_in_rules": f"{FOUR};{PLAYED};;;;;;a",
    "petit_oudlers_conflict": f"{FOUR};Alice;;garde;3;46;d",
    "poignee_duplicate_player": f"{FOUR};{PLAYED};;;Bob:simple|Bob:double",
    "poignee_trumps_exceed": f"{FOUR};{PLAYED};;;Bob:triple|Dora:triple",
    "misere_not_in_rules": f"{FOUR};{PLAYED};;;;;;;;;;Bob:atouts",
    "scores_empty": f"{FOUR};;;;;;;;;;;;;scores;Vachette",
    "scores_sum": f"{FOUR};;;;;;;;;;;;;scores;Vachette;;30;-20",
    "score_out_of_range": f"{FOUR};;;;;;;;;;;;;scores;Vachette;;100001;-100001",
    "duplicate_entry": f"{FIVE};Bob;;garde;2;46;;;;;;;Alice|Alice",
}
# By the rules that have what is refused here: misères, and the Petit between players.
HOUSE_RULES = {
    "petit_chelem_conflict": ("family", f"{FOUR};Alice;;garde;3;91;;;;a;;a"),
    "misere_duplicate": ("family", f"{FOUR};{PLAYED};;;;;;;;;;Bob:atouts|Bob:atouts"),
    "misere_conflict": ("family", f"{FOUR};{PLAYED};;;Bob:simple;;;;;;;Bob:atouts"),
    "petit_player_missing": ("personal-petit", f"{FOUR};{PLAYED};a"),
}
# Where the numbers of the row stand in the sentence.
EXACT = {
    "value_not_allowed": (
        "Possible here: prise, pousse, garde, garde sans, garde contre.",
        "Valeurs possibles : prise, pousse, garde, garde sans, garde contre.",
    ),
    "players_count": (
        "3 to 8 players sit at a table.",
        "Une table compte de 3 à 8 joueurs.",
    ),
    "active_count": (
        "3 to 6 players play a deal.",
        "Une donne se joue à 3 au moins, 6 au plus.",
    ),
    "called_count": (
        "With 5 players, 1 card is called. For each card write who held it, one of the names in the"
        " column of the players, “alone” for the taker, or “dog”, with | between two.",
        "À 5 joueurs, on appelle 1 carte. Pour chaque carte, écrivez qui l’avait : un des noms de"
        " la colonne des joueurs, « seul » pour le preneur, ou « chien », avec | entre deux.",
    ),
    "points_impossible": (
        "With 3 oudlers between 15 and 91.",
        "Avec 3 bouts, de 15 à 91 points.",
    ),
    "poignee_trumps_exceed": (
        "These handfuls need 30 trumps, and there are 22.",
        "Ces poignées font 30 atouts, il y en a 22.",
    ),
    "scores_sum": (
        "The scores add up to 10, and must add up to 0.",
        "La somme des scores fait 10, elle doit faire 0.",
    ),
    "score_out_of_range": (
        "At most 100,000 points, won or lost.",
        "100 000 points au plus, gagnés ou perdus.",
    ),
}


def sentence_of(code, language):
    """The one that the form for a deal says."""
    if code in EXACT:
        return EXACT[code][language == "fr"]
    with translation.override(language):
        return " ".join(str(MESSAGES[code]).split())


@pytest.mark.parametrize("code", RULES)
def test_codes_of_deals(organiser, code):
    page_of(organiser, full(RULES[code]))

    speak(organiser, "fr")
    assert sentence_of(code, "fr") in words(organiser.get(page_of.address))


@pytest.mark.parametrize("code", HOUSE_RULES)
def test_codes_of_house_rules(organiser, code):
    rules, row = HOUSE_RULES[code]
    page_of(organiser, full(row))

    organiser.post(page_of.address, {"step": "check", "rules": rules})

    for language in LANGUAGES:
        speak(organiser, language)
        assert sentence_of(code, language) in words(organiser.get(page_of.address))


def test_a_score_out_of_range_is_mended_in_its_cell(organiser):
    speak(organiser, "en")
    page_of(organiser, full(RULES["score_out_of_range"]))

    page = organiser.get(page_of.address).content.decode()

    assert re.findall(r'name="(cell-[\d-]+)"', page) == ["cell-2-18", "cell-2-19"]
