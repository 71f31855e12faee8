"""What French tarot counts of the deals of a player beside what all games have.

Each sum is a list of numbers by name (clubs/queries/statistics/parts.py). Names of takes by one
property end with its value: of contract, oudlers and place in the bidding [taken, made, score];
of 5 card points over the contract [made, failed]; of what deals tell [taken, made, score].
"""

from collections.abc import Iterator, Mapping, Sequence

from django.db.models import QuerySet

from clubs.core.deals import Camp, DealRole
from clubs.games.french.core.scoring import THRESHOLDS
from clubs.games.french.queries.told_facts import told_names
from clubs.models import DealScore
from clubs.queries.statistics.deal_filters import SLAMS_MADE
from clubs.queries.statistics.parts import Facts, ScoreRow

CONTRACT, OUDLERS, PLACE, MARGIN = "contract ", "oudlers ", "place ", "margin "
OVER = "over"  # takes, half card points over the contract
STAKES = "stakes"  # without their signs
ALONE, PAIRED = "alone", "paired"  # takes by the size of the attack: [taken, made, stakes, score]
POIGNEES, PETIT, CHELEM = "poignees", "petit", "chelem"  # PETIT: [won, lost], of the taker
BIN = 5  # card points, of the histogram of margins


class FrenchCounts:
    def facts(self, scores: QuerySet[DealScore]) -> Facts:
        return told_names(scores)

    def counts(self, row: ScoreRow, *, is_alone: bool) -> Iterator[tuple[str, Sequence[int]]]:
        if row.poignees:
            yield POIGNEES, (row.poignees,)
        if row.role != DealRole.TAKER:
            return
        is_made, stake = int(bool(row.is_made)), row.stake or 0
        take = (1, is_made, row.score)
        for name, value in (
            (CONTRACT, row.contract),
            (OUDLERS, row.oudlers),
            (PLACE, row.distance),
        ):
            if value is not None:
                yield f"{name}{value}", take
        over = self.over(row.oudlers, row.points_x2)
        if over is not None:
            yield OVER, (1, over)
            yield f"{MARGIN}{over // (2 * BIN)}", (is_made, 1 - is_made)
        yield STAKES, (abs(stake),)
        yield ALONE if is_alone else PAIRED, (1, is_made, stake, row.score)
        is_petit = row.petit_au_bout
        yield PETIT, (int(is_petit == Camp.ATTACK), int(is_petit == Camp.DEFENCE))
        yield CHELEM, (int(row.chelem in SLAMS_MADE),)

    def over(self, oudlers: int | None, points_x2: int | None) -> int | None:
        if oudlers is None or points_x2 is None:
            return None
        return points_x2 - 2 * THRESHOLDS[oudlers]


def values_of(counts: Mapping[str, Sequence[int]], name: str) -> dict[str, list[int]]:
    """The sums of the names that begin so, by what follows."""
    return {key[len(name) :]: [*told] for key, told in counts.items() if key.startswith(name)}
