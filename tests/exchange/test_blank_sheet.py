"""Empty sheets: their columns, what they remind of, and that each is one page."""

from itertools import product

import pytest

from clubs.exchange.blank_sheet import blank_file_name, blank_sheet_data, blank_sheet_pdf
from tests.exchange.pages import page_count

pytestmark = pytest.mark.usefixtures("in_english")


def data(active_count=4, seat_count=4, names=(), paper="a4"):
    return blank_sheet_data(active_count, seat_count, names, paper)


def column_names(active_count):
    return [column["name"] for column in data(active_count, active_count)["columns"]]


class TestColumns:
    FOUR = ["Deal", "Dealer", "Taker", "Contract", "Oudlers", "Points"]
    BONUSES = ["Handful", "Petit at the end", "Slam"]

    @pytest.mark.parametrize("active_count", [3, 4])
    def test_without_a_called_partner(self, active_count):
        assert column_names(active_count) == [*self.FOUR, *self.BONUSES]

    @pytest.mark.parametrize("active_count", [5, 6])
    def test_with_one(self, active_count):
        expected = [*self.FOUR[:3], "Called", *self.FOUR[3:], *self.BONUSES]

        assert column_names(active_count) == expected


class TestOtherGames:
    def test_volte(self):
        sheet = blank_sheet_data(4, 5, [], "a4", "volte")

        assert [column["name"] for column in sheet["columns"]] == [
            "Deal", "Dealer", "Taker", "Contract", "Honours", "Points", "Last trick", "Cappotto",
            "Declarations",
        ]  # fmt: skip
        assert sheet["seats"] == [""] * 5

    def test_the_reminder_of_volte(self):
        assert blank_sheet_data(4, 4, [], "a4", "volte")["reminder"]["lines"] == [
            ["Target", "36 with 3 honours, 41 with 2, 51 with 1, 56 with none"],
            [
                "Contracts",
                "Plain × 1, premium 25, Two × 2, premium 50, Four × 4, premium 100,"
                " Eight × 8, premium 200, Twelve × 12, premium 300",
            ],
            ["Points that count", "those beyond the target, or short of it"],
            ["Premium", "added before multiplying: by 6 at two times (6 + 50) × 2 = 112"],
            [
                "Bonus in the last trick",
                "counted with the points that are compared with the target",
            ],
            ["Matto captured last", "5"],
            ["Cappotto", "500 for either side, never multiplied"],
            ["“I am well”, misery", "20, 30 or 40 with 10, 13 or 15 trumps; 10"],
        ]

    def test_bolognese_is_written_by_pair(self):
        sheet = blank_sheet_data(4, 4, ["Ada", "Berto", "Cleo"], "a4", "bolognese")

        assert [column["name"] for column in sheet["columns"]] == [
            "Deal", "Dealer", "Sequences", "Cricche", "Card count", "Last trick", "Declarations",
        ]  # fmt: skip
        assert sheet["seats"] == ["Ada – Cleo", "Berto"]
        assert ["Match", "to 800 points"] in sheet["reminder"]["lines"]

    @pytest.mark.parametrize("game", ["volte", "bolognese"])
    @pytest.mark.parametrize("language", ["fr", "it"])
    @pytest.mark.parametrize("paper", ["a4", "a5"])
    def test_each_is_one_page(self, game, language, paper):
        pdf = blank_sheet_pdf(
            game=game,
            active_count=4,
            seat_count=4,
            names=["Wilhelmina-Antoinette de La Rochefoucauld"] * 4,
            paper=paper,
            language=language,
        )
        assert page_count(pdf) == 1

    def test_the_name_says_which_game(self):
        assert blank_file_name(4, "it", "volte") == "foglio-dei-punti-tarocco-a-volte-4.pdf"


def test_names_and_room_for_others():
    assert data(5, 6, ["Alice", "Bob"])["seats"] == ["Alice", "Bob", "", "", "", ""]


def test_the_reminder_with_four():
    assert data(4, 4)["reminder"] == {
        "title": "Reminder: FFT official rules",
        "lines": [
            ["To reach with 0, 1, 2, 3 oudlers", "56, 51, 41, 36"],
            ["Value of a contract", "25 plus the difference, times the contract"],
            ["Contracts", "Prise × 1, Garde × 2, Garde sans × 4, Garde contre × 6"],
            ["Petit at the end", "10, times the contract"],
            ["Handfuls", "single 20, double 30, triple 40"],
            ["Trumps to show with 4", "10, 13, 15"],
            [
                "Slam",
                "announced 400, not announced 200, announced and failed −200,"
                " made by the defence −200",
            ],
        ],
    }


def test_the_reminder_with_five_says_who_is_called():
    lines = data(5, 5)["reminder"]["lines"]

    assert ["Called card with 5", "its holder gets one third"] in lines
    assert ["Trumps to show with 5", "8, 10, 13"] in lines


def test_the_language_is_that_of_the_sheet():
    told = {"game": "french", "seat_count": 5, "language": "fr"}

    assert blank_file_name(**told) == "feuille-de-marque-5.pdf"
    assert b"/Lang(fr)" in blank_sheet_pdf(active_count=5, names=[], paper="a4", **told)


@pytest.mark.parametrize(("active_count", "resting"), [*product([3, 4, 5, 6], [0, 2])])
def test_each_is_one_page(active_count, resting):
    seat_count = active_count + resting
    names = ["Wilhelmina-Antoinette de La Rochefoucauld"] * seat_count
    for paper, told in product(["a4", "a5"], [[], names]):
        pdf = blank_sheet_pdf(
            game="french",
            active_count=active_count,
            seat_count=seat_count,
            names=told,
            paper=paper,
            language="en",
        )
        assert page_count(pdf) == 1
