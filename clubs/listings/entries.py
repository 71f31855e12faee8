"""The entries of a tournament, as its desk reads them."""

from typing import Any

import django_tables2 as tables
from django.utils.translation import gettext_lazy as _

from clubs.listings.columns import PartColumn
from clubs.listings.people import RIGHT, WIDE


class EntryTable(tables.Table):
    """Lines of queries/tournaments/entries/entries.py."""

    number = tables.Column(accessor="entry__number", verbose_name=_("No."), attrs=RIGHT)
    name = PartColumn(
        template_name="clubs/tournaments/entries/_entry_name.html",
        verbose_name=_("Name"),
        order_by=("entry__sort_key", "entry__number"),
    )
    club_name = tables.Column(
        accessor="entry__club_name",
        verbose_name=_("Club"),
        order_by=("entry__club_name", "entry__sort_key"),
        attrs=WIDE,
        default="",
    )
    category_names = PartColumn(
        template_name="clubs/tournaments/entries/_entry_groups.html",
        verbose_name=_("Team and categories"),
        orderable=False,
        attrs=WIDE,
    )
    fee = PartColumn(
        template_name="clubs/tournaments/entries/_entry_fee.html",
        verbose_name=_("Fee"),
        order_by=("is_paid", "entry__number"),
    )
    is_present = PartColumn(
        template_name="clubs/tournaments/entries/_entry_state.html",
        verbose_name=_("State"),
        order_by=("has_left", "entry__is_present", "entry__number"),
        attrs=WIDE,
    )

    class Meta:
        attrs = {"class": "tbl px entries"}

    caption = _("Entries")

    def __init__(self, *args: Any, has_fee: bool, **kwargs: Any) -> None:
        super().__init__(*args, exclude=() if has_fee else ("fee",), **kwargs)
