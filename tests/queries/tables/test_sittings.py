"""The sheet of a sitting in one pass."""

from datetime import datetime, timedelta
from uuid import uuid4
from zoneinfo import ZoneInfo

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from clubs.access import Actor
from clubs.core.games import get_game
from clubs.models import Membership, Player, Sitting
from clubs.queries.deals.bulk import in_one_line
from clubs.queries.tables.deal_detail import deal_detail
from clubs.queries.tables.heads import duration_text, sitting_head
from clubs.queries.tables.sittings import score_sheet, seen_revision
from clubs.services.tables import sittings
from tests.cast import Cast, audit
from tests.hall import Hall

pytestmark = pytest.mark.usefixtures("in_english")

FIVE = ("Alice", "Bob", "Charlie", "Dora", "Olivia")


def sheet_of(sitting: Sitting):
    return score_sheet(Sitting.objects.get(pk=sitting.pk))


def gains(sheet) -> list[list[int]]:
    return [[cell.gain for cell in row.cells] for row in sheet.rows]


def running(sheet) -> list[list[int]]:
    return [[cell.total for cell in row.cells] for row in sheet.rows]


class TestScoreSheet:
    def test_running_totals_add_up_deal_by_deal(self, club):
        sitting = club.sitting(*FIVE)
        club.deal(sitting, taker="Alice", called="Bob", points=49)  # (25+8)·2 = 66; 2/3 and 1/3
        club.deal(sitting, taker="Dora", called="Dora", points=40)  # −(25+1)·2 = −52, alone

        sheet = sheet_of(sitting)

        assert gains(sheet) == [[132, 66, -66, -66, -66], [52, 52, 52, -208, 52]]
        assert running(sheet) == [[132, 66, -66, -66, -66], [184, 118, -14, -274, -14]]
        assert [seat.total for seat in sheet.seats] == [184, 118, -14, -274, -14]
        assert [seat.name for seat in sheet.by_total] == [
            "Alice",
            "Bob",
            "Charlie",
            "Olivia",
            "Dora",
        ]

    def test_who_took_whom_and_how_it_went(self, club):
        sitting = club.sitting(*FIVE)
        club.deal(sitting, taker="Alice", called="Bob", points=49)
        club.deal(sitting, taker="Dora", called="Dora", points=40)

        first, second = sheet_of(sitting).rows

        assert (first.taker, first.partners, first.is_alone) == ("Alice", ("Bob",), False)
        assert (first.result, first.headline) == ("made by 8", "Alice in Garde, Bob called")
        assert (second.taker, second.partners, second.is_alone) == ("Dora", (), True)
        assert (second.result, second.headline) == ("down by 1", "Dora alone in Garde")

    def test_two_partners_at_six(self, club):
        sitting = club.sitting(*FIVE, "Frank", active_count=6)
        club.deal(sitting, taker="Alice", called=["Bob", "Frank"])

        (row,) = sheet_of(sitting).rows

        assert row.partners == ("Bob", "Frank")
        assert row.headline == "Alice in Garde, Bob and Frank called"

    def test_takers_are_counted(self, club):
        sitting = club.sitting(*FIVE[:4])
        club.deal(sitting, taker="Alice", points=49)
        club.deal(sitting, taker="Alice", points=40)
        club.deal(sitting, taker="Bob", points=41)

        seats = sheet_of(sitting).seats

        assert [(seat.taken_count, seat.made_count) for seat in seats] == [
            (2, 1),
            (1, 1),
            (0, 0),
            (0, 0),
        ]

    def test_who_rests_has_the_role_and_keeps_the_total(self, club):
        sitting = club.sitting(*FIVE, active_count=4)
        club.deal(sitting, taker="Alice", out=["Olivia"])

        (row,) = sheet_of(sitting).rows

        assert (row.cells[4].role, row.cells[4].gain, row.cells[4].total) == ("out", 0, 0)

    def test_a_void_deal_keeps_the_totals_and_does_not_count(self, club):
        sitting = club.sitting(*FIVE[:4])
        club.deal(sitting, taker="Alice")  # 60 a defender
        club.deal(sitting, kind="void", void_reason="all_pass", dealer="Bob")

        sheet = sheet_of(sitting)

        assert running(sheet)[1] == [180, -60, -60, -60]
        assert (sheet.rows[1].reason, sheet.rows[1].is_undone) == ("passed out", False)
        assert sheet.deal_count == 1

    def test_who_dealt_and_who_deals_next(self, club):
        sitting = club.sitting(*FIVE[:4], first_dealer=3)
        empty = sheet_of(sitting)
        club.deal(sitting, taker="Alice", dealer="Dora")

        sheet = sheet_of(sitting)

        assert (empty.next_number, empty.next_dealer_name) == (1, "Dora")
        assert [cell.is_dealer for cell in sheet.rows[0].cells] == [False, False, False, True]
        assert (sheet.next_number, sheet.next_dealer_name) == (2, "Alice")

    def test_a_correction_is_known_with_who_and_when(self, club):
        sitting = club.sitting(*FIVE[:4])
        deal = club.deal(sitting, taker="Alice")
        record = club.record(sitting, taker="Alice", points=49)
        sittings.correct_deal(
            club.actor("Charlie"), deal, record, revision=1, reason="", request_id=uuid4()
        )

        (row,) = sheet_of(sitting).rows

        assert row.change == (club.actor("Charlie").key, audit(deal)[1].at, "correct_deal")

    def test_a_change_of_rules_corrects_nothing(self, club):
        sitting = club.sitting(*FIVE[:4])
        club.deal(sitting, taker="Alice")
        rules = get_game("french").read_rules("flat-petit")
        sittings.change_rules(club.actor("Charlie"), sitting, rules, request_id=uuid4())

        (row,) = sheet_of(sitting).rows

        assert (row.deal.revision, row.change) == (2, None)

    def test_a_deal_taken_back(self, club):
        sitting = club.sitting(*FIVE[:4])
        deal = club.deal(sitting, taker="Alice")
        sittings.void_deal(
            club.actor("Alice"), deal, revision=1, reason="twice", request_id=uuid4()
        )

        sheet = sheet_of(sitting)

        assert (sheet.rows[0].is_void, sheet.rows[0].is_undone) == (True, True)
        assert sheet.next_dealer_name == "Alice"  # it moves no turn

    def test_who_has_left_keeps_a_column_after_those_who_stay(self, club):
        sitting = club.sitting(*FIVE)
        club.deal(sitting, taker="Alice", called="Bob", points=49)  # 66: 132, 66, −66, −66, −66
        club.deal(sitting, taker="Bob", called="Bob", points=46)  # 60: 240 for Bob, alone
        club.reseat(sitting, "Alice", "Charlie", "Dora", "Olivia")
        club.deal(sitting, taker="Dora", points=41)  # (25+0)·2 = 50 from each of three

        sheet = sheet_of(sitting)

        assert [
            (seat.name, seat.position, seat.total, seat.left_after) for seat in sheet.seats
        ] == [
            ("Alice", 0, 22, None),  # 132 − 60 − 50
            ("Charlie", 1, -176, None),  # −66 − 60 − 50
            ("Dora", 2, 24, None),  # −66 − 60 + 150
            ("Olivia", 3, -176, None),
            ("Bob", 4, 306, 2),  # 66 + 240
        ]
        assert [seat.name for seat in sheet.present] == ["Alice", "Charlie", "Dora", "Olivia"]
        assert [seat.name for seat in sheet.gone] == ["Bob"]
        assert gains(sheet)[1:] == [[-60, -60, -60, -60, 240], [-50, -50, 150, -50, 0]]
        assert [cell.is_absent for cell in sheet.rows[2].cells] == [False] * 4 + [True]
        assert [cell.is_absent for cell in sheet.rows[0].cells] == [False] * 5
        assert sheet.rows[0].headline == "Alice in Garde, Bob called"
        assert sheet.next_dealer_name == "Dora"  # Alice, Bob and Charlie have dealt

    def test_who_joins_has_nothing_before(self, club):
        sitting = club.sitting(*FIVE[:4])
        club.deal(sitting, taker="Alice", dealer="Dora")
        club.reseat(sitting, "Olivia", *FIVE[:4])

        (seat, *_others) = (sheet := sheet_of(sitting)).seats

        assert (seat.name, seat.total, seat.has_left) == ("Olivia", 0, False)
        assert [cell.is_absent for cell in sheet.rows[0].cells] == [True] + [False] * 4
        assert running(sheet) == [[0, 180, -60, -60, -60]]

    def test_who_came_and_left_without_a_deal_has_no_column(self, club):
        sitting = club.sitting(*FIVE)
        club.reseat(sitting, *FIVE[:4])
        club.deal(sitting, taker="Alice")

        sheet = sheet_of(sitting)

        assert [seat.name for seat in sheet.seats] == ["Alice", "Bob", "Charlie", "Dora"]
        assert [len(row.cells) for row in sheet.rows] == [4]

    def test_partners_come_as_they_sat_for_the_deal(self, club):
        sitting = club.sitting(*FIVE, "Frank", active_count=6)
        club.deal(sitting, taker="Alice", called=["Bob", "Frank"])
        club.reseat(sitting, "Frank", *FIVE)
        last = club.deal(sitting, taker="Alice", called=["Bob", "Frank"])
        club.reseat(sitting, "Frank", "Charlie", "Bob", "Alice")

        rows = sheet_of(sitting).rows

        assert [row.partners for row in rows] == [("Bob", "Frank"), ("Frank", "Bob")]
        page = deal_detail(club.actor("Alice"), last)
        assert page.story.row.partners == ("Frank", "Bob")
        assert [score.name for score in page.story.scores] == ["Frank", *FIVE]
        assert in_one_line(sitting, last).startswith("Alice in Garde, Frank and Bob called")

    @pytest.mark.parametrize("deal_count", [1, 3])
    def test_three_queries_whatever_the_number_of_deals(self, club, deal_count):
        sitting = club.sitting(*FIVE)
        for _ in range(deal_count):
            club.deal(sitting)
        sitting = Sitting.objects.select_related("club").get(pk=sitting.pk)

        with CaptureQueriesContext(connection) as queries:
            score_sheet(sitting)

        assert len(queries) == 3


class TestSittingHead:
    def test_day_and_duration_are_those_of_the_club(self, club: Cast):
        sitting = club.sitting(*FIVE[:4])
        club.club.time_zone = "Pacific/Auckland"
        sitting.club = club.club
        sitting.opened_at = datetime(2026, 11, 17, 12, 30, tzinfo=ZoneInfo("UTC"))  # 18 November
        sitting.closed_at = sitting.opened_at + timedelta(hours=1, minutes=22, seconds=40)

        head = sitting_head(sitting)

        assert (head.title, head.day) == ("Wednesday · table 1", "18 November 2026")
        assert (head.duration, head.rules_title) == ("1 h 22", "FFT official rules")

    def test_a_table_of_a_tournament_says_so(self, club: Cast):
        hall = Hall.gather(club, 8)
        hall.draw()
        hall.publish()

        head = sitting_head(hall.tables()[1])

        assert (head.title, head.tournament) == ("Round 1 · table 2", hall.tournament.name)

    @pytest.mark.parametrize(
        ("duration", "text"),
        [
            (timedelta(seconds=59), "0 min"),
            (timedelta(minutes=59), "59 min"),
            (timedelta(hours=1), "1 h 00"),
            (timedelta(hours=23, minutes=59), "23 h 59"),
            (timedelta(days=1), "1 day"),
            (timedelta(days=3, hours=20), "3 days"),
            (timedelta(seconds=-5), "0 min"),
        ],
    )
    def test_durations(self, duration, text):
        assert duration_text(duration) == text


class TestSeenRevision:
    def test_who_is_of_the_club_gets_the_revision(self, club):
        sitting = club.sitting(*FIVE[:4])
        club.deal(sitting)

        assert seen_revision(club.actor("Bob"), sitting.uuid) == 1

    def test_nobody_else_does(self, club):
        sitting = club.sitting(*FIVE[:4])

        assert seen_revision(club.actor("Eve"), sitting.uuid) is None
        assert seen_revision(Actor("visitor"), sitting.uuid) is None
        Membership.objects.filter(club=club.club).delete()
        assert seen_revision(Actor("visitor"), sitting.uuid) is None

    def test_a_command_sees_what_it_always_sees(self, club):
        sitting = club.sitting(*FIVE[:4])

        assert seen_revision(Actor.command("repair"), sitting.uuid) == 0

    def test_it_is_one_query(self, club):
        sitting = club.sitting(*FIVE[:4])

        with CaptureQueriesContext(connection) as queries:
            seen_revision(club.actor("Bob"), sitting.uuid)

        assert len(queries) == 1


def test_names_are_table_names(club):
    Player.objects.filter(name="Alice").update(table_name="Ali")
    sitting = club.sitting(*FIVE[:4])
    club.deal(sitting, taker="Alice")

    sheet = sheet_of(sitting)

    assert (sheet.seats[0].name, sheet.seats[0].full_name) == ("Ali", "Alice")
    assert sheet.rows[0].taker == "Ali"
