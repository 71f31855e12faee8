"""Lists of entries: what is read of a file, what is wrong with it, and what an export has."""

import csv
from datetime import date
from io import BytesIO, StringIO

import pytest
from django.utils.translation import override
from openpyxl import Workbook, load_workbook

from clubs.exchange.imports.reading import open_file
from clubs.exchange.imports.shape import Unreadable
from clubs.exchange.spreadsheets import local_csv, xlsx_file
from clubs.exchange.tournaments.entries import (
    read_entry_list,
    shown_errors,
    shown_rows,
)
from clubs.exchange.tournaments.lists import entries_spreadsheet
from clubs.models import Category
from clubs.queries.tournaments.entries.entries import EntryDetails, EntryRow, entry_lines
from tests.cast import Cast
from tests.hall import Hall


@pytest.fixture
def hall(club: Cast) -> Hall:
    """P01 has entered; there are two categories."""
    hall = Hall.gather(club, 1, state="open", fee=1000)
    for code, name in (("women", "Féminines"), ("senior", "Seniors")):
        Category.objects.create(tournament=hall.tournament, code=code, name=name)
    return hall


@pytest.fixture
def aged(hall: Hall) -> Hall:
    """The same with a category by age."""
    Category.objects.create(
        tournament=hall.tournament, code="junior", name="Juniors", born_from=2005
    )
    return hall


def read(hall: Hall, content, turn=""):
    content = content if isinstance(content, bytes) else content.encode()
    categories = list(hall.tournament.categories.all())
    return read_entry_list(open_file(content), hall.tournament, categories, turn=turn)


def written(hall: Hall, lines):
    header, rows, _widths = entries_spreadsheet(hall.tournament, lines)
    return local_csv(header, rows)


ANNE = EntryRow(
    EntryDetails("Anne Hélène", "Tarot Club", "75001", ("women", "senior"), "anne@example.org"),
    number=3,
    team="Bouts",
    is_paid=True,
)
ZOE = EntryRow(EntryDetails("Zoé", "Nice"), team="Bouts")
CELLS = [
    ["3", "Anne Hélène", "Tarot Club", "75001", "Féminines|senior", "Bouts", "oui",
     "anne@example.org"],
    ["", "Zoé", "Nice", "", "", "Bouts", "non", ""],
]  # fmt: skip
FRENCH = ["Numéro", "Nom", "Club", "Licence", "Catégories", "Équipe", "Payé", "Courriel"]
ENGLISH = ["number", "name", "club", "licence", "categories", "team", "paid", "email"]
ITALIAN = ["Numero", "Nome", "Circolo", "Tessera", "Categoria", "Squadra", "Pagato", "E-mail"]


class TestReading:
    @pytest.mark.parametrize("header", [FRENCH, ENGLISH, ITALIAN], ids=["fr", "en", "it"])
    @pytest.mark.parametrize("separator", [",", ";", "\t"], ids=["comma", "semicolon", "tab"])
    @pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "windows-1252"])
    def test_separators_encodings_and_languages(self, hall, header, separator, encoding):
        text = "\r\n".join(separator.join(cells) for cells in [header, *CELLS])

        found = read(hall, text.encode(encoding))

        assert found.errors == []
        assert found.rows == [ANNE, ZOE]
        assert (found.lines, found.unknown) == ([2, 3], ())

    @pytest.mark.parametrize("header", ["Nom;Prénom", "Nom;Prénoms"])
    def test_first_and_last_name_apart(self, hall, header):
        found = read(hall, f"{header}\nMarchand;Zoé\n")

        assert [row.details.name for row in found.rows] == ["Zoé Marchand"]

    def test_the_family_name_first_in_one_column(self, hall):
        """A name that somebody turns round in the preview stays so."""
        found = read(hall, "N°;NOM Prénom\n1;Le Gall Yann\n2;Luc Petit\n")
        assert [row.details.name for row in found.rows] == ["Yann Le Gall", "Petit Luc"]

        again = read(hall, found.text, turn="3")
        assert [row.details.name for row in again.rows] == ["Yann Le Gall", "Luc Petit"]
        assert read(hall, again.text).rows == again.rows

    def test_a_title_above_the_header(self, hall):
        text = "Grand Prix;;\n\nNom;Prénom;Club\nRoux;Zoé;Lons\n"

        assert [row.details.name for row in read(hall, text).rows] == ["Zoé Roux"]

    def test_a_row_of_sums_is_nobody(self, hall):
        """It is told; a family name may be such a word."""
        text = (
            "Nom;Prénom;Club;Payé\nRoux;Zoé;Lons;oui\nMedia;Luca;Bari;1\nTotal : 2 inscrits;;;2\n"
        )

        found = read(hall, text)

        assert [row.details.name for row in found.rows] == ["Zoé Roux", "Luca Media"]
        assert (found.sums, found.errors) == ((4,), [])
        assert read(hall, found.text).rows == found.rows

    def test_lines_without_header_are_name_club_licence(self, hall):
        found = read(hall, "Zoé Marchand; Nice ;12\n\nLuc Petit\n")

        assert found.rows == [
            EntryRow(EntryDetails("Zoé Marchand", "Nice", "12")),
            EntryRow(EntryDetails("Luc Petit")),
        ]

    def test_what_nobody_knows_is_passed_over(self, hall):
        found = read(hall, "nom;taille\nZoé;172\n")

        assert (found.unknown, found.rows) == (("taille",), [EntryRow(EntryDetails("Zoé"))])

    @pytest.mark.parametrize(
        "header",
        ["Né(e) en", "Année de naissance", "Date de naissance", "Naissance", "né le",
         "birth year", "Date of birth", "anno di nascita", "Data di nascita"],
    )  # fmt: skip
    @pytest.mark.parametrize(
        ("text", "year"),
        [("1985", 1985), ("12/03/1985", 1985), ("1985-03-12", 1985), ("12.03.85", 1985),
         ("01/01/04", 2004), ("", None)],
    )  # fmt: skip
    def test_years_of_birth(self, aged, header, text, year):
        found = read(aged, f"nom;{header}\nZoé;{text}\n")

        assert (found.errors, found.unknown) == ([], ())
        assert [row.details.birth_year for row in found.rows] == [year]

    def test_dates_of_birth_of_a_spreadsheet(self, aged):
        book = Workbook()
        for cells in [["Nom", "Date de naissance"], ["Zoé", date(2010, 5, 1)], ["Luc", 1955]]:
            book.active.append(cells)
        out = BytesIO()
        book.save(out)

        assert [row.details.birth_year for row in read(aged, out.getvalue()).rows] == [2010, 1955]

    def test_without_a_category_by_age_no_year_is_kept(self, hall):
        found = read(hall, "nom;né en\nZoé;1985\n")

        assert (found.spares_birth, found.unknown, found.errors) == (True, (), [])
        assert found.rows[0].details.birth_year is None

    @pytest.mark.parametrize(
        "text", ["Féminines, Seniors", "women/senior", "FEMININES + senior", "feminines|Seniors"]
    )
    def test_categories_by_code_or_name(self, hall, text):
        found = read(hall, f'nom;catégorie\nZoé;"{text}"\n')

        assert found.errors == []
        assert found.rows[0].details.categories == ("women", "senior")

    def test_what_will_be_stored_is_shown(self, aged):
        """Those by age beside those of the list."""
        found = read(aged, "nom;né en;catégorie\nZoé;2010;Féminines\nLuc;1955;\nAna;;\n")

        shown = shown_rows(found, list(aged.tournament.categories.all()))

        assert [one.category_names for one in shown] == [("Féminines", "Juniors"), (), ()]

    def test_the_own_export_is_read_again(self, aged):
        aged.tournament.entries.update(birth_year=2010, categories=["women"])
        lines = entry_lines(aged.tournament, list(aged.tournament.categories.all()))
        with override("fr"):
            text = written(aged, lines)
        aged.tournament.entries.all().delete()

        found = read(aged, text)

        assert found.errors == []
        assert [row.details.birth_year for row in found.rows] == [2010]
        assert found.rows[0].details.categories == ("women",)  # the other one follows from the year

    def test_a_spreadsheet(self, hall):
        book = Workbook()
        for cells in [ENGLISH, ["3", "Zoé", "Nice", 12, "", "", "yes", ""]]:
            book.active.append(cells)
        out = BytesIO()
        book.save(out)

        found = read(hall, out.getvalue())

        assert found.rows == [EntryRow(EntryDetails("Zoé", "Nice", "12"), number=3, is_paid=True)]

    @pytest.mark.parametrize(
        "text",
        [
            "nom;équipe\nZoé;Bouts\n\nLuc;Bouts\n",
            "Zoé; Nice ;12\nLuc Petit\n",
            "nom\nZoé; Luc\n",
            "name\n'=Zoé\n",
        ],
    )
    def test_the_list_again_for_the_next_step(self, hall, text):
        found = read(hall, text)

        again = read(hall, found.text)

        assert again.rows == found.rows

    def test_nothing_that_can_be_read(self, hall):
        with pytest.raises(Unreadable):
            read(hall, b"")
        with pytest.raises(Unreadable):
            read(hall, b"nom\n\x00\x81")


class TestErrors:
    @pytest.mark.parametrize(
        ("text", "errors"),
        [
            (
                "club;licence\nLyon;1",
                [
                    (
                        1,
                        "name",
                        "",
                        "There is no column for the name. Head the column of the names with"
                        " “name”.",
                    )
                ],
            ),
            (
                "nom;club\n;Lyon",
                [(2, "name", "", "A name is needed. Fill it in, or delete the row.")],
            ),
            (
                "nom;n°\nZoé;0",
                [(2, "number", "0", "A number of an entry is from 1 to 99999.")],
            ),
            (
                "nom;n°\nZoé;1",
                [
                    (
                        2,
                        "number",
                        "1",
                        "Another entry has this number. Write another one, or leave the cell empty"
                        " for the next that is free.",
                    )
                ],
            ),
            ("nom;payé\nZoé;peut-être", [(2, "paid", "peut-être", "Write yes or no.")]),
            (
                "nom;email\nZoé;zoe",
                [
                    (
                        2,
                        "e-mail address",
                        "zoe",
                        "This is no e-mail address. Write one such as anne@example.org, or leave"
                        " the cell empty.",
                    )
                ],
            ),
            (
                "nom;catégories\nZoé;women|x",
                [
                    (
                        2,
                        "categories",
                        "women|x",
                        "No category is called so. There are: Féminines, Seniors.",
                    )
                ],
            ),
            (
                "nom;licence\nZoé;7\nLuc;7",
                [
                    (
                        3,
                        "licence number",
                        "7",
                        "Another entry has this licence number. Correct the number, or leave the"
                        " cell empty.",
                    )
                ],
            ),
            (
                "nom\n\nZoé\nZoé",
                [
                    (
                        4,
                        "name",
                        "Zoé",
                        "This person has entered already. Delete the row, or add the club or the"
                        " licence of the other person.",
                    )
                ],
            ),
            (
                "nom;équipe\nZoé;A\nLuc;B\nAna;B",
                [
                    (
                        2,
                        "team",
                        "A",
                        "A team has 2, 3 or 4 entries, and all teams have equally many.",
                    )
                ],
            ),
            (f"nom\n{'x' * 81}", [(2, "name", "x" * 81, "At most 80 characters.")]),
        ],
    )
    def test_each_at_its_row_and_column(self, hall, text, errors):
        with override("en"):
            shown = shown_errors(read(hall, text).errors)

        told = [(int(one.row), one.column, one.value, one.message) for one in shown]
        assert told == errors

    def test_what_many_rows_have_stands_once(self, hall):
        text = "nom;payé\nA;?\nB;oui\nC;?\nD;?\nE;?\nF;!"
        shown = shown_errors(read(hall, text).errors)

        assert [(one.row, one.value) for one in shown] == [("2, 4–6", "?"), ("7", "!")]

    def test_every_row_says_what_is_wrong(self, hall):
        found = read(hall, "nom;payé;email\n;?;x\nZoé;?;zoe@example.org")

        assert [(one.row, one.column) for one in found.errors] == [
            (2, "name"),
            (2, "paid"),
            (2, "email"),
            (3, "paid"),
        ]


class TestExport:
    def rows(self, hall: Hall):
        return entry_lines(hall.tournament, list(hall.tournament.categories.all()))

    @pytest.mark.parametrize("language", ["fr", "en", "it"])
    def test_what_leaves_comes_in_again(self, hall, language):
        hall.tournament.entries.update(
            name="Anne Hélène",
            family_name="Hélène",
            licence="75001",
            categories=["women"],
            club_name="=Lyon",
        )
        with override(language):
            content = written(hall, self.rows(hall))
        hall.tournament.entries.all().delete()

        assert read(hall, content).rows == [
            EntryRow(EntryDetails("Anne Hélène", "=Lyon", "75001", ("women",)), number=1)
        ]

    def test_formulas_are_text(self, hall):
        formula = '=HYPERLINK("x")'
        hall.tournament.entries.update(
            name=formula, family_name=formula, note="@cmd", club_name="+1"
        )

        with override("en"):
            text = written(hall, self.rows(hall)).decode("utf-8-sig")
            sheet = xlsx_file("Entries", *entries_spreadsheet(hall.tournament, self.rows(hall)))

        line = next(csv.DictReader(StringIO(text)))
        marked = {"name": f"'{formula}", "club": "'+1", "note": "'@cmd"}
        assert {heading: line[heading] for heading in marked} == marked
        head, cells = load_workbook(BytesIO(sheet)).active[1:2]
        types = {title.value: cell.data_type for title, cell in zip(head, cells, strict=True)}
        assert (types["name"], types["family name"]) == ("s", "s")
