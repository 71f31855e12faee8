"""A year of a club and of a player, and what is sent of it."""

from typing import Any
from uuid import UUID

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from clubs.exchange.spreadsheets import file_named
from clubs.forms.profiles import ProfileForm
from clubs.http import Request
from clubs.listings.statistics.years import (
    club_card,
    club_lines,
    player_card,
    player_lines,
)
from clubs.models import Club, Player
from clubs.queries.seasons.public import public_names
from clubs.queries.seasons.seasons import club_leagues
from clubs.queries.statistics.profiles import rules_played
from clubs.queries.statistics.years import (
    ClubYear,
    PlayerYear,
    member_names,
    of_year,
    year_of_club,
    year_of_player,
    years_played,
)
from clubs.services.snapshot import snapshot
from clubs.views.pictures import picture_response
from clubs.views.shared import of_club, sign_in_first
from clubs.views.statistics.profiles import find_person, player_filters

FIRST, LAST = 1900, 2999


def _club_filters(request: Request, club: Club) -> ProfileForm:
    """Of its filters only the game counts: without one in the address that of most tables."""
    return ProfileForm(request.GET, leagues=club_leagues(club), played=rules_played(club))


def _known_year(year: int) -> int:
    if not FIRST <= year <= LAST:
        raise Http404
    return year


def _told_of_club(club: Club, game: str, year: int) -> ClubYear:
    with snapshot():
        return year_of_club(of_year(club, game, _known_year(year)), year=year)


def _told_of_player(player: Player, game: str, year: int) -> PlayerYear:
    with snapshot():
        return year_of_player(of_year(player.club, game, _known_year(year)), player, year=year)


def _frame(club: Club, form: ProfileForm, year: int) -> dict[str, Any]:
    return {
        "club": club,
        "form": form,
        "year": year,
        "game_query": f"?game={form.shown_game}" if form.offers_games else "",
    }


@sign_in_first
@require_safe
@of_club
def club_year(request: Request, club: Club, year: int) -> HttpResponse:
    form = _club_filters(request, club)
    review = _told_of_club(club, form.shown_game, year)
    context = {
        **_frame(club, form, year),
        "nav_section": "season",
        "year_links": [
            (played, reverse("club_year", args=[club.slug, played]))
            for played in years_played(club, form.shown_game)
        ],
        "lines": club_lines(review, member_names(club)),
        "sent": club_card(review, public_names(club)),
    }
    return render(request, "clubs/statistics/years/club_year.html", context)


@sign_in_first
@require_safe
@of_club
def club_year_picture(request: Request, club: Club, year: int) -> HttpResponse:
    review = _told_of_club(club, _club_filters(request, club).shown_game, year)
    name = file_named(club.name, str(year), extension="png")
    return picture_response(request, club_card(review, public_names(club)), name)


@sign_in_first
@require_safe
def player_year(request: Request, player: UUID, year: int) -> HttpResponse:
    person = find_person(request, player)
    club, form = person.club, player_filters(request, person)
    frame = _frame(club, form, year)
    years = years_played(club, form.shown_game, person)
    # The page of a player leads to this year, whatever was played.
    if years and _known_year(year) not in years:
        newest = reverse("player_year", args=[person.uuid, years[0]])
        return redirect(newest + frame["game_query"])
    review = _told_of_player(person, form.shown_game, year)
    context = {
        **frame,
        "nav_section": "members",
        "player": person,
        "year_links": [
            (played, reverse("player_year", args=[person.uuid, played])) for played in years
        ],
        "lines": player_lines(review, member_names(club)),
        "sent": player_card(review, public_names(club)),
    }
    return render(request, "clubs/statistics/years/player_year.html", context)


@sign_in_first
@require_safe
def player_year_picture(request: Request, player: UUID, year: int) -> HttpResponse:
    person = find_person(request, player)
    review = _told_of_player(person, player_filters(request, person).shown_game, year)
    name = file_named(person.club.name, str(year), extension="png")
    return picture_response(request, player_card(review, public_names(person.club)), name)
