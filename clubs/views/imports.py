"""Imports: a file is sent, its open questions are answered, and it is previewed and written."""

from uuid import UUID, uuid4

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render, resolve_url
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_safe

from clubs.access import (
    may_create_club,
    may_create_league,
    may_export_club,
    may_import,
    require,
    visible_imports,
)
from clubs.bodies import file_address
from clubs.core.problems import DealRefused
from clubs.exchange.imports import runs, shown
from clubs.exchange.imports.choices import ImportChoices
from clubs.exchange.imports.plan import ImportFacts, make_plan
from clubs.exchange.imports.shape import Unreadable
from clubs.exchange.imports.words import error_message, known_files
from clubs.forms.imports import ImportStartForm
from clubs.http import Request
from clubs.models import Club, ImportRun, League
from clubs.numbers import grouped_number
from clubs.queries.home.first_steps import lacks_scores
from clubs.queries.import_undo import runs_of_file, undoable
from clubs.queries.imports import (
    closed_season,
    latest_imports,
    made_sittings,
    waiting_rest,
)
from clubs.queries.seasons.uncounted import uncounted_tables
from clubs.queries.tables.heads import sitting_head
from clubs.services.errors import LeagueClosed
from clubs.services.files import imports
from clubs.services.files.import_undo import undo_import
from clubs.views.club_arrival import CLUB_ARCHIVE, arrival_page, keep_archive
from clubs.views.import_steps import STEPS, due_page, first_choices, run_context
from clubs.views.limits import Limit, too_many
from clubs.views.shared import (
    of_club,
    render_form,
    request_id,
    sign_in_first,
    whole_number,
)

NEW_IMPORTS = Limit("new-imports", most=60, seconds=3600)
LISTED = 10  # imports on a page
NEXT, DROP = "next", "drop"


@sign_in_first
@require_safe
@of_club
def io_home(request: Request, club: Club) -> HttpResponse:
    """The page of imports and exports, with what the member may do."""
    rows = Paginator(latest_imports(request.actor, club), LISTED)
    page = rows.get_page(request.GET.get("page"))
    context = {
        "club": club,
        "nav_section": "home",
        "may_import": may_import(request.actor, club),
        "may_export_club": may_export_club(request.actor, club),
        "runs": list(page),
        "page": page,
        "pages": {"prefixed_page_field": "page"},
    }
    return render(request, "clubs/imports/io_home.html", context)


@sign_in_first
@require_http_methods(["GET", "POST"])
@of_club
def import_new(request: Request, club: Club) -> HttpResponse:
    require(may_import(request.actor, club))
    if request.method == "POST" and NEW_IMPORTS.is_reached(request):
        return too_many(request, NEW_IMPORTS)
    form = ImportStartForm(request.POST or None, request.FILES or None, kinds=shown.KINDS)
    if form.is_valid():
        NEW_IMPORTS.count(request)
        content, name = form.content()
        cleaned = form.cleaned_data
        facts = ImportFacts(club, None, uuid4())  # only to look at
        try:
            contents = runs.read_best(content, name)
            sheet = contents.sheet.name if contents.sheet else ""
            first = ImportChoices(kind=cleaned["kind"], sheet=sheet)
            plan = make_plan(contents, first, facts)
            run = runs.keep_file(
                request.actor,
                club,
                content,
                name,
                first_choices(club, plan),
                kind=plan.kind or "",
                request_id=cleaned["request_id"],
            )
        except Unreadable as refusal:
            if refusal.error.code == CLUB_ARCHIVE and may_create_club(request.actor):
                run = keep_archive(request, club, content, name, cleaned["request_id"])
                return redirect("import_show", club.slug, run.uuid)
            form.add_error("file" if cleaned["file"] else "pasted", _told_error(refusal))
        else:
            return redirect("import_show", club.slug, run.uuid)
    context = {
        "club": club,
        "nav_section": "home",
        "samples": shown.samples(),
        "file_address": file_address(request.path),
        "known_files": known_files(),
    }
    return render_form(request, "clubs/imports/import_new.html", form, context)


def _told_error(refusal: Unreadable) -> str:
    row = refusal.error.row
    text = error_message(refusal.error)
    return _("Row %(row)s: %(error)s") % {"row": row, "error": text} if row else text


@sign_in_first
@require_http_methods(["GET", "POST"])
@of_club
def import_show(request: Request, club: Club, run: UUID) -> HttpResponse:
    """The step that is due: columns, names, preview, the blocks, the report."""
    require(may_import(request.actor, club))
    import_run = get_object_or_404(visible_imports(request.actor), club=club, uuid=run)
    step = request.POST.get("step", "")
    if request.method == "POST" and step == DROP:
        return _dropped(request, import_run)
    if import_run.finished_at:
        return _report_page(request, import_run)
    if import_run.total:
        return _progress_page(request, import_run, step)
    choices = runs.choices_of(import_run)
    try:
        if request.method == "POST" and step in STEPS:
            return STEPS[step](request, import_run, choices)
        return due_page(request, import_run, choices)
    except Unreadable as refusal:
        if refusal.error.code == CLUB_ARCHIVE and may_create_club(request.actor):
            return arrival_page(request, import_run)
        return _broken_page(request, import_run, refusal)


def _broken_page(request: Request, run: ImportRun, refusal: Unreadable) -> HttpResponse:
    """Says why the file cannot be read. Where the cause may pass, the page tries again."""
    is_busy = refusal.error.code == "busy"
    context = {**run_context(run), "error": _told_error(refusal), "is_busy": is_busy}
    status = 503 if is_busy else 422
    return render(request, "clubs/imports/import_broken.html", context, status=status)


def _dropped(request: Request, run: ImportRun) -> HttpResponse:
    """Throws a file away, or ends its import where it is. What is written stays."""
    done = imports.drop_import(request.actor, run)
    if done is None:
        return redirect("import_show", run.club.slug, run.uuid)
    if done:
        text = ngettext(
            "The import is ended: %(count)s row is in and stays, the others are not written.",
            "The import is ended: %(count)s rows are in and stay, the others are not written.",
            done,
        )
        messages.info(request, text % {"count": grouped_number(done)})
    else:
        messages.info(request, _("The file is discarded; nothing was written."))
    return redirect("io_home", run.club.slug)


# Writing, and the report


def _progress_page(request: Request, run: ImportRun, step: str) -> HttpResponse:
    """Writes one block for each request; the page asks for the next one. An import that cannot go
    on can be ended."""
    if request.method != "POST":
        return _rest_page(request, run, closed=closed_season(run))
    if step == NEXT:
        block = whole_number(request.POST.get("next_block", ""))
        try:
            imports.go_on(request.actor, run, block=block)
        except LeagueClosed as refusal:
            return _rest_page(request, run, closed=refusal.league, status=409)
        except DealRefused:  # somebody changed the club meanwhile
            return _rest_page(request, run, is_refused=True, status=409)
        except ImportRun.DoesNotExist as error:  # ended on another page
            raise Http404 from error
        if (
            not run.finished_at and run.report["block"] != block + 1
        ):  # else the page would ask for ever
            return _rest_page(request, run, is_stuck=True, status=409)
    return redirect("import_show", run.club.slug, run.uuid)


def _rest_page(
    request: Request,
    run: ImportRun,
    *,
    closed: League | None = None,
    is_refused: bool = False,
    is_stuck: bool = False,
    status: int = 200,
) -> HttpResponse:
    """The progress of the import, and the reason why it cannot go on. closed is the season that
    takes no tables; is_stuck: the last request wrote nothing, so that a person has to look."""
    context = {
        **run_context(run),
        "request_id": request_id(request),
        "next_block": run.report["block"],
        "closed": closed,
        "is_refused": is_refused,
        "is_stuck": is_stuck,
    }
    return render(request, "clubs/imports/import_progress.html", context, status=status)


def _report_page(request: Request, run: ImportRun) -> HttpResponse:
    if request.method == "POST":  # sent twice, or the page of somebody else
        return redirect("import_show", run.club.slug, run.uuid)
    tables, rest = made_sittings(run), waiting_rest(run)
    report, undone = run.report, bool(run.undone_at)
    has_tables = bool(report.get("table_count")) and not undone
    context = {
        **run_context(run),
        "report": report,
        "unchanged": report.get("already_imported", 0) - report.get("completed", 0),
        "is_empty": not any(
            report.get(name) for name in ("deals", "totals", "members", "completed")
        ),
        "tables": [(table, sitting_head(table, came_in_a_file=True)) for table in tables],
        "more_tables": max(report.get("table_count", 0) - len(tables), 0),
        "undone": report.get("undo") if undone else None,
        "has_others": not undone and len(runs_of_file(run)) > 1,
        "rest": rest,
        "lacks_scores": not (has_tables or undone) and lacks_scores(run.club),
        "makes_season": has_tables
        and not report.get("league")
        and may_create_league(request.actor, run.club)
        and uncounted_tables(run.club).exists(),
    }
    return render(request, "clubs/imports/import_report.html", context)


# Taking back


@sign_in_first
@require_http_methods(["GET", "POST"])
@of_club
def import_undo(request: Request, club: Club, run: UUID) -> HttpResponse:
    """What taking an import back would delete and what stays; each POST takes back one block.
    ?whole=1 says it of all sheets of the file."""
    require(may_import(request.actor, club))
    import_run = get_object_or_404(visible_imports(request.actor), club=club, uuid=run)
    address = resolve_url("import_show", club.slug, import_run.uuid)
    if import_run.undone_at or (request.method == "POST" and not import_run.is_begun):
        return redirect(address)
    if request.method != "POST":
        return _undo_page(request, import_run)
    block = whole_number(request.POST.get("next_block", ""))
    try:
        undo_import(request.actor, import_run, block=block, whole_file=_is_whole(request))
    except LeagueClosed:
        return _undo_page(request, import_run, status=409)
    if not import_run.undone_at and import_run.undo_block != block + 1:
        return _undo_page(request, import_run, is_stuck=True, status=409)
    return redirect(address if import_run.undone_at else request.get_full_path())


def _is_whole(request: Request) -> bool:
    return request.GET.get("whole") == "1"


def _undo_page(
    request: Request, run: ImportRun, *, is_stuck: bool = False, status: int = 200
) -> HttpResponse:
    runs = runs_of_file(run)
    going = runs if _is_whole(request) else [run]
    rest = undoable(going)
    context = {
        **run_context(run),
        "rest": rest,
        "sheets": [one.report.get("sheet") for one in reversed(going) if len(going) > 1],
        "others": len(runs) - 1,
        "is_whole": _is_whole(request),
        "done": run.report.get("undo", {}).get("tables", 0),
        "next_block": run.undo_block,
        "goes_on": run.undo_block > 0 and not is_stuck and not rest.closed,
        "is_stuck": is_stuck,
    }
    return render(request, "clubs/imports/import_undo.html", context, status=status)
