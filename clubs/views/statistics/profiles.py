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
from clubs.listings.statistics.deals import DealTable, filter_words
from clubs.models import Club, Evening, League, Player
from clubs.queries.statistics.deal_filters import deal_rows, deal_sums, links_of
from clubs.queries.statistics.populations import Population
from clubs.queries.statistics.profiles import (
    game_most_played,
    games_of,
    leagues_of,
    people_of,
    played_before,
    rules_played,
    two_of,
)
from clubs.views.games import PAGES
from clubs.views.shared import Pages, in_its_zone, sign_in_first


def _filter_form(request: Request, player: Player) -> ProfileForm:
    """Of the game that they played most, unless told; one query more where the club has several."""
    played = rules_played(player.club)
    usual = game_most_played(player) if len(games_of(played)) > 1 else None
    leagues = leagues_of(player.club)
    return ProfileForm(request.GET, leagues=leagues, played=played, usual=usual)


@sign_in_first
@require_safe
def player_show(request: Request, player: UUID) -> HttpResponse:
    players = visible_players(request.actor).select_related("club", "user")
    found = get_object_or_404(players, uuid=player, club__slug__isnull=False)
    club = in_its_zone(found.club)
    form = _filter_form(request, found)
    frame: dict[str, Any] = {
        "club": club,
        "nav_section": "members",
        "player": found,
        "is_self": found.user_id is not None and found.user == request.actor.user,
        "played_before": played_before(found),
        "may_manage": may_manage_people(request.actor, club),
        "may_take_data": may_take_data(request.actor, found),
        "query": form.query,
    }
    return PAGES[form.shown_game].player(request, found, form, frame)


@sign_in_first
@require_safe
def player_versus(request: Request, player: UUID, other: UUID) -> HttpResponse:
    two = two_of(visible_players(request.actor), player, other)
    if two is None:
        raise Http404
    one, rival = two
    form = _filter_form(request, one)
    frame: dict[str, Any] = {
        "club": in_its_zone(one.club),
        "nav_section": "members",
        "player": one,
        "other": rival,
        "query": form.query,
    }
    return PAGES[form.shown_game].versus(request, one, rival, form, frame)


@sign_in_first
@require_safe
def deal_list(request: Request, club: str) -> HttpResponse:
    """What the address asks for is of this club, or not found."""
    form = DealFilterForm(request.GET)
    if not form.is_valid():
        found = get_object_or_404(visible_clubs(request.actor), slug=club)
        context = {
            "club": in_its_zone(found),
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
    table = DealTable(deal_rows(wanted), exclude=() if wanted.player else ("own",))
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
        "links": links_of(wanted.population, wanted.player),
        "game_query": _game_query(wanted.population),
    }
    return render(request, "clubs/deals/pages/deal_list.html", context)


def _game_query(population: Population) -> str:
    """For the way back to statistics, which show the game played most unless told, where the club
    plays several. One query."""
    games = games_of(rules_played(population.club))
    return f"?game={population.game}" if len(games) > 1 and population.game in games else ""


def _find_span(
    request: Request, form: DealFilterForm, slug: str
) -> tuple[Club, League | None, Evening | None]:
    """The club, and the season or the evening that the address names, in one query."""
    told = form.cleaned_data
    evening, league = None, None
    if told["evening"]:
        evening = get_object_or_404(
            visible_evenings(request.actor), league__club__slug=slug, uuid=told["evening"]
        )
        league = evening.league
        if told["league"] not in (None, league.uuid):
            raise Http404
    elif told["league"]:
        league = get_object_or_404(
            visible_leagues(request.actor), club__slug=slug, uuid=told["league"]
        )
    club = league.club if league else get_object_or_404(visible_clubs(request.actor), slug=slug)
    return in_its_zone(club), league, evening


class CountedPages(Pages):
    """Pages of rows that were counted already."""

    def __init__(self, rows: Any, per_page: int, *, rows_known: int, **options: Any) -> None:
        super().__init__(rows, per_page, **options)
        self.count = rows_known
