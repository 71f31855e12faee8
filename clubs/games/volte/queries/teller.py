"""The volte game, told: see Teller."""

from collections.abc import Sequence

from clubs.choices import VolteContract
from clubs.core.deals import Kind
from clubs.core.games import JsonObject, Rules
from clubs.games.volte.core.game import volte
from clubs.games.volte.core.records import Contract
from clubs.games.volte.core.scoring import MULTIPLIERS
from clubs.games.volte.queries.calculation import Calculation
from clubs.games.volte.queries.words import (
    SAID_CONTRACTS,
    SHORT_CONTRACTS,
    deal_marks,
    told_played,
    told_void,
)
from clubs.queries.deals.stories import CalcLine, Mark, Names, Told

MOST_PIPS = 8  # more dots than that nobody counts at a glance


class VolteTeller:
    """Stateless; see Teller."""

    def marks(self, record: JsonObject, names: Names) -> tuple[Mark, ...]:
        return tuple(deal_marks(record, names))

    def contract_label(self, contract: str) -> str:
        return str(VolteContract(contract).label)

    def short_contract(self, contract: str) -> str:
        return str(SHORT_CONTRACTS[VolteContract(contract)])

    def said_contract(self, contract: str) -> str:
        return str(SAID_CONTRACTS[VolteContract(contract)])

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
        return tuple(Calculation(lines, record, rules, names).lines())

    def told(self, record: JsonObject, names: Names) -> tuple[Told, ...]:
        tell = told_void if record.get("kind") == Kind.VOID else told_played
        return tuple(told for told in tell(record, names) if told.value)
