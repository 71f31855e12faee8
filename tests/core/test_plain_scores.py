"""Deals of which only the scores are known."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clubs.core import plain_scores
from clubs.core.interfaces import DealFacts, Verdict
from clubs.core.problems import DealRefused, Problem

FOUR = ("Anna", "Bruno", "Chloe", "David")
VACHETTE = {
    "kind": "scores",
    "label": "Vachette",
    "scores": {"Anna": 30, "Bruno": -10, "Chloe": -20, "David": 0},
    "dealer": "Bruno",
}


def problems(**told):
    """What is wrong with a Vachette that says something else; None takes a field away."""
    deal = {key: value for key, value in {**VACHETTE, **told}.items() if value is not None}
    with pytest.raises(DealRefused) as refusal:
        plain_scores.plain_verdict(FOUR, deal)
    return [(problem.code, problem.field) for problem in refusal.value.problems]


@pytest.mark.parametrize(
    ("count", "step", "scores"),
    [
        (3, 60, (120, 0, -120)),
        (4, 60, (120, 60, -60, -120)),
        (5, 25, (50, 25, 0, -25, -50)),
        (6, 10, (20, 10, 0, 0, -10, -20)),
    ],
)
def test_places(count, step, scores):
    """scoring.md §5, When all have passed."""
    assert plain_scores.place_scores(count, step) == scores


class TestJudge:
    def test_what_is_told_is_what_counts(self):
        assert plain_scores.plain_verdict(FOUR, VACHETTE) == Verdict(
            scores={"Anna": 30, "Bruno": -10, "Chloe": -20, "David": 0},
            roles=dict.fromkeys(FOUR, "player"),
            facts=DealFacts(kind="scores", dealer="Bruno"),
        )

    def test_who_has_no_score_was_out(self):
        deal = {"kind": "scores", "label": "Écart", "scores": {"David": -5, "Anna": 5}}
        told = plain_scores.plain_verdict(FOUR, deal)
        assert told.scores == {"Anna": 5, "Bruno": 0, "Chloe": 0, "David": -5}
        assert told.roles == {"Anna": "player", "Bruno": "out", "Chloe": "out", "David": "player"}
        assert list(told.scores) == list(FOUR)
        assert told.facts.dealer is None

    def test_a_note(self):
        assert (
            plain_scores.plain_verdict(FOUR, {**VACHETTE, "note": "pour rire"}).scores["Anna"] == 30
        )


class TestRefused:
    def test_a_sum_that_is_not_0(self):
        scores = {"Anna": 30, "Bruno": -10}
        assert problems(scores=scores) == [("scores_sum", "scores")]
        with pytest.raises(DealRefused) as refusal:
            plain_scores.plain_verdict(FOUR, {**VACHETTE, "scores": scores})
        assert refusal.value.problems == (Problem("scores_sum", "scores", {"sum": 20}),)

    def test_one_alone(self):
        assert problems(scores={"Anna": 30}) == [("scores_sum", "scores")]

    @pytest.mark.parametrize("scores", [{}, {"Anna": 0}, {"Anna": 0, "Bruno": 0}])
    def test_nothing_won_or_lost(self, scores):
        assert problems(scores=scores) == [("scores_empty", "scores")]

    def test_somebody_does_unless_a_deal_of_the_game_may_bring_nothing(self):
        told = {**VACHETTE, "scores": dict.fromkeys(FOUR, 0)}

        assert plain_scores.plain_verdict(FOUR, told, may_be_zero=True).scores == dict.fromkeys(
            FOUR, 0
        )

    @pytest.mark.parametrize("score", [1.0, 2.5, "10", True, None, [1]])
    def test_a_score_that_is_no_whole_number(self, score):
        scores = {"Anna": score, "Bruno": -1}
        assert problems(scores=scores) == [("field_type", "scores.Anna")]

    def test_bounds(self):
        most = {"Anna": 100_000, "Bruno": -100_000}
        assert (
            plain_scores.plain_verdict(FOUR, {**VACHETTE, "scores": most}).scores["Bruno"]
            == -100_000
        )
        more = {"Anna": 100_001, "Bruno": -100_001}
        assert problems(scores=more) == [
            ("score_out_of_range", "scores.Anna"),
            ("score_out_of_range", "scores.Bruno"),
        ]

    def test_somebody_who_does_not_sit_there(self):
        assert problems(scores={"Zoe": 5, "Anna": -5}) == [("player_unknown", "scores.Zoe")]
        assert problems(dealer="Zoe") == [("player_unknown", "dealer")]

    @pytest.mark.parametrize("label", ["", "   ", "x" * 41])
    def test_a_label_of_1_to_40_characters(self, label):
        assert problems(label=label) == [("label_length", "label")]

    def test_the_longest_label(self):
        assert (
            plain_scores.plain_verdict(FOUR, {**VACHETTE, "label": "é" * 40}).scores["Anna"] == 30
        )

    @pytest.mark.parametrize("field", ["kind", "label", "scores"])
    def test_what_is_needed(self, field):
        assert problems(**{field: None}) == [("field_missing", field)]

    def test_other_kinds_and_fields(self):
        assert problems(kind="played") == [("value_not_allowed", "kind")]
        assert problems(taker="Anna") == [("field_unknown", "taker")]
        assert problems(scores=[1, -1]) == [("field_type", "scores")]
        assert problems(label=3) == [("field_type", "label")]

    def test_all_at_once(self):
        assert problems(label="", scores={"Zoe": 1, "Yann": 2}, dealer="Xavier") == [
            ("label_length", "label"),
            ("player_unknown", "scores.Zoe"),
            ("player_unknown", "scores.Yann"),
            ("player_unknown", "dealer"),
        ]


@given(st.dictionaries(st.sampled_from(FOUR), st.integers(-200_000, 200_000)))
def test_what_is_accepted_adds_up_to_0(scores):
    try:
        told = plain_scores.plain_verdict(FOUR, {**VACHETTE, "scores": scores})
    except DealRefused:
        assert (
            sum(scores.values()) != 0
            or not any(scores.values())
            or max(abs(score) for score in scores.values()) > 100_000
        )
    else:
        assert sum(told.scores.values()) == 0
        assert {name: told.scores[name] for name in scores} == scores
