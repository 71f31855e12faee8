"""The pages of a game's statistics, made of what it tells of a population of deals.

A game that wants other ones draws its own instead: views/games.py.
"""

from collections.abc import Callable
from typing import Any

from django.http import HttpResponse

from clubs.forms.profiles import ProfileForm
from clubs.forms.statistics import size_form
from clubs.http import Request
from clubs.listings.statistics.badges import badge_rows
from clubs.listings.statistics.game_figures import GameFigures
from clubs.listings.statistics.game_profiles import (
    as_file,
    as_files,
    comparison_table,
    leading_on,
    with_evenings,
)
from clubs.listings.statistics.hours import hour_table
from clubs.models import Club, League, Player
from clubs.queries.statistics.badges import badges_of
from clubs.queries.statistics.deal_filters import links_of
from clubs.queries.statistics.game_profiles import game_duel, game_profile
from clubs.queries.statistics.populations import Population
from clubs.queries.statistics.records import hours_played
from clubs.queries.statistics.years import year_played_last
from clubs.services.snapshot import snapshot
from clubs.views.lists import list_tools, search_of
from clubs.views.shared import render_form
from clubs.views.statistics.figures import asked_table, asks_everything, season_frame

TellFigures = Callable[[Population, Player | None], GameFigures]


class FigurePages:
    """The pages of statistics of one game. help_key: its section in the page of definitions;
    pays: whether a taker and the defenders pay each other."""

    def __init__(self, figures: TellFigures, *, help_key: str, pays: bool) -> None:
        self.figures = figures
        self.help_key = help_key
        self.pays = pays

    def season(self, request: Request, league: League) -> HttpResponse:
        form = size_form(request.GET, league)
        population = form.population(league)
        with snapshot():
            figures = leading_on(self.figures(population, None), f"league={league.uuid}")
        context = {**season_frame(league, "takers"), **self.context(request, population, figures)}
        file = asked_table(request, as_files(figures), league.name)
        return file or render_form(request, "clubs/statistics/league_figures.html", form, context)

    def club(self, request: Request, club: Club, form: ProfileForm) -> HttpResponse:
        population = form.population(club)
        with snapshot():
            figures = leading_on(self.figures(population, None), form.query)
            hours = hour_table(hours_played(population))
        context = {
            "club": club,
            "nav_section": "season",
            "hours": hours,
            "last_year": year_played_last(club),
            **self.context(request, population, figures),
        }
        file = asked_table(request, as_files(figures), club.name)
        return file or render_form(request, "clubs/statistics/club_figures.html", form, context)

    def player(
        self, request: Request, player: Player, form: ProfileForm, frame: dict[str, Any]
    ) -> HttpResponse:
        population = form.population(player.club)
        with snapshot():
            own = self.figures(population, player)
            profile = game_profile(population, player)
            badges = badge_rows(badges_of(player, population))
        everything = asks_everything(request)
        figures = with_evenings(own, profile, player, everything=everything)
        figures = leading_on(figures, form.query)
        links = links_of(population, player)
        context = {
            **frame,
            **self.context(request, population, figures),
            "badges": badges,
            "links": links,
        }
        file = asked_table(request, as_files(figures), player.name)
        return file or render_form(request, "clubs/statistics/player_figures.html", form, context)

    def versus(
        self,
        request: Request,
        player: Player,
        other: Player,
        form: ProfileForm,
        frame: dict[str, Any],
    ) -> HttpResponse:
        population = form.population(player.club)
        with snapshot():
            duel = game_duel(population, player, other)
            table = comparison_table(
                player, other, self.figures(population, player), self.figures(population, other)
            )
        context = {
            **frame,
            "pays": self.pays,
            "population": population,
            "duel": duel,
            "table": table,
            "common_links": links_of(population.only(opponent=other), player),
        }
        file = asked_table(request, [as_file(table)], player.name)
        return file or render_form(request, "clubs/statistics/versus_figures.html", form, context)

    def context(
        self, request: Request, population: Population, figures: GameFigures
    ) -> dict[str, Any]:
        figures = figures.narrowed_and_sorted(search_of(request), request.GET.get("order", ""))
        return {
            "tools": list_tools(request) if figures.has_long else None,
            "help_key": self.help_key,
            "population": population,
            "figures": figures,
            "charts": figures.charts,
            "links": links_of(population),
        }
