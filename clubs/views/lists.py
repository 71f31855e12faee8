"""The line above a list: what is searched for, in which order, and what of the address stays.

One parameter for all lists, `q`. Headings sort where they are seen; the choice of an order is for
phones, which hide columns, and for lists without headings.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy as _
from django_tables2 import Table

from clubs.http import Request

LONGEST = 80  # characters of a search
FEW = 9  # cards: so many are seen at a glance, without a search
BY_DATE_OR_NAME = {
    "newest": _("Newest first"),
    "oldest": _("Oldest first"),
    "name": _("By name"),
}
SEARCH = "q"


@dataclass(frozen=True, slots=True)
class Choice:
    """An option of a select."""

    value: str
    label: Any
    is_on: bool


@dataclass(frozen=True, slots=True)
class ListTools:
    """kept are the other parameters of the address; order_field names the one of the order.
    phone_only: the orders are those of headings, which a wide screen shows."""

    q: str
    kept: list[tuple[str, str]]
    order_field: str
    orders: list[Choice]
    phone_only: bool = True


def search_of(request: Request) -> str:
    """What is searched for, as it was typed."""
    return request.GET.get(SEARCH, "").replace("\0", "")[:LONGEST]


def list_tools(
    request: Request,
    table: Table | None = None,
    *,
    orders: Mapping[str, Any] | None = None,
    own: Collection[str] = (),
) -> ListTools:
    """Of a table, which must be sorted by then, or of a list with these orders, the first of which
    it has without a choice. own: names of fields that the page has beside it in the form."""
    field = table.prefixed_order_by_field if table is not None else "sort"
    choices = _orders_of(table) if table is not None else _orders_named(request, orders or {})
    return ListTools(
        search_of(request),
        _kept(request, {SEARCH, field, *own}),
        field,
        choices,
        phone_only=table is not None,
    )


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


def _kept(request: Request, replaced: Collection[str]) -> list[tuple[str, str]]:
    """The parameters that the form sends again; a page of the list before is none."""
    return [
        (name, value)
        for name, values in request.GET.lists()
        if name not in replaced and not name.endswith("page")
        for value in values
    ]
