"""The tables of a club: at play, over, and the one to open again."""

from datetime import UTC, date, datetime, timedelta
from uuid import uuid4
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone

from clubs.models import Club, Deal, DealKind, ImportedRow, Sitting
from clubs.queries.tables.tables import club_tables, listed_sittings, month_bounds
from clubs.services.people import people
from clubs.services.tables import sittings

FOUR = ("Alice", "Bob", "Charlie", "Dora")


def close(club, sitting, days=0):
    sittings.close_sitting(club.actor("Alice"), sitting, request_id=uuid4())
    return move(sitting, days)


def move(sitting, days):
    """To so many days ago."""
    at = timezone.now() - timedelta(days=days)
    Sitting.objects.filter(pk=sitting.pk).update(opened_at=at)
    return sitting


def cards(cards):
    return [(card.names, card.next_number, card.resting_names) for card in cards]


class TestClubTables:
    def test_a_new_club(self, club):
        tables = club_tables(club.club, None)

        assert (tables.same_players, tables.live, tables.last) == (None, (), ())

    def test_at_play_and_who_rests(self, club):
        first = club.sitting(*FOUR)
        club.deal(first)
        second = club.sitting("Frank", *FOUR, active_count=4, first_dealer=1)
        club.deal(second, dealer="Alice", out=["Alice"], taker="Bob")

        tables = club_tables(club.club, None)

        assert cards(tables.live) == [
            (["Frank", "Alice", "Bob", "Charlie", "Dora"], 2, ["Bob"]),
            (["Alice", "Bob", "Charlie", "Dora"], 2, []),
        ]
        assert tables.last == ()

    def test_two_rest_when_six_sit_and_four_play(self, club):
        sitting = club.sitting(*FOUR, "Frank", "Olivia", active_count=4, first_dealer=0)

        (card,) = club_tables(club.club, None).live

        assert card.sitting == sitting
        assert card.resting_names == ["Alice", "Olivia"]

    def test_who_has_left_is_named_once_the_session_is_over(self, club):
        sitting = club.sitting(*FOUR)
        club.deal(sitting, taker="Bob", dealer="Dora")  # 60 from each of three
        club.reseat(sitting, "Alice", "Frank", "Charlie", "Dora")
        live = club_tables(club.club, None).live
        close(club, sitting)
        tables = club_tables(club.club, None)

        assert cards(live) == [(["Alice", "Frank", "Charlie", "Dora"], 2, [])]
        assert tables.last[0].names == ["Alice", "Frank", "Charlie", "Dora", "Bob"]
        assert tables.last[0].winner_names == ["Bob"]
        assert tables.same_players.names == ["Alice", "Frank", "Charlie", "Dora"]
        assert tables.same_players.first_dealer == str(club.player("Alice").uuid)

    def test_last_sessions_and_who_won(self, club):
        sitting = club.sitting(*FOUR)
        club.deal(sitting, taker="Bob")  # (25+5)·2 = 60 from each of three
        close(club, sitting, days=8)
        drawn = close(club, club.sitting(*FOUR), days=2)

        last = club_tables(club.club, None).last

        assert [card.sitting for card in last] == [drawn, sitting]
        assert last[0].winners == ()
        assert [(seat.player.name, seat.total) for seat in last[1].winners] == [("Bob", 180)]
        assert [seat.total for seat in last[1].seats] == [-60, 180, -60, -60]

    def test_equal_totals_win_together(self, club):
        sitting = club.sitting(*FOUR)
        for taker in ("Bob", "Dora"):  # 3·60 as taker, −60 as defender: +120 each
            club.deal(sitting, taker=taker)
        close(club, sitting)

        (card,) = club_tables(club.club, None).last

        assert card.winner_names == ["Bob", "Dora"]
        assert [seat.total for seat in card.winners] == [120, 120]

    def test_five_sessions_at_most(self, club):
        for days in range(7):
            close(club, club.sitting(*FOUR), days=days)

        assert len(club_tables(club.club, None).last) == 5

    def test_nothing_of_another_club(self, club):
        club.sitting(*FOUR)

        assert club_tables(club.other, None).live == ()

    def test_as_many_queries_for_one_as_for_three(self, club, django_assert_num_queries):
        for _turn in range(3):
            club.deal(club.sitting("Frank", *FOUR, active_count=4), out=["Frank"], taker="Alice")
            close(club, club.sitting(*FOUR), days=1)
            with django_assert_num_queries(3):
                club_tables(club.club, club.user("Bob"))


class TestSamePlayers:
    def same(self, club, who="Bob"):
        return club_tables(club.club, club.user(who)).same_players

    def test_the_deal_goes_on(self, club):
        sitting = club.sitting(*FOUR, rules="family", first_dealer=1)
        club.deal(sitting, dealer="Bob")
        close(club, sitting)

        same = self.same(club)

        assert same.names == list(FOUR)
        assert same.first_dealer == str(club.player("Charlie").uuid)
        assert (same.rules_name, same.is_recent) == ("family", True)

    def test_ones_own_table_before_a_newer_one(self, club):
        mine = close(club, club.sitting("Bob", "Dora", "Frank", active_count=3), days=9)
        other = close(club, club.sitting("Alice", "Charlie", "Olivia", active_count=3), days=2)

        assert self.same(club).sitting == mine
        assert self.same(club).is_recent is False
        assert self.same(club, "Alice").sitting == other
        assert club_tables(club.club, None).same_players.sitting == other

    def test_not_while_one_of_them_plays(self, club):
        close(club, club.sitting("Bob", "Dora", "Frank", active_count=3), days=2)
        club.sitting("Frank", "Alice", "Charlie", active_count=3)

        assert self.same(club) is None

    def test_a_table_forgotten_open_is_over(self, club):
        forgotten = move(club.sitting(*FOUR), days=7)

        assert self.same(club).sitting == forgotten

    def test_none_of_long_ago_and_none_out_of_a_file(self, club):
        """A season that was brought along offered its last table months later."""
        close(club, club.sitting(*FOUR), days=40)
        assert self.same(club) is None

        recent = close(club, club.sitting(*FOUR), days=2)
        assert self.same(club).sitting == recent
        ImportedRow.objects.create(club=club.club, key="row", target_uuid=recent.uuid)
        assert self.same(club) is None

    def test_not_when_one_of_them_is_archived(self, club):
        close(club, club.sitting(*FOUR), days=2)
        people.archive_player(club.actor("Charlie"), club.player("Dora"), request_id=uuid4())

        assert self.same(club) is None


class TestTableRows:
    def test_open_first_then_by_date(self, club):
        old = close(club, club.sitting(*FOUR), days=9)
        still = move(club.sitting(*FOUR), days=5)
        new = close(club, club.sitting(*FOUR), days=1)
        now = club.sitting(*FOUR)

        assert list(listed_sittings(club.club)) == [now, still, new, old]

    def test_deals_that_were_played(self, club):
        sitting = club.sitting(*FOUR)
        club.deal(sitting)
        club.deal(sitting)
        club.deal(sitting, kind="void", void_reason="all_pass")

        (row,) = listed_sittings(club.club)

        assert (row.deal_count, row.last_number) == (2, 3)

    def test_a_deal_known_by_its_scores_only_was_played(self, club):
        deal = club.deal(club.sitting(*FOUR))
        Deal.objects.filter(pk=deal.pk).update(kind=DealKind.SCORES)

        (row,) = listed_sittings(club.club)

        assert row.deal_count == 1

    def test_a_month_in_the_zone_of_the_club(self, club):
        Club.objects.filter(pk=club.club.pk).update(time_zone="Pacific/Noumea")  # UTC+11
        club.club.refresh_from_db()
        sitting = club.sitting(*FOUR)
        at = datetime(2026, 10, 31, 20, 0, tzinfo=UTC)  # there the first of November
        Sitting.objects.filter(pk=sitting.pk).update(opened_at=at)

        assert list(listed_sittings(club.club, month=date(2026, 11, 1))) == [sitting]
        assert list(listed_sittings(club.club, month=date(2026, 10, 1))) == []

    @pytest.mark.parametrize(("key", "found"), [("fran", True), ("olivia", False)])
    def test_a_player(self, club, key, found):
        sitting = club.sitting("Frank", *FOUR)

        assert list(listed_sittings(club.club, key=key)) == ([sitting] if found else [])


def test_month_bounds_in_december():
    paris = ZoneInfo("Europe/Paris")

    assert month_bounds(date(2026, 12, 1), paris) == (
        datetime(2026, 12, 1, tzinfo=paris),
        datetime(2027, 1, 1, tzinfo=paris),
    )
