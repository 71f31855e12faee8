"""The checks of a slip that is entered: sums, numbers of deals, the pattern of a deal, its stake.

Source: tournaments.md §6.1. All are pure functions that give problems with the
field they are told. `score_pattern` and `score_impossible` are warnings, which an arbiter may
overrule (WARNINGS); the others are errors.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from clubs.core.interfaces import DealPattern, Game, Rules
from clubs.core.problems import Problem
from clubs.core.tournaments.games import of_tournaments, zero_is_played

WARNINGS = frozenset({"score_pattern", "score_impossible"})
MOST_CHANGES = 2  # with more, any other scores could have been meant


@dataclass(frozen=True, slots=True)
class ScoreCorrection:
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


def played_rows(
    rows: Sequence[Mapping[int, int]], planned: int | None, game: Game
) -> list[Mapping[int, int]]:
    """The rows of scores on a slip that count as deals; planned as above.

    A row of zeros is a deal nobody bid on. Where a game has deals that bring nothing it is one of
    them as long as the round has room, from the first on.
    """
    zeros = sum(not any(row.values()) for row in rows)
    room = 0
    if zero_is_played(game):
        # Rows with points come first: a zero counts only where these leave room.
        room = zeros if planned is None else planned - (len(rows) - zeros)
    played = []
    for row in rows:
        is_zero = not any(row.values())
        if not is_zero or room > 0:
            played.append(row)
        room -= is_zero
    return played


def total_problems(
    totals: Mapping[str, int], sums: Mapping[str, int], field: str
) -> Iterator[Problem]:
    """The first player whose round total is not the sum of the deals."""
    for player, ours in sums.items():
        theirs = totals.get(player)
        if theirs != ours:
            params = {"player": player, "ours": ours, "theirs": theirs}
            yield Problem("total_mismatch", field, params if theirs is not None else {})
            return


def deal_warnings(
    scores: Mapping[str, int], game: Game, rules: Rules, field: str, active_count: int
) -> Iterator[Problem]:
    """Is this what one deal can bring to the seats of a table? Nothing is said of all 0: nobody bid
    on it, or the game has such deals.

    active_count: how many of the seats play a deal. Where players pay each other any scores may
    come, and nothing is said. The params of `score_pattern` are the likely slip of the pen, if
    there is one: `player`, `written` and `meant` of the first score, and every Change in `changes`.
    """
    pattern = _pattern_of(game, rules, active_count) if any(scores.values()) else None
    if pattern is None:
        return
    stakes = _stakes_behind(scores.values(), pattern, active_count)
    if not stakes:
        changes = _likely_changes(scores, pattern, active_count)
        yield Problem("score_pattern", field, _change_params(changes))
    # One is enough: which of several readings the deal was, nobody knows.
    elif not any(map(pattern.is_possible, stakes)):
        yield Problem("score_impossible", field, {"stake": abs(stakes[0])})


def _pattern_of(game: Game, rules: Rules, active_count: int) -> DealPattern | None:
    hall = of_tournaments(game)
    return None if hall is None else hall.deal_pattern(rules, active_count)


def _stakes_behind(scores: Iterable[int], pattern: DealPattern, active_count: int) -> Sequence[int]:
    """The stakes of deals that may bring these scores to the seats; who sits out has 0."""
    values = list(scores)
    if sum(values):
        return ()
    # Which of several zeros sat out does not matter: a pattern sees values alone.
    while len(values) > active_count:
        if 0 not in values:
            return ()
        values.remove(0)
    return pattern.stakes(values)


def _change_params(changes: Sequence[ScoreCorrection]) -> dict[str, object]:
    if not changes:
        return {}
    first = changes[0]
    return {
        "player": first.player,
        "written": first.written,
        "meant": first.meant,
        "changes": tuple(changes),
    }


def _likely_changes(
    scores: Mapping[str, int], pattern: DealPattern, active_count: int
) -> tuple[ScoreCorrection, ...]:
    """The fewest changes that make a deal of the scores, signs before digits; empty if none do."""
    signs = [ScoreCorrection(player, score, -score) for player, score in scores.items() if score]
    digits = [
        ScoreCorrection(player, score, meant)
        for player, score in scores.items()
        for meant in _with_swapped_digits(score)
    ]
    # Signs first: of two explanations of one length the first is given, and a forgotten minus is
    # likelier than two digits the wrong way round.
    for count in range(1, MOST_CHANGES + 1):
        for changes in combinations([*signs, *digits], count):
            meant = {change.player: change.meant for change in changes}
            values = {**scores, **meant}.values()
            # Of one player twice it would be one change, and was tried as such before.
            if len(meant) == count and _stakes_behind(values, pattern, active_count):
                return changes
    return ()


def _with_swapped_digits(score: int) -> Iterator[int]:
    """The numbers that differ by two neighbouring digits being the other way round."""
    digits = str(abs(score))
    for at in range(len(digits) - 1):
        swapped = digits[:at] + digits[at + 1] + digits[at] + digits[at + 2 :]
        if swapped != digits:
            yield int(swapped) if score > 0 else -int(swapped)
