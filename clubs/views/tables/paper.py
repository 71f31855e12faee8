"""What goes on paper, and back: score sheets as PDF, the check of a printed fingerprint; and the
end of a session as a picture."""

from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.http import content_disposition_header
from django.views.decorators.http import require_safe

from clubs.exchange.blank_sheet import blank_file_name, blank_sheet_pdf
from clubs.exchange.score_sheet import score_sheet_file_name, score_sheet_pdf
from clubs.forms.tables.paper import BlankSheetForm, FingerprintForm
from clubs.http import Request
from clubs.models import Sitting
from clubs.queries.tables.ending import published_card
from clubs.queries.tables.heads import sitting_head
from clubs.queries.tables.paper import paper_sheet
from clubs.queries.tables.sittings import score_sheet
from clubs.services.fingerprints import check_fingerprint
from clubs.views.limits import CHECKS, too_many
from clubs.views.pictures import picture_response
from clubs.views.shared import find_sitting, in_its_zone, of_sitting, render_form, sign_in_first


@sign_in_first
@require_safe
@of_sitting
def sitting_print(request: Request, sitting: Sitting) -> HttpResponse:
    """The score sheet as it is now; ?paper=a5 for the smaller one."""
    printed = paper_sheet(request.actor, sitting)
    paper = "a5" if request.GET.get("paper") == "a5" else "a4"
    content = score_sheet_pdf(printed, paper=paper, printed_at=timezone.now())
    return pdf_response(content, score_sheet_file_name(printed.sheet))


@sign_in_first
@require_safe
def sitting_picture(request: Request, uuid: UUID) -> HttpResponse:
    """How the session ended, as a picture for a chat."""
    sheet = score_sheet(find_sitting(request, uuid))
    card = published_card(sheet, sitting_head(sheet.sitting, sheet.rules))
    return picture_response(request, card, score_sheet_file_name(sheet, "png"))


def pdf_response(content: bytes, name: str) -> HttpResponse:
    """Shown in the browser; saved, it has that name."""
    response = HttpResponse(content, content_type="application/pdf")
    response["Content-Disposition"] = content_disposition_header(False, name) or "inline"
    return response


@require_safe
def sheet_blank(request: Request) -> HttpResponse:
    """Which empty sheet? The address may answer beforehand: ?game=volte&players=4."""
    form = BlankSheetForm.of(request.GET.dict())
    shown = form if form.is_valid() else BlankSheetForm.of({"game": form.game.code})
    return render(request, "clubs/tables/sheet/sheet_blank.html", {"form": shown})


@require_safe
def sheet_blank_pdf(request: Request) -> HttpResponse:
    form = BlankSheetForm.of(request.GET.dict())
    if not form.is_valid():
        return render_form(request, "clubs/tables/sheet/sheet_blank.html", form)
    wanted = form.to_sheet()
    name = blank_file_name(wanted["seat_count"], wanted["language"], wanted["game"])
    return pdf_response(blank_sheet_pdf(**wanted), name)


@require_safe
def fingerprint_check(request: Request) -> HttpResponse:
    """Is this fingerprint ours? Asked by the form, or by the QR code of a sheet."""
    form = FingerprintForm(request.GET if "f" in request.GET else None)
    answer = None
    if form.is_valid():
        if CHECKS.is_reached(request):
            return too_many(request, CHECKS)
        answer = check_fingerprint(request.actor, form.cleaned_data["f"])
        if answer.thing:
            CHECKS.count(request)
            in_its_zone(answer.thing.club)
    return render_form(
        request, "clubs/tables/sitting/fingerprint_check.html", form, {"answer": answer}
    )
