"""What is kept of closed tables, by hand and after whatever may happen to a table."""

from datetime import UTC, date, datetime
from uuid import uuid4

import pytest
from django.db import connection
from django.db.models import Count, Max, Q
from django.test.utils import CaptureQueriesContext

from clubs.models import Best, DealKind, Player, Share, Sitting, Span, SpanKind
from clubs.queries.people.people import club_players
from clubs.queries.statistics.night_sums import read_standing
from clubs.queries.statistics.parts import read, written
from clubs.services.deals import bests
from clubs.services.deals.kept import check_kept, fill_missing, repair_kept
from clubs.services.people.clubs import update_club
from clubs.services.seasons.evenings import attach_table, detach_table
from clubs.services.tables import sittings
from tests.cast import Cast

FOUR = ("Alice", "Bob", "Charlie", "Dora")


def close(club: Cast, sitting: Sitting) -> None:
    sittings.close_sitting(club.actor("Charlie"), sitting, request_id=uuid4())


def reopen(club: Cast, sitting: Sitting) -> None:
    sittings.reopen_sitting(club.actor("Charlie"), sitting, request_id=uuid4())


@pytest.fixture
def table(club: Cast) -> Sitting:
    """Alice takes and makes a garde by 5: 3·60 for her. Then Bob."""
    table = club.sitting(*FOUR)
    club.deal(table, taker="Alice")
    club.deal(table, taker="Bob")
    return table


def counted(club: Cast) -> dict[str, tuple[int, datetime | None]]:
    """Deals and the last opening, as the member list has them and as the deals say."""
    played = ~Q(scores__deal__kind=DealKind.VOID) & ~Q(scores__role="out")
    rows = Player.objects.filter(club=club.club).annotate(
        deals=Count("scores", filter=played),
        last=Max("scores__deal__sitting__opened_at", filter=played),
    )
    expected = {player.name: (player.deals, player.last) for player in rows}
    shown = club_players(club.club)
    assert {row.name: (row.deal_count, row.last_played_at) for row in shown} == expected
    return expected


def share(club: Cast, name: str, kind: SpanKind) -> Share:
    return Share.objects.get(player=club.player(name), kind=kind)


def test_whole_numbers_stay_whole_however_large():
    """Squares of scores, added up, may have more than 64 bits."""
    sums = {"4": {"all": [10**13, -(10**19), 10**30]}}

    assert read(written(sums)) == sums
    assert type(read(written(sums))["4"]["all"][2]) is int


class TestByHand:
    def test_what_a_closed_table_has(self, club: Cast, table):
        close(club, table)
        span = Span.objects.get(kind=SpanKind.CLUB)
        alice = share(club, "Alice", SpanKind.CLUB)

        assert (span.tables, span.rules, span.club) == (1, "fft", club.club)
        assert read(span.counts)["4"]["told"] == [2]
        assert alice.deals == 2
        assert alice.last_opened_at == table.opened_at
        own = read(alice.content)["4"]
        # 180 and −60: the total, and the squares
        assert own["all"] == [2, 120, 36000]
        assert own["taker"] == [1, 180, 1]
        assert own["defender"] == [1, -60, 1]
        # From Bob: 2 deals, 180 − (−60) and back; he paid 60 and got 60.
        assert read(alice.company)["4"][str(club.player("Bob").pk)] == [2]
        # From Charlie: 180 + 60, then level; he paid 60.
        assert read(alice.company)["4"][str(club.player("Charlie").pk)] == [2, 240, 60]

    def test_the_parts_of_a_day(self, club: Cast, table):
        close(club, table)
        [part] = read(share(club, "Bob", SpanKind.DAY).content)
        day = Span.objects.get(kind=SpanKind.DAY)

        assert day.ref == table.opened_at.astimezone(club.club.zone).date().isoformat()
        played = read_standing(day.standing, None)
        assert played.total_of(club.player("Bob").pk) == 120
        assert read(day.sized)["4"]["told"] == [2]
        assert read_standing(day.standing, [4]) == played
        assert read_standing(day.standing, [5]) is None
        assert part[1:12] == [table.pk, 1, 2, 4, 180, 2, -60, 1, 2, 120, -60]

    def test_none_of_an_open_one(self, club: Cast, table):
        assert not Span.objects.exists()
        with CaptureQueriesContext(connection) as asked:
            club.deal(table, taker="Bob")
        names = ("clubs_span", "clubs_share")
        assert not [
            query for query in asked.captured_queries if any(name in query["sql"] for name in names)
        ]


class TestMemberList:
    def test_open_closed_and_open_again(self, club: Cast, table):
        later = club.sitting("Alice", "Bob", "Frank")
        club.deal(later, taker="Frank")
        Sitting.objects.filter(pk=later.pk).update(opened_at=datetime(2030, 1, 1, tzinfo=UTC))
        assert [counted(club)[name][0] for name in ("Alice", "Frank", "Olivia")] == [3, 1, 0]
        for change, sitting in ((close, table), (close, later), (reopen, later), (reopen, table)):
            sitting.refresh_from_db()
            change(club, sitting)
            assert counted(club)["Alice"] == (3, datetime(2030, 1, 1, tzinfo=UTC))
            assert list(check_kept()) == []
        assert not Share.objects.exists()

    def test_the_last_table_goes(self, club: Cast, table):
        """When Alice played last is looked up again."""
        later = club.sitting("Alice", "Bob", "Frank")
        deal = club.deal(later, taker="Frank")
        close(club, table)
        close(club, later)
        told = {"revision": deal.revision, "reason": "no", "request_id": uuid4()}
        sittings.void_deal(club.actor("Charlie"), deal, **told)

        assert counted(club)["Alice"] == (2, table.opened_at)
        assert counted(club)["Frank"] == (0, None)


class TestSeasons:
    def test_a_closed_table_that_begins_to_count(self, club: Cast, table):
        close(club, table)
        league = club.league(*FOUR)
        evening = club.evening(league, date(2026, 3, 2))
        table.refresh_from_db()
        Sitting.objects.update(opened_at=datetime(2026, 3, 2, 19, tzinfo=UTC))
        actor = club.actor("Charlie")
        attach_table(actor, evening, Sitting.objects.get(), request_id=uuid4())
        kinds = sorted(Span.objects.exclude(kind=SpanKind.GATE).values_list("kind", flat=True))
        assert kinds == ["club", "day", "evening", "league"]
        assert share(club, "Bob", SpanKind.LEAGUE).deals == 2

        detach_table(actor, league, Sitting.objects.get(), request_id=uuid4())
        assert not Span.objects.filter(kind__in=["league", "evening"]).exists()
        assert list(check_kept()) == []


class TestChecks:
    def test_a_wrong_sum_is_found_and_made_again(self, club: Cast, table):
        close(club, table)
        Share.objects.filter(kind=SpanKind.CLUB, player=club.player("Bob")).update(deals=7)
        expected = ["french club fft: sums is other, should be those of its deals"]

        assert [str(found) for found in check_kept()] == expected
        assert [str(found) for found in repair_kept()] == expected
        assert list(check_kept()) == []
        assert share(club, "Bob", SpanKind.CLUB).deals == 2

    def test_a_deal_that_was_changed_by_hand(self, club: Cast, table):
        close(club, table)
        table.deals.get(number=1).scores.update(score=0)
        kinds = [str(found).split(":")[0].split()[1] for found in check_kept()]
        assert kinds[:2] == ["club", "day"]

    def test_what_is_missing_is_filled(self, club: Cast, table, monkeypatch):
        """In blocks, were they of one night and one player."""
        monkeypatch.setattr(bests, "NIGHTS_AT_ONCE", 1)
        monkeypatch.setattr(bests, "PLAYERS_AT_ONCE", 1)
        club.evening(club.league(*FOUR), date(2026, 3, 2), table)
        close(club, table)
        columns = ("game", "kind", "size", "ref", "content")
        best = set(Best.objects.values_list(*columns))
        Span.objects.all().delete()
        Best.objects.all().delete()
        Sitting.objects.update(kept=None)
        assert list(check_kept()) == []
        assert counted(club)["Bob"][0] == 2
        fill_missing()
        assert share(club, "Bob", SpanKind.CLUB).deals == 2
        assert set(Best.objects.values_list(*columns)) == best

    def test_evenings_of_an_earlier_version(self, club: Cast, table):
        """They had no numbers of all sizes together. Wrong ones are found."""
        club.evening(club.league(*FOUR), date(2026, 3, 2), table)
        close(club, table)
        evening = Span.objects.filter(kind=SpanKind.EVENING)
        sized = read(evening.get().sized)
        assert sized["all"] == sized["4"]
        evening.update(sized=written({"4": sized["4"]}))
        assert list(check_kept()) == []
        fill_missing()
        assert read(evening.get().sized) == sized
        evening.update(sized=written({**sized, "all": {}}))
        assert "evening" in str(next(check_kept()))

    def test_another_time_zone_moves_days(self, club: Cast, table):
        close(club, table)
        home = club.club
        update_club(
            club.actor("Olivia"), home, name=home.name, time_zone="Asia/Tokyo", rules="fft",
            request_id=uuid4(),
        )  # fmt: skip
        assert not Span.objects.exclude(kind=SpanKind.GATE).exists()
        fill_missing()
        assert list(check_kept()) == []
