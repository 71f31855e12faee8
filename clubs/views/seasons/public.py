"""Pages for visitors: what a season of a club shows to everybody. Nobody needs to sign in, and all
see the same, so that others may keep a copy for a while."""

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec
from uuid import UUID

from django.conf import settings
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.utils.translation import gettext as _
from django.views.decorators.http import conditional_page, require_safe

from clubs.dates import date_format
from clubs.exchange.seasons import feeds
from clubs.exchange.seasons.calendar import CALENDAR_TYPE, evenings_calendar
from clubs.http import Request
from clubs.models import Club, League
from clubs.queries.seasons import public
from clubs.queries.seasons.evening_card import public_evening_card
from clubs.queries.seasons.seasons import cancelled_evenings, league_evenings
from clubs.services.snapshot import snapshot
from clubs.views.pictures import picture_response
from clubs.views.seasons.standings import evening_picture_name
from clubs.views.shared import in_its_zone

P = ParamSpec("P")
FRESH = 300  # seconds

PublicView = Callable[Concatenate[Request, P], HttpResponse]


def _for_everybody(view: PublicView[P]) -> PublicView[P]:
    """Search engines may list it. Look and language come from cookies of the device alone."""

    @wraps(view)
    def open_view(request: Request, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        response = view(request, *args, **kwargs)
        patch_cache_control(response, public=True, max_age=FRESH)
        patch_vary_headers(response, ["Accept-Language", "Cookie", "Accept-Encoding"])
        response["X-Robots-Tag"] = "all"
        return response

    return open_view


def _find_public(slug: str, uuid: UUID) -> League:
    """A season that shows something; 404 for every other, also to those of the club."""
    league = public.find_public_league(slug, uuid)
    if league is None:
        raise Http404
    in_its_zone(league.club)
    return league


def _find_public_club(slug: str) -> public.PublicClub:
    page = public.public_club(slug)
    if page is None:
        raise Http404
    in_its_zone(page.club)
    return page


@require_safe
@_for_everybody
def public_club(request: Request, club: str) -> HttpResponse:
    page = _find_public_club(club)
    text = _("Tarot at %(name)s: seasons, standings and the next evenings.")
    context = {
        **_frame(request, page.club, title=page.club.name, text=text % {"name": page.club.name}),
        "page": page,
        "has_feed": page.has_feed,
    }
    return render(request, "clubs/seasons/public/public_club.html", context)


@require_safe
@_for_everybody
def public_league(request: Request, club: str, league: UUID) -> HttpResponse:
    shown = _find_public(club, league)
    with snapshot():
        page = public.public_league(shown, timezone.localdate())
    text = _("Standings of the season") if page.standings else _("Evenings of the season")
    context = {**_season_frame(request, shown, name=shown.name, text=text), "page": page}
    return render(request, "clubs/seasons/public/public_league.html", context)


@require_safe
@_for_everybody
def public_evening(request: Request, club: str, league: UUID, evening: UUID) -> HttpResponse:
    shown = _find_public(club, league)
    page = _find_public_evening(shown, evening)
    name = page.evening.name or date_format(page.evening.held_on)
    text = _("Results of the evening")
    card = public_evening_card(page)
    picture = reverse("public_evening_picture", args=[club, league, evening]) if card.lines else ""
    context = {
        **_season_frame(request, shown, name=name, text=text),
        "page": page,
        "card": card,
        "sent": card,
        "picture_url": picture,
        "share_picture": f"{settings.SITE_URL}{picture}" if picture else "",
    }
    return render(request, "clubs/seasons/public/public_evening.html", context)


@require_safe
@_for_everybody
def public_evening_picture(
    request: Request, club: str, league: UUID, evening: UUID
) -> HttpResponse:
    page = _find_public_evening(_find_public(club, league), evening)
    return picture_response(request, public_evening_card(page), evening_picture_name(page.evening))


def _find_public_evening(league: League, uuid: UUID) -> public.PublicEvening:
    with snapshot():
        page = public.public_evening(league, uuid)
    if page is None:
        raise Http404
    return page


@require_safe
@_for_everybody
def public_calendar(request: Request, club: str, league: UUID) -> HttpResponse:
    shown = _find_public(club, league)
    if not shown.shows_calendar:
        raise Http404
    host = settings.SITE_URL.partition("//")[2]
    content = evenings_calendar(
        shown,
        league_evenings(shown),
        cancelled=cancelled_evenings(shown),
        host=host,
        made_at=timezone.now(),
    )
    return HttpResponse(content, content_type=CALENDAR_TYPE)


@require_safe
@_for_everybody
@conditional_page  # readers of feeds ask every few minutes, for years
def public_feed(request: Request, club: str) -> HttpResponse:
    page = _find_public_club(club)
    if not page.has_feed:
        raise Http404
    title = _("%(club)s: results") % {"club": page.club.name}
    text = feeds.atom_feed(page.club, public.news_of(page), site=settings.SITE_URL, title=title)
    return HttpResponse(text, content_type="application/atom+xml; charset=utf-8")


def _frame(request: Request, club: Club, *, title: str, text: str) -> dict[str, Any]:
    """Returns the context of each public page: the preview for other sites, and the canonical
    address."""
    address = f"{settings.SITE_URL}{request.path}"
    return {"club": club, "address": address, "share_title": title, "share_text": text}


def _season_frame(request: Request, league: League, *, name: str, text: str) -> dict[str, Any]:
    title = f"{name} · {league.club.name}"
    has_feed = public.has_news(league)
    shared = _frame(request, league.club, title=title, text=text)
    return {**shared, "league": league, "has_feed": has_feed}
