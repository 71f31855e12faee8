"""The payments after an evening of a season, over all its tables that play for money.

Source: money.md §2, §4. Tables of each currency are settled together.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Sum

from clubs.core.deals import ALL_PASS
from clubs.core.games import Rules, get_game
from clubs.core.money.purse import (
    PassedDeal,
    Settlement,
    StakedTable,
    settlement_of,
)
from clubs.models import Deal, DealScore, Player, Sitting, SittingTotal
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
class EveningPayment:
    """payee is None for the kitty."""

    payer: Player
    payee: Player | None
    amount: int


@dataclass(frozen=True, slots=True)
class EveningMoney:
    """The money of an evening in one currency. stakes: lowest first; rows: what players get
    (negative: owe), the best first, without players at 0.

    uneven: tables whose scores do not add up to 0. While there is one, payments is empty.
    """

    settled: Settlement
    stakes: Sequence[StakeTables]
    rows: Sequence[tuple[Player, int]]
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


def plays_for_money(sitting: Sitting) -> bool:
    return get_game(sitting.game).read_rules(sitting.rules).is_for_money


def evening_money(code: str, evening: LeagueEvening) -> list[EveningMoney]:
    """The money of an evening of a season of this game, by currency; nothing where no table plays
    for money.

    One query where there are tables, four more where they play for money, and one for their passed
    deals where these cost something.
    """
    staked = _staked_rules(code, evening.tables)
    if not staked:
        return []
    won = _points_won([table.sitting_id for table in staked])
    passed = _passed_deals([table.sitting_id for table, rules in staked.items() if _asks(rules)])
    names = {name for points in won.values() for name in points}
    players = {
        str(player.uuid): player
        for player in Player.objects.filter(uuid__in=names).order_by("sort_key", "pk")
    }
    by_currency: dict[str, dict[LeagueTable, StakedTable]] = {}
    for table, rules in staked.items():
        played = StakedTable(rules, won[table.sitting_id], passed[table.sitting_id])
        by_currency.setdefault(rules.currency, {})[table] = played
    return [_settled(by_currency[currency], players) for currency in sorted(by_currency)]


def _settled(
    played: Mapping[LeagueTable, StakedTable], players: Mapping[str, Player]
) -> EveningMoney:
    settled = settlement_of(list(played.values()), list(players))
    return EveningMoney(
        settled=settled,
        stakes=list(_tables_by_stake(played)),
        rows=[
            (players[name], amount)
            for name, amount in settled.owed.items()
            if amount and name in players
        ],
        payments=[
            EveningPayment(players[paid.payer], players.get(paid.payee), paid.amount)
            for paid in settled.payments
        ],
        uneven=[table for table, one in played.items() if sum(one.points.values())],
    )


def _tables_by_stake(played: Mapping[LeagueTable, StakedTable]) -> Iterator[StakeTables]:
    stakes = {table: one.rules.stake_per_point for table, one in played.items()}
    for stake in sorted(set(stakes.values())):
        yield StakeTables(stake, [table for table in stakes if stakes[table] == stake])


def _asks(rules: Rules) -> bool:
    return rules.kitty.per_passed > 0


def _staked_rules(code: str, tables: Sequence[LeagueTable]) -> dict[LeagueTable, Rules]:
    """The tables that play for money. One query."""
    ids = [table.sitting_id for table in tables]
    if not ids:
        return {}
    stored = dict(Sitting.objects.filter(pk__in=ids).values_list("pk", "rules"))
    known: dict[str, Rules] = {}  # most tables of an evening have the same
    rules = {}
    for table in tables:
        frozen = stored[table.sitting_id]
        text = str(frozen)
        if text not in known:
            known[text] = get_game(code).read_rules(frozen)
        rules[table] = known[text]
    return {table: one for table, one in rules.items() if one.is_for_money}


def _passed_deals(sittings: Sequence[int]) -> dict[int, list[PassedDeal]]:
    """The deals that all passed, by the id of the table. One query, none without tables."""
    passed: dict[int, list[PassedDeal]] = defaultdict(list)
    if sittings:
        deals = Deal.objects.filter(sitting__in=sittings, void_reason=ALL_PASS).order_by("number")
        for sitting, record in deals.values_list("sitting", "record"):
            deal = PassedDeal(record.get("players") or (), record.get("dealer"))
            passed[sitting].append(deal)
    return passed


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
