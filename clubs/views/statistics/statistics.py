"""Statistics of a season and of a club, its records, and its ratings.

What the statistics show is asked of the game that they are about: views/games.py.
"""

from uuid import UUID, uuid4

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from clubs.access import (
    may_manage_club,
    require,
)
from clubs.forms.profiles import ProfileForm
from clubs.forms.statistics import OFF, ON, RatingsForm
from clubs.http import Request
from clubs.listings.seasons.ratings import chosen, rating_bands
from clubs.models import Club
from clubs.queries.seasons.ratings import club_ratings
from clubs.queries.statistics.profiles import leagues_of, rules_played
from clubs.services.seasons.ratings import set_ratings
from clubs.views.games import PAGES, SeasonPage
from clubs.views.shared import find_club, find_league, render_form, sign_in_first
from clubs.views.statistics.figures import asked_table


@sign_in_first
@require_safe
def league_takers(request: Request, club: str, league: UUID) -> HttpResponse:
    found = find_league(request, club, league)
    return PAGES[found.game].season(request, found)


@sign_in_first
@require_safe
def club_statistics(request: Request, club: str) -> HttpResponse:
    """?game=… where the club plays several: that with the most tables unless told."""
    found = find_club(request, club)
    form = ProfileForm(request.GET, leagues=leagues_of(found), played=rules_played(found))
    return PAGES[form.shown_game].club(request, found, form)


@sign_in_first
@require_safe
def league_partners(request: Request, club: str, league: UUID) -> HttpResponse:
    found = find_league(request, club, league)
    return _there(PAGES[found.game].partners)(request, found)


@sign_in_first
@require_safe
def league_records(request: Request, club: str, league: UUID) -> HttpResponse:
    found = find_league(request, club, league)
    return _there(PAGES[found.game].records)(request, found)


def _there(page: SeasonPage | None) -> SeasonPage:
    """Raises Http404 for a page that the game of the season has not."""
    if page is None:
        raise Http404
    return page


@sign_in_first
@require_http_methods(["GET", "HEAD", "POST"])
def ratings(request: Request, club: str) -> HttpResponse:
    """?player=… (up to six times) says whose curves are drawn. A form switches ratings on and
    off."""
    found = find_club(request, club)
    if request.method == "POST":
        require(may_manage_club(request.actor, found))
        form = RatingsForm(request.POST)
        if form.is_valid():
            return _switched(request, found, form)
    else:
        form = RatingsForm()
    listed = club_ratings(found)
    shown = chosen(listed, request.GET.getlist("player"))
    bands = rating_bands(listed, shown)
    file = asked_table(request, [band.table for band in bands], found.name)
    if file:
        return file
    context = {
        "club": found,
        "nav_section": "season",
        "listed": listed,
        "bands": bands,
        "shown": {one.player.pk for one in shown},
        "may_switch": may_manage_club(request.actor, found),
        "switch_to": OFF if found.has_ratings else ON,
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
