"""Charts of statistics, and the tables behind them."""

from fractions import Fraction

import pytest
from django.utils import translation

from clubs.listings.statistics.figures import Figure, Series


def figure(*series: Series, **told: object) -> Figure:
    told = {
        "labels": ["Prise", "Garde"],
        "unit": "%",
        "title": "Success",
        "head": "Contract",
        **told,
    }
    return Figure(key="chart", kind="whiskers", series=series, **told)


def test_what_the_script_reads():
    chart = figure(Series("Made", [50, None], low=[15.0, 0.0], high=[85.0, 100.0]))

    assert chart.data() == {
        "type": "whiskers",
        "head": "Contract",
        "labels": ["Prise", "Garde"],
        "series": [
            {
                "name": "Made",
                "series": 1,
                "values": [50, None],
                "low": [15.0, 0.0],
                "high": [85.0, 100.0],
            }
        ],
        "unit": "%",
        "signed": False,
        "ends": True,
    }


def test_fractions_become_numbers():
    chart = figure(Series("Made", [Fraction(1, 4), Fraction(2)], number=3))

    assert chart.data()["series"] == [{"name": "Made", "series": 3, "values": [0.25, 2.0]}]


def test_the_table_has_every_figure():
    chart = figure(
        Series("Made", [1, 2]), Series("Rate", [Fraction(1, 2), None], low=[0.1, 0], high=[0.9, 1])
    )

    with translation.override("en"):
        assert chart.columns == ["Made", "Rate", "likely at least", "likely at most"]
    assert list(chart.rows()) == [
        ("Prise", [1, 0.5, 0.1, 0.9]),
        ("Garde", [2, None, 0, 1]),
    ]


def test_a_series_has_a_value_for_each_label():
    with pytest.raises(ValueError, match="shorter"):
        list(figure(Series("Made", [1])).rows())


def test_the_table_as_a_file_names_its_unit():
    chart = figure(Series("Made", [Fraction(1, 2), None]))

    assert chart.table.key == "chart"
    assert chart.table.header == ["Contract", "Made (%)"]
    assert chart.table.rows == [["Prise", 0.5], ["Garde", None]]


def test_an_axis_may_begin_elsewhere():
    chart = figure(Series("Made", [1, 2]), from_zero=False)

    assert chart.data()["zero"] is False
