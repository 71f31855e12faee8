"""How many tables of which size. Source: tournaments.md §5.1."""

from collections.abc import Collection, Iterator, Sequence
from enum import StrEnum

from clubs.core.problems import Problem
from clubs.core.seating.shapes import SeatingRefused

FEWEST_SEATS, MOST_SEATS = 3, 5  # players at a table
PLAYABLE = range(FEWEST_SEATS, MOST_SEATS + 1)  # some games have fewer: tournaments/games.py
SPLITS_TOLD = 6  # in the message that none of the allowed sizes fits


class Leftovers(StrEnum):
    """Where the players sit that fours leave over."""

    THREES = "threes"
    FIVES = "fives"
    BYE = "bye"


ALLOWED = {Leftovers.THREES: (3, 4), Leftovers.FIVES: (4, 5), Leftovers.BYE: (4,)}


def leftovers_of(allowed: Collection[int]) -> Leftovers | None:
    """The leftovers that allowed sizes stand for: 3, 4 → threes; 4, 5 → fives; 4 → bye."""
    by_sizes = {frozenset(sizes): leftovers for leftovers, sizes in ALLOWED.items()}
    return by_sizes.get(frozenset(allowed))


def table_sizes(
    count: int, leftovers: Leftovers, playable: Collection[int] = PLAYABLE
) -> tuple[int, ...]:
    """Bigger tables first; under `bye` they hold fewer than count. playable: what a refusal offers.

    Raises SeatingRefused (`too_few_players`, `no_table_split`).
    """
    _require_players(count)
    if leftovers is Leftovers.BYE:
        if count < 4:
            raise no_split(count, playable)
        return (4,) * (count // 4)
    if leftovers is Leftovers.FIVES:
        tables, fives = divmod(count, 4)
        if not tables or fives > tables:
            raise no_split(count, playable)
        return (5,) * fives + (4,) * (tables - fives)
    tables = -(-count // 4)
    threes = 4 * tables - count
    if threes > tables:
        raise no_split(count, playable)
    return (4,) * (tables - threes) + (3,) * threes


def sizes_within(
    count: int, allowed: Collection[int], playable: Collection[int] = PLAYABLE
) -> tuple[int, ...]:
    """A split into other sets of sizes than those of `leftovers_of`: as many fours as can be, then
    as few tables of 5."""
    _require_players(count)
    possible = list(splits(count, set(allowed).intersection(playable)))
    if not possible:
        raise no_split(count, playable)
    return min(possible, key=lambda sizes: (sum(size != 4 for size in sizes), sizes.count(5)))


def exact_sizes(
    count: int, sizes: Sequence[int], playable: Collection[int] = PLAYABLE
) -> tuple[int, ...]:
    """The sizes asked for, if everybody finds a seat there; bigger tables first."""
    _require_players(count)
    if sum(sizes) != count or any(size not in playable for size in sizes):
        raise no_split(count, playable)
    return tuple(sorted(sizes, reverse=True))


def better_sizes(
    count: int, rounds: int, playable: Collection[int] = PLAYABLE
) -> tuple[int, ...] | None:
    """Other tables to offer: twelve meet somebody twice at tables of 4, and in up to four rounds
    nobody at tables of 3. Source: tournaments.md §5.3."""
    return (3, 3, 3, 3) if count == 12 and 1 < rounds <= 4 and 3 in playable else None


def splits(count: int, allowed: Collection[int] = PLAYABLE) -> Iterator[tuple[int, ...]]:
    """Every split into tables of these sizes, bigger tables first, those with many fours first."""
    fours = range(count // 4, -1, -1) if 4 in allowed else [0]
    for four in fours:
        most_fives = (count - 4 * four) // 5 if 5 in allowed else 0
        for five in range(most_fives + 1):
            rest = count - 4 * four - 5 * five
            if rest == 0 or (rest % 3 == 0 and 3 in allowed):
                yield (5,) * five + (4,) * four + (3,) * (rest // 3)


def _require_players(count: int) -> None:
    if count < FEWEST_SEATS:
        raise SeatingRefused(
            [Problem("too_few_players", "players", {"players": count, "needed": FEWEST_SEATS})]
        )


def no_split(count: int, playable: Collection[int] = PLAYABLE) -> SeatingRefused:
    """Says which splits there are, bigger tables first: `4+4+3; 5+3+3`."""
    texts = ["+".join(map(str, sizes)) for sizes in splits(count, playable)]
    more = ["…"] if len(texts) > SPLITS_TOLD else []
    text = "; ".join(texts[:SPLITS_TOLD] + more)
    return SeatingRefused(
        [Problem("no_table_split", "sizes", {"players": count, "splits": text or "–"})]
    )
