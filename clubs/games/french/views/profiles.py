"""The pages of a player's statistics in French tarot."""

from typing import Any

from django.http import HttpResponse

from clubs.forms.profiles import ProfileForm
from clubs.games.french.listings.profiles import profile_charts, profile_part_tables
from clubs.games.french.queries.profiles import profile_of, versus_of
from clubs.http import Request
from clubs.models import Player
from clubs.queries.statistics.deal_filters import links_of
from clubs.services.snapshot import snapshot
from clubs.views.shared import render_form
from clubs.views.statistics.figures import asked_table


def player_page(
    request: Request, player: Player, form: ProfileForm, frame: dict[str, Any]
) -> HttpResponse:
    population = form.population(player.club)
    with snapshot():
        profile = profile_of(population, player)
    context = {
        **frame,
        "population": population,
        "profile": profile,
        "figures": profile.figures,
        "parts": profile_part_tables(profile.figures),
        "charts": profile_charts(profile),
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
