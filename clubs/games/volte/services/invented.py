"""Deals of the volte game for practice. What a deal can be: tarocco_volte.md §7."""

from random import Random

from clubs.core.deals import RecordKind
from clubs.core.games import Rules
from clubs.games.volte.core.game import volte
from clubs.games.volte.core.records import AccusaKind, Contract, Side, VoidReason
from clubs.games.volte.core.scoring import TARGETS
from clubs.services.deals.invented_deals import Dealt, Record, happens

CONTRACTS = {  # per cent, and how often the taker holds 0 to 3 honours
    Contract.LISCIO: (50, (20, 45, 29, 6)),
    Contract.DUE: (31, (12, 42, 36, 10)),
    Contract.QUATTRO: (14, (6, 34, 42, 18)),
    Contract.OTTO: (4, (2, 26, 44, 28)),
    Contract.DODICI: (1, (0, 20, 46, 34)),
}
ALL_PASS, ACCUSA, BAGATTO = 5, 12, 8  # per cent
ABOVE, SPREAD, WIDEST = 2, 8, 25  # card points from the target
LEAST, MOST = 5, 86  # card points that go with every contract, and with no cappotto
ACCUSE = (AccusaKind.TRIONFI_10, AccusaKind.TRIONFI_13, AccusaKind.MISERIA_NERA)


def volte_deal(chance: Random, dealt: Dealt, rules: Rules) -> Record:
    record: Record = {"dealer": dealt.dealer}
    if dealt.out:
        record["out"] = list(dealt.out)
    if happens(chance, ALL_PASS):
        return {**record, "kind": RecordKind.VOID.value, "void_reason": VoidReason.ALL_PASS.value}
    weights = [share for share, _honours in CONTRACTS.values()]
    contract = chance.choices(list(CONTRACTS), weights)[0]
    honours = chance.choices(range(4), CONTRACTS[contract][1])[0]
    target = TARGETS.get(honours, volte(rules).target_without_honours)
    taker = chance.choice(dealt.active)
    record |= {
        "taker": taker,
        "contract": contract.value,
        "honours": honours,
        "points": _invented_points(chance, target),
    }
    if happens(chance, ACCUSA):
        declarer = chance.choice([name for name in dealt.active if name != taker])
        record["accuse"] = [{"player": declarer, "kind": chance.choice(ACCUSE).value}]
    if happens(chance, BAGATTO):
        record["bagatto_last"] = chance.choice(list(Side)).value
    return record


def _invented_points(chance: Random, target: int) -> int:
    low, high = max(LEAST, target - WIDEST), min(MOST, target + WIDEST)
    return min(max(round(chance.gauss(target + ABOVE, SPREAD)), low), high)
