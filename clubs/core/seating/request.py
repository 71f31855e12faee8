"""The request for a seating, and whether it is possible. Source: tournaments.md §5."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from clubs.core.limits import MOST_ROUNDS, MOST_SEED
from clubs.core.problems import Problem
from clubs.core.seating.shapes import (
    NEEDS_STANDINGS,
    Lock,
    Player,
    SeatedRound,
    SeatingMethod,
    SeatingRefused,
    SeatingRules,
    numbers_of_tables,
)
from clubs.core.seating.sizes import (
    ALLOWED,
    PLAYABLE,
    Leftovers,
    exact_sizes,
    leftovers_of,
    no_split,
    sizes_within,
    table_sizes,
)

MOST_PLAYERS = 2000


@dataclass(frozen=True, slots=True)
class SeatingRequest:
    """players: everybody, in the order of entry numbers; methods: one for each round from 1.

    active: who is present, by round, where it is not everybody. sizes: exact ones, by round.
    allowed: of tables; what fours leave over follows from it, or is said by leftovers.
    standings: best first, for methods that need them. past: rounds that stay as they are.
    drafts: rounds that were planned before, and are brought up to date instead of drawn anew.
    playable: how many may sit at any table of the game.
    """

    players: Sequence[Player]
    methods: Sequence[SeatingMethod]
    seed: int = 0
    leftovers: Leftovers | None = None
    allowed: Collection[int] = ()
    sizes: Mapping[int, Sequence[int]] = field(default_factory=dict)
    active: Mapping[int, Sequence[Player]] = field(default_factory=dict)
    rules: SeatingRules = field(default_factory=SeatingRules)
    standings: Sequence[Player] = ()
    past: Sequence[SeatedRound] = ()
    drafts: Sequence[SeatedRound] = ()
    playable: Collection[int] = PLAYABLE

    def present(self, number: int) -> list[Player]:
        """The players of a round, in the order of all players."""
        active = self.active.get(number)
        if active is None:
            return list(self.players)
        here = set(active)
        return [player for player in self.players if player in here]

    def to_draw(self) -> range:
        """Numbers of the rounds that follow the past."""
        return range(len(self.past) + 1, len(self.methods) + 1)

    def sizes_of(self, number: int) -> tuple[int, ...]:
        """Bigger tables first. Raises SeatingRefused."""
        count = len(self.present(number))
        if number in self.sizes:
            return exact_sizes(count, self.sizes[number], self.playable)
        return self.split(count)

    def split(self, count: int) -> tuple[int, ...]:
        """The sizes for so many, where no exact ones are asked for."""
        leftovers = self.leftovers or leftovers_of(self.allowed)
        if leftovers is None and self.allowed:
            return sizes_within(count, self.allowed, self.playable)
        sizes = table_sizes(count, leftovers or Leftovers.THREES, self.playable)
        if self.allowed and not set(sizes) <= set(self.allowed):
            raise no_split(count, self.playable)
        return sizes

    def allowed_sizes(self) -> list[int]:
        """The sizes for the certificate: those of the past were allowed then, if any table may have
        them."""
        allowed = set(self.allowed) or set(ALLOWED[self.leftovers or Leftovers.THREES])
        exact = (size for number in self.to_draw() for size in self.sizes.get(number, ()))
        past = {len(table.players) for played in self.past for table in played.tables}
        return sorted(allowed.union(exact, past.intersection(self.playable)))

    def numbers_of(self, number: int, tables: int) -> list[int]:
        return numbers_of_tables(tables, self.rules.table_numbers)


def check(request: SeatingRequest) -> None:
    """Raises SeatingRefused with everything that is wrong with the input."""
    problems = [*_list_problems(request), *_setting_problems(request)]
    if problems:
        raise SeatingRefused(problems)
    for number in request.to_draw():
        tables = len(request.sizes_of(number))
        problems += [*_team_problems(request, number, tables), *_lock_problems(request, number)]
    if problems:
        raise SeatingRefused(problems)


def _list_problems(request: SeatingRequest) -> Iterator[Problem]:
    """Everybody who is named anywhere is among the players, and once."""
    known, rules = set(request.players), request.rules
    lists: list[tuple[str, Sequence[Player]]] = [
        ("players", request.players),
        ("standings", request.standings),
        *((f"active[{number - 1}]", told) for number, told in sorted(request.active.items())),
    ]
    for name, players in lists:
        for player, times in Counter(players).items():
            if times > 1:
                yield Problem("duplicate_entry", name)
            if player not in known:
                yield Problem("player_not_listed", name, {"player": player})
    for at, pair in enumerate(rules.apart):
        yield from _unlisted(pair, known, f"apart[{at}]")
        if pair[0] == pair[1]:
            yield Problem("duplicate_entry", f"apart[{at}]")
    for at, lock in enumerate(rules.locked):
        yield from _unlisted(lock.players, known, f"locked[{at}]")
    yield from _unlisted(list(rules.groups), known, "groups")


def _unlisted(players: Sequence[Player], known: Collection[Player], name: str) -> Iterator[Problem]:
    for player in players:
        if player not in known:
            yield Problem("player_not_listed", name, {"player": player})


def _setting_problems(request: SeatingRequest) -> Iterator[Problem]:
    if not 0 <= request.seed <= MOST_SEED:
        yield Problem("seed_out_of_range", "seed")
    if len(request.players) > MOST_PLAYERS:
        yield Problem("value_not_allowed", "players")
    if not 1 <= len(request.methods) <= MOST_ROUNDS:
        yield Problem("value_not_allowed", "rounds")
    if len(request.past) > len(request.methods):
        yield Problem("value_not_allowed", "rounds")
    if len(set(request.rules.table_numbers)) < len(request.rules.table_numbers):
        yield Problem("value_not_allowed", "table_numbers")
    needy = NEEDS_STANDINGS.intersection(request.methods[len(request.past) :])
    if needy and not request.standings:
        yield Problem("standings_missing", "plan.standings")


def _team_problems(request: SeatingRequest, number: int, tables: int) -> Iterator[Problem]:
    """A team of m needs m tables to be apart."""
    rules = request.rules
    if not rules.separation.is_hard:
        return
    here = Counter(
        rules.groups[player] for player in request.present(number) if player in rules.groups
    )
    for team, members in sorted(here.items(), key=str):
        if members > tables:
            yield Problem(
                "apart_impossible",
                "groups",
                {"team": team, "members": members, "tables": tables},
            )


def _lock_problems(request: SeatingRequest, number: int) -> Iterator[Problem]:
    """Locks of one round must leave the rest a seat, and not seat a pair that is kept apart."""
    locks = locks_of(request, number)
    if not locks:
        return
    sizes = sorted(request.sizes_of(number), reverse=True)
    draft = next((r for r in request.drafts if r.number == number), None)
    numbers = set(request.numbers_of(number, len(sizes)))
    numbers |= {table.number for table in draft.tables} if draft else set()
    here = set(request.present(number))
    seen: Counter[Player] = Counter()
    held: dict[int, set[Player]] = {}
    for lock in locks:
        seen.update(lock.players)
        held.setdefault(lock.table, set()).update(lock.players)
        if lock.table not in numbers or not here.issuperset(lock.players):
            yield _lock_conflict(lock)
    full = sorted((len(players) for players in held.values()), reverse=True)
    if any(count > size for count, size in zip(full, sizes, strict=False)):
        yield _lock_conflict(locks[0])
    apart = {frozenset(pair) for pair in request.rules.apart}
    for lock in locks:
        pairs = combinations(sorted(held[lock.table], key=str), 2)
        if any(seen[player] > 1 for player in lock.players) or any(
            frozenset(pair) in apart for pair in pairs
        ):
            yield _lock_conflict(lock)


def _lock_conflict(lock: Lock) -> Problem:
    return Problem("lock_conflict", "locked", {"round": lock.round, "table": lock.table})


def locks_of(request: SeatingRequest, number: int) -> list[Lock]:
    return [lock for lock in request.rules.locked if lock.round == number and lock.players]
