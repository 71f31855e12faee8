"""The form of a deal on a page, whatever becomes of it there, and where one goes on afterwards."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID, uuid4

from django.contrib import messages
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext_lazy

from clubs.core.deals import MISDEAL
from clubs.core.games import get_game
from clubs.core.plain_scores import KIND
from clubs.forms.deals.deals import DealForm
from clubs.forms.deals.plain_scores import PlainScoresForm
from clubs.forms.games import FORMS
from clubs.http import Request
from clubs.models import Sitting
from clubs.queries.deals import deals
from clubs.queries.deals.deals import DealTable, Record
from clubs.views.shared import (
    whole_number,
)

CLOSED = gettext_lazy("The slip is closed: ask the arbiter.")


def fresh_form(
    sitting: Sitting, table: DealTable, record: Record, *, revision: int | None = None
) -> DealForm:
    """A form to fill in, or one that starts with a record."""
    make = _deal_form_class(sitting, record)
    initial = make.initial_of(record, table)
    initial |= {"number": table.number, "request_id": uuid4(), "revision": revision}
    form = make(
        initial=initial, table=table, game=get_game(sitting.game), rules=deals.rules_of(sitting)
    )
    form.start_with(record)
    return form


def sent_form(sitting: Sitting, table: DealTable, data: QueryDict) -> DealForm:
    make = _deal_form_class(sitting, data)
    if data.get("void_reason") == MISDEAL:
        table = deals.after_misdeals(sitting, table)
    return make(data, table=table, game=get_game(sitting.game), rules=deals.rules_of(sitting))


def _deal_form_class(sitting: Sitting, data: Mapping[str, Any]) -> type[DealForm]:
    """The form that tells such a record, or that sent such data: of plain scores both say so."""
    return PlainScoresForm if data.get("kind") == KIND else FORMS[sitting.game].deal


def deal_number(data: QueryDict) -> int:
    """The number of the deal that a form says it is for; 0 when it is damaged."""
    return whole_number(data.get("number", ""))


def revision_of(request: Request) -> int:
    """The revision that the person saw: a field of the form, or in the address of the button."""
    return whole_number(request.POST.get("revision") or request.GET.get("revision", ""))


def settled(data: QueryDict) -> str:
    """Which deal that a phone keeps a form takes the place of, by its request_id; or none."""
    try:
        return str(UUID(data.get("settles", "")))
    except ValueError:
        return ""


def home_of(sitting: Sitting) -> str:
    """The address to go on to from a deal: the sheet, or the slip of a table of a tournament."""
    name = "sitting_sheet" if sitting.round_id is None else "slip_show"
    return reverse(name, args=[sitting.uuid])


def back_to_slip(request: Request, sitting: Sitting) -> HttpResponse:
    messages.warning(request, CLOSED)
    return redirect("slip_show", sitting.uuid)
