"""French tarot, told: see Teller."""

from collections.abc import Sequence

from clubs.choices import Contract
from clubs.core.deals import Kind
from clubs.core.games import JsonObject, Rules
from clubs.games.french.core.game import french
from clubs.games.french.core.rules import Scale
from clubs.games.french.queries.calculation import Calculation
from clubs.games.french.queries.words import (
    SAID_CONTRACTS,
    SHORT_CONTRACTS,
    deal_marks,
    told_played,
    told_void,
)
from clubs.queries.deals.stories import CalcLine, Mark, Names, Told

MOST_PIPS = 8  # more dots than that nobody counts at a glance


class FrenchTeller:
    """Stateless; see Teller."""

    def marks(self, record: JsonObject, names: Names) -> tuple[Mark, ...]:
        return tuple(deal_marks(record, names))

    def contract_label(self, contract: str) -> str:
        return str(Contract(contract).label)

    def short_contract(self, contract: str) -> str:
        known = Contract(contract)
        return str(SHORT_CONTRACTS.get(known, known.label))

    def said_contract(self, contract: str) -> str:
        return str(SAID_CONTRACTS[Contract(contract)])

    def pips(self, contract: str, rules: Rules) -> int:
        rules = french(rules)
        if rules.scale is Scale.FIXED:
            return 0
        multiplier = rules.multipliers.get(contract) or 0
        return multiplier if multiplier <= MOST_PIPS else 0

    def plays_alone(self, record: JsonObject) -> bool:
        called = record.get("called") or ()
        return bool(called) and all(name in (None, record.get("taker")) for name in called)

    def calculation(
        self, lines: Sequence[JsonObject], record: JsonObject, rules: Rules, names: Names
    ) -> tuple[CalcLine, ...]:
        rules = french(rules)
        if any(line["code"] == "void" for line in lines):
            return ()
        return tuple(Calculation(lines, record, rules, names).lines())

    def told(self, record: JsonObject, names: Names) -> tuple[Told, ...]:
        tell = told_void if record.get("kind") == Kind.VOID else told_played
        return tuple(told for told in tell(record, names) if told.value)
