"""A tournament out of a file."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from clubs.access import (
    may_create_tournament,
    require,
)
from clubs.bodies import file_address
from clubs.core.problems import DealRefused
from clubs.forms.tournaments.files import TournamentFileForm
from clubs.http import Request
from clubs.services.tournaments.imports import import_tournament
from clubs.views.shared import find_club, render_form, sign_in_first


@sign_in_first
@require_http_methods(["GET", "POST"])
def tournament_import(request: Request, club: str) -> HttpResponse:
    """All of it or nothing; what is wrong is said with its place in the file."""
    found = find_club(request, club)
    require(may_create_tournament(request.actor, found))
    if request.method == "POST":
        form = TournamentFileForm(request.POST, request.FILES)
    else:
        form = TournamentFileForm()
    if form.is_bound and form.is_valid():
        told = form.cleaned_data
        try:
            tournament = import_tournament(
                request.actor, found, told["document"], request_id=told["request_id"]
            )
        except DealRefused as refusal:
            form.explain(refusal.problems)
        else:
            messages.success(request, _("%(name)s is imported.") % {"name": tournament.name})
            return redirect("tournament_show", tournament.uuid)
    context = {
        "club": found,
        "nav_section": "tournaments",
        "file_address": file_address(request.path),
    }
    return render_form(request, "clubs/tournaments/set_up/tournament_import.html", form, context)
