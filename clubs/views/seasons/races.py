"""Pages of a season beside its standings: the race, and who won from whom."""

from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from clubs.forms.statistics import size_form
from clubs.http import Request
from clubs.listings.seasons.races import MOST_LINES, race_figure, selected_runners
from clubs.listings.statistics.duels import duel_matrix
from clubs.queries.people.people import own_player
from clubs.queries.seasons.races import season_race
from clubs.queries.statistics.duels import duels
from clubs.services.snapshot import snapshot
from clubs.views.games import PAGES
from clubs.views.shared import find_league, render_form, sign_in_first, whole_number
from clubs.views.statistics.figures import asked_table, season_frame


@sign_in_first
@require_safe
def league_race(request: Request, club: str, league: UUID) -> HttpResponse:
    """?player=… (up to six times) says whose lines are drawn; ?size=3 where each size has its
    standings."""
    season = find_league(request, club, league)
    with snapshot():
        race = season_race(season, whole_number(request.GET.get("size", "")))
    own = own_player(request.actor, season.club)
    asked = request.GET.getlist("player")
    shown = selected_runners(race, asked, own.pk if own else None)
    figure = race_figure(race, shown)
    context = {
        **season_frame(season, "standings"),
        "race": race,
        "figure": figure,
        "shown": {one.player.pk for one in shown},
        "most_lines": MOST_LINES,
        "too_many": len(asked) > MOST_LINES,
    }
    file = asked_table(request, [figure], season.name)
    return file or render(request, "clubs/seasons/standings/league_race.html", context)


@sign_in_first
@require_safe
def league_duels(request: Request, club: str, league: UUID) -> HttpResponse:
    """Everybody against everybody; ?all=1 has all of them. ?show=paid has what one paid
    the other, in a game in which they do."""
    season = find_league(request, club, league)
    form = size_form(request.GET, season)
    pages = PAGES[season.game]
    paid = pages.pays and request.GET.get("show") == "paid"
    with snapshot():
        pairs = duels(form.population(season))
    matrix = duel_matrix(pairs, paid=paid, everybody="all" in request.GET)
    context = {
        **season_frame(season, "partners" if pages.partners else "standings"),
        "matrix": matrix,
        "pays": pages.pays,
        "paid": paid,
    }
    file = asked_table(request, [matrix.table], season.name)
    return file or render_form(request, "clubs/statistics/league_duels.html", form, context)
