"""How whoever is first at the end of a contest came to be so, from the ranks after each step: the
deals of a table, the rounds of a tournament."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

LEAST_FIELD = 3  # to be last of two is no story
EARLY = 2  # steps after which the ranks say nothing yet

Ranks = Mapping[str, int]  # of those who take part so far; equal ones share a rank


@dataclass(frozen=True, slots=True)
class Lead:
    """since is the number of the step from which the winners led, and nobody else, to the end.

    before: who led after the step before that one, none where it is the first. last_at: the latest
    step after which the winners were behind all others, the first two aside; None if they never
    were.
    """

    winners: tuple[str, ...]
    since: int
    before: tuple[str, ...]
    last_at: int | None

    @property
    def is_shared_late(self) -> bool:
        """Whether one of several winners was in front before, without the others."""
        return len(self.winners) > 1 and bool(set(self.before) & set(self.winners))


def lead_of(steps: Sequence[tuple[int, Ranks]]) -> Lead | None:
    """steps are the number of each and the ranks after it, oldest first. None where there is one at
    most, or where all who take part are level."""
    if len(steps) < 2:
        return None
    winners = _leaders(steps[-1][1])
    if len(winners) == len(steps[-1][1]):
        return None
    at = len(steps) - 1
    # As sets: those who share the lead need not stand in one order after each step.
    while at and set(_leaders(steps[at - 1][1])) == set(winners):
        at -= 1
    behind = [number for number, ranks in steps[EARLY:] if _are_last(winners, ranks)]
    return Lead(
        winners,
        since=steps[at][0],
        before=_leaders(steps[at - 1][1]) if at else (),
        last_at=max(behind, default=None),
    )


def _leaders(ranks: Ranks) -> tuple[str, ...]:
    best = min(ranks.values(), default=0)
    return tuple(key for key, rank in ranks.items() if rank == best)


def _are_last(keys: Sequence[str], ranks: Ranks) -> bool:
    """Whether all of these, and nobody else, have the worst rank of a field."""
    worst = max(ranks.values(), default=0)
    last = {key for key, rank in ranks.items() if rank == worst}
    # With all level the worst rank is 1, and nobody is behind.
    return len(ranks) >= LEAST_FIELD and worst > 1 and last == set(keys)
