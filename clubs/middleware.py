"""Who acts in a request, in which zone, who keeps the answer, and what becomes of a refusal."""

import logging
from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.db import Error as DatabaseFailure
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import render
from django.utils import timezone
from django.utils.cache import patch_cache_control
from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext as _

from clubs.access import Actor, Forbidden, LinkEnded
from clubs.bodies import most_bytes
from clubs.core.limits import LARGEST_FILE
from clubs.exchange.pdf import PressBusy
from clubs.http import PERSONAL, PUBLIC, VISITORS, WROTE, held_links, said_players
from clubs.models import Evening, League
from clubs.replica import is_replica_away, note_away, reading_replica
from clubs.services.changes import noting_repeats
from clubs.services.errors import LeagueClosed, RequestReused
from clubs.trouble import trouble_page

GetResponse = Callable[[HttpRequest], HttpResponse]
View = Callable[..., HttpResponse]

# What pages may ask a browser for: the screen stays on, sharing, copying, full screen. No more.
_DENIED = [
    "accelerometer",
    "autoplay",
    "bluetooth",
    "camera",
    "display-capture",
    "encrypted-media",
    "geolocation",
    "gyroscope",
    "hid",
    "magnetometer",
    "microphone",
    "midi",
    "payment",
    "serial",
    "usb",
    "xr-spatial-tracking",
]
PERMISSIONS = ", ".join(f"{feature}=()" for feature in _DENIED)
LAG = 30  # seconds; a replica that is further behind is in trouble
logger = logging.getLogger(__name__)


class HeadMiddleware:
    """A HEAD is a GET of which only the head is sent, at every address that takes a GET.

    Views know GET and POST alone. The server sends what it is given: who asks once more on the same
    connection would take content for the next answer.
    """

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.method != "HEAD":
            return self.get_response(request)
        request.method = "GET"
        response = self.get_response(request)
        request.method = "HEAD"
        if response.streaming:
            response.streaming_content = []  # type: ignore[attr-defined] # it is no HttpResponse
        else:
            response.content = b""
        return response


class BodyMiddleware:
    """Refuses a body that is longer than any that its address takes, before it is read."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        length = request.META.get("CONTENT_LENGTH") or "0"
        most = most_bytes(request.path, request.META.get("QUERY_STRING", ""))
        if length.isdecimal() and int(length) > most:
            context = {"largest_file": LARGEST_FILE // 2**20}
            return render(request, "413.html", context, status=413)
        return self.get_response(request)


class ActorMiddleware:
    """Sets request.actor; account and links are read only when somebody asks."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        actor = SimpleLazyObject(
            lambda: Actor.of_user(request.user, held_links(request), said_players(request))
        )
        setattr(request, "actor", actor)  # noqa: B010 (HttpRequest has no such attribute for mypy)
        return self.get_response(request)


class PageMiddleware:
    """Answers belong to one person, and a zone that a view chose (views/shared.py) to one request.

    no-cache: going back shows a page as it is now, with a request_id of its own; for what is sent
    once more from there, js/submit-once.js has the id of before. no-store: going back shows
    nothing, and no file of it stays (PERSONAL).
    """

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        with timezone.override(None):  # that of the settings, until a club is found
            response = self.get_response(request)
        if not response.has_header("Cache-Control"):
            keeps = {"no_store": True} if _is_personal(request) else {"no_cache": True}
            patch_cache_control(response, private=True, **keeps)
        response["Permissions-Policy"] = PERMISSIONS
        response.setdefault("X-Robots-Tag", "noindex")  # but what a club shows to everybody
        return response


def _is_personal(request: HttpRequest) -> bool:
    match = request.resolver_match
    return match is not None and match.url_name in PERSONAL


class ReplicaMiddleware:
    """Lets the replica answer public pages, where there is one.

    Who has sent a form in the last seconds reads what they wrote: a cookie says so. What the
    replica cannot answer, a page that it does not have yet included, the first database is asked.
    """

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if request.method not in {"GET", "HEAD"}:
            response.set_cookie(
                WROTE,
                max_age=LAG,
                secure=settings.SESSION_COOKIE_SECURE,
                httponly=True,
                samesite="Lax",
            )
        return response

    def process_view(
        self, request: HttpRequest, view: View, args: list[Any], kwargs: dict[str, Any]
    ) -> HttpResponse | None:
        if is_replica_away() or not _may_be_behind(request):
            return None
        try:
            with reading_replica():
                return view(request, *args, **kwargs)
        except DatabaseFailure as failure:
            logger.warning("The replica does not answer: %s", failure)
            note_away()
        except Exception:  # noqa: BLE001, S110 (the view tells it again, by the first database)
            pass
        return None


def _may_be_behind(request: HttpRequest) -> bool:
    name = request.resolver_match.url_name if request.resolver_match else None
    is_visitor = settings.SESSION_COOKIE_NAME not in request.COOKIES
    return (
        request.method == "GET"
        and WROTE not in request.COOKIES
        and (name in PUBLIC or (name in VISITORS and is_visitor))
    )


class RepeatMiddleware:
    """Says of what an earlier send has made that it counts once, in place of what the view says."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        with noting_repeats() as repeats:
            response = self.get_response(request)
        if repeats and response.has_header("Location"):
            waiting: Any = messages.get_messages(request)
            waiting._queued_messages.clear()  # the view's; those of earlier requests stay
            messages.info(request, _("This was sent before, and counts once."))
        return response


class RefusalMiddleware:
    """Turns refusals that no form can mend into pages."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if isinstance(response, HttpResponseNotAllowed):
            page = render(request, "405.html", {"above": _above(request.path)}, status=405)
            page["Allow"] = response["Allow"]
            return page
        return response

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if isinstance(exception, Forbidden):
            return render(request, "403.html", status=403)
        if isinstance(exception, LinkEnded):
            return render(request, "410.html", {"event": exception.tournament}, status=410)
        if isinstance(exception, RequestReused):
            return render(request, "409.html", status=409)
        if isinstance(exception, LeagueClosed):
            context = {"league": exception.league}
            return render(request, "clubs/seasons/season_closed.html", context, status=409)
        if isinstance(exception, League.DoesNotExist | Evening.DoesNotExist):
            return render(request, "404.html", status=404)  # somebody deleted it meanwhile
        if isinstance(exception, PressBusy):
            response = render(request, "clubs/home/press_busy.html", status=503)
            response["Retry-After"] = "5"
            return response
        return trouble_page(request, exception)


def _above(path: str) -> str:
    """The page that an address lies under: the table of a button that closes it."""
    return path.rstrip("/").rpartition("/")[0] + "/"
