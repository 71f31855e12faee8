"""The statistics of players: the example of leagues.md §4.1, and what has no base."""

from datetime import date
from fractions import Fraction

import pytest

from clubs.core.measures import Rate, rounded
from clubs.games.french.queries.figures import Figures, figures_of, margin_bins
from clubs.models import League
from clubs.queries.statistics.player_evenings import Evenings, evenings_of, placed_in
from clubs.queries.statistics.populations import Population
from clubs.queries.statistics.sums import population_sums
from clubs.queries.statistics.versus import companions, head_to_head
from tests.cast import Cast
from tests.example_league import EXPECTED, play_example
from tests.queries.plain_deals import plain_deal

FOUR = ("Alice", "Bob", "Charlie", "Dora")
NAMES = list(EXPECTED["statistics"])


@pytest.fixture
def league(club: Cast) -> League:
    return play_example(club)


def figures(club: Cast, name: str, **filters: object) -> Figures:
    return figures_of(population_sums(Population(club.club, **filters)), club.player(name))


def evenings(club: Cast, name: str, **filters: object) -> Evenings:
    population, player = Population(club.club, **filters), club.player(name)
    placed = placed_in(population.league)
    return evenings_of(population_sums(population), player, placed=placed)


def shown(value: Fraction | float | None, places: int = 2) -> float | None:
    return None if value is None else float(rounded(value, places))


def told(found: Figures) -> dict[str, object]:
    """In the words of the example."""
    interval = found.success.interval
    return {
        "deals": found.deals,
        "taken": found.taken,
        "made": found.made,
        "partnered": found.partnered,
        "defended": found.defended,
        "take_rate": shown(found.take_rate.value, 4),
        "take_share": float(found.take_share),
        "success_rate": shown(found.success.value, 4),
        "success_interval": interval and [shown(end, 3) for end in interval],
        "defence_rate": shown(found.defence.value, 4),
        "margin_mean": shown(found.margin_mean),
        "score_mean": shown(found.scores.value),
        "score_mean_taker": shown(found.as_taker.value),
        "score_mean_partner": shown(found.as_partner.value),
        "score_mean_defence": shown(found.in_defence.value),
        "score_sd": shown(found.score_sd),
        "daring": shown(found.daring),
        "best_deal": found.best_deal and found.best_deal.score,
        "worst_deal": found.worst_deal and found.worst_deal.score,
        "by_contract": {part.key: [part.rate.base, part.rate.hits] for part in found.by_contract},
        "longest_made_run": found.runs.longest_made,
    }


class TestTheExample:
    def test_every_figure_of_every_player(self, club, league):
        assert {name: told(figures(club, name, league=league)) for name in NAMES} == EXPECTED[
            "statistics"
        ]

    def test_what_the_specification_says_of_anne(self, club, league):
        anne = figures(club, "Anne", league=league)

        runs = anne.runs
        assert (runs.longest_made, runs.longest_failed, runs.current) == (5, 1, -1)
        assert (anne.poignees, anne.petit_won, anne.petit_lost, anne.chelems) == (1, 1, 0, 0)
        assert anne.total == 766
        assert shown(anne.share_of_takes, 4) == 1.4118
        season = evenings(club, "Anne", league=league)
        assert [row.total for row in season.rows] == [197, 199, 497, -127]
        assert [row.running for row in season.rows] == [197, 396, 893, 766]
        assert [row.rank for row in season.rows] == [2, 1, 1, 3]
        assert (len(season.rows), season.won, season.podiums) == (4, 2, 4)

    def test_fred_lost_a_petit(self, club, league):
        fred = figures(club, "Fred", league=league)

        assert (fred.petit_won, fred.petit_lost) == (0, 1)
        runs = fred.runs
        assert (runs.longest_made, runs.longest_failed, runs.current) == (0, 1, -1)

    def test_guests_have_no_place_where_the_season_passes_over_them(self, club, league):
        """Gina's −115 lies before Dino's −203 on the third evening."""
        assert evenings(club, "Dino", league=league).rows[2].rank == 5
        assert evenings(club, "Gina", league=league).rows[0].rank is None
        League.objects.update(standings_rules={"guests": "ranked"})
        league.refresh_from_db()
        assert evenings(club, "Dino", league=league).rows[2].rank == 6
        assert evenings(club, "Gina", league=league).rows[0].rank == 5

    def test_without_a_season_an_evening_is_a_day(self, club, league):
        rows = evenings(club, "Dino").rows

        assert [row.night.held_on for row in rows] == [
            date(2025, 9, 12),
            date(2025, 10, 10),
            date(2025, 11, 14),
        ]
        assert [row.rank for row in rows] == [3, 2, 6]  # everybody has a place

    def test_head_to_head(self, club, league):
        population = Population(club.club, league=league)
        sums = population_sums(population)
        found = {}
        for pair in EXPECTED["head_to_head"]:
            one, other = (club.player(name) for name in pair.split("/"))
            duel = head_to_head(sums, one, other)
            found[pair] = {
                "deals": duel.deals,
                "difference": duel.difference,
                "evenings": duel.evenings,
                "evenings_balance": duel.evenings_balance,
                "paid": duel.paid,
            }

        assert found == EXPECTED["head_to_head"]

    def test_companions_are_head_to_heads(self, club, league):
        population = Population(club.club, league=league)
        company = {
            row.name: row for row in companions(population_sums(population), club.player("Anne"))
        }
        expected = EXPECTED["head_to_head"]

        assert {name: (row.deals, row.difference, row.paid) for name, row in company.items()} == {
            name: tuple(expected[f"Anne/{name}"][key] for key in ("deals", "difference", "paid"))
            for name in ("Bob", "Cléo", "Dino", "Eva", "Fred", "Gina")
        }
        # called Bob for 68 (136 for Anne), was called by Bob for −58; called Eva for 102 (204)
        assert (company["Bob"].together, company["Bob"].together_total) == (Rate(1, 2), 136 - 58)
        assert (company["Eva"].together, company["Eva"].together_total) == (Rate(1, 1), 204)
        assert company["Fred"].together == Rate(0, 0)

    def test_filters_cut_the_same_deals_out_of_all(self, club, league):
        three = figures(club, "Bob", league=league, size=3)

        # the third evening: 108 − 25 + 62
        assert (three.deals, three.taken, three.total) == (3, 1, 145)
        assert [row.total for row in evenings(club, "Bob", league=league, size=3).rows] == [145]
        first = figures(club, "Bob", since=date(2025, 9, 12), until=date(2025, 9, 12))
        assert first.total == -383


class TestBase:
    def test_who_played_nothing_has_no_figures(self, club):
        frank = figures(club, "Frank")

        assert told(frank) == {
            "deals": 0,
            "taken": 0,
            "made": 0,
            "partnered": 0,
            "defended": 0,
            "take_rate": None,
            "take_share": 0,
            "success_rate": None,
            "success_interval": None,
            "defence_rate": None,
            "margin_mean": None,
            "score_mean": None,
            "score_mean_taker": None,
            "score_mean_partner": None,
            "score_mean_defence": None,
            "score_sd": None,
            "daring": None,
            "best_deal": None,
            "worst_deal": None,
            "by_contract": {},
            "longest_made_run": 0,
        }
        assert (frank.longest_drought, frank.share_of_takes, frank.margins) == (0, None, ())
        assert evenings(club, "Frank") == Evenings((), None)

    def test_who_only_rests_has_not_played(self, club):
        club.deal(club.sitting(*FOUR, "Frank", active_count=4), out=["Frank"])

        assert figures(club, "Frank").deals == 0

    def test_of_plain_scores_nobody_knows_who_took(self, club):
        plain_deal(club, club.sitting(*FOUR), Alice=90, Bob=-30, Charlie=-30, Dora=-30)

        alice = figures(club, "Alice")

        assert (alice.deals, alice.plain, alice.taken, alice.total) == (1, 1, 0, 90)
        assert alice.scores.value == 90
        assert (alice.take_rate, alice.take_share) == (Rate(0, 0), 0)
        assert alice.longest_drought == 0
        assert [row.total for row in evenings(club, "Alice").rows] == [90]

    def test_half_points_are_kept(self, club):
        table = club.sitting(*FOUR[:3])
        club.deal(table, taker="Alice", oudlers=2, points=45.5)  # 4½ over 41
        club.deal(table, taker="Alice", oudlers=1, points=49)  # 2 under 51

        alice = figures(club, "Alice")

        assert alice.margin_mean == Fraction(5, 4)
        assert alice.margins == ((-5, 1), (0, 1))

    def test_a_pousse_has_no_multiplier(self, club):
        table = club.sitting(*FOUR, rules="fixed-scale")
        club.deal(table, taker="Alice", contract="pousse")
        club.deal(table, taker="Alice", contract="garde_sans")

        assert figures(club, "Alice").daring == 4
        assert [part.key for part in figures(club, "Alice").by_contract] == ["pousse", "garde_sans"]

    def test_the_place_in_the_bidding(self, club):
        """Alice deals first, so Bob speaks first; then Bob deals, and Bob speaks last."""
        table = club.sitting(*FOUR)
        club.deal(table, taker="Bob", dealer="Alice")
        club.deal(table, taker="Bob", dealer="Bob", points=30)

        parts = figures(club, "Bob").by_position

        assert [(part.key, part.rate) for part in parts] == [(1, Rate(1, 1)), (4, Rate(0, 1))]

    def test_a_slam_counts_for_the_taker_who_made_it(self, club):
        table = club.sitting(*FOUR)
        club.deal(table, taker="Alice", points=87, chelem="attack")
        club.deal(table, taker="Alice", points=50, chelem_announced=True)
        club.deal(table, taker="Alice", oudlers=0, points=4, chelem="defence")

        assert figures(club, "Alice").chelems == 1
        assert figures(club, "Bob").chelems == 0

    def test_droughts_and_comebacks(self, club):
        table = club.sitting(*FOUR)
        for taker, points in [("Bob", 46), ("Bob", 30), ("Alice", 71), ("Bob", 46)]:
            club.deal(table, taker=taker, points=points)
        # Alice: −60 (25+5)·2, +72 (25+11)·2, +330 (25+30)·2·3, −60

        assert figures(club, "Alice").longest_drought == 2
        assert evenings(club, "Alice").comeback == 60
        assert evenings(club, "Dora").comeback is None


def test_bins_have_no_gap_and_hold_their_lower_end():
    assert margin_bins({}) == ()
    # By fives: two made and one failed from 0 on, and so on.
    assert margin_bins({"-2": [0, 1], "-1": [0, 2], "0": [2], "1": [1], "6": [1]}) == (
        (-10, 1),
        (-5, 2),
        (0, 2),
        (5, 1),
        (10, 0),
        (15, 0),
        (20, 0),
        (25, 0),
        (30, 1),
    )
