"""The grid of bulk entry: totals of the paper, what it says in words, buttons without script."""

import pytest
from django.http import QueryDict

from clubs.forms.tables.bulk_grid import BulkGrid, are_parallel, with_rows
from clubs.games.french.forms.bulk import FrenchBulkRow
from tests.forms.deals.bulk_rows import PLAIN, faults, frame, grid, typed

pytestmark = pytest.mark.usefixtures("in_english")


class TestPaper:
    """1 in Garde with 49: +198 and three times −66."""

    def test_it_agrees(self):
        pile = grid(PLAIN, paper_0="198", paper_1="-66", paper_2="−66", paper_3=" - 66 ")

        assert [foot.difference for foot in pile.feet] == [0, 0, 0, 0]
        assert pile.questions == []

    def test_part_of_it_is_compared(self):
        pile = grid(PLAIN, paper_1="−60")

        assert [foot.difference for foot in pile.feet] == [None, 6, None, None]
        assert pile.questions == ["The totals on paper differ: Est −60 on paper, −66 by the deals."]

    def test_one_deal_could_explain_it(self):
        """The paper counted deal 2, taken by 2, with 62 instead of 60 a defender: +6 and −2."""
        rows = (PLAIN, ("2", "g", "2", "46"), ("3", "p", "2", "41"))
        # 198 −60 −25, −66 +180 −25, −66 −60 +75, −66 −60 −25
        pile = grid(*rows, paper_0="111", paper_1="95", paper_2="-53", paper_3="-153")

        assert pile.questions == [
            "The totals on paper differ: Nord +111 on paper, +113 by the deals; "
            "Est +95 on paper, +89 by the deals; Sud −53 on paper, −51 by the deals; "
            "Ouest −153 on paper, −151 by the deals. Deal 2 alone could explain it."
        ]

    def test_one_of_several_deals(self):
        pile = grid(PLAIN, PLAIN, paper_0="402", paper_1="-134", paper_2="-134", paper_3="-134")

        assert pile.questions == [
            "The totals on paper differ: Nord +402 on paper, +396 by the deals; "
            "Est −134 on paper, −132 by the deals; Sud −134 on paper, −132 by the deals; "
            "Ouest −134 on paper, −132 by the deals. One of the deals 1, 2 alone could explain it."
        ]

    def test_no_deal_alone(self):
        pile = grid(PLAIN, paper_0="200", paper_1="-68", paper_2="-66", paper_3="-66")

        assert pile.questions == [
            "The totals on paper differ: Nord +200 on paper, +198 by the deals; "
            "Est −68 on paper, −66 by the deals."
        ]

    def test_a_sum_of_its_own(self):
        pile = grid(PLAIN, paper_0="198", paper_1="-66", paper_2="-66", paper_3="-46")

        assert pile.questions == [
            "The totals on paper differ: Ouest −46 on paper, −66 by the deals. "
            "They do not add up among themselves: +20."
        ]

    def test_what_was_won_before_counts(self):
        at = frame(number=7, totals=(10, -10, 0, 0))
        pile = grid(PLAIN, at=at, paper_0="208")

        assert pile.totals == (208, -76, -66, -66)
        assert pile.feet[0].difference == 0

    def test_no_number(self):
        assert faults(grid(PLAIN, paper_1="12a")) == [
            ("Est", "A whole number, such as −120."),
        ]

    def test_it_can_be_confirmed(self):
        assert grid(PLAIN, paper_1="−60", confirmed="paper").questions == []

    @pytest.mark.parametrize(
        ("scores", "differences", "parallel"),
        [
            ([3, -1, -1, -1], [6, -2, -2, -2], True),
            ([3, -1, -1, -1], [-6, 2, 2, 2], True),
            ([2, 1, -1, -1, -1], [4, 2, -2, -2, -2], True),
            ([-1, 3, -1, -1], [6, -2, -2, -2], False),
            ([0, 0, 0, 0], [6, -2, -2, -2], False),
            ([3, -1, -1, -1], [0, 0, 0, 0], False),
            ([0, 2, -1, -1], [1, 2, -1, -2], False),
        ],
    )
    def test_parallel(self, scores, differences, parallel):
        assert are_parallel(scores, differences) is parallel


class TestWords:
    def cells(self, pile, index=0):
        return {cell.column.name: cell.says for cell in pile.rows[index].cells()}

    def test_what_the_cells_mean(self):
        pile = grid(("12", "s", "2", "49", "P1+"), at=frame(5))

        assert self.cells(pile) == {
            "dealer": "Nord",
            "taker": "Nord, Est",
            "contract": "G. sans",
            "oudlers": "",
            "points": "",
            "bonuses": "Handful, Petit at the end",
        }

    @pytest.mark.parametrize(
        ("seat_count", "text", "says"),
        [
            (4, "2", "Est"),
            (5, "22", "Est, alone"),
            (5, "20", "Est, in the dog"),
            (6, "222", "Est, alone"),
            (6, "213", "Est, Nord, Sud"),
            (6, "210", "Est, Nord, in the dog"),
            (4, "0", "passed out"),
            (4, "m", "misdeal"),
        ],
    )
    def test_who_took(self, seat_count, text, says):
        assert self.cells(grid((text,), at=frame(seat_count)))["taker"] == says

    def test_an_empty_row_says_who_would_deal(self):
        says = self.cells(grid(PLAIN, ()), 1)

        assert (says["dealer"], says["taker"]) == ("Est", "")

    @pytest.mark.parametrize(
        ("row", "text"),
        [
            (PLAIN, "made by 8"),
            (("1", "g", "2", "41"), "made exactly"),
            (("1", "g", "2", "40"), "down by 1"),
            (("0",), "passed out"),
            (("1",), ""),
        ],
    )
    def test_how_it_ended(self, row, text):
        assert grid(row).rows[0].result_text == text

    def test_the_stake_as_a_sum(self):
        [row] = grid(("1", "g", "2", "49", "P1")).rows

        assert (row.sum_text(), row.points_told) == ("(25 + 8) × 2 = 66, + 20 handful = 86", "49")

    def test_scores_and_running_totals(self):
        pile = grid(PLAIN, ("2", "p", "1", "51"))  # 25 a defender

        told = [[(delta.score, total) for delta, total in row.scores()] for row in pile.rows]
        assert told == [
            [(198, 198), (-66, -66), (-66, -66), (-66, -66)],
            [(-25, 173), (75, 9), (-25, -91), (-25, -91)],
        ]

    def test_only_codes_that_this_table_plays_by_are_offered(self):
        def codes(**more):
            table = FrenchBulkRow.codes(frame(**more))
            return " ".join(code.code for _label, codes in table for code in codes)

        assert codes() == "1 0 M P P G S C 46 D45 P1 P2 P3 P12 + - C CA CX CD"
        assert codes(seat_count=5).startswith("12 11 10 0 M P P G S C 46 D45 46,5 ")
        assert codes(seat_count=6).startswith("123 111 120 0 ")
        assert codes(rules="family").endswith("CD PC PCA PCX MA2 MT2")
        assert "+ - +2" in codes(rules="personal-petit")


class TestWithRows:
    def test_pasted_rows_come_after_what_is_typed(self):
        data = typed(PLAIN, (), (), ())
        changed = with_rows(data, [{"taker": "2"}, {"taker": "3", "points": "46"}])

        assert changed["row-TOTAL_FORMS"] == "4"
        assert (changed["row-0-taker"], changed["row-1-taker"]) == ("1", "2")
        assert (changed["row-2-taker"], changed["row-2-points"]) == ("3", "46")

    def test_more_of_them_than_rows_that_were_there(self):
        assert with_rows(typed(()), [{"taker": "1"}] * 5)["row-TOTAL_FORMS"] == "5"

    def test_never_more_empty_ones_than_can_be(self):
        assert with_rows(typed(*[PLAIN] * 58), more=10)["row-TOTAL_FORMS"] == "60"

    def test_more_pasted_ones_than_can_be_are_said(self):
        changed = with_rows(typed(*[PLAIN] * 58), [{"taker": "2"}] * 5)

        assert (changed["row-59-taker"], "row-60-taker" in changed) == ("2", False)
        pile = BulkGrid(FrenchBulkRow, frame(), changed)
        assert "At most 60 deals at a time." in [fault.text for fault in pile.faults]

    def test_a_damaged_count(self):
        assert with_rows(QueryDict("row-TOTAL_FORMS=x"), more=10)["row-TOTAL_FORMS"] == "10"
