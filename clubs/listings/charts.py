"""Figures for the charts: as static/js/charts/curve.js reads them, and a small one that is drawn
here."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from django.utils.translation import gettext as _

from clubs.queries.tables.sheet_rows import SeatTotal
from clubs.queries.tables.sittings import ScoreSheet


def total_curve(sheet: ScoreSheet) -> dict[str, Any]:
    """The running totals of a sitting, beginning with 0 before the first deal.

    series is the number of the colour, marker and dashes of each player, from 1; short is drawn
    instead of the name where there is no room for it. A line runs while
    its player is at the table; elsewhere it has no points (None).
    """
    return {
        "title": _("Running totals"),
        "labels": [0, *(row.number for row in sheet.rows)],
        "series": [
            {
                "name": seat.full_name,
                "short": seat.name,
                "series": seat.series,
                "points": _running_totals(sheet, seat),
            }
            for seat in sheet.seats
        ],
    }


def curve_rows(sheet: ScoreSheet) -> list[list[int | None]]:
    """The same as rows of a table: the number of the deal, then the total of each seat."""
    columns = [_running_totals(sheet, seat) for seat in sheet.seats]
    numbers = [0, *(row.number for row in sheet.rows)]
    return [[number, *told] for number, *told in zip(numbers, *columns, strict=True)]


def _running_totals(sheet: ScoreSheet, seat: SeatTotal) -> list[int | None]:
    """The total before the first deal and after each, from the deal before somebody's first one."""
    cells = [row.cells[seat.position] for row in sheet.rows]
    totals = [0, *(cell.total for cell in cells)]
    was_there = [False, *(not cell.is_absent for cell in cells)]
    stays = [*was_there[1:], not seat.has_left]
    return [
        total if here or next_here else None
        for total, here, next_here in zip(totals, was_there, stays, strict=True)
    ]


# The small curve, in units of its viewBox. It needs no script: a screen may have none to speak
# of, and what is drawn once is remembered for all who look (clubs/views/memo.py).

WIDTH, HEIGHT = 400, 230
LEFT, EDGE = 50, 12  # room for the figures of the scale; above and below the lines
LETTER = 8.5  # width of one in a name
NAME_GAP = 17  # between two names
MOST_POINTS = 100  # of a line; of more deals some are left out, never the last
MOST_TICKS = 7
Place = tuple[float, float] | None  # None where a line is broken
MARKERS = (  # around 0 0, as .dot1 to .dot8: disc, square, triangle, diamond, star, cross, rings
    "M-5 0a5 5 0 1 0 10 0a5 5 0 1 0-10 0z",
    "M-4.5-4.5h9v9h-9z",
    "M0-5.5l5.5 10h-11z",
    "M0-6.5L6.5 0 0 6.5-6.5 0z",
    "M0-7l2 4.6 5 .4-3.8 3.2 1.2 4.8L0 3.4-4.4 6l1.2-4.8L-7-2l5-.4z",
    "M-2-5.5h4v3.5h3.5v4H2v3.5h-4V2h-3.5v-4H-2z",
    "M-5 0a5 5 0 1 0 10 0a5 5 0 1 0-10 0zM-2.5 0a2.5 2.5 0 0 1 5 0a2.5 2.5 0 0 1-5 0z",
    "M-4.5-4.5h9v9h-9zM-2.3-2.3v4.6h4.6v-4.6z",
)


@dataclass(frozen=True, slots=True)
class CurveLine:
    """path is the line in SVG's own words, x and y where it ends; the name stands beside it, at
    name_y."""

    series: int
    path: str
    x: float
    y: float
    name: str
    name_y: float

    @property
    def marker(self) -> str:
        return MARKERS[self.series - 1]


@dataclass(frozen=True, slots=True)
class Tick:
    value: int
    y: float


@dataclass(frozen=True, slots=True)
class SmallCurve:
    width: int
    height: int
    left: int
    right: float
    lines: tuple[CurveLine, ...]
    ticks: tuple[Tick, ...]


def small_curve(sheet: ScoreSheet) -> SmallCurve:
    """The running totals as lines with markers, in the order of the seats."""
    shown = sampled(len(sheet.rows) + 1)
    totals = {seat: _running_totals(sheet, seat) for seat in sheet.seats}
    known = [total for points in totals.values() for total in points if total is not None]
    ticks = scale(min(known, default=0), max(known, default=0))
    right = WIDTH - EDGE - LETTER * max((len(seat.name) for seat in sheet.seats), default=0) - 6

    def x(place: int) -> float:
        return round(LEFT + (right - LEFT) * place / max(len(sheet.rows), 1), 1)

    def y(total: int) -> float:
        low, high = ticks[0], ticks[-1]
        return round(EDGE + (HEIGHT - 2 * EDGE) * (high - total) / (high - low), 1)

    def place(index: int, total: int | None) -> Place:
        return None if total is None else (x(index), y(total))

    drawn = []
    for seat, points in totals.items():
        places = [place(index, points[index]) for index in shown]
        ends = [place for place in places if place]
        if ends:
            drawn.append((seat, path_of(places), ends[-1]))
    heights = _apart([end[1] for _seat, _path, end in drawn])
    lines = (
        CurveLine(seat.series, path, *end, seat.name, next(heights)) for seat, path, end in drawn
    )
    return SmallCurve(
        WIDTH, HEIGHT, LEFT, right, tuple(lines), tuple(Tick(value, y(value)) for value in ticks)
    )


def sampled(count: int) -> list[int]:
    """The places of so many points that are drawn: each n-th, counted back from the last."""
    step = -(-count // MOST_POINTS)
    return list(range(count - 1, -1, -step))[::-1]


def path_of(places: Sequence[Place]) -> str:
    """A line through these places, broken where there is none."""
    words, pen = [], "M"
    for place in places:
        if place is None:
            pen = "M"
        else:
            words.append(f"{pen}{place[0]:g} {place[1]:g}")
            pen = "L"
    return "".join(words)


def scale(low: int, high: int) -> list[int]:
    """Round figures from below the lowest to above the highest total, 0 among them."""
    low, high = min(low, 0), max(high, 0)
    for step in _steps():
        ticks = list(range(low // step * step, -(-high // step) * step + 1, step))
        if len(ticks) <= MOST_TICKS:
            break
    return ticks if len(ticks) > 1 else [-step, 0, step]


def _steps() -> Iterator[int]:
    """20, 50, 100, 200, 500, 1000 …"""
    power = 10
    while True:
        yield from (2 * power, 5 * power, 10 * power)
        power *= 10


def _apart(heights: Sequence[float]) -> Iterator[float]:
    """The heights of names beside these, moved so far that none covers another."""
    order = sorted(range(len(heights)), key=lambda i: heights[i])
    moved = dict(enumerate(heights))
    for above, below in pairwise(order):
        moved[below] = max(moved[below], moved[above] + NAME_GAP)
    lowest: float = HEIGHT - EDGE
    for i in reversed(order):
        moved[i] = min(moved[i], lowest)
        lowest = moved[i] - NAME_GAP
    return (round(moved[i], 1) for i in range(len(heights)))
