"""Finite fields, and products of them, as tables of sums and products of 0 to order − 1.

They give offset tables where counting modulo T does not: for every T whose prime-power factors
are all at least as large as there are classes. Source: tournaments.md §5.3, "Fields".
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import product

Table = Sequence[Sequence[int]]
Row = tuple[int, ...]


def _prime_powers(number: int) -> list[tuple[int, int]]:
    """Prime and exponent of each factor: 12 → (2, 2), (3, 1)."""
    factors, prime = [], 2
    while number > 1:
        exponent = 0
        while number % prime == 0:
            number, exponent = number // prime, exponent + 1
        if exponent:
            factors.append((prime, exponent))
        prime += 1
    return factors


def _digits(number: int, prime: int, length: int) -> list[int]:
    return [number // prime**place % prime for place in range(length)]


def _polynomial_number(values: Sequence[int], prime: int) -> int:
    return sum(value * prime**place for place, value in enumerate(values))


def _times(left: Sequence[int], right: Sequence[int], prime: int) -> list[int]:
    """Product of two polynomials, the constant first."""
    out = [0] * (len(left) + len(right) - 1)
    for i, a in enumerate(left):
        for j, b in enumerate(right):
            out[i + j] = (out[i + j] + a * b) % prime
    return out


def _irreducible(prime: int, degree: int) -> list[int]:
    """The first polynomial of this degree, with leading 1, that is no product of two others."""
    reducible = set()
    for low in range(1, degree // 2 + 1):
        monic = [
            [[*lower, 1] for lower in product(range(prime), repeat=size)]
            for size in (low, degree - low)
        ]
        reducible |= {tuple(_times(a, b, prime)) for a in monic[0] for b in monic[1]}
    return next(
        [*lower, 1]
        for lower in product(range(prime), repeat=degree)
        if (*lower, 1) not in reducible
    )


def _field_tables(prime: int, degree: int) -> tuple[Table, Table]:
    """Sums and products of the field of prime^degree elements."""
    order, divisor = prime**degree, _irreducible(prime, degree) if degree > 1 else [0, 1]
    elements = [_digits(number, prime, degree) for number in range(order)]
    sums = [
        [
            _polynomial_number([(x + y) % prime for x, y in zip(a, b, strict=True)], prime)
            for b in elements
        ]
        for a in elements
    ]
    if degree == 1:
        return sums, [[a * b % prime for b in range(order)] for a in range(order)]
    products = [
        [
            _polynomial_number(_remainder(_times(a, b, prime), divisor, prime), prime)
            for b in elements
        ]
        for a in elements
    ]
    return sums, products


def _remainder(values: list[int], divisor: Sequence[int], prime: int) -> list[int]:
    degree, rest = len(divisor) - 1, list(values)
    for top in range(len(rest) - 1, degree - 1, -1):
        factor = rest[top]
        for place, value in enumerate(divisor):
            rest[top - degree + place] = (rest[top - degree + place] - factor * value) % prime
    return rest[:degree]


@lru_cache(maxsize=16)
def field_rows(order: int, classes: int) -> tuple[Table, tuple[Row, ...]] | None:
    """Sums of the group, and as many rows as it has elements: row r is (r·m₁, r·m₂, …).

    The differences of the multipliers are units in every factor, so that nobody meets twice. None
    where a factor is too small for so many classes.
    """
    factors = _prime_powers(order)
    # Each factor must have a unit for every difference of two classes. A smaller one would give
    # rows all the same, in which some pairs meet again.
    if any(prime**exponent < classes for prime, exponent in factors):
        return None
    sums: Table = [[0]]
    products: Table = [[0]]
    for prime, exponent in factors:
        more_sums, more_products = _field_tables(prime, exponent)
        sums, products = _direct_product(sums, more_sums), _direct_product(products, more_products)
    steps = [1]  # of each factor: the number that has its 1 and 0 elsewhere
    for prime, exponent in factors:
        steps.append(steps[-1] * prime**exponent)
    ones = steps[:-1]
    multipliers = [sum(value * one for one in ones) for value in range(1, classes)]
    return sums, tuple(tuple(products[row][m] for m in multipliers) for row in range(order))


def _direct_product(first: Table, second: Table) -> Table:
    """Tables of pairs (a, b) as a + b·(size of the first)."""
    size = len(first)
    return [
        [first[a][c] + size * second[b][d] for d in range(len(second)) for c in range(size)]
        for b in range(len(second))
        for a in range(size)
    ]
