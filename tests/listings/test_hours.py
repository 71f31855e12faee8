"""When a club plays, by weekday and hour in its own zone.

Source: leagues.md §4.2.
"""

from datetime import UTC, datetime, timedelta
from uuid import uuid4

from django.utils.translation import override
from pytest_django.asserts import assertContains

from clubs.listings.statistics.hours import hour_table
from clubs.models import Deal, Sitting
from clubs.queries.statistics.populations import Population
from clubs.queries.statistics.records import hours_played
from clubs.services.tables import sittings
from tests.cast import Cast

FOUR = ("Alice", "Bob", "Charlie", "Dora")
TUESDAY = datetime(2026, 3, 3, 19, 30, tzinfo=UTC)  # in Paris 20:30


def at_hours(club: Cast, *minutes: int, written: timedelta = timedelta()) -> Sitting:
    """A table opened on Tuesday, with a deal so many minutes later each; all were written later."""
    table = club.sitting(*FOUR)
    for after in minutes:
        deal = club.deal(table, taker="Bob")
        at = TUESDAY + timedelta(minutes=after) + written
        Deal.objects.filter(pk=deal.pk).update(recorded_at=at)
    Sitting.objects.filter(pk=table.pk).update(opened_at=TUESDAY)
    return Sitting.objects.get(pk=table.pk)


def test_by_the_clock_of_the_club(club: Cast):
    table = at_hours(club, 5, 20, 40, 225)  # 20:35, 20:50, 21:10, 0:15 on Wednesday
    expected = {24 + 20: 2, 24 + 21: 1, 48: 1}

    assert hours_played(Population(club.club)) == expected
    sittings.close_sitting(club.actor("Charlie"), table, request_id=uuid4())
    assert hours_played(Population(club.club)) == expected
    assert hours_played(Population(club.club, size=5)) == {}


def test_nobody_knows_the_hours_of_what_came_later(club: Cast):
    table = at_hours(club, 5, written=timedelta(days=9))
    closed_at = TUESDAY + timedelta(hours=2)
    Sitting.objects.filter(pk=table.pk).update(state="closed", closed_at=closed_at)

    assert hours_played(Population(club.club)) == {}


@override("en")
def test_columns_begin_after_the_longest_pause():
    table = hour_table({24 + 20: 4, 24 + 23: 1, 48 + 1: 3})

    assert table.hours == [20, 21, 22, 23, 0, 1]
    name, tuesday = table.rows[1]
    assert name == "Tuesday"
    assert [(cell.count, cell.shade) for cell in tuesday[:4]] == [(4, 4), (0, 0), (0, 0), (1, 1)]
    assert table.rows[2][1][5].shade == 3
    assert not hour_table({})


def test_on_the_statistics_of_the_club(sign_in, club: Cast):
    at_hours(club, 5, 10)
    response = sign_in("Bob").get("/c/trois-bouts/statistics/")

    assertContains(response, '<th scope="row">Tuesday</th>', html=True)
    assertContains(response, '<td class="num shade-4">2</td>', html=True)
