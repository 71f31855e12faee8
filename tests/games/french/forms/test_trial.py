"""A made-up deal as it is typed."""

from decimal import Decimal

import pytest

from clubs.games.french.forms.trial import FrenchTrialForm
from clubs.games.french.queries.trial import TrialDeal


class TestTrialForm:
    TYPED = {
        "trial-player_count": "5",
        "trial-contract": "garde_sans",
        "trial-oudlers": "3",
        "trial-points": "36,5",
        "trial-called": "alone",
        "trial-petit_au_bout": "defence",
        "trial-chelem": "announced_failed",
    }

    def test_the_usual_deal(self):
        usual = TrialDeal(4, "garde", 2, 49, petit_au_bout="attack", poignee="simple")

        assert FrenchTrialForm().to_deal() == FrenchTrialForm({"title": "Dole"}).to_deal() == usual

    def test_the_usual_deal_is_what_the_page_shows(self):
        form = FrenchTrialForm()
        shown = {f"trial-{field.name}": str(field.value() or "") for field in form}

        assert FrenchTrialForm(shown).to_deal() == form.to_deal()

    def test_a_deal_that_is_typed(self):
        assert FrenchTrialForm(self.TYPED).to_deal() == TrialDeal(
            5,
            "garde_sans",
            3,
            36.5,
            called="alone",
            petit_au_bout="defence",
            chelem="announced_failed",
        )

    @pytest.mark.parametrize("points", ["", "92", "-1", "x"])
    def test_points_that_are_none(self, points):
        form = FrenchTrialForm({**self.TYPED, "trial-points": points})

        assert form.to_deal() is None
        assert list(form.errors) == ["points"]

    def test_half_points_with_a_point_or_a_comma(self):
        form = FrenchTrialForm({**self.TYPED, "trial-points": "36.5"})

        assert form.is_valid()
        assert form.cleaned_data["points"] == Decimal("36.5")
