"""The evenings of a season: their winners, and the results of one."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cached_property

from clubs.access import Actor
from clubs.core.standings import rank as core
from clubs.core.standings.rank import (
    EveningBoard,
    EveningLine,
    LeagueSettings,
    Normalise,
    Number,
    RankingMethod,
)
from clubs.models import Evening, League, Player, Presence
from clubs.queries.seasons.counted import CountedWords
from clubs.queries.seasons.evening_money import EveningMoney, evening_money
from clubs.queries.seasons.leagues import (
    LeagueData,
    LeagueEvening,
    LeagueTable,
    evening_data,
    league_data,
    table_counts,
)
from clubs.queries.seasons.standings_words import decimal, digits_of

Shown = Decimal | int | None
NET = {RankingMethod.TOTAL, RankingMethod.AVERAGE, RankingMethod.BEST_N}


@dataclass(frozen=True, slots=True)
class EveningRow:
    """An evening in the list. came: number of people who played or were checked in; several winners
    where equal."""

    evening: LeagueEvening
    table_count: int
    came: int
    winners: Sequence[Player]
    best: Shown
    digits: int

    @property
    def winner_names(self) -> str:
        return ", ".join(player.name for player in self.winners)


@dataclass(frozen=True, slots=True)
class EveningPlace:
    """The result of a player at an evening. place is None for a guest who is passed over."""

    player: Player
    is_me: bool
    is_guest: bool
    place: int | None
    score: Shown
    raw: int
    points: Shown
    penalty: int

    @property
    def key(self) -> str:
        return str(self.player.uuid)

    @property
    def net(self) -> Shown:
        """The score with the penalties of the evening added, as the season counts it."""
        return None if self.score is None else self.score + self.penalty


@dataclass(frozen=True, slots=True)
class EveningTableResult:
    """The scores at one table, the best first. counted: the number of deals or matches in words;
    empty where it is unknown."""

    table: LeagueTable
    counted: str
    rows: Sequence[tuple[Player, int]]


@dataclass(frozen=True)
class EveningResult:
    """An evening with its ranking and its tables. others: people who came and did not play; money:
    the payments by currency, where its tables play for more than points."""

    evening: LeagueEvening
    settings: LeagueSettings
    words: CountedWords
    places: Sequence[EveningPlace]
    tables: Sequence[EveningTableResult]
    others: Sequence[Player]
    money: Sequence[EveningMoney] = ()

    @cached_property
    def digits(self) -> int:
        return digits_of(*(place.score for place in self.places))

    @cached_property
    def points_digits(self) -> int:
        return digits_of(*(place.points for place in self.places))

    @property
    def shows_points(self) -> bool:
        return self.settings.method is RankingMethod.PLACE_POINTS

    @property
    def shows_raw(self) -> bool:
        return self.settings.normalise in {Normalise.PER_OPPONENT, Normalise.Z_SCORE}

    @cached_property
    def shows_penalties(self) -> bool:
        return self.settings.penalties and any(place.penalty for place in self.places)

    @property
    def shows_net(self) -> bool:
        """Whether penalties are added to scores, and not to place points."""
        return self.shows_penalties and self.settings.method in NET


def evening_rows(league: League) -> list[EveningRow]:
    """Lists all evenings: those to come first, then the newest. Eight queries at most."""
    data = league_data(league, by_evening=True)
    board = board_of(data)
    present, counts = _present_by_evening(league), table_counts(league)
    rows = [
        _evening_row(data, board, at, counts.get(evening.pk, 0), present.get(evening.pk, set()))
        for at, evening in enumerate(data.held)
    ]
    to_come = [
        EveningRow(one, 0, len(present.get(one.pk, ())), (), None, 0) for one in data.to_come
    ]
    return [*reversed(to_come), *reversed(rows)]


def _evening_row(
    data: LeagueData, board: EveningBoard, at: int, table_count: int, present: set[str]
) -> EveningRow:
    won = board.first(at)
    best = board.score(at, won[0]) if won else None
    return EveningRow(
        evening=data.held[at],
        table_count=table_count,
        came=len(present.union(board.players(at))),
        winners=sorted((data.players[key] for key in won), key=lambda one: (one.sort_key, one.pk)),
        best=decimal(best),
        digits=digits_of(best),
    )


def board_of(data: LeagueData) -> EveningBoard:
    """Returns the scores of all players at each evening, indexed as data.held; all sizes
    together."""
    own_size = data.settings.normalise is Normalise.OWN_SIZE
    by_rating = data.settings.method is RankingMethod.RATING
    settings = replace(
        data.settings,
        normalise=Normalise.NONE if own_size else data.settings.normalise,
        method=RankingMethod.TOTAL if by_rating else data.settings.method,
    )
    return core.evening_board(data.basis, settings)


def _present_by_evening(league: League) -> dict[int, set[str]]:
    """Returns the uuids of the players who were checked in, by the id of the evening."""
    checked_in = Presence.objects.filter(evening__league=league)
    players: dict[int, set[str]] = {}
    for evening, player in checked_in.values_list("evening", "player__uuid"):
        players.setdefault(evening, set()).add(str(player))
    return players


def evening_result(actor: Actor, evening: Evening) -> EveningResult:
    """Returns the results of an evening. Five queries, and four or five more where tables play for
    money."""
    data = evening_data(evening)
    every = [*data.held, *data.to_come]
    shown = next(one for one in every if one.pk == evening.pk)
    at = data.held.index(shown) if shown in data.held else -1
    lines = board_of(data).lines(at)
    came = evening.present.exclude(uuid__in=list(lines)).order_by("sort_key", "pk")
    return EveningResult(
        evening=shown,
        settings=data.settings,
        words=data.words,
        places=sorted(
            _evening_places(actor, data, at, lines),
            key=lambda one: (-lines[one.key].score, one.place or 0, one.player.sort_key),
        ),
        tables=[_table_result(data, at, table) for table in shown.tables],
        others=list(came),
        money=evening_money(evening.league.game, shown),
    )


def _evening_places(
    actor: Actor, data: LeagueData, at: int, lines: Mapping[str, EveningLine]
) -> Iterator[EveningPlace]:
    guests = {member.key for member in data.basis.members if member.is_guest}
    penalties: dict[str, int] = {}
    for penalty in data.basis.penalties:
        if penalty.evening == at:
            penalties[penalty.player] = penalties.get(penalty.player, 0) + penalty.points
    for key, line in lines.items():
        player = data.players[key]
        yield EveningPlace(
            player=player,
            is_me=actor.is_player(player),
            is_guest=key in guests,
            place=line.place,
            score=decimal(line.score),
            raw=line.raw,
            points=decimal(_line_points(line)),
            penalty=penalties.get(key, 0),
        )


def _line_points(line: EveningLine) -> Number | None:
    if line.place_points is None and not line.attendance_points:
        return None
    return (line.place_points or 0) + line.attendance_points


def _table_result(data: LeagueData, at: int, table: LeagueTable) -> EveningTableResult:
    won, count = data.table_scores(at, table)
    best_first = sorted(won, key=lambda key: (-won[key], data.players[key].sort_key))
    return EveningTableResult(
        table=table,
        counted=data.words.count(count) if count else "",
        rows=[(data.players[key], won[key]) for key in best_first],
    )
