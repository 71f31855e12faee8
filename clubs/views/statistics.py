"""Statistics of a season and of a club, its records, and its ratings."""

from typing import Any
from uuid import UUID, uuid4

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from clubs.access import may_manage_club, require_manage_club
from clubs.forms.profiles import ProfileForm
from clubs.forms.statistics import OFF, ON, RatingsForm, SizeForm
from clubs.http import Request
from clubs.listings.french_statistics import (
    PairTable,
    TakerTable,
    charts,
    matrix,
    month_rows,
    part_tables,
    seat_tables,
)
from clubs.listings.ratings import chosen, rating_bands
from clubs.models import Club
from clubs.queries.deal_filters import links_of
from clubs.queries.french_club_figures import club_figures
from clubs.queries.french_club_records import records
from clubs.queries.french_partners import LEAST_TOGETHER, Partners, RankedPair, partners
from clubs.queries.french_stored_statistics import stored_statistics
from clubs.queries.people import own_player
from clubs.queries.populations import Population
from clubs.queries.profiles import leagues_of, rules_played
from clubs.queries.ratings import club_ratings
from clubs.services.ratings import set_ratings
from clubs.services.snapshot import snapshot
from clubs.views.figures import asked_table
from clubs.views.shared import cut_page, find_club, find_league, render_form, sign_in_first


def figures_context(request: Request, population: Population) -> dict[str, Any]:
    """What the figures of a season and of a club have in common."""
    with snapshot():
        stored = stored_statistics(population)
        figures = stored.figures() if stored else club_figures(population)
    links = links_of(population)
    table = TakerTable(figures.ranking, links=links)
    cut_page(request, table)
    return {
        "population": population,
        "stored": stored,
        "links": links,
        "figures": figures,
        "table": table,
        "charts": charts(figures),
        "parts": part_tables(figures) if figures.takes.base else [],
        "seats": seat_tables(figures),
        "months": month_rows(figures.months),
        "least_takes": (stored or population.club).least_takes,
    }


@sign_in_first
@require_safe
def league_takers(request: Request, club: str, league: UUID) -> HttpResponse:
    found = find_league(request, club, league)
    form = SizeForm(request.GET)
    context = {
        **figures_context(request, form.population(found)),
        "club": found.club,
        "nav_section": "season",
        "league": found,
        "tab": "takers",
    }
    file = asked_table(request, context["charts"], found.name)
    return file or render_form(request, "clubs/league_takers.html", form, context)


@sign_in_first
@require_safe
def club_statistics(request: Request, club: str) -> HttpResponse:
    found = find_club(request, club)
    form = ProfileForm(request.GET, leagues=leagues_of(found), rules=rules_played(found))
    context = {
        **figures_context(request, form.population(found)),
        "club": found,
        "nav_section": "season",
    }
    file = asked_table(request, context["charts"], found.name)
    return file or render_form(request, "clubs/club_statistics.html", form, context)


@sign_in_first
@require_safe
def league_partners(request: Request, club: str, league: UUID) -> HttpResponse:
    """?all=1 has everybody in the matrix, ?pairs=all also those with too few deals for a rank."""
    found = find_league(request, club, league)
    form = SizeForm(request.GET, calling=True)
    population = form.population(found)
    with snapshot():
        stored = stored_statistics(population)
        together = stored.partners() if stored else partners(population)
    links = links_of(population)
    shown, folded = fold_pairs(together, everything="pairs" in request.GET)
    table = PairTable(shown, links=links)
    cut_page(request, table)
    pairs = matrix(together, everybody="all" in request.GET)
    context = {
        "club": found.club,
        "nav_section": "season",
        "league": found,
        "tab": "partners",
        "population": population,
        "stored": stored,
        "partners": together,
        "table": table,
        "folded": folded,
        "matrix": pairs,
        "links": links,
        "least_together": LEAST_TOGETHER,
    }
    file = asked_table(request, [pairs.table], found.name)
    return file or render_form(request, "clubs/league_partners.html", form, context)


def fold_pairs(together: Partners, *, everything: bool) -> tuple[list[RankedPair], int]:
    """The pairs to show, and how many are left out: those without a rank, where others have one."""
    ranked = [row for row in together.ranking if row.rank is not None]
    shown = together.ranking if everything or not ranked else ranked
    return shown, len(together.ranking) - len(shown)


@sign_in_first
@require_safe
def league_records(request: Request, club: str, league: UUID) -> HttpResponse:
    found = find_league(request, club, league)
    viewer = own_player(request.actor, found.club)
    population = Population(found.club, league=found)
    with snapshot():
        stored = stored_statistics(population)
        shown = stored.records(viewer=viewer) if stored else records(population, viewer=viewer)
    context = {
        "club": found.club,
        "nav_section": "season",
        "league": found,
        "tab": "records",
        "population": population,
        "stored": stored,
        "viewer": viewer,
        "records": shown,
    }
    return render(request, "clubs/league_records.html", context)


@sign_in_first
@require_http_methods(["GET", "HEAD", "POST"])
def ratings(request: Request, club: str) -> HttpResponse:
    """?player=… (up to six times) says whose curves are drawn. A form switches ratings on and
    off."""
    found = find_club(request, club)
    if request.method == "POST":
        require_manage_club(request.actor, found)
        form = RatingsForm(request.POST)
        if form.is_valid():
            return switched(request, found, form)
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
    return render_form(request, "clubs/ratings.html", form, context)


def switched(request: Request, club: Club, form: RatingsForm) -> HttpResponse:
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
