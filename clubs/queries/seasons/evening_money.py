"""The payments after an evening of a season, over all its tables that play for money.

Source: tarocco_volte.md §5, step 9: scores are added first and multiplied once, here for each
stake; then the money is added, and the payments are the fewest for the sum.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Sum

from clubs.core.games import Game, get_game, stake_of
from clubs.core.interfaces import GameForMoney
from clubs.core.settlement import Payment, money_of, settle
from clubs.models import DealScore, Player, Sitting, SittingTotal
from clubs.queries.seasons.leagues import LeagueEvening, LeagueTable

Points = Counter[str]  # by uuid of the player


@dataclass(frozen=True, slots=True)
class StakeTables:
    """The tables at which a point is worth the same."""

    stake: int
    tables: Sequence[LeagueTable]

    @property
    def numbers(self) -> str:
        return ", ".join(str(table.number) for table in self.tables)


@dataclass(frozen=True, slots=True)
class EveningMoney:
    """The money of an evening, in the unit of the stakes. stakes: lowest first; rows: what players
    get (negative: owe), the best first, without players at 0.

    uneven: tables whose scores do not add up to 0. While there is one, payments is empty.
    """

    stakes: Sequence[StakeTables]
    rows: Sequence[tuple[Player, int]]
    payments: Sequence[Payment[Player]]
    uneven: Sequence[LeagueTable]

    @property
    def is_open(self) -> bool:
        """Whether somebody still plays for money."""
        return any(table.is_open for told in self.stakes for table in told.tables)

    @property
    def is_of_several(self) -> bool:
        """Whether more than one table is settled: each says who pays whom by itself too."""
        return sum(len(told.tables) for told in self.stakes) > 1


def _may_be_for_money(code: str) -> bool:
    """Whether the rules of that game may say what a point is worth."""
    return isinstance(get_game(code), GameForMoney)


def plays_for_money(sitting: Sitting) -> bool:
    game = get_game(sitting.game)
    return _may_be_for_money(sitting.game) and stake_of(game, game.read_rules(sitting.rules)) > 0


def evening_money(code: str, evening: LeagueEvening) -> EveningMoney | None:
    """Returns the money of an evening of a season of this game; None where no table plays for
    money.

    Four queries in a game that may be played for money, else none.
    """
    if not _may_be_for_money(code) or not evening.tables:
        return None
    stakes = _tables_by_stake(get_game(code), evening.tables)
    if not stakes:
        return None
    won = _points_won([table.sitting_id for told in stakes for table in told.tables])
    uneven = [
        table
        for told in stakes
        for table in told.tables
        if sum(won.get(table.sitting_id, {}).values())
    ]
    money = money_of({told.stake: _added(won, told.tables) for told in stakes})
    players = {player: money[str(player.uuid)] for player in Player.objects.filter(uuid__in=money)}
    best_first = sorted(players, key=lambda player: (-players[player], player.sort_key))
    # settle() keeps to this order, so that equal sums are paid in the order of the page.
    in_order = {player: players[player] for player in best_first}
    return EveningMoney(
        stakes=stakes,
        rows=[(player, amount) for player, amount in in_order.items() if amount],
        payments=() if uneven else settle(in_order, 1),
        uneven=uneven,
    )


def _tables_by_stake(game: Game, tables: Sequence[LeagueTable]) -> list[StakeTables]:
    """The tables that play for more than points. One query."""
    ids = [table.sitting_id for table in tables]
    rules = dict(Sitting.objects.filter(pk__in=ids).values_list("pk", "rules"))
    by_stake: dict[int, list[LeagueTable]] = {}
    for table in tables:
        stake = stake_of(game, game.read_rules(rules[table.sitting_id]))
        by_stake.setdefault(stake, []).append(table)
    return [StakeTables(stake, by_stake[stake]) for stake in sorted(by_stake) if stake]


def _points_won(sittings: Sequence[int]) -> dict[int, Points]:
    """Returns the points of the players by the id of the table, also of players who left it. Two
    queries."""
    scores = DealScore.objects.filter(deal__sitting__in=sittings)
    summed = scores.values_list("deal__sitting", "player__uuid").annotate(Sum("score"))
    totals = SittingTotal.objects.filter(sitting__in=sittings)
    known = totals.values_list("sitting", "player__uuid", "total")
    won: dict[int, Points] = defaultdict(Counter)
    for sitting, player, points in (*summed.order_by(), *known):
        won[sitting][str(player)] += points
    return won


def _added(won: Mapping[int, Points], tables: Sequence[LeagueTable]) -> Points:
    """Adds the points that each player won at these tables."""
    total: Points = Counter()
    for table in tables:
        for player, points in won.get(table.sitting_id, {}).items():
            total[player] += points  # adding whole Counters would drop what is below 0
    return total
