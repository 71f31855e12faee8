"""Browsers that keep no cookies: what they open or send leads nowhere, and a page tells them
why."""

from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

CAME_BACK = "cookie"  # mark of an address: the answer that leads there set a cookie


def keeps_no_cookie(request: HttpRequest) -> bool:
    """Whether the browser sent no cookie. That is true of the first visit as well."""
    return not request.COOKIES


def lost_its_cookie(request: HttpRequest) -> bool:
    """Whether the browser comes with the mark and without a cookie: it keeps none."""
    return CAME_BACK in request.GET and keeps_no_cookie(request)


def asked_for_cookie(request: HttpRequest) -> HttpResponse:
    """Sends a browser without cookies that opens a link to the same address with a mark."""
    if lost_its_cookie(request):
        return cookies_off(request)
    query = urlencode({**request.GET.dict(), CAME_BACK: ""})
    return redirect(f"{request.path}?{query}")


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """A form whose token is missing or old. Without any cookie it cannot have one."""
    if keeps_no_cookie(request):
        return cookies_off(request)
    return render(request, "403_csrf.html", status=403)


def cookies_off(request: HttpRequest) -> HttpResponse:
    return render(request, "403_cookies.html", status=403)
