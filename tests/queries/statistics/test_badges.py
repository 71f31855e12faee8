"""Badges: what one wins at a table, by what one did before.

Source: leagues.md §4.5.
"""

from datetime import UTC, datetime
from uuid import uuid4

import pytest
from pytest_django.asserts import assertContains, assertNotContains

from clubs.models import Sitting
from clubs.queries.statistics import badges
from clubs.queries.statistics.badges import badges_at, badges_of
from clubs.queries.statistics.populations import Population
from clubs.services.deals.sums import forget_club
from clubs.services.tables import sittings
from tests.cast import Cast

FOUR = ("Alice", "Bob", "Charlie", "Dora")
SLAM = {"oudlers": 3, "points": 91, "chelem": "attack", "chelem_announced": True}


@pytest.fixture(autouse=True)
def _soon(monkeypatch):
    """Nobody plays a hundred deals in a test."""
    monkeypatch.setattr(badges, "MILESTONES", (3, 6))
    monkeypatch.setattr(badges, "LEAST_BEFORE", 2)
    monkeypatch.setattr(badges, "LEAST_RUN", 3)


def table(club: Cast, day: int, *deals: dict, is_closed: bool = True) -> Sitting:
    opened = club.sitting(*FOUR)
    Sitting.objects.filter(pk=opened.pk).update(opened_at=datetime(2026, 3, day, tzinfo=UTC))
    for told in deals:
        club.deal(opened, **{"taker": "Bob", **told})
    opened = Sitting.objects.get(pk=opened.pk)
    if is_closed:
        sittings.close_sitting(club.actor("Charlie"), opened, request_id=uuid4())
    return opened


def won(sitting: Sitting) -> set[tuple[str, str, int]]:
    return {(one.player.name, one.badge.kind.value, one.badge.value) for one in badges_at(sitting)}


def bob(rows: set[tuple[str, str, int]]) -> set[tuple[str, int]]:
    return {(kind, value) for name, kind, value in rows if name == "Bob"}


def test_what_is_won_and_where(club: Cast):
    first = table(club, 1, {}, {})
    second = table(club, 2, {}, SLAM)  # a run of four; 3·(25+55)·2 + 3·400 = 1,680
    third = table(club, 3, SLAM, {}, is_closed=False)

    assert won(first) == set()
    assert bob(won(second)) == {("deals", 3), ("run", 4), ("slam", 1), ("deal", 1680)}
    assert ("Alice", "deals", 3) in won(second)
    assert bob(won(third)) == {("deals", 6), ("run", 6)}
    every = Population(club.club, game="french")
    for population in (every, every.only(size=3)):  # the page has filters, badges have none
        last = badges_of(club.player("Bob"), population)
        assert {(one.badge.kind.value, one.badge.value) for one in last} == {
            ("slam", 1),
            ("deals", 6),
            ("run", 6),
            ("deal", 1680),
        }


def test_none_is_told_where_too_little_is_known(club: Cast, monkeypatch):
    """The zone of the club changes: the sums are gone, and of more tables than are looked at."""
    for day in (1, 2, 3):
        last = table(club, day, {}, {})
    assert ("Bob", "run", 6) in won(last)
    forget_club(club.club)
    assert ("Bob", "run", 6) in won(last)

    monkeypatch.setattr(badges, "LIVE_MOST", 2)

    assert won(last) == set()  # and not ("deals", 3), which was won before


def test_a_correction_takes_one_away(club: Cast):
    first = table(club, 1, {}, {}, SLAM)
    second = table(club, 2, SLAM)
    assert bob(won(first)) == {("deals", 3), ("run", 3), ("slam", 1)}
    assert bob(won(second)) == {("run", 4)}
    deal = first.deals.get(number=3)
    told = {"revision": deal.revision, "reason": "no", "request_id": uuid4()}
    sittings.void_deal(club.actor("Charlie"), deal, **told)

    assert bob(won(first)) == set()
    assert bob(won(second)) == {("deals", 3), ("run", 3), ("slam", 1), ("deal", 1680)}


def test_on_the_summary_and_on_the_page_of_the_player(client, sign_in, club: Cast):
    sitting = table(club, 1, {}, {}, SLAM, is_closed=False)
    summary, page = f"/t/{sitting.uuid}/summary/", f"/p/{club.player('Bob').uuid}/"

    assertContains(sign_in("Alice").get(summary), "First slam")
    assertContains(sign_in("Alice").get(summary), "Longest run: 3 contracts made in a row")
    assertContains(sign_in("Alice").get(page), "3 deals played")
    guest = f"/s/{club.link(sitting).token}/"
    client.logout()
    client.get(guest, follow=True)
    assertNotContains(client.get(summary), "First slam")
