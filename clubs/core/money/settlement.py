"""The payments after an evening: the fewest payments that make everybody even.

What each gets or owes is purse.py. An amount is in the smallest unit of the money, so that nothing
is rounded.

Why few payments are a question of groups: n people who are even among themselves need n − 1
payments at most, since each payment can make one of them even and the last makes two. And whatever
payments are made, the people they link fall into groups that are even among themselves, with n − 1
payments at least in each. So the fewest payments are all who owe or get something, less the most
groups that they can be cut into.
"""

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

EXACT_LIMIT = 14  # people; the search doubles with each

Who = TypeVar("Who", bound=Hashable)  # a name, or the object behind it
Balance = tuple[Who, int]  # a person, and what that person gets (negative: owes)


@dataclass(frozen=True, slots=True)
class Payment(Generic[Who]):
    payer: Who
    payee: Who
    amount: int


def settle(owed: Mapping[Who, int]) -> tuple[Payment[Who], ...]:
    """The payments, group by group, in the order of the people in owed, which is what each gets
    (negative: owes).

    The same amounts in the same order give the same payments. They are the fewest possible while no
    more than EXACT_LIMIT people are left after pairs who are even with each other have gone. With
    more, the rest is one group, and there are less than one and a half times the fewest: no group
    of a rest without pairs has less than three people. Raises ValueError if the amounts do not add
    up to 0.
    """
    if sum(owed.values()) != 0:
        raise ValueError("what everybody gets and owes adds up to 0")
    balances = [(name, amount) for name, amount in owed.items() if amount]
    places = {name: place for place, (name, _) in enumerate(balances)}
    groups = [sorted(group, key=lambda one: places[one[0]]) for group in _even_groups(balances)]
    groups.sort(key=lambda group: places[group[0][0]])
    return tuple(payment for group in groups for payment in _chain(group))


def _even_groups(balances: Sequence[Balance[Who]]) -> list[list[Balance[Who]]]:
    """Groups that are even among themselves: as many as there can be, if few enough are left."""
    pairs, rest = _opposite_pairs(balances)
    return [*pairs, *(_most_groups(rest) if len(rest) <= EXACT_LIMIT else [rest])]


def _opposite_pairs(
    balances: Sequence[Balance[Who]],
) -> tuple[list[list[Balance[Who]]], list[Balance[Who]]]:
    """Two who are even with each other, as often as it goes, and who is left.

    This never costs a group. Of a cut with the two in different groups, what is left of these is
    even together: the pair and that are two groups again. In the same group, the pair and the rest
    of it are two groups, or it was that pair.
    """
    waiting: dict[int, list[Balance[Who]]] = {}
    pairs = []
    for balance in balances:
        opposite = waiting.get(-balance[1])
        if opposite:
            pairs.append([opposite.pop(0), balance])
        else:
            waiting.setdefault(balance[1], []).append(balance)
    left = {name for those in waiting.values() for name, _ in those}
    return pairs, [balance for balance in balances if balance[0] in left]


def _most_groups(balances: Sequence[Balance[Who]]) -> list[list[Balance[Who]]]:
    """The most groups that are even among themselves.

    Who is in a set is a bit of a number. Taking people out one by one, a set is even as often on
    the way down as the way passes the border of a group; `best` is the most often that it can be.
    """
    # 2^n sets, each after all its subsets, since these are smaller numbers.
    bits = [1 << place for place in range(len(balances))]
    sums = [0] * (1 << len(balances))
    best = [0] * len(sums)
    for people in range(1, len(sums)):
        lowest = people & -people
        sums[people] = sums[people ^ lowest] + balances[lowest.bit_length() - 1][1]
        smaller = max(best[people ^ bit] for bit in bits if people & bit)
        best[people] = smaller + (sums[people] == 0)
    return list(_settlement_groups(balances, sums, best))


def _settlement_groups(
    balances: Sequence[Balance[Who]], sums: Sequence[int], best: Sequence[int]
) -> Iterator[list[Balance[Who]]]:
    """The groups along one best way down, always taking out the first person who keeps to it."""
    people = len(sums) - 1
    while people:
        group: list[Balance[Who]] = []
        while not group or sums[people] != 0:
            # The way down loses a group where it leaves an even set, and nowhere else.
            goal = best[people] - (sums[people] == 0)
            place = next(
                place
                for place in range(len(balances))
                if people >> place & 1 and best[people ^ 1 << place] == goal
            )
            group.append(balances[place])
            people ^= 1 << place
        yield group


def _chain(group: Sequence[Balance[Who]]) -> Iterator[Payment[Who]]:
    """The one who owes most pays the one who gets most, until all are even: one payment less than
    people, at most.

    Each payment makes the smaller of the two even, and the last makes both. Of equals the one who
    is named first comes first.
    """
    left = dict(group)
    while any(left.values()):
        payer, payee = min(left, key=left.__getitem__), max(left, key=left.__getitem__)
        amount = min(-left[payer], left[payee])
        left[payer] += amount
        left[payee] -= amount
        yield Payment(payer, payee, amount)
