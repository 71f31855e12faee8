"""The evenings of a season as a table that can be sorted."""

import django_tables2 as tables
from django.utils.translation import gettext_lazy as _

from clubs.listings.people import WIDE, WIDE_RIGHT


class EveningListTable(tables.Table):
    """EveningRow rows, which are by date without a choice. Its template prints whole rows."""

    date = tables.Column(verbose_name=_("Date"), accessor="evening__held_on")
    place = tables.Column(verbose_name=_("Place"), accessor="evening__place", attrs=WIDE)
    table_count = tables.Column(
        verbose_name=_("Tables"),
        attrs=WIDE_RIGHT,
        initial_sort_descending=True,
    )
    came = tables.Column(verbose_name=_("Players"), attrs=WIDE_RIGHT, initial_sort_descending=True)
    first = tables.Column(verbose_name=_("First"), accessor="best", initial_sort_descending=True)
    state = tables.Column(verbose_name=_("State"), accessor="evening__state", attrs=WIDE)

    class Meta:
        attrs = {"class": "tbl px evenings"}
        template_name = "clubs/seasons/evenings/_evening_list.html"

    caption = _("Evenings of the season")
