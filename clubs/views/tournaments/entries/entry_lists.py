"""Entries as lists: in from a file, out as one, and in teams."""

from typing import Any
from uuid import uuid4, uuid5

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_safe

from clubs.access import may_desk, may_manage_tournament
from clubs.core.seating.shapes import SeatingGroup
from clubs.core.table_checks import NAME_LENGTH
from clubs.exchange.imports.process.apart import read_apart
from clubs.exchange.imports.shape import MOST_SHOWN, Unreadable
from clubs.exchange.spreadsheets import CSV_TYPE, XLSX_TYPE, file_named, local_csv, xlsx_file
from clubs.exchange.tournaments.entries import (
    EntryList,
    message_of,
    read_entry_list,
    shown_errors,
    shown_rows,
)
from clubs.exchange.tournaments.lists import entries_spreadsheet
from clubs.forms.tournaments.categories import CategoriesForm
from clubs.forms.tournaments.entries import EntryImportForm, TeamsForm
from clubs.http import Request
from clubs.models import Category, Tournament
from clubs.numbers import grouped_number
from clubs.queries.tournaments.entries.entries import DESK_ADDS, entry_lines
from clubs.queries.tournaments.entries.teams import team_lines, teams_mark
from clubs.queries.tournaments.setup import categories_mark
from clubs.queries.tournaments.tournaments import settings_of
from clubs.services.errors import TournamentMoved, TournamentRefused
from clubs.services.tournaments.entries import teams
from clubs.services.tournaments.entries.entry_imports import import_entries
from clubs.services.tournaments.entry_categories import CategoryTold, set_categories
from clubs.views.exports import sent
from clubs.views.shared import overtaken_data, render_form, sign_in_first
from clubs.views.tournaments.entries.entries import refused_words
from clubs.views.tournaments.shared import accepted, of_tournament, tournament_context

WRITE = "write"  # the step after the preview
PREVIEWED = 50  # rows

# In


@sign_in_first
@require_http_methods(["GET", "POST"])
@of_tournament(may_desk)
def entry_import(request: Request, tournament: Tournament) -> HttpResponse:
    """Imports entries: a file or pasted lines, a preview with what is wrong, then all of it or
    nothing."""
    form = EntryImportForm(request.POST or None, request.FILES or None)
    entry_list: EntryList | None = None
    turn = request.POST.get("turn", "")
    if form.is_valid():
        try:
            contents = read_apart(form.content(), name=form.file_name())
            entry_list = read_entry_list(
                contents, tournament, _categories_now(tournament), turn=turn
            )
            if "make_categories" in request.POST and _makes_categories(tournament, entry_list):
                _make_categories(request, tournament, entry_list, form)
                entry_list = read_entry_list(contents, tournament, _categories_now(tournament))
        except Unreadable as refusal:
            field = "file" if form.cleaned_data["file"] else "pasted"
            form.add_error(field, message_of(refusal.error))
    is_seen = request.POST.get("step") == WRITE and not turn
    if entry_list is None or entry_list.errors or not is_seen:
        return _import_page(request, tournament, form, entry_list)
    try:
        entries = import_entries(
            request.actor, tournament, entry_list.rows, request_id=form.cleaned_data["request_id"]
        )
    except TournamentRefused as refusal:  # somebody else was quicker
        form.add_error(None, refused_words(refusal))
        return _import_page(request, tournament, form, entry_list)
    if entries:
        text = ngettext("%(count)s entry added.", "%(count)s entries added.", len(entries))
        messages.success(request, text % {"count": grouped_number(len(entries))})
    if joined := len(entry_list.joining):
        text = ngettext(
            "%(count)s person had entered already and joins a team.",
            "%(count)s people had entered already and join a team.",
            joined,
        )
        messages.info(request, text % {"count": grouped_number(joined)})
    if left := len(entry_list.rows) - len(entries) - joined:
        text = ngettext(
            "%(count)s person had entered already and stays as entered.",
            "%(count)s people had entered already and stay as entered.",
            left,
        )
        messages.info(request, text % {"count": grouped_number(left)})
    return redirect("entry_list", tournament.uuid)


def _categories_now(tournament: Tournament) -> list[Category]:
    return list(tournament.categories.all())


def _makes_categories(tournament: Tournament, entry_list: EntryList) -> bool:
    """Whether the tournament can have the new categories of the list besides its own."""
    names = entry_list.new_categories
    fits = len(_categories_now(tournament)) + len(names) <= CategoriesForm.MOST
    return bool(names) and fits and max(map(len, names)) <= NAME_LENGTH


def _make_categories(
    request: Request, tournament: Tournament, entry_list: EntryList, form: EntryImportForm
) -> None:
    """Appends the categories that the list names and the tournament lacks.

    The list may name others when it is sent again, so that its names are part of the request id.
    """
    known = _categories_now(tournament)
    categories = [CategoryTold(one.name, one.code, one.born_from, one.born_to) for one in known]
    categories += [CategoryTold(name) for name in entry_list.new_categories]
    try:
        set_categories(
            request.actor,
            tournament,
            categories,
            seen=categories_mark(known),
            request_id=uuid5(form.cleaned_data["request_id"], "|".join(entry_list.new_categories)),
        )
    except TournamentMoved:
        pass  # somebody else wrote them just now: the list is read against what stands there
    except TournamentRefused as refusal:
        form.add_error(None, refused_words(refusal))
    else:
        messages.success(request, _("The categories are saved."))


def _import_page(
    request: Request, tournament: Tournament, form: EntryImportForm, entry_list: EntryList | None
) -> HttpResponse:
    """The first step, or the preview; 422 where an error of the list has to be mended."""
    context: dict[str, Any] = {
        **tournament_context(request, tournament, "entries"),
        "adds": tournament.state in DESK_ADDS,
        "found": entry_list,
        "request_id": uuid4(),
    }
    if entry_list is None:
        return render_form(request, "clubs/tournaments/entries/entry_import.html", form, context)
    errors = shown_errors(entry_list.errors[:MOST_SHOWN])
    categories = _categories_now(tournament)
    context |= {
        "may_make_categories": may_manage_tournament(request.actor, tournament),
        "makes_categories": _makes_categories(tournament, entry_list),
        "errors": errors,
        "more_errors": max(len(entry_list.errors) - MOST_SHOWN, 0),
        "rows": shown_rows(entry_list, categories)[:PREVIEWED],
        "shows_birth": any(row.details.birth_year for _line, row in entry_list.new),
        "has_categories": bool(categories),
        "more_rows": max(len(entry_list.new) - PREVIEWED, 0),
    }
    if errors:
        form.add_error(None, _("Nothing is written until every row is accepted."))
    return render_form(
        request, "clubs/tournaments/entries/entry_import_preview.html", form, context
    )


# Out


@sign_in_first
@require_safe
@of_tournament(may_desk)
def entries_csv(request: Request, tournament: Tournament) -> HttpResponse:
    lines = entry_lines(tournament, list(tournament.categories.all()))
    header, rows, _widths = entries_spreadsheet(tournament, lines)
    content = local_csv(header, rows)
    return sent(content, CSV_TYPE, file_named(tournament.name, _("Entries"), extension="csv"))


@sign_in_first
@require_safe
@of_tournament(may_desk)
def entries_xlsx(request: Request, tournament: Tournament) -> HttpResponse:
    lines = entry_lines(tournament, list(tournament.categories.all()))
    content = xlsx_file(_("Entries"), *entries_spreadsheet(tournament, lines))
    return sent(content, XLSX_TYPE, file_named(tournament.name, _("Entries"), extension="xlsx"))


# Teams


@sign_in_first
@require_http_methods(["GET", "POST"])
@of_tournament(may_desk)
def team_list(request: Request, tournament: Tournament) -> HttpResponse:
    lines = entry_lines(tournament)
    form = TeamsForm(request.POST or None, lines=lines)
    overtaken = False
    try:
        if form.is_valid() and accepted(
            form,
            teams.set_teams,
            request.actor,
            tournament,
            form.teams(),
            seen=form.cleaned_data["seen"],
            request_id=form.cleaned_data["request_id"],
        ):
            messages.success(request, _("The teams are saved."))
            return redirect("team_list", tournament.uuid)
    except TournamentMoved:
        overtaken = True
        form = TeamsForm(overtaken_data(request, teams_mark(lines)), lines=lines)
    separation = settings_of(tournament).separation
    context = {
        **tournament_context(request, tournament, "entries"),
        "teams": team_lines(lines),
        "separates": separation.group is SeatingGroup.TEAM and separation.is_hard,
        "moved": overtaken,
    }
    return render_form(
        request, "clubs/tournaments/entries/team_list.html", form, context, overtaken=overtaken
    )
