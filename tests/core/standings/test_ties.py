"""Each tie-break of leagues.md §3.5, on players who are equal without it."""

from datetime import date
from fractions import Fraction
from hashlib import sha256

import pytest

from clubs.core.standings.rank import (
    DealResult,
    LeagueInput,
    LeaguePenalty,
    LeagueTieBreak,
    LeagueTieDecision,
    Member,
    RankedEvening,
    ScoreCell,
    head_to_head_of,
    rank_league,
    result_cells,
)
from clubs.core.standings.ties import MEASURES
from tests.core.standings.seasons import read

NAMES = ("Anne", "Bob", "Cléo", "Dino")


def deal(at, number, taker=None, made=None, **scores):
    return DealResult(at, "1", number, scores, taker, made)


def season(*results, seed=0, penalties=(), members=NAMES):
    """Evenings a week apart, as many as the deals need."""
    count = max(result.evening for result in results) + 1
    return LeagueInput(
        members=[Member(name, number) for number, name in enumerate(members, start=1)],
        evenings=[RankedEvening(date(2025, 9, 1 + 7 * at), f"{at}") for at in range(count)],
        cells=result_cells(results),
        penalties=penalties,
        seed=seed,
        head_to_head=head_to_head_of(results),
    )


def ranks(told, *tie_breaks, **settings):
    found = rank_league(told, read(sizes=[2, 3, 4], tie_breaks=list(tie_breaks), **settings))
    return [(row.rank, row.player) for row in found.rows]


# All four end at 0. Anne plays three deals in two evenings, Bob two in one, Cléo and Dino two in
# two.
TIED = season(
    deal(0, 1, "Anne", True, Anne=60, Bob=-30, Cléo=-30),
    deal(0, 2, "Bob", True, Anne=-20, Bob=30, Dino=-10),
    deal(1, 1, "Cléo", False, Anne=-40, Cléo=30, Dino=10),
)


@pytest.mark.parametrize(
    ("tie_break", "order"),
    [
        ("evenings", [(1, "Anne"), (1, "Cléo"), (1, "Dino"), (4, "Bob")]),
        ("fewer_deals", [(1, "Bob"), (1, "Cléo"), (1, "Dino"), (4, "Anne")]),
        ("average", [(1, "Anne"), (1, "Bob"), (1, "Cléo"), (1, "Dino")]),
        # Anne 40 and −40, Bob 0, Cléo −30 and 30, Dino −10 and 10
        ("best_evening", [(1, "Anne"), (2, "Cléo"), (3, "Dino"), (4, "Bob")]),
        # Bob has no second evening
        ("second_best_evening", [(1, "Dino"), (2, "Cléo"), (3, "Anne"), (4, "Bob")]),
        ("evenings_won", [(1, "Anne"), (1, "Cléo"), (3, "Bob"), (3, "Dino")]),
        ("contracts_made", [(1, "Anne"), (1, "Bob"), (3, "Cléo"), (3, "Dino")]),
        # Anne −40, Cléo 30, Dino 10; Bob was not there
        ("last_evening", [(1, "Cléo"), (2, "Dino"), (3, "Anne"), (4, "Bob")]),
    ],
)
def test_one_alone(tie_break, order):
    assert ranks(TIED, tie_break) == order


def test_without_any_they_share_the_rank_in_order_of_number():
    found = rank_league(TIED, read(sizes=[2, 3, 4], tie_breaks=[]))

    assert [(row.rank, row.player, row.tied) for row in found.rows] == [
        (1, "Anne", True),
        (1, "Bob", True),
        (1, "Cléo", True),
        (1, "Dino", True),
    ]


def test_the_next_rank_is_left_out():
    told = season(
        deal(0, 1, Anne=30, Bob=0, Cléo=0, Dino=-30),
    )

    assert ranks(told) == [(1, "Anne"), (2, "Bob"), (2, "Cléo"), (4, "Dino")]


def test_each_is_applied_to_those_still_equal():
    # Bob is out by evenings; then Dino's and Cléo's second best evenings of −10 and −30.
    assert ranks(TIED, "evenings", "second_best_evening") == [
        (1, "Dino"),
        (2, "Cléo"),
        (3, "Anne"),
        (4, "Bob"),
    ]


def test_average_with_penalties():
    """Both at −10: in two deals that is better than in one, whatever the deals alone brought."""
    told = season(
        deal(0, 1, Anne=-10, Cléo=10),
        deal(0, 2, Anne=0, Cléo=0),
        deal(0, 3, Bob=10, Cléo=-10),
        penalties=[LeaguePenalty(0, "Bob", -20)],
    )

    assert ranks(told, "average") == [(1, "Cléo"), (2, "Anne"), (3, "Bob")]


class TestSuccessRate:
    def takes(self, name, made, failed, at=0):
        """Each made one is worth nothing here, so that only the rate differs."""
        rival = "Dino"
        return [
            deal(at, number, name, number < made, **{name: 0, rival: 0})
            for number in range(made + failed)
        ]

    def test_exact_and_only_from_five_takes_on(self):
        told = season(
            *self.takes("Anne", 4, 0),  # four are no base
            *self.takes("Bob", 3, 2),  # 3/5
            *self.takes("Cléo", 4, 2, at=1),  # 2/3
        )

        assert ranks(told, "success_rate") == [
            (1, "Cléo"),
            (2, "Bob"),
            (3, "Anne"),
            (3, "Dino"),
        ]

    def test_of_matches_with_draws(self):
        """Two draws of five are one match won, and a whole one."""
        pairs = [(10, 2), (-10, 0), (0, 1), (0, 1), (0, 2)]
        told = season(
            *(
                DealResult(
                    0, "1", at, {"Anne": won, "Bob": -won}, halves={"Anne": own, "Bob": 2 - own}
                )
                for at, (won, own) in enumerate(pairs, 1)
            )
        )

        found = rank_league(told, read(sizes=[2], tie_breaks=["success_rate"]))

        assert [(row.rank, row.player, row.contracts_made, row.taken) for row in found.rows] == [
            (1, "Anne", 3, 5),
            (2, "Bob", 2, 5),
        ]
        assert {type(row.contracts_made) for row in found.rows} == {int}
        assert found.rows[0].worse_by == LeagueTieDecision(
            LeagueTieBreak.SUCCESS_RATE, Fraction(3, 5), Fraction(2, 5), "Bob"
        )

    def test_a_rate_of_0_is_better_than_none(self):
        told = season(*self.takes("Anne", 4, 0), *self.takes("Bob", 0, 5))

        assert ranks(told, "success_rate")[0] == (1, "Bob")


class TestHeadToHead:
    """Anne and Bob never met Dino; all end at 0."""

    RESULTS = (
        deal(0, 1, Anne=30, Bob=-30),
        deal(0, 2, Anne=-30, Cléo=30),
        deal(1, 1, Bob=30, Cléo=-30),
        deal(1, 2, Dino=20, Eva=-20),
        deal(1, 3, Dino=-20, Eva=20),
    )
    MEMBERS = ("Anne", "Bob", "Cléo", "Dino", "Eva")

    def test_differences_among_the_tied(self):
        # Anne: +60 to Bob, −60 to Cléo; a circle: all 0. Dino and Eva too.
        assert {
            rank for rank, _ in ranks(season(*self.RESULTS, members=self.MEMBERS), "head_to_head")
        } == {1}

    def test_only_those_who_are_tied_count(self):
        told = season(
            deal(0, 1, Anne=30, Bob=-30),
            deal(0, 2, Anne=-40, Cléo=40),
            deal(0, 3, Bob=20, Cléo=-20),
            members=("Anne", "Bob", "Cléo"),
        )

        # Both at −10. Anne is 60 above Bob; that she lost to Cléo counts for nothing.
        assert ranks(told, "head_to_head") == [(1, "Cléo"), (2, "Anne"), (3, "Bob")]

    def test_who_met_none_of_them_is_last(self):
        told = season(
            deal(0, 1, Anne=-30, Bob=30),
            deal(0, 2, Anne=30, Dino=-30),
            deal(0, 3, Bob=-30, Dino=30),
            deal(0, 4, Cléo=0, Eva=0),
            deal(0, 5, Dino=9, Eva=-9),
            members=self.MEMBERS,
        )

        # At 0: Bob +60, Anne −60, Cléo met neither.
        assert ranks(told, "head_to_head") == [
            (1, "Dino"),
            (2, "Bob"),
            (3, "Anne"),
            (4, "Cléo"),
            (5, "Eva"),
        ]

    def test_asked_only_for_the_tied(self):
        asked = []

        def ask(players, *, evenings, sizes):
            asked.append((set(players), set(evenings), set(sizes)))
            return {}

        cells = [
            ScoreCell(0, "1", "Anne", 4, 1, 5, 25),
            ScoreCell(0, "1", "Bob", 4, 1, 5, 25),
            ScoreCell(0, "1", "Cléo", 4, 1, -10, 100),
        ]
        told = LeagueInput(
            [Member(name, at) for at, name in enumerate(NAMES)],
            [RankedEvening(date(2025, 9, 1), "0")],
            cells,
            head_to_head=ask,
        )

        rank_league(told, read(tie_breaks=["evenings", "head_to_head"]))

        assert asked == [({"Anne", "Bob"}, {0}, {3, 4, 5, 6})]


def test_lot():
    """The smaller SHA-256 of "seed:number" is first."""
    told = season(deal(0, 1, Anne=0, Bob=0, Cléo=0, Dino=0), seed=7)
    drawn = sorted(range(1, 5), key=lambda number: sha256(f"7:{number}".encode()).hexdigest())

    assert ranks(told, "lot") == list(enumerate((NAMES[number - 1] for number in drawn), start=1))


def test_lot_by_hand():
    """By sha256sum(1), "2026:1" gives 3abf… and "2026:2" gives 6c2e…."""
    told = season(deal(0, 1, Anne=0, Bob=0), seed=2026)

    assert ranks(told, "lot") == [(1, "Anne"), (2, "Bob")]


class TestDecisions:
    """What a page says of neighbours of one value."""

    def test_both_values(self):
        found = {
            row.player: row
            for row in rank_league(TIED, read(tie_breaks=["evenings", "best_evening"])).rows
        }

        # Anne 40, Cléo 30, Dino 10 by their best evening; Bob one evening.
        assert found["Cléo"].better_by == LeagueTieDecision(
            LeagueTieBreak.BEST_EVENING, 30, 40, "Anne"
        )
        assert found["Cléo"].worse_by == LeagueTieDecision(
            LeagueTieBreak.BEST_EVENING, 30, 10, "Dino"
        )
        assert found["Dino"].worse_by == LeagueTieDecision(LeagueTieBreak.EVENINGS, 2, 1, "Bob")
        assert found["Anne"].better_by is None
        assert found["Cléo"].to_better == found["Cléo"].to_worse == 0

    def test_none_where_the_values_differ(self):
        found = rank_league(season(deal(0, 1, Anne=30, Bob=-30, Cléo=0)), read()).rows

        assert [(row.better_by, row.worse_by) for row in found] == [(None, None)] * 3
        assert found[1].to_better == 30

    def test_unknown_values_are_none(self):
        found = {
            row.player: row
            for row in rank_league(TIED, read(tie_breaks=["second_best_evening"])).rows
        }

        assert found["Bob"].better_by == LeagueTieDecision(
            LeagueTieBreak.SECOND_BEST_EVENING, None, Fraction(-40), "Anne"
        )


def test_every_tie_break_has_its_measure():
    assert list(MEASURES) == list(LeagueTieBreak)
