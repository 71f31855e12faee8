"""Pages of a season beside its standings: the race, and who won from whom."""

from urllib.parse import urlencode

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from clubs.forms.statistics import size_form
from clubs.http import Request
from clubs.listings.seasons.races import MOST_LINES, race_figure, runner_choices, selected_runners
from clubs.listings.statistics.duels import MOST_IN_MATRIX, duel_matrix
from clubs.models import League
from clubs.queries.people.people import own_player
from clubs.queries.seasons.races import season_race
from clubs.queries.statistics.duels import duels
from clubs.services.snapshot import snapshot
from clubs.views.games import PAGES
from clubs.views.shared import of_league, render_form, sign_in_first, whole_number
from clubs.views.statistics.figures import asked_table, first_player, season_frame


@sign_in_first
@require_safe
@of_league
def league_race(request: Request, league: League) -> HttpResponse:
    """?player=… (up to six times) says whose lines are drawn; ?size=3 where each size has its
    standings."""
    with snapshot():
        race = season_race(league, whole_number(request.GET.get("size", "")))
    own = own_player(request.actor, league.club)
    asked = request.GET.getlist("player")
    shown = selected_runners(race, asked, own.pk if own else None)
    figure = race_figure(race, shown)
    context = {
        **season_frame(league, "standings"),
        "race": race,
        "figure": figure,
        "choices": runner_choices(race, shown),
        "most_lines": MOST_LINES,
        "too_many": len(asked) > MOST_LINES,
    }
    file = asked_table(request, [figure], league.name)
    return file or render(request, "clubs/seasons/standings/league_race.html", context)


@sign_in_first
@require_safe
@of_league
def league_duels(request: Request, league: League) -> HttpResponse:
    """Everybody against everybody; ?all=1 has all of them, ?player=… says whose row is the first.
    ?show=paid has what one paid the other, in a game in which they do."""
    form = size_form(request.GET, league)
    pages = PAGES[league.game]
    paid = pages.pays and request.GET.get("show") == "paid"
    with snapshot():
        most = None if "all" in request.GET else MOST_IN_MATRIX
        pairs = duels(form.population(league), most, first_player(request, league.club))
    size = form.data.get("size", "")
    query = urlencode({"league": league.uuid, **({"size": size} if size else {})})
    matrix = duel_matrix(pairs, query, paid=paid)
    context = {
        **season_frame(league, "partners" if pages.partners else "standings"),
        "matrix": matrix,
        "pays": pages.pays,
        "paid": paid,
    }
    file = asked_table(request, [matrix.table], league.name)
    return file or render_form(request, "clubs/statistics/league_duels.html", form, context)
