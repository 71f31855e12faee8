"""The all-time records of a workbook, counted naively from its cells: the second computation.

Four players each, the common rules: 25 and the difference, times the contract, from or to each of
the three others. Nothing here knows the program.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from io import BytesIO
from typing import Any

from openpyxl import load_workbook

MULTIPLIER = {"Petite": 1, "Garde": 2, "Garde sans": 4}
NEEDED = {0: 56, 1: 51, 2: 41, 3: 36}


@dataclass(frozen=True)
class Deal:
    day: date
    seats: list[str]
    taker: str
    contract: str
    oudlers: int
    over: int  # card points above what is needed

    @property
    def is_made(self) -> bool:
        return self.over >= 0

    @property
    def scores(self) -> dict[str, int]:
        stake = (25 + abs(self.over)) * MULTIPLIER[self.contract] * (1 if self.is_made else -1)
        return {name: 3 * stake if name == self.taker else -stake for name in self.seats}


def read_deals(workbook: bytes, sheets: list[str]) -> list[Deal]:
    """In order of play. The seats stand in the first row of a table."""
    book, deals = load_workbook(BytesIO(workbook)), []
    for sheet in sheets:
        seats: list[str] = []
        for row in book[sheet].iter_rows(values_only=True):
            day, _table, players, taker, _called, contract, oudlers, points = row[:8]
            if contract not in MULTIPLIER:
                continue
            seats = players.split("|") if players else seats
            over = points - NEEDED[oudlers]
            deals.append(Deal(day.date(), seats, taker, contract, oudlers, over))
    return deals


def _days(deals: list[Deal]) -> Iterator[tuple[date, list[Deal]]]:
    by_day: dict[date, list[Deal]] = defaultdict(list)
    for deal in deals:
        by_day[deal.day].append(deal)
    yield from sorted(by_day.items())


def all_time(deals: list[Deal]) -> dict[str, tuple[Any, ...]]:
    """Figure, day and holder of each record; of equal ones the earliest, at a table who sat
    first."""
    best: dict[str, tuple[Any, ...]] = {}

    def offer(name: str, figure: int, *rest: Any) -> None:
        if name not in best or figure > best[name][0]:
            best[name] = (figure, *rest)

    kinds: Counter[tuple[str, int]] = Counter()
    first: dict[tuple[str, int], Deal] = {}
    for deal in deals:
        for name, score in deal.scores.items():
            offer("deal", score, deal.day, name)
        margin = "made" if deal.is_made else "failed"
        offer(margin, abs(deal.over), deal.day, deal.taker, deal.contract)
        if deal.is_made:
            kinds[deal.contract, deal.oudlers] += 1
            first.setdefault((deal.contract, deal.oudlers), deal)
    runs: dict[str, list[Deal]] = defaultdict(list)
    for deal in deals:
        runs[deal.taker] = [*runs[deal.taker], deal] if deal.is_made else []
        run = runs[deal.taker]
        if run:
            offer("run", len(run), run[0].day, deal.taker, deal.day)
    for day, played in _days(deals):
        total: Counter[str] = Counter()
        low: Counter[str] = Counter()
        takes: Counter[str] = Counter()
        for deal in played:
            takes[deal.taker] += 1
            for name, score in deal.scores.items():
                total[name] += score
                low[name] = min(low[name], total[name])
        for name in total:
            offer("evening", total[name], day, name)
            offer("takes", takes[name], day, name)
            if total[name] >= 0:
                offer("comeback", -low[name], day, name)
        offer("closest", -(max(total.values()) - min(total.values())), day, len(total))
    rarest = min(kinds, key=lambda kind: (kinds[kind], -MULTIPLIER[kind[0]], kind[1]))
    best["rarest"] = (kinds[rarest], first[rarest].day, first[rarest].taker, *rarest)
    return best


def best_evening_of(deals: list[Deal], player: str) -> tuple[int, date]:
    sums: Counter[date] = Counter()
    for deal in deals:
        sums[deal.day] += deal.scores.get(player, 0)
    day = max(sorted(sums), key=sums.__getitem__)
    return sums[day], day
