"""The deals behind a number add up to it."""

from urllib.parse import parse_qs, urlsplit
from uuid import uuid4

import pytest

from clubs.core.measures import Rate
from clubs.forms.profiles import DealFilterForm
from clubs.models import Evening, League, Sitting
from clubs.queries.statistics.deal_filters import (
    DealFilter,
    DealSums,
    deal_sums,
    filtered_deals,
    links_of,
)
from clubs.queries.statistics.populations import Population
from clubs.queries.statistics.profiles import people_of
from tests.cast import Cast
from tests.example_league import EXPECTED, play_example
from tests.queries.plain_deals import plain_deal

FOUR = ("Alice", "Bob", "Charlie", "Dora")


@pytest.fixture
def league(club: Cast) -> League:
    return play_example(club)


def sums(club: Cast, name: str, *, opponent: str = "", **told: object) -> DealSums:
    population = Population(club.club, opponent=club.players.get(opponent))
    return deal_sums(DealFilter(population, club.player(name), **told))


class TestSums:
    """Anne's figures are worked out in leagues.md §4.1."""

    def test_all_deals(self, club, league):
        anne = sums(club, "Anne")

        assert (anne.deals, anne.total, anne.taken, anne.success) == (
            18,
            766,
            Rate(6, 18),
            Rate(5, 6),
        )
        assert (anne.difference, anne.paid) == (None, None)

    def test_by_role_and_result(self, club, league):
        assert sums(club, "Anne", role="taker", is_made=True).deals == 5
        assert sums(club, "Anne", role="partner").total == -58
        assert sums(club, "Anne", role="defender", is_made=False).deals == 3
        taken, defended = (sums(club, "Anne", role=role) for role in ("taker", "defender"))
        assert round(taken.mean, 2) == pytest.approx(190.17, abs=0.01)
        assert round(defended.mean, 2) == pytest.approx(-28.82, abs=0.01)

    def test_by_contract_and_oudlers(self, club, league):
        assert sums(club, "Anne", role="taker", contract="garde").success == Rate(3, 3)
        assert sums(club, "Anne", role="taker", contract="prise").success == Rate(1, 2)
        # with two oudlers 258 and 84, 136, 540
        assert sums(club, "Anne", role="taker", oudlers=2).total == 1018

    def test_by_size(self, club, league):
        """136 + 204 at the table of five."""
        population = Population(club.club, size=5)
        assert deal_sums(DealFilter(population, club.player("Anne"), role="taker")).total == 340

    def test_by_place_in_the_bidding(self, club):
        table = club.sitting(*FOUR)
        club.deal(table, taker="Bob", dealer="Alice")  # 180
        club.deal(table, taker="Bob", dealer="Bob")

        assert sums(club, "Bob", role="taker", position=1).deals == 1
        assert sums(club, "Bob", role="taker", position=1).total == 180
        assert sums(club, "Bob", role="taker", position=2).deals == 0

    def test_against_somebody(self, club, league):
        """Head to head of the example: 14 deals, 632, 152."""
        bob = sums(club, "Anne", opponent="Bob")
        facing = sums(club, "Anne", opponent="Bob", is_facing=True)

        assert (bob.deals, bob.difference, bob.paid) == (14, 632, 152)
        assert facing.paid == 152
        assert facing.deals < bob.deals
        assert bob.total == sums(club, "Anne").total - 497  # all but the third evening

    def test_every_pair(self, club, league):
        for pair, expected in EXPECTED["head_to_head"].items():
            one, other = pair.split("/")
            found = sums(club, one, opponent=other, is_facing=True)
            assert found.paid == expected["paid"], pair

    def test_together_with_somebody(self, club, league):
        bob = sums(club, "Anne", partner=club.player("Bob"))

        assert (bob.deals, bob.total, bob.success) == (2, 136 - 58, Rate(1, 1))

    def test_an_evening(self, club, league):
        evening = Evening.objects.get(league=league, held_on="2025-11-14")
        found = deal_sums(
            DealFilter(Population(club.club, league=league), club.player("Anne"), evening=evening)
        )

        assert (found.deals, found.total) == (4, 497)

    def test_bonuses(self, club, league):
        assert sums(club, "Anne", bonus="poignee").poignees == 1
        assert sums(club, "Anne", bonus="petit_won").deals == 1
        assert sums(club, "Anne", bonus="petit_lost").deals == 0
        assert sums(club, "Fred", bonus="petit_lost").deals == 1
        assert sums(club, "Anne", bonus="chelem").deals == 0

    def test_only_scores_known(self, club):
        table = club.sitting(*FOUR)
        club.deal(table)
        plain_deal(club, table, Alice=90, Bob=-30, Charlie=-30, Dora=-30)

        assert sums(club, "Alice", role="player").total == 90
        assert sums(club, "Alice").total == 90 + 180

    def test_nothing(self, club):
        empty = sums(club, "Alice")

        assert (empty.deals, empty.total, empty.mean) == (0, 0, None)
        nobody = sums(club, "Alice", opponent="Bob")
        assert (nobody.deals, nobody.difference, nobody.paid) == (0, 0, 0)

    def test_without_a_player(self, club, league):
        population = Population(club.club, league=league)

        assert deal_sums(DealFilter(population)) == DealSums(21, Rate(15, 21))
        assert deal_sums(DealFilter(population, contract="garde_sans")).success == Rate(1, 1)


def test_the_newest_stands_first_with_the_score(club):
    table = club.sitting(*FOUR)
    for points in (46, 30):
        club.deal(table, points=points)
    rows = filtered_deals(DealFilter(Population(club.club), club.player("Bob")))

    # (25+5)·2 = 60 lost, then (25+11)·2 = 72 won
    assert [(deal.number, deal.own) for deal in rows] == [(2, 72), (1, -60)]


def test_a_link_says_what_the_form_reads(club, league):
    """Round trip: every filter of a population and the player."""
    anne, bob = club.player("Anne"), club.player("Bob")
    population = Population(club.club, league=league, size=4, rules="fft", opponent=bob)
    link = urlsplit(links_of(population, anne).to(role="taker", oudlers=0, made="no"))
    form = DealFilterForm({name: values[0] for name, values in parse_qs(link.query).items()})

    assert link.path == "/c/trois-bouts/deals/"
    assert form.is_valid()
    people = {player.uuid: player for player in (anne, bob)}
    assert form.wanted(club.club, people, league, None) == DealFilter(
        population, anne, role="taker", oudlers=0, is_made=False
    )


def test_people_are_all_there_or_none(club):
    players = type(club.player("Bob")).objects.all()
    bob, eve = club.player("Bob"), club.player("Eve")

    assert people_of(players, club.club, []) == {}
    assert people_of(players, club.club, [bob.uuid, bob.uuid]) == {bob.uuid: bob}
    assert people_of(players, club.club, [bob.uuid, eve.uuid]) is None
    assert people_of(players, club.club, [uuid4()]) is None


def test_no_deal_is_counted_twice(club, league):
    """A table may count for two seasons."""
    other = club.league("Anne", name="Vendredis")
    first = Evening.objects.first()
    club.evening(other, first.held_on, Sitting.objects.order_by("pk")[0])

    assert sums(club, "Anne").deals == 18
    found = DealFilter(Population(club.club, league=other), club.player("Anne"))
    assert deal_sums(found).deals == 5
