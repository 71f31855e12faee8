"""What a correction would do to ranks, told before it is made."""

from datetime import date

import pytest

from clubs.models import AuditEntry
from clubs.queries.seasons.rank_moves import RankTable, ranks_of
from clubs.services.seasons.rank_trials import ranks_if
from tests.again import built_once
from tests.hall import published_hall, validated_hall


@pytest.fixture
@built_once
def hall(club):
    """One table, one deal: P.. in Garde with 46 and two oudlers wins 180, the others lose 60."""
    return validated_hall(club, 4, deals_per_round=1)


@pytest.fixture
def deal(hall):
    [table] = hall.tables()
    return hall.table(table).deals.select_related("sitting__round__tournament").get()


def places(moves):
    return [(move.before, move.after) for move in moves]


def test_a_contract_that_was_lost_after_all(hall, deal):
    """30 is down by 11: (25 + 11)·2·3 = 216 lost, and each of the others wins 72."""
    moves = ranks_if(hall.arbiter, deal, {**deal.record, "points": 30})

    assert sorted(places(moves)) == [(1, 4), (2, 1), (2, 1), (2, 1)]
    assert {move.title for move in moves} == {"Tournoi d’automne"}


def test_a_deal_that_is_taken_back(hall, deal):
    assert sorted(places(ranks_if(hall.arbiter, deal, None))) == [(1, 1), (2, 1), (2, 1), (2, 1)]


def test_nothing_of_it_is_kept(hall, deal):
    before = ranks_of(deal.sitting), AuditEntry.objects.count(), hall.reread().standings_version

    ranks_if(hall.arbiter, deal, {**deal.record, "points": 30})

    deal.refresh_from_db()
    assert (deal.points_x2, deal.revision) == (92, 1)
    after = ranks_of(deal.sitting), AuditEntry.objects.count(), hall.reread().standings_version
    assert after == before


def test_a_round_in_play_has_no_ranks_yet(club):
    hall = published_hall(club, 4)
    [table] = hall.tables()
    deal = hall.deal(table)

    assert ranks_if(hall.arbiter, deal, {**deal.record, "points": 30}) == []


def test_a_season(club):
    """46: +180 and three times −60; 30 makes it −216 and +72."""
    sitting = club.sitting("Alice", "Bob", "Charlie", "Dora")
    deal = club.deal(sitting, taker="Alice", contract="garde", oudlers=2, points=46)
    league = club.league("Alice", "Bob", "Charlie", "Dora")
    club.evening(league, date(2025, 9, 12), sitting)

    moves = ranks_if(club.actor("Charlie"), deal, {**deal.record, "points": 30})

    told = {move.name: (move.before, move.after) for move in moves}
    assert told == {"Alice": (1, 4), "Bob": (2, 1), "Charlie": (2, 1), "Dora": (2, 1)}


def test_two_seasons_of_one_title(club):
    """Each has its column. In the second, Dora won another table and stays first."""
    sitting = club.sitting("Alice", "Bob", "Charlie", "Dora")
    deal = club.deal(sitting, taker="Alice", contract="garde", oudlers=2, points=46)
    other = club.sitting("Alice", "Bob", "Charlie", "Dora")
    club.deal(other, taker="Dora", contract="garde", oudlers=2, points=46)
    for tables in ((sitting,), (sitting, other)):
        league = club.league("Alice", "Bob", "Charlie", "Dora", name="Hiver")
        club.evening(league, date(2025, 9, 12), *tables)

    table = RankTable(ranks_if(club.actor("Charlie"), deal, {**deal.record, "points": 30}))

    assert table.titles == ["Hiver", "Hiver"]
    # 180 and -60; with Dora's table 120, -120, -120, 120. Then -216, 72; and -276, 12, 12, 252.
    assert sorted(places(table.at(0))) == [(1, 4), (1, 4)]
    assert sorted(places(table.at(3))) == [(1, 1), (2, 1)]
