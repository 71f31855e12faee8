"""The race of a season: the values of the players from evening to evening.

Source: leagues.md §2 ("as of"), §5.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from clubs.core.standings.rank import LeagueRanking, LeagueStandings, Number
from clubs.models import League, Player
from clubs.queries.seasons.leagues import LeagueData, LeagueEvening, league_data


@dataclass(frozen=True, slots=True)
class Leg:
    """A date at which somebody played; name is that of its evening, if it had only one."""

    held_on: date
    name: str


@dataclass(frozen=True, slots=True)
class Runner:
    """A player in the race, with the current rank."""

    player: Player
    rank: int | None


@dataclass(frozen=True, slots=True)
class Race:
    """runners in the order of the standings. size is the one shown of sizes, where each has
    standings of its own (`own_size`), else None."""

    data: LeagueData
    legs: Sequence[Leg]
    runners: Sequence[Runner]
    size: int | None
    sizes: Sequence[int]

    def values(self, runners: Iterable[Runner]) -> list[list[Number | None]]:
        """Those of the standings of each runner after each leg, None where they were not in them.
        No query."""
        keys = [str(runner.player.uuid) for runner in runners]
        tables = self.data.values_after([leg.held_on for leg in self.legs], keys, self.size)
        return [[table.get(key) for table in tables] for key in keys]


def season_race(league: League, size: int = 0) -> Race:
    """The queries of league_data, however many evenings. size: of the deals, where that matters;
    one that was not played gives the first that was."""
    data = league_data(league, by_evening=True)
    now = data.standings()
    sizes = list(now.by_size)
    shown = (size if size in sizes else sizes[0]) if sizes else None
    runners = [Runner(data.players[row.player], row.rank) for row in _size_ranking(now, shown).rows]
    return Race(data, _legs_of(data), runners, shown, sizes)


def _legs_of(data: LeagueData) -> list[Leg]:
    """Lists the legs by date. Two evenings of one day are one leg, since standings are computed for
    a date."""
    last = data.league.ends_on
    held = [data.held[at] for at in data.played if data.held[at].held_on <= last]
    days = sorted({evening.held_on for evening in held})
    return [Leg(day, _only_name(day, held)) for day in days]


def _only_name(day: date, held: Iterable[LeagueEvening]) -> str:
    names = [evening.name for evening in held if evening.held_on == day]
    return names[0] if len(names) == 1 else ""


def _size_ranking(standings: LeagueStandings, size: int | None) -> LeagueRanking:
    if size is None:
        return standings.table
    return standings.by_size.get(size) or LeagueRanking(rows=(), total_sum=0, penalty_sum=0)
