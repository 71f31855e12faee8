"""The first steps of a club, and a season of the tables that are there already."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from clubs.access import may_create_league, require
from clubs.forms.seasons.first_season import FirstSeasonForm
from clubs.http import Request
from clubs.models import Club, League
from clubs.numbers import grouped_number
from clubs.queries.seasons.seasons import club_members
from clubs.queries.seasons.uncounted import season_proposal
from clubs.services.people.clubs import end_first_steps
from clubs.services.seasons.first_season import create_league_of_tables, league_of_request
from clubs.services.snapshot import snapshot
from clubs.views.shared import of_club, render_form, request_id, sign_in_first


@sign_in_first
@require_http_methods(["GET", "POST"])
@of_club
def league_first(request: Request, club: Club) -> HttpResponse:
    """Proposes a season for the tables that count for none, and makes it. Leads to its standings;
    where there is no such table, to an empty season."""
    require(may_create_league(request.actor, club))
    earlier = league_of_request(club, request_id(request)) if request.method == "POST" else None
    if earlier is not None:  # sent twice: its tables are counted by now
        return _to_standings(earlier)
    with snapshot():
        proposal = season_proposal(club)
    if proposal is None:
        return redirect("league_new", club.slug)
    form = FirstSeasonForm(request.POST or None, proposal=proposal)
    if form.is_valid():
        values = form.cleaned_data
        league, count = create_league_of_tables(
            request.actor,
            club,
            name=values["name"],
            starts_on=values["starts_on"],
            ends_on=values["ends_on"],
            game=proposal.game,
            standings_rules=form.to_rules().to_json(),
            members=club_members(club),
            request_id=values["request_id"],
        )
        text = ngettext(
            "%(season)s is ready: %(count)s table counts.",
            "%(season)s is ready: %(count)s tables count.",
            count,
        )
        values = {"season": league.name, "count": grouped_number(count)}
        messages.success(request, text % values)
        return _to_standings(league)
    context = {"club": club, "nav_section": "season", "proposal": proposal}
    return render_form(request, "clubs/seasons/league_first.html", form, context)


def _to_standings(league: League) -> HttpResponse:
    return redirect(reverse("league_standings", args=[league.club.slug, league.uuid]) + "?new=1")


@sign_in_first
@require_POST
@of_club
def first_steps_end(request: Request, club: Club) -> HttpResponse:
    end_first_steps(request.actor, club, request_id=request_id(request))
    messages.success(request, _("The first steps are put away."))
    return redirect("club_home", club.slug)
