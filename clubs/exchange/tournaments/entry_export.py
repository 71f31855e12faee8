"""The list of entries of a tournament as rows of a file. entries.py reads it again.

Source: tournaments.md §11.
"""

from collections.abc import Iterable, Sequence

from django.utils.translation import gettext

from clubs.exchange.spreadsheets import Cell
from clubs.models import Tournament
from clubs.queries.tournaments.entries.entries import CENTS, EntryLine

# Characters, of the columns of entry_header.
WIDTHS = (8, 28, 18, 16, 22, 16, 20, 18, 8, 28, 14, 14, 16, 24, 12, 30)


def entry_header(tournament: Tournament) -> list[str]:
    """The headings in the language of the page: first those that an import reads again."""
    names = [gettext("name"), gettext("family name"), gettext("given name")]
    own = [gettext("number"), *names, gettext("club"), gettext("licence number")]
    more = [gettext("categories"), gettext("team"), gettext("paid"), gettext("e-mail address")]
    money = gettext("amount paid (%(currency)s)") % {"currency": tournament.currency}
    return [
        *own,
        *more,
        money,
        gettext("checked in"),
        gettext("left after round"),
        gettext("plays now"),
        gettext("year of birth"),
        gettext("note"),
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
            gettext("yes") if line.is_paid else gettext("no"),
            entry.email,
            None if entry.fee_paid is None else entry.fee_paid / CENTS,
            gettext("yes") if entry.is_present else gettext("no"),
            entry.withdrawn_after,
            line.holder if line.is_substituted else "",
            entry.birth_year,
            entry.note,
        ]
