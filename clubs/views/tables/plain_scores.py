"""Deals of which only the scores are told; correcting and taking back is as of any deal."""

from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods

from clubs.access import (
    may_record_deal,
    require,
)
from clubs.core.plain_scores import KIND
from clubs.http import Request
from clubs.queries.deals.deals import next_deal
from clubs.views.shared import find_sitting, sign_in_first
from clubs.views.tables.deals import deal_sent, entry_page, fresh_form


@sign_in_first
@require_http_methods(["GET", "POST"])
def deal_scores(request: Request, uuid: UUID) -> HttpResponse:
    sitting = find_sitting(request, uuid)
    require(may_record_deal(request.actor, sitting))
    if request.method == "POST":
        return deal_sent(request, sitting)
    if sitting.round_id is not None:
        return redirect("slip_show", sitting.uuid)
    if not sitting.is_open:
        return entry_page(request, sitting, None)
    return entry_page(request, sitting, fresh_form(sitting, next_deal(sitting), {"kind": KIND}))
