"""What polls are answered, most of them without asking who looks: docs/decisions/polling.md.

Anybody who was shown a state of a table may ask whether that is still its state: the answer, yes,
tells nothing else. The address that a page polls carries a seal of the state that it shows, so that
the usual case costs one read, without session and account. Everything else is asked of access.
"""

from collections.abc import Callable
from urllib.parse import urlencode
from uuid import UUID

from django.contrib.staticfiles.storage import staticfiles_storage
from django.http import HttpResponse
from django.utils.crypto import constant_time_compare, salted_hmac

from clubs.access import LinkEnded
from clubs.http import Request
from clubs.models import Sitting
from clubs.queries.tables.sittings import current_revision, seen_revision
from clubs.views.shared import find_sitting, link_ended, number_in, sign_in_first


def poll_address(path: str, name: str, seen: object, **more: str) -> str:
    """The address at which a page that shows this state asks for a newer one."""
    parameters = {name: seen, **{key: value for key, value in more.items() if value}}
    return f"{path}?{urlencode({**parameters, 'seal': _seal_of(path, seen)})}"


def is_sealed(request: Request, seen: object) -> bool:
    """Whether a page of ours was shown this state, and asks for it."""
    return constant_time_compare(request.GET.get("seal", ""), _seal_of(request.path, seen))


def _seal_of(path: str, seen: object) -> str:
    return salted_hmac("clubs.poll", f"{path} {seen}", algorithm="sha256").hexdigest()[:32]


def unchanged(request: Request) -> HttpResponse:
    """Nothing new; to a page of an earlier version of the program, that it should load again."""
    response = HttpResponse(status=204)
    if request.GET.get("build", build()) != build():
        response["HX-Refresh"] = "true"
    return response


def build() -> str:
    """Changes with every change of a script or a stylesheet; empty as long as none is collected."""
    return str(getattr(staticfiles_storage, "manifest_hash", ""))


def shows_revision_now(request: Request, uuid: UUID) -> bool:
    """Whether the page was shown the revision that it polls with, and the table still has it."""
    seen = number_in(request, "revision")
    return is_sealed(request, seen) and current_revision(uuid) == seen


def table_answer(
    request: Request, uuid: UUID, draw: Callable[[Request, Sitting], HttpResponse]
) -> HttpResponse:
    """What `draw` makes of a table, if it is not as the page shows it; else nothing."""
    seen = number_in(request, "revision")
    if not is_sealed(request, seen):
        return _drawn_again(request, uuid=uuid, draw=draw, seen=seen)
    if current_revision(uuid) == seen:
        return unchanged(request)
    return _drawn_again(request, uuid=uuid, draw=draw)


@sign_in_first
def _drawn_again(
    request: Request,
    uuid: UUID,
    draw: Callable[[Request, Sitting], HttpResponse],
    seen: int | None = None,
) -> HttpResponse:
    """The answer that needs access. seen: the revision that a page says without the seal."""
    if seen is not None and seen_revision(request.actor, uuid) == seen:
        return unchanged(request)
    try:
        sitting = find_sitting(request, uuid)
    except LinkEnded:
        return link_ended(uuid)
    return draw(request, sitting)
