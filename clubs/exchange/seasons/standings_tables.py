"""Standings as spreadsheets: CSV and XLSX. Source: leagues.md §8."""

from datetime import date
from decimal import Decimal
from fractions import Fraction
from typing import NamedTuple

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from clubs.core.standings.rank import LeagueRow, Number
from clubs.dates import date_format
from clubs.exchange.spreadsheets import (
    ListColumn,
    Spreadsheet,
    file_named,
    local_csv,
    spreadsheet_of,
    xlsx_file,
)
from clubs.queries.seasons.standings import StandingsLine, StandingsPage
from clubs.queries.seasons.standings_words import decimal, total_heading

NAME_WIDTH, REMARK_WIDTH = 24, 18  # characters


def standings_file_name(page: StandingsPage, suffix: str) -> str:
    """Club, season and day, in letters that every system takes."""
    league = page.data.league
    parts = [league.club.name, league.name, page.as_of.isoformat() if page.as_of else ""]
    return file_named(*parts, extension=suffix)


def season_standings_csv(page: StandingsPage) -> bytes:
    """The standings as CSV, delimiters and decimals as in the language of the page."""
    header, rows, _widths = _season_spreadsheet(page)
    return local_csv(header, rows)


def season_standings_xlsx(page: StandingsPage) -> bytes:
    """The standings as a spreadsheet: numbers are numbers, the header stays, no text is code."""
    return xlsx_file(_("Standings"), *_season_spreadsheet(page))


class _SizedLine(NamedTuple):
    size: int | None
    line: StandingsLine

    @property
    def row(self) -> LeagueRow:
        return self.line.row


def _season_spreadsheet(page: StandingsPage) -> Spreadsheet:
    """A row for each player, in the order of the ranking, one size of tables after the other."""
    groups, words = page.groups, page.words
    heading = groups[0].heading if groups else _("Points")
    has_sizes = any(group.size for group in groups)
    has_carry_over = any(group.shows_carry_over for group in groups)
    has_penalties = any(group.shows_penalties for group in groups)
    total = total_heading(with_penalties=has_penalties)
    columns: list[ListColumn[_SizedLine]] = [
        ListColumn(_("Players in a deal"), lambda each: each.size, is_shown=has_sizes),
        ListColumn(_("Rank"), lambda each: each.row.rank),
        ListColumn(_("Player"), lambda each: each.line.player.name, NAME_WIDTH),
        ListColumn(_("Remark"), lambda each: each.line.reason, REMARK_WIDTH),
        ListColumn(heading, lambda each: _number(each.line.value)),
        ListColumn(total, lambda each: _number(each.line.total)),
        ListColumn(_("Evenings"), lambda each: each.row.evenings),
        ListColumn(str(words.many), lambda each: each.row.known_deals),
        ListColumn(str(words.average), lambda each: _number(each.line.average)),
        ListColumn(str(words.taken), lambda each: each.row.taken),
        ListColumn(str(words.won), lambda each: _number(each.row.contracts_made)),
        ListColumn(_("Brought along"), lambda each: each.row.carry_over, is_shown=has_carry_over),
        ListColumn(_("Penalties"), lambda each: each.row.penalty, is_shown=has_penalties),
        *(_evening_column(at, evening.date) for at, evening in enumerate(page.standings.evenings)),
    ]
    lines = (_SizedLine(group.size, line) for group in groups for line in group.lines)
    return spreadsheet_of(columns, lines)


def _evening_column(at: int, day: date) -> ListColumn[_SizedLine]:
    """The date in figures, as spreadsheets and imports know it."""
    is_english = (get_language() or "").startswith("en")
    heading = day.isoformat() if is_english else str(date_format(day, "d/m/Y"))
    return ListColumn(heading, lambda each: _number(each.row.per_evening[at]))


def _number(value: Number | Decimal | None) -> int | float | None:
    """The number for a cell, rounded to two places where it is not whole."""
    shown = decimal(value) if isinstance(value, Fraction) else value
    return float(shown) if isinstance(shown, Decimal) else shown
