"""What is checked when a slip is entered: tournaments.md §6.1."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clubs.core.games import get_game
from clubs.core.problems import Problem
from clubs.core.tournaments.settings import FivePlayerForm, TournamentSettings
from clubs.core.tournaments.slip_checks import (
    ScoreCorrection,
    count_problems,
    deal_warnings,
    played_rows,
    sum_problems,
    total_problems,
)
from clubs.games.french.core.slips import possible_french_stakes
from tests.games.french.core.deals import deals
from tests.paths import DATA

FRENCH = get_game("french")
FFT = FRENCH.read_rules("fft")
EXAMPLES = DATA / "deals_public.jsonl"


def seats(*scores):
    return dict(zip("ABCDE", scores, strict=False))


def warnings(*scores, rules="fft", form=FivePlayerForm.CALLED_KING):
    active = TournamentSettings(five_player_form=form).active_count(len(scores))
    return list(deal_warnings(seats(*scores), FRENCH, FRENCH.read_rules(rules), "scores", active))


def codes(*scores, **told):
    return [problem.code for problem in warnings(*scores, **told)]


def meant(*scores, **told):
    """Who is thought to have meant another score, and which one."""
    (problem,) = warnings(*scores, **told)
    assert problem.code == "score_pattern"
    return [(c.player, c.written, c.meant) for c in problem.params.get("changes", ())]


class TestSums:
    def test_the_difference_is_told(self):
        assert list(sum_problems(seats(180, -60, -60, -50), "deals[0].scores")) == [
            Problem("sum_not_zero", "deals[0].scores", {"difference": 10})
        ]
        assert list(sum_problems(seats(180, -60, -60, -60), "scores")) == []

    def test_round_totals(self):
        sums = seats(180, -60, -120)

        assert list(total_problems(seats(180, -60, -120), sums, "totals")) == []
        assert list(total_problems(seats(180, -120, -60), sums, "totals")) == [
            Problem("total_mismatch", "totals", {"player": "B", "ours": -60, "theirs": -120})
        ]
        assert list(total_problems(seats(180, -60), sums, "totals")) == [
            Problem("total_mismatch", "totals")
        ]


class TestNumberOfDeals:
    @pytest.mark.parametrize(
        ("counts", "told"),
        [
            (range(4, 5), None),
            (range(3, 5), None),
            (range(3, 4), {"count": 3, "planned": 4}),
            (range(5, 7), {"count": 5, "planned": 4}),
        ],
    )
    def test_counts(self, counts, told):
        expected = [] if told is None else [Problem("deal_count", "deals", told)]

        assert list(count_problems(counts, 4, "deals")) == expected

    def test_any_number_where_none_is_planned(self):
        assert list(count_problems(range(9, 10), None, "deals")) == []


A_WIN, ZEROS = {1: 180, 2: -60, 3: -60, 4: -60}, {1: 0, 2: 0, 3: 0, 4: 0}


class TestRowsOfZeros:
    """In volte a draw without declarations brings nobody anything, and is played all the same."""

    @pytest.mark.parametrize(
        ("rows", "planned", "played"),
        [
            ([A_WIN, ZEROS], 2, [A_WIN, ZEROS]),
            ([ZEROS, ZEROS], 2, [ZEROS, ZEROS]),
            ([ZEROS, A_WIN, A_WIN], 2, [A_WIN, A_WIN]),  # so nobody bid on it
            ([ZEROS, A_WIN, ZEROS], 2, [ZEROS, A_WIN]),
            ([A_WIN, A_WIN, A_WIN, ZEROS], 2, [A_WIN, A_WIN, A_WIN]),  # too many all the same
            ([A_WIN, ZEROS], None, [A_WIN, ZEROS]),
        ],
    )
    def test_count_while_the_round_has_room(self, rows, planned, played):
        assert played_rows(rows, planned, get_game("volte")) == played

    @pytest.mark.parametrize("planned", [2, None])
    def test_are_never_played_in_french_tarot(self, planned):
        assert played_rows([A_WIN, ZEROS], planned, FRENCH) == [A_WIN]


class TestPattern:
    @pytest.mark.parametrize(
        "scores",
        [
            (180, -60, -60, -60),
            (60, 60, -180, 60),
            (-60, 120, -60),
            (60, -120, 60),
            (-60, -60, -60, 60, 120),
            (60, 60, 60, -60, -120),
            (240, -60, -60, -60, -60),
            (0, 0, 0, 0),
        ],
    )
    def test_what_one_deal_brings(self, scores):
        assert codes(*scores) == []

    @pytest.mark.parametrize(
        "scores",
        [
            (180, -60, -50, -70),
            (60, 60, -60, -60),
            (120, -60, -30, -30),
            (100, -60, -40),
            (180, -60, -60, -60, 0),
            (120, 120, -80, -80, -80),
        ],
    )
    def test_what_none_does(self, scores):
        assert codes(*scores) == ["score_pattern"]

    def test_who_sits_out_has_0(self):
        form = FivePlayerForm.DEALER_SITS_OUT

        assert codes(180, -60, 0, -60, -60, form=form) == []
        assert codes(180, -60, -60, -60, form=form) == []  # a table of four
        assert codes(-60, -60, -60, 60, 120, form=form) == ["score_pattern"]
        assert codes(240, -60, -60, -60, -60, form=form) == ["score_pattern"]

    def test_rounded_shares(self):
        """The partner has a sixth of 3·50, in tens 30; the taker has the rest."""
        rules = {"rounding": 10, "call_weights": {"5": [1]}}

        assert codes(-50, -50, -50, 30, 120, rules=rules) == []
        assert codes(-50, -50, -50, 50, 100, rules=rules) == ["score_pattern"]

    @pytest.mark.parametrize(
        "rules",
        [
            {"petit_au_bout": {"mode": "personal"}},
            {"poignee_mode": "personal"},
            {"misere": {"enabled": True}},
        ],
    )
    def test_nothing_is_said_where_players_pay_each_other(self, rules):
        assert codes(180, -60, -50, -70, rules=rules) == []


class TestSlipOfThePen:
    def test_a_wrong_sign(self):
        assert meant(180, -60, 60, -60) == [("C", 60, -60)]
        assert meant(-180, -60, -60, -60) == [("A", -180, 180)]
        assert meant(120, 60, -60) == [("B", 60, -60)]

    def test_a_swapped_digit(self):
        assert meant(168, -56, -65, -56) == [("C", -65, -56)]
        assert meant(186, -56, -56, -56) == [("A", 186, 168)]
        assert meant(-57, -57, -57, 57, 141) == [("E", 141, 114)]

    def test_two_of_them(self):
        assert meant(168, -56, 56, -65) == [("C", 56, -56), ("D", -65, -56)]

    def test_the_first_is_in_the_params(self):
        (problem,) = warnings(168, -56, -65, -56)

        assert problem == Problem(
            "score_pattern",
            "scores",
            {
                "player": "C",
                "written": -65,
                "meant": -56,
                "changes": (ScoreCorrection("C", -65, -56),),
            },
        )

    def test_or_nobody_knows(self):
        assert meant(100, -10, -20, -70) == []
        assert warnings(100, -10, -20, -70)[0].params == {}


class TestPossibleStakes:
    @pytest.mark.parametrize(
        ("stake", "is_possible"),
        [
            (25, True),  # prise, made exactly
            (15, True),  # with the Petit lost
            (168, True),  # garde sans by 17: 42·4
            (962, True),  # garde contre by 52: 77·6, and 60, 40, 400
            (963, False),
            (1200, False),
            (1, False),
            (7, False),
            (13, False),
        ],
    )
    def test_fft(self, stake, is_possible):
        found = codes(3 * stake, -stake, -stake, -stake)

        assert found == ([] if is_possible else ["score_impossible"])

    def test_the_stake_is_told_without_sign(self):
        assert warnings(-21, 7, 7, 7) == [Problem("score_impossible", "scores", {"stake": 7})]

    def test_by_the_rules(self):
        """With scores in tens 168 is none."""
        assert codes(504, -168, -168, -168, rules="rounded-10") == ["score_impossible"]
        assert codes(510, -170, -170, -170, rules="rounded-10") == []

    def test_a_misere_of_the_winner(self):
        """31, and 7 from the misère; by the rules of the federation 38 needs another count."""
        rules = {"misere": {"enabled": True, "mode": "winner", "value": 7}, "margin_step": 10}

        assert codes(96, -32, -32, -32, rules=rules) == []  # 25 + 7
        assert codes(96, -32, -32, -32, rules={"margin_step": 10}) == ["score_impossible"]

    def test_every_example_that_is_accepted_is_possible(self):
        lines = EXAMPLES.read_text(encoding="utf-8").splitlines()
        checked = 0
        for request in map(json.loads, lines):
            expect = request["expect"]
            if "scores" not in expect or not expect.get("stake"):
                continue
            rules = FRENCH.read_rules(request.get("rules"))
            active = len(request["players"]) - len(request["deal"].get("out") or ())
            assert abs(expect["stake"]) in possible_french_stakes(rules, active), request["id"]
            checked += 1
        assert checked > 50

    @settings(max_examples=30, deadline=None)
    @given(st.data())
    def test_no_sound_deal_is_warned_about(self, data):
        players, rules, deal = data.draw(deals())
        profile = FRENCH.read_rules(rules)
        verdict = FRENCH.judge(players, profile, deal)
        out = deal.get("out") or []
        scores = {name: score for name, score in verdict.scores.items() if name not in out}
        if len(scores) <= 5:
            assert list(deal_warnings(scores, FRENCH, profile, "scores", len(scores))) == []
