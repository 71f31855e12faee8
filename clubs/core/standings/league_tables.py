"""One table of a league file: its deals scored again, or its totals where no deal is known.

Source: leagues.md §7.4; deals of scores and totals as in tournaments.md §11.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime

from clubs.core.deals import DealRole, RecordKind
from clubs.core.file_rows import FiledDeal, FiledTotal
from clubs.core.games import Game, Rules, Verdict, has_matches, session_of
from clubs.core.matches import Session
from clubs.core.plain_scores import judge_deal
from clubs.core.problems import DealRefused, Problem, prefixed
from clubs.core.standings.scale import HUNDREDTHS, whole_or_fraction
from clubs.core.standings.season_shapes import FiledTable
from clubs.core.standings.shapes import DealResult, TableTotal


@dataclass(frozen=True, slots=True)
class FilePosition:
    """A place in a file; table and deal count from 1."""

    evening: date
    table: int | None = None
    deal: int | None = None


class LeagueFileRefused(DealRefused):
    """A file that is no league, or contradicts itself.

    The fields of the problems are paths such as `evenings[0].tables[1].deals[2].scores`.
    """

    def __init__(self, problems: Collection[Problem], place: FilePosition | None = None) -> None:
        super().__init__(problems)
        self.place = place


@dataclass(frozen=True, slots=True)
class TablePlace:
    """Which table is being read: the evening it belongs to, its number there, its key."""

    date: date
    evening: int
    number: int
    key: str

    def place(self, deal: int | None = None) -> FilePosition:
        return FilePosition(self.date, self.number, deal)

    def refuse(self, *problems: Problem, deal: int) -> LeagueFileRefused:
        return LeagueFileRefused(problems, self.place(deal))


@dataclass(frozen=True, slots=True)
class LeagueTableRead:
    """results: the deals that count; totals: of a table without deals. uuid is empty, and closed_at
    None, where the file has none. matches: the decided ones, in a game whose deals add up to such;
    None in another."""

    where: TablePlace
    uuid: str = ""
    closed_at: datetime | None = None
    results: tuple[DealResult, ...] = ()
    totals: tuple[TableTotal, ...] = ()
    matches: tuple[DealResult, ...] | None = None

    @property
    def ranked(self) -> tuple[DealResult, ...]:
        """The results that standings add up: matches where the game has them, else deals."""
        return self.results if self.matches is None else self.matches


def read_league_table(
    table: FiledTable, where: TablePlace, game: Game, rules: Rules
) -> LeagueTableRead:
    """Raises LeagueFileRefused with the problems of the first deal that has any."""
    read = LeagueTableRead(where, str(table.uuid or ""), table.closed_at)
    if table.totals is not None:
        return replace(read, totals=tuple(_total_of(total, where) for total in table.totals))
    reader = DealReader(game, rules, table.players, where)
    results = [reader.read(deal, number) for number, deal in enumerate(table.deals, start=1)]
    return replace(
        read,
        results=tuple(result for result in results if result is not None),
        matches=reader.matches() if has_matches(game) else None,
    )


def _total_of(total: FiledTotal, where: TablePlace) -> TableTotal:
    points = total.place_points
    return TableTotal(
        where.evening,
        where.key,
        total.player,
        total.total,
        total.deal_count,
        None if points is None else whole_or_fraction(points, HUNDREDTHS),
    )


@dataclass(slots=True)
class DealReader:
    """Scores the deals of one table, in their order. players are its seats, in order of play;
    session is what the deals that were read add up to."""

    game: Game
    rules: Rules
    players: Sequence[str]
    where: TablePlace
    session: Session = field(init=False)

    def __post_init__(self) -> None:
        self.session = session_of(self.game, self.rules)

    def read(self, deal: FiledDeal, number: int) -> DealResult | None:
        """The result of a deal that counts; None for a void one."""
        seats = deal.players or self.players
        try:
            # What came before at this table: in a game of matches a deal is judged by it.
            context = self.session.context(seats)
            verdict = judge_deal(self.game, seats, self.rules, deal.record, context)
        except DealRefused as refusal:
            problems = [prefixed(problem, f"{deal.row}.record.") for problem in refusal.problems]
            raise self.where.refuse(*problems, deal=number) from None
        # All of them: the session itself passes over void deals and plain scores.
        self.session.add({**deal.record, "players": list(seats)})
        differences = list(_file_score_problems(deal, verdict))
        if differences:
            raise self.where.refuse(*differences, deal=number)
        return self.result(verdict, number)

    def matches(self) -> tuple[DealResult, ...]:
        """The decided ones, each as a deal would count."""
        return tuple(
            DealResult(
                evening=self.where.evening,
                table=self.where.key,
                deal=match.number,
                scores=match.scores,
                halves=match.halves,
            )
            for match in self.session.decided()
        )

    def result(self, verdict: Verdict, number: int) -> DealResult | None:
        facts = verdict.facts
        if facts.kind == RecordKind.VOID:
            return None
        return DealResult(
            evening=self.where.evening,
            table=self.where.key,
            deal=number,
            # Without who sat out: the number of scores is the size by which the deal counts.
            scores={
                name: score
                for name, score in verdict.scores.items()
                if verdict.roles.get(name) != DealRole.OUT
            },
            taker=facts.taker,
            is_made=facts.is_made,
            contract=facts.contract,
        )


def _file_score_problems(deal: FiledDeal, verdict: Verdict) -> Iterator[Problem]:
    """Stake and scores that the file has, and that are others by the rules."""
    stake = verdict.facts.stake
    if deal.stake is not None and stake is not None and deal.stake != stake:
        params = {"ours": stake, "theirs": deal.stake}
        yield Problem("score_differs", f"{deal.row}.stake", params)
    for name, theirs in (deal.scores or {}).items():
        # Somebody of the seats whom the rules give nothing sat out, which is 0 in the file.
        ours = verdict.scores.get(name, 0)
        if ours != theirs:
            params = {"ours": ours, "theirs": theirs}
            yield Problem("score_differs", f"{deal.row}.scores.{name}", params)
