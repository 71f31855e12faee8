"""The seating of a round for the wall: by table, and by name for those who look for a place."""

from collections.abc import Iterator
from datetime import datetime
from itertools import groupby

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from clubs.core.names import index_letter
from clubs.exchange.tournaments.papers.parts import Json, entry_text, part_head, time_text
from clubs.queries.tournaments.paper_shapes import SeatingPaper

NO_TABLE = "\N{EN DASH}"


def by_table(paper: SeatingPaper, printed_at: datetime) -> Json:
    return {
        **_head(paper, "seating_tables", _("Seating by table"), printed_at),
        "tables": [
            {
                "number": str(table.number),
                "players": [player.listed for player in table.players],
            }
            for table in paper.tables
        ],
        "byes": [entry_text(entry) for entry in paper.byes],
        "words": {
            "byes": _("Bye:"),
            "order": _("The figures are the order of play; 1 deals first."),
        },
    }


def by_name(paper: SeatingPaper, printed_at: datetime) -> Json:
    return {
        **_head(paper, "seating_names", _("Seating by name"), printed_at),
        "letters": list(_letters(paper)),
    }


def _head(paper: SeatingPaper, kind: str, heading: str, printed_at: datetime) -> Json:
    facts = [
        (_("Round"), str(paper.round)),
        (_("Tables"), str(len(paper.tables))),
        (_("Players"), str(sum(len(table.players) for table in paper.tables))),
    ]
    if paper.planned_at:
        facts.append((pgettext("of a round", "Starts at"), time_text(paper.planned_at)))
    if not paper.is_published:
        facts.append((_("State"), pgettext("seating", "draft")))
    return part_head(kind, heading, paper.head, printed_at, facts)


def _letters(paper: SeatingPaper) -> Iterator[Json]:
    """All players by name under their first letters, each with the table and the place at it."""
    places = [
        *(
            (player, str(table.number), str(at))
            for table in paper.tables
            for at, player in enumerate(table.players, 1)
        ),
        *((entry, NO_TABLE, "") for entry in paper.byes),
    ]
    places.sort(key=lambda place: (place[0].sort_key, place[0].number))
    for letter, group in groupby(places, key=lambda place: index_letter(place[0].sort_key)):
        lines = [{"name": who.listed, "table": table, "seat": seat} for who, table, seat in group]
        yield {"letter": letter, "lines": lines}
