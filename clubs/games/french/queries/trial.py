"""The made-up deal of French tarot that the rules editor tries. Writes nothing."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from clubs.core.games import Rules
from clubs.games.french.core.game import french
from clubs.games.french.core.rules import FrenchRules
from clubs.queries.deals.rules import Trial, compare

# Names of the made-up players, in seat order; the second and third hold the called cards.
SEATS = ("taker", "second", "third", "fourth", "fifth", "sixth")
TAKER, FIRST_CALLED, SECOND_CALLED = SEATS[:3]
# By outcome of a slam: the fields of the record that say so.
CHELEM_FIELDS: Mapping[str, Mapping[str, Any]] = {
    "announced_made": {"chelem": "attack", "chelem_announced": True},
    "unannounced_made": {"chelem": "attack"},
    "announced_failed": {"chelem_announced": True},
    "defence_made": {"chelem": "defence"},
}
PETIT_CHELEM_FIELDS: Mapping[str, Mapping[str, Any]] = {
    "announced_made": {"petit_chelem": "attack", "petit_chelem_announced": True},
    "unannounced_made": {"petit_chelem": "attack"},
    "announced_failed": {"petit_chelem_announced": True},
}


@dataclass(frozen=True, slots=True)
class TrialDeal:
    """What is told of the deal. called: `partners`, `both` cards with one of them, or `alone`."""

    player_count: int
    contract: str
    oudlers: int
    points: float
    called: str = "partners"
    petit_au_bout: str = ""
    poignee: str = ""
    chelem: str = ""
    petit_chelem: str = ""
    misere: str = ""

    @property
    def players(self) -> list[str]:
        return list(SEATS[: self.player_count])

    @property
    def defender(self) -> str:
        return SEATS[self.player_count - 1]

    def record_by(self, rules: Rules) -> dict[str, Any]:
        return self.to_record(french(rules))

    def to_record(self, rules: FrenchRules) -> dict[str, Any]:
        """The record; how many cards are called depends on the profile."""
        record: dict[str, Any] = {
            "taker": TAKER,
            "contract": self.contract,
            "oudlers": self.oudlers,
            "points": self.points,
            **CHELEM_FIELDS.get(self.chelem, {}),
            **PETIT_CHELEM_FIELDS.get(self.petit_chelem, {}),
        }
        holders = {
            "partners": [FIRST_CALLED, SECOND_CALLED],
            "both": [FIRST_CALLED, FIRST_CALLED],
            "alone": [TAKER, TAKER],
        }[self.called]
        if cards := len(rules.weights(self.player_count)):
            record["called"] = holders[:cards]
        if self.petit_au_bout:
            by_attack = self.petit_au_bout == "attack"
            record["petit_au_bout"] = self.petit_au_bout
            record["petit_player"] = TAKER if by_attack else self.defender
        if self.poignee:
            record["poignees"] = [{"player": TAKER, "size": self.poignee}]
        if self.misere:
            record["miseres"] = [{"player": self.defender, "kind": self.misere}]
        return record


def try_deal(deal: TrialDeal, before: Rules, after: Rules) -> Trial:
    """The same deal under two profiles of French tarot."""
    return compare("french", deal.players, deal.record_by, before, after)
