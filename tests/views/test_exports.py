"""Pages and files by which members take data out of their club."""

import csv
import json
from datetime import date
from io import BytesIO, StringIO
from uuid import uuid4
from zipfile import ZipFile

import pytest
from django.conf import settings
from openpyxl import load_workbook

from clubs.models import Player, Sitting, SittingTotal
from clubs.services.tables.sittings import record_deal
from tests.again import built_once
from tests.games.bolognese.core.examples import QUICK


@pytest.fixture
@built_once
def league(club):
    """A season with one table and one deal; another deal is outside of it."""
    inside, outside = (club.sitting("Alice", "Bob", "Charlie", "Dora") for _ in range(2))
    club.deal(inside, points=46)
    club.deal(outside, points=46)
    league = club.league(name="Hiver")
    club.evening(league, date(2025, 12, 5), inside, name="Noël")
    Player.objects.filter(name="Bob").update(licence="12345", email="bob@home.example")
    return league


def sign_in(client, club, who, language="en"):
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = language
    client.force_login(club.user(who))
    return client


def content(response):
    assert response.status_code == 200
    return response.getvalue()


def table(response):
    text = content(response).decode("utf-8-sig")
    return list(csv.DictReader(StringIO(text, newline="")))


class TestClubExport:
    @pytest.mark.parametrize(
        ("who", "sees"), [("Bob", False), ("Charlie", False), ("Olivia", True)]
    )
    def test_the_archive_is_offered_to_owners(self, client, club, league, who, sees):
        page = sign_in(client, club, who).get("/c/trois-bouts/io/export/").content.decode()

        assert ('href="/c/trois-bouts/io/archive.zip"' in page) is sees
        assert 'href="/c/trois-bouts/io/deals.xlsx"' in page
        assert f'href="/c/trois-bouts/io/deals.csv?season={league.uuid}"' in page
        assert f'href="/c/trois-bouts/s/{league.uuid}/evenings.ics"' in page

    def test_without_seasons(self, client, club):
        page = sign_in(client, club, "Bob").get("/c/trois-bouts/io/export/").content.decode()

        assert "season=" not in page
        assert 'href="/c/trois-bouts/io/members.csv"' in page

    def test_queries(self, client, club, league, django_assert_num_queries):
        sign_in(client, club, "Olivia")
        # session, account, roles, club, games, seasons, games of totals
        with django_assert_num_queries(7):
            client.get("/c/trois-bouts/io/export/")
        club.league(name="Printemps")
        club.league(name="Été")
        with django_assert_num_queries(7):
            client.get("/c/trois-bouts/io/export/")


class TestDeals:
    def test_csv_of_the_club(self, client, club, league):
        response = sign_in(client, club, "Bob").get("/c/trois-bouts/io/deals.csv")

        rows = table(response)
        assert [(row["taker"], row["score: Alice"]) for row in rows] == [("Alice", "180")] * 2
        assert response["Content-Type"] == "text/csv; charset=utf-8"
        assert response["Content-Disposition"] == 'attachment; filename="les-trois-bouts-deals.csv"'

    @pytest.mark.parametrize(
        ("language", "head", "row"),
        [
            ("fr", "preneur;appelé;carte appelée;contrat;bouts", "Alice;;;garde sans;1;;45,50"),
            (
                "it",
                "dichiarante;chiamato;carta chiamata;contratto;onori",
                "Alice;;;guardia senza;1;;45,50",
            ),
            ("en", "taker,called,called_cards,contract,oudlers", "Alice,,,garde_sans,1,,45.50"),
        ],
    )
    def test_in_the_language_of_the_page(self, client, club, language, head, row):
        sitting = club.sitting("Alice", "Bob", "Charlie", rules="family")
        club.deal(sitting, contract="garde_sans", oudlers=1, points=45.5)
        sign_in(client, club, "Bob", language)

        text = content(client.get("/c/trois-bouts/io/deals.csv")).decode()

        header, deal, _end = text.split("\r\n")
        assert header.startswith("\ufeff")  # by which Excel knows UTF-8
        assert head in header
        assert row in deal

    def test_csv_of_a_season(self, client, club, league):
        response = sign_in(client, club, "Bob").get(
            f"/c/trois-bouts/io/deals.csv?season={league.uuid}"
        )

        [row] = table(response)
        assert (row["date"], row["evening"], row["score: Bob"]) == ("2025-12-05", "Noël", "-60")
        assert 'filename="les-trois-bouts-deals-hiver.csv"' in response["Content-Disposition"]

    @pytest.fixture
    def volte(self, club, league):
        """A table of another game."""
        sitting = club.sitting("Alice", "Bob", "Charlie", "Dora", game="volte", rules="volte")
        club.deal(sitting, taker="Alice", contract="liscio", honours=2, points=47)
        return sitting

    def test_one_game_at_a_time(self, client, club, volte):
        """(6 + 25)·3 = 93 for the taker."""
        sign_in(client, club, "Bob")

        usual = table(client.get("/c/trois-bouts/io/deals.csv"))
        response = client.get("/c/trois-bouts/io/deals.csv?game=volte")

        assert [row["contract"] for row in usual] == ["garde", "garde"]
        [row] = table(response)
        assert (row["contract"], row["honours"], row["score: Alice"]) == ("liscio", "2", "93")
        assert "oudlers" not in row
        assert "deals-tarocco-a-volte.csv" in response["Content-Disposition"]

    def test_xlsx_of_a_game(self, client, club, volte):
        response = sign_in(client, club, "Bob").get("/c/trois-bouts/io/deals.xlsx?game=volte")

        sheet = load_workbook(BytesIO(content(response))).worksheets[0]
        header, row = ([cell.value for cell in row] for row in sheet.iter_rows())
        told = dict(zip(header, row, strict=True))
        assert (told["honours"], told["points"], told["score: Alice"]) == (2, 47, 93)

    def test_bolognese(self, client, club):
        """60 + 40 + 6 = 106 against 25 + 17 + 47 = 89."""
        four = ("Alice", "Bob", "Charlie", "Dora")
        sitting = club.sitting(*four, game="bolognese", rules="ottocento")
        record_deal(club.actor("Alice"), sitting, QUICK, number=1, request_id=uuid4())
        sign_in(client, club, "Bob")

        [row] = table(client.get("/c/trois-bouts/io/deals.csv?game=bolognese"))

        assert (row["ns_sequences"], row["ew_scartini"], row["last_trick"]) == ("60", "47", "ns")
        assert (row["ns_total"], row["ew_total"]) == ("106", "89")
        assert [row[f"score: {name}"] for name in four] == ["17", "-17", "17", "-17"]

    def test_a_season_has_its_game(self, client, club, volte):
        season = club.league(name="Volte", game="volte")
        club.evening(season, date(2025, 12, 5), volte)
        sign_in(client, club, "Bob")

        rows = table(client.get(f"/c/trois-bouts/io/deals.csv?season={season.uuid}"))

        assert [row["contract"] for row in rows] == ["liscio"]

    @pytest.mark.parametrize("kind", ["csv", "xlsx"])
    def test_a_game_that_nobody_knows(self, client, club, kind):
        sign_in(client, club, "Bob")

        response = client.get(f"/c/trois-bouts/io/deals.{kind}?game=minchiate")

        assert response.status_code == 404

    def test_the_page_offers_the_games_that_were_played(self, client, club, volte):
        client.cookies[settings.LANGUAGE_COOKIE_NAME] = "en"
        page = sign_in(client, club, "Bob").get("/c/trois-bouts/io/export/").content.decode()

        assert "All deals of French tarot" in page
        assert "All deals of Tarocco a volte" in page
        assert 'href="/c/trois-bouts/io/deals.csv"' in page
        assert 'href="/c/trois-bouts/io/deals.csv?game=volte"' in page
        assert "game=bolognese" not in page

    def test_the_page_of_a_club_with_another_game_alone(self, client, club):
        client.cookies[settings.LANGUAGE_COOKIE_NAME] = "en"
        sitting = club.sitting("Alice", "Bob", "Charlie", "Dora", game="volte", rules="volte")
        club.deal(sitting, kind="void", void_reason="all_pass")
        page = sign_in(client, club, "Bob").get("/c/trois-bouts/io/export/").content.decode()

        assert "<strong>All deals</strong>" in page
        assert 'href="/c/trois-bouts/io/deals.xlsx?game=volte"' in page
        assert 'href="/c/trois-bouts/io/deals.xlsx"' not in page

    def test_xlsx(self, client, club, league):
        response = sign_in(client, club, "Bob").get(
            f"/c/trois-bouts/io/deals.xlsx?season={league.uuid}"
        )

        sheet = load_workbook(BytesIO(content(response))).worksheets[0]
        header, row = ([cell.value for cell in row] for row in sheet.iter_rows())
        told = dict(zip(header, row, strict=True))
        assert (told["points"], told["score: Alice"], told["score: Bob"]) == (46, 180, -60)
        assert 'filename="les-trois-bouts-deals-hiver.xlsx"' in response["Content-Disposition"]

    @pytest.mark.parametrize("kind", ["csv", "xlsx"])
    @pytest.mark.parametrize("season", ["nonsense", "00000000-0000-4000-8000-000000000000"])
    def test_a_season_that_is_not_there(self, client, club, league, kind, season):
        sign_in(client, club, "Bob")

        response = client.get(f"/c/trois-bouts/io/deals.{kind}?season={season}")

        assert response.status_code == 404

    def test_a_season_of_another_club(self, client, club, league):
        response = sign_in(client, club, "Eve").get(
            f"/c/ailleurs/io/deals.csv?season={league.uuid}"
        )

        assert response.status_code == 404

    def test_nothing_played(self, client, club):
        assert table(sign_in(client, club, "Bob").get("/c/trois-bouts/io/deals.csv")) == []

    def test_queries(self, client, club, league, django_assert_num_queries):
        sign_in(client, club, "Bob")
        # session, account, roles, club; people, who scored, deals, scores
        with django_assert_num_queries(8):
            content(client.get("/c/trois-bouts/io/deals.csv"))


class TestSeason:
    def test_everything_that_counts(self, client, club, league):
        address = f"/c/trois-bouts/s/{league.uuid}/season.json"

        response = sign_in(client, club, "Bob").get(address)

        told = json.loads(content(response))
        assert (told["format"], told["league"]["name"]) == ("tarot-league/1", "Hiver")
        [evening] = told["evenings"]
        assert (evening["date"], evening["name"]) == ("2025-12-05", "Noël")
        assert evening["tables"][0]["deals"][0]["scores"]["Alice"] == 180
        assert response["Content-Type"] == "application/json; charset=utf-8"
        assert 'filename="les-trois-bouts-hiver.json"' in response["Content-Disposition"]

    def test_of_another_club(self, client, club, league):
        address = f"/c/ailleurs/s/{league.uuid}/season.json"

        assert sign_in(client, club, "Eve").get(address).status_code == 404


class TestTotals:
    @pytest.fixture(autouse=True)
    def _old_tables(self, club, league):
        """One that counts for the season, and one that does not."""
        for counts, total in ((True, 197), (False, -3)):
            sitting = club.sitting("Alice", "Bob", "Charlie")
            Sitting.objects.filter(pk=sitting.pk).update(totals_only=True)
            SittingTotal.objects.create(
                sitting=sitting, player=club.player("Bob"), total=total, place_points=250
            )
            if counts:
                club.evening(league, date(2025, 12, 12), sitting)

    def test_csv_of_the_club(self, client, club):
        response = sign_in(client, club, "Bob").get("/c/trois-bouts/io/totals.csv")

        assert [(row["player"], row["score"], row["points"]) for row in table(response)] == [
            ("Bob", "197", "2.50"),
            ("Bob", "-3", "2.50"),
        ]

    def test_xlsx_of_a_season(self, client, club, league):
        response = sign_in(client, club, "Bob").get(
            f"/c/trois-bouts/io/totals.xlsx?season={league.uuid}"
        )

        sheet = load_workbook(BytesIO(content(response))).worksheets[0]
        header, row = ([cell.value for cell in row] for row in sheet.iter_rows())
        assert header == ["date", "player", "score", "deals", "table", "points"]
        assert (row[1], row[2], row[3], row[5]) == ("Bob", 197, None, 2.5)

    def test_they_are_offered_where_there_are_any(self, client, club):
        page = sign_in(client, club, "Bob").get("/c/trois-bouts/io/export/").content.decode()
        assert 'href="/c/trois-bouts/io/totals.csv"' in page

        SittingTotal.objects.all().delete()
        Sitting.objects.filter(totals_only=True).update(state="void")
        page = client.get("/c/trois-bouts/io/export/").content.decode()
        assert "totals.csv" not in page

    @pytest.fixture
    def volte(self, club):
        """A table of another game."""
        sitting = club.sitting("Alice", "Bob", "Charlie", "Dora", game="volte", rules="volte")
        Sitting.objects.filter(pk=sitting.pk).update(totals_only=True)
        SittingTotal.objects.create(sitting=sitting, player=club.player("Dora"), total=62)
        return sitting

    def test_one_game_at_a_time(self, client, club, volte):
        sign_in(client, club, "Bob")

        usual = table(client.get("/c/trois-bouts/io/totals.csv"))
        response = client.get("/c/trois-bouts/io/totals.csv?game=volte")

        assert [row["player"] for row in usual] == ["Bob", "Bob"]
        assert [(row["player"], row["score"]) for row in table(response)] == [("Dora", "62")]
        assert "totals-tarocco-a-volte.csv" in response["Content-Disposition"]

    def test_xlsx_of_a_game(self, client, club, volte):
        response = sign_in(client, club, "Bob").get("/c/trois-bouts/io/totals.xlsx?game=volte")

        sheet = load_workbook(BytesIO(content(response))).worksheets[0]
        assert [row[1].value for row in sheet.iter_rows()] == ["player", "Dora"]

    def test_a_season_has_its_game(self, client, club, volte):
        season = club.league(name="Volte", game="volte")
        club.evening(season, date(2025, 12, 5), volte)
        sign_in(client, club, "Bob")

        rows = table(client.get(f"/c/trois-bouts/io/totals.csv?season={season.uuid}"))

        assert [row["player"] for row in rows] == ["Dora"]

    @pytest.mark.parametrize("kind", ["csv", "xlsx"])
    def test_a_game_that_nobody_knows(self, client, club, kind):
        response = sign_in(client, club, "Bob").get(
            f"/c/trois-bouts/io/totals.{kind}?game=minchiate"
        )

        assert response.status_code == 404

    def test_the_page_has_a_row_a_game(self, client, club, volte):
        client.cookies[settings.LANGUAGE_COOKIE_NAME] = "en"
        page = sign_in(client, club, "Bob").get("/c/trois-bouts/io/export/").content.decode()

        assert "Totals of French tarot" in page
        assert "Totals of Tarocco a volte" in page
        assert 'href="/c/trois-bouts/io/totals.csv"' in page
        assert 'href="/c/trois-bouts/io/totals.xlsx?game=volte"' in page
        assert "totals.csv?game=bolognese" not in page


class TestMembers:
    def test_organisers_see_all(self, client, club, league):
        rows = table(sign_in(client, club, "Charlie").get("/c/trois-bouts/io/members.csv"))

        bob = next(row for row in rows if row["name"] == "Bob")
        assert (bob["licence"], bob["email"]) == ("12345", "bob@home.example")

    @pytest.mark.parametrize("who", ["Bob", "Alice"])
    @pytest.mark.parametrize("kind", ["csv", "xlsx"])
    def test_others_see_neither_licence_nor_address(self, client, club, league, who, kind):
        Player.objects.update(free_columns=[["Cotisation", "25"]])
        sign_in(client, club, who)

        if kind == "csv":
            text = content(client.get("/c/trois-bouts/io/members.csv")).decode()
        else:
            book = load_workbook(BytesIO(content(client.get("/c/trois-bouts/io/members.xlsx"))))
            text = str([cell.value for row in book.worksheets[0].iter_rows() for cell in row])

        assert "Bob" in text
        for hidden in ("licence", "12345", "email", "@", "Cotisation"):
            assert hidden not in text

    def test_xlsx(self, client, club, league):
        response = sign_in(client, club, "Charlie").get("/c/trois-bouts/io/members.xlsx")

        sheet = load_workbook(BytesIO(content(response))).worksheets[0]
        assert sheet.max_row == 7  # a header and six members
        assert sheet.freeze_panes == "A2"


class TestCalendar:
    def test_it_has_the_evenings(self, client, club, league):
        response = sign_in(client, club, "Bob").get(f"/c/trois-bouts/s/{league.uuid}/evenings.ics")

        text = response.content.decode()
        uuid = league.evenings.get().uuid
        assert response["Content-Type"] == "text/calendar; charset=utf-8"
        assert f"UID:{uuid}@localhost:8000\r\n" in text
        assert "SUMMARY:Les Trois Bouts · Noël\r\n" in text
        assert "DTSTART;VALUE=DATE:20251205\r\n" in text

    def test_of_another_club(self, client, club, league):
        response = sign_in(client, club, "Eve").get(f"/c/ailleurs/s/{league.uuid}/evenings.ics")

        assert response.status_code == 404


def test_files_of_any_size_are_sent_from_the_disk(client, club, league):
    """Their content is no one text in memory, and its length is told all the same."""
    sign_in(client, club, "Olivia")
    for name in ("deals.csv", "deals.xlsx", "archive.zip"):
        response = client.get(f"/c/trois-bouts/io/{name}")

        assert response.streaming
        assert int(response["Content-Length"]) == len(content(response)) > 200


class TestArchive:
    def test_the_owner_has_it(self, client, club, league):
        response = sign_in(client, club, "Olivia").get("/c/trois-bouts/io/archive.zip")

        with ZipFile(BytesIO(content(response))) as archive:
            manifest = json.loads(archive.read("manifest.json"))
        assert manifest["format"] == "tarot-club/1"
        assert manifest["files"]["deals"]["rows"] == 2
        assert response["Content-Type"] == "application/zip"
        assert 'filename="les-trois-bouts-20' in response["Content-Disposition"]
