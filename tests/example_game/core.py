"""A game of eight tricks: one against three, at a contract that may double. No Django."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from clubs.core.deal_records import Record, RecordReader, Seated
from clubs.core.deals import DealRole, RecordKind
from clubs.core.interfaces import DealFacts, JsonObject, Rules, Verdict
from clubs.core.judged_deals import GameOfBook, JudgedDeal, Line, VoidDeal
from clubs.core.problems import Problem
from clubs.core.profile_books import ProfileBook
from clubs.core.rule_settings import Profile, Whole, setting
from clubs.core.table_checks import (
    participant_problems,
    player_problems,
    raise_problems,
    seat_problems,
)
from clubs.core.turns import seat_after, turn_after

TRICKS = 8


class Contract(StrEnum):
    SIMPLE = "simple"
    DOUBLE = "double"


class VoidReason(StrEnum):
    MISDEAL = "misdeal"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class EightRules(Profile):
    name: str = "eight"
    title: str = "Eight tricks"
    value: int = setting(10, Whole(1, 100))
    doubles: bool = True


BOOK = ProfileBook(EightRules(), [{"name": "eight-single", "title": "Never", "doubles": False}])


@dataclass(frozen=True, slots=True)
class Result:
    taker: Seated
    contract: Contract
    tricks: int


RECORDS = RecordReader(Result, VoidReason)


def next_turn(deal: JsonObject, seats: Sequence[str], turn: str) -> str:
    dealer = deal.get("dealer") or turn
    return dealer if deal.get("kind") == RecordKind.VOID else seat_after(seats, dealer)


class Eight(GameOfBook[EightRules]):
    code = "eight"
    book = BOOK
    default_rules = BOOK.default
    seat_counts: tuple[int, ...] = (4, 5)
    active_counts: tuple[int, ...] = (4,)

    def judged(self, players: Sequence[str], rules: Rules, deal: Any) -> JudgedDeal:
        raise_problems(player_problems(players, self.seat_counts))
        record = RECORDS.read(deal)
        raise_problems([*seat_problems(players, record.out, record.dealer, self.active_counts)])
        if record.result is None:
            return VoidDeal(tuple(players), record.void_reason, record.dealer, record.out)
        result, active = record.result, [name for name in players if name not in record.out]
        problems = list(participant_problems("taker", result.taker, players, active))
        if not 0 <= result.tricks <= TRICKS:
            problems.append(Problem("value_not_allowed", "tricks", {"low": 0, "high": TRICKS}))
        raise_problems(problems)
        assert isinstance(rules, EightRules)
        return Played(players, rules, record, result)

    def next_dealer(
        self, players: Sequence[str], rules: Rules, last_deals: Sequence[JsonObject], first: str
    ) -> str:
        return turn_after(last_deals, players, first, next_turn)


class Played:
    def __init__(
        self, players: Sequence[str], rules: EightRules, record: Record[Result], result: Result
    ) -> None:
        self.players, self.record, self.result = players, record, result
        times = 2 if rules.doubles and result.contract is Contract.DOUBLE else 1
        self.over = result.tricks - TRICKS // 2
        self.stake = self.over * rules.value * times
        shares = dict.fromkeys(players, -self.stake) | dict.fromkeys(record.out, 0)
        self.scores = shares | {result.taker: 3 * self.stake}

    def verdict(self) -> Verdict:
        roles = dict.fromkeys(self.players, DealRole.DEFENDER.value)
        roles |= dict.fromkeys(self.record.out, DealRole.OUT.value)
        facts = DealFacts(
            dealer=self.record.dealer,
            taker=self.result.taker,
            contract=self.result.contract.value,
            is_made=self.over > 0,
            margin=abs(self.over),
            stake=self.stake,
        )
        return Verdict(self.scores, roles | {self.result.taker: DealRole.TAKER.value}, facts)

    def breakdown(self) -> Iterator[Line]:
        tricks = self.result.tricks
        yield {"kind": "stake", "code": "tricks", "amount": self.stake, "tricks": tricks}
        for name, amount in self.scores.items():
            yield {"kind": "player", "code": "share", "player": name, "amount": amount}

    def answer(self) -> dict[str, Any]:
        return {"scores": self.scores, "breakdown": tuple(self.breakdown()), "warnings": ()}


EIGHT = Eight()
