"""The list of members."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

import django_tables2 as tables
from django.db.models import F, QuerySet
from django.urls import reverse
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString
from django.utils.timezone import localtime
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from clubs.dates import date_format
from clubs.models import Club, Player
from clubs.numbers import NONE, grouped_number
from clubs.templatetags.feutre import icon

RIGHT = {"th": {"class": "r"}, "td": {"class": "r num"}}
RIGHT_WORDS = {"th": {"class": "r"}, "td": {"class": "r"}}  # may break where room is short
WIDE_RIGHT = {"th": {"class": "r hide-sm"}, "td": {"class": "r num hide-sm"}}
WIDE = {"th": {"class": "hide-sm"}, "td": {"class": "hide-sm"}}


class MemberTable(tables.Table):
    """People of a club as club_players gives them. may_manage: with the buttons of who may change
    them.

    Names are written as strings: two small templates a row took half the time of the page.
    """

    name = tables.Column(verbose_name=_("Name"), order_by=("sort_key", "pk"))
    # No column of the database has it without accents: Aïcha would come after André.
    table_name = tables.Column(verbose_name=_("At the table"), orderable=False, attrs=WIDE)
    member_since = tables.Column(verbose_name=_("In the club as"), empty_values=(), attrs=WIDE)
    categories = tables.Column(verbose_name=_("Groups"), orderable=False, attrs=WIDE)
    deal_count = tables.Column(verbose_name=_("Deals"), default=NONE, attrs=RIGHT)
    last_played_at = tables.Column(verbose_name=_("Last played"), default=NONE, attrs=RIGHT_WORDS)

    class Meta:
        attrs = {"class": "tbl px members"}

    caption = _("People of the club")

    def __init__(self, players: QuerySet[Player], club: Club, *, may_manage: bool) -> None:
        self.club, self.may_manage = club, may_manage
        super().__init__(players, exclude=() if club.groups else ("categories",))

    def render_name(self, record: Player) -> SafeString:
        """A face and a name, with the kind on a phone, whose list has no column for it."""
        initials, name = map(conditional_escape, (record.initials, record.listed_name))
        kind = _kind_badge(record)
        shown = f' <span class="phone-only">{kind}</span>' if kind else ""
        return SafeString(
            f'<span class="row"> <span class="avatar" aria-hidden="true">{initials}</span> <span> '
            f'<a class="strong" href="{reverse("player_show", args=[record.uuid])}">{name}</a>'
            f"{self._edit_button(record)}{shown}{self._join_button(record)} </span> </span>"
        )

    def render_member_since(self, record: Player) -> SafeString:
        if record.archived_at:
            return SafeString(_kind_badge(record, f"{icon('archive')} "))
        return SafeString(_kind_badge(record) or gettext("member"))

    def _edit_button(self, player: Player) -> str:
        if not self.may_manage:
            return ""
        words = gettext("Change %(name)s") % {"name": conditional_escape(player.name)}
        address = reverse("member_edit", args=[self.club.slug, player.uuid])
        return (
            f' <a class="btn btn-quiet btn-sm btn-icon hide-sm" href="{address}">'
            f'{icon("edit", "i-sm")}<span class="vh"> {words} </span></a>'
        )

    def _join_button(self, player: Player) -> str:
        """Of the form member-join."""
        if not self.may_manage or not player.is_guest or player.archived_at:
            return ""
        words = gettext("Make a member")
        address = reverse("member_join", args=[self.club.slug, player.uuid])
        return (
            ' <button type="submit" class="btn btn-line btn-sm mt1" form="member-join" '
            f'formaction="{address}">{words}</button>'
        )

    def render_categories(self, value: Sequence[str]) -> str:
        """Those that members see."""
        return ", ".join(group for group in self.club.groups if group in value)

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


def _kind_badge(player: Player, drawn: str = "") -> str:
    """What somebody is who is no member; drawn comes before it."""
    if not player.archived_at and not player.is_guest:
        return ""
    kind = gettext("archived") if player.archived_at else gettext("guest")
    return f'<span class="badge b-line">{drawn}{kind}</span>'


def _by_column(rows: QuerySet[Any], column: str, is_descending: bool) -> QuerySet[Any]:
    """Sorts by a column, ties by name. Unknown values come last in both directions, on both
    databases."""
    order = F(column).desc(nulls_last=True) if is_descending else F(column).asc(nulls_last=True)
    return rows.order_by(order, "sort_key", "pk")
