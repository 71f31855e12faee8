"""Records of a club and a season, worked out by hand from the example and from small tables."""

from datetime import date
from uuid import uuid4

import pytest

from clubs.queries.statistics.populations import Population
from clubs.queries.statistics.records import record_book
from clubs.services.tables.sittings import close_sitting
from tests.cast import Cast
from tests.example_league import play_example
from tests.italian_games import CAPPOTTO, DEAL, record
from tests.queries.plain_deals import plain_deal

MADE_ALL = {
    "entry": "quick",
    "last_trick": "ns",
    "quick": {side: CAPPOTTO["quick"][other] for side, other in (("ns", "ew"), ("ew", "ns"))},
}
FOUR = ("Alice", "Bob", "Charlie", "Dora")


def deal_of(best):
    return best.night.held_on.isoformat(), best.number, best.player.name, best.value


def evening_of(best):
    return best.night.held_on.isoformat(), best.player.name, best.value


class TestExample:
    @pytest.fixture
    def league(self, club: Cast):
        return play_example(club)

    @pytest.fixture
    def found(self, club: Cast, league):
        return record_book(Population(club.club, league), viewer=club.player("Bob"))

    def test_deals(self, found):
        """Anne's garde contre of November brought 540; her garde of October was made by 16. Of the
        two deals that failed by 11 Fred's came first."""
        assert deal_of(found.records["deal"]) == ("2025-11-14", 3, "Anne", 540)
        assert deal_of(found.records["made"]) == ("2025-10-10", 5, "Anne", 16)
        assert deal_of(found.records["failed"]) == ("2025-11-14", 2, "Fred", -11)
        assert (found.records["failed"].contract, found.records["failed"].oudlers) == ("prise", 2)

    def test_evenings(self, found):
        """From the first to the last there were 588, 432, 904 and 560 points."""
        assert evening_of(found.records["evening"]) == ("2025-11-14", "Anne", 497)
        assert evening_of(found.records["takes"]) == ("2025-09-12", "Anne", 2)
        assert found.records["closest"].night.held_on == date(2025, 10, 10)
        assert (found.records["closest"].value, found.records["closest"].counted) == (432, 5)

    def test_the_biggest_comeback(self, found):
        """Cléo in September: −86, −55, −83, −143, then 348 more. Gina came back from −242 only to
        −115, so that hers is none."""
        assert evening_of(found.records["comeback"]) == ("2025-09-12", "Cléo", 143)

    def test_the_worst_evening_is_for_the_player_alone(self, club: Cast, league, found):
        assert evening_of(found.own_worst["evening"]) == ("2025-09-12", "Bob", -383)
        assert not record_book(Population(club.club, league)).own_worst

    def test_runs(self, found):
        """Anne made five in a row, from the first to the garde contre."""
        run = found.records["run"]
        assert (run.player.name, run.value) == ("Anne", 5)
        assert deal_of(run)[:2] == ("2025-09-12", 1)
        assert deal_of(run.last)[:2] == ("2025-11-14", 3)

    def test_the_rarest_contract(self, found):
        """Garde contre with two and garde sans with three were made once each."""
        assert deal_of(found.records["rarest"])[:3] == ("2025-11-14", 3, "Anne")
        assert found.records["rarest"].contract == "garde_contre"
        assert found.records["rarest"].counted == 1

    def test_no_slam(self, found):
        assert (found.slams, found.slam_count) == ((), 0)


def test_of_equal_ones_the_earliest_holds_it(club: Cast):
    table = club.sitting(*FOUR)
    club.deal(table, taker="Alice")
    club.deal(table, taker="Bob")

    found = record_book(Population(club.club))

    assert deal_of(found.records["deal"])[1:] == (1, "Alice", 180)
    assert found.records["made"].number == 1
    assert found.records["run"].last.number == 1


def test_fewer_oudlers_are_rarer(club: Cast):
    table = club.sitting(*FOUR)
    club.deal(table, contract="garde_contre", oudlers=1, points=51)
    club.deal(table, contract="garde_contre", oudlers=0, points=56)

    rarest = record_book(Population(club.club)).records["rarest"]

    assert (rarest.number, rarest.oudlers) == (2, 0)


def test_the_highest_of_equally_rare_contracts(club: Cast):
    """Also those that dots do not show: pousse has none by the default rules, dodici too many."""
    table = club.sitting(*FOUR, rules={"multipliers": {"pousse": 1}})
    for contract in ("prise", "pousse"):
        club.deal(table, contract=contract)
    volte = club.sitting(*FOUR, game="volte", rules="volte")
    told = {"taker": "Alice", "honours": 3, "points": 40}
    record(club, volte, *({**told, "contract": contract} for contract in ("otto", "dodici", "due")))

    rarest = [
        record_book(Population(club.club, game=game)).records["rarest"]
        for game in ("french", "volte")
    ]

    assert [(one.contract, one.number) for one in rarest] == [("pousse", 2), ("dodici", 2)]


def test_slams_that_were_made(club: Cast):
    table = club.sitting(*FOUR)
    told = {"oudlers": 3, "points": 91}
    club.deal(table, taker="Bob", chelem="attack", **told)
    club.deal(table, taker="Alice", chelem_announced=True, oudlers=2, points=60)

    found = record_book(Population(club.club))

    assert [deal_of(deal)[1:3] for deal in found.slams] == [(1, "Bob")]
    assert found.slam_count == 1


def test_deals_of_four_in_a_game_for_four(club: Cast):
    """106 against 89; what two agreed on is of two."""
    table = club.sitting(*FOUR, game="bolognese", rules="ottocento")
    record(club, table, DEAL)
    plain_deal(club, table, Bob=300, Dora=-300)
    close_sitting(club.actor("Charlie"), table, request_id=uuid4())
    population = Population(club.club, game="bolognese")

    found = [record_book(population.only(size=size)) for size in (None, 4)]

    assert [deal_of(one.records["deal"])[2:] for one in found] == [("Bob", 300), ("Alice", 17)]
    assert [evening_of(one.records["evening"])[1:] for one in found] == [
        ("Bob", 283),
        ("Alice", 17),
    ]


def test_a_cappotto_of_a_pair_is_none_of_a_taker(club: Cast):
    """Those of Alice's pair were told without a name, those of Bob's were not."""
    table = club.sitting(*FOUR, game="bolognese", rules="ottocento")
    record(club, table, MADE_ALL, CAPPOTTO)

    found = record_book(Population(club.club, game="bolognese"))

    assert (found.slams, found.slam_count) == ((), 0)
    assert deal_of(found.records["deal"])[1:] == (1, "Alice", 939)


def test_nothing_played(club: Cast):
    found = record_book(Population(club.club), viewer=club.player("Alice"))

    assert (found.records, found.slams, found.own_worst) == ({}, (), {})
