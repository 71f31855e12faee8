"""Rows of bulk entry: the records they tell, their errors, gaps and questions."""

import pytest
from django.http import QueryDict

from clubs.forms.tables.bulk_grid import MOST_ROWS, BulkGrid
from clubs.games.french.forms.bulk import FrenchBulkRow
from tests.forms.deals.bulk_rows import CELLS, PLAIN, faults, frame, grid

pytestmark = pytest.mark.usefixtures("in_english")


class TestRecords:
    def test_of_four(self):
        assert grid(PLAIN).records() == [
            {"dealer": "n0", "taker": "n0", "contract": "garde", "oudlers": 2, "points": 49}
        ]

    def test_of_five(self):
        pile = grid(
            ("12", "p", "1", "53"),
            ("33", "s", "3", "46,5"),
            ("40", "c", "2", "D38", "P15-"),
            at=frame(5),
        )

        assert pile.faults == []
        assert pile.records() == [
            {
                "dealer": "n0",
                "taker": "n0",
                "called": ["n1"],
                "contract": "prise",
                "oudlers": 1,
                "points": 53,
            },
            {
                "dealer": "n1",
                "taker": "n2",
                "called": ["n2"],
                "contract": "garde_sans",
                "oudlers": 3,
                "points": 46.5,
            },
            {
                "dealer": "n2",
                "taker": "n3",
                "called": [None],
                "contract": "garde_contre",
                "oudlers": 2,
                "points": 53,
                "petit_au_bout": "defence",
                "poignees": [{"player": "n4", "size": "simple"}],
            },
        ]

    def test_of_six(self):
        [record] = grid(("123", "g", "2", "49"), at=frame(6)).records()

        assert (record["taker"], record["called"]) == ("n0", ["n1", "n2"])

    def test_a_slam_that_failed(self):
        [record] = grid(("1", "g", "2", "49", "CX")).records()

        assert record["chelem_announced"] is True
        assert "chelem" not in record

    def test_who_rests_when_five_sit_at_a_table_of_four(self):
        pile = grid(("2", "g", "2", "49"), ("1", "g", "2", "49"), at=frame(5, active_count=4))

        assert pile.faults == []
        assert [(record["dealer"], record["out"]) for record in pile.records()] == [
            ("n0", ["n0"]),
            ("n1", ["n1"]),
        ]

    def test_another_rest_than_that_of_the_dealer(self):
        row = {"out": "3", "taker": "1", "contract": "g", "oudlers": "2", "points": "49"}
        [record] = grid(row, at=frame(5, active_count=4)).records()

        assert (record["dealer"], record["out"]) == ("n0", ["n2"])

    def test_a_name_is_as_good_as_a_number(self):
        row = {"dealer": "Sud", "taker": "est", "contract": "garde", "oudlers": "2", "points": "49"}
        [record] = grid(row).records()

        assert (record["dealer"], record["taker"]) == ("n2", "n1")

    def test_deals_that_nobody_played(self):
        pile = grid(("0",), ("m",), ("P",))

        assert pile.faults == []
        assert pile.records() == [
            {"dealer": "n0", "kind": "void", "void_reason": "all_pass"},
            {"dealer": "n1", "kind": "void", "void_reason": "misdeal"},
            {"dealer": "n1", "kind": "void", "void_reason": "petit_sec"},
        ]

    def test_an_empty_row_is_no_deal(self):
        pile = grid(PLAIN, ("", " "), PLAIN, ())

        assert [row.number for row in pile.rows] == [1, None, 2, 3]
        assert [record["dealer"] for record in pile.records()] == ["n0", "n1"]

    def test_another_dealer_moves_the_turn(self):
        row = {"dealer": "4", **dict(zip(CELLS, PLAIN, strict=False))}
        pile = grid(PLAIN, row, PLAIN, ())

        assert [row.dealer for row in pile.rows] == ["n0", "n3", "n0", "n1"]


class TestErrors:
    @pytest.mark.parametrize(
        ("row", "label", "text"),
        [
            ({"dealer": "9"}, "Dealer", "The players have the numbers 1 to 4."),
            ({"taker": "Zoé"}, "Taker", "Nobody called “Zoé” sits here."),
            ({"taker": "12"}, "Taker", "One number: the taker."),
            ({"contract": "x"}, "Contract", "One of P, G, S, C."),
            ({"contract": "u"}, "Contract", "The rules of this table do not have this contract."),
            ({"oudlers": "4"}, "Oudlers", "0 to 3."),
            ({"points": "92"}, "Points", "0 to 91."),
            ({"points": "46,5"}, "Points", "Half points come with 3 or 5 players only."),
            ({"points": "9"}, "Points", "With 2 oudlers between 11 and 87."),
            ({"bonuses": "zut"}, "Bonuses", "“ZUT” is no code."),
            ({"bonuses": "P1 P11"}, "Bonuses", "One handful a player."),
            ({"bonuses": "MA2"}, "Bonuses", "The rules of this table have no misère."),
            ({"bonuses": "CD"}, "Bonuses", "Points, oudlers and slam do not go together."),
            ({"taker": "x" * 101}, "Taker", None),
        ],
    )
    def test_each_in_its_cell(self, row, label, text):
        pile = grid(PLAIN, {**dict(zip(CELLS, PLAIN, strict=False)), **row})

        [(told, words)] = faults(pile)
        assert told == f"Deal 2, {label}"
        assert text is None or words == text

    def test_a_rest_in_its_cell(self):
        rested = {"taker": "1", "contract": "g", "oudlers": "2", "points": "49"}
        six_of_eight = frame(8, active_count=6)
        pile = grid(
            {**rested, "out": "4"}, {**rested, "taker": "222", "out": "29"}, at=six_of_eight
        )
        pile.refuse_gaps()

        assert ("Deal 1, Rests", "Who rests?") in faults(pile)
        assert ("Deal 2, Rests", "Nobody called “29” sits here.") not in faults(pile)
        assert ("Deal 2, Rests", "The players have the numbers 1 to 8.") in faults(pile)

    def test_a_taker_who_rests(self):
        pile = grid(("1", "g", "2", "49"), at=frame(5, active_count=4))

        assert faults(pile) == [("Deal 1, Taker", "This player sits out this deal.")]

    def test_a_void_deal_with_a_result(self):
        assert faults(grid(("0", "g"))) == [("Deal 1, Contract", "A void deal has no result.")]

    def test_several_at_once_over_several_rows(self):
        pile = grid(("9", "x", "4", "92"), PLAIN, ("1", "g", "2", "99"))

        assert [label for label, _text in faults(pile)] == [
            "Deal 1, Taker",
            "Deal 1, Contract",
            "Deal 1, Oudlers",
            "Deal 1, Points",
            "Deal 3, Points",
        ]

    def test_they_lead_to_the_cell(self):
        [fault] = grid(PLAIN, ("1", "g", "5", "49")).faults

        assert fault.field == "row-1-oudlers"

    def test_they_do_not_keep_other_rows_from_being_counted(self):
        pile = grid(("9", "g", "2", "49"), PLAIN)

        assert pile.totals == (198, -66, -66, -66)

    def test_more_rows_than_can_be(self):
        pile = grid(*[PLAIN] * 3, **{"row-TOTAL_FORMS": "100"})

        assert len(pile.rows) == MOST_ROWS
        assert [fault.text for fault in pile.faults] == ["At most 60 deals at a time."]

    def test_a_damaged_form_has_no_rows(self):
        pile = BulkGrid(FrenchBulkRow, frame(), QueryDict("number=1"))
        pile.refuse_gaps()

        assert pile.filled == []
        assert [fault.text for fault in pile.faults] == [
            "This form is damaged. Load the page again.",
            "Type at least one deal.",
        ]


class TestGaps:
    @pytest.mark.parametrize(
        ("seat_count", "row", "question"),
        [
            (4, {"points": "46"}, "Who took?"),
            (4, {"taker": "1"}, "Which contract?"),
            (5, {"taker": "1"}, "Who was called?"),
            (6, {"taker": "12"}, "Who has the queen?"),
            (6, {"taker": "1"}, "Who has the king?"),
            (4, {"taker": "1", "contract": "g"}, "How many oudlers has the taker?"),
            (4, {"taker": "1", "contract": "g", "oudlers": "2"}, "How many points?"),
        ],
    )
    def test_a_row_asks_for_what_comes_next(self, seat_count, row, question):
        pile = grid(row, at=frame(seat_count))

        assert pile.faults == []
        assert pile.rows[0].question == question

    def test_for_saving_they_are_errors(self):
        pile = grid(("1", "g"))
        pile.refuse_gaps()

        assert faults(pile) == [
            ("Deal 1, Oudlers", "How many oudlers has the taker?"),
            ("Deal 1, Points", "How many points?"),
        ]

    def test_nothing_typed(self):
        pile = grid((), ())
        pile.refuse_gaps()

        assert faults(pile) == [("", "Type at least one deal.")]


class TestQuestions:
    def test_what_is_odd_but_possible(self):
        pile = grid(PLAIN, ("1", "g", "2", "87"))

        assert pile.faults == []
        assert pile.questions == [
            "Deal 2: With this count one side won every trick, yet no slam is noted as made.",
            "Deal 2: 30 points or more from the contract: is the count right?",
        ]
        assert pile.to_confirm == "2:chelem_not_recorded,2:margin_unusual"

    def test_answered(self):
        told = "2:margin_unusual,2:chelem_not_recorded"

        assert grid(PLAIN, ("1", "g", "2", "87"), confirmed=told).questions == []

    def test_an_answer_holds_for_these_rows_only(self):
        rows = (PLAIN, ("1", "g", "2", "75"), ("2", "g", "2", "75"))

        assert len(grid(*rows, confirmed="2:margin_unusual").questions) == 2
