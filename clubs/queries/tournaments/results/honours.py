"""Prizes and certificates of a tournament on paper."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from clubs.core.tournaments.shapes import TournamentStandings
from clubs.models import Tournament
from clubs.queries.tournaments.paper_shapes import Diploma, DiplomasPaper, PaperPrize, PrizesPaper
from clubs.queries.tournaments.papers import FINAL, entries_by_number, entry_on_paper, paper_head
from clubs.queries.tournaments.results.prizes import prize_page
from clubs.queries.tournaments.tournaments import standings_after

BEST = 3  # of the overall ranking and of teams; of a category the first


def prizes_paper(tournament: Tournament, number: int) -> PrizesPaper:
    """The prizes by the standings after this round; none before the first."""
    entries = entries_by_number(tournament)
    lines = prize_page(tournament, standings_after(tournament, number)).lines if number else ()
    return PrizesPaper(
        head=paper_head(tournament),
        lines=tuple(
            PaperPrize(line.award, line.list, entry_on_paper(entries[line.award.number], number))
            for line in lines
        ),
        currency=tournament.currency,
        is_final=tournament.state in FINAL,
    )


def diplomas_paper(tournament: Tournament, number: int) -> DiplomasPaper:
    """The certificates by the standings after this round; all who share a rank have one. Names are
    written as people say them: a certificate is no list."""
    standings = standings_after(tournament, number, listed=False)
    names = dict(tournament.categories.values_list("code", "name"))
    return DiplomasPaper(
        head=paper_head(tournament),
        diplomas=(
            *_overall(standings),
            *_of_categories(standings, names),
            *_of_teams(standings),
        ),
        is_final=tournament.state in FINAL,
    )


def _overall(standings: TournamentStandings) -> Iterator[Diploma]:
    ranked = [row for row in standings.rows if row.rank is not None]
    for row in ranked:
        if row.rank is not None and row.rank <= BEST:
            yield Diploma(row.name, row.rank, len(ranked), row.total, club=row.club or "")


def _of_categories(standings: TournamentStandings, names: dict[str, str]) -> Iterator[Diploma]:
    for code, lines in standings.categories.items():
        ranked = [line for line in lines if line.rank is not None]
        for line in ranked:
            if line.rank == 1:
                yield Diploma(
                    line.row.name,
                    line.rank,
                    len(ranked),
                    line.row.total,
                    list=names.get(code, code),
                    club=line.row.club or "",
                )


def _of_teams(standings: TournamentStandings) -> Iterator[Diploma]:
    names = {row.player: row.name for row in standings.rows}
    for team in standings.teams:
        if team.rank <= BEST:
            members = tuple(names[key] for key in team.members if key in names)
            field = len(standings.teams)
            yield Diploma(team.team, team.rank, field, team.total, list=_("teams"), members=members)
