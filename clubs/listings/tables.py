"""The list of tables of a club."""

from typing import Any

import django_tables2 as tables
from django.utils.translation import gettext_lazy as _

from clubs.listings.people import RIGHT, WIDE
from clubs.models import Sitting
from clubs.queries.tables.tables import make_card


def _card_context(record: Sitting) -> dict[str, Any]:
    return {"card": make_card(record)}


class SittingTable(tables.Table):
    """The sittings of listed_sittings."""

    opened_at = tables.TemplateColumn(
        template_name="clubs/tables/_table_date.html",
        verbose_name=_("Date"),
        order_by=("opened_at", "pk"),
    )
    players = tables.TemplateColumn(
        template_name="clubs/tables/_table_players.html",
        verbose_name=_("Players"),
        orderable=False,
        extra_context=_card_context,
    )
    deal_count = tables.Column(verbose_name=_("Deals"), attrs=RIGHT)
    winner = tables.TemplateColumn(
        template_name="clubs/tables/_table_winner.html",
        verbose_name=_("First"),
        orderable=False,
        extra_context=_card_context,
        attrs=WIDE,
    )

    def render_deal_count(self, value: int, record: Sitting) -> int | str:
        return "\N{EN DASH}" if record.totals_only else value

    class Meta:
        attrs = {"class": "tbl px"}

    caption = _("Tables of the club")
