"""Badges that a player wins at a table: computed from what was played before it, never stored, so
that a correction gives and takes them.

Source: leagues.md §4.5.
"""

from bisect import bisect
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby
from operator import attrgetter
from uuid import UUID

from clubs.core.measures import NOTHING
from clubs.models import Club, Deal, DealKind, Player, Share, Sitting, SittingState, SpanKind
from clubs.queries.statistics.deal_filters import SLAMS_MADE
from clubs.queries.statistics.parts import PLAY_ORDER, Part, added_up, day_parts, scores_at
from clubs.queries.statistics.populations import Population
from clubs.queries.statistics.sums import population_sums

MILESTONES = (100, 250, 500, 1000, 2500, 5000, 10_000, 25_000)  # deals played
LEAST_BEFORE = 20  # deals played before the table, for a best deal of one's own
LEAST_RUN = 5  # contracts made in a row, for a longest run of one's own
LIVE_MOST = 40  # tables without sums that are looked at; with more of them no badge is told


class BadgeKind(StrEnum):
    SLAM = "slam"
    DEALS = "deals"
    RUN = "run"
    DEAL = "deal"


@dataclass(frozen=True, slots=True)
class Badge:
    """Won at a table, by primary key; value is a number of deals or contracts, or a score. Of a
    deal, number is its number."""

    kind: BadgeKind
    sitting: int
    value: int = 1
    number: int | None = None


@dataclass(frozen=True, slots=True)
class WonBadge:
    badge: Badge
    player: Player
    table: UUID


def badges_at(sitting: Sitting) -> list[WonBadge]:
    """Those that were won at a table, in the order of its seats. Some six queries."""
    seats = sitting.seats.select_related("player").order_by("pk")
    players = {seat.player_id: seat.player for seat in seats}
    parts = _lifetime_parts(sitting.club, sitting.game, players)
    slams = _first_slams(sitting.game, players)
    return [
        WonBadge(badge, player, sitting.uuid)
        for pk, player in players.items()
        for badge in _badges(parts[pk], slams.get(pk), at=sitting.pk)
    ]


def badges_of(player: Player, population: Population) -> list[WonBadge]:
    """The last of each kind that a player won in the game of the population, whatever else cuts it
    down. Some five queries; where nothing does, the page of the player reads the same parts."""
    game = population.game
    slams = _first_slams(game, [player.pk])
    if population == Population(player.club, game=game):
        parts = population_sums(population).parts(player)
    else:
        parts = _lifetime_parts(player.club, game, [player.pk])[player.pk]
    last = {badge.kind: badge for badge in _badges(parts, slams.get(player.pk))}
    keys = {badge.sitting for badge in last.values()}
    tables = dict(Sitting.objects.filter(pk__in=keys).values_list("pk", "uuid"))
    return [
        WonBadge(last[kind], player, tables[last[kind].sitting])
        for kind in BadgeKind
        if kind in last
    ]


def _badges(
    parts: Sequence[Part], slam: tuple[int, int] | None, at: int | None = None
) -> Iterator[Badge]:
    """Those of a player, table after table, or those of one table. parts are in order of play."""
    deals, best, runs = 0, 0, NOTHING
    for sitting, played in groupby(parts, key=attrgetter("sitting")):
        before, longest, best_before, number = deals, runs.longest_made, best, 0
        for part in played:  # of thousands of tables
            deals += part.deals
            runs = runs.then(part.takes)
            if part.best > best:
                best, number = part.best, part.best_number
        if at is not None and sitting != at:
            continue
        if slam is not None and slam[0] == sitting:
            yield Badge(BadgeKind.SLAM, sitting, number=slam[1])
        for milestone in MILESTONES[bisect(MILESTONES, before) : bisect(MILESTONES, deals)]:
            yield Badge(BadgeKind.DEALS, sitting, milestone)
        if runs.longest_made > max(longest, LEAST_RUN - 1):
            yield Badge(BadgeKind.RUN, sitting, runs.longest_made)
        if best > best_before and before >= LEAST_BEFORE:
            yield Badge(BadgeKind.DEAL, sitting, best, number)


def _lifetime_parts(club: Club, game: str, players: Collection[int]) -> dict[int, list[Part]]:
    """What these players did at all tables, in order of play: by what is kept, and by the deals
    of tables of which nothing is. Nothing where these are too many, as after a change of the zone
    of the club: what came before would be missing, and badges be told that were won earlier. Four
    queries."""
    own: dict[int, list[Part]] = defaultdict(list)
    shares = Share.objects.filter(club=club, kind=SpanKind.DAY, player__in=players, span__game=game)
    for player, content in shares.values_list("player", "content"):
        own[player] += day_parts(content)
    live = Sitting.objects.without_sums(club).filter(
        game=game, state__in=[SittingState.OPEN, SittingState.CLOSED], seats__player__in=players
    )
    keys = list(live.order_by().values_list("pk", flat=True).distinct()[: LIVE_MOST + 1])
    if len(keys) > LIVE_MOST:
        return defaultdict(list)
    for _sitting, parts in added_up(scores_at(keys), game):
        for player in parts.keys() & set(players):
            own[player] += parts[player]
    for played in own.values():
        played.sort(key=PLAY_ORDER)
    return own


def _first_slams(game: str, players: Iterable[int]) -> dict[int, tuple[int, int]]:
    """By player the table and the number of the first deal. One query.

    Of the tables nothing is asked: SQLite would begin with all those of the club and the game."""
    rows = Deal.objects.filter(taker__in=list(players), chelem__in=SLAMS_MADE)
    slams = rows.exclude(kind=DealKind.VOID).order_by("sitting__opened_at", "sitting_id", "number")
    columns = ("taker_id", "sitting_id", "number", "sitting__game", "sitting__state")
    first: dict[int, tuple[int, int]] = {}
    for taker, sitting, number, played, state in slams.values_list(*columns):
        if played == game and state != SittingState.VOID:
            first.setdefault(taker or 0, (sitting, number))
    return first
