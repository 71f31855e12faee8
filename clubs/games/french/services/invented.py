"""Deals of French tarot for practice and the demo club, as they fall in an ordinary club."""

from collections.abc import Mapping
from random import Random

from clubs.core.games import Rules
from clubs.games.french.core.cards import USUAL_RANKS, Oudler
from clubs.services.deals.invented_deals import Dealt, Record, happens
from clubs.services.demo.play import tell

THRESHOLDS = (56, 51, 41, 36)  # card points, by oudlers
CONTRACTS = {"prise": 45, "garde": 47, "garde_sans": 7, "garde_contre": 1}  # per cent
OUDLERS = {  # how often the attack has 0 to 3 of them, per cent
    "prise": (12, 45, 36, 7),
    "garde": (6, 36, 44, 14),
    "garde_sans": (2, 22, 48, 28),
    "garde_contre": (0, 16, 50, 34),
}
MEAN_POINTS = (48.5, 50, 50.5, 53)  # by oudlers: people bid on less when they hold more
SPREAD = 8  # standard deviation, card points
WIDEST = 28  # margin; more would be asked about
LEAST_DOG = {5: 1.5}  # card points of the poorest dog: 3 but with five players
ALL_PASS, PETIT_SEC = 5, 1  # per cent of all deals
POIGNEE, PETIT, MISERE = 10, 8, 9  # per cent of deals that are played
PAROLE = 15
SUITS = ("spades", "hearts", "diamonds", "clubs")
POIGNEE_SIZES = {"simple": 88, "double": 11, "triple": 1}


def french_deal(chance: Random, dealt: Dealt, rules: Rules) -> Record:
    """The record of an ordinary deal."""
    roll = chance.random() * 100
    if roll < ALL_PASS + PETIT_SEC:
        reason = "all_pass" if roll < ALL_PASS else "petit_sec"
        return tell(chance, dealt, rules, {"kind": "void", "void_reason": reason})
    contract = _weighted_choice(chance, CONTRACTS)
    oudlers = chance.choices(range(4), OUDLERS[contract])[0]
    points = _invent_points(chance, contract, oudlers, len(dealt.active))
    record = tell(
        chance, dealt, rules, {"contract": contract, "oudlers": oudlers, "points": points}
    )
    if happens(chance, POIGNEE):
        holder = record["taker"] if happens(chance, 60) else chance.choice(dealt.active)
        record["poignees"] = [{"player": holder, "size": _weighted_choice(chance, POIGNEE_SIZES)}]
    elif rules.to_json()["misere"]["enabled"] and happens(chance, MISERE):
        others = [name for name in dealt.active if name != record["taker"]]
        record["miseres"] = [{"player": chance.choice(others), "kind": "courts"}]
    if happens(chance, PETIT):
        attack = oudlers == 3 or (oudlers > 0 and happens(chance, 60))
        record["petit_au_bout"] = "attack" if attack else "defence"
    return {**record, **_asked_facts(record, rules)}


def _asked_facts(record: Record, rules: Rules) -> Record:
    """What the rules ask beside the result. Drawn apart, by the record: the deals after it are the
    same whether it is asked or not."""
    chance = Random(repr(record))  # noqa: S311 (a story, not a secret)
    asked = rules.to_json()["asked"]
    facts: Record = {}
    if asked["called_cards"] and record.get("called"):
        ranks = USUAL_RANKS[: len(record["called"])]
        facts["called_cards"] = [f"{rank}_{chance.choice(SUITS)}" for rank in ranks]
    if asked["which_oudlers"]:
        order = sorted(Oudler, key=lambda _: chance.random())
        if side := record.get("petit_au_bout"):
            order.sort(key=lambda oudler: (oudler == Oudler.PETIT) != (side == "attack"))
        facts["which_oudlers"] = [str(oudler) for oudler in order[: record["oudlers"]]]
    if asked["parole"] and happens(chance, PAROLE):
        facts["parole"] = [chance.choice([record["taker"], record["dealer"]])]
    return facts


def _weighted_choice(chance: Random, weights: Mapping[str, int]) -> str:
    return chance.choices(list(weights), list(weights.values()))[0]


def _invent_points(chance: Random, contract: str, oudlers: int, active_count: int) -> int | float:
    """Card points that this attack can have; halves with 3 and 5 players.

    Source of the bounds: scoring.md §7.
    """
    dog = LEAST_DOG.get(active_count, 3)
    low, high = 4.0 * oudlers, 91.0 - 4 * (3 - oudlers)
    if contract == "garde_contre":
        high -= dog
    else:
        low += dog
    low = max(low, THRESHOLDS[oudlers] - WIDEST)
    high = min(high, THRESHOLDS[oudlers] + WIDEST)
    points = min(max(chance.gauss(MEAN_POINTS[oudlers], SPREAD), low), high)
    halves = round(points * 2) if active_count in (3, 5) else 2 * round(points)
    return halves // 2 if halves % 2 == 0 else halves / 2
