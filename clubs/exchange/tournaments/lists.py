"""Lists of a tournament as files: entries, the seating of a round, and standings.

The list of entries is read again by entries.py. Source: tournaments.md §11.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date

from django.utils.translation import gettext as _

from clubs.exchange.spreadsheets import Cell, csv_file, file_named, local_csv, xlsx_file
from clubs.models import Round, Tournament
from clubs.queries.tournaments.entries.entries import CENTS, EntryLine
from clubs.queries.tournaments.results.standings import ShownStandings, TournamentStandingsLine
from clubs.queries.tournaments.rounds.pages import seating_rows

# Characters, of the columns of entry_header.
ENTRY_WIDTHS = (8, 28, 18, 16, 22, 16, 20, 18, 8, 28, 14, 14, 16, 24, 12, 30)

Licences = Mapping[int, str] | None  # by number of the entry; None for a file without them


def entry_header(tournament: Tournament) -> list[str]:
    """The headings in the language of the page, from the number to the address those that an import
    reads again."""
    return [
        _("number"),
        _("name"),
        _("family name"),
        _("given name"),
        _("club"),
        _("licence number"),
        _("categories"),
        _("team"),
        _("paid"),
        _("e-mail address"),
        _("amount paid (%(currency)s)") % {"currency": tournament.currency},
        _("checked in"),
        _("left after round"),
        _("plays now"),
        _("year of birth"),
        _("note"),
    ]


def entry_cells(lines: Iterable[EntryLine]) -> Iterable[Sequence[Cell]]:
    for line in lines:
        entry = line.entry
        yield [
            entry.number,
            entry.name,
            entry.family_name,
            entry.given_name,
            entry.club_name,
            entry.licence,
            "|".join(line.category_names),
            entry.team.name if entry.team else "",
            _("yes") if line.is_paid else _("no"),
            entry.email,
            None if entry.fee_paid is None else entry.fee_paid / CENTS,
            _("yes") if entry.is_present else _("no"),
            entry.withdrawn_after,
            line.holder if line.is_substituted else "",
            entry.birth_year,
            entry.note,
        ]


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
