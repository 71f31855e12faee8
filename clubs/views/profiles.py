"""The pages of a player's statistics, and the deals behind a number."""

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
from clubs.listings.deals import DealTable, filter_words
from clubs.listings.french_profiles import charts, part_tables
from clubs.models import Club, Evening, League
from clubs.queries.deal_filters import deal_rows, deal_sums, links_of
from clubs.queries.profiles import (
    leagues_of,
    people_of,
    profile_of,
    rules_played,
    two_of,
    versus_of,
)
from clubs.services.snapshot import snapshot
from clubs.views.figures import asked_table
from clubs.views.shared import Pages, in_its_zone, sign_in_first


def filter_form(request: Request, club: Club) -> ProfileForm:
    return ProfileForm(request.GET, leagues=leagues_of(club), rules=rules_played(club))


def status_of(form: ProfileForm | DealFilterForm) -> int:
    return 422 if form.errors else 200


@sign_in_first
@require_safe
def player_show(request: Request, player: UUID) -> HttpResponse:
    players = visible_players(request.actor).select_related("club", "user")
    found = get_object_or_404(players, uuid=player, club__slug__isnull=False)
    club = in_its_zone(found.club)
    form = filter_form(request, club)
    population = form.population(club)
    with snapshot():
        profile = profile_of(population, found)
    context: dict[str, Any] = {
        "club": club,
        "nav_section": "members",
        "player": found,
        "form": form,
        "population": population,
        "profile": profile,
        "figures": profile.figures,
        "parts": part_tables(profile.figures),
        "charts": charts(profile),
        "links": links_of(population, found),
        "is_self": found.user_id is not None and found.user == request.actor.user,
        "may_manage": may_manage_people(request.actor, club),
        "may_take_data": may_take_data(request.actor, found),
        "query": request.GET.urlencode(),
    }
    file = asked_table(request, context["charts"], found.name)
    return file or render(request, "clubs/player_show.html", context, status=status_of(form))


@sign_in_first
@require_safe
def player_versus(request: Request, player: UUID, other: UUID) -> HttpResponse:
    two = two_of(visible_players(request.actor), player, other)
    if two is None:
        raise Http404
    one, rival = two
    club = in_its_zone(one.club)
    form = filter_form(request, club)
    population = form.population(club)
    with snapshot():
        versus = versus_of(population, one, rival)
    context = {
        "club": club,
        "nav_section": "members",
        "player": one,
        "other": rival,
        "form": form,
        "population": population,
        "versus": versus,
        "one_links": links_of(population, one),
        "other_links": links_of(population, rival),
        "common_links": links_of(population.only(opponent=rival), one),
        "query": request.GET.urlencode(),
    }
    return render(request, "clubs/player_versus.html", context, status=status_of(form))


@sign_in_first
@require_safe
def deal_list(request: Request, club: str) -> HttpResponse:
    """What the address asks for is of this club, or not found."""
    form = DealFilterForm(request.GET)
    if not form.is_valid():
        found = get_object_or_404(visible_clubs(request.actor), slug=club)
        context = {"club": in_its_zone(found), "nav_section": "members", "form": form}
        return render(request, "clubs/deal_list.html", context, status=422)
    home, league, evening = find_span(request, form, club)
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
    }
    return render(request, "clubs/deal_list.html", context)


def find_span(
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
