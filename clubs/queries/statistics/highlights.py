"""What there is to remember of the last month of a season: a few records, beside its standings.

Source: leagues.md §4.5.
"""

from dataclasses import dataclass
from datetime import date

from clubs.models import Best, BestKind, League, LeagueSitting
from clubs.queries.statistics.bests import COMEBACK, DEAL, EVENING, MADE, Bests
from clubs.queries.statistics.nights import Night, night_order
from clubs.queries.statistics.parts import read
from clubs.queries.statistics.populations import Population
from clubs.queries.statistics.records import RecordBook, book_of, kept_size, told_nights
from clubs.queries.statistics.sums import Sums, population_sums

REMEMBERED = (DEAL, EVENING, COMEBACK, MADE)


@dataclass(frozen=True, slots=True)
class Highlights:
    """first is the first day of the month."""

    first: date
    population: Population
    book: RecordBook


def month_highlights(league: League, until: date) -> Highlights | None:
    """Of the month of the last evening with tables up to this day. Four queries for evenings of
    which everything is kept, and eight for others; None before the first."""
    evenings = league.evenings.filter(tables__isnull=False, held_on__lte=until)
    last = evenings.order_by("-held_on").values_list("held_on", flat=True).first()
    if last is None:
        return None
    first = last.replace(day=1)
    rows = evenings.filter(held_on__gte=first).distinct()
    nights = {str(row.pk): Night(row.held_on, row.name, str(row.uuid), row.uuid) for row in rows}
    population = Population(league.club, league=league)
    by_evening = _kept(population, nights)
    missing = [int(ref) for ref in nights.keys() - by_evening.keys()]
    if missing:
        tables = LeagueSitting.objects.filter(evening__in=missing).values_list("sitting", flat=True)
        sums = population_sums(population.only(sittings=frozenset(tables)))
        by_evening |= {f"now {night.key}": (night, what) for night, what in told_nights(sums)}
    bests = Bests()
    for night, what in sorted(by_evening.values(), key=lambda row: night_order(row[0])):
        bests.add(night, {name: what[name] for name in REMEMBERED if name in what})
    book = book_of(bests, league.game)
    return Highlights(first, population, book) if book else None


def _kept(
    population: Population, nights: dict[str, Night]
) -> dict[str, tuple[Night, dict[str, object]]]:
    """By evening, of those of which no table is without sums."""
    size = kept_size(Sums(population, frozenset() if population.has_whole_tables else None, {}))
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
