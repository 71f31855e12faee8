"""The rounds of a rotation, as the best schedule known has them: before any search.

Source: tournaments.md §5.3.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from clubs.core.seating.board import APART, CLUB, TEAM
from clubs.core.seating.places import take_places
from clubs.core.seating.random import Draws
from clubs.core.seating.request import SeatingRequest
from clubs.core.seating.rotation import schedule
from clubs.core.seating.shapes import Player, SeatingMethod, SeatingRefused, Tables

# What a meeting of two costs while places are taken; far apart, so that no number of meetings of
# one kind outweighs one of the next.
PLACE_COSTS = {CLUB: 1, TEAM: 10**6, APART: 10**12}


@dataclass(frozen=True, slots=True)
class RotationRounds:
    """groups: teams or clubs to be separated; kinds: what two players are to each other; known
    turns names into numbers."""

    request: SeatingRequest
    groups: Sequence[list[int]]
    kinds: Mapping[tuple[int, int], int]
    known: Callable[[Sequence[Player]], list[int]]

    def numbers(self) -> list[int]:
        """The rounds of the rotation, those of the past included."""
        methods = self.request.methods
        return [
            number for number, method in enumerate(methods, 1) if method is SeatingMethod.ROTATION
        ]

    def is_plain(self) -> bool:
        """The same people in every round, and nothing asked for but few repeats: the schedule is
        then the best that is known, unless it is too short."""
        request, turns = self.request, self.numbers()
        if self.kinds or request.past or request.rules.locked or request.active or not turns:
            return False
        sizes = request.sizes_of(turns[0])
        if sum(sizes) < len(request.players) or any(
            request.sizes_of(number) != sizes for number in turns
        ):
            return False
        return len(schedule(sizes, len(turns)).rounds) == len(turns)

    def tables(self) -> dict[int, Tables]:
        """The tables of the schedule for everybody who is there in some round; where it has too few
        rounds, tables as the seed has them."""
        turns, draws = self.numbers(), Draws(self.request.seed)
        here = {player for number in turns for player in self.request.present(number)}
        crowd = [at for at, player in enumerate(self.request.players) if player in here]
        place = {player: at for at, player in enumerate(crowd)}
        best = schedule(self.sizes(len(crowd), turns), len(turns))
        costs = {
            (place[a], place[b]): PLACE_COSTS[kind]
            for pair, kind in self.kinds.items()
            for a, b in (pair, pair[::-1])
            if a in place and b in place
        }
        classes = [[place[p] for p in group if p in place] for group in self.kept_together()]
        entries = take_places(len(crowd), best, draws, classes, costs)
        rounds = [
            [[crowd[entries[spot]] for spot in table] for table in tables] for tables in best.rounds
        ]
        rounds += [[draws.shuffled(crowd)] for _ in turns[len(rounds) :]]
        return dict(zip(turns, rounds, strict=True))

    def sizes(self, crowd: int, turns: Sequence[int]) -> tuple[int, ...]:
        """The sizes of the schedule: those of a round where all are there, else of a usual
        split."""
        for number in turns:
            if number in self.request.sizes and sum(self.request.sizes[number]) == crowd:
                return self.request.sizes_of(number)
        try:
            return self.request.split(crowd)
        except SeatingRefused:  # nobody plays in such a round: some are missing in each
            return self.request.sizes_of(self.request.to_draw()[0])

    def kept_together(self) -> list[list[int]]:
        """The groups that suit a class of places: those separated, and pairs kept apart."""
        groups = list(self.groups)
        grouped = {player for members in groups for player in members}
        for names in self.request.rules.apart:
            pair = self.known(names)
            if not grouped.intersection(pair):
                groups.append(sorted(pair))
                grouped.update(pair)
        return [members for members in groups if len(members) > 1]
