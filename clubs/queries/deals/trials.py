"""A made-up deal under two profiles: shows what a change of the rules does. Writes nothing."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from clubs.choices import Role, problem_message
from clubs.core.games import JsonObject, Rules, Verdict, get_game
from clubs.core.problems import DealRefused


@dataclass(frozen=True, slots=True)
class TrialRow:
    """What one player scores before and after; None where the deal is not possible."""

    label: str
    before: int | None
    after: int | None

    @property
    def differs(self) -> bool:
        return self.before != self.after


@dataclass(frozen=True, slots=True)
class Trial:
    """Both results. refused_before and refused_after say why a profile has no such deal."""

    rows: tuple[TrialRow, ...]
    stake: TrialRow
    refused_before: tuple[str, ...]
    refused_after: tuple[str, ...]

    @property
    def differs(self) -> bool:
        return any(row.differs for row in self.rows)


def compare(
    game: str,
    players: Sequence[str],
    record_by: Callable[[Rules], JsonObject],
    before: Rules,
    after: Rules,
) -> Trial:
    """record_by gives the record under a profile: how much there is to tell may depend on it."""
    old, refused_before = _judge(game, players, before, record_by)
    new, refused_after = _judge(game, players, after, record_by)
    verdict = new or old
    roles = verdict.roles if verdict else {}
    rows = tuple(
        TrialRow(
            label=f"{number}. {Role(roles[name]).label}",
            before=old.scores[name] if old else None,
            after=new.scores[name] if new else None,
        )
        for number, name in enumerate(players, start=1)
        if name in roles
    )
    stake = TrialRow("", old.facts.stake if old else None, new.facts.stake if new else None)
    return Trial(rows, stake, refused_before, refused_after)


def _judge(
    game: str, players: Sequence[str], rules: Rules, record_by: Callable[[Rules], JsonObject]
) -> tuple[Verdict | None, tuple[str, ...]]:
    try:
        return get_game(game).judge(players, rules, record_by(rules)), ()
    except DealRefused as refusal:
        return None, tuple(problem_message(problem) for problem in refusal.problems)
