"""A second, slow reading of scoring.md §5 in exact fractions, against ours on random deals."""

import math
from fractions import Fraction

from hypothesis import given, settings

from tests.games.french.core.deals import FRENCH, answer, deals

NEEDED = (56, 51, 41, 36)


def rounded(value, unit):
    """Nearest multiple of unit, halves away from zero."""
    size = math.floor(abs(Fraction(value)) / unit + Fraction(1, 2)) * unit
    return size if value > 0 else -size


def outcome(rules, deal):
    """Steps 1 and 2."""
    points = Fraction(deal["points"])
    mode = rules["half_points"]
    points = {"taker": math.ceil(points), "defence": math.floor(points)}.get(mode, points)
    over = points - NEEDED[deal["oudlers"]]
    margin = math.floor(abs(over)) if mode == "drop" else math.ceil(abs(over))
    return (1 if over >= 0 else -1), rounded(margin, rules["margin_step"])


def stake(rules, deal):
    """Steps 3 to 7."""
    sign, margin = outcome(rules, deal)
    if rules["scale"] == "multiplier":
        times = rules["multipliers"][deal["contract"]]
        exact = sign * (rules["base_value"] + margin) * times
    else:
        times = 1
        value = rules["fixed_values"][deal["contract"]]
        exact = sign * (value + (margin if rules["fixed_margin"] == "add" else 0))
    camp = {"attack": 1, "defence": -1, None: 0}[deal["petit_au_bout"]]
    petit = camp * rules["petit_au_bout"]["value"]
    exact += {
        "multiplied": petit * times,
        "flat": petit,
        "winner_only": petit * times if camp == sign else 0,
    }.get(rules["petit_au_bout"]["mode"], 0)
    for shown in deal["poignees"]:
        value = rules["poignee"][shown["size"]]
        exact += value * getter(rules["poignee_mode"], shown["player"], sign, deal)
    for misere in deal.get("miseres", []):
        value = rules["misere"]["value"] * (times if rules["misere"]["multiplied"] else 1)
        exact += value * getter(rules["misere"]["mode"], misere["player"], sign, deal)
    if deal.get("chelem_defence_announced"):
        bid = rules["defence_chelem"]
        exact += -bid["announced"] if deal["chelem"] else bid["failed"]
    else:
        exact += slam(rules["chelem"], deal["chelem"], deal["chelem_announced"])
    exact += slam(
        rules["petit_chelem"], deal.get("petit_chelem"), deal.get("petit_chelem_announced")
    )
    return rounded(exact, rules["rounding"])


def getter(mode, player, sign, deal):
    """Step 5: 1 for the attack, -1 for the defence; 0 where the player alone is paid."""
    of_attack = player in (deal["taker"], *deal["called"])
    return {"winner": sign, "side": 1 if of_attack else -1, "personal": 0}[mode]


def slam(amounts, camp, announced):
    if camp == "defence":
        return -amounts["defence"]
    if camp == "attack":
        return amounts["announced"] if announced else amounts["unannounced"]
    return -amounts["failed"] if announced else 0


def scores(players, rules, deal):
    """Steps 8 to 10."""
    total = stake(rules, deal)
    active = [name for name in players if name not in deal["out"]]
    held = {}
    for holder, weight in zip(
        deal["called"], rules["call_weights"].get(str(len(active)), []), strict=True
    ):
        if holder not in (None, deal["taker"]):
            held.setdefault(holder, []).append(weight)
    join = {"highest": max, "sum": sum}[rules["double_call_share"]]
    pool = total * (len(active) - 1 - len(held))
    got = {name: -total if name in active else 0 for name in players}
    for holder, weights in held.items():
        got[holder] = rounded(Fraction(pool * join(weights), 6), rules["rounding"])
    got[deal["taker"]] = pool - sum(got[holder] for holder in held)
    for shown in deal["poignees"] if rules["poignee_mode"] == "personal" else ():
        pay(got, active, shown["player"], rules["poignee"][shown["size"]])
    for misere in deal.get("miseres", []) if rules["misere"]["mode"] == "personal" else ():
        pay(got, active, misere["player"], rules["misere"]["value"])
    if rules["petit_au_bout"]["mode"] == "personal" and deal["petit_au_bout"]:
        player = deal["petit_player"]
        camp = "attack" if player in held or player == deal["taker"] else "defence"
        value = rules["petit_au_bout"]["value"]
        pay(got, active, player, value if camp == deal["petit_au_bout"] else -value)
    return got


def pay(got, active, player, value):
    for name in active:
        got[name] += value * (len(active) - 1) if name == player else -value


@settings(deadline=None, max_examples=100)
@given(deals())
def test_stake_and_scores(table):
    players, profile, deal = table
    rules = FRENCH.read_rules(profile).to_json()

    told = answer(players, profile, deal)

    assert told["stake"] == stake(rules, deal)
    assert told["scores"] == scores(players, rules, deal)
