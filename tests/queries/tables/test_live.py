"""One table for spectators, and the screen of a club."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.utils import timezone

from clubs.access import Actor
from clubs.models import Club, LinkKind, Sitting
from clubs.queries.tables.live import (
    board_mark,
    club_board,
    current_mark,
    live_board,
    mark_in,
    mark_of,
    saved_deal,
)
from clubs.queries.tables.sittings import ranks, score_sheet
from clubs.services.people import links
from clubs.services.tables import sittings
from tests.cast import Cast, make_player

pytestmark = pytest.mark.usefixtures("in_english")

FOUR = ("Alice", "Bob", "Charlie", "Dora")


def board_of(sitting: Sitting):
    return live_board(score_sheet(Sitting.objects.get(pk=sitting.pk)))


def undo(club: Cast, deal) -> None:
    sittings.void_deal(club.actor("Alice"), deal, revision=1, reason="twice", request_id=uuid4())


def close(club: Cast, sitting: Sitting) -> None:
    sittings.close_sitting(club.actor("Charlie"), sitting, request_id=uuid4())


def lines(standings) -> list[tuple[int, str, int, int | None]]:
    return [(each.rank, each.name, each.total, each.gain) for each in standings]


def test_equal_totals_share_a_rank():
    assert list(ranks([50, 20, 20, -90])) == [1, 2, 2, 4]
    assert list(ranks([])) == []


class TestLiveBoard:
    def test_players_by_total_with_what_the_last_deal_brought(self, club):
        sitting = club.sitting(*FOUR)
        club.deal(sitting, taker="Alice", dealer="Dora")  # 60 a defender
        club.deal(sitting, taker="Bob", points=40, dealer="Alice")  # −(25+1)·2 = −52

        board = board_of(sitting)

        assert lines(board.standings) == [
            (1, "Alice", 232, 52),
            (2, "Charlie", -8, 52),
            (2, "Dora", -8, 52),
            (4, "Bob", -216, -156),
        ]
        assert [each.series for each in board.standings] == [1, 3, 4, 2]
        assert [each.name for each in board.standings if each.deals_next] == ["Bob"]

    def test_who_rests_has_no_gain_and_a_void_deal_brings_none(self, club):
        sitting = club.sitting(*FOUR, "Olivia", active_count=4)
        club.deal(sitting, taker="Alice", out=["Olivia"])
        rested = {each.name: each.gain for each in board_of(sitting).standings}
        club.deal(sitting, kind="void", void_reason="all_pass")

        gains = {each.gain for each in board_of(sitting).standings}

        assert rested == {"Alice": 180, "Bob": -60, "Charlie": -60, "Dora": -60, "Olivia": None}
        assert gains == {None}

    def test_the_last_three_deals_newest_first_without_what_was_taken_back(self, club):
        sitting = club.sitting(*FOUR)
        for taker in FOUR:
            club.deal(sitting, taker=taker)
        undo(club, club.deal(sitting, taker="Alice"))
        club.deal(sitting, kind="void", void_reason="all_pass")

        deals = board_of(sitting).deals

        assert [(row.number, row.headline or row.reason) for row in deals] == [
            (6, "passed out"),
            (4, "Dora in Garde"),
            (3, "Charlie in Garde"),
        ]

    def test_nobody_deals_next_once_it_is_closed(self, club):
        sitting = club.sitting(*FOUR)
        close(club, sitting)

        assert [each.deals_next for each in board_of(sitting).standings] == [False] * 4


class TestClubBoard:
    def test_each_table_with_players_and_newest_deals(self, club):
        sitting = club.sitting(*FOUR)
        for taker in FOUR:
            club.deal(sitting, taker=taker)
        club.deal(sitting, kind="void", void_reason="all_pass")
        club.deal(sitting, taker="Alice", points=40)  # −52

        [table] = club_board(club.club, ()).tables

        assert lines(table.standings) == [
            (1, "Bob", 52, 52),
            (1, "Charlie", 52, 52),
            (1, "Dora", 52, 52),
            (4, "Alice", -156, -156),
        ]
        assert [(row.number, row.headline or row.reason) for row in table.deals] == [
            (6, "Alice in Garde"),
            (5, "passed out"),
            (4, "Dora in Garde"),
        ]
        assert (table.deal_count, table.last_number, table.is_number_shared) == (5, 6, False)

    def test_the_partner_is_named(self, club):
        sitting = club.sitting(*FOUR, "Olivia")
        club.deal(sitting, taker="Dora", called="Bob")

        [table] = club_board(club.club, ()).tables

        assert table.deals[0].headline == "Dora in Garde, Bob called"

    def test_a_deal_that_was_taken_back_is_left_out(self, club):
        sitting = club.sitting(*FOUR)
        club.deal(sitting, taker="Alice")
        undo(club, club.deal(sitting, taker="Bob"))

        [table] = club_board(club.club, ()).tables

        assert [row.number for row in table.deals] == [1]
        assert lines(table.standings)[0] == (1, "Alice", 180, 180)

    def test_by_number_and_only_the_chosen_ones(self, club):
        tables = [club.sitting(*FOUR) for _ in range(3)]

        def numbers(*chosen):
            return [table.sitting.table_number for table in club_board(club.club, chosen).tables]

        assert [table.table_number for table in tables] == [1, 2, 3]
        assert numbers() == [1, 2, 3]
        assert numbers(1, 3, 9) == [1, 3]

    def test_a_closed_table_stays_for_five_minutes(self, club):
        sitting = club.sitting(*FOUR)
        close(club, sitting)
        closed_at = Sitting.objects.get(pk=sitting.pk).closed_at

        def shown(minutes: float) -> int:
            now = closed_at + timedelta(minutes=minutes)
            return len(club_board(club.club, (), now).tables)

        assert (shown(4.9), shown(5.1)) == (1, 0)

    def test_a_number_of_two_days_is_marked(self, club):
        old, new = club.sitting(*FOUR), club.sitting(*FOUR)
        Sitting.objects.filter(pk__in=[old.pk, new.pk]).update(table_number=1)

        assert [table.is_number_shared for table in club_board(club.club, ()).tables] == [True] * 2

    def test_of_nine_players_who_has_left_makes_room(self, club):
        names = ["Gaston", "Hervé", "Inès"]
        for name in names:
            club.players[name] = make_player(club.club, name)
            club.players[name].save()
        sitting = club.sitting(*FOUR, "Olivia", "Frank", "Gaston", "Hervé", active_count=4)
        club.deal(sitting, taker="Bob", out=["Olivia", "Frank", "Gaston", "Hervé"])  # Bob: 180
        club.reseat(sitting, *FOUR[1:], "Olivia", "Frank", "Gaston", "Hervé", "Inès")

        [table] = club_board(club.club, ()).tables

        assert len(table.standings) == 8
        assert table.gone_count == 1
        assert "Alice" not in [each.name for each in table.standings]

    def test_who_has_left_is_shown_where_there_is_room(self, club):
        sitting = club.sitting(*FOUR, "Olivia", active_count=4)
        club.deal(sitting, taker="Alice", out=["Olivia"])
        club.reseat(sitting, *FOUR[1:], "Olivia")

        [table] = club_board(club.club, ()).tables

        assert [(each.name, each.has_left) for each in table.standings] == [
            ("Alice", True),
            ("Olivia", False),
            ("Bob", False),
            ("Charlie", False),
            ("Dora", False),
        ]

    @pytest.mark.parametrize("table_count", [1, 3])
    def test_four_queries_whatever_the_number(self, club, table_count, django_assert_num_queries):
        for _ in range(table_count):
            club.deal(club.sitting(*FOUR))

        with django_assert_num_queries(4):  # sittings, seats, deals, scores
            club_board(club.club, ())

    def test_an_empty_club_asks_once(self, club, django_assert_num_queries):
        with django_assert_num_queries(1):
            assert club_board(club.club, ()).tables == ()


class TestBoardMark:
    def test_it_is_that_of_the_board(self, club):
        club.deal(club.sitting(*FOUR))
        club.sitting(*FOUR)

        mark = board_mark(club.actor("Bob"), "trois-bouts", ())

        club.club.refresh_from_db()
        assert mark == club_board(club.club, ()).mark == current_mark("trois-bouts", ())
        assert mark.startswith("2-")

    def test_it_changes_with_a_deal_with_a_table_and_with_the_end(self, club):
        marks = [current_mark("trois-bouts", ())]
        sitting = club.sitting(*FOUR)
        marks.append(current_mark("trois-bouts", ()))
        club.deal(sitting)
        marks.append(current_mark("trois-bouts", ()))
        close(club, sitting)
        marks.append(current_mark("trois-bouts", ()))
        later = timezone.now() + timedelta(minutes=6)
        marks.append(mark_in(Club.objects.all(), "trois-bouts", (), later))

        assert (marks[0], marks[-1]) == ("0-0", "0-1")  # to open a table is a change of the club
        assert len(set(marks)) == 5

    def test_a_club_that_is_not_there(self, club):
        club.sitting(*FOUR)

        assert current_mark("nowhere", ()) is None
        assert current_mark("ailleurs", ()) == "0-0"

    def test_it_changes_when_a_link_is_revoked(self, club):
        link = links.open_club_screen_link(club.actor("Alice"), club.club, request_id=uuid4())
        before = current_mark("trois-bouts", ())

        links.revoke_link(club.actor("Alice"), link, request_id=uuid4())

        assert current_mark("trois-bouts", ()) != before

    def test_one_that_goes_and_one_that_comes_do_not_cancel_out(self):
        first, second = uuid4(), uuid4()

        assert mark_of([(first, 3)], 1) != mark_of([(second, 3)], 1)
        assert mark_of([(first, 1), (second, 4)], 1) != mark_of([(first, 1), (second, 5)], 1)

    def test_only_the_chosen_tables(self, club):
        first, second = club.sitting(*FOUR), club.sitting(*FOUR)
        before = board_mark(club.actor("Bob"), "trois-bouts", (1,))

        club.deal(second)
        assert board_mark(club.actor("Bob"), "trois-bouts", (1,)) == before
        club.deal(first)
        assert board_mark(club.actor("Bob"), "trois-bouts", (1,)) != before

    def test_for_members_and_by_a_screen_link(self, club, django_assert_num_queries):
        link = links.open_club_screen_link(club.actor("Alice"), club.club, request_id=uuid4())
        guest = Actor("visitor", held=(str(link.uuid),))
        both = Actor(club.actor("Eve").key, club.user("Eve"), (str(link.uuid),))

        for actor in (club.actor("Bob"), guest, both):
            with django_assert_num_queries(1):
                assert board_mark(actor, "trois-bouts", ()) == "0-1"
        assert board_mark(Actor("visitor"), "trois-bouts", ()) is None
        assert board_mark(club.actor("Eve"), "trois-bouts", ()) is None

    def test_other_links_open_no_screen(self, club):
        sitting = club.sitting(*FOUR)
        link = links.invite(club.actor("Alice"), sitting, LinkKind.WATCH, request_id=uuid4())

        assert board_mark(Actor("visitor", held=(str(link.uuid),)), "trois-bouts", ()) is None

    def test_a_revoked_screen_link_opens_nothing(self, club):
        link = links.open_club_screen_link(club.actor("Alice"), club.club, request_id=uuid4())
        guest = Actor("visitor", held=(str(link.uuid),))
        links.revoke_link(club.actor("Alice"), link, request_id=uuid4())

        assert board_mark(guest, "trois-bouts", ()) is None


class TestSavedDeal:
    def test_of_another_phone(self, club):
        sitting = club.sitting(*FOUR, "Olivia")
        club.deal(sitting, taker="Dora", called="Bob")

        row = saved_deal(sitting, 1, own=uuid4())

        assert (row.headline, row.deal.recorded_by) == (
            "Dora in Garde, Bob called",
            club.user("Alice"),
        )

    def test_not_ones_own_and_not_another_number(self, club):
        sitting = club.sitting(*FOUR)
        deal = club.deal(sitting)

        assert saved_deal(sitting, 1, own=deal.uuid) is None
        assert saved_deal(sitting, 2, own=None) is None

    def test_one_that_was_taken_back_since(self, club):
        sitting = club.sitting(*FOUR)
        undo(club, club.deal(sitting))

        assert saved_deal(sitting, 1, own=None).is_undone
