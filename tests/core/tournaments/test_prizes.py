"""Prizes: tournaments.md §8, §13 (invariant 19). Money is in hundredths."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clubs.core.tournaments.prizes import (
    Award,
    Contender,
    Prize,
    PrizeList,
    all_awards,
    awards,
    contenders,
    default_shares,
    fixed_prizes,
    goods_prizes,
    money_prizes,
    pot,
)


def people(*ranks, names="ABCDEFGH"):
    return [
        Contender(name, number, rank)
        for number, (name, rank) in enumerate(zip(names, ranks, strict=False), start=1)
    ]


def amounts(prizes):
    return [prize.amount for prize in prizes]


def given_to(found):
    return {award.player: award.amount for award in found}


class TestPot:
    def test_the_example(self):
        assert pot(68, 1000) == 68000

    def test_a_part_of_it_and_more(self):
        assert pot(68, 1000, percent=80, extra=5000) == 59400
        assert pot(3, 333, percent=50) == 499  # 499.5


class TestDistribution:
    def test_the_example(self):
        """272, 170, 102, 68, 68 down to 5.00, and 10 that remain."""
        prizes = money_prizes(68000, [40, 25, 15, 10, 10], unit=500)

        assert amounts(prizes) == [28000, 17000, 10000, 6500, 6500]

    @pytest.mark.parametrize(
        ("entries", "count"), [(0, 0), (1, 1), (4, 1), (5, 1), (9, 1), (10, 2), (68, 13)]
    )
    def test_one_prize_for_every_five_entries(self, entries, count):
        assert len(default_shares(entries)) == count

    def test_each_is_three_quarters_of_the_one_before(self):
        assert default_shares(15) == (1, Fraction(3, 4), Fraction(9, 16))
        # 16 + 12 + 9 = 37 parts
        assert amounts(money_prizes(37000, default_shares(15))) == [16000, 12000, 9000]

    def test_fewer_people_than_shares(self):
        assert amounts(money_prizes(10000, [50, 30, 20], places=2)) == [6250, 3750]
        assert money_prizes(10000, [50, 30, 20], places=0) == ()

    @pytest.mark.parametrize(("shares", "unit"), [([0, 0], 1), ([2, -1], 1), ([1], 0)])
    def test_no_distribution(self, shares, unit):
        with pytest.raises(ValueError, match="no distribution"):
            money_prizes(100, shares, unit=unit)

    @given(
        st.integers(0, 10**7),
        st.lists(st.integers(0, 100), min_size=1, max_size=20).filter(any),
        st.sampled_from([1, 100, 500, 1000]),
    )
    def test_the_pot_is_given_out_to_the_hundredth(self, total, shares, unit):
        prizes = amounts(money_prizes(total, shares, unit=unit))

        assert sum(prizes) == total
        assert all(amount % unit == 0 for amount in prizes[1:])


class TestTies:
    PRIZES = fixed_prizes([28000, 17000, 10000, 6500, 6500])

    def test_tied_places_share(self):
        """(170 + 100)/2 = 135."""
        found = awards(PrizeList("", self.PRIZES, people(1, 2, 2, 4, 5, 6)))

        assert given_to(found) == {"A": 28000, "B": 13500, "C": 13500, "D": 6500, "E": 6500}
        assert [award.place for award in found] == [1, 2, 2, 4, 5]

    def test_what_remains_goes_to_the_lower_number(self):
        ranked = [Contender("A", 9, 1), Contender("B", 3, 1), Contender("C", 5, 1)]

        found = awards(PrizeList("", fixed_prizes([500, 0]), ranked))

        assert given_to(found) == {"B": 168, "C": 166, "A": 166}

    def test_a_tie_reaches_behind_the_last_prize(self):
        found = awards(PrizeList("", fixed_prizes([100, 60]), people(1, 2, 2, 2)))

        assert given_to(found) == {"A": 100, "B": 20, "C": 20, "D": 20}

    def test_goods_of_tied_places_are_the_arbiters(self):
        prizes = goods_prizes(["ham", "wine", "book"])

        found = awards(PrizeList("", prizes, people(1, 1, 3)))

        assert found == (
            Award("", 1, "A", 1, 0, ("ham", "wine"), to_decide=True, rank=1),
            Award("", 1, "B", 2, 0, ("ham", "wine"), to_decide=True, rank=1),
            Award("", 3, "C", 3, 0, ("book",), rank=3),
        )

    def test_who_has_no_rank_wins_nothing(self):
        ranked = contenders({"A": (1, None), "B": (2, 1)})

        assert given_to(awards(PrizeList("", fixed_prizes([100, 50]), ranked))) == {"B": 100}

    @given(
        st.integers(0, 10**6),
        st.lists(st.integers(1, 100), min_size=1, max_size=6),
        st.lists(st.integers(1, 4), min_size=6, max_size=12),
    )
    def test_19_prizes_sum_to_the_pot(self, total, shares, levels):
        """levels: the higher, the worse; equal ones are tied."""
        ranked = [
            Contender(str(number), number, 1 + sum(other < level for other in levels))
            for number, level in enumerate(levels, start=1)
        ]

        found = awards(PrizeList("", money_prizes(total, shares, unit=100), ranked))

        assert sum(award.amount for award in found) == total


class TestCategories:
    OVERALL = PrizeList("overall", fixed_prizes([100, 60, 30]), people(1, 2, 3, 4))

    def women(self, *prizes):
        ranked = [Contender("B", 2, 1), Contender("D", 4, 2), Contender("E", 5, 3)]
        return PrizeList("women", fixed_prizes(prizes), ranked)

    def test_the_other_prize_goes_on_to_the_next(self):
        found = all_awards([self.OVERALL, self.women(40, 20)])

        assert [(award.list, award.player, award.amount) for award in found] == [
            ("overall", "A", 100),
            ("overall", "B", 60),
            ("overall", "C", 30),
            ("women", "D", 40),
            ("women", "E", 20),
        ]

    def test_the_better_one_is_taken(self):
        found = all_awards([self.OVERALL, self.women(80)])

        assert [(award.list, award.player, award.amount) for award in found] == [
            ("overall", "A", 100),
            ("overall", "C", 60),
            ("overall", "D", 30),
            ("women", "B", 80),
        ]

    def test_what_somebody_gives_back_may_be_better_for_the_next(self):
        """B has 60 and 20, until A leaves the 80 of the women to her; 60 goes on to C."""
        women = PrizeList("women", fixed_prizes([80, 20]), people(1, 2, names="ABCD"))

        found = all_awards([self.OVERALL, women])

        assert [(award.list, award.player, award.amount) for award in found] == [
            ("overall", "A", 100),
            ("overall", "C", 60),
            ("overall", "D", 30),
            ("women", "B", 80),
        ]

    def test_of_equal_ones_that_of_the_earlier_list(self):
        found = all_awards([self.OVERALL, self.women(60)])

        assert [(award.list, award.player) for award in found][1] == ("overall", "B")
        assert found[-1].player == "D"

    def test_of_equal_ones_that_others_gave_back_too(self):
        """B has 100 of the juniors, and then the 100 of the women that A gives back."""
        women = PrizeList("women", fixed_prizes([100, 80]), people(1, 2, 3, names="ABD"))
        juniors = PrizeList("juniors", fixed_prizes([100, 25]), people(1, 2, names="BC"))
        overall = PrizeList("overall", fixed_prizes([100, 30]), people(1, 2, 3, 4))

        found = all_awards([overall, women, juniors])

        assert [(award.list, award.player, award.amount) for award in found] == [
            ("overall", "A", 100),
            ("women", "B", 100),
            ("women", "D", 80),
            ("juniors", "C", 100),
        ]

    def test_more_by_then_of_what_was_given_back(self):
        """B takes 60 before 56.50, half of 80 and 33; that is 80 once A keeps the other 80."""
        overall = PrizeList("overall", fixed_prizes([80, 30]), people(1, 1, 3))
        women = PrizeList("women", fixed_prizes([80, 33]), people(1, 1, 3))
        juniors = PrizeList("juniors", fixed_prizes([60]), people(1, names="B"))

        found = all_awards([overall, women, juniors])

        assert [(award.list, award.player, award.amount) for award in found] == [
            ("overall", "A", 80),
            ("women", "B", 80),
            ("women", "C", 33),
        ]

    def test_who_has_none_of_a_hundredth_leaves_it_to_those_tied_as_well(self):
        """B, C and D share 2, which is 1 for each of the other two once D takes the 88."""
        overall = PrizeList("overall", fixed_prizes([93, 2]), people(1, 2, 2, 2))
        women = PrizeList("women", fixed_prizes([88]), [Contender("D", 4, 1)])

        found = all_awards([overall, women])

        assert given_to(found) == {"A": 93, "B": 1, "C": 1, "D": 88}

    def test_both_if_that_is_set(self):
        found = all_awards([self.OVERALL, self.women(40)], one_each=False)

        assert [award.amount for award in found if award.player == "B"] == [60, 40]

    def test_goods_are_less_than_any_amount(self):
        goods = PrizeList("women", [Prize(goods="ham")], [Contender("B", 2, 1)])

        found = all_awards([self.OVERALL, goods])

        assert [award.goods for award in found if award.player == "B"] == [()]

    @given(
        st.lists(st.integers(1, 50), min_size=1, max_size=4),
        st.lists(st.integers(1, 50), min_size=1, max_size=3),
        st.permutations("ABCDEFGH"),
    )
    def test_one_prize_a_person_and_none_is_lost(self, overall, own, order):
        """Eight people for at most seven prizes."""
        everybody = people(*range(1, 9), names=order)
        lists = [
            PrizeList("overall", fixed_prizes(overall), everybody),
            PrizeList("everybody", fixed_prizes(own), everybody),
        ]

        found = all_awards(lists)

        assert len({award.player for award in found}) == len(found) == len(overall) + len(own)
        assert sum(award.amount for award in found) == sum(overall) + sum(own)
