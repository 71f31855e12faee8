"""A made-up deal under two profiles."""

import pytest

from clubs.core.games import get_game
from clubs.games.french.queries.trial import TrialDeal, try_deal

pytestmark = pytest.mark.usefixtures("in_english")


def read(value):
    return get_game("french").read_rules(value)


class TestTryDeal:
    """Expected scores by hand; the deal is garde, 2 oudlers, 49 points: (25+8)·2 = 66."""

    def rows(self, deal, after, before="fft"):
        trial = try_deal(deal, read(before), read(after))
        return [(row.label, row.before, row.after) for row in trial.rows]

    def test_petit_and_handful_with_four(self):
        deal = TrialDeal(4, "garde", 2, 49, petit_au_bout="attack", poignee="simple")

        # 66 + 10·2 + 20 = 106; flat: 66 + 10 + 20 = 96
        assert self.rows(deal, "flat-petit") == [
            ("1. taker", 318, 288),
            ("2. defender", -106, -96),
            ("3. defender", -106, -96),
            ("4. defender", -106, -96),
        ]

    def test_the_stake_and_whether_anything_differs(self):
        deal = TrialDeal(4, "garde", 2, 49)

        trial = try_deal(deal, read("fft"), read("flat-petit"))

        assert (trial.stake.before, trial.stake.after, trial.differs) == (66, 66, False)

    def test_five_with_and_without_a_call(self):
        deal = TrialDeal(5, "garde", 2, 49)

        # 66: taker two of three shares, partner one; alone four shares
        assert self.rows(deal, {"call_weights": {"5": []}}) == [
            ("1. taker", 132, 264),
            ("2. defender", 66, -66),
            ("3. defender", -66, -66),
            ("4. defender", -66, -66),
            ("5. defender", -66, -66),
        ]

    def test_six_and_both_cards_with_one_partner(self):
        deal = TrialDeal(6, "garde", 2, 49, called="both")

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
        deal = TrialDeal(5, "garde", 2, 49, called="alone")

        assert self.rows(deal, "fft")[0] == ("1. taker", 264, 264)

    def test_a_misere_that_only_one_profile_has(self):
        deal = TrialDeal(4, "garde", 2, 49, misere="courts")

        trial = try_deal(deal, read("fft"), read("family"))

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
        announced = TrialDeal(4, "garde", 3, 91, chelem="announced_made")
        failed = TrialDeal(4, "garde", 3, 80, petit_chelem="announced_failed")

        # (25+55)·2 + 400 = 560; (25+44)·2 − 150 = −12
        assert self.rows(announced, "fft")[1] == ("2. defender", -560, -560)
        assert self.rows(failed, "family", before="family")[1] == ("2. defender", 12, 12)

    def test_the_petit_between_players(self):
        deal = TrialDeal(4, "garde", 2, 49, petit_au_bout="defence")

        # 66 a defender; the last player took the trick: 10 from each of the others
        assert [row[2] for row in self.rows(deal, "personal-petit")] == [188, -76, -76, -36]

    def test_a_deal_that_is_not_possible(self):
        trial = try_deal(TrialDeal(4, "garde", 3, 10), read("fft"), read("family"))

        assert trial.rows == ()
        assert trial.refused_before == trial.refused_after != ()
