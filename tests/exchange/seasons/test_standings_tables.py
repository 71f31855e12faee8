"""Standings as CSV and XLSX. The figures are those of leagues.md §3."""

import csv
import io
from datetime import date

import pytest
from django.utils.translation import override
from openpyxl import load_workbook

from clubs.exchange.imports.headers import ImportKind, guess_kind, read_header
from clubs.exchange.imports.reading import open_file
from clubs.exchange.imports.values import looks_like_date
from clubs.exchange.seasons.standings_tables import (
    season_standings_csv,
    season_standings_xlsx,
    standings_file_name,
)
from clubs.models import Penalty, Player
from clubs.queries.seasons.standings import standings_page
from tests.example_league import ranked_by

pytestmark = pytest.mark.usefixtures("in_english")

EVENINGS = ("2025-09-12", "2025-10-10", "2025-11-14", "2025-12-12")


@pytest.fixture
def standings(club, example):
    """standings(as_of): the standings now or at a date."""
    return lambda as_of=None: standings_page(club.actor("Bob"), example, as_of)


def csv_lines(content, delimiter=","):
    """The lines by heading."""
    text = content.decode("utf-8-sig")
    return list(csv.DictReader(io.StringIO(text), delimiter=delimiter, strict=True))


def sheet_lines(content):
    head, *rows = load_workbook(io.BytesIO(content)).active.iter_rows(values_only=True)
    return [dict(zip(head, row, strict=True)) for row in rows]


def test_csv(standings):
    content = season_standings_csv(standings())

    anne, *_others, gina = csv_lines(content)
    assert content.startswith(b"\xef\xbb\xbf")
    expected = {
        "Rank": "1",
        "Player": "Anne",
        "Remark": "",
        "Points": "766",
        "Sum of scores": "766",
        "Evenings": "4",
        "Deals": "18",
        "Average a deal": "42.56",
        "Contracts taken": "6",
        "Contracts made": "5",
        **dict(zip(EVENINGS, ("197", "199", "497", "-127"), strict=True)),
    }
    assert list(anne.items()) == list(expected.items())
    assert (gina["Rank"], gina["Player"], gina["Remark"]) == ("", "Gina", "guest")


def test_a_sum_says_that_penalties_are_in_it(standings, example):
    anne = Player.objects.get(name="Anne")
    Penalty.objects.create(evening=example.evenings.first(), player=anne, points=-25, reason="Late")

    first = csv_lines(season_standings_csv(standings()))[0]

    assert (first["Sum with penalties"], first["Penalties"]) == ("741", "-25")
    assert "Sum of scores" not in first


@pytest.mark.parametrize(
    ("language", "title", "average"),
    [("fr", "Joueur", "Moyenne par donne"), ("it", "Giocatore", "Media per mano")],
)
def test_csv_as_spreadsheets_of_the_language_read_it(standings, language, title, average):
    with override(language):
        first = csv_lines(season_standings_csv(standings()), ";")[0]

    assert (first[title], first[average]) == ("Anne", "42,56")


@pytest.mark.parametrize("language", ["fr", "en", "it"])
def test_an_import_knows_players_and_evenings(standings, language):
    with override(language):
        content = season_standings_csv(standings())

    header = open_file(content).sheet.header
    columns = read_header(ImportKind.TOTALS, header, {})
    days = [text for text in columns.of if looks_like_date(text)]

    assert guess_kind(header) is ImportKind.TOTALS
    assert (columns.of[1], columns.missing) == ("player", ())
    assert len(days) == 4


def test_no_name_is_a_formula(standings):
    Player.objects.filter(name="Anne").update(name="=HYPERLINK(1)")

    first = csv_lines(season_standings_csv(standings()))[0]
    sheet = load_workbook(io.BytesIO(season_standings_xlsx(standings()))).active

    assert first["Player"] == "'=HYPERLINK(1)"
    [cell] = [cell for cell in sheet[2] if cell.value == "=HYPERLINK(1)"]
    assert (cell.data_type, cell.quotePrefix) == ("s", True)


def test_xlsx(standings):
    content = season_standings_xlsx(standings())

    first, _second, third, *_others = sheet_lines(content)
    assert (first["Player"], first["Remark"], first["Average a deal"]) == ("Anne", None, 42.56)
    assert [third[day] for day in EVENINGS] == [-19, 95, -203, None]
    sheet = load_workbook(io.BytesIO(content)).active
    widths = {cell.value: sheet.column_dimensions[cell.column_letter].width for cell in sheet[1]}
    assert (widths["Player"], widths["Remark"], widths["Sum of scores"]) == (24, 18, 15)
    assert sheet.freeze_panes == "A2"


def test_each_size_with_its_own_rows(standings, example):
    ranked_by(example, normalise="own_size")
    fred = Player.objects.get(name="Fred")
    Penalty.objects.create(evening=example.evenings.first(), player=fred, points=-5, reason="late")

    lines = csv_lines(season_standings_csv(standings()))

    assert {line["Players in a deal"] for line in lines} == {"3", "4", "5"}
    assert {line["Penalties"] for line in lines if line["Player"] == "Fred"} >= {"-5"}


def test_as_it_stood(standings):
    told = standings(date(2025, 9, 12))

    lines = csv_lines(season_standings_csv(told))
    assert [line["Player"] for line in lines] == ["Cléo", "Anne", "Dino", "Bob"]
    assert standings_file_name(told, "csv") == "les-trois-bouts-saison-dexemple-2025-09-12.csv"
