"""The list of members."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

import django_tables2 as tables
from django.db.models import F, QuerySet
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.timezone import localtime
from django.utils.translation import gettext_lazy as _

from clubs.dates import date_format
from clubs.listings.columns import PartColumn
from clubs.models import Player
from clubs.numbers import grouped_number

RIGHT = {"th": {"class": "r"}, "td": {"class": "r num"}}
RIGHT_WORDS = {"th": {"class": "r"}, "td": {"class": "r"}}  # may break where room is short
WIDE_RIGHT = {"th": {"class": "r hide-sm"}, "td": {"class": "r num hide-sm"}}
WIDE = {"th": {"class": "hide-sm"}, "td": {"class": "hide-sm"}}


class MemberTable(tables.Table):
    """People of a club as club_players gives them."""

    name = PartColumn(
        template_name="clubs/people/members/_member_name.html",
        verbose_name=_("Name"),
        order_by=("sort_key", "pk"),
    )
    # No column of the database has it without accents: Aïcha would come after André.
    table_name = tables.Column(verbose_name=_("At the table"), orderable=False, attrs=WIDE)
    member_since = PartColumn(
        template_name="clubs/people/members/_member_kind.html",
        verbose_name=_("In the club as"),
        attrs=WIDE,
    )
    categories = tables.Column(verbose_name=_("Groups"), orderable=False, attrs=WIDE)
    deal_count = tables.Column(verbose_name=_("Deals"), attrs=RIGHT)
    last_played_at = tables.Column(verbose_name=_("Last played"), default="–", attrs=RIGHT_WORDS)

    class Meta:
        attrs = {"class": "tbl px members"}

    caption = _("People of the club")

    def __init__(self, players: QuerySet[Player], *, groups: Sequence[str]) -> None:
        self.groups = groups
        super().__init__(players, exclude=() if groups else ("categories",))

    def render_categories(self, value: Sequence[str]) -> str:
        """Those that members see."""
        return ", ".join(group for group in self.groups if group in value)

    def render_deal_count(self, value: int) -> str:
        return grouped_number(value)

    def render_last_played_at(self, value: datetime) -> SafeString:
        moment = localtime(value)
        day = moment.date()  # its words are kept, those of a moment are not
        return format_html(
            '<time class="small" datetime="{}"><span class="nowrap">{}</span> {}</time>',
            moment.isoformat(),
            date_format(day, "j N"),
            date_format(day, "Y"),
        )

    def order_deal_count(
        self, rows: QuerySet[Player], is_descending: bool
    ) -> tuple[QuerySet[Player], bool]:
        return _by_column(rows, "deal_count", is_descending), True

    def order_last_played_at(
        self, rows: QuerySet[Player], is_descending: bool
    ) -> tuple[QuerySet[Player], bool]:
        return _by_column(rows, "last_played_at", is_descending), True


def _by_column(rows: QuerySet[Any], column: str, is_descending: bool) -> QuerySet[Any]:
    """Sorts by a column, ties by name. Unknown values come last in both directions, on both
    databases."""
    order = F(column).desc(nulls_last=True) if is_descending else F(column).asc(nulls_last=True)
    return rows.order_by(order, "sort_key", "pk")
