"""Chance from a seed, the same on every machine. Source: tournaments.md §5.5."""

import random
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


class Draws:
    """Numbers drawn from one seed, in order. Uses `random()` alone, which no version changes."""

    def __init__(self, seed: int) -> None:
        self.next = random.Random(seed).random  # noqa: S311  a draw that anybody can repeat

    def below(self, count: int) -> int:
        """0 to count − 1."""
        return int(self.next() * count)

    def one(self, values: Sequence[T]) -> T:
        return values[self.below(len(values))]

    def shuffled(self, values: Sequence[T]) -> list[T]:
        """Fisher–Yates, from the last place to the second; random.shuffle may change."""
        order = list(values)
        for place in range(len(order) - 1, 0, -1):
            other = self.below(place + 1)
            order[place], order[other] = order[other], order[place]
        return order
