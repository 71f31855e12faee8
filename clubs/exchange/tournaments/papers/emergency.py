"""What stands first in the emergency set: how to go on without power, how to come back, and a sheet
on which the rounds are added up by hand."""

from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from clubs.exchange.tournaments.papers.parts import MISSED, Json, part_head
from clubs.queries.tournaments.paper_shapes import EmergencyPaper, SheetLine
from clubs.templatetags.feutre import signed


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
