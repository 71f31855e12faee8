"""What comes of one deal, as every game says it, and the frame of a game that judges deals.

Source: scoring.md §6, §8; bolognese.md §10; tarocco_volte.md §6.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Generic, Protocol, TypeVar

from clubs.core.deals import DealRole, RecordKind, plain
from clubs.core.interfaces import DealFacts, Rules, Verdict
from clubs.core.profile_books import ProfileBook
from clubs.core.rule_settings import Profile

R = TypeVar("R", bound=Profile)
Line = dict[str, Any]


class JudgedDeal(Protocol):
    """A deal that passed its checks; `Game` says what each method gives."""

    def verdict(self) -> Verdict: ...

    def breakdown(self) -> Iterable[Line]: ...

    def answer(self) -> dict[str, Any]: ...


@dataclass(frozen=True, slots=True)
class VoidDeal:
    """A deal that nobody played, at its table; it scores nothing. Names are in seat order."""

    players: tuple[str, ...]
    reason: StrEnum | None
    dealer: str | None
    out: tuple[str, ...] = ()
    stake: int | None = 0

    @property
    def scores(self) -> dict[str, int]:
        return dict.fromkeys(self.players, 0)

    def verdict(self) -> Verdict:
        """Nobody has a part in a void deal: the role is `player`, or `out`."""
        return Verdict(
            scores=self.scores,
            roles={
                name: (DealRole.OUT if name in self.out else DealRole.PLAYER).value
                for name in self.players
            },
            facts=DealFacts(
                kind=RecordKind.VOID.value,
                void_reason=plain(self.reason),
                dealer=self.dealer,
                stake=self.stake,
            ),
        )

    def breakdown(self) -> Iterable[Line]:
        return ({"kind": "info", "code": "void", "reason": plain(self.reason)},)

    def answer(self) -> dict[str, Any]:
        return {
            "scores": self.scores,
            "stake": self.stake,
            "breakdown": self.breakdown(),
            "warnings": (),
        }


class GameOfBook(Generic[R]):
    """A game whose profiles are those of a book, and which judges a deal before it says anything
    of it."""

    book: ProfileBook[R]

    def profiles(self) -> Sequence[R]:
        return tuple(self.book.built_in.values())

    def read_rules(self, value: object) -> R:
        return self.book.read(value)

    def judged(self, players: Sequence[str], rules: Rules, deal: object) -> JudgedDeal:
        """Check and score one deal record. Raises DealRefused with the problems of one stage."""
        raise NotImplementedError

    def judge(self, players: Sequence[str], rules: Rules, deal: object) -> Verdict:
        return self.judged(players, rules, deal).verdict()

    def explain(self, players: Sequence[str], rules: Rules, deal: object) -> tuple[Line, ...]:
        return tuple(self.judged(players, rules, deal).breakdown())

    def answer(self, players: Sequence[str], rules: Rules, deal: object) -> dict[str, Any]:
        return self.judged(players, rules, deal).answer()
