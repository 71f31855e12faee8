"""The twelve invariants of scoring.md §9, with random deals and rules."""

import json
from collections import Counter
from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.games.french.core.deals import FRENCH, TABLES, answer, counts, deals, refusal

quick = settings(deadline=None, max_examples=30)
fft = st.just("fft")
families = st.just("family")


def shares(told):
    return [line for line in told["breakdown"] if line["code"] == "share"]


def complete(profile):
    return FRENCH.read_rules(profile).to_json()


def played(players, deal):
    return [name for name in players if name not in deal["out"]]


@quick
@given(deals())
def test_1_zero_sum(table):
    players, rules, deal = table
    scores = answer(players, rules, deal)["scores"]

    assert sum(scores.values()) == 0
    assert list(scores) == players


@quick
@given(deals())
def test_2_symmetry(table):
    told = answer(*table)

    assert {line["amount"] for line in shares(told) if line["role"] == "defender"} == {
        -told["stake"]
    }


@quick
@given(deals(), st.data())
def test_3_seat_equivariance(table, data):
    players, rules, deal = table
    seats = data.draw(st.permutations(players))

    assert answer(seats, rules, deal)["scores"] == answer(players, rules, deal)["scores"]


@quick
@given(deals())
def test_3_renaming(table):
    players, rules, deal = table
    text = json.dumps(deal)
    for name in players:
        text = text.replace(json.dumps(name), json.dumps(f"~{name[::-1]}~"))

    renamed = answer([f"~{name[::-1]}~" for name in players], rules, json.loads(text))

    scores = answer(players, rules, deal)["scores"]
    assert list(renamed["scores"].values()) == list(scores.values())


no_chelem = deals(chelems=[None])


@quick
@given(no_chelem, st.data())
def test_4_more_points_never_cost(table, data):
    players, rules, deal = table
    possible = counts(deal["contract"], deal["oudlers"], len(played(players, deal)))
    points = data.draw(st.sampled_from([count for count in possible if count >= deal["points"]]))

    more = answer(players, rules, {**deal, "points": points})

    assert more["stake"] >= answer(players, rules, deal)["stake"]


@quick
@given(no_chelem, st.data())
def test_4_the_petit_never_costs_its_winner(table, data):
    players, rules, deal = table
    deal["oudlers"] = data.draw(st.sampled_from([1, 2]))
    possible = counts(deal["contract"], deal["oudlers"], len(played(players, deal)))
    deal["points"] = data.draw(st.sampled_from(possible))
    deal |= {"petit_player": deal["taker"], "miseres": []}

    stakes = [
        answer(players, rules, {**deal, "petit_au_bout": camp})["stake"]
        for camp in ("defence", None, "attack")
    ]

    assert stakes == sorted(stakes)


@quick
@given(no_chelem, st.data())
def test_4_more_oudlers_never_cost(table, data):
    players, rules, deal = table
    deal["petit_au_bout"] = None
    possible = [
        oudlers
        for oudlers in range(deal["oudlers"], 4)
        if deal["points"] in counts(deal["contract"], oudlers, len(played(players, deal)))
    ]
    oudlers = data.draw(st.sampled_from(possible))

    richer = answer(players, rules, {**deal, "oudlers": oudlers})

    assert richer["stake"] >= answer(players, rules, deal)["stake"]


@quick
@given(
    st.sampled_from([3, 4, 5, 6]),
    st.sampled_from(["prise", "garde", "garde_sans", "garde_contre"]),
    st.sampled_from([(1, 51), (2, 41)]),
    st.integers(1, 29),
    st.sampled_from([("attack", "defence"), ("defence", "attack"), (None, None)]),
    st.booleans(),
)
def test_5_mirror(count, contract, needed, margin, camps, halves):
    """A half point goes to the winner, so that 40.5 and 41.5 for 41 are both one off."""
    oudlers, threshold = needed
    less = 0.5 if halves and count in (3, 5) else 0
    players = TABLES[count]
    deal = {"taker": players[0], "contract": contract, "oudlers": oudlers}
    deal["called"] = [None] * (count - 4) if count > 4 else []

    made, failed = (
        answer(players, "fft", {**deal, "points": points, "petit_au_bout": camp})["stake"]
        for points, camp in zip(
            (threshold + margin - less, threshold - margin + less), camps, strict=True
        )
    )

    assert made == -failed


@quick
@given(deals())
def test_6_rounding(table):
    players, rules, deal = table
    unit = complete(rules)["rounding"]
    told = answer(players, rules, deal)
    exact = sum(
        line["amount"]
        for line in told["breakdown"]
        if line["kind"] == "stake" and line["code"] != "rounding"
    )

    assert told["stake"] % unit == 0
    assert [line["amount"] % unit for line in shares(told)] == [0] * len(players)
    assert 2 * abs(told["stake"] - exact) <= unit
    if 2 * abs(told["stake"] - exact) == unit > 1:
        assert abs(told["stake"]) > abs(exact)  # halves away from zero
    if not any(line["role"] == "partner" for line in shares(told)):
        taker = next(line["amount"] for line in shares(told) if line["role"] == "taker")
        assert taker == (len(played(players, deal)) - 1) * told["stake"]


@quick
@given(deals())
def test_7_shares(table):
    players, rules, deal = table
    unit = complete(rules)["rounding"]
    told = answer(players, rules, deal)
    by_role = {}
    for line in shares(told):
        by_role.setdefault(line["role"], []).append(line)
    pool = told["stake"] * len(by_role["defender"])

    assert [line["amount"] for line in by_role.get("out", [])] == [0] * len(deal["out"])
    attack = by_role["taker"] + by_role.get("partner", [])
    assert sum(line["amount"] for line in attack) == pool
    assert sum(line["sixths"] for line in attack) == 6
    for line in by_role.get("partner", []):
        assert 2 * abs(line["amount"] - Fraction(pool * line["sixths"], 6)) <= unit


@quick
@given(deals(fft), st.sampled_from([("simple", 20), ("double", 30), ("triple", 40)]), st.data())
def test_8_poignees(table, shown, data):
    players, rules, deal = table
    size, value = shown
    player = data.draw(st.sampled_from(played(players, deal)))
    one = {**deal, "poignees": [{"player": player, "size": size}]}
    none = {**deal, "poignees": []}
    made = deal["points"] >= (56, 51, 41, 36)[deal["oudlers"]]

    difference = answer(players, rules, one)["stake"] - answer(players, rules, none)["stake"]

    assert difference == (value if made else -value)


@quick
@given(deals(families), st.text(), st.data())
def test_9_neutral_fields(table, note, data):
    players, rules, deal = table
    said = {
        key: value
        for key, value in deal.items()
        if value is not None and value is not False and value != [] and key != "dealer"
    }
    empty = {
        "kind": st.sampled_from([None, "played"]),
        "void_reason": st.none(),
        "out": st.sampled_from([None, []]),
        "called": st.sampled_from([None, []]),
        "petit_au_bout": st.none(),
        "petit_player": st.none(),
        "poignees": st.sampled_from([None, []]),
        "chelem": st.none(),
        "chelem_announced": st.sampled_from([None, False]),
        "chelem_defence_announced": st.sampled_from([None, False]),
        "petit_chelem": st.none(),
        "petit_chelem_announced": st.sampled_from([None, False]),
        "miseres": st.sampled_from([None, []]),
    }
    spelled_out = {**{key: data.draw(value) for key, value in empty.items()}, **said}
    spelled_out |= {"note": note, "dealer": data.draw(st.none() | st.sampled_from(players))}

    assert answer(players, rules, spelled_out) == answer(players, rules, said)


@quick
@given(st.lists(deals(), min_size=1, max_size=3))
def test_10_purity(some):
    def run(tables):
        return [json.dumps(answer(*table)) for table in tables]

    before = json.dumps(some)

    assert run(some) == run(some)
    assert run(some[::-1]) == run(some)[::-1]
    assert json.dumps(some) == before


@quick
@given(deals())
def test_11_breakdown(table):
    players, rules, deal = table
    told = answer(players, rules, deal)
    sums = dict.fromkeys(players, 0)
    for line in told["breakdown"]:
        if line["kind"] == "player":
            sums[line["player"]] += line["amount"]

    assert sums == told["scores"]
    stakes = [line for line in told["breakdown"] if line["kind"] == "stake"]
    assert sum(line["amount"] for line in stakes) == told["stake"]
    contract = stakes[0]
    assert abs(contract["amount"]) == contract["coefficient"] * (
        contract["base"] + contract["margin"]
    )
    order = [{"info": 0, "stake": 1, "player": 2}[line["kind"]] for line in told["breakdown"]]
    assert order == sorted(order)
    assert [line["player"] for line in shares(told)] == players


@quick
@given(st.lists(deals(), max_size=4))
def test_12_running_totals(some):
    totals = Counter()
    for table in some:
        totals.update(answer(*table)["scores"])
        assert sum(totals.values()) == 0


@quick
@given(deals())
def test_the_three_ways_to_judge_agree(table):
    players, profile, deal = table
    rules = FRENCH.read_rules(profile)
    told = FRENCH.answer(players, rules, deal)
    verdict = FRENCH.judge(players, rules, deal)

    assert refusal(*table) == []
    assert (verdict.scores, verdict.warnings) == (told["scores"], told["warnings"])
    assert verdict.facts.stake == told["stake"]
    assert FRENCH.explain(players, rules, deal) == told["breakdown"]
    assert verdict.roles == {line["player"]: line["role"] for line in shares(told)}
