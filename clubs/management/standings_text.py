"""Standings of a league or of a tournament as text in columns, for a terminal."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from clubs.core.standings.document import hundredths, standings_document
from clubs.core.standings.rank import LeagueRanking, LeagueRow, LeagueStandings, Normalise, Number
from clubs.core.tournaments.settings import TournamentTieBreak
from clubs.core.tournaments.shapes import CategoryRow, TeamRow, TournamentRow, TournamentStandings
from clubs.management.console import aligned_lines
from clubs.numbers import MINUS, NONE
from clubs.queries.seasons.counted import DEALS, CountedWords

LEFT = frozenset({1, 7})  # columns of text
NO_ROUNDS = "Only a tournament has rounds: use --as-of DATE, not --after."

Forms = tuple[Mapping[str, Any], str]  # standings as a JSON document, and as text


def league_forms(title: str, standings: LeagueStandings, words: CountedWords) -> Forms:
    """Both forms of the standings of a league or a table; words are of what counts in it."""
    return standings_document(title, standings), _standings_text(title, standings, words)


def _standings_text(title: str, standings: LeagueStandings, words: CountedWords = DEALS) -> str:
    """Title, method, and the rows with their ranks; one table for each size under `own_size`.

    words: of what counts, in the language that is on.
    """
    settings = standings.settings
    about = [settings.method.value.replace("_", " ")]
    if settings.normalise is not Normalise.NONE:
        about.append(f"normalised: {settings.normalise.value.replace('_', ' ')}")
    if standings.as_of is not None:
        about.append(f"as of {standings.as_of}")
    lines = [title, ", ".join(about), ""]
    if settings.normalise is Normalise.OWN_SIZE:
        for size, table in standings.by_size.items():
            lines += [words.of_size % {"size": size}, *_ranking_lines(table, words), ""]
    else:
        lines += [*_ranking_lines(standings.table, words), ""]
    if standings.totals_as_scored:
        lines.append("Tables without deals count as scored.")
    return "\n".join(lines).rstrip("\n") + "\n"


def _ranking_lines(table: LeagueRanking, words: CountedWords) -> Iterator[str]:
    if not table.rows:
        yield "Nobody is in these standings yet."
    else:
        rows = (_league_row_cells(row, words) for row in table.rows)
        counted = str(words.many)
        headings = ("", "Player", "Value", "Total", counted, "Evenings", "Penalty", "")
        yield from aligned_lines([headings, *rows], LEFT)
    total, penalties = _number_text(table.total_sum), _number_text(table.penalty_sum)
    yield f"Sum of totals {total}, penalties {penalties}"
    if table.hidden_count:
        yield f"Not shown because not qualified: {table.hidden_count}"
    for scale in table.scales:
        if scale.too_few:
            counted = words.of_size % {"size": scale.size}
            yield f"{counted} count as scored: there are only {scale.deals}."


def _league_row_cells(row: LeagueRow, words: CountedWords) -> Sequence[str]:
    return (
        _plain_rank(row.rank, tied=row.tied),
        row.player,
        NONE if row.value is None else _number_text(row.value),
        _number_text(row.total),
        str(row.deals),
        str(row.evenings),
        _number_text(row.penalty) if row.penalty else "",
        ", ".join(_league_remarks(row, words)),
    )


def _league_remarks(row: LeagueRow, words: CountedWords) -> Iterator[str]:
    """The reasons why a row has no rank, and the points that it brought along."""
    if row.guest:
        yield "guest"
    if row.provisional:
        yield "provisional"
    if row.missing_evenings:
        yield f"{row.missing_evenings} more evening{'s' if row.missing_evenings > 1 else ''}"
    if row.missing_deals:
        yield words.more(row.missing_deals)
    if row.carry_over:
        yield f"{_number_text(row.carry_over)} carried over"


def _number_text(value: Number) -> str:
    """A whole number as it is, another one with 2 places, both with a real minus sign."""
    if isinstance(value, int):
        text = str(abs(value))
    else:
        cents = abs(hundredths(value))
        text = f"{cents // 100}.{cents % 100:02}"
    return f"{MINUS}{text}" if value < 0 and text != "0.00" else text


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
    total, penalties = _number_text(standings.total_sum), _number_text(standings.penalty_sum)
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
        *(NONE if score is None else _number_text(score) for score in row.rounds),
        _number_text(row.penalty) if row.penalty else "",
        _number_text(row.total),
        ", ".join(_tournament_remarks(row)),
    )


def _tournament_remarks(row: TournamentRow) -> Iterator[str]:
    """The reasons of the place of a row, and its rounds that are known without deals."""
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
        _number_text(row.total),
        "" if row.complete else "incomplete",
    )


def _category_cells(placed: CategoryRow) -> Sequence[str]:
    row = placed.row
    return (
        _plain_rank(placed.rank, tied=placed.tied),
        row.name,
        _number_text(row.total),
        _plain_rank(row.rank, tied=row.tied),
    )


def _plain_rank(rank: int | None, *, tied: bool) -> str:
    return NONE if rank is None else f"{rank}{'=' if tied else ''}"
