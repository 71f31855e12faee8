"""CSV and XLSX that no spreadsheet takes for formulas. Source: leagues.md §8."""

import csv
from datetime import date
from io import BytesIO, StringIO
from zipfile import ZipFile

import pytest
from django.utils import translation
from openpyxl import load_workbook

from clubs.exchange.spreadsheets import file_named, local_csv, xlsx_file

HEADER = ("name", "score: =Zoé", "points", "day")
ROWS = [
    ("Zoé", -60, 46.5, date(2025, 10, 10)),
    ('=HYPERLINK("x")', None, 0, None),
    ("+1", 1, 2, None),
    ("-2", 1, 2, None),
    ("@a", 1, 2, None),
    ('a "b", c\nd', 1, 2, None),
]


def cells(file):
    """The only sheet of a workbook, as cells."""
    return load_workbook(BytesIO(file)).worksheets[0]


class TestCsv:
    def test_numbers_stay_and_text_is_harmless(self):
        with translation.override("en"):
            content = local_csv(HEADER, ROWS)

        assert content.startswith(b"\xef\xbb\xbfname,")
        assert list(csv.reader(StringIO(content.decode("utf-8-sig"), newline=""))) == [
            ["name", "score: =Zoé", "points", "day"],
            ["Zoé", "-60", "46.50", "2025-10-10"],
            ['\'=HYPERLINK("x")', "", "0", ""],
            ["'+1", "1", "2", ""],
            ["'-2", "1", "2", ""],
            ["'@a", "1", "2", ""],
            ['a "b", c\nd', "1", "2", ""],
        ]

    @pytest.mark.parametrize("text", ["\t=1", "\r=1"])
    def test_signs_that_hide_a_formula(self, text):
        content = local_csv(["a"], [[text]]).decode("utf-8-sig")

        assert list(csv.reader(StringIO(content, newline="")))[1] == [f"'{text}"]


class TestXlsx:
    def test_values_are_what_they_are(self):
        sheet = cells(xlsx_file("Donnes", HEADER, ROWS))

        assert sheet.title == "Donnes"
        values = [[cell.value for cell in row] for row in sheet.iter_rows()]
        assert values[1][:3] == ["Zoé", -60, 46.5]
        assert values[1][3].date() == date(2025, 10, 10)
        assert [row[0] for row in values[2:]] == [row[0] for row in ROWS[1:]]

    def test_nothing_is_a_formula(self):
        sheet = cells(xlsx_file("Donnes", HEADER, ROWS))

        assert {cell.data_type for row in sheet.iter_rows() for cell in row} == {"s", "n", "d"}
        assert [sheet.cell(row, 1).quotePrefix for row in range(2, 8)] == [
            False,
            True,
            True,
            True,
            True,
            False,
        ]

    def test_the_header_stays_and_is_bold(self):
        sheet = cells(xlsx_file("Donnes", HEADER, ROWS))

        assert sheet.freeze_panes == "A2"
        assert [cell.font.bold for cell in sheet[1]] == [True] * 4
        assert not sheet["A2"].font.bold

    def test_columns_are_as_wide_as_told(self):
        sheet = cells(xlsx_file("Donnes", HEADER, ROWS, (30, 5)))

        widths = [sheet.column_dimensions[letter].width for letter in "ABCD"]
        assert widths == [30, 8, 8, 8]

    def test_signs_that_a_spreadsheet_does_not_take(self):
        sheet = cells(xlsx_file("Donnes", ["a"], [["x\x00y\x0bz"], ["z" * 40_000]]))

        assert sheet["A2"].value == "xyz"
        assert len(sheet["A3"].value) == 32_767

    def test_it_is_sound(self):
        with ZipFile(BytesIO(xlsx_file("Donnes", HEADER, ROWS))) as archive:
            assert archive.testzip() is None


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Name,Rate\r\n'=1+1,0.50\r\n,-3\r\n"),
        ("fr", "Name;Rate\r\n'=1+1;0,50\r\n;-3\r\n"),
        ("it", "Name;Rate\r\n'=1+1;0,50\r\n;-3\r\n"),
    ],
)
def test_a_table_as_the_language_writes_it(language, text):
    with translation.override(language):
        content = local_csv(["Name", "Rate"], [["=1+1", 0.5], [None, -3]])

    assert content == b"\xef\xbb\xbf" + text.encode()


@pytest.mark.parametrize(
    ("parts", "name"),
    [
        (("Les Trois Bouts", "Saison 2026\N{EN DASH}2027"), "les-trois-bouts-saison-2026-2027.csv"),
        (("東京",), "feutre.csv"),
    ],
)
def test_the_name_of_a_file(parts, name):
    assert file_named(*parts, extension="csv") == name
