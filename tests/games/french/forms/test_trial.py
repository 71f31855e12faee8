"""A made-up deal as it is typed, and under two profiles."""

from decimal import Decimal

import pytest

from clubs.core.games import get_game
from clubs.games.french.forms.trial import FrenchTrialForm


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
        usual = {
            "player_count": 4,
            "contract": "garde",
            "oudlers": 2,
            "points": 49,
            "called": "partners",
            "petit_au_bout": "attack",
            "poignee": "simple",
            "chelem": "",
            "petit_chelem": "",
            "misere": "",
        }

        assert FrenchTrialForm().told_deal() == usual
        assert FrenchTrialForm({"title": "Dole"}).told_deal() == usual

    def test_the_usual_deal_is_what_the_page_shows(self):
        form = FrenchTrialForm()
        shown = {f"trial-{field.name}": str(field.value() or "") for field in form}

        assert FrenchTrialForm(shown).told_deal() == form.told_deal()

    def test_a_deal_that_is_typed(self):
        assert FrenchTrialForm(self.TYPED).told_deal() == {
            "player_count": 5,
            "contract": "garde_sans",
            "oudlers": 3,
            "points": Decimal("36.5"),
            "called": "alone",
            "petit_au_bout": "defence",
            "poignee": "",
            "chelem": "announced_failed",
            "petit_chelem": "",
            "misere": "",
        }

    @pytest.mark.parametrize("points", ["", "92", "-1", "x"])
    def test_points_that_are_none(self, points):
        form = FrenchTrialForm({**self.TYPED, "trial-points": points})

        assert form.told_deal() is None
        assert list(form.errors) == ["points"]

    def test_half_points_with_a_point_or_a_comma(self):
        form = FrenchTrialForm({**self.TYPED, "trial-points": "36.5"})

        assert form.is_valid()
        assert form.cleaned_data["points"] == Decimal("36.5")


def trial_form(player_count, contract, oudlers, points, called="partners", **bonuses):
    told = {
        "player_count": player_count,
        "contract": contract,
        "oudlers": oudlers,
        "points": points,
        "called": called,
        **bonuses,
    }
    return FrenchTrialForm({f"trial-{name}": str(value) for name, value in told.items()})


def read(value):
    return get_game("french").read_rules(value)


@pytest.mark.usefixtures("in_english")
class TestTrial:
    """Expected scores by hand; the deal is garde, 2 oudlers, 49 points: (25+8)·2 = 66."""

    def rows(self, deal, after, before="fft"):
        trial = deal.trial(read(before), read(after))
        return [(row.label, row.before, row.after) for row in trial.rows]

    def test_petit_and_handful_with_four(self):
        deal = trial_form(4, "garde", 2, 49, petit_au_bout="attack", poignee="simple")

        # 66 + 10·2 + 20 = 106; flat: 66 + 10 + 20 = 96
        assert self.rows(deal, "flat-petit") == [
            ("1. taker", 318, 288),
            ("2. defender", -106, -96),
            ("3. defender", -106, -96),
            ("4. defender", -106, -96),
        ]

    def test_the_stake_and_whether_anything_differs(self):
        deal = trial_form(4, "garde", 2, 49)

        trial = deal.trial(read("fft"), read("flat-petit"))

        assert (trial.stake.before, trial.stake.after, trial.differs) == (66, 66, False)

    def test_five_with_and_without_a_call(self):
        deal = trial_form(5, "garde", 2, 49)

        # 66: taker two of three shares, partner one; alone four shares
        assert self.rows(deal, {"call_weights": {"5": []}}) == [
            ("1. taker", 132, 264),
            ("2. defender", 66, -66),
            ("3. defender", -66, -66),
            ("4. defender", -66, -66),
            ("5. defender", -66, -66),
        ]

    def test_six_and_both_cards_with_one_partner(self):
        deal = trial_form(6, "garde", 2, 49, called="both")

        # pool 4·66 = 264: the king's third 88; both, 3/6, 132
        assert [row[1:] for row in self.rows(deal, {"double_call_share": "sum"})] == [
            (176, 132),
            (88, 132),
            (-66, -66),
            (-66, -66),
            (-66, -66),
            (-66, -66),
        ]

    def test_alone(self):
        deal = trial_form(5, "garde", 2, 49, called="alone")

        assert self.rows(deal, "fft")[0] == ("1. taker", 264, 264)

    def test_a_misere_that_only_one_profile_has(self):
        deal = trial_form(4, "garde", 2, 49, misere="courts")

        trial = deal.trial(read("fft"), read("family"))

        # the last player gets 10 from each of the others
        assert [(row.before, row.after) for row in trial.rows] == [
            (None, 188),
            (None, -76),
            (None, -76),
            (None, -36),
        ]
        assert trial.refused_before == ("The rules of this table have no misère.",)
        assert trial.refused_after == ()

    def test_slams(self):
        announced = trial_form(4, "garde", 3, 91, chelem="announced_made")
        failed = trial_form(4, "garde", 3, 80, petit_chelem="announced_failed")

        # (25+55)·2 + 400 = 560; (25+44)·2 − 150 = −12
        assert self.rows(announced, "fft")[1] == ("2. defender", -560, -560)
        assert self.rows(failed, "family", before="family")[1] == ("2. defender", 12, 12)

    def test_the_petit_between_players(self):
        deal = trial_form(4, "garde", 2, 49, petit_au_bout="defence")

        # 66 a defender; the last player took the trick: 10 from each of the others
        assert [row[2] for row in self.rows(deal, "personal-petit")] == [188, -76, -76, -36]

    def test_a_deal_that_is_not_possible(self):
        trial = trial_form(4, "garde", 3, 10).trial(read("fft"), read("family"))

        assert trial.rows == ()
        assert trial.refused_before == trial.refused_after != ()
