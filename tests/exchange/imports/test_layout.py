"""Where a list is in a file. Source: leagues.md §7 (first paragraph)."""

import pytest

from clubs.exchange.imports.headers import is_known_header
from clubs.exchange.imports.layout import below_titles, best_sheet, without_sums
from clubs.exchange.imports.reading import open_file
from tests.exchange.imports.test_reading import book
from tests.exchange.imports.workbooks import club_workbook, sheet_with

TITLE = ("Liste des adhérents 2025/2026",)
NONE = ("",)


def layout(*rows, row=0):
    """The number of the header row, the header, and the number of the first row of the list."""
    sheet = below_titles(sheet_with(*rows), is_known_header, row)
    return sheet.header_row, sheet.header, sheet.rows[0][0]


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        # A title, a blank row.
        ([TITLE, NONE, ("Nom", "Courriel"), ("A", "")], (3, ("Nom", "Courriel"), 4)),
        # Groups of columns above.
        (
            [TITLE, ("Identité", "", "Contact"), ("Nom", "Prénom", "Courriel"), ("A", "B", "")],
            (3, ("Nom", "Prénom", "Courriel"), 4),
        ),
        # A header that goes on in the next row.
        (
            [("Nom", "Numéro", "Date"), ("", "de licence", "de naissance"), ("A", "1", "1980")],
            (1, ("Nom", "Numéro de licence", "Date de naissance"), 3),
        ),
        # Groups of columns whose names are those of columns too; one is merged over both rows.
        (
            [
                ("Partie", "Joueurs", "", "Résultat", "Remarques"),
                ("Date", "Joueur 1", "Joueur 2", "Points", ""),
                ("12/09/2025", "A", "B", "41", "belle donne"),
            ],
            (1, ("Date", "Joueur 1", "Joueur 2", "Points", "Remarques"), 3),
        ),
        # Groups of groups, whose words are those of columns as well.
        (
            [
                TITLE,
                ("Donne", "", "Joueurs", "", "Contrat"),
                ("", "", "Sud", "Nord", ""),
                ("Date", "N°", "Joueur 1", "Joueur 2", "Preneur"),
                ("12/09/2025", "1", "A", "B", "A"),
            ],
            (2, ("Date", "N°", "Joueur 1", "Joueur 2", "Preneur"), 5),
        ),
        # Evenings that are counted above their days.
        (
            [
                ("Nom", "Soirée", ""),
                NONE,
                ("", "1", "2"),
                ("", "12/9/2025", "26/9/2025"),
                ("A", "4"),
            ],
            (1, ("Nom", "12/9/2025", "26/9/2025"), 5),
        ),
        # Who was absent is no name over a row of sums.
        (
            [
                ("Joueur", "12/9/2025 – table 1", "26/9/2025 – table 1", "3/10/2025 – table 1"),
                ("Anne", "4", "4", "4"),
                ("Bob", "abs", "abs", "abs"),
                ("Total", "0", "0", "0"),
            ],
            (1, ("Joueur", *(f"{day}/2025 – table 1" for day in ("12/9", "26/9", "3/10"))), 2),
        ),
        # One known word only: the row that has it.
        ([TITLE, ("Bureau", "Joueur"), ("x", "Anne")], (2, ("Bureau", "Joueur"), 3)),
        # None: the first row, as it is.
        ([("a", "b"), ("1", "2")], (1, ("a", "b"), 2)),
    ],
)
def test_the_header_is_looked_for(rows, expected):
    assert layout(*rows) == expected


def test_a_person_says_which_row_it_is():
    rows = [("Nom", "Licence"), ("Nom", "Licence"), ("Anne", "12")]

    assert layout(*rows)[0] == 1
    assert layout(*rows, row=2) == (2, ("Nom", "Licence"), 3)
    assert layout(*rows, row=9)[0] == 1  # there is none


@pytest.mark.parametrize(
    ("rows", "left_out"),
    [
        ([("A", "b@c.fr", "1"), NONE, ("Total : 1 adhérent",)], (4,)),
        ([("A", "b@c.fr", "1"), ("Nombre d'adhérents", "1")], (3,)),
        ([("A", "b@c.fr", "1"), NONE, ("Mis à jour le 02/09/2025",)], (4,)),
        ([("A", "b@c.fr", "1"), ("Total", "1 adhérent", "25"), ("B", "c@d.fr", "2")], (3,)),
        ([("A", "b@c.fr", "1"), NONE, ("Total", "", "25"), ("Mis à jour le 02/09/2025",)], (4, 5)),
        ([("A", "b@c.fr", "1"), ("Louis 14",)], ()),  # somebody without an address
        ([("A", "b@c.fr", "1"), NONE, ("Anne",)], ()),
    ],
)
def test_totals_below_are_not_of_the_list(rows, left_out):
    assert without_sums(sheet_with(("Nom", "Courriel", "Licence"), *rows)).sums == left_out


def test_the_sheet_that_says_what_it_is_comes_first():
    content = club_workbook(evenings=1)
    sheet = open_file(content).sheet

    assert sheet.names == ("Adhérents", "Comité", "Automne", "Hiver", "Printemps")
    assert best_sheet(sheet) == "Adhérents"
    assert [number for number, _cells in sheet.heads["Adhérents"]] == [1, *range(3, 14)]
    assert sheet.heads["Hiver"][0] == (1, ["Saison 2025/2026 – Hiver"])
    assert open_file(content, "Hiver").sheet.heads == sheet.heads


def test_empty_sheets_are_no_choice():
    """Old programs make three sheets of which two stay empty."""
    content = book(["Nom", "Licence"], ["Anne", "12"], sheets=("Feuil1", "Feuil2"))
    sheet = open_file(content).sheet

    assert (sheet.names, sheet.filled_names) == (("Feuil1", "Feuil2"), ("Feuil2",))
