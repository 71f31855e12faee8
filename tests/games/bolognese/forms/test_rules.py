"""The editor of house rules of Tarocco bolognese, and the deals it tries."""

import pytest

from clubs.core.games import get_game
from clubs.games.bolognese.forms.trial import BologneseTrialForm
from tests.games.rule_forms import changed_fields, goes_through, typed_rules

pytestmark = pytest.mark.usefixtures("in_english")

GAME = get_game("bolognese")


class TestRulesForm:
    @pytest.mark.parametrize("name", ["ottocento", "cinquecento", "mille", "quattro-scartate"])
    def test_a_built_in_profile_goes_through_unchanged(self, name):
        assert goes_through("bolognese", name)

    def test_what_is_not_usual_is_marked(self):
        changed = changed_fields(typed_rules("bolognese", "quattro-scartate"))

        assert changed == ["end", "tie", "call_out"]

    @pytest.mark.parametrize(
        ("field", "value"), [("target", "49"), ("target", "5001"), ("deals", "0"), ("deals", "41")]
    )
    def test_bounds(self, field, value):
        form = typed_rules("bolognese", **{field: value})

        assert not form.is_valid()
        assert list(form.errors) == [field]


class TestTrial:
    """b08 and b09: 10 cards of the Grande, or 20. b24 and b25: 70, or 35."""

    def scores(self, deal, before, after):
        trial = BologneseTrialForm({"trial-contract": deal}).trial(
            GAME.read_rules(before), GAME.read_rules(after)
        )
        return [(row.before, row.after) for row in trial.rows]

    def test_counters_side_by_side(self):
        # 430 + 296 + 85 against 2 + 6; then 530 instead of 430
        told = self.scores("counters", None, {"adjacent_counters": True})

        assert told == [(803, 903), (-803, -903), (803, 903), (-803, -903)]

    def test_doubling_in_a_declaration(self):
        # 60 + 40 + 6 against 25 + 17 + 47 + 70; then 35 instead of 70
        told = self.scores("declaration", None, {"accuso_doubling": False})

        assert told == [(-53, -18), (53, 18), (-53, -18), (53, 18)]

    def test_an_unknown_deal_is_an_error_at_its_field(self):
        form = BologneseTrialForm({"trial-contract": "other"})

        assert form.trial(GAME.read_rules(None), GAME.read_rules(None)) is None
        assert list(form.errors) == ["contract"]
