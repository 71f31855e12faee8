"""The editor of house rules of the volte game, and the deal it tries."""

import pytest

from clubs.core.games import get_game
from clubs.forms.deals.rules import field_text
from clubs.games.volte.forms.trial import VolteTrialForm
from tests.games.rule_forms import changed_fields, goes_through, typed_rules

pytestmark = pytest.mark.usefixtures("in_english")

VOLTE = get_game("volte")


class TestRulesForm:
    @pytest.mark.parametrize("name", ["volte", "volte-scaled", "volte-totals", "volte-tarot"])
    def test_a_built_in_profile_goes_through_unchanged(self, name):
        assert goes_through("volte", name)

    def test_what_is_not_as_printed_is_marked(self):
        changed = changed_fields(typed_rules("volte", "volte-tarot"))

        assert changed == ["premium_timing", "bonus_in_target", "bonus_scope", "matto_last_bonus"]

    @pytest.mark.parametrize(
        ("field", "value", "error"),
        [
            ("target_without_honours", "51", "52 to 91."),
            ("matto_last_bonus", "11", "0 to 10."),
            (
                "stake_per_point",
                "10000.01",
                "From 0.00\N{NO-BREAK SPACE}€ to 10,000.00\N{NO-BREAK SPACE}€.",
            ),
        ],
    )
    def test_what_is_no_value_is_refused(self, field, value, error):
        form = typed_rules("volte", **{field: value})

        assert not form.is_valid()
        assert form.errors == {field: [error]}


class TestTrial:
    def test_the_usual_deal_under_both_readings_of_the_premium(self):
        """tarocco_volte.md §9, choice 2: won by 6 at two times (6 + 50) × 2 = 112, or
        6 × 2 + 50 = 62."""
        trial = VolteTrialForm().trial(VOLTE.read_rules(None), VOLTE.read_rules("volte-scaled"))

        told = [(row.label, row.before, row.after) for row in trial.rows]
        assert told[:2] == [("1. taker", 336, 186), ("2. defender", -112, -62)]
        assert (trial.stake.before, trial.stake.after) == (112, 62)

    def test_the_usual_deal_is_what_the_page_shows(self):
        form = VolteTrialForm()
        shown = {f"trial-{field.name}": field_text(field.value()) for field in form}

        again = VolteTrialForm(shown).to_record()

        assert {name: told for name, told in again.items() if told != []} == form.to_record()

    def test_a_deal_that_is_typed(self):
        told = {
            "trial-contract": "otto",
            "trial-honours": "0",
            "trial-points": "60",
            "trial-bagatto_last": "taker",
            "trial-shown": "trionfi_13",
            "trial-miseria": "miseria_nera",
        }

        assert VolteTrialForm(told).to_record() == {
            "taker": "taker",
            "contract": "otto",
            "honours": 0,
            "points": 60,
            "bagatto_last": "taker",
            "accuse": [
                {"player": "taker", "kind": "trionfi_13"},
                {"player": "second", "kind": "miseria_nera"},
            ],
        }

    @pytest.mark.parametrize("points", ["", "92", "-1", "x"])
    def test_points_that_are_none(self, points):
        form = VolteTrialForm(
            {"trial-contract": "due", "trial-honours": "1", "trial-points": points}
        )

        assert form.trial(VOLTE.read_rules(None), VOLTE.read_rules(None)) is None
        assert list(form.errors) == ["points"]

    def test_what_cannot_be_is_said(self):
        told = {"trial-contract": "due", "trial-honours": "1", "trial-points": "90"}

        trial = VolteTrialForm(told).trial(VOLTE.read_rules(None), VOLTE.read_rules(None))

        assert trial.refused_after == ("The cards of this contract cannot make this count.",)
