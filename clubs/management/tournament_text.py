"""Standings of a tournament as text in columns, for a terminal."""

from collections.abc import Iterator, Mapping, Sequence

from clubs.core.tournaments.settings import TournamentTieBreak
from clubs.core.tournaments.shapes import CategoryRow, TeamRow, TournamentRow, TournamentStandings
from clubs.management.standings_text import aligned_lines, number_text

NONE = "–"
TEAM_HEADINGS = ("", "Team", "Members", "Total", "")
CATEGORY_HEADINGS = ("", "Player", "Total", "Overall")


def tournament_text(title: str, standings: TournamentStandings) -> str:
    """Title, rules, and the rows with their ranks; then teams and categories, if there are any."""
    return "\n".join([title, _rules_text(standings), "", *_text_lines(standings)]) + "\n"


def _rules_text(standings: TournamentStandings) -> str:
    """The rules in a line: "after round 3, tie-breaks: best round, lot"."""
    count = standings.after_round
    parts = [f"after round {count}" if count else "before the first round"]
    if standings.tie_breaks:
        names = (tie_break.value.replace("_", " ") for tie_break in standings.tie_breaks)
        parts.append(f"tie-breaks: {', '.join(names)}")
    return "; ".join(parts)


def _text_lines(standings: TournamentStandings) -> Iterator[str]:
    yield from _row_lines(standings)
    total, penalties = number_text(standings.total_sum), number_text(standings.penalty_sum)
    yield f"Sum of totals {total}, penalties {penalties}"
    if standings.teams:
        names = {row.player: row.name for row in standings.rows}
        yield from ["", "Teams"]
        cells = [_team_cells(row, names) for row in standings.teams]
        yield from aligned_lines([TEAM_HEADINGS, *cells], {1, 2, 4})
    for code, rows in standings.categories.items():
        yield from ["", f"Category {code}"]
        yield from aligned_lines([CATEGORY_HEADINGS, *map(_category_cells, rows)], {1})


def _row_lines(standings: TournamentStandings) -> Iterator[str]:
    if not standings.rows:
        yield "Nobody is in these standings yet."
        return
    rounds = [f"R{number}" for number in range(1, standings.after_round + 1)]
    headings = ["", "No.", "Player", "Club", *rounds, "Penalty", "Total", ""]
    cells = [_tournament_row_cells(row) for row in standings.rows]
    yield from aligned_lines([headings, *cells], {2, 3, len(headings) - 1})


def _tournament_row_cells(row: TournamentRow) -> Sequence[str]:
    return (
        _plain_rank(row.rank, tied=row.tied),
        str(row.number),
        row.name,
        row.club or "",
        *(NONE if score is None else number_text(score) for score in row.rounds),
        number_text(row.penalty) if row.penalty else "",
        number_text(row.total),
        ", ".join(_tournament_remarks(row)),
    )


def _tournament_remarks(row: TournamentRow) -> Iterator[str]:
    """Why a row stands where it does, and which of its rounds are known without deals."""
    if row.left:
        yield f"left after round {row.left_after}" if row.left_after else "never started"
    if row.late:
        yield "came late"
    if row.decision is not None:
        by_lot = row.decision.tie_break is TournamentTieBreak.LOT
        yield "drawn by lot" if by_lot else f"by {row.decision.tie_break.value.replace('_', ' ')}"
    if row.poorer_rounds:
        numbers = ", ".join(map(str, row.poorer_rounds))
        yield f"round{'s' if len(row.poorer_rounds) > 1 else ''} {numbers} without deals"


def _team_cells(row: TeamRow, names: Mapping[str, str]) -> Sequence[str]:
    return (
        _plain_rank(row.rank, tied=row.tied),
        row.team,
        ", ".join(names.get(member, member) for member in row.members),
        number_text(row.total),
        "" if row.complete else "incomplete",
    )


def _category_cells(placed: CategoryRow) -> Sequence[str]:
    row = placed.row
    return (
        _plain_rank(placed.rank, tied=placed.tied),
        row.name,
        number_text(row.total),
        _plain_rank(row.rank, tied=row.tied),
    )


def _plain_rank(rank: int | None, *, tied: bool) -> str:
    return NONE if rank is None else f"{rank}{'=' if tied else ''}"
