"""Statistics of a season, of a club and of its players in French tarot, and a season's records."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import render

from clubs.forms.profiles import ProfileForm
from clubs.forms.statistics import SizeForm, size_form
from clubs.games.french.core.rules import CALLING_SIZES
from clubs.games.french.listings.profiles import (
    MOST_COMPANY,
    profile_charts,
    profile_part_tables,
)
from clubs.games.french.listings.statistics import (
    PairTable,
    TakerRankingTable,
    club_charts,
    club_part_tables,
    matrix,
    month_lines,
    seat_tables,
)
from clubs.games.french.listings.told_facts import told_tables
from clubs.games.french.queries.club_figures import club_figures
from clubs.games.french.queries.partners import (
    LEAST_TOGETHER,
    Partners,
    RankedPair,
    partner_figures,
)
from clubs.games.french.queries.profiles import profile_of, versus_of
from clubs.games.french.queries.stored_statistics import stored_statistics
from clubs.http import Request
from clubs.listings.statistics.badges import badge_rows
from clubs.listings.statistics.hours import hour_table
from clubs.listings.statistics.records import record_cards
from clubs.models import Club, League, Player
from clubs.queries.people.people import own_player
from clubs.queries.statistics.badges import badges_of
from clubs.queries.statistics.deal_filters import links_of
from clubs.queries.statistics.populations import Population
from clubs.queries.statistics.records import hours_played, season_records
from clubs.queries.statistics.years import year_played_last
from clubs.services.snapshot import snapshot
from clubs.views.lists import asked_people, list_tools
from clubs.views.shared import Pages, cut_page, render_form
from clubs.views.statistics.figures import asked_table, asks_everything, first_player, season_frame

FIRST_PAIRS = 8  # rows, unless more pairs have a rank


class FirstTakers(Pages):
    """The rows that stand there unless all are asked for."""

    row_count = 8


def _figures_context(request: Request, population: Population) -> dict[str, Any]:
    """What the figures of a season and of a club have in common. ?takers=all has all rows."""
    with snapshot():
        stored = stored_statistics(population)
        figures = stored.figures() if stored else club_figures(population)
    links = links_of(population)
    asked = asked_people(request, population.club)
    shown = [row for row in figures.ranking if asked.has(row.taker.player)]
    table = TakerRankingTable(shown, links=links)
    if asked.is_narrow or request.GET.keys() & {"takers", table.prefixed_page_field}:
        cut_page(request, table)
    else:
        cut_page(request, table, FirstTakers)
        table.folded = max(0, len(shown) - FirstTakers.row_count)
    return {
        "population": population,
        "stored": stored,
        "links": links,
        "figures": figures,
        "table": table,
        "tools": list_tools(request, table, club=population.club),
        "charts": club_charts(figures),
        "parts": club_part_tables(figures) if figures.takes.base else [],
        "told": told_tables(figures.told_takes),
        "seats": seat_tables(figures),
        "months": month_lines(figures.months, links),
        "least_takes": (stored or population.club).least_takes,
    }


def season_page(request: Request, league: League) -> HttpResponse:
    form = size_form(request.GET, league)
    context = {
        **season_frame(league, "takers"),
        **_figures_context(request, form.population(league)),
    }
    file = asked_table(request, context["charts"], league.name)
    return file or render_form(
        request, "clubs/games/french/statistics/league_takers.html", form, context
    )


def club_page(request: Request, club: Club, form: ProfileForm) -> HttpResponse:
    population = form.population(club)
    context = {
        **_figures_context(request, population),
        "hours": hour_table(hours_played(population)),
        "last_year": year_played_last(club),
        "club": club,
        "nav_section": "season",
    }
    file = asked_table(request, context["charts"], club.name)
    return file or render_form(
        request, "clubs/games/french/statistics/club_statistics.html", form, context
    )


def partners_page(request: Request, league: League) -> HttpResponse:
    """?all=1 has everybody in the matrix, ?player=… says whose row is the first. ?pairs=all has
    also the other pairs with too few deals for a rank; so has a search, and an order."""
    form = SizeForm(request.GET, sizes=CALLING_SIZES)
    population = form.population(league)
    with snapshot():
        stored = stored_statistics(population)
        together = stored.partners() if stored else partner_figures(population)
    links = links_of(population)
    asked = asked_people(request, league.club)
    narrowed = asked.is_narrow or "sort" in request.GET
    shown, folded = _fold_pairs(together, everything=narrowed or "pairs" in request.GET)
    table = PairTable([row for row in shown if asked.has(row.pair.a, row.pair.b)], links=links)
    cut_page(request, table)
    first = first_player(request, league.club)
    pairs = matrix(together, first, everybody="all" in request.GET)
    context = {
        **season_frame(league, "partners"),
        "population": population,
        "stored": stored,
        "partners": together,
        "table": table,
        "tools": list_tools(request, table, club=league.club),
        "folded": folded,
        "narrowed": narrowed,
        "matrix": pairs,
        "links": links,
        "least_together": LEAST_TOGETHER,
    }
    file = asked_table(request, [pairs.table], league.name)
    return file or render_form(
        request, "clubs/games/french/statistics/league_partners.html", form, context
    )


def _fold_pairs(together: Partners, *, everything: bool) -> tuple[list[RankedPair], int]:
    """The pairs to show, and how many are left out: those without a rank that would be more than
    the first rows."""
    ranked = together.ranked
    shown = ranked if len(ranked) >= FIRST_PAIRS else together.ranking[:FIRST_PAIRS]
    if everything:
        shown = together.ranking
    return shown, len(together.by_players) - len(shown)


def records_page(request: Request, league: League) -> HttpResponse:
    viewer = own_player(request.actor, league.club)
    population = Population(league.club, league=league)
    with snapshot():
        stored = stored_statistics(population)
        book = stored.records(viewer=viewer) if stored else season_records(population, viewer)
    context = {
        **season_frame(league, "records"),
        "population": population,
        "stored": stored,
        "book": book,
        "cards": record_cards(book, population, viewer=viewer),
    }
    return render(request, "clubs/games/french/statistics/league_records.html", context)


def player_page(
    request: Request, player: Player, form: ProfileForm, frame: dict[str, Any]
) -> HttpResponse:
    """?all=1 lists everybody who was met and every evening, and not the first and last alone."""
    population = form.population(player.club)
    with snapshot():
        profile = profile_of(population, player)
        badges = badge_rows(badges_of(player, population))
    everything = asks_everything(request)
    most = None if everything else MOST_COMPANY
    context = {
        **frame,
        "population": population,
        "profile": profile,
        "badges": badges,
        "partners": profile.partners[:most],
        "rivals": profile.rivals[:most],
        "shows_everybody": most is None,
        "hidden_company": 0 if most is None else max(len(profile.company) - most, 0),
        "figures": profile.figures,
        "parts": profile_part_tables(profile.figures),
        "charts": profile_charts(profile, everything=everything),
        "links": links_of(population, player),
    }
    file = asked_table(request, context["charts"], player.name)
    return file or render_form(
        request, "clubs/games/french/profiles/player_show.html", form, context
    )


def versus_page(
    request: Request, player: Player, other: Player, form: ProfileForm, frame: dict[str, Any]
) -> HttpResponse:
    population = form.population(player.club)
    with snapshot():
        versus = versus_of(population, player, other)
    context = {
        **frame,
        "population": population,
        "duel": versus.duel,
        "pays": True,
        "versus": versus,
        "one_links": links_of(population, player),
        "other_links": links_of(population, other),
        "common_links": links_of(population.only(opponent=other), player),
    }
    return render_form(request, "clubs/games/french/profiles/player_versus.html", form, context)
