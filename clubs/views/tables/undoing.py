"""The button Undo in the toast that says what was done."""

from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.urls import reverse

from clubs.http import Request
from clubs.models import Deal
from clubs.queries.deals.deals import last_number
from clubs.views.shared import whole_number

REASONS = {"reason", "reason_text"}


def say_done(request: Request, text: str, undo_url: str = "") -> None:
    """Say it on the next page; undo_url takes a POST without fields that undoes it."""
    messages.success(request, text, extra_tags=undo_url)


def undo_of_deal(deal: Deal, before: int, *, is_redo: bool = False) -> str:
    """The address at which a deal goes back to the version before the change just made; empty at
    a table where that wants a reason. before is the revision of that version; is_redo: that change
    was an undo, so that the button brings back what it took away (clubs/layout/_messages.html), as
    long as this is the newest deal (newest_seen)."""
    if not deal.sitting.is_open or deal.sitting.round_id is not None:
        return ""
    redo = {"redo": last_number(deal.sitting)} if is_redo else {}
    query = {"revision": deal.revision, **redo}
    return address("deal_restore", deal.sitting.uuid, deal.number, before, **query)


def newest_seen(request: Request) -> int | None:
    """The number of the last deal when a toast offered Redo; None for what is not one."""
    return whole_number(request.GET["redo"]) if "redo" in request.GET else None


def address(name: str, *parts: Any, **query: Any) -> str:
    return f"{reverse(name, args=parts)}?{urlencode(query)}"


def is_undo(request: Request) -> bool:
    """Whether a toast was pressed. A page without a chosen reason sends its text field all the
    same; a toast sends neither."""
    return request.method == "POST" and not REASONS & request.POST.keys()
