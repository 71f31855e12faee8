"""The standings of a tournament as CSV and XLSX."""

from collections.abc import Iterator, Sequence
from datetime import date

from django.utils.translation import gettext as _

from clubs.exchange.spreadsheets import Cell, csv_file, file_named, xlsx_file
from clubs.models import Tournament
from clubs.queries.tournament_standings import Line, TournamentStandings


def standings_name(tournament: Tournament, page: TournamentStandings, extension: str) -> str:
    day: date = tournament.starts_at.date()
    number = page.part.name if page.part else _("round %(number)s") % {"number": page.after}
    return file_named(tournament.name, str(day), number, extension=extension)


def standings_csv(page: TournamentStandings) -> bytes:
    return csv_file(heading(page), rows_of(page))


def standings_xlsx(page: TournamentStandings) -> bytes:
    return xlsx_file(_("Standings"), heading(page), rows_of(page))


def heading(page: TournamentStandings) -> list[str]:
    rounds = [_("Round %(number)s") % {"number": number} for number in page.rounds]
    return [
        _("Rank"),
        _("Number"),
        _("Name"),
        _("Club"),
        *rounds,
        _("Penalties"),
        _("Total"),
        _("Remark"),
    ]


def rows_of(page: TournamentStandings) -> Iterator[Sequence[Cell]]:
    for line in page.lines:
        yield cells_of(line)


def cells_of(line: Line) -> list[Cell]:
    row = line.row
    return [
        row.rank,
        row.number,
        row.name,
        row.club or "",
        *row.rounds,
        row.penalty,
        row.total,
        line.told,
    ]
