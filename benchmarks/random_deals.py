"""Deals of every game at random, possible and impossible ones, under rules at random.

A deal is mostly sound, with a fault here and there: what scores is then tried as well as what is
refused. The same seed gives the same deals.
"""

from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Any

from clubs.core.games import get_game
from clubs.core.interfaces import Game
from clubs.core.problems import DealRefused
from clubs.games.bolognese.core.cards import DECK, RANK_CARDS, Family, Rank
from clubs.games.bolognese.core.counting import count_cards, doubled_sum
from clubs.games.french.core.cards import CalledCard, Oudler
from clubs.games.french.core.records import FrenchContract, MisereKind, PoigneeSize
from clubs.games.french.core.rules import BonusMode
from clubs.games.volte.core.records import AccusaKind, Contract

Record = dict[str, Any]
Rules = str | Mapping[str, Any]

NAMES = tuple("ABCDEFGH")
STRANGER = "Z"  # sits at no table
CAMPS, SIDES, PAIRS = ("attack", "defence"), ("taker", "defence"), ("ns", "ew")
LAST_TRICK = ("bagatto_last", "matto_last", "cappotto")


def random_deals(game: str, count: int, seed: int) -> Iterator[dict[str, Any]]:
    """Lines as `manage.py score` reads them, with every setting of the rules spelt out."""
    random = Random(seed)
    make_rules, make_deal = _MAKERS[game]
    rules_of: Game = get_game(game)
    while count:
        try:
            rules = rules_of.read_rules(make_rules(random))
        except DealRefused:  # two settings that do not go together
            continue
        count -= 1
        players, deal = make_deal(random, rules)
        yield {"game": game, "players": players, "rules": rules.to_json(), "deal": deal}


def _sitting(random: Random, sizes: tuple[int, ...], active: int) -> tuple[list[str], list[str]]:
    """Who sits at the table, and who of them is out so that at most so many play."""
    players = list(NAMES[: random.choice(sizes)])
    return players, random.sample(players, max(0, len(players) - active))


def _somebody(random: Random, players: list[str], out: list[str]) -> str:
    active = [name for name in players if name not in out]
    return random.choice(active if random.random() < 0.98 else [*players, STRANGER])


def _maybe(random: Random, chance: float, value: Callable[[], Any]) -> Any:
    return value() if random.random() < chance else None


def _said(deal: Record) -> Record:
    return {name: value for name, value in deal.items() if value not in (None, [])}


def _french_rules(random: Random) -> Rules:
    pick = random.choice
    if random.random() < 0.3:
        return "fft"
    return {
        "scale": pick(("multiplier", "fixed")),
        "base_value": pick((0, 10, 25)),
        "multipliers": {"prise": 1, "pousse": pick((None, 2)), "garde_contre": pick((None, 6))},
        "fixed_values": {"pousse": pick((None, 20)), "garde_contre": pick((None, 160))},
        "fixed_margin": pick(("add", "ignore")),
        "half_points": pick(("winner", "drop", "taker", "defence")),
        "margin_step": pick((1, 1, 5, 10)),
        "petit_au_bout": {
            "mode": pick(("multiplied", "flat", "winner_only", "personal", "none")),
            "value": pick((0, 5, 10)),
        },
        "poignee_mode": pick(list(BonusMode)).value,
        "defence_chelem": {"enabled": pick((True, True, False)), "failed": pick((150, 200))},
        "petit_chelem": {"enabled": pick((True, False))},
        "misere": {
            "enabled": pick((True, True, False)),
            "value": pick((7, 10)),
            "mode": pick(list(BonusMode)).value,
            "multiplied": pick((True, False)),
        },
        "rounding": pick((1, 5, 10)),
        "call_weights": {"5": pick(([2], [3], [])), "6": pick(([2, 1], [1, 1], [2], [3, 2], []))},
        "double_call_share": pick(("highest", "sum")),
    }


def _french_deal(random: Random, rules: Any) -> tuple[list[str], Record]:
    pick = random.choice
    players, out = _sitting(random, (3, 4, 5, 6, 7), pick((3, 4, 5, 6)))

    def player() -> str:
        return _somebody(random, players, out)

    called = len(rules.weights(len(players) - len(out))) + (random.random() < 0.02)
    points = (
        pick((91, 87, 86.5, 0, 4.5, 92, -1, 50.25))
        if random.random() < 0.2
        else random.randint(0, 182) / pick((1, 2, 2, 2))
    )
    deal = {
        "taker": player(),
        "contract": pick([contract.value for contract in FrenchContract]),
        "oudlers": pick((0, 1, 2, 3)) if random.random() < 0.99 else 4,
        "points": points,
        "out": out,
        "called": [_maybe(random, 0.85, player) for _ in range(called)],
        "called_cards": [
            _maybe(random, 0.6, lambda: pick(list(CalledCard)).value)
            for _ in range(called if random.random() < 0.5 else 0)
        ],
        "parole": [player() for _ in range(pick((0, 0, 0, 0, 1, 2)))],
        "which_oudlers": [pick(list(Oudler)).value for _ in range(pick((0, 0, 0, 0, 1, 2, 3)))],
        "petit_au_bout": _maybe(random, 0.3, lambda: pick(CAMPS)),
        "petit_player": _maybe(random, 0.3, player),
        "poignees": [
            {"player": player(), "size": pick(list(PoigneeSize)).value}
            for _ in range(pick((0, 0, 0, 1, 2)))
        ],
        "chelem": _maybe(random, 0.15, lambda: pick(CAMPS)),
        "chelem_announced": _maybe(random, 0.1, lambda: True),
        "chelem_defence_announced": _maybe(random, 0.1, lambda: True),
        "petit_chelem": _maybe(random, 0.1, lambda: "attack"),
        "petit_chelem_announced": _maybe(random, 0.05, lambda: True),
        "miseres": [
            {"player": player(), "kind": pick(list(MisereKind)).value}
            for _ in range(pick((0, 0, 0, 1, 2)))
        ],
    }
    return players, _said(deal)


def _volte_rules(random: Random) -> Rules:
    pick = random.choice
    return {
        "counted_points": pick(("difference", "totals")),
        "premium_timing": pick(("before", "after")),
        "bonus_in_target": pick((True, False)),
        "bonus_scope": pick(("taker", "both")),
        "matto_last_bonus": pick((0, 5, 7)),
        "sto_bene_mode": pick(("winners", "individual")),
        "miseria_mode": pick(("winners", "individual")),
        "cappotto_defence": pick((True, False)),
        "target_without_honours": pick((52, 56, 91)),
    }


def _volte_deal(random: Random, rules: Any) -> tuple[list[str], Record]:
    pick = random.choice
    players, out = _sitting(random, (4, 4, 5, 6), 4)
    points = pick((random.randint(0, 91), random.randint(0, 91), 0, 3, 4, 36, 41, 51, 56, 88, 91))
    is_theirs, are_both = random.random() < 0.4, random.random() < 0.1
    deal = {
        "taker": _somebody(random, players, out),
        "contract": pick(list(Contract)).value,
        "honours": random.randint(0, 3),
        "out": out,
        "points": points if are_both or not is_theirs else None,
        "defence_points": 91 - points if is_theirs else points if are_both else None,
        **{name: _maybe(random, 0.2, lambda: pick(SIDES)) for name in LAST_TRICK},
        "accuse": [
            {"player": _somebody(random, players, out), "kind": pick(list(AccusaKind)).value}
            for _ in range(pick((0, 0, 1, 2, 3, 4)))
        ],
    }
    return players, _said(deal)


def _bolognese_rules(random: Random) -> Rules:
    pick = random.choice
    return {
        "end": pick(("target", "deals")),
        "target": pick((200, 500, 800)),
        "deals": pick((1, 4)),
        "tie": pick(("extra_deal", "draw")),
        "call_out": pick(("turn_order", "pair", "off")),
        "accuso_doubling": pick((True, False)),
        "adjacent_counters": pick((True, False)),
    }


def _bolognese_deal(random: Random, rules: Any) -> tuple[list[str], Record]:
    pick = random.choice
    players = list(NAMES[:4])
    is_called_out = random.random() < 0.15
    totals = {pair: pick((0, 100, 300, 700, 795)) for pair in PAIRS}
    deal: Record = {
        "dealer": pick(players) if is_called_out else _maybe(random, 0.3, lambda: pick(players)),
        "accusi": [_accuso(random, players) for _ in range(pick((0, 0, 1, 2, 3)))],
        "totals_before": totals if is_called_out else _maybe(random, 0.4, lambda: totals),
        "deals_before": pick((0, 1, 3)),
    }
    if is_called_out:
        deal["called_out"] = {"player": pick(players), "first15": random.random() < 0.2}
        return players, _said(deal)
    cards = _shuffled(random)
    size = pick((0, 1, 2, 3, 16, 30, 31, 45, 60, random.randint(0, 62), random.randint(0, 62)))
    deal["last_trick"] = pick(PAIRS)
    deal["penalties"] = _maybe(random, 0.15, lambda: {pick(PAIRS): "scartini_only"})
    if random.random() < 0.5:
        deal |= {"entry": "cards", "pile": {"pair": pick(PAIRS), "cards": cards[:size]}}
        deal["passed_card"] = _maybe(random, 0.15, lambda: pick(DECK))
    else:
        deal |= {"entry": "quick", "quick": _counts(random, cards, size)}
    return players, _said(deal)


def _shuffled(random: Random) -> list[str]:
    """The pack; half of the time neighbours stay near each other, so that sequences come up."""
    order = dict(zip(DECK, (random.gauss(at, 6) for at in range(len(DECK))), strict=True))
    return sorted(DECK, key=order.__getitem__) if random.random() < 0.5 else random.sample(DECK, 62)


def _accuso(random: Random, players: list[str]) -> Record:
    declarer = random.choice(players)
    if random.random() < 0.3:
        return {"player": declarer, "points": random.choice((7, 10, 17, 20, 30, 34, 60, 95))}
    four = random.choice(list(RANK_CARDS.values()))
    hand = {*random.sample(DECK, random.choice((3, 8, 12))), *sorted(four)[random.randint(0, 1) :]}
    names = [name.value for name in (*Family, *Rank)]
    return _said(
        {
            "player": declarer,
            "cards": sorted(hand),
            "only": _maybe(random, 0.2, lambda: [random.choice(names)]),
            "void": _maybe(random, 0.1, lambda: True),
        }
    )


def _counts(random: Random, cards: list[str], size: int) -> Record:
    """Both piles as counted at a table; sometimes with a slip."""
    counts = {}
    for pair, pile in zip(PAIRS, (cards[:size], cards[size:]), strict=True):
        counted = count_cards(frozenset(pile), adjacent_counters=False)
        counts[pair] = {
            "sequences": _told(random, counted.sequences, (7, 25, 140, {"danari": 3})),
            "cricche": _told(random, counted.cricche, (18, 54, 148, {"re": 5})),
            "scartini": counted.card_count + (random.random() < 0.03),
        }
    if random.random() < 0.7:
        del counts[random.choice(PAIRS)]["scartini"]
    return counts


def _told(random: Random, combinations: Any, slips: tuple[Any, ...]) -> Any:
    if random.random() < 0.05:
        return random.choice(slips)
    if random.random() < 0.5:
        return {combination.name.value: combination.cards for combination in combinations}
    return doubled_sum(combinations)


_MAKERS: dict[str, tuple[Callable[[Random], Rules], Callable[..., tuple[list[str], Record]]]] = {
    "bolognese": (_bolognese_rules, _bolognese_deal),
    "french": (_french_rules, _french_deal),
    "volte": (_volte_rules, _volte_deal),
}
