"""Charts of statistics: what static/js/charts/figures.js draws, and the table behind it.

Source: leagues.md §5.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext as _

from clubs.core.measures import Rate

Value = int | float | Fraction | None
Cell = str | int | float | None


@dataclass(frozen=True, slots=True)
class ChartTable:
    """The table behind a chart, to be taken away as a file; key is how the address asks for it."""

    key: str
    title: str
    header: Sequence[str]
    rows: Sequence[Sequence[Cell]]


@dataclass(frozen=True, slots=True)
class Series:
    """values are one a label, None where there is none; low and high are ends of intervals.

    number says which colour, dashes, marker and hatching, from 1. short is drawn instead of the
    name where a chart has no room for it.
    """

    name: str
    values: Sequence[Value]
    number: int = 1
    low: Sequence[float | None] = ()
    high: Sequence[float | None] = ()
    short: str = ""

    def data(self) -> dict[str, Any]:
        drawing: dict[str, Any] = {
            "name": self.name,
            "series": self.number,
            "values": [_drawn(value) for value in self.values],
        }
        if self.low:
            drawing |= {"low": list(self.low), "high": list(self.high)}
        if self.short:
            drawing["short"] = self.short
        return drawing


@dataclass(frozen=True, slots=True)
class Figure:
    """One chart. kind is line, bars, stacked or whiskers; unit says what the figures are, "%" for
    rates from 0 to 100. key is its id on the page, head what the labels are; digits are those of
    the table behind it. short_labels are drawn instead of the labels where these have no room."""

    key: str
    kind: str
    title: str
    unit: str
    head: str
    labels: Sequence[str | int]
    series: Sequence[Series]
    signed: bool = False
    digits: int = 0
    ends: bool = True
    from_zero: bool = True  # whether the axis begins there, where all figures are far above
    short_labels: Sequence[str] = ()
    rest: str = ""  # where some are left out, the words of the link to all, ?all=1

    def data(self) -> dict[str, Any]:
        """The chart for json_script."""
        drawing: dict[str, Any] = {
            "type": self.kind,
            "head": self.head,
            "labels": list(self.labels),
            "series": [series.data() for series in self.series],
            "unit": self.unit,
            "signed": self.signed,
            "ends": self.ends,
        }
        if self.short_labels:
            drawing["shortLabels"] = list(self.short_labels)
        return drawing if self.from_zero else {**drawing, "zero": False}

    @property
    def table(self) -> ChartTable:
        """The figures as a table. Its columns name the unit, since a file has no caption."""
        header = [self.head, *(with_unit(name, self.unit) for name in self.columns)]
        rows: list[list[Cell]] = [[label, *map(_drawn, values)] for label, values in self.rows()]
        return ChartTable(self.key, self.title, header, rows)

    @property
    def columns(self) -> list[str]:
        """Heads of the table, after the one of the labels."""
        names = []
        for series in self.series:
            names.append(series.name)
            if series.low:
                names += [_("likely at least"), _("likely at most")]
        return names

    def rows(self) -> Iterator[tuple[str | int, list[Value]]]:
        """The rows of the table: a label, and the figures beside it."""
        columns: list[Sequence[Value]] = []
        for series in self.series:
            columns.append(series.values)
            if series.low:
                columns += [series.low, series.high]
        for label, *values in zip(self.labels, *columns, strict=True):
            yield label, [_drawn(value) for value in values]


def with_unit(name: str, unit: str) -> str:
    """The name with its unit, unless the name is the unit."""
    return f"{name} ({unit})" if unit and name.lower() != unit.lower() else name


def _drawn(value: Value) -> int | float | None:
    """The value as a number that JSON and templates can write."""
    return float(value) if isinstance(value, Fraction) else value


def rate_whiskers(
    key: str, title: str, head: str, rates: Sequence[Rate], labels: Sequence[str | int]
) -> Figure:
    """Contracts made, in per cent, each with its interval: the widest where nothing was taken."""
    intervals = [rate.interval or (0.0, 1.0) for rate in rates]
    return Figure(
        key=key,
        kind="whiskers",
        title=title,
        unit="%",
        head=head,
        labels=labels,
        series=[
            Series(
                _("Made"),
                [100 * rate.value if rate.value is not None else None for rate in rates],
                low=[round(100 * low, 1) for low, _high in intervals],
                high=[round(100 * high, 1) for _low, high in intervals],
            )
        ],
        digits=1,
    )
