"""Offset tables: rows (a₁, a₂, …) of numbers modulo T, one for each round.

In the round of a row, table t seats place t of class 0, place t + a₁ of class 1, and so on. When
over the rows each column and each difference of two columns takes distinct values, nobody meets
anybody twice, and members of one class never meet. Source: tournaments.md §5.3.
"""

from functools import lru_cache
from itertools import combinations

Row = tuple[int, ...]
STEP_LIMIT = 60_000  # tries of a value; the rows of the guarantees need far fewer


def plain_rows(tables: int, rounds: int, classes: int) -> tuple[Row, ...] | None:
    """(r, 2r, 3r, …): no two multiples up to classes − 1 meet when T is large enough."""
    if tables < (classes - 1) * (rounds - 1) + 1:
        return None
    return tuple(tuple(row * column for column in range(1, classes)) for row in range(rounds))


@lru_cache(maxsize=256)
def searched_rows(tables: int, rounds: int, classes: int) -> tuple[Row, ...] | None:
    """Rows by backtracking, the first column rising; None when the steps are used up or none
    exist."""
    return RowSearch(tables, rounds, classes).run() if rounds <= tables else None


class RowSearch:
    """used: for each pair of columns, column 0 being all zeros, the differences that rows have."""

    def __init__(self, tables: int, rounds: int, classes: int) -> None:
        self.tables, self.rounds, self.classes = tables, rounds, classes
        self.used: dict[tuple[int, int], set[int]] = {
            pair: set() for pair in combinations(range(classes), 2)
        }
        self.rows: list[list[int]] = []
        self.steps = 0

    def run(self) -> tuple[Row, ...] | None:
        if not self.place([0]):
            return None
        return tuple(tuple(row[1:]) for row in self.rows)

    def place(self, row: list[int]) -> bool:
        """Completes this row, and then the rows after it."""
        column = len(row)
        if column == self.classes:
            self.rows.append(list(row))
            if len(self.rows) == self.rounds or self.place([0]):
                return True
            self.rows.pop()
            return False
        for value in self.values(column):
            # Steps and no clock: a slow machine must find the same rows, or its plans would differ.
            self.steps += 1
            if self.steps > STEP_LIMIT:
                return False
            differences = [(value - other) % self.tables for other in row]
            if any(d in self.used[at, column] for at, d in enumerate(differences)):
                continue
            for at, d in enumerate(differences):
                self.used[at, column].add(d)
            if self.place([*row, value]):
                return True
            for at, d in enumerate(differences):
                self.used[at, column].remove(d)
        return False

    def values(self, column: int) -> range:
        """The first row is zeros, and the first column rises: other rows are the same renamed."""
        if not self.rows:
            return range(1)
        if column > 1:
            return range(self.tables)
        left = self.rounds - len(self.rows)
        return range(self.rows[-1][1] + 1, self.tables - left + 1)
