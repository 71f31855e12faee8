"""Partners: the example of leagues.md §4.3, and a second computation.

Anne and Bob had 68 and −58, Eva and Cléo 25, Anne and Eva 102; nobody else called somebody.
"""

from fractions import Fraction
from random import Random

import pytest

from clubs.core.measures import Rate, rounded
from clubs.games.french.queries.partners import partner_figures
from clubs.queries.statistics.populations import Population
from tests.cast import Cast
from tests.example_league import EXPECTED, play_example

FIVE = ("Alice", "Bob", "Charlie", "Dora", "Olivia")


def by_name(found):
    return {f"{pair.a.name}/{pair.b.name}": pair for pair in found.by_players.values()}


class TestExample:
    @pytest.fixture
    def found(self, club: Cast):
        return partner_figures(Population(club.club, play_example(club)))

    def test_the_values_of_each_pair(self, found):
        assert {
            name: {
                "deals": pair.deals,
                **{
                    field: float(rounded(getattr(pair, field)))
                    for field in ("stake_mean", "others_mean", "synergy", "shrunk")
                },
            }
            for name, pair in by_name(found).items()
        } == EXPECTED["partner_synergy"]

    def test_values_are_exact(self, found):
        pair = by_name(found)["Anne/Eva"]

        assert pair.others_mean == Fraction(35, 3)  # (68 + 25 − 58)/3
        assert pair.shrunk == Fraction(271, 33)  # (102 − 35/3)/11

    def test_how_often_one_called_the_other(self, found):
        pair = by_name(found)["Anne/Bob"]

        assert (pair.called_by_a, pair.called_by_b) == (1, 1)
        assert pair.success == Rate(1, 2)  # 68 was made, −58 failed

    def test_nobody_has_played_enough_together(self, found):
        assert [(row.rank, row.pair.deals) for row in found.ranking] == [
            (None, 2),
            (None, 1),
            (None, 1),
        ]
        assert found.ranking[0].pair.missing == 3

    def test_alone_and_with_a_partner(self, found):
        """Dino called his own king: 58 a defender, 232 for him. The four others: 136 + 50 − 116
        + 204 = 274."""
        assert found.alone.success == Rate(1, 1)
        assert (found.alone.stake_mean, found.alone.score_mean) == (58, 232)
        assert found.with_partner.success == Rate(3, 4)
        assert found.with_partner.stake_mean == Fraction(137, 4)
        assert found.with_partner.score_mean == Fraction(274, 4)

    def test_of_tables_without_a_called_card(self, club: Cast, found):
        found = partner_figures(Population(club.club, size=4))

        assert (tuple(found.by_players.values()), found.players) == ((), ())
        assert found.alone.success == Rate(0, 0)
        assert found.alone.stake_mean is None


def test_five_deals_together_give_a_rank(club: Cast):
    table = club.sitting(*FIVE)
    for _ in range(5):
        club.deal(table, taker="Alice", called="Bob")  # 60 a defender
    for _ in range(5):
        club.deal(table, taker="Charlie", called="Alice", points=41)  # exactly: 25·2
    club.deal(table, taker="Bob", called="Dora", points=36)  # −(25+5)·2

    ranking = partner_figures(Population(club.club)).ranking

    # Alice/Bob: others (5·50 − 60)/6 = 190/6; (60 − 95/3)·5/15. Alice/Charlie: others 60, −10/3
    assert [(row.rank, row.pair.a.name, row.pair.b.name, row.pair.shrunk) for row in ranking] == [
        (1, "Alice", "Bob", Fraction(85, 9)),
        (2, "Alice", "Charlie", Fraction(-10, 3)),
        (None, "Bob", "Dora", Fraction(-60 - 60) / 11),
    ]


def test_who_was_never_apart_has_no_synergy(club: Cast):
    table = club.sitting(*FIVE)
    for _ in range(5):
        club.deal(table, taker="Alice", called="Bob")

    [row] = partner_figures(Population(club.club)).ranking

    assert (row.rank, row.pair.synergy, row.pair.shrunk) == (None, None, None)


def test_an_attack_of_three_is_no_pair(club: Cast):
    table = club.sitting(*FIVE, "Frank", active_count=6, rules="fft")
    club.deal(table, taker="Alice", called=["Bob", "Dora"])
    club.deal(table, taker="Alice", called=["Bob", "Bob"])

    assert [
        (pair.deals, pair.stake_mean)
        for pair in partner_figures(Population(club.club)).by_players.values()
    ] == [(1, 60)]


def naive(population):
    """A loop over records: deals of two in the attack by pair, and what each stands apart from."""
    deals = []
    for deal in population.deals().prefetch_related("scores__player"):
        attack = [s.player.name for s in deal.scores.all() if s.role in ("taker", "partner")]
        if len(attack) == 2:
            deals.append((frozenset(attack), deal.stake))
    found = {}
    for pair in {pair for pair, _ in deals}:
        together = [stake for attack, stake in deals if attack == pair]
        apart = [stake for attack, stake in deals if len(attack & pair) == 1]
        mean = Fraction(sum(together), len(together))
        others = Fraction(sum(apart), len(apart)) if apart else None
        found[pair] = (len(together), mean, others)
    return found


@pytest.mark.parametrize("seed", range(4))
def test_computed_twice_over_random_deals(club: Cast, seed):
    chance = Random(seed)
    names = [*FIVE, "Frank"]
    for _ in range(3):
        seats = chance.sample(names, 5)
        table = club.sitting(*seats)
        for _ in range(12):
            points = chance.randint(20, 70)
            told = {"taker": chance.choice(seats), "called": chance.choice(seats)}
            club.deal(table, oudlers=chance.randint(0, 3) and 2, points=points, **told)
    population = Population(club.club)

    pairs = tuple(partner_figures(population).by_players.values())

    assert {
        frozenset((pair.a.name, pair.b.name)): (pair.deals, pair.stake_mean, pair.others_mean)
        for pair in pairs
    } == naive(population)


def test_it_is_symmetric(club: Cast):
    table = club.sitting(*FIVE)
    club.deal(table, taker="Alice", called="Bob")
    club.deal(table, taker="Bob", called="Charlie", points=60)
    there = {pair.synergy for pair in partner_figures(Population(club.club)).by_players.values()}
    back_table = club.sitting(*FIVE)
    table.deals.update(kind="void", void_reason="other", taker=None)
    club.deal(back_table, taker="Bob", called="Alice")
    club.deal(back_table, taker="Charlie", called="Bob", points=60)

    assert {
        pair.synergy for pair in partner_figures(Population(club.club)).by_players.values()
    } == there


@pytest.mark.parametrize("deals", [1, 3])
def test_a_page_asks_six_times_however_many_pairs(club: Cast, deals, django_assert_num_queries):
    table = club.sitting(*FIVE)
    for name in FIVE[1 : 1 + deals]:
        club.deal(table, taker="Alice", called=name)

    with django_assert_num_queries(6):
        assert len(partner_figures(Population(club.club)).ranking) == deals
