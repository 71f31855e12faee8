"""Data in: a file is sent, understood together with a person, looked at, and written."""

from dataclasses import replace
from typing import Any
from uuid import UUID, uuid4

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_safe

from clubs.access import (
    may_export_club,
    may_import,
    require,
    visible_imports,
)
from clubs.bodies import file_address
from clubs.core.problems import DealRefused
from clubs.exchange.imports import runs, shown
from clubs.exchange.imports.columns import Kind
from clubs.exchange.imports.orders import order_of, repeated_count
from clubs.exchange.imports.plan import NEW_LEAGUE, Choices, Facts, Plan, make_plan
from clubs.exchange.imports.process.apart import read_apart
from clubs.exchange.imports.shape import MOST_SHOWN, Unreadable
from clubs.exchange.imports.words import error_message, known_files
from clubs.forms.imports import (
    ColumnsForm,
    HeaderRow,
    ImportForm,
    ImportStartForm,
    NameRow,
    NamesForm,
    SlamRow,
    SlamsForm,
    mended_cells,
)
from clubs.http import Request
from clubs.models import Club, ImportRun, League
from clubs.numbers import grouped
from clubs.queries.deals.rules import available_rules
from clubs.queries.imports import (
    closed_season,
    game_of_most,
    importable_leagues,
    latest_imports,
    made_tables,
)
from clubs.queries.tables.sittings import sitting_head
from clubs.services.errors import LeagueClosed, NameTaken
from clubs.services.files import imports
from clubs.views.limits import Limit, too_many
from clubs.views.shared import find_club, render_form, request_id, sign_in_first, whole_number

NEW_IMPORTS = Limit("new-imports", most=60, seconds=3600)
COLUMNS, NAMES, SLAMS, CHECK = "columns", "names", "slams", "check"
WRITE, GOOD, NEXT, DROP = "write", "good", "next", "drop"  # good: without the rows with errors


@sign_in_first
@require_safe
def io_home(request: Request, club: str) -> HttpResponse:
    """Data in and out: for every member, what each may do."""
    found = find_club(request, club)
    context = {
        "club": found,
        "nav_section": "home",
        "may_import": may_import(request.actor, found),
        "may_export_club": may_export_club(request.actor, found),
        "runs": list(latest_imports(request.actor, found)),
    }
    return render(request, "clubs/imports/io_home.html", context)


@sign_in_first
@require_http_methods(["GET", "POST"])
def import_new(request: Request, club: str) -> HttpResponse:
    found = find_club(request, club)
    require(may_import(request.actor, found))
    if request.method == "POST" and NEW_IMPORTS.is_reached(request):
        return too_many(request, NEW_IMPORTS)
    form = ImportStartForm(request.POST or None, request.FILES or None, kinds=shown.KINDS)
    if form.is_valid():
        NEW_IMPORTS.count(request)
        content, name = form.content()
        told = form.cleaned_data
        facts = Facts.of(found, None, uuid4())  # only to look at
        try:
            plan = make_plan(read_apart(content, name=name), Choices(kind=told["kind"]), facts)
            run = runs.keep_file(
                request.actor,
                found,
                content,
                name,
                _first_choices(found, told["kind"], plan),
                kind=plan.kind or "",
                request_id=told["request_id"],
            )
        except Unreadable as refusal:
            form.add_error("file" if told["file"] else "pasted", _told_error(refusal))
        else:
            return redirect("import_show", found.slug, run.uuid)
    context = {
        "club": found,
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


def _first_choices(club: Club, kind: str, plan: Plan) -> Choices:
    """The season that a file brings, else the newest one that has all its days; for totals, which
    say nothing of their game, of that which is usual in the club."""
    choices = Choices(kind=kind)
    if plan.league is not None:
        return replace(choices, league=NEW_LEAGUE)
    days = [table.date for table in plan.tables]
    leagues = _leagues_for(club, plan) if days else []
    if plan.kind == Kind.TOTALS and leagues:
        game = game_of_most(club, leagues)
        leagues = [league for league in leagues if league.game == game]
    for league in leagues:
        if league.starts_on <= min(days) and max(days) <= league.ends_on:
            return replace(choices, league=str(league.uuid))
    return choices


def _leagues_for(club: Club, plan: Plan) -> list[League]:
    """Seasons that may take what is in the file: totals are of the game of their season."""
    leagues = importable_leagues(club)
    if plan.kind == Kind.DEALS:
        return [league for league in leagues if league.game == plan.game]
    return list(leagues)


@sign_in_first
@require_http_methods(["GET", "POST"])
def import_show(request: Request, club: str, run: UUID) -> HttpResponse:
    """The step that is due: columns, names, preview, the blocks, the report."""
    found = find_club(request, club)
    require(may_import(request.actor, found))
    kept = get_object_or_404(visible_imports(request.actor), club=found, uuid=run)
    step = request.POST.get("step", "")
    if request.method == "POST" and step == DROP:
        return _dropped(request, kept)
    if kept.finished_at:
        return _report_page(request, kept)
    if kept.total:
        return _progress_page(request, kept, step)
    choices = runs.choices_of(kept)
    try:
        if request.method == "POST" and step in STEPS:
            return STEPS[step](request, kept, choices)
        return _due_page(request, kept, choices)
    except Unreadable as refusal:
        return _broken_page(request, kept, refusal)


def _broken_page(request: Request, run: ImportRun, refusal: Unreadable) -> HttpResponse:
    """Why the file cannot be read; where that may pass, it is tried again."""
    is_busy = refusal.error.code == "busy"
    context = {**_frame(run), "error": _told_error(refusal), "is_busy": is_busy}
    status = 503 if is_busy else 422
    return render(request, "clubs/imports/import_broken.html", context, status=status)


def _dropped(request: Request, run: ImportRun) -> HttpResponse:
    """Thrown away, or ended where it is; what is finished stays."""
    done = imports.drop_import(request.actor, run)
    if done is None:
        return redirect("import_show", run.club.slug, run.uuid)
    if done:
        text = ngettext(
            "The import is ended: %(count)s row is in and stays, the others are not written.",
            "The import is ended: %(count)s rows are in and stay, the others are not written.",
            done,
        )
        messages.info(request, text % {"count": grouped(done)})
    else:
        messages.info(request, _("The file is discarded; nothing was written."))
    return redirect("io_home", run.club.slug)


def _due_page(request: Request, run: ImportRun, choices: Choices) -> HttpResponse:
    """What is to be said of the file, or its preview."""
    facts = runs.facts_of(run, choices)
    plan = runs.plan_of(run, choices, facts)
    if plan.step == COLUMNS:
        return _columns_page(request, run, plan, _columns_form(plan, choices))
    if plan.step == NAMES:
        return _names_page(request, run, plan, _names_form(plan, facts))
    if plan.step == SLAMS:
        return _slams_page(request, run, plan, SlamsForm(slams=_slam_rows(plan)))
    return _preview_page(request, run, plan, choices, facts)


def _frame(run: ImportRun) -> dict[str, Any]:
    return {"club": run.club, "run": run, "nav_section": "home"}


# Columns


def _columns_form(plan: Plan, choices: Choices, data: Any = None) -> ColumnsForm:
    return ColumnsForm(
        data,
        headers=[HeaderRow(*row) for row in shown.unknown_headers(plan)],
        columns=shown.column_choices(plan),
        kinds=shown.KINDS if plan.kind is None or shown.missing_columns(plan) else (),
        games=shown.GAMES if plan.kind == Kind.DEALS else (),
        orders=shown.ORDERS if plan.asks_order else (),
        initial={
            "kind": plan.kind.value if plan.kind else "",
            "game": plan.game,
            "order": "day",
        },
    )


def _columns_page(
    request: Request, run: ImportRun, plan: Plan, form: ColumnsForm, *, status: int = 200
) -> HttpResponse:
    context = {**_frame(run), "form": form, "errors": shown.header_rows(plan)}
    return render(request, "clubs/imports/import_columns.html", context, status=status)


def _columns_told(request: Request, run: ImportRun, choices: Choices) -> HttpResponse:
    facts = runs.facts_of(run, choices)
    plan = runs.plan_of(run, choices, facts)
    form = _columns_form(plan, choices, request.POST)
    if not form.is_valid():
        return _columns_page(request, run, plan, form, status=422)
    told = form.cleaned_data
    choices = replace(
        choices,
        kind=told.get("kind") or choices.kind,
        game=told.get("game") or choices.game,
        order=told.get("order") or choices.order,
        columns={**choices.columns, **form.told()},
    )
    plan = runs.plan_of(run, choices, facts)
    runs.keep_choices(request.actor, run, choices, plan)
    return redirect("import_show", run.club.slug, run.uuid)


# Names


def _names_form(plan: Plan, facts: Facts, data: Any = None) -> NamesForm:
    rows = [
        NameRow(
            one.key,
            one.name,
            shown.name_choices(one, facts.people, plan.kind),
            shown.name_preset(one, plan.kind),
        )
        for one in plan.unknown
    ]
    return NamesForm(data, names=rows)


def _names_page(
    request: Request, run: ImportRun, plan: Plan, form: NamesForm, *, status: int = 200
) -> HttpResponse:
    context = {**_frame(run), "form": form, "count": len(plan.unknown)}
    return render(request, "clubs/imports/import_names.html", context, status=status)


def _names_told(request: Request, run: ImportRun, choices: Choices) -> HttpResponse:
    facts = runs.facts_of(run, choices)
    plan = runs.plan_of(run, choices, facts)
    form = _names_form(plan, facts, request.POST)
    if not form.is_valid():
        return _names_page(request, run, plan, form, status=422)
    choices = replace(choices, names={**choices.names, **form.told()})
    runs.keep_choices(request.actor, run, choices, plan)
    return redirect("import_show", run.club.slug, run.uuid)


# Slams


def _slam_rows(plan: Plan) -> list[SlamRow]:
    """The questions, with what was answered before."""
    return [SlamRow(one.key, one.label, one.choices, one.answer) for one in plan.slams]


def _slams_page(
    request: Request, run: ImportRun, plan: Plan, form: SlamsForm, *, status: int = 200
) -> HttpResponse:
    context = {**_frame(run), "form": form, "count": sum(one.count for one in plan.slams)}
    return render(request, "clubs/imports/import_slams.html", context, status=status)


def _slams_told(request: Request, run: ImportRun, choices: Choices) -> HttpResponse:
    facts = runs.facts_of(run, choices)
    plan = runs.plan_of(run, choices, facts)
    form = SlamsForm(request.POST, slams=_slam_rows(plan))
    if not form.is_valid():
        return _slams_page(request, run, plan, form, status=422)
    choices = replace(choices, slams={**choices.slams, **form.told()})
    runs.keep_choices(request.actor, run, choices, plan)
    return redirect("import_show", run.club.slug, run.uuid)


# Preview


def _import_form(plan: Plan, choices: Choices, club: Club, data: Any = None) -> ImportForm:
    has_totals, has_deals = plan.total_count > 0, plan.kind == Kind.DEALS
    is_of_tables = plan.kind in (Kind.DEALS, Kind.TOTALS)
    sheets = plan.sheet.names if plan.sheet else ()
    wanted = {
        "game": is_of_tables and plan.columns is not None,
        "sheet": len(sheets) > 1,
        "league": is_of_tables,
        "rules": has_deals,
        "lists_members": is_of_tables and plan.league is None,
        "is_complete": has_totals or plan.kind == Kind.TOTALS,
        "keeps_differences": has_deals,
    }
    names = [name for name, is_wanted in wanted.items() if is_wanted]
    initial = {name: getattr(choices, name) for name in names} | {"game": plan.game}
    if plan.sheet:
        initial["sheet"] = plan.sheet.name
    return ImportForm(
        data,
        games=shown.GAMES,
        sheets=sheets,
        leagues=_leagues_for(club, plan) if is_of_tables else [],
        offers=available_rules(club, plan.game) if has_deals else [],
        new_league=plan.league.name if plan.league else "",
        file_rules=plan.columns is None,
        slams=_slam_rows(plan),
        shown=names,
        initial=initial,
    )


def _preview_page(
    request: Request,
    run: ImportRun,
    plan: Plan,
    choices: Choices,
    facts: Facts,
    *,
    form: ImportForm | None = None,
    status: int = 200,
) -> HttpResponse:
    order = order_of(plan, choices, facts)
    before = repeated_count(order, facts)
    errors = shown.error_rows(plan, plan.errors)
    context = {
        **_frame(run),
        "form": form or _import_form(plan, choices, run.club),
        "plan": plan,
        "errors": errors,
        "may_mend": any(error.cell for error in errors),
        "more_errors": max(len(plan.errors) - MOST_SHOWN, 0),
        "warnings": shown.error_rows(plan, plan.warnings),
        "more_warnings": max(len(plan.warnings) - MOST_SHOWN, 0),
        "tables": shown.table_rows(plan),
        "members": shown.member_rows(plan, facts.decided(choices).uuids(), order, run.club),
        "more_members": max(len(plan.members) - MOST_SHOWN, 0),
        "before": before,
        "new_people": order.people,
        "good_count": plan.deal_count + plan.total_count + len(plan.members),
    }
    return render(request, "clubs/imports/import_preview.html", context, status=status)


def _checked(request: Request, run: ImportRun, choices: Choices) -> HttpResponse:
    """Other settings, or cells typed anew: look once more."""
    changed = _told_choices(request, run, choices)
    if changed is None:
        return _invalid(request, run, choices)
    facts = runs.facts_of(run, changed)
    plan = runs.plan_of(run, changed, facts)
    runs.keep_choices(request.actor, run, changed, plan)
    return redirect("import_show", run.club.slug, run.uuid)


def _told_choices(request: Request, run: ImportRun, choices: Choices) -> Choices | None:
    """What the form of the preview says, None when it says what it cannot."""
    plan = runs.plan_of(run, choices, runs.facts_of(run, choices))
    form = _import_form(plan, choices, run.club, request.POST)
    if not form.is_valid():
        return None
    mended = {**choices.mended, **mended_cells(request.POST.dict())}
    told = {**form.told(), "mended": mended}
    if plan.kind == Kind.TOTALS and told["league"] not in ("", choices.league):
        told["game"] = ""  # the season says it, and not the page that was of another one
    elif (told.get("game") or plan.game) != plan.game:
        told |= {"rules": "", "league": ""}  # they are of the other game
    return replace(choices, **told)


def _invalid(request: Request, run: ImportRun, choices: Choices) -> HttpResponse:
    facts = runs.facts_of(run, choices)
    plan = runs.plan_of(run, choices, facts)
    form = _import_form(plan, choices, run.club, request.POST)
    return _preview_page(request, run, plan, choices, facts, form=form, status=422)


def _written(request: Request, run: ImportRun, choices: Choices) -> HttpResponse:
    """The last step. With errors, unless they are to be left out, the preview comes back."""
    changed = _told_choices(request, run, choices)
    if changed is None:
        return _invalid(request, run, choices)
    changed = replace(changed, skips_errors=request.POST["step"] == GOOD)
    facts = runs.facts_of(run, changed)
    plan = runs.plan_of(run, changed, facts)
    runs.keep_choices(request.actor, run, changed, plan)
    is_refused = bool(plan.errors) and not changed.skips_errors
    if plan.step != "preview" or is_refused or plan.is_empty:
        if plan.step != "preview":
            return redirect("import_show", run.club.slug, run.uuid)
        return _preview_page(request, run, plan, changed, facts, status=422)
    try:
        run = runs.begin(request.actor, run)
    except LeagueClosed as refusal:
        run.refresh_from_db()
        told = {"league": refusal.league.name}
        messages.warning(request, _("The season %(league)s is closed and takes no tables.") % told)
        return _preview_page(request, run, plan, changed, facts, status=409)
    except ImportRun.DoesNotExist as error:  # thrown away on another page
        raise Http404 from error
    except (NameTaken, DealRefused):  # somebody changed the club meanwhile
        run.refresh_from_db()
        messages.warning(request, _("Something changed in the club meanwhile: look once more."))
        return _preview_page(request, run, plan, changed, facts, status=409)
    return redirect("import_show", run.club.slug, run.uuid)


STEPS = {
    COLUMNS: _columns_told,
    NAMES: _names_told,
    SLAMS: _slams_told,
    CHECK: _checked,
    WRITE: _written,
    GOOD: _written,
}


# Writing, and what came of it


def _progress_page(request: Request, run: ImportRun, step: str) -> HttpResponse:
    """One block for each request; the page asks for the next one. What cannot go on
    can be ended."""
    if request.method != "POST":
        return _rest_page(request, run, closed=closed_season(run))
    if step == NEXT:
        told = whole_number(request.POST.get("next_block", ""))
        try:
            imports.go_on(request.actor, run, block=told)
        except LeagueClosed as refusal:
            return _rest_page(request, run, closed=refusal.league, status=409)
        except DealRefused:  # somebody changed the club meanwhile
            return _rest_page(request, run, is_refused=True, status=409)
        except ImportRun.DoesNotExist as error:  # ended on another page
            raise Http404 from error
        if (
            not run.finished_at and run.report["block"] != told + 1
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
    """How far it is, and where it cannot go on, why. closed is the season that takes nothing;
    is_stuck: what was just sent wrote nothing, so that a person has to look."""
    context = {
        **_frame(run),
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
    tables = made_tables(run)
    context = {
        **_frame(run),
        "report": run.report,
        "is_empty": not any(
            run.report.get(name) for name in ("deals", "totals", "members", "completed")
        ),
        "tables": [(table, sitting_head(table, came_in_a_file=True)) for table in tables],
        "more_tables": max(run.report.get("table_count", 0) - len(tables), 0),
    }
    return render(request, "clubs/imports/import_report.html", context)
