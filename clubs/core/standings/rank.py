"""The ranking of a league: a pure function of sums, penalties and settings.

`rank_league` is the whole of it. The order of the rows is total: the ranked by rank,
those who share one by number; then those without rank: not qualified or provisional members, then
guests, each by value (best first, none last) and number.
Source: leagues.md §3, §10 (invariants).
"""

from collections.abc import Collection
from dataclasses import replace
from datetime import date
from itertools import pairwise

from clubs.core.standings.results import head_to_head_of, result_cells, without_guests
from clubs.core.standings.rows import EveningBoard, league_ranking, row_ranks, row_values
from clubs.core.standings.settings import (
    Guests,
    LeagueSettings,
    LeagueTieBreak,
    Normalise,
    PlaceScope,
    RankingMethod,
    SettingsRefused,
    Unqualified,
)
from clubs.core.standings.shapes import (
    ALL_SIZES,
    CellBlock,
    DealResult,
    EveningLine,
    HeadToHeadLookup,
    LeagueInput,
    LeaguePenalty,
    LeagueRanking,
    LeagueRow,
    LeagueStandings,
    LeagueTieDecision,
    Member,
    Number,
    RankedEvening,
    ScoreCell,
    ShownRating,
    SizeScale,
    TableLine,
    TableTotal,
)
from clubs.core.standings.values import ADDING, CARRYING

__all__ = [
    "ALL_SIZES",
    "CellBlock",
    "DealResult",
    "EveningBoard",
    "EveningLine",
    "Guests",
    "HeadToHeadLookup",
    "LeagueInput",
    "LeaguePenalty",
    "LeagueRanking",
    "LeagueRow",
    "LeagueSettings",
    "LeagueStandings",
    "LeagueTieBreak",
    "LeagueTieDecision",
    "Member",
    "Normalise",
    "Number",
    "PlaceScope",
    "RankedEvening",
    "RankingMethod",
    "ScoreCell",
    "SettingsRefused",
    "ShownRating",
    "SizeScale",
    "TableLine",
    "TableTotal",
    "Unqualified",
    "evening_board",
    "head_to_head_of",
    "league_ranks",
    "league_values",
    "only_players",
    "rank_league",
    "result_cells",
    "without_guests",
]


def rank_league(
    league: LeagueInput, settings: LeagueSettings, as_of: date | None = None
) -> LeagueStandings:
    """The standings of a league, or as they stood after the evenings up to a date.

    Raises ValueError for input that contradicts itself: somebody who is no member of the list, two
    members of one key, or cells of guests under `excluded_deals`.
    """
    _check_league(league, settings)
    counted = _countable_league(_up_to(league, as_of), settings)
    by_size: dict[int, LeagueRanking] = {}
    if settings.normalise is Normalise.OWN_SIZE:
        table = LeagueRanking(rows=(), total_sum=0, penalty_sum=0)
        # Of the sizes that were played, not of the settings: a table of nobody would be shown.
        for size in sorted(_sizes_of(counted)):
            by_size[size] = league_ranking(_of_size(counted, size), settings, (size,))
    else:
        table = league_ranking(counted, settings, settings.sizes)
    return LeagueStandings(
        settings=settings,
        as_of=as_of,
        evenings=tuple(counted.evenings),
        table=table,
        by_size=by_size,
        adds_penalties=settings.penalties and settings.method in ADDING,
        adds_carry_over=carries(settings),
        totals_as_scored=bool(counted.totals)
        and settings.normalise in {Normalise.PER_OPPONENT, Normalise.Z_SCORE},
    )


def _sizes_of(league: LeagueInput) -> set[int]:
    return {cell.size for cell in league.cells}.union(block.size for block in league.blocks)


def only_players(
    league: LeagueInput, settings: LeagueSettings, players: Collection[str]
) -> LeagueInput:
    """The part of a league that the values of these players follow from. Places, scales and missed
    evenings are measured by what all played."""
    # A part of the cells has other places, another σ, and fewer evenings that can be missed.
    by_others = settings.method is RankingMethod.PLACE_POINTS
    by_others |= settings.normalise is Normalise.Z_SCORE or settings.missed_counts_as is not None
    if by_others:
        return league
    return replace(
        league,
        cells=[cell for cell in league.cells if cell.player in players],
        blocks=[
            block._replace(won={name: block.won[name] for name in players if name in block.won})
            for block in league.blocks
        ],
    )


def league_values(
    league: LeagueInput,
    settings: LeagueSettings,
    players: Collection[str],
    as_of: date | None = None,
    size: int | None = None,
) -> dict[str, Number | None]:
    """The values that `rank_league` gives to these players, without the ranking: many dates are
    asked for. size: of which table under `own_size`. Who has no row is missing."""
    return row_values(_counted_at(league, settings, as_of, size), settings, players)


def league_ranks(
    league: LeagueInput, settings: LeagueSettings, as_of: date | None, size: int | None = None
) -> dict[str, int]:
    """The ranks that `rank_league` gives, of those who have one, without its rows. size: of which
    table under `own_size`."""
    counted = _counted_at(league, settings, as_of, size)
    return row_ranks(counted, settings, settings.sizes if size is None else (size,))


def _counted_at(
    league: LeagueInput, settings: LeagueSettings, as_of: date | None, size: int | None
) -> LeagueInput:
    """size: None, under `own_size`, for the table in which nobody is."""
    counted = _countable_league(_up_to(league, as_of), settings)
    is_by_size = settings.normalise is Normalise.OWN_SIZE
    # Nothing is of size 0 here: blocks of ALL_SIZES, which is 0, come with `none` alone.
    return _of_size(counted, size or 0) if is_by_size else counted


def evening_board(league: LeagueInput, settings: LeagueSettings) -> EveningBoard:
    """The evenings of a league, each by itself; under `own_size` there are none.

    Raises ValueError as `rank_league` does.
    """
    _check_league(league, settings)
    return EveningBoard(_countable_league(league, settings), settings)


def _check_league(league: LeagueInput, settings: LeagueSettings) -> None:
    members = {member.key: member for member in league.members}
    if len(members) < len(league.members):
        raise ValueError("two members of one key")
    if any(later.date < earlier.date for earlier, later in pairwise(league.evenings)):
        raise ValueError("evenings out of order")
    dealt = {cell.player for cell in league.cells}.union(*(block.won for block in league.blocks))
    named = dealt.union(total.player for total in league.totals)
    unknown = named.union(penalty.player for penalty in league.penalties).difference(members)
    if unknown:
        raise ValueError(f"no members: {sorted(unknown)}")
    # The caller leaves out whole deals. Leaving out the cells of guests here would keep what the
    # others won in the same deals, and no sum would be 0 any more.
    if settings.guests is Guests.EXCLUDED_DEALS:
        guests = sorted(player for player in dealt if members[player].is_guest)
        if guests:
            raise ValueError(f"deals of guests: {guests}")


def _up_to(league: LeagueInput, as_of: date | None) -> LeagueInput:
    """The evenings up to a date, the first ones, and what belongs to them."""
    if as_of is None:
        return league
    # Evenings are named by their place: only because they stand by date can the first ones be cut
    # off without naming the others anew.
    count = sum(evening.date <= as_of for evening in league.evenings)
    return replace(
        league,
        evenings=league.evenings[:count],
        cells=[cell for cell in league.cells if cell.evening < count],
        blocks=[block for block in league.blocks if block.evening < count],
        totals=[total for total in league.totals if total.evening < count],
        penalties=[penalty for penalty in league.penalties if penalty.evening < count],
    )


def _countable_league(league: LeagueInput, settings: LeagueSettings) -> LeagueInput:
    """The league without deals of other sizes, and under `excluded_deals` without tables of totals
    at which a guest sat: nobody knows which deals were theirs."""
    totals = league.totals
    if settings.guests is Guests.EXCLUDED_DEALS:
        guests = {member.key for member in league.members if member.is_guest}
        # By the evening too: keys of tables are those of a file, and begin anew with each evening.
        mixed = {(total.evening, total.table) for total in totals if total.player in guests}
        totals = [total for total in totals if (total.evening, total.table) not in mixed]
    cells = [cell for cell in league.cells if cell.size in settings.sizes]
    sizes = {ALL_SIZES, *settings.sizes}
    blocks = [block for block in league.blocks if block.size in sizes]
    return replace(league, cells=cells, blocks=blocks, totals=totals)


def _of_size(league: LeagueInput, size: int) -> LeagueInput:
    """The part of a league that counts for one size alone: totals without deals have none, a
    penalty stands with everybody who played it, and points from before the season belong to no
    size."""
    cells = [cell for cell in league.cells if cell.size == size]
    blocks = [block for block in league.blocks if block.size == size]
    played = {cell.player for cell in cells}.union(*(block.won for block in blocks))
    return replace(
        league,
        members=[replace(member, carry_over=0) for member in league.members],
        cells=cells,
        blocks=blocks,
        totals=(),
        penalties=[penalty for penalty in league.penalties if penalty.player in played],
    )


def carries(settings: LeagueSettings) -> bool:
    return (
        settings.carry_over
        and settings.method in CARRYING
        and settings.normalise is not Normalise.OWN_SIZE
    )
