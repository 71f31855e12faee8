"""What players of a season won from each other in the deals or matches that both played, for the
tie-break of that name.

Source: leagues.md §3.5.
"""

from collections.abc import Collection, Hashable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from clubs.core.standings.rank import HeadToHeadLookup, LeagueSettings
from clubs.models import League, LeagueSitting
from clubs.queries.seasons.counted_deals import counts_matches
from clubs.queries.seasons.league_sums import Places, counted_match_scores, counted_scores


def common_results(league: League, settings: LeagueSettings, places: Places) -> HeadToHeadLookup:
    """Returns a function that gives, for each pair of a group, the difference of their scores in
    the deals, or in the matches, that both played. Each group is looked up once."""
    ids = {key: pk for pk, key in places.players.items()}
    known: dict[frozenset[str], list[_Met]] = {}

    def differences(
        players: Collection[str], *, evenings: Collection[int], sizes: Collection[int]
    ) -> Mapping[tuple[str, str], int]:
        # A group is asked about again for other dates and sizes; its deals stay the same.
        group = frozenset(players)
        if group not in known:
            played = _results(league, settings, [ids[key] for key in group])
            known[group] = list(_meetings(list(played), league, places))
        sums: dict[tuple[str, str], int] = {}
        for met in known[group]:
            if met.evening in evenings and met.size in sizes:
                for a, b in combinations(sorted(met.scores), 2):
                    gap = met.scores[a] - met.scores[b]
                    sums[a, b] = sums.get((a, b), 0) + gap
        return sums

    return differences


class _CountedScore(NamedTuple):
    """The score of one player (an id) in a deal or a match; key is equal for the players of one of
    them."""

    key: Hashable
    sitting: int
    size: int | None
    player: int
    score: int


def _results(
    league: League, settings: LeagueSettings, players: Collection[int]
) -> Iterator[_CountedScore]:
    """Yields the scores of these players in the deals, or in the matches, that count."""
    if counts_matches(league):
        matches = counted_match_scores(league, settings).filter(player__in=players)
        columns = ("sitting", "number", "sitting__active_count", "player", "score")
        for sitting, number, *columns_after in matches.order_by("pk").values_list(*columns):
            yield _CountedScore((sitting, number), sitting, *columns_after)
    else:
        deals = counted_scores(league, settings).filter(player__in=players)
        columns = ("deal", "deal__sitting", "deal__size", "player", "score")
        yield from (
            _CountedScore(*told) for told in deals.order_by("deal", "player").values_list(*columns)
        )


class _Met(NamedTuple):
    """A deal or a match, and the scores of the players of the group in it."""

    evening: int
    size: int
    scores: dict[str, int]


def _meetings(rows: Sequence[_CountedScore], league: League, places: Places) -> Iterator[_Met]:
    known = dict(places.evening_of_table)
    # Where closed tables of an evening are one, they have no places.
    others = {row.sitting for row in rows} - known.keys()
    counting = LeagueSitting.objects.filter(league=league, sitting__in=others)
    for sitting, evening in counting.values_list("sitting", "evening"):
        known[sitting] = places.evenings[evening]
    meetings: dict[Hashable, _Met] = {}
    for won in rows:
        met = meetings.setdefault(won.key, _Met(known[won.sitting], won.size or 0, {}))
        met.scores[places.players[won.player]] = won.score
    # Whoever played without the others of the group met nobody, and would count for no pair.
    return (met for met in meetings.values() if len(met.scores) > 1)
