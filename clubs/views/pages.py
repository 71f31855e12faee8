"""The front page, one's own settings, and the pages of refusals that no view answers."""

import logging
import sys
from uuid import uuid4

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubs.access import may_create_club, may_open_private_table
from clubs.core.problems import DealRefused
from clubs.forms.people.preferences import PreferencesForm
from clubs.http import Request
from clubs.preferences import Preferences, keep_language, keep_on_device
from clubs.queries.people.links import tables_at_play, tables_on_device
from clubs.queries.people.people import memberships_of
from clubs.services.files.ground import why_not_ready
from clubs.services.people.preferences import save_preferences
from clubs.trouble import sent_again, trouble_page
from clubs.views.addresses import own_path
from clubs.views.shared import render_form

logger = logging.getLogger(__name__)


@require_safe
def front_page(request: Request) -> HttpResponse:
    context = {
        "device_tables": tables_on_device(request.actor),
        "may_open_table": may_open_private_table(request.actor),
    }
    if not request.actor.is_signed_in:
        return render(request, "clubs/home/front_page.html", context)
    context |= {
        "memberships": memberships_of(request.actor),
        "open_tables": tables_at_play(request.actor),
        "may_create_club": may_create_club(request.actor),
    }
    return render(request, "clubs/home/front_page_member.html", context)


@require_http_methods(["GET", "POST"])
def preferences(request: Request) -> HttpResponse:
    now = Preferences.of_request(request).to_json()
    shown = {**now, "language": translation.get_language()}
    form = PreferencesForm(request.POST if request.method == "POST" else None, initial=shown)
    if not form.is_valid():
        return render_form(request, "clubs/people/preferences.html", form)
    chosen, language = form.to_preferences(), form.to_language()
    save_preferences(request.actor, {**chosen.to_json(), "language": language})
    with translation.override(language):
        messages.success(request, _("Your settings are saved."))
    response = redirect("preferences")
    keep_on_device(response, chosen)
    keep_language(response, language)
    return response


@require_POST
def language_set(request: Request) -> HttpResponse:
    """The choice of language on the front page: one button each, back to where one was."""
    code, target = request.POST.get("language", ""), own_path(request, request.POST.get("next"))
    response = HttpResponseRedirect(target)  # not redirect(), which looks for a view of that name
    if code in dict(settings.LANGUAGES):
        save_preferences(request.actor, {"language": code})
        keep_language(response, code)
    return response


@require_safe
def health(_request: HttpRequest) -> HttpResponse:
    """For monitors: a process of the server answers. Nothing else is asked."""
    return HttpResponse("ok\n", content_type="text/plain")


@require_safe
def ready(_request: HttpRequest) -> HttpResponse:
    """For monitors: the database answers, has the schema of the program, and can be written."""
    hindrance = why_not_ready()
    if hindrance is None:
        return HttpResponse("ready\n", content_type="text/plain")
    response = HttpResponse(f"not ready: {hindrance}\n", content_type="text/plain", status=503)
    response["Retry-After"] = "10"
    return response


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    return render(request, "400.html", status=400)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    return render(request, "404.html", status=404)


def server_error(request: HttpRequest) -> HttpResponse:
    """The page of an error. Its reference is what a person can tell us; the log has it beside the
    address. Trouble with the database that a middleware met has its own page."""
    error = sys.exc_info()[1]
    page = trouble_page(request, error)
    if page is not None:
        return page
    reference = uuid4().hex[:8]
    path = request.path.encode("unicode_escape").decode("ascii")  # no line of the log is theirs
    logger.error("Server error %s at %s", reference, path)
    context = {"reference": reference, "are_rules": _are_rules(error), **sent_again(request)}
    return render(request, "500.html", context, status=500)


def _are_rules(error: BaseException | None) -> bool:
    """Whether stored rules or settings are none: whoever types some is told in the form."""
    fields = error.problems if isinstance(error, DealRefused) else ()
    return any((one.field or "").startswith(("rules", "settings", "game")) for one in fields)
