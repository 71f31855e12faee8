"""What everybody gets or owes at the end: points times the stake, what goes into the kitty, and
rounding to coins. The fewest payments are settlement.py.

Source: money.md §2, §4. Amounts are whole numbers of the smallest unit of one currency.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from clubs.core.interfaces import Rules
from clubs.core.money.settlement import Payment, settle
from clubs.core.rule_settings import KittyPayer, KittyTerm

KITTY = "kitty"  # who gets what goes there; players are uuids


@dataclass(frozen=True, slots=True)
class PassedDeal:
    """A deal that all passed: who sat at the table, and who dealt it, if that was told."""

    players: Sequence[str]
    dealer: str | None


@dataclass(frozen=True, slots=True)
class StakedTable:
    """points are those of everybody who was there for a deal, 0 included."""

    rules: Rules
    points: Mapping[str, int]
    passed: Sequence[PassedDeal] = ()


@dataclass(frozen=True, slots=True)
class Settlement:
    """Who gets and owes what over tables of one currency, and the payments that make all even.

    owed has who gets most first and KITTY last, in multiples of the coin. is_uneven: the points of
    a table do not add up to 0; nothing is rounded then, and nobody pays.
    """

    currency: str
    coin: int
    owed: Mapping[str, int]
    payments: Sequence[Payment[str]]
    is_uneven: bool

    @property
    def kitty(self) -> int:
        return self.owed.get(KITTY, 0)


def settlement_of(tables: Sequence[StakedTable], order: Sequence[str]) -> Settlement:
    """order has the players; equals are rounded and paid in it. The coin is the largest of the
    tables'."""
    owed = owed_over(tables)
    places = {name: place for place, name in enumerate([*order, KITTY])}
    most_first = sorted(owed, key=lambda name: (name == KITTY, -owed[name], places[name]))
    in_order = {name: owed[name] for name in most_first}
    coin = max(table.rules.smallest_coin for table in tables)
    is_uneven = any(sum(table.points.values()) for table in tables)
    # `rounded_to_coins` needs a sum of 0: 10 and −5 in coins of 5 would become 15 and −5.
    if not is_uneven:
        in_order = rounded_to_coins(in_order, coin)
    payments = () if is_uneven else settle(in_order)
    return Settlement(tables[0].rules.currency, coin, in_order, payments, is_uneven)


def owed_over(tables: Iterable[StakedTable]) -> dict[str, int]:
    """What each gets (negative: owes) over tables of one currency, and KITTY last where there is
    one. They add up to 0 if the points of each table do.

    A contribution of the term `evening` is paid once, the highest of those that apply.
    """
    owed: Counter[str] = Counter()
    dues: Counter[str] = Counter()
    once: dict[str, int] = {}
    for table in tables:
        kitty = table.rules.kitty
        for player, points in table.points.items():
            owed[player] += points * table.rules.stake_per_point
            if kitty.term is KittyTerm.TABLE:
                dues[player] += kitty.per_player
            else:
                once[player] = max(once.get(player, 0), kitty.per_player)
        for deal in table.passed:
            for payer in _payers(deal, kitty.payer):
                dues[payer] += kitty.per_passed
    # After all tables, since only then the highest contribution of an evening is known.
    dues.update(once)
    owed.subtract(dues)
    return dict(owed) | ({KITTY: dues.total()} if dues.total() else {})


def _payers(deal: PassedDeal, payer: KittyPayer) -> Sequence[str]:
    if payer is KittyPayer.EVERYONE:
        return deal.players
    # Of an old deal the dealer may be unknown: nobody pays, and the kitty lacks it.
    return [deal.dealer] if deal.dealer else []


def rounded_to_coins(owed: Mapping[str, int], coin: int) -> dict[str, int]:
    """The same in multiples of the coin: they add up to 0 still, and nobody is off by a whole coin.

    Everybody is rounded down, that is what one owes up. The coins that are missing then go one each
    to those who lost most by it; of equals, to who is named first.
    """
    down = {name: amount // coin * coin for name, amount in owed.items()}
    # A whole number, and fewer than people: each is rounded down by less than a coin.
    missing = -sum(down.values()) // coin
    # sorted() keeps the order of equals, by which the rounding is the same each time.
    by_loss = sorted(owed, key=lambda name: down[name] - owed[name])
    return down | {name: down[name] + coin for name in by_loss[:missing]}
