"""The standings of a tournament, ready to be shown: lines, teams, categories, and their rules."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from clubs.core.measures import places_gained
from clubs.core.tournaments.parts import TournamentPart, input_of, read_parts
from clubs.core.tournaments.settings import (
    AVERAGE,
    LateRanking,
    LeaverPolicy,
    TournamentSettings,
    TournamentTieBreak,
)
from clubs.core.tournaments.shapes import (
    CategoryRow,
    TeamRow,
    TournamentInput,
    TournamentRow,
    TournamentStandings,
    TournamentTieDecision,
)
from clubs.core.tournaments.standings import rank_tournament, ranks_after
from clubs.models import Publication, Tournament
from clubs.numbers import NONE
from clubs.queries.tournaments.tournaments import Steps, settings_of, steps_of, tournament_input
from clubs.queries.tournaments.words import TIE_BREAKS


@dataclass(frozen=True, slots=True)
class TournamentStandingsLine:
    """moved: ranks won (lost: below 0) since the round before, None where one of them has none.
    remark says which tie-break decided, or why a row has no rank."""

    row: TournamentRow
    moved: int | None
    remark: str

    @property
    def cells(self) -> list[tuple[int | None, bool]]:
        """The score of each round, and whether its slip says less than is usual."""
        poorer = set(self.row.poorer_rounds)
        return [(score, at in poorer) for at, score in enumerate(self.row.rounds, 1)]


@dataclass(frozen=True, slots=True)
class TeamStandingsLine:
    row: TeamRow
    members: str


@dataclass(frozen=True, slots=True)
class CategoryLines:
    code: str
    name: str
    rows: Sequence[CategoryRow]


@dataclass(frozen=True, slots=True)
class ShownStandings:
    """after is the round shown; missed_score what a missed round counts in the totals; results what
    the standings are made of, those of the part alone where one is shown."""

    standings: TournamentStandings
    steps: Steps
    after: int
    lines: Sequence[TournamentStandingsLine]
    teams: Sequence[TeamStandingsLine]
    categories: Sequence[CategoryLines]
    rules: Sequence[str]
    published_at: datetime | None
    results: TournamentInput
    parts: Sequence[TournamentPart] = ()
    part: TournamentPart | None = None
    missed_score: int = 0

    @property
    def shows_all(self) -> bool:
        """Whether these are the standings of all rounds, which can be made final."""
        return self.part is None and self.after == self.steps.planned

    @property
    def shows_penalties(self) -> bool:
        return any(line.row.penalty for line in self.lines)

    @property
    def address(self) -> str:
        """The query of the address of these standings."""
        query = f"after={self.after}"
        return f"{query}&part={self.parts.index(self.part) + 1}" if self.part else query

    @property
    def is_running(self) -> bool:
        """The round shown is still played."""
        return self.after > self.steps.over

    @property
    def rounds(self) -> range:
        """The numbers of the rounds that count here."""
        first = self.part.first if self.part else 1
        return range(first, max(self.after, first - 1) + 1)


def tournament_standings(
    tournament: Tournament, after: int | None = None, part: int = 0
) -> ShownStandings:
    """The standings after a round; without one, after the last that is over. 12 queries, however
    many entries and rounds. part: of this part alone, counted from 1, as it stood at its end or
    after the round within it; 0 is the whole."""
    steps = steps_of(tournament)
    shown = steps.over if after is None else max(0, min(after, steps.current))
    results, settings = tournament_input(tournament), settings_of(tournament)
    parts = read_parts(tournament.parts)
    chosen = parts[part - 1] if 0 < part <= len(parts) else None
    if chosen is not None:
        shown = max(min(shown, chosen.last), chosen.first - 1)
        results = input_of(results, chosen)
    number = shown - (chosen.first - 1 if chosen else 0)
    standings = rank_tournament(results, settings, number)
    before = ranks_after(results, settings, number - 1) if number > 1 else {}
    published = (
        Publication.objects.filter(tournament=tournament)
        .order_by("-version")
        .values_list("published_at", flat=True)
        .first()
    )
    return ShownStandings(
        standings=standings,
        steps=steps,
        after=shown,
        lines=compared_lines(standings, before),
        teams=_team_lines(standings),
        categories=_category_lines(tournament, standings),
        rules=list(_rule_sentences(settings)),
        published_at=published,
        results=results,
        parts=parts,
        part=chosen,
        missed_score=settings.missed_round_score,
    )


def licences_of(tournament: Tournament) -> dict[int, str]:
    """Licences by number of the entry, for the desk alone. One query."""
    return dict(tournament.entries.values_list("number", "licence"))


def compared_lines(
    standings: TournamentStandings, before: Mapping[str, int]
) -> list[TournamentStandingsLine]:
    """The lines of the standings. before: the ranks after the round before, by key."""
    names = {row.player: row.name for row in standings.rows}
    return [
        TournamentStandingsLine(
            row, places_gained(before.get(row.player), row.rank), _row_words(row, names)
        )
        for row in standings.rows
    ]


def _row_words(row: TournamentRow, names: Mapping[str, str]) -> str:
    if row.left:
        return _("left after round %(number)s") % {"number": row.left_after}
    if row.late:
        return _("came late: not ranked")
    return _decision_words(row.decision, names) if row.decision else ""


def _decision_words(decision: TournamentTieDecision, names: Mapping[str, str]) -> str:
    """ "against A. Berger by the best round: 240, 112" """
    by = TIE_BREAKS[decision.tie_break]
    other = names.get(decision.neighbour, decision.neighbour)
    if decision.tie_break is TournamentTieBreak.LOT:
        return _("against %(name)s: drawn by lot") % {"name": other}
    values = [_joined_values(value) for value in (decision.mine, decision.theirs)]
    return _("against %(name)s by %(rule)s: %(own)s, %(others)s") % {
        "name": other,
        "rule": by,
        "own": values[0],
        "others": values[1],
    }


def _joined_values(value: Any) -> str:
    if value is None:
        return NONE
    texts = [str(one) for one in value] if isinstance(value, tuple) else [str(value)]
    return ", ".join(texts).replace("-", "−")


def _team_lines(standings: TournamentStandings) -> list[TeamStandingsLine]:
    names = {row.player: row.name for row in standings.rows}
    return [
        TeamStandingsLine(row, ", ".join(names.get(key, key) for key in row.members))
        for row in standings.teams
    ]


def _category_lines(tournament: Tournament, standings: TournamentStandings) -> list[CategoryLines]:
    names = dict(tournament.categories.values_list("code", "name"))
    return [
        CategoryLines(code, names.get(code, code), rows)
        for code, rows in standings.categories.items()
    ]


def _rule_sentences(settings: TournamentSettings) -> Iterator[str]:
    """The rules of the ranking, one sentence each."""
    yield _("The total of all rounds counts, with penalties.")
    if settings.tie_breaks:
        names = ", ".join(str(TIE_BREAKS[one]) for one in settings.tie_breaks)
        yield _("Equal totals are told apart by: %(rules)s.") % {"rules": names}
    else:
        yield _("Equal totals share a rank; the order of their rows means nothing.")
    yield {
        LeaverPolicy.RANKED_LAST: _("Players who left stand behind all others."),
        LeaverPolicy.UNRANKED: _("Players who left are listed without a rank."),
        LeaverPolicy.KEEP: _("Players who left are ranked like everybody."),
    }[settings.leaver_policy]
    if settings.late_ranking is LateRanking.APART:
        yield _("Players who came late are listed without a rank.")
    if settings.bye_score == AVERAGE:
        yield _("A round without a table counts as the mean of the rounds played.")
    elif settings.bye_score:
        yield _("A round without a table counts %(score)s.") % {
            "score": _joined_values(settings.bye_score)
        }
    if settings.missed_round_score:
        yield _("A missed round counts %(score)s.") % {
            "score": _joined_values(settings.missed_round_score)
        }
    if settings.best_n:
        yield _("Of a team, the best %(count)s count.") % {"count": settings.best_n}
