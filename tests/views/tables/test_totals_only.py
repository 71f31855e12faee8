"""A table of which only the totals are known, wherever others show what was won."""

import re
from datetime import date
from uuid import uuid4

import pytest
from django.conf import settings
from django.test import Client

from clubs.exchange.imports import runs
from clubs.exchange.imports.choices import ImportChoices
from clubs.models import AuditEntry, League, Sitting
from clubs.queries.tables.sittings import score_sheet
from clubs.queries.tables.summary import summary_of
from clubs.queries.tables.tables import club_tables
from clubs.services.errors import TotalsOnly
from clubs.services.seasons.leagues import publish_league
from clubs.services.tables.sittings import record_deal, reopen_sitting
from tests.again import built_once

FILE = b"player;2025-09-12\nAlice;197\nBob;-383\nCharlie;205\nDora;-19\nFrank;0\n"


@pytest.fixture
@built_once
def table(club):
    league = club.league("Alice", "Bob", "Charlie")
    actor = club.actor("Charlie")
    choices = ImportChoices(league=str(league.uuid), names={})
    run = runs.keep_file(actor, club.club, FILE, "old.csv", choices, request_id=uuid4())
    runs.begin_run(actor, run)
    return Sitting.objects.get()


@pytest.fixture
def organiser(client, club):
    client.force_login(club.user("Charlie"))
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = "en"
    return client


def words(response):
    assert response.status_code == 200
    text = re.sub(r"<[^>]+>", " ", response.content.decode())
    return re.sub(r"\s+", " ", text)


class TestFigures:
    def test_the_sheet_has_the_totals(self, table):
        sheet = score_sheet(table)

        assert [(seat.name, seat.total) for seat in sheet.by_total] == [
            ("Charlie", 205),
            ("Alice", 197),
            ("Frank", 0),
            ("Dora", -19),
            ("Bob", -383),
        ]
        assert not any(seat.has_left for seat in sheet.seats)
        assert [row.rank for row in summary_of(sheet).ranking] == [1, 2, 3, 4, 5]

    def test_lists_say_who_won(self, club, table):
        [card] = club_tables(club.club, None).last

        assert (card.winner_names, card.winners[0].total) == (["Charlie"], 205)

    def test_it_is_not_played_again(self, club, table):
        assert club_tables(club.club, club.user("Alice")).same_players is None

    def test_queries(self, table, django_assert_num_queries):
        with django_assert_num_queries(4):
            score_sheet(table)


class TestPages:
    @pytest.mark.parametrize(
        ("path", "shown"),
        [
            ("/c/trois-bouts/", ["Charlie +205", "totals only"]),
            ("/c/trois-bouts/tables/", ["Charlie +205", "totals only", "–"]),
            ("/t/{uuid}/", ["+205", "−383", "Of this table only the totals are known"]),
            ("/t/{uuid}/summary/", ["+205", "−383", "totals only", "1. Charlie +205"]),
            ("/t/{uuid}/curve/", ["Only the totals of this table are known."]),
            ("/t/{uuid}/live/", ["+205", "−383", "Only the totals of this table are known."]),
        ],
    )
    def test_what_everybody_won(self, organiser, table, path, shown):
        page = words(organiser.get(path.format(uuid=table.uuid)))

        for text in shown:
            assert text in page

    def test_evenings(self, organiser, table):
        evening = table.leagues.get().evening
        address = f"/c/trois-bouts/s/{evening.league.uuid}/evenings/{evening.uuid}/"

        assert evening.held_on == date(2025, 9, 12)
        assert "totals only" in words(organiser.get(address))
        assert "· totals only" in words(organiser.get(f"{address}edit/"))

    def test_the_summary_says_nothing_of_deals(self, organiser, table):
        page = words(organiser.get(f"/t/{table.uuid}/summary/"))

        for word in ("0 deals", "0 min", "The sum is", "Reopen"):
            assert word not in page

    def test_standings_know_no_number_of_deals(self, organiser, club, table):
        league = table.leagues.get().evening.league
        address = f"/c/trois-bouts/s/{league.uuid}/"

        page = words(organiser.get(address))
        [first] = re.findall(r"Charlie .*? Alice", page.split("Form", 1)[1])
        csv = organiser.get(f"{address}standings.csv").content.decode("utf-8-sig").splitlines()
        assert "Deals –" in first
        assert csv[1].split(",")[:8] == ["1", "Charlie", "", "205", "205", "1", "", ""]

        publish_league(club.actor("Charlie"), league, request_id=uuid4())
        League.objects.update(shows_standings=True)
        assert "plus 205 1 –" in words(Client().get(f"/c/trois-bouts/public/{league.uuid}/"))

    def test_the_list_of_members_knows_the_day_and_no_number_of_deals(self, organiser, table):
        page = organiser.get("/c/trois-bouts/members/?sort=deal_count").content.decode()

        rows = re.findall(r'<td class="r num">([^<]+)</td>', page)
        assert rows == ["0", "–", "–", "–", "–", "–"]  # Olivia, whom the file does not name
        assert page.count('datetime="2025-09-12T') == 5

    def test_the_paper_sheet(self, organiser, table):
        response = organiser.get(f"/t/{table.uuid}/print/")

        assert response.status_code == 200
        assert response.content.startswith(b"%PDF")


class TestNoDeals:
    def test_it_is_not_reopened(self, club, table):
        with pytest.raises(TotalsOnly):
            reopen_sitting(club.actor("Charlie"), table, request_id=uuid4())

        table.refresh_from_db()
        assert not table.is_open
        assert not AuditEntry.objects.filter(action="reopen_sitting").exists()

    def test_the_page_says_why(self, organiser, table):
        told = {"request_id": str(uuid4())}

        response = organiser.post(f"/t/{table.uuid}/reopen/", told, follow=True)

        assert "Only the totals of this table are known: it takes no deals." in words(response)

    def test_an_open_one_takes_no_deals(self, club, table):
        Sitting.objects.update(state="open", closed_at=None)
        table.refresh_from_db()
        scores = {str(club.player(name).uuid): n for name, n in (("Alice", 30), ("Bob", -30))}
        record = {"kind": "scores", "label": "x", "scores": scores}

        with pytest.raises(TotalsOnly):
            record_deal(club.actor("Alice"), table, record, number=1, request_id=uuid4())
