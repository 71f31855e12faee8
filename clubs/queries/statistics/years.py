"""A year of a player and of a club: the figures that are told of it, beside those of the year
before.

Source: leagues.md §4.5.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any
from uuid import UUID

from django.db.models import Exists, OuterRef
from django.utils import timezone

from clubs.core.deals import DealRole
from clubs.core.measures import Rate
from clubs.models import (
    Club,
    Deal,
    DealKind,
    DealScore,
    Player,
    Sitting,
    SittingState,
    Span,
    SpanKind,
)
from clubs.queries.statistics.nights import Night
from clubs.queries.statistics.parts import ALL, TOLD, Counts, add_counts, merged, numbers_of
from clubs.queries.statistics.player_evenings import Evenings, evenings_of
from clubs.queries.statistics.populations import Population
from clubs.queries.statistics.records import RecordBook, record_book
from clubs.queries.statistics.sums import Sums, population_sums
from clubs.queries.statistics.versus import Companion, companions


def of_year(club: Club, game: str, year: int) -> Population:
    return Population(club, game=game, since=date(year, 1, 1), until=date(year, 12, 31))


def years_played(club: Club, game: str, player: Player | None = None) -> list[int]:
    """The years of which deals are told, of the club or of a player, the newest first. Two
    queries."""
    deals = Deal.objects.filter(sitting=OuterRef("pk")).exclude(kind=DealKind.VOID)
    live = Sitting.objects.without_sums(club).exclude(state=SittingState.VOID)
    live = live.filter(game=game)
    days = Span.objects.filter(club=club, game=game, kind=SpanKind.DAY).exclude(standing="{}")
    if player is not None:
        days = days.filter(shares__player=player)
        live = live.filter(seats__player=player)
        own = DealScore.objects.filter(deal=OuterRef("pk"), player=player)
        deals = deals.filter(Exists(own.exclude(role=DealRole.OUT)))
    opened = live.filter(Exists(deals)).order_by().values_list("opened_at", flat=True)
    years = {int(ref[:4]) for ref in days.values_list("ref", flat=True)} | {
        moment.astimezone(club.zone).year for moment in opened if moment is not None
    }
    return sorted(years, reverse=True)


def year_played_last(club: Club) -> int:
    """The year of the last closed table of any game of which deals are told; this year before the
    first one. One query."""
    closed = Sitting.objects.filter(club=club, state=SittingState.CLOSED, totals_only=False)
    last = closed.order_by("-opened_at").values_list("opened_at", flat=True).first()
    return (last or timezone.now()).astimezone(club.zone).year


@dataclass(frozen=True, slots=True)
class YearSums:
    """What was played in a year: score points, takes with their success, and evenings."""

    deals: int
    total: int
    takes: Rate
    evenings: int


@dataclass(frozen=True, slots=True)
class PlayerYear:
    """before has the year before, None where nothing was played in it."""

    player: Player
    year: int
    population: Population
    now: YearSums
    before: YearSums | None
    evenings: Evenings
    book: RecordBook
    company: tuple[Companion, ...]

    @property
    def most_with(self) -> Companion | None:
        return max(self.company, key=lambda row: row.deals, default=None)

    @property
    def best_partner(self) -> Companion | None:
        """With whom most contracts were made together."""
        made_some = [row for row in self.company if row.together.hits]
        return max(made_some, key=lambda row: row.together.hits, default=None)


def year_of_player(population: Population, player: Player, *, year: int) -> PlayerYear:
    """Some twenty-five queries."""
    sums = population_sums(population)
    evenings = evenings_of(sums, player, placed=None)
    return PlayerYear(
        player,
        year,
        population,
        _own_sums(sums, player),
        _or_none(_own_sums(population_sums(_before(population, year)), player)),
        evenings,
        record_book(population, player=player),
        tuple(companions(sums, player)),
    )


def _before(population: Population, year: int) -> Population:
    return of_year(population.club, population.game, year - 1)


def _own_sums(sums: Sums, player: Player) -> YearSums:
    parts = sums.parts(player, with_sums=True)
    counts: Counts = {}
    for part in parts:
        add_counts(counts, part.counts)
    return _sums(counts, len({sums.night_of(part) for part in parts}))


def _sums(counts: Mapping[str, Any], evenings: int) -> YearSums:
    deals, total = numbers_of(counts, ALL, 2)[:2]
    taken, _, made_count = numbers_of(counts, DealRole.TAKER, 3)
    return YearSums(deals, total, Rate(made_count, taken), evenings)


def _or_none(sums: YearSums) -> YearSums | None:
    return sums if sums.deals else None


@dataclass(frozen=True, slots=True)
class Held:
    """A figure, and who all had it, by uuid."""

    value: int
    who: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ClubYear:
    """deals, players and evenings of the year. attended, won and total say who came most often,
    won most evenings and won most points; busiest is the evening with the most deals. totals are
    what each player won, the most first."""

    club: Club
    year: int
    population: Population
    deals: int
    players: int
    evenings: int
    deals_before: int
    busiest: tuple[Night, int] | None
    attended: Held | None
    won: Held | None
    totals: tuple[tuple[UUID, int], ...]
    book: RecordBook


def year_of_club(population: Population, *, year: int) -> ClubYear:
    """Some twenty queries."""
    nights = population_sums(population).nights()
    before = merged(population_sums(_before(population, year)).everybody())
    attended: Counter[int] = Counter()
    won: Counter[int] = Counter()
    totals: Counter[int] = Counter()
    for sums in nights.values():
        attended += Counter(sums.players)
        won += Counter(sums.players[bisect_left(sums.scores, sums.scores[-1]) :])
        for who, total in sums.totals.items():
            totals[who] += total
    uuids = dict(Player.objects.filter(pk__in=totals).values_list("pk", "uuid"))
    return ClubYear(
        population.club,
        year,
        population,
        sum(sums.deals for sums in nights.values()),
        len(totals),
        len(nights),
        numbers_of(before, TOLD, 1)[0],
        max(
            ((night, sums.deals) for night, sums in nights.items()),
            key=lambda row: row[1],
            default=None,
        ),
        _held_by(attended, uuids),
        _held_by(won, uuids),
        tuple((uuids[who], total) for who, total in sorted(totals.items(), key=_most_first)),
        record_book(population),
    )


def _most_first(won: tuple[int, int]) -> tuple[int, int]:
    who, total = won
    return -total, who


def _held_by(counts: Counter[int], uuids: Mapping[int, UUID]) -> Held | None:
    most = max(counts.values(), default=0)
    if not most:
        return None
    return Held(most, tuple(str(uuids[who]) for who in sorted(counts) if counts[who] == most))


def member_names(club: Club) -> dict[str, str]:
    """What everybody in the club is called, by uuid. One query."""
    rows = Player.objects.filter(club=club).values_list("uuid", "name")
    return {str(uuid): name for uuid, name in rows}
