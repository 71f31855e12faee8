"""The list of tables of a club."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

import django_tables2 as tables
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.timezone import localtime
from django.utils.translation import gettext_lazy as _

from clubs.dates import date_format
from clubs.listings.people import RIGHT, WIDE
from clubs.numbers import NONE
from clubs.queries.tables.tables import make_card, opening_time
from clubs.templatetags.feutre import score


@dataclass(frozen=True, slots=True)
class TableLine:
    """The texts of a row. moment is when the table was opened, as programs write it, and day in
    words."""

    address: str
    moment: str
    day: str
    called: str
    totals_only: bool
    is_open: bool
    names: str
    deals: int | str
    winners: str
    score: SafeString | str


class SittingTable(tables.Table):
    """The sittings of listed_sittings. Its template prints whole rows."""

    opened_at = tables.Column(verbose_name=_("Date"), order_by=("opened_at", "pk"))
    players = tables.Column(verbose_name=_("Players"), empty_values=(), orderable=False)
    deal_count = tables.Column(verbose_name=_("Deals"), attrs=RIGHT)
    winner = tables.Column(verbose_name=_("First"), empty_values=(), orderable=False, attrs=WIDE)

    class Meta:
        attrs = {"class": "tbl px"}
        template_name = "clubs/tables/_sitting_table.html"

    caption = _("Tables of the club")

    def lines(self) -> Iterator[TableLine]:
        """The rows of the page."""
        in_words = cache(date_format)  # many tables are of one evening
        for row in self.paginated_rows:
            sitting = row.record
            card = make_card(sitting)
            opened_at = localtime(opening_time(sitting))
            yield TableLine(
                address=reverse("sitting_sheet", args=[sitting.uuid]),
                moment=opened_at.isoformat(),
                day=in_words(opened_at.date(), "SHORT_DATE_FORMAT"),
                called=sitting.called,
                totals_only=sitting.totals_only,
                is_open=sitting.is_open,
                names=", ".join(card.names),
                deals=NONE if sitting.totals_only else sitting.deal_count,
                winners=", ".join(card.winner_names) or NONE,
                score=score(card.winners[0].total, "strong") if card.winners else "",
            )
