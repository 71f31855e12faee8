"""One table of standings: its rows, their order and their ranks.

Source: leagues.md §3.3 (guests, qualification), §3.5 (ties), §3.6.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from clubs.core.standings.places import Placing, Tally, tallies_of
from clubs.core.standings.scale import plain_number, scale_of
from clubs.core.standings.settings import (
    Guests,
    LeagueSettings,
    LeagueTieBreak,
    RankingMethod,
    Unqualified,
)
from clubs.core.standings.shapes import (
    EveningLine,
    LeagueInput,
    LeagueRanking,
    LeagueRow,
    LeagueTieDecision,
    LeagueTieValue,
    Member,
    Number,
)
from clubs.core.standings.ties import LeagueTieContext
from clubs.core.standings.values import (
    ADDING,
    CARRYING,
    Amounts,
    Worth,
    amounts_of,
    evening_line,
    player_evening_lines,
    worth_of,
)
from clubs.core.ties import TieBreaking

LeagueTies = TieBreaking[LeagueTieBreak, LeagueTieValue]


def league_ranking(
    league: LeagueInput, settings: LeagueSettings, sizes: Collection[int]
) -> LeagueRanking:
    """The table of a league of which everything counts; sizes are those of its deals."""
    rows = _ranked_rows(league, settings)
    ties = _ties_of(rows, sizes)
    every = [rows.standing(player) for player in rows.frame.tallies]
    shown = [standing for standing in every if not _is_hidden(standing, settings)]
    units = sum(tally.units for tally in rows.frame.tallies.values())
    penalty_sum = sum(rows.penalties.values())
    return LeagueRanking(
        rows=tuple(_ordered(rows, shown, ties)),
        # Of all rows, the hidden ones too: else scores that add up to 0 would not do so here.
        total_sum=rows.frame.scale.number(units + penalty_sum * rows.frame.scale.unit),
        penalty_sum=penalty_sum,
        scales=rows.frame.scale.sizes,
        hidden_count=len(every) - len(shown),
    )


def row_ranks(
    league: LeagueInput, settings: LeagueSettings, sizes: Collection[int]
) -> dict[str, int]:
    """The ranks of the same table, of those who have one."""
    rows = _ranked_rows(league, settings)
    every = [rows.standing(player) for player in rows.frame.tallies]
    shown = [standing for standing in every if not _is_hidden(standing, settings)]
    classes = _rank_classes(shown, _ties_of(rows, sizes), settings)
    return {standing.player: rank for rank, group in _ranked(classes) for standing in group}


def row_values(
    league: LeagueInput, settings: LeagueSettings, players: Iterable[str]
) -> dict[str, Number | None]:
    """The values of these players in the same table; who has no row in it is missing."""
    rows = _ranked_rows(league, settings)
    own = (rows.standing(player) for player in players if player in rows.frame.tallies)
    return {
        standing.player: standing.value for standing in own if not _is_hidden(standing, settings)
    }


def _ranked_rows(league: LeagueInput, settings: LeagueSettings) -> "Rows":
    frame = _frame_of(league, settings)
    penalties = _penalty_points(league) if settings.penalties else {}
    # Somebody may have a penalty and no evening: without a row the sum of penalties would not be
    # that of the rows.
    for player in penalties:
        frame.tallies.setdefault(player, Tally(player))
    return Rows(league, frame, penalties, {member.key: member for member in league.members})


def _ties_of(rows: "Rows", sizes: Collection[int]) -> LeagueTies:
    contest = LeagueTieContext(
        placing=rows.frame,
        penalties=rows.penalties,
        numbers={key: member.number for key, member in rows.members.items()},
        evenings=frozenset(range(len(rows.league.evenings))),
        sizes=frozenset(sizes),
        seed=rows.league.seed,
        head_to_head=rows.league.head_to_head,
    )
    return LeagueTies(contest.measure, contest.numbers)


class EveningBoard:
    """The winners and lines of each evening of a league of which everything counts, without a
    ranking of the season. An evening is worked out when somebody asks for it."""

    def __init__(self, league: LeagueInput, settings: LeagueSettings) -> None:
        self.frame = _frame_of(league, settings)

    def players(self, evening: int) -> list[str]:
        """The players of an evening, guests too."""
        return [player for player, tally in self.frame.tallies.items() if evening in tally.evenings]

    def first(self, evening: int) -> list[str]:
        """The winner of an evening; several where they are equal. No other place is worked out."""
        sums = {tally.player: tally.evenings[evening] for tally in self.frame.present(evening)}
        most = max(sums.values(), default=0)
        return [player for player, units in sums.items() if units == most]

    def score(self, evening: int, player: str) -> Number:
        """Of somebody who played."""
        return self.frame.scale.number(self.frame.tallies[player].evenings[evening])

    def line(self, evening: int, player: str) -> EveningLine:
        """The line of somebody who played."""
        tally = self.frame.tallies[player]
        return evening_line(self.frame, tally, evening, amounts_of(self.frame, tally))

    def lines(self, evening: int) -> dict[str, EveningLine]:
        return {player: self.line(evening, player) for player in self.players(evening)}


def _penalty_points(league: LeagueInput) -> dict[str, int]:
    penalties: dict[str, int] = {}
    for penalty in league.penalties:
        penalties[penalty.player] = penalties.get(penalty.player, 0) + penalty.points
    return penalties


def _frame_of(league: LeagueInput, settings: LeagueSettings) -> Placing:
    """Guests get no place at an evening, unless they are ranked."""
    scale = scale_of(settings.normalise, league.cells, league.blocks)
    tallies = tallies_of(league.cells, league.totals, scale, league.blocks)
    guests = frozenset(member.key for member in league.members if member.is_guest)
    # Passed over before places are given: a guest who won would else push every member down by one.
    passed_over = frozenset() if settings.guests is Guests.RANKED else guests
    return Placing(tallies, passed_over, settings, scale)


@dataclass(frozen=True, slots=True)
class Standing:
    """What the place of a player follows from. carried: points from before the season; missing: how
    many evenings and deals."""

    player: str
    number: int
    is_guest: bool
    tally: Tally
    amounts: Amounts
    worth: Worth
    value: Number | None
    is_provisional: bool
    penalty: int
    carried: int
    missing: tuple[int, int]

    @property
    def is_qualified(self) -> bool:
        return self.missing == (0, 0)


@dataclass(frozen=True, slots=True)
class Ranked:
    """The rank of a row, and its neighbours: what LeagueRow says of them."""

    rank: int | None = None
    tied: bool = False
    to_better: Number | None = None
    to_worse: Number | None = None
    better_by: LeagueTieDecision | None = None
    worse_by: LeagueTieDecision | None = None


@dataclass(frozen=True, slots=True)
class Rows:
    """Makes rows of those who stand in the table."""

    league: LeagueInput
    frame: Placing
    penalties: Mapping[str, int]
    members: Mapping[str, Member]

    def standing(self, player: str) -> Standing:
        tally, member = self.frame.tallies[player], self.members[player]
        penalty = self.penalties.get(player, 0)
        carried = member.carry_over if self.frame.settings.carry_over else 0
        amounts = amounts_of(self.frame, tally)
        worth, is_provisional = self.worth(tally, amounts, player, penalty, carried)
        return Standing(
            player=player,
            number=member.number,
            is_guest=member.is_guest,
            tally=tally,
            amounts=amounts,
            worth=worth,
            value=worth.value,
            is_provisional=is_provisional,
            penalty=penalty,
            carried=carried,
            # Of what was played, whatever of it the method drops.
            missing=_missing_counts(self.frame.settings, tally),
        )

    def row(self, standing: Standing, ranked: Ranked) -> LeagueRow:
        tally, number = standing.tally, self.frame.scale.number
        scores: list[Number | None] = [None] * len(self.league.evenings)
        for at, units in tally.evenings.items():
            scores[at] = units if self.frame.scale.unit == 1 else number(units)
        return LeagueRow(
            rank=ranked.rank,
            player=standing.player,
            number=standing.number,
            value=standing.value,
            base=standing.worth.base,
            divisor=standing.worth.divisor,
            total=number(tally.units + standing.penalty * self.frame.scale.unit),
            deals=tally.deals,
            evenings=len(tally.evenings),
            per_evening=tuple(scores),
            penalty=standing.penalty,
            carry_over=standing.carried,
            qualified=standing.is_qualified,
            missing_evenings=standing.missing[0],
            missing_deals=standing.missing[1],
            guest=standing.is_guest,
            provisional=standing.is_provisional,
            tied=ranked.tied,
            to_better=ranked.to_better,
            to_worse=ranked.to_worse,
            taken=tally.taken,
            contracts_made=tally.contracts_made,
            better_by=ranked.better_by,
            worse_by=ranked.worse_by,
            explain=partial(player_evening_lines, self.frame, tally, standing.amounts),
        )

    def worth(
        self, tally: Tally, amounts: Amounts, player: str, penalty: int, carried: int
    ) -> tuple[Worth, bool]:
        """The value, and whether it is a provisional rating."""
        if self.frame.settings.method is RankingMethod.RATING:
            rated = self.league.ratings.get(player)
            if rated is None:
                return Worth(0, 0), True
            return Worth(rated.value, 1), rated.provisional
        extra = penalty * (self.frame.settings.method in ADDING)
        extra += carried * (self.frame.settings.method in CARRYING)
        return worth_of(self.frame, tally, amounts, extra), False


def _missing_counts(settings: LeagueSettings, tally: Tally) -> tuple[int, int]:
    """How many evenings and deals are missing; a mean needs one of what it is taken over."""
    evenings = max(settings.min_evenings, settings.method is RankingMethod.EVENING_AVERAGE)
    deals = max(settings.min_deals, settings.method is RankingMethod.AVERAGE)
    return max(0, evenings - len(tally.evenings)), max(0, deals - tally.deals)


def _is_hidden(standing: Standing, settings: LeagueSettings) -> bool:
    return not standing.is_qualified and settings.unqualified is Unqualified.HIDDEN


def _may_rank(standing: Standing, settings: LeagueSettings) -> bool:
    """Nobody without a value or with a provisional one has a rank."""
    if standing.value is None or standing.is_provisional:
        return False
    if standing.is_guest and settings.guests is not Guests.RANKED:
        return False
    return standing.is_qualified or settings.unqualified is Unqualified.RANKED


def _rank_classes(
    shown: Iterable[Standing], ties: LeagueTies, settings: LeagueSettings
) -> list[list[Standing]]:
    """Those who may have a rank, best first, in groups that share one."""
    # Values are exact (int or Fraction), so that equal ones meet in one group. As floats two equal
    # means could differ in the last digit, and no tie-break would ever be asked.
    ranked = {standing.player: standing for standing in shown if _may_rank(standing, settings)}
    by_value: dict[Number, list[str]] = {}
    for player, standing in ranked.items():
        if standing.value is not None:
            by_value.setdefault(standing.value, []).append(player)
    return [
        [ranked[player] for player in players]
        # By value first: a tie-break never puts somebody before a higher value.
        for value in sorted(by_value, reverse=True)
        for players in ties.classes(by_value[value], settings.tie_breaks)
    ]


def _ranked(classes: Iterable[Sequence[Standing]]) -> Iterator[tuple[int, Sequence[Standing]]]:
    rank = 1  # of those who share it; the next one is higher by as many as they are: 1, 2, 2, 4
    for group in classes:
        yield rank, group
        rank += len(group)


def _ordered(rows: Rows, shown: Sequence[Standing], ties: LeagueTies) -> Iterator[LeagueRow]:
    """The rows in the documented order, with ranks, ties, and what decided between neighbours."""
    classes = _rank_classes(shown, ties, rows.frame.settings)
    for at, (rank, group) in enumerate(_ranked(classes)):
        better = classes[at - 1] if at else None
        worse = classes[at + 1] if at + 1 < len(classes) else None
        for standing in group:
            ranked = Ranked(
                rank,
                len(group) > 1,
                _gap(standing, better),
                _gap(standing, worse),
                _decided(ties, standing, better[-1] if better else None),
                _decided(ties, standing, worse[0] if worse else None),
            )
            yield rows.row(standing, ranked)
    placed = {standing.player for group in classes for standing in group}
    below = sorted(
        (standing for standing in shown if standing.player not in placed), key=_below_order
    )
    yield from (rows.row(standing, Ranked()) for standing in below)


def _below_order(standing: Standing) -> tuple[bool, bool, Number, int, str]:
    """Members, then guests; by value, unknown ones last; then by number."""
    value = standing.value
    return (
        standing.is_guest,
        value is None,
        -value if value is not None else 0,
        standing.number,
        standing.player,
    )


def _gap(standing: Standing, others: Sequence[Standing] | None) -> Number | None:
    """The distance in value, never negative."""
    if not others or others[0].value is None or standing.value is None:
        return None
    distance = others[0].value - standing.value
    return plain_number(distance if distance > 0 else -distance)


def _decided(
    ties: LeagueTies, standing: Standing, neighbour: Standing | None
) -> LeagueTieDecision | None:
    # Of different values no tie-break was asked, and the trails are of other groups.
    if neighbour is None or neighbour.value != standing.value:
        return None
    return ties.decision(standing.player, neighbour.player)
