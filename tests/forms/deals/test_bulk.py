"""The rows of bulk entry one after the other, without the page around them."""

import pytest
from django.http import QueryDict

from clubs.core.games import get_game
from clubs.forms.deals.bulk import BulkContext
from clubs.forms.tables.bulk_grid import MOST_ROWS, BulkGrid, are_parallel, with_rows
from clubs.games.french.forms.bulk import FrenchBulkRow
from clubs.queries.deals.bulk import BulkTable
from clubs.queries.deals.deals import DealSeat, DealTable, who_rests

pytestmark = pytest.mark.usefixtures("in_english")

NAMES = ("Nord", "Est", "Sud", "Ouest", "Aline", "Bela", "Chloé", "Dino")
PLAIN = ("1", "G", "2", "49")  # 1: (25+8)·2 = 66 a defender
CELLS = ("taker", "contract", "oudlers", "points", "bonuses")


def frame(seat_count=4, *, active_count=0, rules="fft", number=1, dealer="n0", totals=()):
    """Players are called n0, n1, …; n0 deals first."""
    won = [*totals, *[0] * seat_count]
    places = tuple(DealSeat(seat, f"n{seat}", NAMES[seat], won[seat]) for seat in range(seat_count))
    uuids = [place.uuid for place in places]
    resting = who_rests(uuids, dealer, seat_count - (active_count or seat_count))
    keys = {name.lower(): seat for seat, name in enumerate(NAMES[:seat_count])}
    pile = BulkTable(DealTable(places, number, dealer, resting), number, keys)
    game = get_game("french")
    return BulkContext(pile, game, game.read_rules(rules))


def typed(*rows, **more):
    """What a browser sends: each row the texts of CELLS, or a dict by column."""
    data = QueryDict(mutable=True)
    data["row-TOTAL_FORMS"], data["row-INITIAL_FORMS"] = str(len(rows)), "0"
    data["number"] = "1"
    for index, row in enumerate(rows):
        cells = row if isinstance(row, dict) else dict(zip(CELLS, row, strict=False))
        for name, text in cells.items():
            data[f"row-{index}-{name}"] = text
    data.update(more)
    return data


def grid(*rows, at=None, **more):
    return BulkGrid(FrenchBulkRow, at or frame(), typed(*rows, **more))


def faults(pile):
    return [(fault.label, fault.text) for fault in pile.faults]


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
            "Deal 2: With this count one side won every trick, yet no slam is noted.",
            "Deal 2: 30 points or more from the contract: is the count right?",
        ]
        assert pile.to_confirm == "2:chelem_not_recorded,2:margin_unusual"

    def test_answered(self):
        told = "2:margin_unusual,2:chelem_not_recorded"

        assert grid(PLAIN, ("1", "g", "2", "87"), confirmed=told).questions == []

    def test_an_answer_holds_for_these_rows_only(self):
        rows = (PLAIN, ("1", "g", "2", "75"), ("2", "g", "2", "75"))

        assert len(grid(*rows, confirmed="2:margin_unusual").questions) == 2


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
