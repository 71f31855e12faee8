"""The statistics of Tarocco bolognese over a population of deals: matches, totals of the pairs,
cappotti and accusi; by player and by pair of partners.

Everything is exact until it is shown. Deals of a match that was never finished count as deals, and
for no match. Those of which only the scores are known count as deals: nobody knows the totals.

Source: bolognese.md §10 (statistics).
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from django.db.models import Count, Q, Sum

from clubs.core.deals import SlamOutcome
from clubs.core.measures import Rate, mean
from clubs.games.bolognese.queries.words import SEATS
from clubs.models import MatchScore, Player
from clubs.queries.statistics.populations import Population

WON, DRAWN, LOST = 2, 1, 0  # MatchScore.halves


@dataclass(slots=True)
class Matches:
    """Decided matches of a player or of a pair; difference is that of the totals, added up."""

    won: int = 0
    drawn: int = 0
    lost: int = 0
    difference: int = 0

    def add(self, halves: int, difference: int) -> None:
        self.won += halves == WON
        self.drawn += halves == DRAWN
        self.lost += halves == LOST
        self.difference += difference

    @property
    def played(self) -> int:
        return self.won + self.drawn + self.lost

    @property
    def success(self) -> Rate:
        """Those won, of all that were decided: a draw is none."""
        return Rate(self.won, self.played)


@dataclass(frozen=True, slots=True)
class BolognesePlayer:
    """Matches and deals of a player. counted are those of which the totals are known, points the
    sum of the totals of the own pair on them; won the deals with the higher total, score the sum of
    the differences. accusi are those shown, without the void ones."""

    player: Player
    matches: Matches
    cappotti_made: int
    cappotti_suffered: int
    deals: int
    counted: int
    won: int
    score: int
    points: int
    accusi: int

    @property
    def total_mean(self) -> Fraction | None:
        """The average total of the own pair in a deal."""
        return mean(self.points, self.counted)


@dataclass(slots=True)
class BolognesePair:
    """Two who sat opposite each other; points is the sum of their totals on so many deals."""

    players: tuple[Player, Player]
    deals: int
    points: int
    matches: Matches

    @property
    def total_mean(self) -> Fraction:
        return Fraction(self.points, self.deals)


@dataclass(frozen=True, slots=True)
class BologneseFigures:
    """deals counts those of which only the scores are known as well, match_deals those that counted
    in the matches. cappotti are deals, accusi those shown by everybody. total_mean is what a pair
    made a deal. players are by name, pairs by the names of both.

    Of one player: the own deals, matches, cappotti made and accusi, the total of the own pair, and
    the pairs that the player was one of.
    """

    deals: int
    matches: int
    match_deals: int
    total_mean: Fraction | None
    cappotti: int
    accusi: int
    players: tuple[BolognesePlayer, ...]
    pairs: tuple[BolognesePair, ...]

    @property
    def deals_a_match(self) -> Fraction | None:
        return mean(self.match_deals, self.matches)


def bolognese_figures_of(population: Population, player: Player | None = None) -> BologneseFigures:
    """The figures of everybody, or of one player alone. Five queries."""
    played = population if player is None else population.only(opponent=player)
    totals = _own_totals(played)
    wanted = set().union(*totals.values())
    names = {
        found.pk: found for found in Player.objects.filter(pk__in=wanted).order_by("sort_key", "pk")
    }
    keys = {str(found.uuid): pk for pk, found in names.items()}
    seats = _pair_tallies(played, totals, keys)
    sums = _sums_by_player(population, player)
    matches = _match_sums(population, seats, player)
    players = tuple(
        BolognesePlayer(one, matches.by_player[pk], *seats.cappotti_of(pk), *sums[pk])
        for pk, one in names.items()
        if pk in sums
    )
    return BologneseFigures(
        deals=seats.deals,
        matches=matches.count,
        match_deals=matches.deals,
        total_mean=mean(sum(one.points for one in players), sum(one.counted for one in players)),
        cappotti=seats.cappotti_made[player.pk] if player else seats.cappotti,
        accusi=sum(one.accusi for one in players),
        players=players,
        pairs=_pair_figures(seats, matches, names, player),
    )


Pair = tuple[int, int]  # keys of two partners, the lower one first
MatchKey = tuple[int, int]  # sitting, and number of the match in it


@dataclass(slots=True)
class PairTallies:
    """Who sat opposite whom: of each pair the sum of its totals and the number of its deals; of
    each match its two pairs; of each player the cappotti; and how many deals there are at all."""

    deals: int = 0
    points: Counter[Pair] = field(default_factory=Counter)
    counts: Counter[Pair] = field(default_factory=Counter)
    matches: dict[MatchKey, tuple[Pair, Pair]] = field(default_factory=dict)
    cappotti: int = 0
    cappotti_made: Counter[int] = field(default_factory=Counter)
    cappotti_suffered: Counter[int] = field(default_factory=Counter)

    def add_cappotto(self, *, made_by: Pair, suffered_by: Pair) -> None:
        self.cappotti += 1
        self.cappotti_made += Counter(made_by)
        self.cappotti_suffered += Counter(suffered_by)

    def cappotti_of(self, player: int) -> tuple[int, int]:
        """Made and suffered."""
        return self.cappotti_made[player], self.cappotti_suffered[player]


Totals = dict[int, dict[int, int | None]]  # of the own pair, by deal and player


def _own_totals(population: Population) -> Totals:
    """One query."""
    rows = population.scores().order_by()
    totals: Totals = defaultdict(dict)
    for deal, player_pk, points in rows.values_list("deal", "player", "points"):
        totals[deal][player_pk] = points
    return totals


def _pair_tallies(population: Population, totals: Totals, keys: Mapping[str, int]) -> PairTallies:
    """keys are those of the players, by uuid. As the record says, opposite each other sit the first
    and the third, the second and the fourth. One query."""
    rows = population.deals().order_by()
    seats = PairTallies(deals=len(totals))
    deals = rows.values_list("pk", "sitting", "match", "chelem", "record")
    for pk, sitting, match, chelem, record in deals.iterator():
        own = totals.get(pk)
        if not own or None in own.values():
            continue
        seated = [key for key in map(keys.get, record.get("players", ())) if key in own]
        if len(seated) != SEATS:  # a record that somebody damaged past the program
            continue
        first, second, third, fourth = seated
        ns, ew = _pair_of(first, third), _pair_of(second, fourth)
        for pair in (ns, ew):
            seats.points[pair] += own[pair[0]] or 0
            seats.counts[pair] += 1
        if match is not None:
            seats.matches[sitting, match] = ns, ew
        # Whose a cappotto was is stored with the deal: after a penalty no score tells.
        if chelem == SlamOutcome.UNANNOUNCED_MADE:
            seats.add_cappotto(made_by=ns, suffered_by=ew)
        elif chelem == SlamOutcome.DEFENCE_MADE:
            seats.add_cappotto(made_by=ew, suffered_by=ns)
    return seats


def _pair_of(player_pk: int, other: int) -> Pair:
    return min(player_pk, other), max(player_pk, other)


def _sums_by_player(population: Population, player: Player | None) -> dict[int, tuple[int, ...]]:
    """Sums over the deals of each player, as BolognesePlayer has them. One query."""
    rows = population.scores().order_by()
    if player is not None:
        rows = rows.filter(player=player)
    added: dict[str, Any] = {
        "deals": Count("pk"),
        "counted": Count("points"),
        "won": Count("pk", filter=Q(points__isnull=False, score__gt=0)),
        "score_sum": Sum("score"),
        "points_sum": Sum("points", default=0),
        "accusi": Sum("poignees"),
    }
    player_rows: Iterable[Any] = (
        rows.values("player").annotate(**added).values_list("player", *added)
    )
    return {pk: tuple(sums) for pk, *sums in player_rows}


@dataclass(slots=True)
class MatchSums:
    count: int = 0
    deals: int = 0
    by_player: dict[int, Matches] = field(default_factory=lambda: defaultdict(Matches))
    by_pair: dict[Pair, Matches] = field(default_factory=lambda: defaultdict(Matches))


def _match_sums(population: Population, seats: PairTallies, player: Player | None) -> MatchSums:
    """The decided matches whose deals are of the population. One query."""
    rows = MatchScore.objects.filter(population.tables_where("sitting__"))
    score_rows: Iterable[Any] = rows.values_list(
        "sitting", "number", "player", "halves", "score", "deals"
    )
    sums = MatchSums()
    counted: set[MatchKey] = set()
    for sitting, number, player_pk, halves, score, deals in score_rows:
        pairs = seats.matches.get((sitting, number))
        if pairs is None:
            continue
        if (sitting, number) not in counted:
            counted.add((sitting, number))
            sums.count += 1
            sums.deals += deals
        sums.by_player[player_pk].add(halves, score)
        for pair in pairs:
            if pair[0] == player_pk:  # both have the same
                sums.by_pair[pair].add(halves, score)
    return sums


def _pair_figures(
    seats: PairTallies, matches: MatchSums, names: Mapping[int, Player], player: Player | None
) -> tuple[BolognesePair, ...]:
    """All pairs by name; with a player, only those that the player was one of."""
    place = {pk: index for index, pk in enumerate(names)}
    pairs = [
        sorted(pair, key=place.__getitem__)
        for pair in seats.counts
        if player is None or player.pk in pair
    ]
    pairs.sort(key=lambda pair: [place[pk] for pk in pair])
    return tuple(
        BolognesePair(
            players=(names[first], names[second]),
            deals=seats.counts[key],
            points=seats.points[key],
            matches=matches.by_pair[key],
        )
        for first, second in pairs
        for key in [(min(first, second), max(first, second))]
    )
