"""Statistics of a season and of a club, its records, and its ratings.

What the statistics show is asked of the game that they are about: views/games.py.
"""

from uuid import uuid4

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe
from django_tables2 import RequestConfig

from clubs.access import (
    may_manage_club,
    require,
)
from clubs.forms.profiles import ProfileForm
from clubs.forms.statistics import OFF, ON, RatingsForm
from clubs.http import Request
from clubs.listings.seasons.ratings import RatingTable, rating_bands, selected_standings
from clubs.models import Club, League
from clubs.queries.seasons.ratings import club_ratings
from clubs.queries.seasons.seasons import club_leagues
from clubs.queries.statistics.profiles import rules_played
from clubs.services.seasons.ratings import set_ratings
from clubs.views.games import PAGES, SeasonPage
from clubs.views.lists import asked_people, list_tools
from clubs.views.shared import of_club, of_league, render_form, sign_in_first
from clubs.views.statistics.figures import asked_table


@sign_in_first
@require_safe
@of_league
def league_takers(request: Request, league: League) -> HttpResponse:
    return PAGES[league.game].season(request, league)


@sign_in_first
@require_safe
@of_club
def club_statistics(request: Request, club: Club) -> HttpResponse:
    """Shows the statistics of ?game=…; without it, of the game with the most tables."""
    form = ProfileForm(request.GET, leagues=club_leagues(club), played=rules_played(club))
    return PAGES[form.shown_game].club(request, club, form)


@sign_in_first
@require_safe
@of_league
def league_partners(request: Request, league: League) -> HttpResponse:
    return _there(PAGES[league.game].partners)(request, league)


@sign_in_first
@require_safe
@of_league
def league_records(request: Request, league: League) -> HttpResponse:
    return _there(PAGES[league.game].records)(request, league)


def _there(page: SeasonPage | None) -> SeasonPage:
    """Raises Http404 for a page that the game of the season has not."""
    if page is None:
        raise Http404
    return page


@sign_in_first
@require_http_methods(["GET", "HEAD", "POST"])
@of_club
def ratings(request: Request, club: Club) -> HttpResponse:
    """?player=… (up to six times) says whose curves are drawn. A form switches ratings on and
    off."""
    if request.method == "POST":
        require(may_manage_club(request.actor, club))
        form = RatingsForm(request.POST)
        if form.is_valid():
            return _switched(request, club, form)
    else:
        form = RatingsForm()
    listed = club_ratings(club)
    shown = selected_standings(listed, request.GET.getlist("player"))
    bands = rating_bands(listed, shown)
    file = asked_table(request, [band.table for band in bands], club.name)
    if file:
        return file
    asked = asked_people(request, club)
    ranked, provisional = (
        RatingTable([one for one in rows if asked.has(one.player)], title, prefix)
        for rows, title, prefix in (
            (listed.ranked, _("Ratings"), ""),
            (listed.provisional, _("Provisional ratings"), "p-"),
        )
    )
    for table in (ranked, provisional):
        RequestConfig(request, paginate=False).configure(table)
    context = {
        "club": club,
        "nav_section": "season",
        "listed": listed,
        "ranked": ranked,
        "provisional": provisional,
        "tools": list_tools(request, ranked, club=club),
        "beside_curves": [pair for pair in request.GET.items() if pair[0] != "player"],
        "bands": bands,
        "shown": {one.player.pk for one in shown},
        "may_switch": may_manage_club(request.actor, club),
        "switch_to": OFF if club.has_ratings else ON,
        "request_id": uuid4(),
    }
    return render_form(request, "clubs/statistics/ratings/ratings.html", form, context)


def _switched(request: Request, club: Club, form: RatingsForm) -> HttpResponse:
    set_ratings(
        request.actor,
        club,
        has_ratings=form.has_ratings,
        request_id=form.cleaned_data["request_id"],
    )
    if form.has_ratings:
        messages.success(request, _("Ratings are on: every table of the club was replayed."))
    else:
        messages.success(request, _("Ratings are off."))
    return redirect("ratings", club.slug)
