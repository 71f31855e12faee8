"""What is checked when a slip is entered: sums, numbers of deals, the pattern of a deal, its stake.

Source: tournaments specification, section 6.1. All are pure functions that give problems with the
field they are told. `score_pattern` and `score_impossible` are warnings, which an arbiter may
overrule (WARNINGS); the others are errors.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TypeGuard

from clubs.core.french_rules import FrenchRules, PetitMode
from clubs.core.french_scoring import round_ratio
from clubs.core.french_stakes import possible_stakes
from clubs.core.games import Rules
from clubs.core.problems import Problem
from clubs.core.tournament_settings import FivePlayerForm

WARNINGS = frozenset({"score_pattern", "score_impossible"})
MOST_CHANGES = 2  # with more, any other scores could have been meant
SIXTHS = 6


@dataclass(frozen=True, slots=True)
class Change:
    """A score as it is written, and as it was probably meant: with the other sign, or with two of
    its digits the other way round."""

    player: str
    written: int
    meant: int


def sum_problems(scores: Mapping[str, int], field: str) -> Iterator[Problem]:
    """Scores of a deal, or totals of a table, that do not add up to 0; with the difference."""
    total = sum(scores.values())
    if total:
        yield Problem("sum_not_zero", field, {"difference": total})


def count_problems(counts: range, planned: int | None, field: str) -> Iterator[Problem]:
    """counts: as how many the deals may be counted; planned: None where any number will do.

    A deal of zeros may be one that nobody bid on, which does not count: so there can be several.
    """
    if planned is not None and planned not in counts:
        nearest = counts[0] if counts[0] > planned else counts[-1]
        yield Problem("deal_count", field, {"count": nearest, "planned": planned})


def total_problems(
    told: Mapping[str, int], sums: Mapping[str, int], field: str
) -> Iterator[Problem]:
    """The first player whose round total is not the sum of the deals."""
    for player, ours in sums.items():
        theirs = told.get(player)
        if theirs != ours:
            params = {"player": player, "ours": ours, "theirs": theirs}
            yield Problem("total_mismatch", field, params if theirs is not None else {})
            return


def deal_warnings(
    scores: Mapping[str, int],
    rules: Rules,
    field: str,
    form: FivePlayerForm = FivePlayerForm.CALLED_KING,
) -> Iterator[Problem]:
    """Is this what one deal can bring to the seats of a table? All 0 is a deal nobody bid on.

    Under rules by which players pay each other any pattern may come: nothing is said. The params
    of `score_pattern` are the likely slip of the pen, if there is one: `player`, `written` and
    `meant` of the first score, and every Change in `changes`.
    """
    if not any(scores.values()) or not has_patterns(rules):
        return
    deal = Pattern(rules, form)
    stake = deal.stake(tuple(scores.values()))
    if stake is None:
        yield Problem("score_pattern", field, change_params(likely_changes(scores, deal)))
    elif abs(stake) not in possible_stakes(rules, deal.active_count(len(scores))):
        yield Problem("score_impossible", field, {"stake": abs(stake)})


def has_patterns(rules: Rules) -> TypeGuard[FrenchRules]:
    """Do all defenders pay the same? Not where the Petit or a misère is between players."""
    return (
        isinstance(rules, FrenchRules)
        and not rules.misere.enabled
        and rules.petit_au_bout.mode is not PetitMode.PERSONAL
    )


def change_params(changes: Sequence[Change]) -> dict[str, object]:
    if not changes:
        return {}
    first = changes[0]
    return {
        "player": first.player,
        "written": first.written,
        "meant": first.meant,
        "changes": tuple(changes),
    }


@dataclass(frozen=True, slots=True)
class Pattern:
    """How the scores of a deal look: every defender loses the stake v, the attack shares it."""

    rules: FrenchRules
    form: FivePlayerForm

    def active_count(self, seats: int) -> int:
        """How many of these seats play a deal."""
        sits_out = seats == 5 and self.form is FivePlayerForm.DEALER_SITS_OUT
        return seats - 1 if sits_out else seats

    def stake(self, scores: Sequence[int]) -> int | None:
        """What each defender pays, negative where the attack does; None if nothing fits."""
        values = sorted(scores)
        active = self.active_count(len(values))
        if active < len(values):
            if 0 not in values:
                return None
            values.remove(0)
        stakes = (-score for score in dict.fromkeys(values))
        return next((v for v in stakes if values in self.shapes(active, v)), None)

    def shapes(self, active: int, stake: int) -> list[list[int]]:
        """The sorted scores of a taker alone, and of one with a called partner."""
        found = [sorted([(active - 1) * stake, *[-stake] * (active - 1)])]
        for weight in self.rules.weights(active):
            pool = (active - 2) * stake
            partner = round_ratio(pool * weight, SIXTHS, self.rules.rounding)
            found.append(sorted([pool - partner, partner, *[-stake] * (active - 2)]))
        return found


def likely_changes(scores: Mapping[str, int], deal: Pattern) -> tuple[Change, ...]:
    """The fewest changes that make a deal of the scores, signs before digits; empty if none do."""
    signs = [Change(player, score, -score) for player, score in scores.items() if score]
    digits = [
        Change(player, score, meant)
        for player, score in scores.items()
        for meant in with_swapped_digits(score)
    ]
    for count in range(1, MOST_CHANGES + 1):
        for changes in combinations([*signs, *digits], count):
            meant = {change.player: change.meant for change in changes}
            if len(meant) == count and deal.stake([*{**scores, **meant}.values()]) is not None:
                return changes
    return ()


def with_swapped_digits(score: int) -> Iterator[int]:
    """The numbers that differ by two neighbouring digits being the other way round."""
    digits = str(abs(score))
    for at in range(len(digits) - 1):
        swapped = digits[:at] + digits[at + 1] + digits[at] + digits[at + 2 :]
        if swapped != digits:
            yield int(swapped) if score > 0 else -int(swapped)
