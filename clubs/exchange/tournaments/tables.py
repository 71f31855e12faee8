"""The standings of a tournament as CSV and XLSX."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date

from django.utils.translation import gettext as _

from clubs.exchange.spreadsheets import Cell, csv_file, file_named, xlsx_file
from clubs.models import Tournament
from clubs.queries.tournaments.results.standings import ShownStandings, TournamentStandingsLine


def standings_name(tournament: Tournament, page: ShownStandings, extension: str) -> str:
    day: date = tournament.starts_at.date()
    number = page.part.name if page.part else _("round %(number)s") % {"number": page.after}
    return file_named(tournament.name, str(day), number, extension=extension)


Licences = Mapping[int, str] | None  # by number of the entry; None for a file without them


def tournament_standings_csv(page: ShownStandings, licences: Licences = None) -> bytes:
    return csv_file(_heading(page, licences), _tournament_rows(page, licences))


def tournament_standings_xlsx(page: ShownStandings, licences: Licences = None) -> bytes:
    return xlsx_file(_("Standings"), _heading(page, licences), _tournament_rows(page, licences))


def _heading(page: ShownStandings, licences: Licences) -> list[str]:
    rounds = [_("Round %(number)s") % {"number": number} for number in page.rounds]
    return [
        _("Rank"),
        _("Number"),
        _("Name"),
        *([] if licences is None else [_("Licence")]),
        _("Club"),
        *rounds,
        *([_("Missed rounds")] if page.missed_score else []),
        _("Penalties"),
        _("Total"),
        _("Remark"),
    ]


def _tournament_rows(page: ShownStandings, licences: Licences) -> Iterator[Sequence[Cell]]:
    for line in page.lines:
        yield _entry_line_cells(line, page.missed_score, licences)


def _entry_line_cells(
    line: TournamentStandingsLine, missed_score: int, licences: Licences
) -> list[Cell]:
    """The cells of a line. Rounds, missed rounds and penalties add up to the total."""
    row = line.row
    missed = missed_score * sum(score is None for score in row.rounds)
    return [
        row.rank,
        row.number,
        row.name,
        *([] if licences is None else [licences.get(row.number, "")]),
        row.club or "",
        *row.rounds,
        *([missed] if missed_score else []),
        row.penalty,
        row.total,
        line.remark,
    ]
