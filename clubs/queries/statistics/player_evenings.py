"""The evenings of a player: totals, ranks, comebacks.

Source: leagues.md §1, §3.2, §4.1.
"""

from bisect import bisect
from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass
from fractions import Fraction

from clubs.core.measures import Rate, comeback, mean
from clubs.core.standings.rank import Guests
from clubs.models import League, LeagueMember, Player
from clubs.queries.seasons.leagues import standings_settings
from clubs.queries.statistics.nights import Night, night_order
from clubs.queries.statistics.sums import Sums

PODIUM = 3


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


def placed_in(league: League | None) -> Collection[int] | None:
    """Returns the players who get a place at the evenings of a season: its members, unless
    guests are ranked too. None stands for everybody."""
    if league is None or standings_settings(league).guests is Guests.RANKED:
        return None
    return set(LeagueMember.objects.filter(league=league).values_list("player_id", flat=True))


def evenings_of(sums: Sums, player: Player, *, placed: Collection[int] | None) -> Evenings:
    """placed are those who get a place. Five queries at most."""
    deals: Counter[Night] = Counter()
    stood: dict[Night, tuple[int, int]] = {}  # the total, and the lowest that it was
    for part in sums.parts(player):
        night = sums.night_of(part)
        total, low = stood.get(night, (0, 0))
        deals[night] += part.deals
        stood[night] = total + part.total, min(low, total + part.low)
    has_place = placed is None or player.pk in placed
    rows, running = [], 0
    for night, played in sums.nights(stood).items():
        won = stood[night][0]
        running += won
        # Guests who get no place do not push members down either.
        scores = played.scores
        if placed is not None:
            scores = [total for who, total in played.totals.items() if who in placed]
        rank = 1 + len(scores) - bisect(scores, won) if has_place else None
        rows.append(PlayerEvening(night, won, running, deals[night], rank, len(scores)))
    return Evenings(tuple(rows), comeback(stood[night] for night in sorted(stood, key=night_order)))
