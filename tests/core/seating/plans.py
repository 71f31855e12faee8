"""A checker of seating plans of its own, and short ways to ask for one."""

from collections import Counter
from itertools import combinations

from clubs.core.seating.draw import SeatingMethod, SeatingRequest, draw


def request(players, rounds, method="rotation", **changes):
    """players: how many, numbered from 1, or who."""
    told = range(1, players + 1) if isinstance(players, int) else players
    methods = [SeatingMethod(method)] * rounds if isinstance(method, str) else method
    return SeatingRequest(players=list(told), methods=methods, **changes)


def plan(players, rounds, method="rotation", **changes):
    return draw(request(players, rounds, method, **changes))


def tables(round_):
    return [list(table.players) for table in round_.tables]


def meetings(rounds):
    found = Counter()
    for round_ in rounds:
        for table in round_.tables:
            found.update(frozenset(pair) for pair in combinations(table.players, 2))
    return found


def repeats(rounds):
    return sum(times - 1 for times in meetings(rounds).values())


def together(rounds, groups):
    """How often two of one group sit at one table."""
    return sum(
        times
        for pair, times in meetings(rounds).items()
        if len({groups.get(player, player) for player in pair}) == 1
    )


def seat_faults(round_, present, sizes):
    """What invariant 1 and the sizes say of a round, as a list that should be empty."""
    seated = Counter(player for table in round_.tables for player in table.players)
    seated.update(round_.byes)
    faults = [f"{player} has {times} places" for player, times in seated.items() if times > 1]
    faults += [f"{player} has none" for player in present if player not in seated]
    faults += [f"{player} is not there" for player in seated if player not in present]
    if sorted(map(len, tables(round_))) != sorted(sizes):
        faults.append(f"sizes {sorted(map(len, tables(round_)))}")
    numbers = [table.number for table in round_.tables]
    if len(set(numbers)) < len(numbers):
        faults.append(f"numbers {numbers}")
    return faults


def times_at(rounds, is_meant):
    """How often each player sits at a table that is meant."""
    found = Counter({player: 0 for round_ in rounds for t in round_.tables for player in t.players})
    for round_ in rounds:
        for table in round_.tables:
            if is_meant(table):
                found.update(table.players)
    return found
