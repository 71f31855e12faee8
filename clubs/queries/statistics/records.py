"""The records of a club, of a season and of a player: the best deals, evenings and runs there were.

They are read from what is kept of each evening and each player (models/sums.py, Best); evenings of
tables that have no sums, and those of which nothing is kept, are gone through now.

What somebody lost is told to nobody else: own_worst is for the player who looks.

Source: leagues.md §4.5.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from django.db.models import QuerySet

from clubs.core.games import get_game
from clubs.core.measures import Streak
from clubs.models import Best, BestKind, Deal, Player
from clubs.queries.statistics.bests import (
    DEAL,
    EVENING,
    Bests,
    OwnPart,
    PlayedDeal,
    Told,
    played_deals,
    run_parts,
    runs_of,
    told_of,
)
from clubs.queries.statistics.nights import Night, night_order
from clubs.queries.statistics.parts import PLAY_ORDER, Part, read
from clubs.queries.statistics.populations import Population
from clubs.queries.statistics.record_rows import (
    RUN,
    BestOf,
    RecordRow,
    rarest_row,
    record_row,
    with_names,
)
from clubs.queries.statistics.sums import Sums, population_sums

SHOWN_SLAMS = 10


@dataclass(frozen=True, slots=True)
class RecordBook:
    """The records by name. slams are the latest, slam_count all of them. own_worst has what went
    worst for the one who looks: a deal, an evening, takes failed in a row."""

    records: dict[str, BestOf]
    slams: tuple[BestOf, ...]
    slam_count: int
    own_worst: dict[str, BestOf]

    def __bool__(self) -> bool:
        return bool(self.records)


def record_book(
    population: Population,
    *,
    player: Player | None = None,
    people: Collection[int] | None = None,
    viewer: Player | None = None,
) -> RecordBook:
    """Of everybody, of one player, or of some people among themselves. Some twenty queries, however
    many deals there were; of people their deals as takers are read, since nothing is kept of
    groups."""
    sums = population_sums(population)
    bests = Bests()
    if player is not None:
        people, nights = {player.pk}, _own_feats(sums, player)
    else:
        nights = _night_feats(sums) if people is None else told_nights(sums, people)
    for night, feats in sorted(nights, key=lambda row: night_order(row[0])):
        bests.add(night, feats)
    rows = [record_row(name, night, feats) for name, (night, feats) in bests.held.items()]
    if not population.has_days or player is not None:
        rows += (
            _run(sums, people)
            if player is None
            else _first_run(sums, {player.pk: sums.parts(player)})
        )
    rows += rarest_row(bests, population.game)
    is_told = viewer is not None and (people is None or viewer.pk in people)
    worst = list(_own_worst(sums, viewer)) if viewer and is_told else []
    return _book(bests, rows, worst)


def season_records(population: Population, viewer: Player | None = None) -> RecordBook:
    """Of what went worst the evening alone, as a closed season stores nothing else."""
    book = record_book(population, viewer=viewer)
    worst = {name: best for name, best in book.own_worst.items() if name == EVENING}
    return replace(book, own_worst=worst)


def book_of(bests: Bests, game: str, more: Iterable[RecordRow]) -> RecordBook:
    """With more records than evenings tell, such as a run. Two queries."""
    rows = [record_row(name, night, feats) for name, (night, feats) in bests.held.items()]
    return _book(bests, [*rows, *more, *rarest_row(bests, game)], [])


def _book(bests: Bests, rows: Iterable[RecordRow], worst: Iterable[RecordRow]) -> RecordBook:
    # A pair makes a cappotto: in its fourth place, where record_row finds the player, is none.
    taken = [(night, feats) for night, feats in bests.slams if feats[3] is not None]
    slams = [record_row(DEAL, night, feats) for night, feats in reversed(taken[-SHOWN_SLAMS:])]
    records, shown_slams, own = with_names(rows, slams, worst)
    return RecordBook(
        {best.name: best for best in records},
        tuple(shown_slams),
        len(taken),
        {best.name: best for best in own},
    )


def hours_played(population: Population) -> dict[int, int]:
    """Deals by weekday and hour (24 · weekday + hour) in the zone of the club, as far as these are
    known. Some five queries."""
    bests = Bests()
    for night, feats in _night_feats(population_sums(population)):
        bests.add(night, feats)
    return dict(bests.hours)


# Evenings


def _night_feats(sums: Sums) -> Iterator[tuple[Night, Told]]:
    """Of each evening what is kept, or what its deals tell now."""
    size = kept_size(sums)
    if size is None:
        yield from told_nights(sums)
        return
    known = sums.kept_nights()
    stale = sums.added_nights()
    kind = BestKind.DAY if sums.population.league is None else BestKind.EVENING
    rows = _rows(sums, kind, size)
    if kind is BestKind.EVENING:
        rows = rows.filter(ref__in=list(known))
    contents = dict(rows.values_list("ref", "content"))
    whole = contents if size == 0 else dict(_rows(sums, kind, 0).values_list("ref", "content"))
    for ref, night in known.items():
        if ref not in whole:
            stale.add(night)
        elif ref in contents and night not in stale:
            yield night, read(contents[ref])
    if stale:
        own = sums.own_parts(stale)
        tables = frozenset(part.sitting for _, part in own)
        yield from _grouped_feats(sums, own, sums.population.only(sittings=tables).deals())


def _own_feats(sums: Sums, player: Player) -> Iterable[tuple[Night, Told]]:
    """Of the evenings of a player what is kept of each year, or what their deals tell now. Three
    queries at most."""
    asked, parts = sums.population, sums.parts(player)
    if parts and asked.league is None and not asked.has_days and kept_size(sums) == 0:
        first, last = (int(part.opened_at[:4]) for part in (parts[0], parts[-1]))
        # One more at either end: opened_at is not in the zone of the club.
        refs = [f"{player.pk}/{year}" for year in range(first - 1, last + 2)]
        rows = _rows(sums, BestKind.PLAYER, 0).filter(ref__in=refs)
        years = [read(text) for text in rows.values_list("content", flat=True)]
        # An open table, or a year of which nothing is kept, has other deals.
        if sum(deals for deals, _days in years) == sum(part.deals for part in parts):
            days = (day for _deals, by_day in years for day in by_day.items())
            return [(Night(date.fromisoformat(ref), "", ref), feats) for ref, feats in days]
    return told_nights(sums, {player.pk})


def _rows(sums: Sums, kind: BestKind, size: int) -> Any:
    asked = sums.population
    return Best.objects.filter(club=asked.club, game=asked.game, kind=kind, size=size)


def kept_size(sums: Sums) -> int | None:
    """Under which size the population is kept; None where it is not."""
    asked = sums.population
    if sums.live is None or asked.rules is not None:
        return None
    counted = sums.sizes
    if counted is None:
        return 0
    if asked.size is None and counted.issuperset(get_game(asked.game).active_counts):
        return 0
    return next(iter(counted)) if len(counted) == 1 else None


def told_nights(sums: Sums, people: Collection[int] | None = None) -> Iterator[tuple[Night, Told]]:
    """What the deals tell of each evening, or, without the hours, as far as these took part."""
    parts, asked = list(_record_parts(sums, people)), sums.population
    if people is not None and asked.has_days:  # else SQLite begins with all tables of these days
        asked = asked.only(sittings=frozenset(part.sitting for _, part in parts))
    deals = asked.deals() if people is None else asked.deals().filter(taker__in=people)
    yield from _grouped_feats(sums, parts, deals, with_times=people is None)


def _grouped_feats(
    sums: Sums, every: Iterable[OwnPart], rows: QuerySet[Deal], *, with_times: bool = True
) -> Iterator[tuple[Night, Told]]:
    asked = sums.population
    parts: dict[Night, list[OwnPart]] = {}
    night_at: dict[int, Night] = {}
    for own in every:
        night = night_at[own[1].sitting] = sums.night_of(own[1])
        parts.setdefault(night, []).append(own)
    deals: dict[Night, list[PlayedDeal]] = {}
    for deal in played_deals(rows, with_times=with_times):
        if deal.sitting in night_at:
            deals.setdefault(night_at[deal.sitting], []).append(deal)
    for night, own_parts in parts.items():
        yield night, told_of(asked.game, asked.club.zone, own_parts, deals.get(night, ()))


def _record_parts(sums: Sums, people: Collection[int] | None) -> Iterator[OwnPart]:
    if people is not None:
        for who, known in sums.parts_by_player(people).items():
            yield from ((who, part) for part in known)
        return
    for parts in sums.tables().values():
        for who, own in parts.items():
            yield from ((who, part) for part in own)


# Runs


def _run(sums: Sums, people: Collection[int] | None) -> list[RecordRow]:
    """The longest run of made takes; of equal ones the one that was reached first. None for nobody
    who made one."""
    lengths = {
        who: runs.longest_made
        for who, runs in _streaks(sums).items()
        if people is None or who in people
    }
    most = max(lengths.values(), default=0)
    holders = {who for who, length in lengths.items() if length == most and most}
    return _first_run(sums, sums.parts_by_player(holders))


def best_run(sums: Sums, own: Iterable[OwnPart]) -> list[RecordRow]:
    """The longest run within these parts, as _run gives it. One query."""
    parts: dict[int, list[Part]] = {}
    for who, part in sorted(own, key=lambda pair: PLAY_ORDER(pair[1])):
        parts.setdefault(who, []).append(part)
    return _first_run(sums, parts)


def _first_run(sums: Sums, parts: Mapping[int, Sequence[Part]]) -> list[RecordRow]:
    """Of the longest runs the one that was reached first. parts are in order of play. One query,
    whoever has one as long."""
    lengths = {who: runs_of(own).longest_made for who, own in parts.items()}
    most = max(lengths.values(), default=0)
    nights = {
        who: {part.sitting: sums.night_of(part) for part in run_parts(parts[who])}
        for who, length in lengths.items()
        if length == most and most
    }
    tables = frozenset(sitting for known in nights.values() for sitting in known)
    runs: dict[int, list[PlayedDeal]] = {}
    # All deals of a few tables: of a taker SQLite would read every deal that they ever took.
    rows = sums.population.only(sittings=tables).deals()
    for deal in played_deals(rows, with_times=False) if nights else ():
        if deal.taker is None or deal.sitting not in nights.get(deal.taker, ()):
            continue
        run = runs[deal.taker] = [*runs.get(deal.taker, ()), deal] if deal.is_made else []
        if len(run) == most:
            first, last = (
                RecordRow(
                    RUN, nights[deal.taker][end.sitting], most, deal.taker, end.sitting, end.number
                )
                for end in (run[0], deal)
            )
            return [first._replace(last=last)]
    return []


def _streaks(sums: Sums) -> dict[int, Streak]:
    """The takes of each player."""
    size = kept_size(sums)
    if size is None:
        parts: dict[int, list[Part]] = {}
        for who, part in _record_parts(sums, None):
            parts.setdefault(who, []).append(part)
        known_runs = {}
    else:
        known_runs = dict(_kept_streaks(sums, size))
        whole = known_runs if size == 0 else dict(_kept_streaks(sums, 0))
        added = {who for at_table in sums.added.values() for who in at_table}
        parts = sums.parts_by_player(added.union(sums.kept_players() - whole.keys()))
    for own in parts.values():
        own.sort(key=PLAY_ORDER)
    return known_runs | {who: runs_of(own) for who, own in parts.items()}


def _kept_streaks(sums: Sums, size: int) -> Iterator[tuple[int, Streak]]:
    league = sums.population.league
    kind = BestKind.PLAYER if league is None else BestKind.MEMBER
    before = "" if league is None else f"{league.pk}/"
    rows = _rows(sums, kind, size).filter(ref__startswith=before)
    if league is None:
        rows = rows.exclude(ref__contains="/")  # those of years
    for ref, content in rows.values_list("ref", "content"):
        yield int(ref[len(before) :]), Streak(*read(content))


# What went worst


def _own_worst(sums: Sums, viewer: Player) -> Iterator[RecordRow]:
    parts = sums.parts(viewer)
    if not parts:
        return
    totals: dict[Night, int] = {}
    for part in parts:
        night = sums.night_of(part)
        totals[night] = totals.get(night, 0) + part.total
    worst = min(parts, key=lambda part: part.worst)
    if worst.worst < 0:
        where = worst.sitting, worst.worst_number
        yield RecordRow(DEAL, sums.night_of(worst), worst.worst, viewer.pk, *where)
    night = min(totals, key=lambda night: (totals[night], night_order(night)))
    if totals[night] < 0:
        yield RecordRow(EVENING, night, totals[night], viewer.pk)
    if failed := runs_of(parts).longest_failed:
        yield RecordRow(RUN, sums.night_of(parts[0]), failed, viewer.pk)
