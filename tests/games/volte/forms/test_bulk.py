"""Rows of bulk entry at a volte table, without the page around them."""

import pytest
from django.http import QueryDict

from clubs.core.games import get_game
from clubs.forms.deals.bulk import BulkContext
from clubs.forms.tables.bulk_grid import BulkGrid
from clubs.games.volte.forms.bulk import VolteBulkRow
from clubs.queries.deals.bulk import BulkTable
from clubs.queries.deals.deals import DealSeat, DealTable, who_rests

pytestmark = pytest.mark.usefixtures("in_english")

NAMES = ("Ada", "Berto", "Cleo", "Dino", "Ezio")
CELLS = ("taker", "contract", "honours", "points", "bonuses")
V01 = ("1", "L", "2", "47")  # (6+25)·1 = 31 a defender


def frame(seat_count=4, rules=None):
    """Players are called n0, n1, …; n0 deals first."""
    places = tuple(DealSeat(seat, f"n{seat}", NAMES[seat], 0) for seat in range(seat_count))
    uuids = [place.uuid for place in places]
    keys = {name.lower(): seat for seat, name in enumerate(NAMES[:seat_count])}
    pile = BulkTable(DealTable(places, 1, "n0", who_rests(uuids, "n0", seat_count - 4)), 1, keys)
    game = get_game("volte")
    return BulkContext(pile, game, game.read_rules(rules))


def grid(*rows, at=None):
    data = QueryDict(mutable=True)
    data["row-TOTAL_FORMS"], data["row-INITIAL_FORMS"] = str(len(rows)), "0"
    data["number"] = "1"
    for index, row in enumerate(rows):
        for name, text in zip(CELLS, row, strict=False):
            data[f"row-{index}-{name}"] = text
    return BulkGrid(VolteBulkRow, at or frame(), data)


class TestRecords:
    @pytest.mark.parametrize(
        ("row", "record"),
        [
            (V01, {"taker": "n0", "contract": "liscio", "honours": 2, "points": 47}),
            (
                ("Cleo", "dodici volte", "3", "d51"),
                {"taker": "n2", "contract": "dodici", "honours": 3, "defence_points": 51},
            ),
            (
                ("2", "12", "0", "60", "+ T12 m3N3"),
                {
                    "taker": "n1",
                    "contract": "dodici",
                    "honours": 0,
                    "points": 60,
                    "bagatto_last": "taker",
                    "accuse": [
                        {"player": "n1", "kind": "trionfi_10"},
                        {"player": "n2", "kind": "miseria"},
                        {"player": "n2", "kind": "miseria_nera"},
                    ],
                },
            ),
            (
                ("4", "due", "0", "12", "CD E−"),
                {
                    "taker": "n3",
                    "contract": "due",
                    "honours": 0,
                    "points": 12,
                    "cappotto": "defence",
                    "matto_last": "defence",
                },
            ),
            (("0",), {"kind": "void", "void_reason": "all_pass"}),
            (("m",), {"kind": "void", "void_reason": "misdeal"}),
            (("A",), {"kind": "void", "void_reason": "matto_alone"}),
        ],
    )
    def test_what_a_row_says(self, row, record):
        assert grid(row).rows[0].record == {"dealer": "n0", **record}

    def test_the_turn_goes_on_but_not_after_a_matto_alone(self):
        pile = grid(("A",), V01, V01)

        assert [row.record["dealer"] for row in pile.rows] == ["n0", "n0", "n1"]

    def test_of_five_the_dealer_rests(self):
        [row] = grid(("2", *V01[1:]), at=frame(5)).rows

        assert (row.record["out"], row.verdict.scores["n0"]) == (["n0"], 0)

    @pytest.mark.parametrize(
        ("cell", "text", "says"),
        [
            (0, "7", "The players have the numbers 1 to 4."),
            (1, "G", "One of L, 2, 4, 8, 12."),
            (2, "4", "0 to 3."),
            (3, "46,5", "Whole points, 0 to 91."),
            (3, "92", "0 to 91."),
            (4, "X", "“X” is no code."),
            (4, "+-", "“-” is one too many."),
            (4, "E+ E-", "“E-” is one too many."),
            (4, "C", "Points and cappotto do not go together."),
            (4, "M2M2", "Each declaration once a player, and one level of “I am well”."),
        ],
    )
    def test_what_cannot_be_is_said_in_its_cell(self, cell, text, says):
        row = [*V01, ""]
        row[cell] = text

        [told] = grid(row).rows

        assert told.errors[CELLS[cell]] == [says]

    def test_what_is_missing_is_asked(self):
        assert [grid(V01[:count]).rows[0].question for count in (1, 2, 3, 4)] == [
            "Which contract?",
            "How many honours at the start?",
            "How many points?",
            "",
        ]


class TestPage:
    def test_what_the_cells_mean(self):
        [row] = grid(("2", "12", "0", "60", "T1")).rows

        says = {cell.column.name: cell.says for cell in row.cells()}

        assert says["taker"] == "Berto"
        assert says["contract"] == "Twelve times"
        assert says["bonuses"] == "Berto is well: 10 trumps"

    def test_how_it_ended(self):
        pile = grid(V01, ("1", "4", "1", "51"), ("A",))

        assert [row.result_text for row in pile.rows] == [
            "made by 6",
            "draw",
            "Matto as the only trump",
        ]
        assert pile.rows[0].sum_text() == "6 + 25 = 31"

    def test_every_code_that_is_offered_can_be_typed(self):
        groups = {str(title): codes for title, codes in VolteBulkRow.codes(frame())}

        for code in [one.code for one in groups["Bonuses"]]:
            assert "bonuses" not in grid((*V01[:3], "", code)).rows[0].errors, code
        for code in [one.code for one in groups["Contract"]]:
            assert "contract" not in grid(("1", code)).rows[0].errors, code


class TestPaste:
    def test_in_the_order_of_the_grid(self):
        assert VolteBulkRow.read_table([["1", "liscio", "2", "47"]], frame(), "taker") == [
            {"taker": "1", "contract": "liscio", "honours": "2", "points": "47"}
        ]

    def test_under_headings(self):
        rows = [["Punti", "Chi gioca da solo", "Onori", "Contratto"], ["47", "Ada", "2", "due"]]

        assert VolteBulkRow.read_table(rows, frame(), "taker") == [
            {"points": "47", "taker": "Ada", "honours": "2", "contract": "due"}
        ]
