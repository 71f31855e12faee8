"""The tables of the summary of a session."""

from typing import Any

import django_tables2 as tables
from django.utils.translation import gettext_lazy, pgettext_lazy

from clubs.listings.columns import PartColumn
from clubs.listings.people import RIGHT

ROW_HEAD = {"td": {"class": "strong nowrap"}}


def _figure_column(name: Any, template: str, **kwargs: Any) -> PartColumn:
    """A column of figures, aligned to the right."""
    return PartColumn(template_name=template, verbose_name=name, attrs=RIGHT, **kwargs)


class RankingTable(tables.Table):
    """Printed by {% render_table %}: its links need the sitting of the page."""

    rank = PartColumn(
        template_name="clubs/seasons/standings/_rank.html", verbose_name=gettext_lazy("Rank")
    )
    name = PartColumn(
        template_name="clubs/tables/seats/_seat_name.html",
        accessor="seat__name",
        verbose_name=gettext_lazy("Name"),
        attrs=ROW_HEAD,
    )
    total = _figure_column(
        gettext_lazy("Total"), "clubs/charts/_figure.html", accessor="seat__total"
    )
    best = _figure_column(gettext_lazy("Best deal"), "clubs/games/french/statistics/_feat.html")
    worst = _figure_column(gettext_lazy("Worst deal"), "clubs/games/french/statistics/_feat.html")

    class Meta:
        orderable = False
        attrs = {"class": "tbl px dense"}
        row_attrs = {  # for js/sheet/summary-waits.js
            "data-player": lambda record: record.seat.uuid,
            "data-total": lambda record: record.seat.total,
        }

    caption = gettext_lazy("Ranking")


class MadeTable(tables.Table):
    """What the takers' table and the table by contract have in common. Draws have a column where
    there are any."""

    taken_count = tables.Column(verbose_name=gettext_lazy("Taken"), attrs=RIGHT)
    made_count = tables.Column(verbose_name=gettext_lazy("Made"), attrs=RIGHT)
    drawn_count = tables.Column(verbose_name=pgettext_lazy("contracts", "Drawn"), attrs=RIGHT)
    margin = _figure_column(gettext_lazy("Average difference"), "clubs/deals/pages/_mean.html")

    class Meta:
        orderable = False
        attrs = {"class": "tbl px dense"}


class TakerTable(MadeTable):
    name = PartColumn(
        template_name="clubs/tables/seats/_seat_name.html",
        accessor="seat__name",
        verbose_name=gettext_lazy("Taker"),
        attrs=ROW_HEAD,
    )

    class Meta(MadeTable.Meta):
        sequence = ("name", "...")

    caption = gettext_lazy("Takers")


class ContractTable(MadeTable):
    contract = PartColumn(
        template_name="clubs/deals/pages/_contract.html",
        verbose_name=gettext_lazy("Contract"),
        attrs=ROW_HEAD,
    )

    class Meta(MadeTable.Meta):
        sequence = ("contract", "...")

    caption = gettext_lazy("By contract")
