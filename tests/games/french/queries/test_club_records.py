"""Records of a club and a season, worked out by hand from the example and from small tables."""

from datetime import date
from fractions import Fraction
from itertools import accumulate
from random import Random

import pytest

from clubs.core.measures import comeback
from clubs.games.french.queries.club_records import records
from clubs.queries.statistics.populations import Population
from tests.cast import Cast
from tests.example_league import play_example

FOUR = ("Alice", "Bob", "Charlie", "Dora")


def deal_of(record):
    return record.night.held_on.isoformat(), record.number, record.player.name, record.value


def evening_of(record):
    return record.night.held_on.isoformat(), record.player.name, record.value


class TestExample:
    @pytest.fixture
    def league(self, club: Cast):
        return play_example(club)

    @pytest.fixture
    def found(self, club: Cast, league):
        return records(Population(club.club, league), viewer=club.player("Bob"))

    def test_deals(self, found):
        """Anne's garde contre of November brought 540; her garde of October was made by 16. Of the
        two deals that failed by 11 Fred's came first."""
        assert deal_of(found.highest_deal) == ("2025-11-14", 3, "Anne", 540)
        assert deal_of(found.largest_made) == ("2025-10-10", 5, "Anne", 16)
        assert deal_of(found.largest_failed) == ("2025-11-14", 2, "Fred", -11)
        assert found.largest_failed.points == 11
        assert (found.largest_failed.contract, found.largest_failed.oudlers) == ("prise", 2)

    def test_evenings(self, found):
        """From the first to the last there were 588, 432, 904 and 560 points."""
        assert evening_of(found.best_evening) == ("2025-11-14", "Anne", 497)
        assert evening_of(found.most_takes) == ("2025-09-12", "Anne", 2)
        assert found.closest_evening.night.held_on == date(2025, 10, 10)
        assert (found.closest_evening.gap, found.closest_evening.players) == (432, 5)

    def test_the_biggest_comeback(self, found):
        """Cléo in September: −86, −55, −83, −143, then 348 more. Gina came back from −242 only to
        −115, so that hers is none."""
        assert evening_of(found.biggest_comeback) == ("2025-09-12", "Cléo", 143)

    def test_the_worst_evening_is_for_the_player_alone(self, club: Cast, league, found):
        assert evening_of(found.own_worst_evening) == ("2025-09-12", "Bob", -383)
        assert records(Population(club.club, league)).own_worst_evening is None

    def test_runs(self, found):
        """Anne made five in a row, from the first to the garde contre."""
        run = found.longest_run
        assert (run.player.name, run.length) == ("Anne", 5)
        assert deal_of(run.first)[:2] == ("2025-09-12", 1)
        assert deal_of(run.last)[:2] == ("2025-11-14", 3)

    def test_the_rarest_contract(self, found):
        """Garde contre with two and garde sans with three were made once each."""
        assert deal_of(found.rarest_made.deal)[:3] == ("2025-11-14", 3, "Anne")
        assert found.rarest_made.deal.contract == "garde_contre"
        assert found.rarest_made.count == 1

    def test_no_slam(self, found):
        assert (found.chelems, found.chelem_count) == ((), 0)


def test_of_equal_ones_the_earliest_holds_it(club: Cast):
    table = club.sitting(*FOUR)
    club.deal(table, taker="Alice")
    club.deal(table, taker="Bob")

    found = records(Population(club.club))

    assert deal_of(found.highest_deal)[1:] == (1, "Alice", 180)
    assert found.largest_made.number == 1
    assert found.longest_run.last.number == 1


def test_fewer_oudlers_are_rarer(club: Cast):
    table = club.sitting(*FOUR)
    club.deal(table, contract="garde_contre", oudlers=1, points=51)
    club.deal(table, contract="garde_contre", oudlers=0, points=56)

    rarest = records(Population(club.club)).rarest_made

    assert (rarest.deal.number, rarest.deal.oudlers) == (2, 0)


def test_slams_that_were_made(club: Cast):
    table = club.sitting(*FOUR)
    told = {"oudlers": 3, "points": 91}
    club.deal(table, taker="Bob", chelem="attack", **told)
    club.deal(table, taker="Alice", chelem_announced=True, oudlers=2, points=60)

    found = records(Population(club.club))

    assert [deal_of(deal)[1:3] for deal in found.chelems] == [(1, "Bob")]
    assert found.chelem_count == 1


def test_nothing_played(club: Cast):
    found = records(Population(club.club), viewer=club.player("Alice"))

    assert found.highest_deal is found.longest_run is found.closest_evening is None
    assert found.best_evening is found.own_worst_evening is found.biggest_comeback is None


@pytest.mark.parametrize("seed", range(3))
def test_computed_twice(club: Cast, seed):
    chance = Random(seed)
    for day in (3, 10, 17):
        seats = chance.sample([*FOUR, "Olivia"], 4)
        table = club.sitting(*seats)
        for _ in range(8):
            club.deal(table, taker=chance.choice(seats), points=chance.randint(20, 70))
        club.evening(club.league(name=f"S{day}"), date(2026, 3, day), table)
    population = Population(club.club)
    scores = list(population.scores().select_related("player", "deal__sitting"))
    by_evening: dict[tuple[int, str], list[int]] = {}
    takes: dict[tuple[int, str], int] = {}
    for row in scores:
        key = row.deal.sitting_id, row.player.name
        by_evening.setdefault(key, []).append(row.score)
        takes[key] = takes.get(key, 0) + (row.role == "taker")

    found = records(population)

    assert found.highest_deal.value == max(row.score for row in scores)
    assert found.best_evening.value == max(sum(told) for told in by_evening.values())
    assert found.most_takes.value == max(takes.values())
    stood = [(sum(told), min(accumulate(told, initial=0))) for told in by_evening.values()]
    deficit = comeback(stood)
    assert (found.biggest_comeback and found.biggest_comeback.value) == deficit
    deals = list(population.deals())
    margins = [Fraction(deal.points_x2 - 82, 2) for deal in deals]  # two oudlers: 41
    assert found.largest_made.value == max(m for m in margins if m >= 0)
    assert found.largest_failed.value == min(m for m in margins if m < 0)


@pytest.mark.parametrize("tables", [1, 3])
def test_queries(club: Cast, tables, django_assert_num_queries):
    for _ in range(tables):
        club.deal(club.sitting(*FOUR))

    # Two for the tables without sums, one for what they tell, and one for kept days.
    with django_assert_num_queries(8):
        records(Population(club.club), viewer=club.player("Bob"))
