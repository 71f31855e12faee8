"""What the arbiter announces to the room, or to one table of it."""

from uuid import UUID, uuid4

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from clubs.access import may_desk, may_run_tournament, require
from clubs.forms.tournaments.rounds.board import AnnouncementForm
from clubs.http import Request
from clubs.models import Tournament
from clubs.services.tournaments.rounds import announcements
from clubs.views.shared import render_form, request_id, sign_in_first, whole_number
from clubs.views.tournaments.shared import (
    accepted,
    find_tournament,
    of_tournament,
    tournament_context,
)


@sign_in_first
@require_http_methods(["GET", "POST"])
@of_tournament(may_desk)
def announcement_list(request: Request, tournament: Tournament) -> HttpResponse:
    """The announcements shown now, the earlier ones, and the form for another one, whose table
    ?table= fills in."""
    form = AnnouncementForm(
        request.POST or None,
        initial={"table_number": whole_number(request.GET.get("table", "")) or None},
    )
    if request.method == "POST":
        require(may_run_tournament(request.actor, tournament))
    if form.is_valid() and accepted(
        form, announcements.announce, request.actor, tournament, **form.cleaned_data
    ):
        messages.success(request, _("The message is shown."))
        return redirect("announcement_list", tournament.uuid)
    now = timezone.now()
    rows = list(tournament.announcements.all())
    context = {
        **tournament_context(request, tournament, "rounds"),
        "shown": [row for row in rows if row.shown_until is None or row.shown_until > now],
        "ended": [row for row in rows if row.shown_until is not None and row.shown_until <= now],
        "may_act": may_run_tournament(request.actor, tournament),
        "request_id": uuid4(),
    }
    return render_form(request, "clubs/tournaments/rounds/announcement_list.html", form, context)


@sign_in_first
@require_POST
def announcement_end(request: Request, event: UUID, announcement: UUID) -> HttpResponse:
    tournament = find_tournament(request, event)
    row = get_object_or_404(tournament.announcements, uuid=announcement)
    row.tournament = tournament
    announcements.end_announcement(request.actor, row, request_id=request_id(request))
    messages.success(request, _("The message is shown no more."))
    return redirect("announcement_list", event)
