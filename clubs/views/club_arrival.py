"""The archive of a club, sent to the page of imports: it is named, and becomes a club of its own.

Source: leagues.md §7.4.
"""

from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from clubs.exchange.archive import open_sent_archive
from clubs.exchange.bundle import BundleDamaged
from clubs.exchange.imports import runs
from clubs.exchange.imports.choices import ImportChoices
from clubs.http import Request
from clubs.models import Club, ImportRun
from clubs.queries.imports import club_here
from clubs.services.files.archives import CLUB
from clubs.services.files.club_imports import ArchiveRefused, import_own_club
from clubs.services.files.imports import drop_import, unpack_bytes
from clubs.views.import_steps import run_context
from clubs.views.limits import Limit, too_many

CLUB_ARCHIVE = "club_archive"  # the code of shape.Unreadable
ARRIVE = "arrive"
ARRIVALS = Limit("club-arrivals", most=10, seconds=3600)


def keep_archive(
    request: Request, club: Club, content: bytes, name: str, request_id: UUID
) -> ImportRun:
    """Keep the file in the club to which it was sent while somebody looks at it."""
    return runs.keep_file(
        request.actor, club, content, name, ImportChoices(), request_id=request_id
    )


def arrival_page(request: Request, run: ImportRun) -> HttpResponse:
    """Says what the archive is of. A button makes that club here, with its person as owner."""
    context = run_context(run)
    is_sent = request.method == "POST" and request.POST.get("step") == ARRIVE
    if is_sent and ARRIVALS.is_reached(request):
        return too_many(request, ARRIVALS)
    try:
        with open_sent_archive(unpack_bytes(run.content["file"])) as bundle:
            if bundle is not None:
                [row] = bundle.rows(CLUB)
                context |= {"counts": bundle.counts, "name": row.get("name")}
                context["here"] = club_here(request.actor, str(row.get("uuid")))
            if bundle is not None and is_sent and request.actor.user is not None:
                ARRIVALS.count(request)
                arrived = import_own_club(
                    request.actor, request.actor.user, bundle.rows, request_id=run.uuid
                )
                drop_import(request.actor, run)
                messages.success(request, _("%(club)s is ready.") % {"club": arrived.name})
                return redirect("club_home", arrived.slug)
    except (BundleDamaged, ArchiveRefused, ValueError) as refusal:
        context["refused"] = str(refusal)
    status = 409 if "refused" in context else 200
    return render(request, "clubs/imports/club_arrival.html", context, status=status)
