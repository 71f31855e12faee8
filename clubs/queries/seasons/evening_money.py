"""Who pays whom after an evening of a season, over all its tables that play for money.

Source: tarocco_volte.md §5, step 9: scores are added first and multiplied once, here for
each stake; then the money is added, and the payments are the fewest on the sum.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Sum

from clubs.core.games import Game, get_game, stake_of
from clubs.core.interfaces import GameForMoney
from clubs.core.settlement import money_of, settle
from clubs.models import DealScore, Player, Sitting, SittingTotal
from clubs.queries.seasons.leagues import LeagueEvening, LeagueTable

Points = dict[str, int]  # by uuid of the player


@dataclass(frozen=True, slots=True)
class StakeTables:
    """The tables at which a point is worth the same."""

    stake: int
    tables: Sequence[LeagueTable]

    @property
    def numbers(self) -> str:
        return ", ".join(str(table.number) for table in self.tables)


@dataclass(frozen=True, slots=True)
class MoneyRow:
    """What somebody gets (negative: owes) after the evening."""

    player: Player
    money: int


@dataclass(frozen=True, slots=True)
class EveningPayment:
    """payer and payee have a name; amount is in the unit of the stake."""

    payer: Player
    payee: Player
    amount: int


@dataclass(frozen=True, slots=True)
class EveningMoney:
    """stakes with their tables, the lowest first; rows the best first, without who is even.

    uneven are tables whose scores do not add up to 0: while there is one, nobody pays.
    """

    stakes: Sequence[StakeTables]
    rows: Sequence[MoneyRow]
    payments: Sequence[EveningPayment]
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
    """For an evening of a season of that game; None where no table of it plays for money.

    Four queries in a game that may be played for money, else none.
    """
    if not _may_be_for_money(code) or not evening.tables:
        return None
    stakes = _stakes_of(get_game(code), evening.tables)
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
    players = {str(one.uuid): one for one in Player.objects.filter(uuid__in=money)}
    in_order = sorted(money, key=lambda uuid: (-money[uuid], players[uuid].sort_key))
    return EveningMoney(
        stakes=stakes,
        rows=[MoneyRow(players[uuid], money[uuid]) for uuid in in_order if money[uuid]],
        payments=[]
        if uneven
        else list(_payments(players, {uuid: money[uuid] for uuid in in_order})),
        uneven=uneven,
    )


def _stakes_of(game: Game, tables: Sequence[LeagueTable]) -> list[StakeTables]:
    """The tables that play for more than points. One query."""
    ids = [table.sitting_id for table in tables]
    rules = dict(Sitting.objects.filter(pk__in=ids).values_list("pk", "rules"))
    found: dict[int, list[LeagueTable]] = {}
    for table in tables:
        stake = stake_of(game, game.read_rules(rules[table.sitting_id]))
        found.setdefault(stake, []).append(table)
    return [StakeTables(stake, found[stake]) for stake in sorted(found) if stake]


def _points_won(sittings: Sequence[int]) -> dict[int, Points]:
    """By the id of the table, whoever has left it since. Two queries."""
    scores = DealScore.objects.filter(deal__sitting__in=sittings)
    summed = scores.values_list("deal__sitting", "player__uuid").annotate(Sum("score"))
    totals = SittingTotal.objects.filter(sitting__in=sittings)
    told = totals.values_list("sitting", "player__uuid", "total")
    won: dict[int, Points] = {}
    for sitting, player, points in (*summed.order_by(), *told):
        table = won.setdefault(sitting, {})
        table[str(player)] = table.get(str(player), 0) + points
    return won


def _added(won: Mapping[int, Points], tables: Sequence[LeagueTable]) -> Points:
    """What everybody won at these tables together."""
    total: Points = {}
    for table in tables:
        for player, points in won.get(table.sitting_id, {}).items():
            total[player] = total.get(player, 0) + points
    return total


def _payments(players: Mapping[str, Player], money: Mapping[str, int]) -> Iterator[EveningPayment]:
    for told in settle(money, 1):
        yield EveningPayment(players[told.payer], players[told.payee], told.amount)
