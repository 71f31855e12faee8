"""The shapes in which a game tells its figures."""

from fractions import Fraction

import pytest

from clubs.core.measures import Rate
from clubs.listings.statistics.game_figures import (
    MOST_ROWS,
    Amount,
    FigureRow,
    FigureTable,
    count_amount,
    mean_amount,
    rate,
    score_amount,
    score_mean,
)
from clubs.listings.statistics.game_profiles import as_file

pytestmark = pytest.mark.usefixtures("in_english")


@pytest.mark.parametrize(("count", "hidden"), [(0, 0), (MOST_ROWS, 0), (MOST_ROWS + 3, 3)])
def test_a_page_shows_the_first_rows(count, hidden):
    rows = [FigureRow(str(number), []) for number in range(count)]
    table = FigureTable("players", "Players", ["Player"], rows)

    assert table.hidden_count == hidden
    assert list(table.shown) == rows[: count - hidden]


@pytest.mark.parametrize(
    ("amount", "text", "number"),
    [
        (count_amount(1234), "1,234", 1234),
        (score_amount(93), "+93", 93),
        (score_amount(-1031), "−1,031", -1031),
        (score_amount(0), "0", 0),
        (mean_amount(Fraction(115, 6)), "19.17", 19.17),
        (mean_amount(None), "–", None),
        (score_mean(Fraction(2549, 8)), "+318.63", 318.63),  # half away from zero in both
        (score_mean(Fraction(-5, 2)), "−2.50", -2.5),
        (score_mean(None), "–", None),
        (rate(Rate(1, 3)), "33.3%", 33.33),
        (rate(Rate(2, 2)), "100.0%", 100),
        (rate(Rate(0, 0)), "–", None),
    ],
)
def test_a_figure_is_text_on_a_page_and_a_number_in_a_file(
    amount: Amount, text: str, number: float | None
):
    assert (amount.text, amount.number) == (text, number)


def test_a_column_of_rates_has_its_unit_at_its_head():
    rows = [
        FigureRow("Alice", [count_amount(3), rate(Rate(1, 3))]),
        FigureRow("Bob", [count_amount(0), rate(Rate(0, 0))]),
    ]

    file = as_file(FigureTable("takers", "Takers", ["Player", "Taken", "Success"], rows))

    assert file.header == ["Player", "Taken", "Success (%)"]
    assert file.rows == [["Alice", 3, 33.33], ["Bob", 0, None]]


def test_among_other_figures_it_stands_beside_the_label():
    rows = [
        FigureRow("Deals", [count_amount(3), count_amount(4)]),
        FigureRow("Won", [rate(Rate(1, 2)), rate(Rate(1, 4))]),
    ]

    file = as_file(FigureTable("two", "Side by side", ["", "Alice", "Bob"], rows))

    assert file.header == ["", "Alice", "Bob"]
    assert file.rows == [["Deals", 3, 4], ["Won (%)", 50, 25]]


def test_a_table_without_rows_is_a_head():
    file = as_file(FigureTable("takers", "Takers", ["Player", "Taken"], []))

    assert (file.header, file.rows) == (["Player", "Taken"], [])


def test_a_long_table_is_searched_and_sorted():
    rows = [FigureRow(f"Player {n}", [score_amount(n)]) for n in range(10)]
    table = FigureTable(
        "takers", "Takers", ["Player", "Sum"], [*rows, FigureRow("Zoé", [mean_amount(None)])]
    )

    def labels(q="", asked=""):
        return [row.label for row in table.arranged(q, asked).rows]

    assert labels(q="zoe") == ["Zoé"]
    assert labels(asked="takers:-1")[:2] == ["Player 9", "Player 8"]
    assert labels(asked="takers:1")[-2:] == ["Player 9", "Zoé"]
    assert labels(asked="takers:-0")[0] == "Zoé"
    for other in ("pairs:-1", "takers:7", "takers:x"):
        assert labels(asked=other) == [row.label for row in table.rows]
    assert table.arranged("", "takers:-1").sortable_heads == [
        ("Player", "takers:0", "none"),
        ("Sum", "takers:1", "descending"),
    ]
