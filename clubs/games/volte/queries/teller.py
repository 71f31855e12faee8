"""The volte game, told: see Teller."""

from collections.abc import Sequence

from clubs.core.deals import RecordKind
from clubs.core.games import JsonObject, Rules
from clubs.games.volte.core.game import volte
from clubs.games.volte.core.records import Contract
from clubs.games.volte.core.scoring import MULTIPLIERS
from clubs.games.volte.queries.calculation import VolteCalculation
from clubs.games.volte.queries.words import (
    CONTRACTS,
    SAID_CONTRACTS,
    SHORT_CONTRACTS,
    volte_marks,
    volte_record_facts,
    volte_void_facts,
)
from clubs.queries.deals.stories import CalcLine, Mark, Names, RecordFact

MOST_PIPS = 8  # more dots than that nobody counts at a glance


class VolteTeller:
    """Stateless; see Teller."""

    def marks(self, record: JsonObject, names: Names) -> tuple[Mark, ...]:
        return tuple(volte_marks(record, names))

    def contract_label(self, contract: str) -> str:
        return str(CONTRACTS[Contract(contract)])

    def short_contract(self, contract: str) -> str:
        return str(SHORT_CONTRACTS[Contract(contract)])

    def said_contract(self, contract: str) -> str:
        return str(SAID_CONTRACTS[Contract(contract)])

    def pips(self, contract: str, rules: Rules) -> int:
        multiplier = MULTIPLIERS[Contract(contract)]
        return multiplier if multiplier <= MOST_PIPS else 0

    def plays_alone(self, record: JsonObject) -> bool:
        """The taker always does: nothing to say."""
        return False

    def calculation(
        self, lines: Sequence[JsonObject], record: JsonObject, rules: Rules, names: Names
    ) -> tuple[CalcLine, ...]:
        rules = volte(rules)
        if any(line["code"] == "void" for line in lines):
            return ()
        return tuple(VolteCalculation(lines, record, rules, names).lines())

    def told(self, record: JsonObject, names: Names) -> tuple[RecordFact, ...]:
        tell = volte_void_facts if record.get("kind") == RecordKind.VOID else volte_record_facts
        return tuple(told for told in tell(record, names) if told.value)
