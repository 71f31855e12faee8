"""The pages of a player's statistics, and the deals behind a number.

What the statistics show is asked of the game that they are about: views/games.py.
"""

from typing import Any
from uuid import UUID

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe
from django_tables2 import RequestConfig

from clubs.access import (
    may_manage_people,
    may_take_data,
    visible_clubs,
    visible_evenings,
    visible_leagues,
    visible_players,
)
from clubs.forms.profiles import DealFilterForm, ProfileForm
from clubs.http import Request
from clubs.listings.statistics.deals import DealListTable, filter_words
from clubs.models import Club, Evening, League, Player
from clubs.queries.seasons.ratings import latest_rating
from clubs.queries.seasons.seasons import club_leagues
from clubs.queries.statistics.deal_filters import deal_sums, filtered_deals, links_of
from clubs.queries.statistics.populations import Population
from clubs.queries.statistics.profiles import (
    game_most_played,
    games_of,
    people_of,
    played_before,
    rules_played,
    two_of,
)
from clubs.views.games import PAGES
from clubs.views.lists import list_tools
from clubs.views.shared import Pages, in_its_zone, sign_in_first


def player_filters(request: Request, player: Player) -> ProfileForm:
    """Returns the form of the address. Without a game in it: the one that the player played
    most; one query more where the club has several."""
    played = rules_played(player.club)
    usual = game_most_played(player) if len(games_of(played)) > 1 else None
    leagues = club_leagues(player.club)
    return ProfileForm(request.GET, leagues=leagues, played=played, usual=usual)


def find_person(request: Request, uuid: UUID) -> Player:
    """The player of this address, with the dates of the page in the time zone of their club.
    Raises Http404."""
    players = visible_players(request.actor).select_related("club", "user")
    person = get_object_or_404(players, uuid=uuid, club__slug__isnull=False)
    in_its_zone(person.club)
    return person


@sign_in_first
@require_safe
def player_show(request: Request, player: UUID) -> HttpResponse:
    person = find_person(request, player)
    club, form = person.club, player_filters(request, person)
    frame: dict[str, Any] = {
        "club": club,
        "nav_section": "members",
        "player": person,
        "is_self": request.actor.is_player(person),
        "played_before": played_before(person),
        "rating": latest_rating(person) if club.has_ratings else None,
        "may_manage": may_manage_people(request.actor, club),
        "may_take_data": may_take_data(request.actor, person),
        "query": form.query,
    }
    return PAGES[form.shown_game].player(request, person, form, frame)


@sign_in_first
@require_safe
def player_versus(request: Request, player: UUID, other: UUID) -> HttpResponse:
    two = two_of(visible_players(request.actor), player, other)
    if two is None:
        raise Http404
    person, rival = two
    form = player_filters(request, person)
    frame: dict[str, Any] = {
        "club": in_its_zone(person.club),
        "nav_section": "members",
        "player": person,
        "other": rival,
        "query": form.query,
    }
    return PAGES[form.shown_game].versus(request, person, rival, form, frame)


@sign_in_first
@require_safe
def deal_list(request: Request, club: str) -> HttpResponse:
    """Lists the deals behind a number. Answers 404 for a player or a season of another club."""
    form = DealFilterForm(request.GET)
    if not form.is_valid():
        home = get_object_or_404(visible_clubs(request.actor), slug=club)
        context = {
            "club": in_its_zone(home),
            "nav_section": "members",
            "form": form,
            "game_query": "",
        }
        return render(request, "clubs/deals/pages/deal_list.html", context, status=422)
    home, league, evening = _find_span(request, form, club)
    people = people_of(visible_players(request.actor), home, form.people())
    if people is None:
        raise Http404
    wanted = form.wanted(home, people, league, evening)
    sums = deal_sums(wanted)
    table = DealListTable(filtered_deals(wanted), exclude=() if wanted.player else ("own",))
    pages = {"paginator_class": CountedPages, "rows_known": sums.deals}
    RequestConfig(request, paginate=pages).configure(table)
    context = {
        "club": home,
        "nav_section": "members",
        "form": form,
        "wanted": wanted,
        "words": filter_words(wanted),
        "sums": sums,
        "table": table,
        "tools": list_tools(request, table),
        "links": links_of(wanted.population, wanted.player),
        "game_query": _statistics_query(wanted.population),
    }
    return render(request, "clubs/deals/pages/deal_list.html", context)


def _statistics_query(population: Population) -> str:
    """Returns the query of the link back to statistics, which need it where the club plays
    several games. One query."""
    games = games_of(rules_played(population.club))
    return f"?game={population.game}" if len(games) > 1 and population.game in games else ""


def _find_span(
    request: Request, form: DealFilterForm, slug: str
) -> tuple[Club, League | None, Evening | None]:
    """The club, and the season or the evening that the address names, in one query."""
    asked = form.cleaned_data
    evening, league = None, None
    if asked["evening"]:
        evening = get_object_or_404(
            visible_evenings(request.actor), league__club__slug=slug, uuid=asked["evening"]
        )
        league = evening.league
        if asked["league"] not in (None, league.uuid):
            raise Http404
    elif asked["league"]:
        league = get_object_or_404(
            visible_leagues(request.actor), club__slug=slug, uuid=asked["league"]
        )
    club = league.club if league else get_object_or_404(visible_clubs(request.actor), slug=slug)
    return in_its_zone(club), league, evening


class CountedPages(Pages):
    """Pages of rows that were counted already."""

    def __init__(self, rows: Any, per_page: int, *, rows_known: int, **options: Any) -> None:
        super().__init__(rows, per_page, **options)
        self.count = rows_known
