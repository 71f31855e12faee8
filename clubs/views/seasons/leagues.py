"""Seasons of a club: their list, setting one up, closing and publishing it."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any
from uuid import UUID, uuid4

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubs.access import (
    may_create_league,
    may_manage_league,
    may_publish_league,
    may_reopen_league,
    require,
)
from clubs.core.names import is_found, name_key
from clubs.core.standings.rank import carries
from clubs.forms.seasons.leagues import (
    LeagueCloseForm,
    LeagueDeleteForm,
    LeagueMembersForm,
    LeagueNewForm,
    LeagueShowForm,
    UndoReasonForm,
)
from clubs.forms.seasons.rules import LeagueForm
from clubs.http import Request
from clubs.models import Club, League
from clubs.queries.home.home import season_cards
from clubs.queries.seasons.leagues import standings_settings
from clubs.queries.seasons.publications import publications_of
from clubs.queries.seasons.rank_moves import RulesMoves, moves_by_rules
from clubs.queries.seasons.seasons import (
    closing_mark,
    closing_of,
    club_leagues,
    club_members,
    evening_penalties,
    league_mark,
    listed_players,
    member_lines,
    members_seen,
    was_public,
)
from clubs.queries.seasons.uncounted import uncounted_tables
from clubs.queries.tables.tables import usual_game
from clubs.services.errors import DateOutside, LeagueMoved, LeagueNotReady, LeaguePublished
from clubs.services.seasons import leagues
from clubs.services.seasons.league_deletion import delete_league, was_deleted
from clubs.services.snapshot import snapshot
from clubs.views.lists import BY_DATE_OR_NAME, FEW, list_tools, order_asked, search_of
from clubs.views.shared import (
    find_league,
    of_club,
    of_league,
    overtaken_data,
    render_form,
    request_id,
    sign_in_first,
)

DONE = 302  # the status of an answer that leads on


@sign_in_first
@require_safe
@of_club
def league_list(request: Request, club: Club) -> HttpResponse:
    with snapshot():
        every = season_cards(club)
    asked, order = search_of(request), order_asked(request, BY_DATE_OR_NAME)
    cards = [card for card in every if is_found(asked, card.league.name)]
    if order == "name":
        cards.sort(key=lambda card: name_key(card.league.name))
    elif order == "oldest":
        cards.reverse()
    context = {
        "club": club,
        "nav_section": "season",
        "cards": cards,
        "tools": list_tools(request, orders=BY_DATE_OR_NAME) if len(every) > FEW else None,
        "may_create": may_create_league(request.actor, club),
    }
    return render(request, "clubs/seasons/league_list.html", context)


@sign_in_first
@require_http_methods(["GET", "POST"])
@of_club
def league_new(request: Request, club: Club) -> HttpResponse:
    require(may_create_league(request.actor, club))
    earlier = club_leagues(club)
    game = earlier[0].game if earlier else usual_game(club)
    form = LeagueNewForm(request.POST or None, earlier=earlier, usual_game=game)
    if form.is_valid():
        rules_of, members_of = form.rules_from(), form.members_from()
        if members_of is not None:
            players = listed_players(members_of)
        else:
            players = [] if form.starts_empty() else club_members(club)
        values = form.cleaned_data
        league = leagues.create_league(
            request.actor,
            club,
            name=values["name"],
            starts_on=values["starts_on"],
            ends_on=values["ends_on"],
            game=values["game"],
            standings_rules=rules_of.standings_rules if rules_of else None,
            members=players,
            request_id=values["request_id"],
        )
        messages.success(request, _("%(season)s is ready.") % {"season": league.name})
        return redirect("league_settings", club.slug, league.uuid)
    context = {
        "club": club,
        "nav_section": "season",
        "has_uncounted": uncounted_tables(club).exists(),
    }
    return render_form(request, "clubs/seasons/league_new.html", form, context)


def managing(request: Request, league: League, page: str) -> dict[str, Any]:
    """Returns the context of the frame around the pages for organisers."""
    actor = request.actor
    return {
        "club": league.club,
        "league": league,
        "nav_section": "season",
        "page": page,
        "may_manage": may_manage_league(actor, league),
        "may_publish": may_publish_league(actor, league),
        "may_reopen": may_reopen_league(actor, league),
        "request_id": uuid4(),
    }


@sign_in_first
@require_http_methods(["GET", "POST"])
@of_league
def league_settings(request: Request, league: League) -> HttpResponse:
    """Name, dates and rules, and what other rules would change. Of a closed season they can be
    read."""
    require(may_publish_league(request.actor, league))
    if request.method == "GET":
        return _settings_page(request, league, LeagueForm(league=league))
    form = LeagueForm(request.POST, league=league)
    if form.is_valid():
        values = form.cleaned_data
        try:
            if "compare" in request.POST:
                return _settings_page(request, league, form, tables=_compared_tables(league, form))
            leagues.update_league(
                request.actor,
                league,
                name=values["name"],
                starts_on=values["starts_on"],
                ends_on=values["ends_on"],
                standings_rules=form.to_rules(),
                seen=values["seen"],
                request_id=values["request_id"],
            )
        except DateOutside as refusal:
            form.explain_outside(refusal.dates)
        except LeagueMoved:
            form = LeagueForm(overtaken_data(request, league_mark(league)), league=league)
            return _settings_page(request, league, form, overtaken=True)
        else:
            messages.success(request, _("The settings are saved."))
            return redirect("league_settings", league.club.slug, league.uuid)
    return _settings_page(request, league, form)


def _compared_tables(league: League, form: LeagueForm) -> list[RulesMoves]:
    """What the rules of the form would change. Raises LeagueMoved where others were shown."""
    if form.cleaned_data["seen"] != league_mark(league):
        raise LeagueMoved
    with snapshot():
        return moves_by_rules(league, form.to_rules())


def _settings_page(
    request: Request,
    league: League,
    form: LeagueForm,
    *,
    overtaken: bool = False,
    tables: Sequence[RulesMoves] | None = None,
) -> HttpResponse:
    """tables: what the rules of the form would change."""
    context = {**managing(request, league, "settings"), "moved": overtaken, "tables": tables}
    return render_form(
        request, "clubs/seasons/league_settings.html", form, context, overtaken=overtaken
    )


@sign_in_first
@require_http_methods(["GET", "POST"])
@of_league
def league_members(request: Request, league: League) -> HttpResponse:
    leagues.require_manage(request.actor, league)
    lines = member_lines(league)
    shown: dict[str, Any] = {"lines": lines, "asks_points": carries(standings_settings(league))}
    form = LeagueMembersForm(request.POST or None, seen=members_seen(lines), **shown)
    overtaken = False
    if form.is_valid():
        values = form.cleaned_data
        try:
            leagues.set_league_members(
                request.actor,
                league,
                form.asked,
                seen=values["seen"],
                request_id=values["request_id"],
            )
        except LeagueMoved:
            overtaken = True
            seen = members_seen(lines)
            form = LeagueMembersForm(overtaken_data(request, seen), seen=seen, **shown)
        else:
            messages.success(request, _("The list is saved."))
            return redirect("league_members", league.club.slug, league.uuid)
    context = {**managing(request, league, "members"), "moved": overtaken}
    return render_form(
        request, "clubs/seasons/league_members.html", form, context, overtaken=overtaken
    )


@sign_in_first
@require_POST
@of_league
def league_open(request: Request, league: League) -> HttpResponse:
    leagues.open_league(request.actor, league, request_id=request_id(request))
    messages.success(request, _("%(season)s is open.") % {"season": league.name})
    return redirect("league_settings", league.club.slug, league.uuid)


@sign_in_first
@require_http_methods(["GET", "POST"])
@of_league
def league_close(request: Request, league: League) -> HttpResponse:
    """Shows what closing does and what prevents it, and closes the season."""
    require(may_publish_league(request.actor, league))
    status, shown = _carried_out(
        request, league, LeagueCloseForm, leagues.close_league, LeagueNotReady
    )
    if status == DONE:
        messages.success(request, _("%(season)s is closed.") % {"season": league.name})
        return redirect("league_publish", league.club.slug, league.uuid)
    context = {**managing(request, league, "close"), "closing": closing_of(league), **shown}
    return render(request, "clubs/seasons/league_close.html", context, status=status)


def _carried_out(
    request: Request,
    league: League,
    kind: type[LeagueCloseForm],
    change: Callable[..., object],
    refusal: type[Exception],
) -> tuple[int, dict[str, Any]]:
    """Makes a change that is asked for with the season as it was shown.

    Returns the status of the answer, DONE where the change was made, and what the page shows of its
    form. refusal is what the change raises while something stands against it.
    """
    initial = {"seen": closing_mark(league, league.revision)}
    form = kind(request.POST if request.method == "POST" else None, initial=initial)
    status, moved = 422 if form.errors else 200, False
    if form.is_valid():
        values = form.cleaned_data
        try:
            change(request.actor, league, seen=values["seen"], request_id=values["request_id"])
        except refusal:
            status = 409
        except LeagueMoved:
            form, status, moved = kind(initial=initial), 409, True
        else:
            status = DONE
    return status, {"form": form, "moved": moved}


@sign_in_first
@require_http_methods(["GET", "POST"])
@of_league
def league_reopen(request: Request, league: League) -> HttpResponse:
    form = UndoReasonForm(request.POST or None)
    if not league.is_closed:
        require(may_publish_league(request.actor, league))
        return redirect("league_settings", league.club.slug, league.uuid)
    require(may_reopen_league(request.actor, league))
    if form.is_valid():
        leagues.reopen_league(request.actor, league, **form.cleaned_data)
        messages.success(request, _("%(season)s is open again.") % {"season": league.name})
        return redirect("league_settings", league.club.slug, league.uuid)
    return render_form(
        request, "clubs/seasons/league_reopen.html", form, managing(request, league, "close")
    )


@sign_in_first
@require_http_methods(["GET", "POST"])
@of_club
def league_delete(request: Request, club: Club, league: UUID) -> HttpResponse:
    """Shows what goes with a season and what stays, and deletes it."""
    gone = _("The season is deleted.")
    try:
        season = find_league(request, club.slug or "", league)
    except Http404:
        if request.method != "POST" or not was_deleted(
            request.actor, club, league, request_id=request_id(request)
        ):
            raise
        messages.success(request, gone)
        return redirect("league_list", club.slug)
    leagues.require_manage(request.actor, season)
    status, shown = _carried_out(request, season, LeagueDeleteForm, delete_league, LeaguePublished)
    if status == DONE:
        messages.success(request, gone)
        return redirect("league_list", club.slug)
    context = {
        **managing(request, season, "settings"),
        "closing": closing_of(season),
        "penalty_count": evening_penalties(season).count(),
        "was_public": was_public(season),
        **shown,
    }
    return render(request, "clubs/seasons/league_delete.html", context, status=status)


@sign_in_first
@require_http_methods(["GET", "POST"])
@of_league
def league_publish(request: Request, league: League) -> HttpResponse:
    """Shows what visitors see and the published versions, and saves what they see from now on."""
    require(may_publish_league(request.actor, league))
    form = LeagueShowForm(request.POST or None, league=league)
    if form.is_valid():
        leagues.show_league(request.actor, league, **form.cleaned_data)
        messages.success(request, _("Saved: this is what visitors see from now on."))
        return redirect("league_publish", league.club.slug, league.uuid)
    context: Mapping[str, Any] = {
        **managing(request, league, "publish"),
        "publications": list(publications_of(request.actor, league)),
    }
    return render_form(request, "clubs/seasons/league_publish.html", form, context)


@sign_in_first
@require_POST
@of_league
def league_publish_now(request: Request, league: League) -> HttpResponse:
    published = leagues.publish_league(request.actor, league, request_id=request_id(request))
    if league.shows_standings:
        tell, text = messages.success, _("Version %(version)s of the standings is published.")
    else:
        tell = messages.warning
        text = _(
            "Version %(version)s of the standings is kept. Visitors see it once “Standings” is "
            "switched on above."
        )
    tell(request, text % {"version": published.version})
    return redirect("league_publish", league.club.slug, league.uuid)
