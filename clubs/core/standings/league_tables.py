"""One table of a league file: its deals scored again, or its totals where no deal is known.

Source: leagues.md §7.4; deals of scores and totals as in tournaments.md §11.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime
from typing import Any

from clubs.core import plain_scores
from clubs.core.deals import Kind, Role
from clubs.core.games import (
    DEFAULT_GAME,
    Game,
    Rules,
    Verdict,
    get_game,
    has_matches,
    session_of,
)
from clubs.core.matches import Session
from clubs.core.players import player_problems
from clubs.core.problems import DealRefused, Problem
from clubs.core.standings.scale import whole_or_fraction
from clubs.core.standings.shapes import Number, Result, TableTotal
from clubs.core.tournament_games import zero_is_played

HUNDREDTHS = 100  # of a place point


@dataclass(frozen=True, slots=True)
class Place:
    """Where in a file: table and deal count from 1."""

    evening: date
    table: int | None = None
    deal: int | None = None


class LeagueFileRefused(DealRefused):
    """A file that is no league, or contradicts itself.

    The fields of the problems are paths such as `evenings[0].tables[1].deals[2].scores`.
    """

    def __init__(self, problems: Collection[Problem], place: Place | None = None) -> None:
        super().__init__(problems)
        self.place = place


@dataclass(frozen=True, slots=True)
class TablePlace:
    """Which table is being read: its path in the file, the evening it belongs to, its key."""

    path: str
    date: date
    evening: int
    number: int
    key: str

    def refuse(self, *problems: Problem, deal: int | None = None) -> LeagueFileRefused:
        return LeagueFileRefused(problems, Place(self.date, self.number, deal))


@dataclass(frozen=True, slots=True)
class TableRead:
    """results: the deals that count; totals: of a table without deals. uuid is empty, and closed_at
    None, where the file has none. matches: the decided ones, in a game whose deals add up to such;
    None in another."""

    where: TablePlace
    uuid: str = ""
    closed_at: datetime | None = None
    results: tuple[Result, ...] = ()
    totals: tuple[TableTotal, ...] = ()
    matches: tuple[Result, ...] | None = None

    @property
    def ranked(self) -> tuple[Result, ...]:
        """What standings add up."""
        return self.results if self.matches is None else self.matches


def read_table(
    table: Mapping[str, Any],
    where: TablePlace,
    names: Collection[str],
    league: tuple[Game, Rules],
) -> TableRead:
    """names: everybody of the league; league: game and rules of tables that name none.

    Raises LeagueFileRefused with the problems of the first place that has any.
    """
    uuid = table.get("uuid") or ""
    if not isinstance(uuid, str):
        raise where.refuse(Problem("field_type", f"{where.path}.uuid"))
    _check_game(table, where, league[0])
    told = TableRead(where, uuid, _read_closed_at(table, where))
    if table.get("totals") is not None:
        return replace(told, totals=tuple(_read_totals(table, where, names)))
    try:
        game, rules = read_rules(table, league)
    except DealRefused as refusal:
        problems = [prefixed(problem, f"{where.path}.") for problem in refusal.problems]
        raise where.refuse(*problems) from None
    players = table.get("players")
    problems = _seat_problems(players, game, names)
    if problems:
        raise where.refuse(*(prefixed(problem, f"{where.path}.") for problem in problems))
    deals = table.get("deals", [])
    if not isinstance(deals, list):
        raise where.refuse(Problem("field_type", f"{where.path}.deals"))
    reader = DealReader(game, rules, players or (), where, names)
    results = [reader.read(deal, number) for number, deal in enumerate(deals, start=1)]
    return replace(
        told,
        results=tuple(result for result in results if result is not None),
        matches=reader.matches() if has_matches(game) else None,
    )


def _check_game(table: Mapping[str, Any], where: TablePlace, league: Game) -> None:
    """A season is of one game, and so are its tables."""
    code = table.get("game")
    try:
        is_other = code is not None and get_game(code) is not league
    except DealRefused as refusal:
        problems = [prefixed(problem, f"{where.path}.") for problem in refusal.problems]
        raise where.refuse(*problems) from None
    if is_other:
        raise where.refuse(Problem("game_of_league", f"{where.path}.game"))


def _read_closed_at(table: Mapping[str, Any], where: TablePlace) -> datetime | None:
    """A time as 2025-09-12T23:15:00Z; one without zone is taken as UTC."""
    value = table.get("closed_at")
    if value is None:
        return None
    try:
        told = datetime.fromisoformat(value)
    except (TypeError, ValueError):
        raise where.refuse(Problem("bad_date", f"{where.path}.closed_at")) from None
    return told if told.tzinfo else told.replace(tzinfo=UTC)


def read_rules(
    source: Mapping[str, Any], default: tuple[Game, Rules] | None = None
) -> tuple[Game, Rules]:
    """`game` and `rules` of a league or a table; what a table leaves out is as in the league.

    Raises DealRefused with fields of the source.
    """
    code, rules = source.get("game"), source.get("rules")
    game = get_game(DEFAULT_GAME if code is None else code)
    if default is not None and code is None:
        game, _ = default
        return default if rules is None else (game, game.read_rules(rules))
    return game, game.read_rules(rules)


def _seat_problems(players: object, game: Game, names: Collection[str]) -> list[Problem]:
    """Are they so many as may sit there, each once, and all of the league?"""
    problems = player_problems(players, game.seat_counts)
    if not problems and isinstance(players, list | tuple):
        return [
            Problem("unknown_player", f"players[{seat}]", {"player": name})
            for seat, name in enumerate(players)
            if name not in names
        ]
    return problems


def prefixed(problem: Problem, prefix: str) -> Problem:
    """The same problem, with its field as a path from the top of the file."""
    return replace(problem, field=f"{prefix}{problem.field or ''}".rstrip("."))


@dataclass(slots=True)
class DealReader:
    """Reads the deals of one table, in their order. players are its seats, in order of play;
    session is what the deals that were read add up to."""

    game: Game
    rules: Rules
    players: Sequence[str]
    where: TablePlace
    names: Collection[str]
    session: Session = field(init=False)

    def __post_init__(self) -> None:
        self.session = session_of(self.game, self.rules)

    def read(self, deal: object, number: int) -> Result | None:
        """The result of a deal that counts; None for a void one."""
        path = f"{self.where.path}.deals[{number - 1}]"
        if not isinstance(deal, Mapping):
            raise self.where.refuse(Problem("field_type", path), deal=number)
        record = self.record_of(deal, path, number)
        written = record.pop("players", None)
        seats = deal.get("players") or written or self.players
        if seats is not self.players:
            self.check_seats(seats, path, number)
        verdict = self.judge(seats, record, path, number)
        self.session.add({**record, "players": list(seats)})
        problems = [*_stake_problems(deal, verdict, path), *_score_problems(deal, verdict, path)]
        if problems:
            raise self.where.refuse(*problems, deal=number)
        return self.result(verdict, number)

    def check_seats(self, seats: object, path: str, number: int) -> None:
        problems = _seat_problems(seats, self.game, self.names)
        if problems:
            moved = [prefixed(problem, f"{path}.") for problem in problems]
            raise self.where.refuse(*moved, deal=number)

    def record_of(self, deal: Mapping[str, Any], path: str, number: int) -> dict[str, Any]:
        """The record of a deal, or one of its scores where nothing else is known."""
        record = deal.get("record")
        if record is None:
            label = deal.get("label") or plain_scores.KIND
            return {"kind": plain_scores.KIND, "label": label, "scores": deal.get("scores")}
        if not isinstance(record, Mapping):
            raise self.where.refuse(Problem("field_type", f"{path}.record"), deal=number)
        return dict(record)

    def judge(
        self, seats: Sequence[str], record: Mapping[str, Any], path: str, number: int
    ) -> Verdict:
        try:
            if record.get("kind") == plain_scores.KIND:
                return plain_scores.judge(seats, record, may_be_zero=zero_is_played(self.game))
            context = self.session.context(seats)
            return self.game.judge(seats, self.rules, {**record, **context})
        except DealRefused as refusal:
            problems = [prefixed(problem, f"{path}.record.") for problem in refusal.problems]
            raise self.where.refuse(*problems, deal=number) from None

    def matches(self) -> tuple[Result, ...]:
        """The decided ones, each as a deal would count."""
        return tuple(
            Result(
                evening=self.where.evening,
                table=self.where.key,
                deal=match.number,
                scores=match.scores,
                halves=match.halves,
            )
            for match in self.session.decided()
        )

    def result(self, verdict: Verdict, number: int) -> Result | None:
        facts = verdict.facts
        if facts.kind == Kind.VOID:
            return None
        return Result(
            evening=self.where.evening,
            table=self.where.key,
            deal=number,
            scores={
                name: score
                for name, score in verdict.scores.items()
                if verdict.roles.get(name) != Role.OUT
            },
            taker=facts.taker,
            made=facts.made,
            contract=facts.contract,
        )


def _stake_problems(deal: Mapping[str, Any], verdict: Verdict, path: str) -> Iterator[Problem]:
    """A stake that stands in the file and is another one by the rules."""
    told, ours = deal.get("stake"), verdict.facts.stake
    if told is not None and ours is not None and (told != ours or isinstance(told, bool)):
        yield Problem("score_differs", f"{path}.stake", {"ours": ours, "theirs": told})


def _score_problems(deal: Mapping[str, Any], verdict: Verdict, path: str) -> Iterator[Problem]:
    """Scores that stand in the file, and differ; who sits out may be left out of them."""
    told = deal.get("scores")
    if told is None:
        return
    if not isinstance(told, Mapping):
        yield Problem("field_type", f"{path}.scores")
        return
    for name in [*verdict.scores, *(name for name in told if name not in verdict.scores)]:
        ours, theirs = verdict.scores.get(name), told.get(name)
        is_absent = theirs is None and not ours and verdict.roles.get(name) == Role.OUT
        if not is_absent and (theirs != ours or isinstance(theirs, bool)):
            is_told = ours is not None and theirs is not None
            params = {"ours": ours, "theirs": theirs} if is_told else {}
            yield Problem("score_differs", f"{path}.scores.{name}", params)


def _read_totals(
    table: Mapping[str, Any], where: TablePlace, names: Collection[str]
) -> Iterator[TableTotal]:
    """Points by name; `deal_counts` and `place_points` by name where they are known."""
    totals = _numbers_of(table, "totals", where, names)
    counts = _numbers_of(table, "deal_counts", where, names)
    points = _points_of(table, where, names)
    if table.get("deals"):
        raise where.refuse(Problem("value_not_allowed", f"{where.path}.deals"))
    for name, total in totals.items():
        count = counts.get(name)
        if count is not None and count < 1:
            path = f"{where.path}.deal_counts.{name}"
            raise where.refuse(Problem("value_not_allowed", path))
        yield TableTotal(where.evening, where.key, name, total, count, points.get(name))


def _points_of(
    table: Mapping[str, Any], where: TablePlace, names: Collection[str]
) -> dict[str, Number]:
    """Place points by name, to the hundredth."""
    told = table.get("place_points")
    if not isinstance(told, Mapping):
        return {**_numbers_of(table, "place_points", where, names)}
    cents = {
        name: round(points * HUNDREDTHS) if isinstance(points, float) else points
        for name, points in told.items()
    }
    read = _numbers_of({"place_points": cents}, "place_points", where, names)
    return {
        name: whole_or_fraction(number, HUNDREDTHS) if isinstance(told[name], float) else number
        for name, number in read.items()
    }


def _numbers_of(
    table: Mapping[str, Any], field: str, where: TablePlace, names: Collection[str]
) -> dict[str, int]:
    told = table.get(field)
    if told is None:
        return {}
    path = f"{where.path}.{field}"
    if not isinstance(told, Mapping):
        raise where.refuse(Problem("field_type", path))
    for name, number in told.items():
        if name not in names:
            raise where.refuse(Problem("unknown_player", f"{path}.{name}", {"player": name}))
        if not isinstance(number, int) or isinstance(number, bool):
            raise where.refuse(Problem("field_type", f"{path}.{name}"))
    return dict(told)
