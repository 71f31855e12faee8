"""Lists of a tournament as files: entries, the seating of a round, and standings.

The list of entries is read again by entries.py. Source: tournaments.md §11.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from clubs.core.tournaments.shapes import CategoryRow
from clubs.exchange.spreadsheets import (
    ListColumn,
    Spreadsheet,
    file_named,
    local_csv,
    spreadsheet_of,
    xlsx_file,
)
from clubs.models import Round, Tournament
from clubs.queries.tournaments.entries.entries import CENTS, EntryLine
from clubs.queries.tournaments.results.standings import (
    ShownStandings,
    TeamStandingsLine,
    TournamentStandingsLine,
)
from clubs.queries.tournaments.rounds.pages import seating_rows

Licences = Mapping[int, str] | None  # by number of the entry; None for a file without them


def entries_spreadsheet(tournament: Tournament, lines: Iterable[EntryLine]) -> Spreadsheet:
    """The headings are in the language of the page, from the number to the address those that an
    import reads again."""
    amount = _("amount paid (%(currency)s)") % {"currency": tournament.currency}
    columns: list[ListColumn[EntryLine]] = [
        ListColumn(_("number"), lambda line: line.entry.number, 8),
        ListColumn(_("name"), lambda line: line.entry.name, 28),
        ListColumn(_("family name"), lambda line: line.entry.family_name, 18),
        ListColumn(_("given name"), lambda line: line.entry.given_name, 16),
        ListColumn(_("club"), lambda line: line.entry.club_name, 22),
        ListColumn(_("licence number"), lambda line: line.entry.licence, 16),
        ListColumn(_("categories"), lambda line: "|".join(line.category_names), 20),
        ListColumn(_("team"), lambda line: line.entry.team.name if line.entry.team else "", 18),
        ListColumn(_("paid"), lambda line: _yes_or_no(line.is_paid), 8),
        ListColumn(_("e-mail address"), lambda line: line.entry.email, 28),
        ListColumn(amount, lambda line: _amount_paid(line.entry.fee_paid), 14),
        ListColumn(_("checked in"), lambda line: _yes_or_no(line.entry.is_present), 14),
        ListColumn(_("left after round"), lambda line: line.entry.withdrawn_after, 16),
        ListColumn(_("plays now"), lambda line: line.holder if line.is_substituted else "", 24),
        ListColumn(_("year of birth"), lambda line: line.entry.birth_year, 12),
        ListColumn(_("note"), lambda line: line.entry.note, 30),
    ]
    return spreadsheet_of(columns, lines)


def _yes_or_no(answer: bool) -> str:
    return _("yes") if answer else _("no")


def _amount_paid(cents: int | None) -> float | None:
    return None if cents is None else cents / CENTS


def seating_csv(tournament: Tournament, round_: Round, order: str) -> bytes:
    """The seating by table or by name, as the spreadsheets of the language of the page read it."""
    return local_csv(*seating_rows(tournament, round_, order))


def seating_name(tournament: Tournament, round_: Round, title: str) -> str:
    return file_named(tournament.name, str(round_.number), title, extension="csv")


def standings_name(tournament: Tournament, page: ShownStandings, extension: str) -> str:
    day: date = tournament.starts_at.date()
    number = page.part.name if page.part else _("round %(number)s") % {"number": page.after}
    return file_named(tournament.name, str(day), number, extension=extension)


def tournament_standings_csv(page: ShownStandings, licences: Licences = None) -> bytes:
    header, rows, _widths = _standings_spreadsheet(page, licences)
    return local_csv(header, rows)


def tournament_standings_xlsx(page: ShownStandings, licences: Licences = None) -> bytes:
    """The standings, with a sheet for the teams and one for each category."""
    more = [(category.name, _category_spreadsheet(category.rows)) for category in page.categories]
    if page.teams:
        more.insert(0, (_("Teams"), _team_spreadsheet(page.teams)))
    return xlsx_file(_("Standings"), *_standings_spreadsheet(page, licences), more=more)


def _standings_spreadsheet(page: ShownStandings, licences: Licences) -> Spreadsheet:
    """Rounds, missed rounds and penalties of a line add up to its total."""
    known, missed = licences or {}, page.missed_score
    columns: list[ListColumn[TournamentStandingsLine]] = [
        ListColumn(_("Rank"), lambda line: line.row.rank),
        ListColumn(_("Number"), lambda line: line.row.number),
        ListColumn(_("Name"), lambda line: line.row.name),
        ListColumn(
            _("Licence"),
            lambda line: known.get(line.row.number, ""),
            is_shown=licences is not None,
        ),
        ListColumn(_("Club"), lambda line: line.row.club or ""),
        *(_round_column(number, at) for at, number in enumerate(page.rounds)),
        ListColumn(
            _("Missed rounds"),
            lambda line: missed * line.row.rounds.count(None),
            is_shown=missed != 0,
        ),
        ListColumn(_("Penalties"), lambda line: line.row.penalty),
        ListColumn(_("Total"), lambda line: line.row.total),
        ListColumn(_("Remark"), lambda line: line.remark),
    ]
    return spreadsheet_of(columns, page.lines)


def _team_spreadsheet(teams: Sequence[TeamStandingsLine]) -> Spreadsheet:
    columns: list[ListColumn[TeamStandingsLine]] = [
        ListColumn(_("Rank"), lambda line: line.row.rank),
        ListColumn(_("Team"), lambda line: line.row.team, 24),
        ListColumn(pgettext("of a team", "Members"), lambda line: line.members, 40),
        ListColumn(_("Total"), lambda line: line.row.total),
        ListColumn(_("Remark"), lambda line: "" if line.row.complete else _("incomplete")),
    ]
    return spreadsheet_of(columns, teams)


def _category_spreadsheet(rows: Sequence[CategoryRow]) -> Spreadsheet:
    columns: list[ListColumn[CategoryRow]] = [
        ListColumn(_("Rank"), lambda placed: placed.rank),
        ListColumn(_("Number"), lambda placed: placed.row.number),
        ListColumn(_("Name"), lambda placed: placed.row.name, 28),
        ListColumn(_("Club"), lambda placed: placed.row.club or "", 22),
        ListColumn(pgettext("rank", "Overall"), lambda placed: placed.row.rank),
        ListColumn(_("Total"), lambda placed: placed.row.total),
    ]
    return spreadsheet_of(columns, rows)


def _round_column(number: int, at: int) -> ListColumn[TournamentStandingsLine]:
    heading = _("Round %(number)s") % {"number": number}
    return ListColumn(heading, lambda line: line.row.rounds[at])
