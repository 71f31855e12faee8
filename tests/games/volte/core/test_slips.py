"""What one volte deal can bring to a slip of scores: tarocco_volte.md §5, §11."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clubs.core.problems import Problem
from clubs.core.tournaments.slip_checks import ScoreCorrection, deal_warnings
from clubs.games.volte.core.slips import possible_volte_stakes
from tests.games.volte.core.deals import FIVE, VOLTE, deals, profiles

WINNERS = {"miseria_mode": "winners"}  # with it nothing goes to who declares
EVERY = {"sto_bene_mode": "individual"}  # with it everything does
quick = settings(deadline=None, max_examples=30)


def warnings(*scores, rules="volte"):
    told = dict(zip(FIVE, scores, strict=False))
    return list(deal_warnings(told, VOLTE, VOLTE.read_rules(rules), "scores", 4))


def codes(*scores, rules="volte"):
    return [problem.code for problem in warnings(*scores, rules=rules)]


class TestExamples:
    @pytest.mark.parametrize(
        ("scores", "rules"),
        [
            ((93, -31, -31, -31), "volte"),  # v01
            ((108, -324, 108, 108), "volte"),  # v02
            ((1368, -456, -456, -456), "volte"),  # v03
            ((-174, 58, 58, 58), "volte-scaled"),  # v10
            ((216, -72, -72, -72), "volte-totals"),  # v11
            ((246, -82, -82, -82), "volte-tarot"),  # v13
            ((153, -51, -51, -51), "volte"),  # v15: ten trumps of the taker
            ((118, -394, 158, 118), "volte"),  # v17: and a black misery of a defender
            ((-10, -10, -10, 30), "volte"),  # v18: a draw with a misery
            ((73, -51, -51, 29), "volte"),  # v19: both miseries of one
            ((118, -354, 118, 118), WINNERS),  # v20
            ((63, -61, 59, -61), EVERY),  # v21: thirteen trumps of a defender
            ((14064, -4688, -4688, -4688), "volte"),  # v25
            ((93, -31, -31, -31, 0), "volte"),  # v30: one sits out
            ((0, 0, 0, 0), "volte"),  # nobody bid, or a draw
        ],
    )
    def test_what_a_deal_brings(self, scores, rules):
        assert codes(*scores, rules=rules) == []

    @pytest.mark.parametrize(
        ("scores", "rules"),
        [
            ((93, -31, -13, -49), "volte"),  # 18 apart, where declarations make 40 or 80
            ((93, -31, 31, -93), "volte"),
            ((100, -20, -30, -50), "volte"),
            ((62, -31, -31, 0), "volte"),
            ((73, -51, -51, 29), WINNERS),  # nobody keeps a misery
        ],
    )
    def test_what_none_does(self, scores, rules):
        assert codes(*scores, rules=rules) == ["score_pattern"]

    def test_who_sits_out_has_0(self):
        assert codes(90, -30, -30, -20, -10) == ["score_pattern"]

    def test_a_swapped_digit_is_told(self):
        assert warnings(93, -31, -13, -31) == [
            Problem(
                "score_pattern",
                "scores",
                {
                    "player": "Cleo",
                    "written": -13,
                    "meant": -31,
                    "changes": (ScoreCorrection("Cleo", -13, -31),),
                },
            )
        ]


class TestStakes:
    def test_the_smallest_and_the_largest(self):
        """Won by 1 at plain is 26. Every card point but those of the six cards at twelve times, of
        three honours, with the Bagatto last: (88 + 10 − 36 + 300)·12, the cappotto, and 40 for
        fifteen trumps. None of them, without an honour: (56 + 300)·12, 500, and ten trumps twice.
        """
        stakes = possible_volte_stakes(VOLTE.read_rules("volte"))

        assert max(stakes) == 4344 + 500 + 40
        assert min(stakes) == -(4272 + 500 + 40)
        assert {-26, 0, 26} <= stakes
        assert stakes.isdisjoint({*range(-25, 0), *range(1, 26)})

    def test_all_accuse_to_the_winners(self):
        assert warnings(75, -25, -25, -25, rules=WINNERS) == [
            Problem("score_impossible", "scores", {"stake": 25})
        ]
        assert codes(78, -26, -26, -26, rules=WINNERS) == []

    def test_three_miseries_lift_a_stake(self):
        """(9 + 25) + 1 = 35 with a black misery of each defender: −35 + 40 − 30 = −25."""
        assert codes(75, -25, -25, -25) == []

    def test_the_premium_after_multiplying(self):
        """tarocco_volte.md §9, choice 2: won by 6 at two times 6 · 2 + 50 = 62; by 1 at twelve
        times 312, which before multiplying is (1 + 300) · 12 = 3612."""
        plain, scaled = (
            possible_volte_stakes(VOLTE.read_rules({"base": base, **WINNERS}))
            for base in ("volte", "volte-scaled")
        )

        assert {62, 312} <= scaled
        assert 3612 in plain - scaled


@quick
@given(deals())
def test_every_deal_that_is_scored_passes(table):
    players, rules, deal = table
    profile = VOLTE.read_rules(rules)
    scores = VOLTE.judge(players, profile, deal).scores

    assert list(deal_warnings(scores, VOLTE, profile, "scores", 4)) == []


@quick
@given(deals(rules=profiles(sto_bene_mode="winners", miseria_mode="winners")), st.integers(1, 200))
def test_points_that_went_to_another_are_caught(table, moved):
    """Where all accuse go to the winners the three others have one score: no two of them differ."""
    players, rules, deal = table
    profile = VOLTE.read_rules(rules)
    verdict = VOLTE.judge(players, profile, deal)
    others = [name for name, role in verdict.roles.items() if role == "defender"]
    scores = verdict.scores | {
        others[0]: verdict.scores[others[0]] + moved,
        others[1]: verdict.scores[others[1]] - moved,
    }
    active = {name: scores[name] for name, role in verdict.roles.items() if role != "out"}

    found = [problem.code for problem in deal_warnings(active, VOLTE, profile, "scores", 4)]
    assert found == ["score_pattern"]


@quick
@given(deals(), st.integers(1, 200).filter(lambda moved: moved % 20))
def test_so_are_they_with_declarations_of_single_players(table, moved):
    """Those set scores 40 or 80 apart."""
    players, rules, deal = table
    profile = VOLTE.read_rules(rules)
    verdict = VOLTE.judge(players, profile, deal)
    others = [name for name, role in verdict.roles.items() if role == "defender"]
    scores = {name: verdict.scores[name] for name in players if verdict.roles[name] != "out"}
    scores[others[0]] += moved
    scores[others[1]] -= moved

    found = [problem.code for problem in deal_warnings(scores, VOLTE, profile, "scores", 4)]
    assert found == ["score_pattern"]
