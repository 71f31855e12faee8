"""Standings from single deals: the sums that a database would give, made from a list of results.

Source: leagues.md §3.3 (deals with guests), §4.4 (head to head).
"""

from collections.abc import Collection, Iterable, Mapping
from itertools import combinations

from clubs.core.matches import HALVES
from clubs.core.standings.scale import plain_number, whole_or_fraction
from clubs.core.standings.shapes import DealResult, HeadToHeadLookup, Number, ScoreCell

NOTHING = ScoreCell(evening=0, table="", player="", size=0, deals=0, score=0, square_sum=0)


def result_cells(results: Iterable[DealResult]) -> tuple[ScoreCell, ...]:
    """One cell for each evening, table, player and size, sorted by them."""
    cells: dict[tuple[int, str, str, int], ScoreCell] = {}
    # By size too: a table that somebody leaves has deals of two sizes, and each counts by its own.
    for result in results:
        for player, score in result.scores.items():
            place = (result.evening, result.table, player, result.size)
            before = cells.get(place, NOTHING)
            taken, won = _takes_and_made(result, player)
            cells[place] = before._replace(
                evening=result.evening,
                table=result.table,
                player=player,
                size=result.size,
                deals=before.deals + 1,
                score=before.score + score,
                square_sum=before.square_sum + score * score,
                taken=before.taken + taken,
                contracts_made=plain_number(before.contracts_made + won),
            )
    return tuple(cells[place] for place in sorted(cells))


def _takes_and_made(result: DealResult, player: str) -> tuple[int, Number]:
    """Takes whose result is known, and those made; of a match everybody's, won or drawn."""
    if result.halves is not None:
        return 1, whole_or_fraction(result.halves[player], HALVES)
    # A take with an unknown result is none: counted as failed, it would lower a rate of success.
    is_take = player == result.taker and result.is_made is not None
    return int(is_take), int(is_take and result.is_made is True)


def without_guests(results: Iterable[DealResult], guests: Collection[str]) -> list[DealResult]:
    """The deals that no guest played, which count under `excluded_deals`."""
    return [result for result in results if not any(name in guests for name in result.scores)]


def head_to_head_of(results: Collection[DealResult]) -> HeadToHeadLookup:
    """The differences between players who are tied, from the deals that count."""

    def differences(
        players: Collection[str], *, evenings: Collection[int], sizes: Collection[int]
    ) -> Mapping[tuple[str, str], int]:
        sums: dict[tuple[str, str], int] = {}
        for result in results:
            if result.evening in evenings and result.size in sizes:
                # In one order of the names, so that (a, b) and (b, a) are not two sums of one pair.
                met = sorted(name for name in result.scores if name in players)
                for a, b in combinations(met, 2):
                    gap = result.scores[a] - result.scores[b]
                    sums[a, b] = sums.get((a, b), 0) + gap
        return sums

    return differences
