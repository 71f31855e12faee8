"""What there is to remember of the last month of a season: a few records, beside its standings.

Source: leagues.md §4.5.
"""

from calendar import monthrange
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from functools import partial
from itertools import pairwise
from typing import Any

from django.db.models import Max, Min

from clubs.core.measures import Rate, Streak, wilson
from clubs.models import Best, BestKind, League, LeagueSitting, Player
from clubs.queries.statistics.bests import (
    COMEBACK,
    DEAL,
    EVENING,
    MADE,
    PAIRS,
    PEOPLE,
    RUNS,
    Bests,
    OwnPart,
    Told,
    people_of,
)
from clubs.queries.statistics.nights import Night, days_between, night_order
from clubs.queries.statistics.parts import Counts, add_counts, read
from clubs.queries.statistics.populations import Population
from clubs.queries.statistics.records import (
    RecordBook,
    best_run,
    book_of,
    kept_size,
    told_nights,
)
from clubs.queries.statistics.sums import Sums, population_sums

REMEMBERED = (DEAL, EVENING, COMEBACK, MADE)
LEAST_RUN = 2  # takes made one after the other
LEAST_TOGETHER = 3  # deals of a pair


@dataclass(frozen=True, slots=True)
class BestPair:
    """A taker with a called partner, either way round, and the contracts that they made."""

    a: Player
    b: Player
    success: Rate


@dataclass(frozen=True, slots=True)
class Highlights:
    """first is the first day of the month; population has the deals of the pair."""

    first: date
    population: Population
    book: RecordBook
    pair: BestPair | None


def month_highlights(league: League, until: date) -> Highlights | None:
    """Of the month of the last evening with tables up to this day. Some twelve queries, however
    many deals the season has; None before the first evening."""
    evenings = league.evenings.filter(tables__isnull=False, held_on__lte=until)
    last = evenings.order_by("-held_on").values_list("held_on", flat=True).first()
    if last is None:
        return None
    first = last.replace(day=1)
    opened_at = "tables__sitting__opened_at"
    rows = list(
        evenings.filter(held_on__gte=first).annotate(began=Min(opened_at), ended=Max(opened_at))
    )
    nights = {str(row.pk): Night(row.held_on, row.name, str(row.uuid), row.uuid) for row in rows}
    population = Population(league.club, league=league)
    keeps = population.has_sums
    sums = population_sums(population) if keeps else _sums_at(population, nights)
    contents = _kept(sums, nights)
    by_evening = {ref: (night, contents[ref]) for ref, night in nights.items() if ref in contents}
    if missing := nights.keys() - by_evening.keys():
        now = _sums_at(population, missing) if keeps else sums
        by_evening |= {f"now {night.key}": (night, what) for night, what in told_nights(now)}
    bests = Bests()
    for night, what in sorted(by_evening.values(), key=lambda row: night_order(row[0])):
        bests.add(night, {name: what[name] for name in REMEMBERED if name in what})
    times = [(row.began, row.ended) for row in rows if row.began and row.ended]
    own_parts = partial(
        sums.own_parts, set(nights.values()), days=days_between(times, league.club.zone)
    )
    if _is_in_turn(times):
        people = _people_at(sums, nights, contents)
    else:
        people = [people_of(own_parts(with_sums=True))]
    holders = _longest(what[RUNS] for what in people)
    runs = best_run(sums, own_parts(holders)) if holders else []
    book = book_of(bests, league.game, runs)
    end = first.replace(day=monthrange(first.year, first.month)[1])
    month = population.only(since=first, until=min(end, until))
    return Highlights(first, month, book, _surest_pair(people)) if book else None


def _sums_at(population: Population, evenings: Collection[str]) -> Sums:
    """Of the tables of these evenings alone, by primary key: as their deals are now."""
    rows = LeagueSitting.objects.filter(evening__in=map(int, evenings))
    tables = frozenset(rows.values_list("sitting", flat=True))
    return population_sums(population.only(sittings=tables))


def _is_in_turn(evenings: Iterable[tuple[datetime, datetime]]) -> bool:
    """Whether each evening, of which these are the first and the last time that a table was opened,
    was over before the next one: a table may be played later, and an import knows no hour."""
    return all(ended < began for (_began, ended), (began, _ended) in pairwise(sorted(evenings)))


def _people_at(sums: Sums, nights: Mapping[str, Night], contents: Mapping[str, Told]) -> list[Told]:
    """What the people of each evening did: as it is kept, or as their parts say now."""
    now_played: dict[Night, list[OwnPart]] = defaultdict(list)
    missing = {night for ref, night in nights.items() if ref + PEOPLE not in contents}
    for own in sums.own_parts(missing, with_sums=True):
        now_played[sums.night_of(own[1])].append(own)
    known = (told for ref, told in contents.items() if ref.endswith(PEOPLE))
    return [*known, *map(people_of, now_played.values())]


def _longest(evenings: Iterable[Mapping[str, Sequence[Any]]]) -> set[int]:
    """Who made most takes one after the other, at least LEAST_RUN; by player when the first table
    of the evening was opened, and the takes there. The evenings were one after the other."""
    streaks: dict[str, Streak] = defaultdict(Streak)
    for runs in sorted(
        filter(None, evenings), key=lambda runs: min(at for at, *_ in runs.values())
    ):
        for player, (_at, *takes) in runs.items():
            streaks[player] = streaks[player].then(Streak(*takes))
    lengths = {player: streak.longest_made for player, streak in streaks.items()}
    most = max(lengths.values(), default=0)
    return {int(player) for player, length in lengths.items() if length == most >= LEAST_RUN}


def _surest_pair(people: Iterable[Told]) -> BestPair | None:
    """The pair of whose rate most is certain: the lower end of its 95 % interval; of equal ones the
    one with more deals. One query."""
    together: Counts = {}
    for what in people:
        add_counts(together, what[PAIRS])
    ranked = [
        (wilson(numbers[1], numbers[0]), numbers[0], tuple(map(int, ends.split())), numbers[1])
        for ends, numbers in together.items()
        # Of a pair that made none there is one number: zeros at the end are left out.
        if len(numbers) > 1 and numbers[0] >= LEAST_TOGETHER
    ]
    if not ranked:
        return None
    _interval, count, ends, hits = max(ranked)
    players = Player.objects.in_bulk(ends)
    a, b = sorted(players.values(), key=lambda one: (one.sort_key, one.pk))
    return BestPair(a, b, Rate(hits, count))


def _kept(sums: Sums, evenings: Collection[str]) -> dict[str, Told]:
    """By the ref of the row, those of evenings of which no table is without sums."""
    population, size = sums.population, kept_size(sums)
    if size is None:
        return {}
    now_played = LeagueSitting.objects.filter(league=population.league, sitting__in=sums.live or ())
    live = now_played.values_list("evening", flat=True) if sums.live else ()
    closed = set(evenings).difference(map(str, live))
    rows = Best.objects.filter(
        club=population.club,
        game=population.game,
        kind=BestKind.EVENING,
        size=size,
        ref__in=[f"{ref}{told}" for ref in closed for told in ("", PEOPLE)],
    )
    return {ref: read(text) for ref, text in rows.values_list("ref", "content")}
