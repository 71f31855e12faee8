"""Standings that one takes away: CSV, XLSX, PDF."""

import csv
import io

import pytest
from openpyxl import load_workbook
from pytest_django.asserts import assertContains, assertNotContains

from clubs.exchange.imports.headers import ImportKind, guess_kind, read_header
from clubs.exchange.imports.reading import open_file
from clubs.exchange.imports.values import looks_like_date
from clubs.models import Penalty, Player
from tests.example_league import ranked_by
from tests.views.seasons.pages import home, player


class TestExports:
    def rows(self, response, delimiter=","):
        text = response.content.decode("utf-8-sig")
        return list(csv.reader(io.StringIO(text), delimiter=delimiter))

    def test_csv(self, sign_in, example):
        response = sign_in("Bob").get(home(example, "standings.csv"))

        head, *rows = self.rows(response)
        assert response.content.startswith(b"\xef\xbb\xbf")
        assert response["Content-Disposition"] == (
            'attachment; filename="les-trois-bouts-saison-dexemple.csv"'
        )
        assert head[:5] == ["Rank", "Player", "Remark", "Points", "Sum of scores"]
        assert rows[0][:10] == ["1", "Anne", "", "766", "766", "4", "18", "42.56", "6", "5"]
        assert rows[0][10:] == ["197", "199", "497", "-127"]
        assert rows[-1][:4] == ["", "Gina", "guest", "-115"]

    def test_a_sum_says_that_penalties_are_in_it(self, sign_in, example):
        ranked_by(example, method="average")
        client, without, within = sign_in("Bob"), "Sum of scores", "Sum with penalties"
        assertContains(client.get(home(example)), without)

        told = {"player": player("Anne"), "points": -25, "reason": "Late"}
        Penalty.objects.create(evening=example.evenings.first(), **told)

        page = client.get(home(example))
        assertContains(page, within)
        assertNotContains(page, without)
        head = self.rows(client.get(home(example, "standings.csv")))[0]
        assert head[4] == within

    @pytest.mark.parametrize(("language", "title"), [("fr", "Joueur"), ("it", "Giocatore")])
    def test_csv_as_spreadsheets_of_the_language_read_it(self, sign_in, example, language, title):
        response = sign_in("Bob", language=language).get(home(example, "standings.csv"))

        rows = self.rows(response, ";")
        assert (rows[0][1], rows[1][1]) == (title, "Anne")
        assert rows[1][7] == "42,56"

    @pytest.mark.parametrize("language", ["fr", "en", "it"])
    def test_an_import_knows_players_and_evenings(self, sign_in, example, language):
        content = sign_in("Bob", language=language).get(home(example, "standings.csv")).content

        header = open_file(content).sheet.header
        columns = read_header(ImportKind.TOTALS, header, {})
        days = [text for text in columns.of if looks_like_date(text)]

        assert guess_kind(header) is ImportKind.TOTALS
        assert (columns.of[1], columns.missing) == ("player", ())
        assert len(days) == 4

    def test_no_name_is_a_formula(self, sign_in, example):
        Player.objects.filter(name="Anne").update(name="=HYPERLINK(1)")
        client = sign_in("Bob")

        rows = self.rows(client.get(home(example, "standings.csv")))
        book = load_workbook(io.BytesIO(client.get(home(example, "standings.xlsx")).content))

        assert rows[1][1] == "'=HYPERLINK(1)"
        cell = book.active["B2"]
        assert (cell.value, cell.data_type, cell.quotePrefix) == ("=HYPERLINK(1)", "s", True)

    def test_xlsx(self, sign_in, example):
        response = sign_in("Bob").get(home(example, "standings.xlsx"))

        sheet = load_workbook(io.BytesIO(response.content)).active
        rows = list(sheet.iter_rows(values_only=True))
        assert rows[1][:10] == (1, "Anne", None, 766, 766, 4, 18, 42.56, 6, 5)
        assert rows[3][10:] == (-19, 95, -203, None)
        assert sheet.freeze_panes == "A2"

    def test_each_size_with_its_own_rows(self, sign_in, example):
        ranked_by(example, normalise="own_size")
        Penalty.objects.create(
            evening=example.evenings.first(), player=player("Fred"), points=-5, reason="late"
        )

        head, *rows = self.rows(sign_in("Bob").get(home(example, "standings.csv")))

        assert head[0] == "Players in a deal"
        assert {row[0] for row in rows} == {"3", "4", "5"}
        assert {len(row) for row in rows} == {len(head)}

    def test_as_it_stood(self, sign_in, example):
        response = sign_in("Bob").get(home(example, "standings.csv?as_of=2025-09-12"))

        assert [row[1] for row in self.rows(response)[1:]] == ["Cléo", "Anne", "Dino", "Bob"]
        assert "2025-09-12.csv" in response["Content-Disposition"]

    def test_pdf(self, sign_in, example):
        response = sign_in("Bob").get(home(example, "standings.pdf"))

        assert response["Content-Type"] == "application/pdf"
        assert response.content.startswith(b"%PDF")
        assert "saison-dexemple.pdf" in response["Content-Disposition"]

    def test_nothing_counted_yet(self, sign_in, club):
        league = club.league()
        client = sign_in("Bob")

        for name in ("standings.csv", "standings.xlsx", "standings.pdf"):
            assert client.get(home(league, name)).status_code == 200
