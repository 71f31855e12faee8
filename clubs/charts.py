"""Figures for the charts, as static/js/curve.js reads them."""

from typing import Any

from django.utils.translation import gettext as _

from clubs.queries.sittings import Sheet


def total_curve(sheet: Sheet) -> dict[str, Any]:
    """The running totals of a sitting, beginning with 0 before the first deal.

    series is the number of the colour, marker and dashes of each player, from 1.
    """
    return {
        "title": _("Running totals"),
        "labels": [0, *(row.number for row in sheet.rows)],
        "series": [
            {
                "name": seat.name,
                "series": seat.series,
                "points": [0, *(row.cells[seat.position].total for row in sheet.rows)],
            }
            for seat in sheet.seats
        ],
    }
