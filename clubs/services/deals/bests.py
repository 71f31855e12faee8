"""Keeps what was best of each day, each evening of a season, each player and each of their years
(models/sums.py).

The rows of those of which a table changed are made again from the parts that are kept and from the
deals, under the gate of the club, so that a correction of an old deal changes them like a new one.
Where rows are missing, pages make them up (queries/statistics/records.py).
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import NamedTuple

from django.db import transaction
from django.db.models import Q, QuerySet
from django.db.models.functions import Substr

from clubs.batches import batches
from clubs.core.games import get_game
from clubs.models import (
    Best,
    BestKind,
    Club,
    Deal,
    DealKind,
    LeagueSitting,
    Player,
    Share,
    Span,
    SpanKind,
)
from clubs.queries.statistics.bests import (
    PEOPLE,
    Bests,
    OwnPart,
    PlayedDeal,
    by_size,
    people_of,
    played_deals,
    runs_of,
    told_of,
)
from clubs.queries.statistics.nights import Night
from clubs.queries.statistics.parts import PLAY_ORDER, day_parts, written
from clubs.services.deals.differences import Difference

ROWS = 500
NIGHTS_AT_ONCE = 20  # days or evenings, of which the deals are read
PLAYERS_AT_ONCE = 5  # of whom every day is read


@dataclass(slots=True)
class Touched:
    """What changed in a club and a game: days, evenings and seasons, as spans call them, years as
    text, and players by primary key."""

    days: set[str] = field(default_factory=set)
    evenings: set[str] = field(default_factory=set)
    leagues: set[str] = field(default_factory=set)
    years: set[str] = field(default_factory=set)
    players: set[int] = field(default_factory=set)

    def add(self, kind: str, ref: str) -> None:
        if kind == SpanKind.DAY:
            self.days.add(ref)
            self.years.add(ref[:4])
        elif kind == SpanKind.EVENING:
            self.evenings.add(ref)
        elif kind == SpanKind.LEAGUE:
            self.leagues.add(ref)

    def join(self, more: "Touched") -> None:
        self.days |= more.days
        self.evenings |= more.evenings
        self.leagues |= more.leagues
        self.years |= more.years
        self.players |= more.players

    def blocks(self) -> Iterator["Touched"]:
        """The same in parts, each of which is made again in seconds and in little memory."""
        for days in batches(sorted(self.days), NIGHTS_AT_ONCE):
            yield Touched(days=set(days))
        for evenings in batches(sorted(self.evenings), NIGHTS_AT_ONCE):
            yield Touched(evenings=set(evenings))
        for players in batches(sorted(self.players), PLAYERS_AT_ONCE):
            yield Touched(leagues=self.leagues, years=self.years, players=set(players))

    def rows(self) -> Q:
        members = [f"{league}/{player}" for league in self.leagues for player in self.players]
        years = [f"{player}/{year}" for player in self.players for year in self.years]
        evenings = {f"{ref}{told}" for ref in self.evenings for told in ("", PEOPLE)}
        return (
            Q(kind=BestKind.DAY, ref__in=self.days)
            | Q(kind=BestKind.EVENING, ref__in=evenings)
            | Q(kind=BestKind.PLAYER, ref__in=[*map(str, self.players), *years])
            | Q(kind=BestKind.MEMBER, ref__in=members)
        )


class BestKey(NamedTuple):
    """The columns that tell a row of a club and a game."""

    kind: str
    size: int
    ref: str


Contents = dict[BestKey, str]


def touched_by(spans: Iterable[Span], players: Collection[int]) -> dict[tuple[int, str], Touched]:
    """By club and game."""
    touched: dict[tuple[int, str], Touched] = defaultdict(Touched)
    for span in spans:
        of_game = touched[span.club_id, span.game]
        of_game.add(span.kind, span.ref)
        of_game.players.update(players)
    return touched


def hold_gates(clubs: Collection[int]) -> None:
    """Locks the sums of these clubs, in one order, until the transaction ends."""
    gates = Span.objects.filter(club__in=clubs, kind=SpanKind.GATE).order_by("club")
    there = set(gates.select_for_update().values_list("club", flat=True))
    if missing := sorted(set(clubs) - there):
        Span.objects.bulk_create(
            [Span(club_id=club, kind=SpanKind.GATE) for club in missing], ignore_conflicts=True
        )
        list(gates.select_for_update().values_list("pk"))


def keep_bests(touched: Mapping[tuple[int, str], Touched]) -> None:
    """Makes the rows again, inside the transaction that holds the gates. Some ten queries."""
    forget_bests(touched)
    clubs = Club.objects.in_bulk([club for club, _game in touched])
    for (club, game), changed in touched.items():
        contents = _contents(clubs[club], game, changed)
        _write_bests(clubs[club], game, contents)


def keep_bests_in_blocks(touched: Mapping[tuple[int, str], Touched]) -> None:
    """Makes the rows of many again, each block in a transaction of its own: who saves waits for one
    of them at most. Rows that are still to come are missing if it ends before."""
    for key, changed in touched.items():
        for block in changed.blocks():
            with transaction.atomic():
                hold_gates({key[0]})
                keep_bests({key: block})


def forget_bests(touched: Mapping[tuple[int, str], Touched]) -> None:
    for (club, game), changed in touched.items():
        Best.objects.filter(changed.rows(), club=club, game=game).delete()


def _write_bests(club: Club, game: str, contents: Contents) -> None:
    rows = [
        Best(club=club, game=game, **key._asdict(), content=content)
        for key, content in contents.items()
    ]
    Best.objects.bulk_create(rows, batch_size=ROWS)


def _contents(club: Club, game: str, changed: Touched) -> Contents:
    contents = dict(_night_rows(club, game, changed))
    contents.update(_people_rows(club, game, changed))
    return contents


def _day_shares(club: Club, game: str) -> QuerySet[Share]:
    return Share.objects.filter(club=club, kind=SpanKind.DAY, span__game=game)


def _night_rows(club: Club, game: str, changed: Touched) -> Iterator[tuple[BestKey, str]]:
    """Days and evenings. Of all sizes together days have every deal, evenings those of the sizes of
    the game: no others count for a season. Three queries."""
    sizes = get_game(game).active_counts
    counted = LeagueSitting.objects.filter(
        evening__in=[int(ref) for ref in changed.evenings], sitting__opened_at__isnull=False
    )
    evenings: dict[str, list[tuple[str, int]]] = defaultdict(list)
    days = set(changed.days)
    for evening, sitting, opened_at in counted.values_list(
        "evening", "sitting", "sitting__opened_at"
    ):
        day = day_ref(club, opened_at)
        evenings[str(evening)].append((day, sitting))
        days.add(day)
    shares = _day_shares(club, game).filter(span__kind=SpanKind.DAY, span__ref__in=days)
    parts: dict[str, dict[int, list[OwnPart]]] = defaultdict(lambda: defaultdict(list))
    columns = ("player", "span__ref", "content", "company")
    for player, ref, *texts in shares.values_list(*columns):
        for part in day_parts(*texts):
            parts[ref][part.sitting].append((player, part))
    deals = _deals_at(sitting for tables in parts.values() for sitting in tables)
    for ref in changed.days & parts.keys():
        own = [part for table in parts[ref].values() for part in table]
        deals_here = [deal for table in _sorted_tables(own) for deal in deals[table]]
        yield from _rows_by_size(club, game, BestKey(BestKind.DAY, 0, ref), own, deals_here)
    for ref, tables in evenings.items():
        own = [part for day, table in tables for part in parts[day][table] if part[1].size]
        of_game = [part for part in own if part[1].size in sizes]
        played = (deal for table in _sorted_tables(of_game) for deal in deals[table])
        deals_here = [deal for deal in played if deal.size in sizes]
        yield from _rows_by_size(club, game, BestKey(BestKind.EVENING, 0, ref), of_game, deals_here)
        for size, sized in by_size(own).items():
            yield BestKey(BestKind.EVENING, size, f"{ref}{PEOPLE}"), written(people_of(sized))


def day_ref(club: Club, moment: datetime | None) -> str:
    """How spans call the day of a table that was opened then."""
    if moment is None:
        raise ValueError("a table with sums was opened")
    return moment.astimezone(club.zone).date().isoformat()


def _sorted_tables(own: Iterable[OwnPart]) -> list[int]:
    """In order of play."""
    order = {part.sitting: (part.opened_at, part.sitting) for _, part in own}
    return sorted(order, key=lambda table: order[table])


def _deals_at(
    tables: Iterable[int], takers: Collection[int] | None = None
) -> Mapping[int, list[PlayedDeal]]:
    """All deals, or without their times those that these players took. One query for each thousand
    tables."""
    deals: dict[int, list[PlayedDeal]] = defaultdict(list)
    for part in batches(tables, 1000):
        rows = Deal.objects.filter(sitting__in=part).exclude(kind=DealKind.VOID)
        if takers is not None:
            rows = rows.filter(taker__in=takers)
        for deal in played_deals(rows, with_times=takers is None):
            deals[deal.sitting].append(deal)
    return deals


def _rows_by_size(
    club: Club, game: str, key: BestKey, parts: Iterable[OwnPart], deals: Collection[PlayedDeal]
) -> Iterator[tuple[BestKey, str]]:
    for size, own in by_size(parts).items():
        played = [deal for deal in deals if not size or deal.size == size]
        yield key._replace(size=size), written(told_of(game, club.zone, own, played))


def _people_rows(club: Club, game: str, changed: Touched) -> Iterator[tuple[BestKey, str]]:
    """Players in the club and in seasons, and in the years of these days. Three queries."""
    counted: dict[int, list[str]] = defaultdict(list)
    rows = LeagueSitting.objects.filter(
        league__in=[int(ref) for ref in changed.leagues],
        sitting__seats__player__in=changed.players,
    )
    for league, sitting in rows.distinct().values_list("league", "sitting"):
        counted[sitting].append(str(league))
    parts: dict[tuple[str, str], list[OwnPart]] = defaultdict(list)
    years: dict[tuple[int, str], dict[str, list[OwnPart]]] = defaultdict(dict)
    shares = _day_shares(club, game).filter(player__in=changed.players)
    for player, day, content in shares.values_list("player", "span__ref", "content"):
        for part in day_parts(content):
            parts[BestKind.PLAYER, str(player)].append((player, part))
            for season in counted[part.sitting] if part.size else ():
                parts[BestKind.MEMBER, f"{season}/{player}"].append((player, part))
            if day[:4] in changed.years:
                years[player, day[:4]].setdefault(day, []).append((player, part))
    for (kind, name), own in parts.items():
        own.sort(key=lambda pair: PLAY_ORDER(pair[1]))
        for size, sized in by_size(own).items():
            yield BestKey(kind, size, name), written(runs_of(part for _, part in sized))
    yield from _years(club, game, years)


def _years(
    club: Club, game: str, years: Mapping[tuple[int, str], Mapping[str, list[OwnPart]]]
) -> Iterator[tuple[BestKey, str]]:
    """Of each player and year, whose parts these are by day: how many deals, and what the days
    told that was best. One query for each thousand tables."""
    tables = {own[1].sitting for days in years.values() for parts in days.values() for own in parts}
    takes = _deals_at(tables, takers={player for player, _year in years})
    for (player, year), days in years.items():
        bests = Bests()
        for day, own in sorted(days.items()):
            taken = [
                deal
                for table in _sorted_tables(own)
                for deal in takes[table]
                if deal.taker == player
            ]
            night = Night(date.fromisoformat(day), "", day)
            bests.add(night, told_of(game, club.zone, own, taken))
        deals = sum(part.deals for parts in days.values() for _, part in parts)
        content = written([deals, bests.by_night()])
        yield BestKey(BestKind.PLAYER, 0, f"{player}/{year}"), content


# All of them


def fill_bests() -> None:
    """Makes all of a club and a game again where a day or a player with sums has none."""
    for club in Club.objects.order_by("pk"):
        for game in sorted(_games_without(club)):
            keep_bests_in_blocks({(club.pk, game): _everything(club, game)})


def _games_without(club: Club) -> set[str]:
    spans = Span.objects.filter(club=club).exclude(counts=written({}))
    nights = spans.filter(kind__in=[SpanKind.DAY, SpanKind.EVENING])
    shares = Share.objects.filter(club=club, kind=SpanKind.CLUB)
    needed = {
        (BestKind.PLAYER, game, str(player))
        for game, player in shares.values_list("span__game", "player")
    }
    days = Share.objects.filter(club=club, kind=SpanKind.DAY).order_by()
    years = days.values_list("span__game", "player", Substr("span__ref", 1, 4)).distinct()
    needed.update((BestKind.PLAYER, game, f"{player}/{year}") for game, player, year in years)
    for kind, game, ref in nights.values_list("kind", "game", "ref"):
        is_day = kind == SpanKind.DAY
        needed.add((BestKind(kind), game, ref if is_day else f"{ref}{PEOPLE}"))
    rows = Best.objects.filter(club=club, size=0).values_list("kind", "game", "ref")
    return {game for _kind, game, _ref in needed.difference(rows)}


def _everything(club: Club, game: str) -> Touched:
    changed = Touched()
    for kind, ref in Span.objects.filter(club=club, game=game).values_list("kind", "ref"):
        changed.add(kind, ref)
    changed.players.update(Player.objects.filter(club=club).values_list("pk", flat=True))
    return changed


def check_bests(*, repair: bool = False) -> Iterator[Difference]:
    """Rows that are not what the kept sums and the deals say. Missing ones are no difference."""
    for club in Club.objects.order_by("pk"):
        games = Best.objects.filter(club=club).order_by().values_list("game", flat=True)
        for game in sorted(set(games.distinct())):
            expected: Contents = {}
            for block in _everything(club, game).blocks():
                expected |= _contents(club, game, block)
            columns = ("kind", "size", "ref", "content")
            stored = {
                BestKey(kind, size, ref): content
                for kind, size, ref, content in Best.objects.filter(
                    club=club, game=game
                ).values_list(*columns)
            }
            wrong = [key for key, content in stored.items() if expected.get(key) != content]
            for key in sorted(wrong):
                place = f"{game} {key.kind} {key.ref} {key.size}"
                yield Difference(place, "best", "other", "that of its deals", is_repairable=True)
            if wrong and repair:
                with transaction.atomic():
                    Best.objects.filter(club=club, game=game).delete()
                    _write_bests(club, game, expected)
