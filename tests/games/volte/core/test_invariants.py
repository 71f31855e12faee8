"""The invariants of tarocco_volte.md §8, with random deals and rules; a second reading."""

import json
from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.games.volte.core.deals import (
    BUILT_IN,
    MULTIPLIERS,
    PREMIUMS,
    VALUES,
    VOLTE,
    answer,
    counts,
    deals,
    profiles,
    refusal,
    stake,
)

quick = settings(deadline=None, max_examples=30)
default = st.just("volte")
TARGETS = (56, 51, 41, 36)


def lines(told, kind, code=None):
    return [
        line
        for line in told["breakdown"]
        if line["kind"] == kind and (code is None or line["code"] == code)
    ]


def contract(told):
    return sum(line["amount"] for line in lines(told, "stake", "contract"))


def complete(profile):
    return VOLTE.read_rules(profile).to_json()


@quick
@given(deals())
def test_scores_and_lines(table):
    players, rules, deal = table
    told = answer(deal, rules, players)

    assert list(told["scores"]) == players
    assert sum(told["scores"].values()) == 0
    assert sum(line["amount"] for line in lines(told, "stake")) == told["stake"]
    shares = {line["player"]: line["amount"] for line in lines(told, "player", "share")}
    assert shares[deal["taker"]] == 3 * told["stake"]
    assert [told["scores"][name] for name in deal["out"]] == [0] * len(deal["out"])
    sums = Counter()
    for line in lines(told, "player"):
        sums[line["player"]] += line["amount"]
    assert dict(sums) == told["scores"]


@quick
@given(deals(), st.integers(-1, 1))
def test_exactly_the_target(table, off):
    """A bonus outside the target can eat up the premium, so that only plain deals pay all of it."""
    players, rules, deal = table
    rules = {**rules, "bonus_in_target": False, "bonus_scope": "taker"}
    target = (rules.get("target_without_honours", 56), *TARGETS[1:])[deal["honours"]]
    deal = {**deal, "points": min(target, 88) + off, "cappotto": None, "accuse": []}
    deal |= {"bagatto_last": None, "matto_last": None}
    if refusal(deal, rules, players):
        return  # 87 and more at dodici are a cappotto
    told = answer(deal, rules, players)

    if deal["points"] == target:
        assert (told["outcome"], contract(told), told["stake"]) == ("draw", 0, 0)
    else:
        assert abs(contract(told)) >= PREMIUMS[deal["contract"]]


@quick
@given(deals(default))
def test_by_default_a_point_brings_a_premium(table):
    players, rules, deal = table
    told = answer(deal, rules, players)
    least = (1 + PREMIUMS[deal["contract"]]) * MULTIPLIERS[deal["contract"]]

    if told["end_points"] == told["target"]:
        assert contract(told) == 0
    else:
        assert abs(contract(told)) >= least


@quick
@given(deals(default))
def test_by_default_each_point_brings_the_multiplier(table):
    players, rules, deal = table
    told = {
        points: answer({**deal, "points": points}, rules, players)
        for points in counts(deal["contract"], deal["cappotto"])
    }

    for points, more in told.items():
        less = told.get(points - 1)
        if less is None:
            continue
        rise = more["stake"] - less["stake"]
        assert rise >= 0
        if more["outcome"] == less["outcome"]:
            assert rise == MULTIPLIERS[deal["contract"]]


@quick
@given(deals(default, plain=True))
def test_french_arithmetic(table):
    players, _, deal = table
    scaled = answer(deal, "volte-scaled", players)
    sign = {"won": 1, "lost": -1, "draw": 0}[scaled["outcome"]]

    assert scaled["stake"] == answer(deal, "volte-tarot", players)["stake"]
    assert scaled["stake"] == sign * (25 + scaled["base"]) * MULTIPLIERS[deal["contract"]]


@quick
@given(deals())
def test_the_defence_counted(table):
    players, rules, deal = table
    counted = {**deal, "points": None, "defence_points": 91 - deal["points"]}

    told = answer(deal, rules, players)

    assert answer(counted, rules, players) == told
    assert answer({**deal, "defence_points": 91 - deal["points"]}, rules, players) == told


@quick
@given(deals(), st.integers(0, 7))
def test_seats_and_names(table, turn):
    players, rules, deal = table
    scores = answer(deal, rules, players)["scores"]
    text = json.dumps(deal)
    for name in players:
        text = text.replace(json.dumps(name), json.dumps(f"~{name[::-1]}~"))

    rotated = [*players[turn:], *players[:turn]]
    renamed = answer(json.loads(text), rules, [f"~{name[::-1]}~" for name in players])

    assert answer(deal, rules, rotated)["scores"] == scores
    assert list(renamed["scores"].values()) == list(scores.values())


@quick
@given(deals(profiles(sto_bene_mode="individual", miseria_mode="individual")))
def test_individual_accuse_do_not_change_the_stake(table):
    players, rules, deal = table
    assert stake_of(table) == stake_of((players, rules, {**deal, "accuse": []}))


@quick
@given(deals(profiles(sto_bene_mode="winners", miseria_mode="winners", target_without_honours=56)))
def test_accuse_of_winners_keep_its_sign(table):
    """Where all tricks win the contract: the 500 of a cappotto may turn one that is lost."""
    players, rules, deal = table
    without = stake_of((players, rules, {**deal, "accuse": []}))

    assert without * stake_of(table) >= 0
    assert (without == 0) == (stake_of(table) == 0)


def stake_of(table):
    players, rules, deal = table
    return answer(deal, rules, players)["stake"]


@quick
@given(deals())
def test_money(table):
    players, rules, deal = table
    unit = rules.get("stake_per_point", 0)
    told = answer(deal, rules, players)

    if unit == 0:
        assert told["money"] is None
    else:
        assert told["money"] == {name: score * unit for name, score in told["scores"].items()}


@quick
@given(deals(), st.data(), st.text())
def test_neutral_fields(table, data, note):
    players, rules, deal = table
    empty = st.sampled_from([None, [], {}])
    said = {name: value for name, value in deal.items() if value not in (None, [])}
    fields = ["kind", "void_reason", "dealer", "out", "defence_points", "bagatto_last"]
    fields += ["matto_last", "cappotto", "accuse"]
    spelled_out = {**{field: data.draw(empty) for field in fields}, **said, "note": note}

    assert answer(spelled_out, rules, players) == answer(said, rules, players)


@quick
@given(deals())
def test_the_ways_to_judge_agree(table):
    players, profile, deal = table
    rules = VOLTE.read_rules(profile)
    before = json.dumps(deal)
    told = VOLTE.answer(players, rules, deal)
    verdict = VOLTE.judge(players, rules, deal)

    assert (verdict.scores, verdict.warnings) == (told["scores"], told["warnings"])
    assert verdict.facts.stake == told["stake"]
    assert VOLTE.explain(players, rules, deal) == told["breakdown"]
    assert json.dumps(deal) == before


@settings(deadline=None, max_examples=80)
@given(deals())
def test_a_second_reading(table):
    """tarocco_volte.md §5 once more, word by word."""
    players, profile, deal = table
    rules = complete(profile)
    q, m = PREMIUMS[deal["contract"]], MULTIPLIERS[deal["contract"]]
    target = (rules["target_without_honours"], *TARGETS[1:])[deal["honours"]]
    bonus = {
        side: 10 * (deal["bagatto_last"] == side)
        + rules["matto_last_bonus"] * (deal["matto_last"] == side)
        for side in ("taker", "defence")
    }
    bt, bd = bonus["taker"], bonus["defence"] if rules["bonus_scope"] == "both" else 0
    points = deal["points"]
    end, r = (points + bt, 0) if rules["bonus_in_target"] else (points, bt)
    totals = rules["counted_points"] == "totals"
    if end > target:
        sign, base = 1, (end + r - bd if totals else end - target + r - bd)
    elif end < target:
        sign, base = -1, (91 - points - r + bd if totals else target - end - r + bd)
    else:
        sign, base = 0, 0
    line = sign * ((base + q) * m if rules["premium_timing"] == "before" else base * m + q)
    expected = (
        line
        + {"taker": 500, "defence": -500 * rules["cappotto_defence"], None: 0}[deal["cappotto"]]
    )
    others = dict.fromkeys(players, 0)
    warned = {"bonus_ignored"} if bonus["defence"] and rules["bonus_scope"] == "taker" else set()
    for accusa in deal["accuse"]:
        value, declarer = VALUES[accusa["kind"]], accusa["player"]
        kind = "sto_bene" if accusa["kind"].startswith("trionfi") else "miseria"
        if rules[f"{kind}_mode"] == "individual":
            for name in players:
                if name not in deal["out"]:
                    others[name] += 3 * value if name == declarer else -value
        elif sign == (1 if declarer == deal["taker"] else -1):
            expected += sign * value
        else:
            warned.add("accusa_not_counted")
    for name in players:
        if name not in deal["out"]:
            others[name] += 3 * expected if name == deal["taker"] else -expected

    told = answer(deal, profile, players)

    assert (told["target"], told["end_points"], told["base"]) == (target, end, base)
    assert (told["stake"], told["scores"]) == (expected, others)
    assert told["warnings"] == tuple(sorted(warned))


def test_every_built_in_profile_is_tried():
    assert [rules.name for rules in VOLTE.profiles()] == BUILT_IN
    assert [
        stake({"taker": "Ada", "contract": "due", "honours": 2, "points": 47}, name)
        for name in BUILT_IN
    ] == [112, 62, 194, 62]
