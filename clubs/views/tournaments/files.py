"""A tournament out of a file."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from clubs.access import may_create_tournament, require
from clubs.bodies import file_address
from clubs.core.problems import DealRefused
from clubs.forms.tournaments.files import TournamentFileForm
from clubs.http import Request
from clubs.services.tournaments.imports import import_tournament
from clubs.views.shared import find_club, render_form, sign_in_first


@sign_in_first
@require_http_methods(["GET", "POST"])
def tournament_import(request: Request, club: str) -> HttpResponse:
    """Imports a tournament, all of it or nothing. Each error says its place in the file."""
    page_club = find_club(request, club)
    require(may_create_tournament(request.actor, page_club))
    if request.method == "POST":
        form = TournamentFileForm(request.POST, request.FILES)
    else:
        form = TournamentFileForm()
    if form.is_bound and form.is_valid():
        cleaned = form.cleaned_data
        try:
            tournament = import_tournament(
                request.actor, page_club, cleaned["document"], request_id=cleaned["request_id"]
            )
        except DealRefused as refusal:
            form.explain(refusal.problems)
        else:
            messages.success(request, _("%(name)s is imported.") % {"name": tournament.name})
            return redirect("tournament_show", tournament.uuid)
    context = {
        "club": page_club,
        "nav_section": "tournaments",
        "file_address": file_address(request.path),
    }
    return render_form(request, "clubs/tournaments/set_up/tournament_import.html", form, context)
