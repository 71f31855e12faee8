"""What every view needs: one way to answer a form, to find the club, to ask for an account."""

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any, Concatenate, ParamSpec
from uuid import UUID, uuid4

from django.contrib.auth.views import redirect_to_login
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django_htmx.http import HttpResponseClientRedirect

from clubs.access import visible_clubs
from clubs.http import Request
from clubs.models import Club

P = ParamSpec("P")


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


def request_id(request: HttpRequest) -> UUID:
    """The id that a one-button form carries, so that a double tap counts once.

    A missing or damaged one is replaced: the change is then carried out, only not twice-safe.
    """
    try:
        return UUID(request.POST.get("request_id", ""))
    except ValueError:
        return uuid4()


def find_club(request: Request, slug: str) -> Club:
    """The club of a page, or 404 for who is not of it."""
    return get_object_or_404(visible_clubs(request.actor), slug=slug)


def sign_in_first(
    view: Callable[Concatenate[Request, P], HttpResponse],
) -> Callable[Concatenate[Request, P], HttpResponse]:
    """Sends a visitor without account to sign in, and afterwards back.

    A form that was sent without account (a session that ended) leads back to the page it was on.
    """

    @wraps(view)
    def asked(request: Request, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if request.actor.is_signed_in:
            return view(request, *args, **kwargs)
        came_from = request.htmx.current_url_abs_path or request.headers.get("referer", "/")
        back = request.get_full_path() if request.method == "GET" else came_from
        answer = redirect_to_login(back)
        return HttpResponseClientRedirect(answer.url) if request.htmx else answer

    return asked
