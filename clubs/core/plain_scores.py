"""A deal of which only the scores are known: the table plays something of its own, or agrees on an
adjustment. The program's, for every game; `manage.py score` knows games only.

The record: {"kind": "scores", "label": "Vachette", "scores": {name: points, …}} with `dealer` if it
was dealt, and `note`. Who is not in `scores` took no part.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from clubs.core.deals import DealRole
from clubs.core.fields import (
    Reader,
    read_fields,
    read_object,
    read_text,
    read_whole,
    require_fields,
)
from clubs.core.interfaces import DealFacts, Game, JsonObject, Rules, Verdict
from clubs.core.problems import DealRefused, Problem
from clubs.core.tournaments.games import zero_is_played

KIND = "scores"
LABEL_LENGTH = 40  # characters, at most
MOST = 100_000  # score points that one player may win or lose; far more than any game gives


def plain_verdict(
    players: Sequence[str], deal: JsonObject, *, may_be_zero: bool = False
) -> Verdict:
    """The scores as they were told. Raises DealRefused.

    may_be_zero: a deal of the game that is played here may bring nobody anything.
    """
    fields = _read(deal)
    scores: Mapping[str, int] = fields["scores"]
    problems = [*_label_problems(fields["label"]), *_player_problems(players, fields)]
    if not problems:
        # Scores of nobody are no draw: {} is all 0 as well.
        problems = list(score_problems(scores, may_be_zero=may_be_zero and bool(scores)))
    if problems:
        raise DealRefused(problems)
    return Verdict(
        scores={name: scores.get(name, 0) for name in players},
        roles={
            name: (DealRole.PLAYER if name in scores else DealRole.OUT).value for name in players
        },
        facts=DealFacts(kind=KIND, dealer=fields.get("dealer")),
    )


def _read(deal: JsonObject) -> dict[str, Any]:
    """The fields by name. Raises DealRefused for what is missing, unknown, or of another type."""
    problems: list[Problem] = []
    fields = read_fields(deal, READERS, problems)
    require_fields(deal, ("kind", "label", "scores"), problems)
    if problems:
        raise DealRefused(problems)
    return fields


def _read_kind(value: Any, path: str, problems: list[Problem]) -> Any:
    if value != KIND:
        problems.append(Problem("value_not_allowed", path, {"allowed": (KIND,)}))
    return value


def _read_scores(value: Any, path: str, problems: list[Problem]) -> dict[str, int]:
    scores = read_object(value, path, problems)
    read = {name: read_whole(score, f"{path}.{name}", problems) for name, score in scores.items()}
    return {name: score for name, score in read.items() if score is not None}


READERS: dict[str, Reader] = {
    "kind": _read_kind,
    "label": read_text,
    "scores": _read_scores,
    "dealer": read_text,
    "note": read_text,
}


def _label_problems(label: str) -> list[Problem]:
    if len(label.strip()) > 0 and len(label) <= LABEL_LENGTH:
        return []
    return [Problem("label_length", "label", {"most": LABEL_LENGTH})]


def _player_problems(players: Sequence[str], fields: Mapping[str, Any]) -> list[Problem]:
    """Names of nobody at the table."""
    named = [("scores." + name, name) for name in fields["scores"]]
    if fields.get("dealer") is not None:
        named.append(("dealer", fields["dealer"]))
    return [
        Problem("player_unknown", field, {"player": name})
        for field, name in named
        if name not in players
    ]


def score_problems(scores: Mapping[str, int], *, may_be_zero: bool = False) -> list[Problem]:
    """Each score in bounds, all together 0, and not each of them: so at least two are not; unless
    all may_be_zero."""
    wild = [name for name, score in scores.items() if abs(score) > MOST]
    if wild:
        return [Problem("score_out_of_range", f"scores.{name}", {"most": MOST}) for name in wild]
    if not any(scores.values()) and not may_be_zero:
        return [Problem("scores_empty", "scores")]
    total = sum(scores.values())
    return [Problem("scores_sum", "scores", {"sum": total})] if total else []


def place_scores(player_count: int, step: int) -> tuple[int, ...]:
    """What each place brings in a deal that is played because all passed, the first one first.

    The first gets twice the step and the second one step, the last two pay the same, and those
    between them win nothing: 2, 1, 0, −1, −2 with five; with three 2, 0, −2. Source: scoring.md §5,
    When all have passed.
    """
    if player_count < 4:
        return (2 * step, 0, -2 * step)
    return (2 * step, step, *[0] * (player_count - 4), -step, -2 * step)


def judge_deal(
    game: Game, players: Sequence[str], rules: Rules, record: JsonObject, context: JsonObject
) -> Verdict:
    """The verdict of a deal under the rules of its game, or of plain scores, which are of none.

    context is what the deals before add to the record. Raises DealRefused.
    """
    if record.get("kind") == KIND:
        return plain_verdict(players, record, may_be_zero=zero_is_played(game))
    return game.judge(players, rules, {**record, **context})
