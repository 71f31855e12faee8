"""What there is to remember of the last month of a season.

Source: leagues.md §4.5.
"""

from datetime import UTC, date, datetime
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from pytest_django.asserts import assertContains

from clubs.core.standings.rank import Guests, LeagueSettings
from clubs.models import League, LeagueSitting, Sitting
from clubs.queries.statistics.highlights import month_highlights
from clubs.services.tables import sittings
from tests.cast import Cast

FOUR = ("Alice", "Bob", "Charlie", "Dora")
FIVE = (*FOUR, "Olivia")
LAST = date(2027, 1, 1)


def evening(
    club: Cast,
    league: League,
    day: date,
    *deals: dict,
    close: bool = True,
    seats: tuple[str, ...] = FOUR,
) -> Sitting:
    table = club.sitting(*seats)
    for told in deals:
        club.deal(table, **told)
    opened_at = datetime(day.year, day.month, day.day, 19, tzinfo=UTC)
    Sitting.objects.filter(pk=table.pk).update(opened_at=opened_at)
    club.evening(league, day, table)
    if close:
        sittings.close_sitting(
            club.actor("Charlie"), Sitting.objects.get(pk=table.pk), request_id=uuid4()
        )
    return table


def remembered(league: League, until: date = LAST) -> dict[str, tuple[str, int]]:
    told = month_highlights(league, until)
    assert told is not None
    return {best.name: (best.player.name, best.value) for best in told.book.records.values()}


def test_of_the_month_of_the_last_evening(club: Cast):
    league = club.league(*FOUR)
    assert month_highlights(league, LAST) is None
    evening(club, league, date(2026, 3, 3), {"taker": "Dora", "points": 60})
    first = {"deal": ("Dora", 264), "evening": ("Dora", 264), "made": ("Dora", 19)}
    assert remembered(league) == first  # (25+19)·2·3
    evening(club, league, date(2026, 4, 7), {"taker": "Bob"}, close=False)
    evening(club, league, date(2026, 4, 14), {"taker": "Alice", "oudlers": 0}, {"taker": "Alice"})
    expected = {"deal": ("Bob", 180), "evening": ("Bob", 180), "made": ("Bob", 5)}

    assert remembered(league) == expected  # Alice: −210, then −30
    assert remembered(league, date(2026, 3, 31)) == first


def of_month(league: League) -> tuple[tuple[str, int] | None, tuple[str, str, int, int] | None]:
    """The run and the pair."""
    told = month_highlights(league, LAST)
    assert told is not None
    run, pair = told.book.records.get("run"), told.pair
    return run and (run.player.name, run.value), pair and (
        pair.a.name,
        pair.b.name,
        pair.success.hits,
        pair.success.base,
    )


@pytest.mark.parametrize("close", [True, False])
def test_the_longest_run_and_the_best_pair(club: Cast, close: bool):
    """From sums and from deals alike. Bob's four of March are of another month."""
    league = club.league(*FIVE)
    taken = {"taker": "Alice", "called": "Bob"}
    failed = {"taker": "Charlie", "called": "Dora", "points": 30}
    bob = {"taker": "Bob", "called": "Dora"}
    evening(club, league, date(2026, 3, 31), bob, bob, bob, bob, close=close, seats=FIVE)
    evening(club, league, date(2026, 4, 7), taken, failed, taken, close=close, seats=FIVE)

    assert of_month(league) == (("Alice", 2), None)  # two deals are no pair of a month

    back = {"taker": "Bob", "called": "Alice"}
    again = {"taker": "Charlie", "called": "Dora"}
    evening(
        club, league, date(2026, 4, 14), again, again, again, back, taken, close=close, seats=FIVE
    )

    # Charlie reached three on 14 April before Alice's fourth deal of the pair did.
    assert of_month(league) == (("Charlie", 3), ("Alice", "Bob", 4, 4))


@pytest.mark.parametrize("close", [True, False])
def test_the_longest_run_where_a_table_of_an_evening_was_late(club: Cast, close: bool):
    """Deals count in order of play, not evening after evening."""
    league = club.league(*FOUR)
    dora, charlie = {"taker": "Dora"}, {"taker": "Charlie"}
    first = evening(club, league, date(2026, 4, 7), dora, dora, close=close)
    evening(club, league, date(2026, 4, 14), charlie, charlie, charlie, dora, dora, close=close)
    late = evening(club, league, date(2026, 4, 21), {**dora, "points": 30}, close=False)
    LeagueSitting.objects.filter(sitting=late).update(
        evening=LeagueSitting.objects.get(sitting=first).evening
    )
    if close:
        late.refresh_from_db()
        sittings.close_sitting(club.actor("Charlie"), late, request_id=uuid4())

    assert of_month(league)[0] == ("Dora", 4)


def test_deals_of_the_pair(sign_in, club: Cast):
    league = club.league(*FIVE)
    taken = {"taker": "Alice", "called": "Bob"}
    evening(club, league, date(2026, 3, 31), taken, seats=FIVE)
    evening(club, league, date(2026, 4, 7), taken, taken, taken, seats=FIVE)
    client = sign_in("Bob")
    response = client.get(f"/c/trois-bouts/s/{league.uuid}/")

    assertContains(response, "Pair of the month")
    assertContains(response, "Alice and Bob")
    assertContains(response, "3 of 3")
    urls = {str(card.title): card.url for card in response.context["memory_cards"]}
    for title in ("Pair of the month", "Contracts made in a row"):
        assert client.get(urls[title]).context["sums"].deals == 3


def test_where_the_deals_of_guests_do_not_count(club: Cast):
    settings = LeagueSettings(guests=Guests.EXCLUDED_DEALS)
    league = club.league(*FOUR[1:], standings_rules=settings.to_json())
    evening(club, league, date(2026, 3, 3), {"taker": "Dora"})

    assert month_highlights(league, LAST) is None  # Alice is a guest


def test_beside_the_standings(sign_in, club: Cast):
    league = club.league(*FOUR)
    table = evening(club, league, date(2026, 3, 3), {"taker": "Dora"})
    response = sign_in("Bob").get(f"/c/trois-bouts/s/{league.uuid}/")

    assertContains(response, "To remember")
    assertContains(response, "March 2026")
    assertContains(response, f'href="/t/{table.uuid}/1/"')


def test_few_queries(club: Cast):
    league = club.league(*FOUR)
    counts = []
    for day in (3, 10, 17):
        evening(club, league, date(2026, 3, day), {"taker": "Dora"}, {"taker": "Dora"})
        with CaptureQueriesContext(connection) as asked:
            remembered(league)
        counts.append(len(asked))
    assert counts == [10, 10, 10]
