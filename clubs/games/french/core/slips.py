"""What the scores of one deal of French tarot look like, for slips on which only scores are kept.

Source: tournaments.md §6.1.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from clubs.games.french.core.rules import FrenchRules, PetitMode
from clubs.games.french.core.scoring import SIXTHS, round_ratio
from clubs.games.french.core.stakes import possible_french_stakes


def french_pattern(rules: FrenchRules, active_count: int) -> "FrenchPattern | None":
    """None where players pay each other: for the Petit, or a misère."""
    if rules.misere.enabled or rules.petit_au_bout.mode is PetitMode.PERSONAL:
        return None
    return FrenchPattern(rules, active_count)


@dataclass(frozen=True, slots=True)
class FrenchPattern:
    """Every defender loses the stake, which the attack shares."""

    rules: FrenchRules
    active_count: int

    def stakes(self, scores: Sequence[int]) -> list[int]:
        """What each defender pays, negative where the attack does."""
        values = sorted(scores)
        stakes = (-score for score in dict.fromkeys(values))
        return [stake for stake in stakes if values in self.shapes(stake)]

    def is_possible(self, stake: int) -> bool:
        return abs(stake) in possible_french_stakes(self.rules, self.active_count)

    def shapes(self, stake: int) -> list[list[int]]:
        """The sorted scores of a taker alone, and of one with a called partner."""
        active = self.active_count
        shapes = [sorted([(active - 1) * stake, *[-stake] * (active - 1)])]
        for weight in self.rules.weights(active):
            pool = (active - 2) * stake
            partner = round_ratio(pool * weight, SIXTHS, self.rules.rounding)
            shapes.append(sorted([pool - partner, partner, *[-stake] * (active - 2)]))
        return shapes
