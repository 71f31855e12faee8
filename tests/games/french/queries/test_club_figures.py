"""Statistics of a club and a season: the example of leagues.md §4, by hand, and a
second computation."""

from collections import Counter
from datetime import date
from fractions import Fraction
from random import Random
from uuid import uuid4

import pytest

from clubs.core.measures import Rate, rounded
from clubs.games.french.queries.club_figures import MarginBin, Month, club_figures, months_between
from clubs.queries.statistics.populations import Population
from clubs.services.tables.sittings import record_deal
from tests.cast import Cast
from tests.example_league import EXPECTED, play_example

FOUR = ("Alice", "Bob", "Charlie", "Dora")


def of(club: Cast, **filters):
    return club_figures(Population(club.club, **filters))


def parts(found):
    return {part.key: (part.taken, part.made_count) for part in found}


class TestExample:
    @pytest.fixture
    def found(self, club: Cast):
        return club_figures(Population(club.club, play_example(club)))

    def test_each_taker(self, found):
        told = EXPECTED["statistics"]
        assert {
            taker.player.name: {
                "taken": taker.taken,
                "made": taker.made_count,
                "margin_mean": float(rounded(taker.means.margin)),
                "daring": float(rounded(taker.means.daring)),
                "score_mean_taker": float(rounded(taker.means.score)),
                "by_contract": {
                    key: list(pair) for key, pair in parts(taker.means.contracts).items()
                },
            }
            for taker in found.takers
        } == {
            name: {
                key: figures[key]
                for key in (
                    "taken",
                    "made",
                    "margin_mean",
                    "daring",
                    "score_mean_taker",
                    "by_contract",
                )
            }
            for name, figures in told.items()
        }

    def test_contracts_and_oudlers(self, found):
        """Counted in the file by hand: 21 deals, 15 made."""
        assert parts(found.contracts) == {
            "prise": (7, 4),
            "garde": (12, 9),
            "garde_sans": (1, 1),
            "garde_contre": (1, 1),
        }
        assert parts(found.oudlers) == {0: (1, 0), 1: (7, 3), 2: (10, 9), 3: (3, 3)}
        assert found.takes == Rate(15, 21)

    def test_margins(self, found):
        """−11 −11, −6 −6, −4 −2 | 0 0 0 2 2 3 4 4, 5 5 6 8 9 9, 16."""
        assert found.margins == (
            MarginBin(-15, 0, 2),
            MarginBin(-10, 0, 2),
            MarginBin(-5, 0, 2),
            MarginBin(0, 8, 0),
            MarginBin(5, 6, 0),
            MarginBin(10, 0, 0),
            MarginBin(15, 1, 0),
        )

    def test_evenings_and_months(self, found):
        assert found.months == (
            Month(date(2025, 9, 1), 5, 1, 4, 4),
            Month(date(2025, 10, 1), 5, 1, 5, 5),
            Month(date(2025, 11, 1), 7, 1, 7, 7),
            Month(date(2025, 12, 1), 4, 1, 4, 4),
        )
        assert (found.deals, found.evenings, found.players) == (21, 4, 7)

    def test_three_of_three_do_not_lead_before_the_base_is_there(self, found):
        assert {row.rank for row in found.ranking} == {None}
        assert [(row.taker.player.name, row.taker.missing) for row in found.ranking][:2] == [
            ("Anne", 4),
            ("Bob", 6),
        ]

    def test_by_the_lower_bound(self, club: Cast, found):
        """Anne's 5 of 6 begin at 43.6 %, Cléo's 3 of 3 at 43.8 %, Dino's and Eva's 2 of 3 at
        20.8 %, Bob's 2 of 4 at 15.0 %."""
        club.club.least_takes = 3
        club.club.save()

        ranking = of(club).ranking

        assert [(row.rank, row.taker.player.name) for row in ranking] == [
            (1, "Cléo"),
            (2, "Anne"),
            (3, "Dino"),
            (3, "Eva"),
            (5, "Bob"),
            (None, "Fred"),
            (None, "Gina"),
        ]
        assert [row.taker.missing for row in ranking[-2:]] == [2, 2]


def test_the_seats_that_take(club: Cast):
    """The first of four deals: Bob speaks first, then Charlie, Dora, Alice."""
    table = club.sitting(*FOUR)
    club.deal(table, taker="Bob", dealer="Alice")
    club.deal(table, taker="Dora", dealer="Alice")
    club.deal(table, taker="Dora", dealer="Alice")
    club.deal(table, taker="Alice", dealer="Alice")

    shares = of(club).seats

    assert [(share.size, share.place, share.share) for share in shares] == [
        (4, 1, Rate(1, 4)),
        (4, 2, Rate(0, 4)),
        (4, 3, Rate(2, 4)),
        (4, 4, Rate(1, 4)),
    ]


def test_the_mean_stake_has_no_sign(club: Cast):
    table = club.sitting(*FOUR)
    club.deal(table)  # 60
    club.deal(table, points=36)  # −(25+5)·2
    club.deal(table, contract="prise", points=41)  # 25

    assert of(club).stake_mean == Fraction(145, 3)


def test_half_points_and_bins(club: Cast):
    """40½ of 41 fails and belongs to −5 to −½; 41 is made and belongs to 0 to 4½."""
    table = club.sitting("Alice", "Bob", "Charlie")
    for points in (40.5, 41, 45.5, 46):
        club.deal(table, points=points)

    assert of(club).margins == (MarginBin(-5, 0, 1), MarginBin(0, 2, 0), MarginBin(5, 1, 0))
    assert of(club).margins[0].high == Fraction(-1, 2)


def test_scores_only_are_deals_that_nobody_took(club: Cast):
    table = club.sitting(*FOUR)
    won = dict(zip(FOUR, (30, -10, -10, -10), strict=True))
    scores = {str(club.player(name).uuid): score for name, score in won.items()}
    record = {"kind": "scores", "label": "Vachette", "scores": scores}
    record_deal(club.actor("Alice"), table, record, number=1, request_id=uuid4())

    found = of(club)

    assert (found.deals, found.takes, found.stake_mean) == (1, Rate(0, 0), None)
    assert (found.takers, found.margins, found.seats) == ((), (), ())
    assert found.players == 4


def test_nothing_played(club: Cast):
    found = of(club)

    assert (found.ranking, found.months, found.deals, found.evenings) == ([], (), 0, 0)


def test_months_without_an_evening_are_there():
    assert months_between([date(2026, 2, 1), date(2025, 11, 1)]) == [
        date(2025, 11, 1),
        date(2025, 12, 1),
        date(2026, 1, 1),
        date(2026, 2, 1),
    ]


def play_anything(club: Cast, chance: Random) -> None:
    for size in (3, 4, 5):
        seats = chance.sample([*FOUR, "Olivia", "Frank"], size)
        table = club.sitting(*seats)
        for _ in range(10):
            told = {"taker": chance.choice(seats), "points": chance.randint(10, 80)}
            if size == 5:
                told["called"] = chance.choice(seats)
            contract = chance.choice(["prise", "garde", "garde_sans", "garde_contre"])
            club.deal(table, contract=contract, oudlers=chance.choice([1, 2]), **told)
        club.deal(table, kind="void", void_reason="all_pass")


@pytest.mark.parametrize("seed", range(3))
def test_computed_twice(club: Cast, seed):
    """leagues.md §10, invariant 6: takes and made deals of all players add up to those of all
    deals."""
    play_anything(club, Random(seed))
    deals = list(Population(club.club).deals().select_related("taker"))

    found = of(club)

    assert {t.player.name: t.taken for t in found.takers} == Counter(d.taker.name for d in deals)
    assert {t.player.name: t.made_count for t in found.takers if t.made_count} == Counter(
        d.taker.name for d in deals if d.made
    )
    assert sum(t.taken for t in found.takers) == found.takes.base == len(deals)
    assert {p.key: p.taken for p in found.contracts} == Counter(d.contract for d in deals)
    assert {p.key: p.taken for p in found.oudlers} == Counter(d.oudlers for d in deals)
    needed = {1: 51, 2: 41}
    margins = [Fraction(d.points_x2, 2) - needed[d.oudlers] for d in deals]
    for bar in found.margins:
        inside = [m for m in margins if bar.low <= m < bar.low + 5]
        assert bar.made_count + bar.failed == len(inside)
        assert bar.made_count == sum(m >= 0 for m in inside)
    assert found.stake_mean == Fraction(sum(abs(d.stake) for d in deals), len(deals))


@pytest.mark.parametrize("tables", [1, 3])
def test_seven_queries_whatever_was_played(club: Cast, tables, django_assert_num_queries):
    for _ in range(tables):
        play_anything(club, Random(1))

    with django_assert_num_queries(7):
        assert of(club).ranking
