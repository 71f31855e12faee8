"""Seasons of a club: their list, setting one up, closing and publishing it."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID, uuid4

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
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
from clubs.core.standings.rank import carries
from clubs.forms.seasons.leagues import (
    LeagueCloseForm,
    LeagueForm,
    LeagueMembersForm,
    LeagueNewForm,
    LeagueShowForm,
    ReasonForm,
)
from clubs.http import Request
from clubs.models import League
from clubs.queries.home.home import led_cards
from clubs.queries.seasons.leagues import settings_of
from clubs.queries.seasons.publications import publications_of
from clubs.queries.seasons.seasons import (
    closing_of,
    club_members,
    earlier_leagues,
    league_mark,
    listed_players,
    member_lines,
    members_seen,
)
from clubs.services.errors import DateOutside, LeagueMoved, LeagueNotReady
from clubs.services.seasons import leagues
from clubs.services.snapshot import snapshot
from clubs.views.shared import (
    find_club,
    find_league,
    render_form,
    request_id,
    sign_in_first,
)


@sign_in_first
@require_safe
def league_list(request: Request, club: str) -> HttpResponse:
    found = find_club(request, club)
    with snapshot():
        cards = led_cards(found)
    context = {
        "club": found,
        "nav_section": "season",
        "cards": cards,
        "may_create": may_create_league(request.actor, found),
    }
    return render(request, "clubs/seasons/league_list.html", context)


@sign_in_first
@require_http_methods(["GET", "POST"])
def league_new(request: Request, club: str) -> HttpResponse:
    found = find_club(request, club)
    require(may_create_league(request.actor, found))
    form = LeagueNewForm(request.POST or None, earlier=earlier_leagues(found))
    if form.is_valid():
        rules_of, members_of = form.rules_from(), form.members_from()
        if members_of is not None:
            players = listed_players(members_of)
        else:
            players = [] if form.starts_empty() else club_members(found)
        made = form.cleaned_data
        league = leagues.create_league(
            request.actor,
            found,
            name=made["name"],
            starts_on=made["starts_on"],
            ends_on=made["ends_on"],
            game=made["game"],
            standings_rules=rules_of.standings_rules if rules_of else None,
            members=players,
            request_id=made["request_id"],
        )
        messages.success(request, _("%(season)s is ready.") % {"season": league.name})
        return redirect("league_settings", found.slug, league.uuid)
    context = {"club": found, "nav_section": "season"}
    return render_form(request, "clubs/seasons/league_new.html", form, context)


def managing(request: Request, league: League, page: str) -> dict[str, Any]:
    """What the frame of the pages for organisers needs."""
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


def overtaken_data(request: HttpRequest, seen: str) -> Any:
    """What was typed, to be sent again upon what is there now."""
    data = request.POST.copy()
    data["seen"], data["request_id"] = seen, str(uuid4())
    return data


@sign_in_first
@require_http_methods(["GET", "POST"])
def league_settings(request: Request, club: str, league: UUID) -> HttpResponse:
    """Name, dates and rules. Of a closed season they can be read."""
    found = find_league(request, club, league)
    require(may_publish_league(request.actor, found))
    if request.method == "GET":
        return _settings_page(request, found, LeagueForm(league=found))
    form = LeagueForm(request.POST, league=found)
    if form.is_valid():
        told = form.cleaned_data
        try:
            leagues.update_league(
                request.actor,
                found,
                name=told["name"],
                starts_on=told["starts_on"],
                ends_on=told["ends_on"],
                standings_rules=form.to_rules(),
                seen=told["seen"],
                request_id=told["request_id"],
            )
        except DateOutside as refusal:
            form.explain_outside(refusal.dates)
        except LeagueMoved:
            form = LeagueForm(overtaken_data(request, league_mark(found)), league=found)
            return _settings_page(request, found, form, overtaken=True)
        else:
            messages.success(request, _("The settings are saved."))
            return redirect("league_settings", found.club.slug, found.uuid)
    return _settings_page(request, found, form)


def _settings_page(
    request: Request, league: League, form: LeagueForm, *, overtaken: bool = False
) -> HttpResponse:
    context = {**managing(request, league, "settings"), "moved": overtaken}
    return render_form(
        request, "clubs/seasons/league_settings.html", form, context, overtaken=overtaken
    )


@sign_in_first
@require_http_methods(["GET", "POST"])
def league_members(request: Request, club: str, league: UUID) -> HttpResponse:
    found = find_league(request, club, league)
    require(may_manage_league(request.actor, found))
    lines = member_lines(found)
    shown: dict[str, Any] = {"lines": lines, "asks_points": carries(settings_of(found))}
    form = LeagueMembersForm(request.POST or None, seen=members_seen(lines), **shown)
    overtaken = False
    if form.is_valid():
        told = form.cleaned_data
        try:
            leagues.set_league_members(
                request.actor, found, form.asked, seen=told["seen"], request_id=told["request_id"]
            )
        except LeagueMoved:
            overtaken = True
            seen = members_seen(lines)
            form = LeagueMembersForm(overtaken_data(request, seen), seen=seen, **shown)
        else:
            messages.success(request, _("The list is saved."))
            return redirect("league_members", found.club.slug, found.uuid)
    context = {**managing(request, found, "members"), "moved": overtaken}
    return render_form(
        request, "clubs/seasons/league_members.html", form, context, overtaken=overtaken
    )


@sign_in_first
@require_POST
def league_open(request: Request, club: str, league: UUID) -> HttpResponse:
    found = find_league(request, club, league)
    leagues.open_league(request.actor, found, request_id=request_id(request))
    messages.success(request, _("%(season)s is open.") % {"season": found.name})
    return redirect("league_settings", found.club.slug, found.uuid)


@sign_in_first
@require_http_methods(["GET", "POST"])
def league_close(request: Request, club: str, league: UUID) -> HttpResponse:
    """What closing means and what is in its way; then it is done."""
    found = find_league(request, club, league)
    require(may_publish_league(request.actor, found))
    form = LeagueCloseForm(request.POST if request.method == "POST" else None)
    status = 422 if form.errors else 200
    if form.is_valid():
        try:
            leagues.close_league(request.actor, found, request_id=form.cleaned_data["request_id"])
        except LeagueNotReady:
            status = 409
        else:
            messages.success(request, _("%(season)s is closed.") % {"season": found.name})
            return redirect("league_publish", found.club.slug, found.uuid)
    context = {**managing(request, found, "close"), "closing": closing_of(found), "form": form}
    return render(request, "clubs/seasons/league_close.html", context, status=status)


@sign_in_first
@require_http_methods(["GET", "POST"])
def league_reopen(request: Request, club: str, league: UUID) -> HttpResponse:
    found = find_league(request, club, league)
    form = ReasonForm(request.POST or None)
    if not found.is_closed:
        require(may_publish_league(request.actor, found))
        return redirect("league_settings", found.club.slug, found.uuid)
    require(may_reopen_league(request.actor, found))
    if form.is_valid():
        leagues.reopen_league(request.actor, found, **form.cleaned_data)
        messages.success(request, _("%(season)s is open again.") % {"season": found.name})
        return redirect("league_settings", found.club.slug, found.uuid)
    return render_form(
        request, "clubs/seasons/league_reopen.html", form, managing(request, found, "close")
    )


@sign_in_first
@require_http_methods(["GET", "POST"])
def league_publish(request: Request, club: str, league: UUID) -> HttpResponse:
    """What visitors see, and the versions that were published."""
    found = find_league(request, club, league)
    require(may_publish_league(request.actor, found))
    form = LeagueShowForm(request.POST or None, league=found)
    if form.is_valid():
        leagues.show_league(request.actor, found, **form.cleaned_data)
        messages.success(request, _("Saved: this is what visitors see from now on."))
        return redirect("league_publish", found.club.slug, found.uuid)
    context: Mapping[str, Any] = {
        **managing(request, found, "publish"),
        "publications": list(publications_of(request.actor, found)),
    }
    return render_form(request, "clubs/seasons/league_publish.html", form, context)


@sign_in_first
@require_POST
def league_publish_now(request: Request, club: str, league: UUID) -> HttpResponse:
    found = find_league(request, club, league)
    published = leagues.publish_league(request.actor, found, request_id=request_id(request))
    text = _("Version %(version)s of the standings is published.")
    messages.success(request, text % {"version": published.version})
    return redirect("league_publish", found.club.slug, found.uuid)
