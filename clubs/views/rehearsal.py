"""Practice tournaments: made by a button, and played a bit by another."""

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from clubs.access import (
    may_create_tournament,
    may_run_tournament,
    require,
)
from clubs.forms.rehearsal import PracticeForm
from clubs.http import Request
from clubs.models import Club, Tournament
from clubs.services.demo import rehearsal
from clubs.views.shared import of_club, render_form, request_id, sign_in_first
from clubs.views.tournaments.shared import of_tournament


@sign_in_first
@require_http_methods(["GET", "POST"])
@of_club
def practice_new(request: Request, club: Club) -> HttpResponse:
    """Makes a practice of so many tables and rounds: a hall full of invented people."""
    require(may_create_tournament(request.actor, club))
    form = PracticeForm(request.POST or None)
    if form.is_valid():
        tournament = rehearsal.make_practice(request.actor, club, **form.cleaned_data)
        messages.success(request, _("Everybody is there: draw the first round."))
        return redirect("tournament_show", tournament.uuid)
    context = {"club": club, "nav_section": "tournaments"}
    return render_form(request, "clubs/tournaments/set_up/practice_new.html", form, context)


@sign_in_first
@require_POST
@of_tournament(may_run_tournament)
def practice_step(request: Request, tournament: Tournament) -> HttpResponse:
    """Plays one more deal at every table."""
    if not tournament.is_practice:
        raise Http404
    played = rehearsal.play_next_deals(request.actor, tournament, request_id=request_id(request))
    if played.deals or played.slips:
        messages.success(request, _rehearsal_progress(played))
    else:
        messages.info(request, _("No table waits for a deal now."))
    return redirect("tournament_show", tournament.uuid)


def _rehearsal_progress(played: rehearsal.RehearsalProgress) -> str:
    deals = ngettext("%(count)d deal played", "%(count)d deals played", played.deals)
    slips = ngettext("%(count)d step of slips", "%(count)d steps of slips", played.slips)
    counted = [
        words % {"count": count}
        for words, count in ((deals, played.deals), (slips, played.slips))
        if count
    ]
    return " · ".join(counted)
