"""Standings as spreadsheets: CSV and XLSX. Source: leagues.md §8."""

from collections.abc import Iterator, Sequence
from datetime import date
from decimal import Decimal
from fractions import Fraction

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from clubs.core.standings.rank import Number
from clubs.dates import date_format
from clubs.exchange.spreadsheets import Cell, file_named, local_csv, xlsx_file
from clubs.queries.seasons.standings import StandingsLine, StandingsPage
from clubs.queries.seasons.standings_words import decimal, total_heading

NAME_WIDTH, REMARK_WIDTH = 24, 18  # characters
SHEET_TITLE = 31  # characters, at most


def standings_file_name(page: StandingsPage, suffix: str) -> str:
    """Club, season and day, in letters that every system takes."""
    league = page.data.league
    parts = [league.club.name, league.name, page.as_of.isoformat() if page.as_of else ""]
    return file_named(*parts, extension=suffix)


def season_standings_csv(page: StandingsPage) -> bytes:
    """The standings as CSV, delimiters and decimals as in the language of the page."""
    return local_csv(_heading_of(page), _season_rows(page))


def season_standings_xlsx(page: StandingsPage) -> bytes:
    """The standings as a spreadsheet: numbers are numbers, the header stays, no text is code."""
    header = _heading_of(page)
    widths = [len(name) + 2 for name in header]
    at = header.index(_("Player"))
    widths[at], widths[at + 1] = NAME_WIDTH, REMARK_WIDTH
    return xlsx_file(str(_("Standings"))[:SHEET_TITLE], header, _season_rows(page), widths)


def _heading_of(page: StandingsPage) -> list[str]:
    return [
        *([_("Players in a deal")] if _has_sizes(page) else []),
        _("Rank"),
        _("Player"),
        _("Remark"),
        page.groups[0].heading if page.groups else _("Points"),
        total_heading(with_penalties=_shows_penalties(page)),
        _("Evenings"),
        str(page.words.many),
        str(page.words.average),
        str(page.words.taken),
        str(page.words.won),
        *([_("Brought along")] if _shows_carry_over(page) else []),
        *([_("Penalties")] if _shows_penalties(page) else []),
        *(_evening_heading(evening.date) for evening in page.standings.evenings),
    ]


def _season_rows(page: StandingsPage) -> Iterator[Sequence[Cell]]:
    """A row for each player, in the order of the ranking, one size of tables after the other."""
    for group in page.groups:
        for line in group.lines:
            yield [*([group.size] if _has_sizes(page) else []), *_standings_line_cells(page, line)]


def _standings_line_cells(page: StandingsPage, line: StandingsLine) -> list[Cell]:
    row = line.row
    return [
        row.rank,
        line.player.name,
        line.reason,
        _number(line.value),
        _number(line.total),
        row.evenings,
        row.deals,
        _number(line.average),
        row.taken,
        _number(row.contracts_made),
        *([row.carry_over] if _shows_carry_over(page) else []),
        *([row.penalty] if _shows_penalties(page) else []),
        *(_number(score) for score in row.per_evening),
    ]


def _number(value: Number | Decimal | None) -> int | float | None:
    """The number for a cell, rounded to two places where it is not whole."""
    shown = decimal(value) if isinstance(value, Fraction) else value
    return float(shown) if isinstance(shown, Decimal) else shown


def _has_sizes(page: StandingsPage) -> bool:
    return any(group.size for group in page.groups)


def _shows_carry_over(page: StandingsPage) -> bool:
    return any(group.shows_carry_over for group in page.groups)


def _shows_penalties(page: StandingsPage) -> bool:
    return any(group.shows_penalties for group in page.groups)


def _evening_heading(day: date) -> str:
    """The date in figures, as spreadsheets and imports know it."""
    is_english = (get_language() or "").startswith("en")
    return day.isoformat() if is_english else str(date_format(day, "d/m/Y"))
