"""What every view needs: to answer a form, to find what a page is of, to ask for an account."""

import secrets
from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar
from uuid import UUID, uuid4

from django.contrib.auth.views import redirect_to_login
from django.core.paginator import Paginator
from django.forms import BaseForm
from django.http import (
    Http404,
    HttpRequest,
    HttpResponse,
    JsonResponse,
    QueryDict,
)
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django_tables2 import RequestConfig, Table

from clubs.access import (
    may_see_sitting,
    require_living_link,
    visible_clubs,
    visible_deals,
    visible_evenings,
    visible_leagues,
    visible_sitting,
)
from clubs.core.limits import MOST_SEED
from clubs.core.seating.random import Draws
from clubs.http import Request, wants_json
from clubs.models import Club, Deal, Evening, League, Sitting
from clubs.queries.tables.live import is_over
from clubs.views.addresses import own_path
from clubs.views.cookies import cookies_off, lost_its_cookie

P = ParamSpec("P")
Answer = TypeVar("Answer", bound=HttpResponseBase)
Page = Callable[..., HttpResponse]  # a view as an address calls it, with its parts by name
PAGE = 50  # rows


def render_form(
    request: HttpRequest,
    template: str,
    form: BaseForm,
    context: Mapping[str, Any] | None = None,
    *,
    overtaken: bool = False,
) -> HttpResponse:
    """The page of a form: 422 when it has errors, 409 when somebody else wrote first, else 200."""
    status = 409 if overtaken else 422 if form.is_bound and form.errors else 200
    return render(request, template, {"form": form, **(context or {})}, status=status)


def overtaken_data(request: HttpRequest, seen: str | None = None, **fields: object) -> QueryDict:
    """What was typed, to be sent again upon what is there now: its mark is `seen`, where the form
    has one, and these are other fields that say so.

    It is another request: under the id of the refused one the server would look for what that made.
    """
    data = request.POST.copy()
    marks = {} if seen is None else {"seen": seen}
    for name, value in {**marks, **fields, "request_id": uuid4()}.items():
        data[name] = str(value)
    return data


def request_id(request: HttpRequest) -> UUID:
    """The id that a one-button form carries, so that a double tap counts once.

    A missing or damaged one is replaced: the change is then carried out, only not twice-safe.
    """
    try:
        return UUID(request.POST.get("request_id", ""))
    except ValueError:
        return uuid4()


def new_draws() -> Draws:
    """A source of chance that nobody can foresee, for what is drawn at a table."""
    return Draws(secrets.randbelow(MOST_SEED + 1))


def whole_number(text: str, digits: int = 9) -> int:
    """A number as our own pages send it, of so many digits at most; 0 when it is damaged."""
    return int(text) if text.isdecimal() and len(text) <= digits else 0


def number_in(request: HttpRequest, name: str) -> int | None:
    """A number in the address; None when it is missing or none."""
    text = request.GET.get(name, "")
    return int(text) if text.isdecimal() and len(text) < 10 else None


def _find_club(request: Request, slug: str) -> Club:
    """The club of a page. Raises Http404 for people who are not of it. From here on times are shown
    in its zone."""
    return in_its_zone(get_object_or_404(visible_clubs(request.actor), slug=slug))


def find_sitting(request: Request, uuid: UUID) -> Sitting:
    """The table of a page, as _find_club. Raises LinkEnded for a guest whose link to it has
    ended."""
    sitting = visible_sitting(request.actor, uuid)
    if sitting is None:
        require_living_link(request.actor, uuid)
        raise Http404
    in_its_zone(sitting.club)
    return sitting


def find_deal(request: Request, uuid: UUID, number: int) -> Deal:
    """A deal of the table with this uuid, as find_sitting."""
    deals = visible_deals(request.actor)
    try:
        deal = get_object_or_404(deals, sitting__uuid=uuid, number=number)
    except Http404:
        require_living_link(request.actor, uuid)
        raise
    in_its_zone(deal.sitting.club)
    return deal


def find_league(request: Request, slug: str, uuid: UUID) -> League:
    """A season of the club of the address."""
    league = get_object_or_404(visible_leagues(request.actor), club__slug=slug, uuid=uuid)
    in_its_zone(league.club)
    return league


def find_evening(request: Request, slug: str, league: UUID, uuid: UUID) -> Evening:
    """An evening of the season of the address."""
    rows = visible_evenings(request.actor)
    evening = get_object_or_404(rows, league__club__slug=slug, league__uuid=league, uuid=uuid)
    in_its_zone(evening.league.club)
    return evening


def of_club(view: Callable[Concatenate[Request, Club, ...], Answer]) -> Callable[..., Answer]:
    """Finds the club of the address for the view, as _find_club."""

    @wraps(view)
    def found_club(request: Request, *, club: str, **kwargs: Any) -> Answer:
        return view(request, _find_club(request, club), **kwargs)

    return found_club


def of_sitting(view: Callable[Concatenate[Request, Sitting, ...], Answer]) -> Callable[..., Answer]:
    """Finds the table of the address for the view, as find_sitting."""

    @wraps(view)
    def found_sitting(request: Request, *, uuid: UUID, **kwargs: Any) -> Answer:
        return view(request, find_sitting(request, uuid), **kwargs)

    return found_sitting


def of_league(view: Callable[Concatenate[Request, League, ...], Answer]) -> Callable[..., Answer]:
    """Finds the season of the address for the view, as find_league."""

    @wraps(view)
    def found_league(request: Request, *, club: str, league: UUID, **kwargs: Any) -> Answer:
        return view(request, find_league(request, club, league), **kwargs)

    return found_league


def of_evening(view: Callable[Concatenate[Request, Evening, ...], HttpResponse]) -> Page:
    """Finds the evening of the address for the view, as find_evening."""

    @wraps(view)
    def found_evening(
        request: Request, *, club: str, league: UUID, evening: UUID, **kwargs: Any
    ) -> HttpResponse:
        return view(request, find_evening(request, club, league, evening), **kwargs)

    return found_evening


def link_ended(uuid: UUID) -> HttpResponse:
    """The answer to a poll of a guest whose link has ended, most often with the session: words that
    the page shows (js/live/live.js)."""
    return gone(ended_words(uuid))


def ended_words(uuid: UUID) -> str:
    if is_over(uuid):
        return _("The session is closed.")
    return _("This link has ended. Ask the table for a new one.")


def gone(words: str) -> HttpResponse:
    return HttpResponse(words, status=410, content_type="text/plain; charset=utf-8")


def in_its_zone(club: Club) -> Club:
    """Shows times in the zone of the club until the request ends; PageMiddleware then resets it."""
    timezone.activate(club.zone)
    return club


class Pages(Paginator):  # type: ignore[type-arg]
    """Of so many rows each. The address may ask for any `per_page`: django-tables2 would obey."""

    row_count = PAGE

    def __init__(self, rows: Any, per_page: int, **options: Any) -> None:
        super().__init__(rows, self.row_count, **options)


def cut_page(request: HttpRequest, table: Table, pages: type[Pages] = Pages) -> None:
    """Sorts a list and cuts out the page that the address names; the nearest there is."""
    RequestConfig(request, paginate={"paginator_class": pages}).configure(table)


def _is_of_table(request: HttpRequest) -> bool:
    route = request.resolver_match.route if request.resolver_match else ""
    return route.startswith("t/<uuid:uuid>/")


def sign_in_first(
    view: Callable[Concatenate[Request, P], Answer],
) -> Callable[Concatenate[Request, P], Answer | HttpResponse]:
    """Sends a visitor without account to sign in, and afterwards back.

    A form that was sent without account (a session that ended) leads back to the page it was on.
    The address of a table may have been read aloud or mistyped, and most who have one have no
    account: its page says so, asks for a code, and says the same of tables that are not shown.
    Guests by a link see the table that it opens; everything else asks them for an account as well.
    A browser that has just opened a link and keeps no cookies is told so.
    A script is told 401: leaving the page would lose what is typed there (js/signed-out.js).
    """

    @wraps(view)
    def asked(request: Request, /, *args: P.args, **kwargs: P.kwargs) -> Answer | HttpResponse:
        if request.actor.is_signed_in:
            return view(request, *args, **kwargs)
        if request.actor.held and kwargs:
            try:
                return view(request, *args, **kwargs)
            except Http404:
                uuid = kwargs.get("uuid")
                if isinstance(uuid, UUID) and may_see_sitting(request.actor, uuid):
                    raise  # the table is there, and the deal is not: an account would not help
        if wants_json(request) or request.htmx:
            return JsonResponse({}, status=401)
        if lost_its_cookie(request):
            return cookies_off(request)
        is_page = request.method == "GET"
        if is_page and _is_of_table(request):
            return render(request, "clubs/tables/table_missing.html", status=404)
        came_from = own_path(request, request.headers.get("referer"))
        return redirect_to_login(request.get_full_path() if is_page else came_from)

    return asked
