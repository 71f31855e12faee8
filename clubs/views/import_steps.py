"""The steps of an import before anything is written: questions about the file, and its preview."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render, resolve_url
from django.utils.translation import gettext as _

from clubs.core.problems import DealRefused
from clubs.exchange.imports import runs, shown
from clubs.exchange.imports.choices import NEW_LEAGUE, ImportChoices
from clubs.exchange.imports.columns import IGNORED, KEPT_FREE, SCORE, ImportKind
from clubs.exchange.imports.names import name_choices, name_preset
from clubs.exchange.imports.orders import order_of, repeated_count
from clubs.exchange.imports.plan import ImportPlan
from clubs.exchange.imports.shape import MOST_SHOWN
from clubs.forms.imports import ColumnsForm, ImportForm, QuestionRow, QuestionsForm, mended_cells
from clubs.http import Request
from clubs.models import Club, ImportRun, League
from clubs.queries.deals.rules import available_rules
from clubs.queries.imports import game_of_most, importable_leagues
from clubs.services.errors import LeagueClosed, NameTaken
from clubs.views.shared import whole_number

COLUMNS, NAMES, SLAMS, CHECK = "columns", "names", "slams", "check"
SHEET, HEADER = "sheet", "header"  # another sheet of the file, another row as its header
NEXT_SHEET = "next_sheet"  # another sheet, after the report of one
WRITE, GOOD = "write", "good"  # good: without the rows with errors


def run_context(run: ImportRun) -> dict[str, Any]:
    """The context of every page of an import."""
    return {"club": run.club, "run": run, "nav_section": "home"}


def _leagues_for(club: Club, plan: ImportPlan) -> list[League]:
    """Seasons that may take what is in the file: totals are of the game of their season."""
    leagues = importable_leagues(club)
    if plan.kind == ImportKind.DEALS:
        return [league for league in leagues if league.game == plan.game]
    return list(leagues)


def first_choices(club: Club, plan: ImportPlan) -> ImportChoices:
    """Those of the plan with a season: that which the file brings, else the newest one that has all
    its days; for totals, which say nothing of their game, of that which is usual in the club."""
    choices = plan.choices
    if plan.league is not None:
        return replace(choices, league=NEW_LEAGUE)
    # Also of tables that wait for an answer, or have an error.
    days = [table.date for table in plan.file.tables] if plan.file else []
    leagues = _leagues_for(club, plan) if days else []
    if plan.kind == ImportKind.TOTALS and leagues:
        game = game_of_most(club, leagues)
        leagues = [league for league in leagues if league.game == game]
    for league in leagues:
        if league.starts_on <= min(days) and max(days) <= league.ends_on:
            return replace(choices, league=str(league.uuid))
    return choices


def due_page(
    request: Request, run: ImportRun, choices: ImportChoices, *, status: int = 200
) -> HttpResponse:
    """The page of the next open question of the file, or its preview."""
    plan = runs.planned(run, choices)
    asks_again = request.method == "GET" and request.GET.get("step") == COLUMNS
    step = COLUMNS if plan.wants_a_look or (asks_again and plan.sheet) else plan.step
    if step not in QUESTIONS:
        return _preview_page(request, run, plan, status=status)
    form = _question_form(step, plan)
    return _question_page(request, run, step, plan, form, status=status)


# Questions

QUESTIONS = (COLUMNS, NAMES, SLAMS)


def _question_form(step: str, plan: ImportPlan, data: Any = None) -> QuestionsForm:
    if step == NAMES:
        return QuestionsForm(data, about="name", rows=_name_rows(plan))
    if step == SLAMS:
        return QuestionsForm(data, about="slam", rows=_slam_rows(plan))
    rows = [
        QuestionRow(
            row.key,
            row.header,
            row.choices,
            row.preset,
            row.help,
            is_known=bool(row.column),
            is_day=row.is_day,
        )
        for row in shown.column_rows(plan)
    ]
    return ColumnsForm(
        data,
        rows=rows,
        shared=[IGNORED, KEPT_FREE, SCORE],
        kinds=shown.KINDS,
        games=shown.game_choices() if plan.kind == ImportKind.DEALS else (),
        orders=shown.ORDERS if plan.asks_order else (),
        asks_day=plan.asks_day,
        initial={
            "kind": plan.kind.value if plan.kind else "",
            "game": plan.game,
            "day": plan.choices.day,
            "order": "day",
        },
    )


def _name_rows(plan: ImportPlan) -> list[QuestionRow]:
    return [
        QuestionRow(
            unknown.key,
            unknown.name,
            name_choices(unknown, plan.facts.people, plan.kind),
            name_preset(unknown, plan.kind),
        )
        for unknown in plan.unknown
    ]


def _slam_rows(plan: ImportPlan) -> list[QuestionRow]:
    """The questions, with what was answered before."""
    return [
        QuestionRow(slam.key, slam.label, slam.choices, slam.answer) for slam in plan.answered[1]
    ]


def _question_page(
    request: Request,
    run: ImportRun,
    step: str,
    plan: ImportPlan,
    form: QuestionsForm,
    *,
    status: int = 200,
) -> HttpResponse:
    context = {**run_context(run), "form": form}
    if step == COLUMNS:
        context |= {
            "plan": plan,
            "missing": shown.missing_columns(plan),
            "grid": shown.grid_rows(plan),
            "is_first_look": plan.wants_a_look,
            "formulas": shown.formula_count(plan),
        }
    elif step == NAMES:
        context["count"] = len(plan.unknown)
    else:
        context["count"] = sum(slam.count for slam in plan.answered[1])
    return render(request, f"clubs/imports/import_{step}.html", context, status=status)


def _answered(request: Request, run: ImportRun, choices: ImportChoices) -> HttpResponse:
    """Keeps the answers to the questions of a page."""
    step = request.POST["step"]
    # The columns are asked about before the rows are read.
    plan = runs.opened(run, choices) if step == COLUMNS else runs.planned(run, choices)
    form = _question_form(step, plan, request.POST)
    if not form.is_valid():
        return _question_page(request, run, step, plan, form, status=422)
    # The names of the steps are those of what ImportChoices keeps of them.
    answers: dict[str, Any] = {step: {**getattr(choices, step), **form.answers()}}
    if step == COLUMNS:
        for name in ("kind", "game", "order"):
            answers[name] = form.cleaned_data.get(name) or getattr(choices, name)
        day = form.cleaned_data.get("day")
        answers["day"] = day.isoformat() if day else ""
        kind = form.cleaned_data["kind"] or plan.kind
        answers["is_seen"] = plan.kind in (None, kind)
        days = form.days().items()
        answers["days"] = {key: held.isoformat() if held else IGNORED for key, held in days}
        if not answers["is_seen"]:  # what was said of its columns was of another kind
            answers |= {"columns": {}, "days": {}, "day": ""}
    choices = replace(choices, **answers)
    if step == COLUMNS:  # the kind of the file, which is kept with it, may have changed
        knew_days, plan = _knows_days(plan), runs.opened(run, choices)
        if not knew_days and _knows_days(plan):  # they choose the season
            choices = first_choices(run.club, runs.planned(run, choices))
    runs.keep_choices(request.actor, run, choices, plan)
    return redirect("import_show", run.club.slug, run.uuid)


def _knows_days(plan: ImportPlan) -> bool:
    """Whether the days of a list can be read, and for sure."""
    return plan.columns is not None and not (plan.columns.missing or plan.asks_order)


def _placed(request: Request, run: ImportRun, choices: ImportChoices) -> HttpResponse:
    """Takes another sheet of the file, another row as the header, or a row as the first of a list
    without one. Another sheet is looked at afresh; only who is who is known already. After a
    report its preview comes at once where its columns are known."""
    step = request.POST["step"]
    if step == HEADER:
        row, first = (whole_number(request.POST.get(name, "")) for name in (HEADER, "first"))
        choices = replace(choices, header=row or -first)
    else:
        plan = runs.opened(run, choices)
        names = plan.sheet.names if plan.sheet else ()
        name = request.POST.get("sheet", "")
        fresh = ImportChoices(
            sheet=name if name in names else "",
            done=choices.done,
            columns=choices.columns,
            names=choices.names,
            is_seen=step == NEXT_SHEET,
        )
        choices = first_choices(run.club, runs.planned(run, fresh))
    runs.keep_choices(request.actor, run, choices, runs.opened(run, choices))
    address = resolve_url("import_show", run.club.slug, run.uuid)
    return redirect(address if step == NEXT_SHEET else f"{address}?step={COLUMNS}")


# Preview


def _import_form(plan: ImportPlan, data: Any = None) -> ImportForm:
    club = plan.facts.club
    has_deals = plan.kind == ImportKind.DEALS
    is_of_tables = plan.kind in (ImportKind.DEALS, ImportKind.TOTALS)
    wanted = {
        "game": is_of_tables and plan.columns is not None,
        "league": is_of_tables,
        "rules": has_deals,
        "is_complete": plan.has_totals,
        "keeps_differences": has_deals,
    }
    leagues = _leagues_for(club, plan) if is_of_tables else []
    wanted["lists_members"] = is_of_tables and plan.league is None and bool(leagues)
    names = [name for name, is_wanted in wanted.items() if is_wanted]
    initial = {name: getattr(plan.choices, name) for name in names} | {"game": plan.game}
    return ImportForm(
        data,
        games=shown.game_choices(),
        leagues=leagues,
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
    plan: ImportPlan,
    *,
    form: ImportForm | None = None,
    status: int = 200,
) -> HttpResponse:
    order = order_of(plan)
    errors, more_errors = shown.error_rows(plan, plan.errors)
    warnings, more_warnings = shown.error_rows(plan, plan.warnings)
    context = {
        **run_context(run),
        "form": form or _import_form(plan),
        "plan": plan,
        "errors": errors,
        "may_mend": any(one.cell for error in errors for one in (error, *error.inner)),
        "more_errors": more_errors,
        "warnings": warnings,
        "more_warnings": more_warnings,
        "tables": shown.planned_table_rows(plan),
        "members": shown.imported_member_rows(plan, order),
        "more_members": max(len(plan.members) - MOST_SHOWN, 0),
        "before": repeated_count(order, run.club),
        "new_people": order.people,
        "is_turned": bool(plan.sheet and plan.sheet.turned),
        "formulas": shown.formula_count(plan),
        "may_be_evening": shown.may_be_evening(plan),
        "left_columns": shown.left_columns(plan),
    }
    return render(request, "clubs/imports/import_preview.html", context, status=status)


def _checked(request: Request, run: ImportRun, choices: ImportChoices) -> HttpResponse:
    """Other settings, or cells typed anew. Writes if a button said so and no error hinders it."""
    plan = runs.opened(run, choices)
    form = _import_form(plan, request.POST)
    if not form.is_valid():
        return _preview_page(request, run, runs.planned(run, choices), form=form, status=422)
    choices = _changed_choices(request, form, plan)
    if choices != plan.choices:
        plan = runs.opened(run, choices)
    runs.keep_choices(request.actor, run, choices, plan)
    if request.POST["step"] == CHECK:
        return redirect("import_show", run.club.slug, run.uuid)
    try:
        run = runs.begin_run(request.actor, run)
    except runs.NotReady as refusal:
        if refusal.plan.step != "preview":
            return redirect("import_show", run.club.slug, run.uuid)
        return _preview_page(request, run, refusal.plan, status=422)
    except LeagueClosed as refusal:
        names = {"league": refusal.league.name}
        words = _("The season %(league)s is closed and takes no tables.") % names
    except (NameTaken, DealRefused):  # somebody changed the club meanwhile
        words = _("Something changed in the club meanwhile: look once more.")
    except ImportRun.DoesNotExist as error:  # thrown away on another page
        raise Http404 from error
    else:
        return redirect("import_show", run.club.slug, run.uuid)
    run.refresh_from_db()
    messages.warning(request, words)
    return due_page(request, run, choices, status=409)


def _changed_choices(request: Request, form: ImportForm, plan: ImportPlan) -> ImportChoices:
    """The choices with those of the preview and the cells typed anew. The form is valid."""
    choices = plan.choices
    mended = {**choices.mended, **mended_cells(request.POST.dict())}
    values = {**form.told(), "mended": mended}
    if plan.kind == ImportKind.TOTALS and values["league"] not in ("", choices.league):
        values["game"] = ""  # the season says it, and not the page that was of another one
    elif (values.get("game") or plan.game) != plan.game:
        values |= {"rules": "", "league": ""}  # they are of the other game
    if request.POST["step"] in (WRITE, GOOD):
        values["skips_errors"] = request.POST["step"] == GOOD
    return replace(choices, **values)


STEPS: Mapping[str, Callable[[Request, ImportRun, ImportChoices], HttpResponse]] = {
    **dict.fromkeys(QUESTIONS, _answered),
    **dict.fromkeys((SHEET, NEXT_SHEET, HEADER), _placed),
    **dict.fromkeys((CHECK, WRITE, GOOD), _checked),
}
