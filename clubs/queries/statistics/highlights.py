"""What there is to remember of the last month of a season: a few records, beside its standings.

Source: leagues.md §4.5.
"""

from calendar import monthrange
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import date

from clubs.core.measures import Rate, wilson
from clubs.models import Best, BestKind, League, LeagueSitting, Player
from clubs.queries.statistics.bests import COMEBACK, DEAL, EVENING, MADE, Bests, OwnPart
from clubs.queries.statistics.nights import Night, night_order
from clubs.queries.statistics.parts import CALLED, read
from clubs.queries.statistics.populations import Population
from clubs.queries.statistics.records import (
    RecordBook,
    best_run,
    book_of,
    kept_size,
    told_nights,
)
from clubs.queries.statistics.sums import Sums, has_sums, population_sums

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
    rows = evenings.filter(held_on__gte=first).distinct()
    nights = {str(row.pk): Night(row.held_on, row.name, str(row.uuid), row.uuid) for row in rows}
    population = Population(league.club, league=league)
    keeps = has_sums(population)
    sums = population_sums(population) if keeps else _sums_at(population, nights)
    by_evening = _kept(sums, nights)
    if missing := nights.keys() - by_evening.keys():
        now = _sums_at(population, missing) if keeps else sums
        by_evening |= {f"now {night.key}": (night, what) for night, what in told_nights(now)}
    bests = Bests()
    for night, what in sorted(by_evening.values(), key=lambda row: night_order(row[0])):
        bests.add(night, {name: what[name] for name in REMEMBERED if name in what})
    own = sums.own_parts(set(nights.values()), with_sums=True)
    runs = [run for run in best_run(sums, own) if run.value >= LEAST_RUN]
    book = book_of(bests, league.game, runs)
    end = first.replace(day=monthrange(first.year, first.month)[1])
    month = population.only(since=first, until=min(end, until))
    return Highlights(first, month, book, _best_pair(own)) if book else None


def _sums_at(population: Population, evenings: Collection[str]) -> Sums:
    """Of the tables of these evenings alone, by primary key: as their deals are now."""
    rows = LeagueSitting.objects.filter(evening__in=map(int, evenings))
    tables = frozenset(rows.values_list("sitting", flat=True))
    return population_sums(population.only(sittings=tables))


def _best_pair(own: Iterable[OwnPart]) -> BestPair | None:
    """The pair of whose rate most is certain: the lower end of its 95 % interval; of equal ones the
    one with more deals. One query."""
    together: dict[tuple[int, int], list[int]] = {}
    for taker, part in own:
        for partner, numbers in part.company.items():
            if len(numbers) > CALLED:
                count, hits = [*numbers[CALLED:], 0, 0][:2]
                ends = taker, int(partner)
                sums = together.setdefault((min(ends), max(ends)), [0, 0])
                sums[0] += hits
                sums[1] += count
    rates = {
        keys: Rate(hits, count)
        for keys, (hits, count) in together.items()
        if hits and count >= LEAST_TOGETHER
    }
    if not rates:
        return None
    best = max(
        rates, key=lambda keys: (wilson(rates[keys].hits, rates[keys].base), rates[keys].base, keys)
    )
    players = Player.objects.in_bulk(best)
    a, b = sorted(players.values(), key=lambda one: (one.sort_key, one.pk))
    return BestPair(a, b, rates[best])


def _kept(sums: Sums, nights: dict[str, Night]) -> dict[str, tuple[Night, dict[str, object]]]:
    """By evening, of those of which no table is without sums."""
    population, size = sums.population, kept_size(sums)
    if size is None:
        return {}
    at = LeagueSitting.objects.filter(evening__in=[int(ref) for ref in nights])
    live = at.filter(sitting__kept__isnull=True).values_list("evening", flat=True)
    open_nights = {str(evening) for evening in live}
    rows = Best.objects.filter(
        club=population.club,
        game=population.game,
        kind=BestKind.EVENING,
        size=size,
        ref__in=nights.keys() - open_nights,
    )
    return {ref: (nights[ref], read(text)) for ref, text in rows.values_list("ref", "content")}
