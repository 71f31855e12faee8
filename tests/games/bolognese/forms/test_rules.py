"""The editor of house rules of Tarocco bolognese, and the deals it tries."""

import pytest

from clubs.core.games import get_game
from clubs.forms.deals.rules import RulesForm, field_text
from clubs.games.bolognese.forms.trial import BologneseTrialForm

pytestmark = pytest.mark.usefixtures("in_english")

GAME = get_game("bolognese")


def typed(start=None, **changes):
    """What a browser sends of an editor that starts from a profile."""
    rules = GAME.read_rules(start)
    fresh = RulesForm(game="bolognese", start=rules, seen_version=0)
    data = {name: field_text(fresh[name].value()) for name in fresh.fields}
    data = {name: value for name, value in data.items() if value != ""}
    request_id = "7d0b4c5a-4f1f-4c55-8a4b-0d2a51f6f002"
    data |= {"title": "Casa", "seen_version": "0", "request_id": request_id, **changes}
    return RulesForm(data, game="bolognese", start=rules, seen_version=0)


class TestRulesForm:
    @pytest.mark.parametrize("name", ["ottocento", "cinquecento", "mille", "quattro-scartate"])
    def test_a_built_in_profile_goes_through_unchanged(self, name):
        form = typed(name)

        assert form.is_valid(), form.errors
        told = {**GAME.read_rules(name).to_json(), "name": "x", "title": "Casa"}
        assert GAME.read_rules({**form.to_profile(), "name": "x"}).to_json() == told

    def test_what_is_not_usual_is_marked(self):
        changed = [
            field.name
            for group in typed("quattro-scartate").groups
            for line in group.lines
            if line.changed
            for field in line.fields
        ]

        assert changed == ["end", "tie", "call_out"]

    @pytest.mark.parametrize(
        ("field", "value"), [("target", "49"), ("target", "5001"), ("deals", "0"), ("deals", "41")]
    )
    def test_bounds(self, field, value):
        form = typed(**{field: value})

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
