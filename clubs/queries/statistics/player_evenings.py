"""The evenings of a player: totals, ranks, comebacks.

An evening is one of the season, where one is chosen, else a day in the club's zone; a table belongs
to the day on which it was opened.

Source: leagues.md §1, §3.2, §4.1.
"""

from collections import defaultdict
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from fractions import Fraction
from typing import Any, NamedTuple, Protocol
from uuid import UUID

from django.db.models import Sum, TextField
from django.db.models.functions import Cast

from clubs.core.measures import Rate, comeback, mean
from clubs.core.standings.rank import Guests
from clubs.models import Evening, League, LeagueMember, LeagueSitting, Player, Sitting
from clubs.queries.seasons.leagues import standings_settings
from clubs.queries.statistics.populations import Population

PODIUM = 3


class ScoredDeal(Protocol):
    """A deal that a player played, and what it brought."""

    @property
    def sitting_id(self) -> int: ...

    @property
    def score(self) -> int: ...


class OwnDeal(NamedTuple):
    """The least that is known of one."""

    sitting_id: int
    score: int


class Night(NamedTuple):
    """An evening. uuid and name are empty where it is a day without a season."""

    held_on: date
    name: str
    key: str
    uuid: UUID | None = None


@dataclass(frozen=True, slots=True)
class EveningTable:
    """A table of the population, and the evening that it belongs to."""

    uuid: UUID
    night: Night


class PlayerTableTotal(NamedTuple):
    """What one player won or lost at one table; of a table there may be several for a player."""

    sitting_id: int
    player_id: int
    total: int


@dataclass(frozen=True, slots=True)
class PlayerEvening:
    """rank is among those who are ranked that evening; None for who is not. running is the total
    after this evening, from the first one on."""

    night: Night
    total: int
    running: int
    deals: int
    rank: int | None
    ranked: int


@dataclass(frozen=True, slots=True)
class Evenings:
    """Those a player attended, in order."""

    rows: tuple[PlayerEvening, ...]
    comeback: int | None

    @property
    def won(self) -> int:
        return sum(row.rank == 1 for row in self.rows)

    @property
    def podiums(self) -> int:
        return sum(row.rank is not None and row.rank <= PODIUM for row in self.rows)


@dataclass(frozen=True, slots=True)
class Average:
    """The averages of all players of the same deals: the mean score, the rate of contracts made,
    and the rate of takes."""

    total: int
    success: Rate
    take_rate: Rate

    @property
    def mean(self) -> Fraction | None:
        return mean(self.total, self.take_rate.base)


def tables_of(population: Population) -> dict[int, EveningTable]:
    """The tables that may have deals of the population, by primary key, in order of play."""
    if population.league is not None:
        rows = LeagueSitting.objects.filter(league=population.league)
        rows = rows.order_by("sitting__opened_at", "sitting")
        return {
            row.sitting_id: EveningTable(
                row.sitting.uuid,
                Night(
                    row.evening.held_on, row.evening.name, str(row.evening.uuid), row.evening.uuid
                ),
            )
            for row in rows.select_related("evening", "sitting").only(
                "sitting__uuid", "evening__held_on", "evening__name", "evening__uuid"
            )
        }
    zone = population.club.zone
    opened = Sitting.objects.filter(club=population.club, opened_at__isnull=False)
    opened = opened.order_by("opened_at", "pk")
    tables = {}
    for key, uuid, opened_at in opened.values_list("pk", "uuid", "opened_at"):
        if opened_at is not None:
            day = opened_at.astimezone(zone).date()
            tables[key] = EveningTable(uuid, Night(day, "", day.isoformat()))
    return tables


def nights_of(population: Population) -> dict[int, Night]:
    """The evenings of the tables that may have deals of the population, by primary key."""
    if population.league is not None:
        evenings = {
            evening.pk: Night(evening.held_on, evening.name, str(evening.uuid), evening.uuid)
            for evening in Evening.objects.filter(league=population.league)
        }
        rows = LeagueSitting.objects.filter(league=population.league)
        return {key: evenings[held] for key, held in rows.values_list("sitting_id", "evening_id")}
    return {key: night for key, _, night in _days_of(population)}


def _days_of(population: Population) -> list[tuple[int, str, Night]]:
    """Key and uuid of each table, and the day on which it was opened. One query.

    Everything is asked as text: SQLite has nothing else, and ten thousand times are read here three
    times as fast as by Django.
    """
    texts = {name: Cast(name, TextField()) for name in ("uuid", "opened_at")}
    rows = Sitting.objects.filter(population.tables_where()).order_by()
    moments: list[Any] = list(rows.values_list("pk", texts["uuid"], texts["opened_at"]))
    zone = population.club.zone
    known: dict[str, Night] = {}
    for moment in {moment for _, _, moment in moments}:
        day = _read_moment(moment).astimezone(zone).date()
        known[moment] = Night(day, "", day.isoformat())
    return [(key, uuid, known[moment]) for key, uuid, moment in moments]


def _read_moment(text: str) -> datetime:
    """Reads a time as the database writes it, in UTC; SQLite writes no zone."""
    moment = datetime.fromisoformat(text)
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def tables_beside(population: Population, sittings: Iterable[int]) -> dict[int, EveningTable]:
    """These tables, and all others of the same evenings; of a season all. One query."""
    if population.league is not None:
        return tables_of(population)
    days = _days_of(population)
    own = set(sittings)
    wanted = {night for key, _, night in days if key in own}
    return {key: EveningTable(UUID(uuid), night) for key, uuid, night in days if night in wanted}


def own_deals(population: Population, player: Player) -> list[OwnDeal]:
    """In order of play. One query."""
    rows = population.scores().filter(player=player)
    return [OwnDeal(*row) for row in rows.values_list("deal__sitting_id", "score")]


def table_totals(population: Population) -> list[PlayerTableTotal]:
    """Returns the totals of all players at each table."""
    rows = population.scores().order_by().values_list("deal__sitting_id", "player_id")
    return [PlayerTableTotal(*row) for row in rows.annotate(total=Sum("score"))]


def night_totals(
    totals: Iterable[PlayerTableTotal], tables: Mapping[int, EveningTable]
) -> dict[Night, dict[int, int]]:
    """Returns the totals by player (primary key) for each evening, in order of the evenings."""
    by_night: dict[Night, dict[int, int]] = defaultdict(lambda: defaultdict(int))
    for row in totals:
        by_night[tables[row.sitting_id].night][row.player_id] += row.total
    return {night: dict(by_night[night]) for night in sorted(by_night, key=night_order)}


def night_order(night: Night) -> tuple[date, str, str]:
    return night.held_on, night.name, night.key


def placed_in(league: League | None) -> Container[int] | None:
    """Returns the players who get a place at the evenings of a season: its members, unless
    guests are ranked too. None stands for everybody."""
    if league is None or standings_settings(league).guests is Guests.RANKED:
        return None
    return set(LeagueMember.objects.filter(league=league).values_list("player_id", flat=True))


def evenings_of(
    player: Player,
    played: Sequence[ScoredDeal],
    totals: Iterable[PlayerTableTotal],
    tables: Mapping[int, EveningTable],
    *,
    placed: Container[int] | None,
) -> Evenings:
    """played are the player's deals in order of play; placed those who get a place."""
    deals: dict[Night, list[int]] = defaultdict(list)
    for deal in played:
        deals[tables[deal.sitting_id].night].append(deal.score)
    rows, running = [], 0
    for night, won in night_totals(totals, tables).items():
        if player.pk not in won:
            continue
        running += won[player.pk]
        # Guests who get no place do not push members down either.
        rivals = [total for who, total in won.items() if placed is None or who in placed]
        has_place = placed is None or player.pk in placed
        rank = 1 + sum(total > won[player.pk] for total in rivals) if has_place else None
        rows.append(
            PlayerEvening(night, won[player.pk], running, len(deals[night]), rank, len(rivals))
        )
    return Evenings(tuple(rows), comeback(deals.values()))
