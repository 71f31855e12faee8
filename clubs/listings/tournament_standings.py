"""The rows of the standings of a tournament.

A page has five hundred of them, and each number twice: in a column, and in the fold of a phone.
Their template (clubs/tournaments/results/_results_row.html) prints finished texts.
"""

from dataclasses import dataclass
from functools import cache, cached_property

from django.template.loader import get_template, render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from clubs.queries.tournaments.results.standings import ShownStandings, TournamentStandingsLine
from clubs.templatetags.feutre import icon, signed


@dataclass(frozen=True, slots=True)
class PrintedRound:
    """heading is that of the fold, "Round 2"."""

    heading: str
    score: str
    is_poorer: bool
    is_bye: bool


class ResultsRows:
    """Prints the rows of a page, in its language. Moves, scores and words that many rows share are
    made once."""

    def __init__(self, page: ShownStandings) -> None:
        self.page = page
        self.shows_penalties = page.shows_penalties
        self.template = get_template("clubs/tournaments/results/_results_row.html")
        self.score = cache(signed)
        self.moves: dict[int | None, SafeString] = {None: SafeString()}
        self.headings = {
            number: _("Round %(number)s") % {"number": number}
            for number in range(1, len(page.rounds) + 1)
        }
        self.byes = {(bye.player, bye.round) for bye in page.results.byes}
        self.words = {
            "bye": _("Bye"),
            "you": _("you"),
            "level": _("level"),
            "rounds": _("Rounds"),
            "club": _("Club"),
            "penalties": _("Penalties"),
            "poorer": _("of this round less is known than usual: its slip was kept in another way"),
            "chevron": icon("chev", "i-sm"),
        }

    def row(self, line: TournamentStandingsLine, *, is_own: bool = False) -> str:
        """is_own: it is of somebody who looks."""
        row = line.row
        return self.template.render(
            {
                "words": self.words,
                "is_own": is_own,
                "rank": str(row.rank) if row.rank else "",
                "move": self.move(line),
                "name": row.name,
                "is_tied": row.tied,
                "club": row.club,
                "remark": line.remark,
                "rounds": [
                    PrintedRound(
                        self.headings[number],
                        self.missed if score is None else self.score(score),
                        is_poorer,
                        (row.player, number) in self.byes,
                    )
                    for number, (score, is_poorer) in enumerate(line.cells, 1)
                ],
                "shows_penalties": self.shows_penalties,
                "penalty": self.score(row.penalty) if row.penalty else "",
                "total": self.score(row.total),
            }
        )

    def move(self, line: TournamentStandingsLine) -> SafeString:
        if line.moved not in self.moves:
            self.moves[line.moved] = render_to_string(
                "clubs/seasons/standings/_standings_move.html", {"line": line}
            )
        return self.moves[line.moved]

    @cached_property
    def missed(self) -> SafeString:
        return render_to_string(
            "clubs/tournaments/check_in/_missed_round.html", {"page": self.page}
        )
