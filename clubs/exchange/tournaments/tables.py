"""The standings of a tournament as CSV and XLSX."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date

from django.utils.translation import gettext as _

from clubs.exchange.spreadsheets import Cell, csv_file, file_named, xlsx_file
from clubs.models import Tournament
from clubs.queries.tournaments.results.standings import Line, TournamentStandings


def standings_name(tournament: Tournament, page: TournamentStandings, extension: str) -> str:
    day: date = tournament.starts_at.date()
    number = page.part.name if page.part else _("round %(number)s") % {"number": page.after}
    return file_named(tournament.name, str(day), number, extension=extension)


Licences = Mapping[int, str] | None  # by number of the entry; None for a file without them


def standings_csv(page: TournamentStandings, licences: Licences = None) -> bytes:
    return csv_file(_heading(page, licences), _rows_of(page, licences))


def standings_xlsx(page: TournamentStandings, licences: Licences = None) -> bytes:
    return xlsx_file(_("Standings"), _heading(page, licences), _rows_of(page, licences))


def _heading(page: TournamentStandings, licences: Licences) -> list[str]:
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


def _rows_of(page: TournamentStandings, licences: Licences) -> Iterator[Sequence[Cell]]:
    for line in page.lines:
        yield _cells_of(line, page.missed_score, licences)


def _cells_of(line: Line, missed_score: int, licences: Licences) -> list[Cell]:
    """Rounds, missed ones and penalties add up to the total."""
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
        line.told,
    ]
