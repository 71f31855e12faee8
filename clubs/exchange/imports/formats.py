"""Files that are recognised by their shape: seasons, and those of other apps. CSV and spreadsheets
are read by their header instead (headers.py).

A season in the format tarot-league/1 is read by core/standings/season_files.py, for the commands
too. Source: leagues.md §7.4.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from django.utils.translation import gettext_lazy as _

from clubs.core.problems import Problem
from clubs.core.standings.season_files import FORMAT, read_season_file
from clubs.core.standings.season_shapes import FiledEvening, FiledSeason, FiledTable
from clubs.exchange.games import FILES
from clubs.exchange.imports.shape import (
    MOST_ROWS,
    Contents,
    Format,
    ImportedFile,
    ImportedTable,
    RowError,
    Unreadable,
)
from clubs.exchange.imports.totals import sum_errors
from clubs.exchange.imports.values import name_key

VALUE_LENGTH = 100  # characters of a wrong value that are shown


def is_league(contents: Contents) -> bool:
    return isinstance(contents.document, dict) and contents.document.get("format") == FORMAT


def read_league_import(contents: Contents) -> ImportedFile:
    """The season of a file with its tables. An error has the path of what is wrong. Raises
    Unreadable."""
    season = read_season_file(contents.document)
    tables = list(_tables_of(season))
    if sum(len(table.deals) for table in tables) > MOST_ROWS:
        raise Unreadable("too_many_rows", most=MOST_ROWS)
    # A name that is neither a member's nor a guest's is asked about like any other unknown name.
    problems = [problem for problem in season.problems if problem not in season.strangers]
    errors = [_error_of(problem, contents.document) for problem in problems]
    errors += sum_errors((table for table in tables if table.totals), is_complete=False)
    return ImportedFile(
        tables=tuple(tables),
        errors=tuple(errors),
        rules=season.rules,
        source=str(_("season (tarot-league)")),
        league=None if problems else season,
        game=season.game,
    )


def _error_of(problem: Problem, document: Mapping[str, Any]) -> RowError:
    path = problem.field or ""
    last, value = _last_step(document, path)
    value = problem.params.get("name", value)
    text = "" if value is None else str(value)[:VALUE_LENGTH]
    return RowError(path, last, text, problem.code, problem.params)


def _last_step(part: Any, path: str) -> tuple[str, Any]:
    """The last step of a path such as `evenings[0].date`, and the value there: None for nothing, a
    list or an object. The name of a player is the last step, and may have dots in it."""
    last = path.rpartition(".")[2]
    while path and isinstance(part, Mapping):
        if path in part:
            last, part, path = path, part[path], ""
            continue
        step, _dot, path = path.partition(".")
        name, *places = step.replace("]", "").split("[")
        part = part.get(name)
        for place in places:
            part = part[int(place)] if isinstance(part, list) else None
    return last, None if isinstance(part, Mapping | list) else part


def _tables_of(season: FiledSeason) -> Iterator[ImportedTable]:
    seen: set[str] = set()
    for evening in season.evenings:
        for filed in evening.tables:
            table = _table_of(filed, evening, season.game)
            # Two tables of one day may have one number, and stay two.
            if table.key in seen:
                table = replace(table, key=f"{table.key}|{filed.uuid or filed.path}")
            seen.add(table.key)
            yield table


def _table_of(table: FiledTable, evening: FiledEvening, game: str) -> ImportedTable:
    key = f"{evening.date.isoformat()}|{name_key(evening.name)}|{name_key(table.label)}"
    return ImportedTable(
        key=key if table.totals is None else f"totals|{key}",
        label=table.label,
        date=evening.date,
        players=table.players,
        deals=table.deals,
        totals=table.totals or (),
        rules=table.rules,
        uuid=table.uuid,
        opened_at=table.opened_at,
        closed_at=table.closed_at,
        evening=evening.name,
        game=game,
    )


LEAGUE_FORMAT = Format("league", _("season (tarot-league)"), is_league, read_league_import)


def format_of(contents: Contents) -> Format | None:
    """The first format that recognises what the file holds."""
    formats = [LEAGUE_FORMAT, *(app for files in FILES.values() for app in files.apps)]
    return next((one for one in formats if one.recognise(contents)), None)
