"""What a phone needs to open and to send without network: see docs/decisions/offline-queue.md."""

import json

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.urls import reverse
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_safe

from clubs.staticfiles.shell import shell_files, version_of


@require_safe
def service_worker(request: HttpRequest) -> HttpResponse:
    """js/worker.js with the names of the files it keeps; at the root, since it is for all pages.

    A browser takes a new worker when these bytes change: the names carry hashes of the contents.
    """
    files = shell_files()
    pages = {"offline": reverse("offline_page"), "unanswered": reverse("unanswered_page")}
    shell = {"version": version_of(files), "files": files, **pages}
    script = (
        f"self.shell = {json.dumps(shell)};\nimportScripts({json.dumps(static('js/worker.js'))});\n"
    )
    return HttpResponse(script, content_type="text/javascript; charset=utf-8")


@require_safe
def manifest(request: HttpRequest) -> HttpResponse:
    """Answers "add to the home screen"."""
    logo = {"src": static("img/logo.svg"), "sizes": "any", "type": "image/svg+xml"}
    content = {
        "id": "/",
        "name": settings.SITE_NAME,
        "short_name": settings.SITE_NAME,
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": "#f5f0e5",
        "theme_color": "#124a3e",
        "icons": [{**logo, "purpose": "any"}, {**logo, "purpose": "maskable"}],
    }
    return JsonResponse(content, content_type="application/manifest+json")


@require_safe
def favicon(request: HttpRequest) -> HttpResponse:
    """The icon for documents that cannot name one, such as a PDF. Pages name their own."""
    return redirect(static("img/logo.svg"))


@require_safe
def offline_page(request: HttpRequest) -> HttpResponse:
    """The page that the service worker keeps. It is the same for everybody, signed in or not."""
    return render(request, "clubs/home/offline_page.html")


@require_safe
def unanswered_page(request: HttpRequest) -> HttpResponse:
    """What the service worker answers to a form that was sent and got no answer; kept as above."""
    return render(request, "clubs/home/unanswered_page.html")


@require_safe
@ensure_csrf_cookie
def token(request: HttpRequest) -> HttpResponse:
    """A CSRF token for a page that has outlived its own."""
    return HttpResponse(status=204)
