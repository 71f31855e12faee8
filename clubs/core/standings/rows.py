"""One table of standings: its rows, their order and their ranks.

Source: leagues.md §3.3 (guests, qualification), §3.5 (ties), §3.6.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
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
    rows = _rows_of(league, settings)
    contest = LeagueTieContext(
        placing=rows.frame,
        penalties=rows.penalties,
        numbers={key: member.number for key, member in rows.members.items()},
        evenings=frozenset(range(len(league.evenings))),
        sizes=frozenset(sizes),
        seed=league.seed,
        head_to_head=league.head_to_head,
    )
    ties = LeagueTies(contest.measure, contest.numbers)
    every = [rows.row(player) for player in rows.frame.tallies]
    shown = [row for row in every if not _is_hidden(row, settings)]
    return LeagueRanking(
        rows=tuple(_ordered(shown, ties, settings)),
        # Of all rows, the hidden ones too: else scores that add up to 0 would not do so here.
        total_sum=plain_number(sum([row.total for row in every])),
        penalty_sum=sum(rows.penalties.values()),
        scales=rows.frame.scale.sizes,
        hidden_count=len(every) - len(shown),
    )


def row_values(
    league: LeagueInput, settings: LeagueSettings, players: Iterable[str]
) -> dict[str, Number | None]:
    """The values of these players in the same table; who has no row in it is missing."""
    rows = _rows_of(league, settings)
    own = (rows.row(player) for player in players if player in rows.frame.tallies)
    return {row.player: row.value for row in own if not _is_hidden(row, settings)}


def _rows_of(league: LeagueInput, settings: LeagueSettings) -> "Rows":
    frame = _frame_of(league, settings)
    penalties = _penalty_points(league) if settings.penalties else {}
    # Somebody may have a penalty and no evening: without a row the sum of penalties would not be
    # that of the rows.
    for player in penalties:
        frame.tallies.setdefault(player, Tally(player))
    return Rows(league, frame, penalties, {member.key: member for member in league.members})


class EveningBoard:
    """The winners and lines of each evening of a league of which everything counts, without a
    ranking of the season. An evening is worked out when somebody asks for it."""

    def __init__(self, league: LeagueInput, settings: LeagueSettings) -> None:
        self.frame = _frame_of(league, settings)

    def players(self, evening: int) -> list[str]:
        """The players of an evening, guests too."""
        return [player for player, tally in self.frame.tallies.items() if evening in tally.evenings]

    def first(self, evening: int) -> list[str]:
        """The winner of an evening; several where they are equal."""
        places = self.frame.at(evening)
        return [player for player, mine in places.items() if mine.place == 1]

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
    scale = scale_of(settings.normalise, league.cells)
    tallies = tallies_of(league.cells, league.totals, scale)
    guests = frozenset(member.key for member in league.members if member.is_guest)
    # Passed over before places are given: a guest who won would else push every member down by one.
    passed_over = frozenset() if settings.guests is Guests.RANKED else guests
    return Placing(tallies, passed_over, settings, scale)


@dataclass(frozen=True, slots=True)
class Rows:
    """Makes rows, as yet without rank."""

    league: LeagueInput
    frame: Placing
    penalties: Mapping[str, int]
    members: Mapping[str, Member]

    def row(self, player: str) -> LeagueRow:
        tally, member = self.frame.tallies[player], self.members[player]
        number = self.frame.scale.number
        penalty = self.penalties.get(player, 0)
        carried = member.carry_over if self.frame.settings.carry_over else 0
        amounts = amounts_of(self.frame, tally)
        worth, provisional = self.worth(tally, amounts, player, penalty, carried)
        # Missing counts are of what was played, whatever of it the method drops.
        missing_evenings, missing_deals = _missing_counts(self.frame.settings, tally)
        scores: list[Number | None] = [None] * len(self.league.evenings)
        for at, units in tally.evenings.items():
            scores[at] = number(units)
        return LeagueRow(
            rank=None,
            player=player,
            number=member.number,
            value=worth.value,
            base=worth.base,
            divisor=worth.divisor,
            total=number(tally.units + penalty * self.frame.scale.unit),
            deals=tally.deals,
            evenings=len(tally.evenings),
            per_evening=tuple(scores),
            penalty=penalty,
            carry_over=carried,
            qualified=not missing_evenings and not missing_deals,
            missing_evenings=missing_evenings,
            missing_deals=missing_deals,
            guest=member.is_guest,
            provisional=provisional,
            tied=False,
            taken=tally.taken,
            contracts_made=tally.contracts_made,
            explain=partial(player_evening_lines, self.frame, tally, amounts),
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


def _is_hidden(row: LeagueRow, settings: LeagueSettings) -> bool:
    return not row.qualified and settings.unqualified is Unqualified.HIDDEN


def _may_rank(row: LeagueRow, settings: LeagueSettings) -> bool:
    """Nobody without a value or with a provisional one has a rank."""
    if row.value is None or row.provisional:
        return False
    if row.guest and settings.guests is not Guests.RANKED:
        return False
    return row.qualified or settings.unqualified is Unqualified.RANKED


def _ordered(
    rows: Sequence[LeagueRow], ties: LeagueTies, settings: LeagueSettings
) -> Iterator[LeagueRow]:
    """The rows in the documented order, with ranks, ties, and what decided between neighbours."""
    # Values are exact (int or Fraction), so that equal ones meet in one group. As floats two equal
    # means could differ in the last digit, and no tie-break would ever be asked.
    ranked = {row.player: row for row in rows if _may_rank(row, settings)}
    by_value: dict[Number, list[str]] = {}
    for player, row in ranked.items():
        if row.value is not None:
            by_value.setdefault(row.value, []).append(player)
    classes = [
        [ranked[player] for player in players]
        for value in sorted(by_value, reverse=True)
        for players in ties.classes(by_value[value], settings.tie_breaks)
    ]
    yield from _with_ranks(classes, ties)
    yield from sorted((row for row in rows if row.player not in ranked), key=_below_order)


def _below_order(row: LeagueRow) -> tuple[bool, bool, Number, int, str]:
    """Members, then guests; by value, unknown ones last; then by number."""
    value = row.value
    return row.guest, value is None, -value if value is not None else 0, row.number, row.player


def _with_ranks(classes: Sequence[Sequence[LeagueRow]], ties: LeagueTies) -> Iterator[LeagueRow]:
    rank = 1  # of those who share it; the next one is higher by as many as they are: 1, 2, 2, 4
    for at, group in enumerate(classes):
        better = classes[at - 1] if at else None
        worse = classes[at + 1] if at + 1 < len(classes) else None
        for row in group:
            yield replace(
                row,
                rank=rank,
                tied=len(group) > 1,
                to_better=_gap(row, better),
                to_worse=_gap(row, worse),
                better_by=_decided(ties, row, better[-1] if better else None),
                worse_by=_decided(ties, row, worse[0] if worse else None),
            )
        rank += len(group)


def _gap(row: LeagueRow, others: Sequence[LeagueRow] | None) -> Number | None:
    """The distance in value, never negative."""
    if not others or others[0].value is None or row.value is None:
        return None
    distance = others[0].value - row.value
    return plain_number(distance if distance > 0 else -distance)


def _decided(
    ties: LeagueTies, row: LeagueRow, neighbour: LeagueRow | None
) -> LeagueTieDecision | None:
    # Of different values no tie-break was asked, and the trails are of other groups.
    if neighbour is None or neighbour.value != row.value:
        return None
    return ties.decision(row.player, neighbour.player)
