"""Papers of the rounds: slips, the seating for the wall, and what is needed to go on by hand."""

from collections.abc import Iterator
from dataclasses import asdict
from datetime import datetime
from itertools import groupby

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from clubs.core.names import index_letter
from clubs.exchange.pdf import qr_code
from clubs.exchange.tournaments.papers.parts import (
    MISSED,
    Json,
    entry_text,
    part_head,
    time_text,
    under_text,
    without_protocol,
)
from clubs.queries.tournaments.paper_shapes import (
    EmergencyPaper,
    PaperTable,
    SeatingPaper,
    SheetLine,
    SlipsPaper,
)
from clubs.templatetags.feutre import signed

# Of the deals that a slip has room for, by slips on a page.
MOST_DEALS = {4: 8, 2: 14, 1: 30}
WITH_CALLED = 5  # players


def slips_part(paper: SlipsPaper, on_page: int = 2) -> Json:
    """The slips. on_page is 1, 2 or 4; fewer stand on a page where the deals of a round need the
    room."""
    return {
        "kind": "slips",
        "on_page": str(slips_per_page(on_page, paper.deals)),
        "tournament": paper.head.tournament,
        "under": under_text(paper.head),
        "round": str(paper.round) if paper.round else "",
        "deals": paper.deals,
        "five": _("The dealer sits out.") if paper.dealer_sits_out else "",
        "columns": [
            {"name": _("Deal"), "width": "number", "of_five": False},
            *map(asdict, paper.columns),
        ],
        "tables": [_slip_data(paper, table) for table in paper.tables],
        "reminder": [list(line) for line in paper.reminder],
        "words": {
            "round": _("Round"),
            "table": _("Table"),
            "code": pgettext("of a slip, to be typed", "code"),
            "zero": _("Sum 0"),
            "totals": _("Total"),
            "signatures": _("Signatures"),
            "dealer": pgettext("black mark on a slip", "deals first"),
        },
    }


def slips_per_page(on_page: int, deals: int) -> int:
    """The number of slips on a page: as many as wanted, or fewer so that the deals fit."""
    return next((few for few in (4, 2) if few <= on_page and deals <= MOST_DEALS[few]), 1)


def _slip_data(paper: SlipsPaper, table: PaperTable) -> Json:
    return {
        "number": str(table.number) if table.number else "",
        "players": [{"name": player.listed} for player in table.players],
        "calls": paper.calls_partner and len(table.players) == WITH_CALLED,
        "code": table.code,
        "short": without_protocol(table.address),
        "qr": qr_code(table.address),
    }


def by_table(paper: SeatingPaper, printed_at: datetime) -> Json:
    return {
        **_seating_head(paper, "seating_tables", _("Seating by table"), printed_at),
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
        **_seating_head(paper, "seating_names", _("Seating by name"), printed_at),
        "letters": list(_letters(paper)),
    }


def _seating_head(paper: SeatingPaper, kind: str, heading: str, printed_at: datetime) -> Json:
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
        *((entry, MISSED, "") for entry in paper.byes),
    ]
    places.sort(key=lambda place: (place[0].sort_key, place[0].number))
    for letter, group in groupby(places, key=lambda place: index_letter(place[0].sort_key)):
        lines = [{"name": who.listed, "table": table, "seat": seat} for who, table, seat in group]
        yield {"letter": letter, "lines": lines}


def guide_part(paper: EmergencyPaper, printed_at: datetime) -> Json:
    return {
        **part_head("guide", _("If the power fails"), paper.head, printed_at),
        "chapters": [
            {
                "title": _("Go on by hand"),
                "steps": [
                    _("Note the time. Time the round by a watch, and say when it ends."),
                    _("Give every table its slip from this set. Its names and number are on it."),
                    _(
                        "The table writes down the deals of this round, also those that a phone "
                        "has. Phones without network keep what was typed."
                    ),
                    _(
                        "After the last deal the players add up. The totals of a table sum to 0. "
                        "Everybody signs."
                    ),
                    _(
                        "Collect the slips. Write each total on the overall sheet, in the line of "
                        "the player and the column of the round."
                    ),
                    _(
                        "For the next round hang up its seating from this set. If it is not in the "
                        "set, draw lots for the seats, and write names and table on blank slips."
                    ),
                ],
            },
            {
                "title": _("When the power is back"),
                "steps": [
                    _("Start the computer, open the tournament, and look at Today."),
                    _(
                        "Wait some minutes until the phones have sent what they kept. The board "
                        "shows what each table has."
                    ),
                    _(
                        "Open Slips, and type the slips of the round from paper. Where phones "
                        "wrote the same table, the page compares, cell by cell."
                    ),
                    _(
                        "A round that was seated by lot is drawn with the method “by hand”, with "
                        "the seats of the paper. Then its slips are typed."
                    ),
                    _("Close the round, and compare the standings with the overall sheet."),
                    _("Keep all paper until the results are final."),
                ],
            },
        ],
    }


def sheet_part(paper: EmergencyPaper, printed_at: datetime) -> Json:
    """The overall sheet: rounds that are over are filled in, and penalties where there are any."""
    over = paper.standings.standings.after_round if paper.standings else 0
    facts = [
        (_("After round"), f"{over} / {paper.rounds}"),
        (_("Players"), str(len(paper.sheet))),
    ]
    rounds = range(1, paper.rounds + 1)
    return {
        **part_head("overall_sheet", _("Overall sheet"), paper.head, printed_at, facts),
        "rounds": [_("R%(number)s") % {"number": number} for number in rounds],
        "lines": [_sheet_line_data(line, paper.rounds) for line in paper.sheet],
        "words": {
            "number": pgettext("number of an entry", "No."),
            "name": _("Name"),
            "penalty": _("Penalty"),
            "total": _("Total"),
        },
    }


def _sheet_line_data(line: SheetLine, rounds: int) -> Json:
    scores = [MISSED if score is None else signed(score) for score in line.scores]
    return {
        "number": str(line.entry.number),
        "name": line.entry.listed,
        "scores": [*scores, *[""] * (rounds - len(scores))],
        "penalty": signed(line.penalty) if line.penalty else "",
    }
