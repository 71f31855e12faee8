"""The line above a list: what is searched for, in which order, and what of the address stays.

One parameter for all lists, `q`. Headings sort where they are seen; the choice of an order is for
phones, which hide columns, and for lists without headings.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy as _
from django_tables2 import Table

from clubs.core.names import is_found
from clubs.http import Request, others_than
from clubs.models import Club, Player
from clubs.queries.people.groups import people_in

LONGEST = 80  # characters of a search
FEW = 9  # cards: so many are seen at a glance, without a search
BY_DATE_OR_NAME = {
    "newest": _("Newest first"),
    "oldest": _("Oldest first"),
    "name": _("By name"),
}
SEARCH, GROUP = "q", "group"


@dataclass(frozen=True, slots=True)
class Choice:
    """An option of a select."""

    value: str
    label: Any
    is_on: bool


@dataclass(frozen=True, slots=True)
class ListTools:
    """others are the other parameters of the address; order_field names the one of the order.
    groups are those of the people of a club. phone_only: the orders are those of headings, which a
    wide screen shows."""

    q: str
    others: list[tuple[str, str]]
    order_field: str
    orders: list[Choice]
    groups: list[Choice]
    phone_only: bool = True


def search_of(request: Request) -> str:
    """What is searched for, as it was typed."""
    return request.GET.get(SEARCH, "").replace("\0", "")[:LONGEST]


def list_tools(
    request: Request,
    table: Table | None = None,
    *,
    orders: Mapping[str, Any] | None = None,
    club: Club | None = None,
    own: Collection[str] = (),
) -> ListTools:
    """Of a table, which must be sorted by then, or of a list with these orders, the first of which
    it has without a choice. club: whose groups narrow it down. own: names of fields that the page
    has beside it in the form."""
    field = table.prefixed_order_by_field if table is not None else "sort"
    choices = _orders_of(table) if table is not None else _orders_named(request, orders or {})
    groups = club.groups if club is not None else ()
    shown = asked_group(request, club) if club is not None else ""
    return ListTools(
        search_of(request),
        others_than(request, {SEARCH, field, *own, *([GROUP] if groups else ())}),
        field,
        choices,
        [Choice(name, name, name == shown) for name in groups],
        phone_only=table is not None,
    )


def asked_group(request: Request, club: Club) -> str:
    """The group of the club that the address names; empty for everybody."""
    asked = request.GET.get(GROUP, "")
    return asked if asked in club.groups else ""


@dataclass(frozen=True, slots=True)
class AskedPeople:
    """Whose rows a list shows: by name, and the primary keys of a group; None for everybody."""

    q: str
    group: frozenset[int] | None

    def has(self, *players: Player) -> bool:
        """Whether all of them are in the group, and what is searched for in their names."""
        return not self.is_narrow or (
            all(map(self.in_group, players)) and is_found(self.q, *(one.name for one in players))
        )

    @property
    def is_narrow(self) -> bool:
        return bool(self.q) or self.group is not None

    def in_group(self, player: Player) -> bool:
        return self.group is None or player.pk in self.group


def asked_people(request: Request, club: Club) -> AskedPeople:
    """One query where the address names a group."""
    group = asked_group(request, club)
    return AskedPeople(search_of(request), people_in(club, group) if group else None)


def order_asked(request: Request, orders: Mapping[str, Any]) -> str:
    """Which of these orders the address names; else the first."""
    asked = request.GET.get("sort", "")
    return asked if asked in orders else next(iter(orders), "")


def _orders_named(request: Request, orders: Mapping[str, Any]) -> list[Choice]:
    shown = order_asked(request, orders)
    return [Choice(value, label, value == shown) for value, label in orders.items()]


def _orders_of(table: Table) -> list[Choice]:
    """Each column that can be sorted, both ways, as its heading begins."""
    choices = []
    shown = {str(one) for one in table.order_by or ()}
    for column in table.columns:
        if column.orderable:
            ways = (column.name, f"-{column.name}")
            if column.column.initial_sort_descending:
                ways = ways[::-1]
            choices += [
                Choice(way, f"{column.verbose_name} {_ARROWS[way[0] == '-']}", way in shown)
                for way in ways
            ]
    return choices


_ARROWS = {False: "\N{UPWARDS ARROW}", True: "\N{DOWNWARDS ARROW}"}
