"""Whose turn it is while people come, go and swap seats: docs/decisions/seats.md. By hand."""

import pytest

from clubs.core.turns import passed_on
from clubs.games.french.core.game import FRENCH

RULES = FRENCH.read_rules("fft")
FOUR = ("Anna", "Bruno", "Chloe", "David")


def dealt(dealer, *players, **told):
    """A deal by this dealer at a table of these players."""
    return {"taker": players[0], "dealer": dealer, "players": list(players), **told}


def after(*deals, players, first="Anna"):
    return FRENCH.next_dealer(players, RULES, deals, first)


class TestJoining:
    def test_whose_turn_it_was_keeps_it(self):
        # After Anna it was Bruno's turn; Zoe has sat down between them, and deals after David.
        now = ("Anna", "Zoe", "Bruno", "Chloe", "David")
        deal = dealt("Anna", *FOUR)
        assert after(deal, players=now) == "Bruno"
        assert after(deal, dealt("Bruno", *now), players=now) == "Chloe"
        assert after(deal, dealt("Anna", *now), players=now) == "Zoe"

    def test_at_the_end_of_the_round(self):
        now = (*FOUR, "Zoe")
        assert after(dealt("Chloe", *FOUR), players=now) == "David"
        assert after(dealt("Chloe", *FOUR), dealt("David", *now), players=now) == "Zoe"

    def test_before_the_first_deal(self):
        assert after(players=(*FOUR, "Zoe"), first="Chloe") == "Chloe"


class TestLeaving:
    def test_somebody_else(self):
        assert after(dealt("Anna", *FOUR), players=("Anna", "Bruno", "David")) == "Bruno"

    def test_whose_turn_it_was(self):
        assert after(dealt("Anna", *FOUR), players=("Anna", "Chloe", "David")) == "Chloe"

    def test_the_last_dealer(self):
        assert after(dealt("Anna", *FOUR), players=("Bruno", "Chloe", "David")) == "Bruno"

    def test_the_last_dealer_and_whose_turn_it_was(self):
        then = (*FOUR, "Elsa")
        assert after(dealt("Anna", *then), players=("Chloe", "David", "Elsa")) == "Chloe"
        assert after(dealt("Elsa", *then), players=("Bruno", "Chloe", "David")) == "Bruno"

    def test_all_of_that_time(self):
        assert after(dealt("Bruno", *FOUR), players=("Eva", "Fred", "Gina")) == "Eva"

    def test_a_misdealer_who_has_left_does_not_deal_again(self):
        misdeal = dealt("Bruno", *FOUR, kind="void", void_reason="misdeal")
        assert after(misdeal, players=FOUR) == "Bruno"
        assert after(misdeal, players=("Anna", "Chloe", "David")) == "Chloe"


class TestTakingOver:
    def test_who_takes_the_place_takes_the_turn(self):
        assert after(dealt("Anna", *FOUR), players=("Anna", "Zoe", "Chloe", "David")) == "Zoe"

    def test_the_place_of_the_last_dealer(self):
        assert after(dealt("Anna", *FOUR), players=("Zoe", "Bruno", "Chloe", "David")) == "Bruno"

    def test_a_newcomer_elsewhere_does_not(self):
        # Bruno has left and Zoe has sat down at the end: the others moved up.
        assert after(dealt("Anna", *FOUR), players=("Anna", "Chloe", "David", "Zoe")) == "Chloe"


class TestSwapping:
    def test_the_turn_goes_with_the_person(self):
        # Bruno and David swap: it was Bruno's turn, and after him comes who sits behind him now.
        now = ("Anna", "David", "Chloe", "Bruno")
        deal = dealt("Anna", *FOUR)
        assert after(deal, players=now) == "Bruno"
        assert after(deal, dealt("Bruno", *now), players=now) == "Anna"

    def test_counting_from_another_seat_is_no_change(self):
        assert after(dealt("Anna", *FOUR), players=("Chloe", "David", "Anna", "Bruno")) == "Bruno"


class TestResting:
    SEVEN = (*FOUR, "Elsa", "Fred", "Gina")
    EIGHT = (*SEVEN, "Hugo")

    def test_seven_go_round(self):
        deals = []
        for name in self.SEVEN:
            assert after(*deals, players=self.SEVEN) == name
            deals.append(dealt(name, *self.SEVEN, out=[name]))
        assert after(*deals, players=self.SEVEN) == "Anna"

    def test_an_eighth_comes_while_the_seventh_deals(self):
        deal = dealt("Fred", *self.SEVEN, out=["Fred"])
        assert after(deal, players=self.EIGHT) == "Gina"
        again = dealt("Gina", *self.EIGHT, out=["Gina", "Fred"])
        assert after(deal, again, players=self.EIGHT) == "Hugo"

    def test_void_while_the_dealer_rests_and_then_leaves(self):
        void = dealt("Hugo", *self.EIGHT, kind="void", void_reason="all_pass", out=["Hugo", "Gina"])
        assert after(void, players=self.EIGHT) == "Hugo"
        assert after(void, players=self.SEVEN) == "Anna"


class TestPlainScores:
    def scores(self, *players, **told):
        return {"kind": "scores", "label": "Vachette", "players": list(players), **told}

    def test_a_deal_that_was_dealt_moves_the_turn(self):
        deals = (dealt("Anna", *FOUR), self.scores(*FOUR, dealer="Bruno"))
        assert after(*deals, players=FOUR) == "Chloe"

    def test_an_adjustment_does_not(self):
        assert after(dealt("Anna", *FOUR), self.scores(*FOUR), players=FOUR) == "Bruno"

    def test_nor_does_it_after_somebody_left(self):
        adjusted = self.scores("Anna", "Chloe", "David")
        deals = (dealt("Anna", *FOUR), adjusted)
        assert after(*deals, players=("Anna", "Chloe", "David")) == "Chloe"


@pytest.mark.parametrize("name", FOUR)
def test_nobody_loses_a_turn_at_a_table_that_stays(name):
    assert passed_on(name, FOUR, FOUR) == name
