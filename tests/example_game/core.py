"""A game of eight tricks: one against three, at a contract that may double. No Django."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from clubs.core.deals import DealRole, RecordKind
from clubs.core.fields import one_of, read_fields, read_names, read_text, read_whole, require_fields
from clubs.core.interfaces import DealFacts, JsonObject, Rules, Verdict
from clubs.core.players import player_problems
from clubs.core.problems import Problem
from clubs.core.profile_books import ProfileBook
from clubs.core.rule_settings import Profile, Whole, setting
from clubs.core.table_checks import participant_problems, raise_problems, seat_problems
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
READERS = {
    "kind": one_of(RecordKind),
    "void_reason": one_of(VoidReason),
    "dealer": read_text,
    "out": read_names,
    "note": read_text,
    "taker": read_text,
    "contract": one_of(Contract),
    "tricks": read_whole,
}


def record_of(players: Sequence[str], deal: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of a deal that is possible at this table. Raises DealRefused."""
    raise_problems(player_problems(players, Eight.seat_counts))
    problems: list[Problem] = []
    record = read_fields(deal, READERS, problems)
    if record.get("kind") is RecordKind.VOID:
        require_fields(deal, ["void_reason"], problems)
    else:
        require_fields(deal, ["taker", "contract", "tricks"], problems)
    raise_problems(problems)
    out = record.get("out", ())
    raise_problems([*seat_problems(players, out, record.get("dealer"), Eight.active_counts)])
    if record.get("kind") is not RecordKind.VOID:
        active = [name for name in players if name not in out]
        problems += participant_problems("taker", record["taker"], players, active)
        if not 0 <= record["tricks"] <= TRICKS:
            problems.append(Problem("value_not_allowed", "tricks", {"low": 0, "high": TRICKS}))
    raise_problems(problems)
    return record


def next_turn(deal: JsonObject, seats: Sequence[str], turn: str) -> str:
    dealer = deal.get("dealer") or turn
    return dealer if deal.get("kind") == RecordKind.VOID else seat_after(seats, dealer)


class Eight:
    code = "eight"
    default_rules = BOOK.default
    seat_counts: tuple[int, ...] = (4, 5)
    active_counts: tuple[int, ...] = (4,)

    def profiles(self) -> Sequence[EightRules]:
        return tuple(BOOK.built_in.values())

    def read_rules(self, value: object) -> EightRules:
        return BOOK.read(value)

    def judge(self, players: Sequence[str], rules: Rules, deal: Any) -> Verdict:
        record = record_of(players, deal)
        defender = DealRole.PLAYER if record.get("kind") is RecordKind.VOID else DealRole.DEFENDER
        out = dict.fromkeys(record.get("out", ()), DealRole.OUT.value)
        roles = dict.fromkeys(players, defender.value) | out
        if record.get("kind") is RecordKind.VOID:
            facts = DealFacts("void", record["void_reason"].value, record.get("dealer"), stake=0)
            return Verdict(dict.fromkeys(players, 0), roles, facts)
        (line, *shares) = self.explain(players, rules, deal)
        over = record["tricks"] - TRICKS // 2
        facts = DealFacts(
            dealer=record.get("dealer"),
            taker=record["taker"],
            contract=record["contract"].value,
            is_made=over > 0,
            margin=abs(over),
            stake=line["amount"],
        )
        scores = {share["player"]: share["amount"] for share in shares}
        return Verdict(scores, roles | {record["taker"]: DealRole.TAKER.value}, facts)

    def explain(self, players: Sequence[str], rules: Rules, deal: Any) -> tuple[JsonObject, ...]:
        record = record_of(players, deal)
        if record.get("kind") is RecordKind.VOID:
            return ({"kind": "info", "code": "void", "reason": record["void_reason"].value},)
        assert isinstance(rules, EightRules)
        times = 2 if rules.doubles and record["contract"] is Contract.DOUBLE else 1
        stake = (record["tricks"] - TRICKS // 2) * rules.value * times
        amounts = dict.fromkeys(players, -stake) | dict.fromkeys(record.get("out", ()), 0)
        amounts[record["taker"]] = 3 * stake
        return (
            {"kind": "stake", "code": "tricks", "amount": stake, "tricks": record["tricks"]},
            *(
                {"kind": "player", "code": "share", "player": name, "amount": amount}
                for name, amount in amounts.items()
            ),
        )

    def answer(self, players: Sequence[str], rules: Rules, deal: Any) -> dict[str, Any]:
        scores = self.judge(players, rules, deal).scores
        return {"scores": scores, "breakdown": self.explain(players, rules, deal), "warnings": ()}

    def next_dealer(
        self, players: Sequence[str], rules: Rules, last_deals: Sequence[JsonObject], first: str
    ) -> str:
        return turn_after(last_deals, players, first, next_turn)


EIGHT = Eight()
