"""The slip of a table, on the phones of its players. Typed from paper: slip_desk.py."""

from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods, require_safe

from clubs.access import LinkEnded
from clubs.http import Request
from clubs.queries.tables.sittings import current_revision, seen_revision
from clubs.views.polls import is_sealed
from clubs.views.shared import link_ended, sign_in_first, whole_number
from clubs.views.tournaments.rounds.slip_actions import slip_sent
from clubs.views.tournaments.rounds.slip_page import find_slip, slip_context, slip_page


@sign_in_first
@require_http_methods(["GET", "POST"])
def slip_show(request: Request, uuid: UUID) -> HttpResponse:
    """?saved=n says that this deal was saved, ?report=1 opens the field for what is wrong. `action`
    of a form is one of ACTIONS."""
    sitting = find_slip(request, uuid)
    if request.method == "POST":
        return slip_sent(request, sitting)
    return slip_page(request, sitting)


@require_safe
def slip_poll(request: Request, uuid: UUID) -> HttpResponse:
    """What has changed, if the page does not show it yet; else nothing."""
    seen = whole_number(request.GET.get("revision", ""))
    if is_sealed(request, seen) and current_revision(uuid) == seen:
        return HttpResponse(status=204)
    return _slip_again(request, uuid=uuid, seen=seen)


@sign_in_first
def _slip_again(request: Request, uuid: UUID, seen: int) -> HttpResponse:
    if seen_revision(request.actor, uuid) == seen:
        return HttpResponse(status=204)
    try:
        sitting = find_slip(request, uuid)
    except LinkEnded:
        return link_ended(uuid)
    return render(
        request, "clubs/tournaments/slips/_slip_live.html", slip_context(request, sitting)
    )
