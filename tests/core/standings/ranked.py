"""Small leagues and their standings, for the tests of ranks and methods."""

from datetime import date

from clubs.core.standings.league_files import read_league
from clubs.core.standings.rank import (
    LeagueInput,
    Member,
    RankedEvening,
    ScoreCell,
)
from tests.core.standings.seasons import example

ANNE, BOB, CLEO = Member("Anne", 1), Member("Bob", 2), Member("Cléo", 3)
GINA = Member("Gina", 9, is_guest=True)
THREE_DAYS = [RankedEvening(date(2025, 9, day), f"{day}") for day in (1, 8, 15)]


def standings(as_of=None, penalties=(), **settings):
    document = example()
    document["settings"] |= settings
    document["penalties"] = list(penalties)
    league = read_league(document)
    return league.standings(as_of)


def values(found):
    """(rank, player, value) of the ranked, in order."""
    return [(row.rank, row.player, row.value) for row in found.rows if row.rank is not None]


def rows(found):
    return {row.player: row for row in found.rows}


def line(row, at):
    return next(line for line in row.lines if line.evening == at)


def totals(*evenings):
    """Cells of tables of 4, one deal each: a mapping of scores for each evening."""
    return [
        ScoreCell(at, "1", player, 4, 1, score, score * score)
        for at, scores in enumerate(evenings)
        for player, score in scores.items()
    ]


def league(*evenings, members=(ANNE, BOB, CLEO), **more):
    days = [RankedEvening(date(2025, 9, 1 + 7 * at), f"{at}") for at in range(len(evenings))]
    return LeagueInput(members, days, totals(*evenings), **more)
