"""French tarot, told: see Teller."""

from collections.abc import Sequence

from clubs.core.deals import RecordKind
from clubs.core.games import JsonObject, Rules
from clubs.games.french.core.game import french
from clubs.games.french.core.records import FrenchContract
from clubs.games.french.core.rules import Scale
from clubs.games.french.queries.calculation import FrenchCalculation
from clubs.games.french.queries.words import (
    CONTRACTS,
    SAID_CONTRACTS,
    SHORT_CONTRACTS,
    french_marks,
    french_record_facts,
    told_void,
)
from clubs.queries.deals.stories import CalcLine, Mark, Names, RecordFact

MOST_PIPS = 8  # more dots than that nobody counts at a glance


class FrenchTeller:
    """Stateless; see Teller."""

    def marks(self, record: JsonObject, names: Names) -> tuple[Mark, ...]:
        return tuple(french_marks(record, names))

    def contract_label(self, contract: str) -> str:
        return str(CONTRACTS[FrenchContract(contract)])

    def short_contract(self, contract: str) -> str:
        known = FrenchContract(contract)
        return str(SHORT_CONTRACTS.get(known, CONTRACTS[known]))

    def said_contract(self, contract: str) -> str:
        return str(SAID_CONTRACTS[FrenchContract(contract)])

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
        return tuple(FrenchCalculation(lines, record, rules, names).lines())

    def told(self, record: JsonObject, names: Names) -> tuple[RecordFact, ...]:
        tell = told_void if record.get("kind") == RecordKind.VOID else french_record_facts
        return tuple(told for told in tell(record, names) if told.value)
