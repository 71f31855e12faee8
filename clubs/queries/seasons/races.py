"""The race of a season: the values of the players from evening to evening.

Source: leagues.md §2 ("as of"), §5.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date

from clubs.core.standings.rank import LeagueRanking, LeagueSettings, LeagueStandings, Number
from clubs.models import League, Player
from clubs.queries.seasons.counted import CountedWords
from clubs.queries.seasons.leagues import LeagueData, LeagueEvening, league_data


@dataclass(frozen=True, slots=True)
class Leg:
    """A date at which somebody played; name is that of its evening, if it had only one."""

    held_on: date
    name: str


@dataclass(frozen=True, slots=True)
class Runner:
    """A player in the race. values are those of the standings after each leg, None where the player
    was not in them. rank is the current one."""

    player: Player
    rank: int | None
    value: Number | None
    values: Sequence[Number | None]


@dataclass(frozen=True, slots=True)
class Race:
    """runners in the order of the standings. size is the one shown of sizes, where each has
    standings of its own (`own_size`), else None. words say what counts."""

    settings: LeagueSettings
    words: CountedWords
    legs: Sequence[Leg]
    runners: Sequence[Runner]
    size: int | None
    sizes: Sequence[int]


def season_race(league: League, size: int = 0) -> Race:
    """The queries of league_data, however many evenings. size: of the deals, where that matters;
    one that was not played gives the first that was."""
    data = league_data(league, by_evening=True)
    now = data.standings()
    sizes = list(now.by_size)
    shown = (size if size in sizes else sizes[0]) if sizes else None
    legs = _legs_of(data)
    tables = [_size_ranking(standings, shown) for standings in _standings_by_leg(data, legs)]
    values = [{row.player: row.value for row in table.rows} for table in tables]
    runners = [
        Runner(
            player=data.players[row.player],
            rank=row.rank,
            value=row.value,
            values=[told.get(row.player) for told in values],
        )
        for row in _size_ranking(now, shown).rows
    ]
    return Race(data.settings, data.words, legs, runners, shown, sizes)


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


def _standings_by_leg(data: LeagueData, legs: Iterable[Leg]) -> Iterable[LeagueStandings]:
    """Yields the standings after each leg. Tie-breaks are left out: only values are needed, and a
    tie-break may query common deals."""
    untied = replace(data, settings=replace(data.settings, tie_breaks=()))
    return (untied.standings(leg.held_on) for leg in legs)


def _size_ranking(standings: LeagueStandings, size: int | None) -> LeagueRanking:
    if size is None:
        return standings.table
    return standings.by_size.get(size) or LeagueRanking(rows=(), total_sum=0, penalty_sum=0)
