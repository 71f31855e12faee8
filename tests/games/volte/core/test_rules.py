"""Rule profiles of volte: tarocco_volte.md §4."""

import pytest
from hypothesis import given, settings

from clubs.core.games import checked_bid
from clubs.core.problems import DealRefused
from tests.games.volte.core.deals import BUILT_IN, VOLTE, profiles
from tests.specified import FOR_POINTS

DEFAULT = {
    "name": "volte",
    "title": "Volte as printed",
    "version": 1,
    "counted_points": "difference",
    "premium_timing": "before",
    "bonus_in_target": True,
    "bonus_scope": "taker",
    "matto_last_bonus": 5,
    "sto_bene_mode": "winners",
    "miseria_mode": "individual",
    "cappotto_defence": True,
    "target_without_honours": 56,
    "bid_shown": False,
    **FOR_POINTS,
}
CHANGES = {
    "volte": {},
    "volte-scaled": {"premium_timing": "after"},
    "volte-totals": {"counted_points": "totals"},
    "volte-tarot": {
        "premium_timing": "after",
        "bonus_scope": "both",
        "bonus_in_target": False,
        "matto_last_bonus": 0,
    },
}


def refusal(value):
    with pytest.raises(DealRefused) as refused:
        VOLTE.read_rules(value)
    return [(problem.code, problem.field) for problem in refused.value.problems]


def test_the_default_in_its_key_order():
    assert list(VOLTE.read_rules(None).to_json().items()) == list(DEFAULT.items())


def test_all_of_them_the_default_first():
    assert [rules.name for rules in VOLTE.profiles()] == BUILT_IN == list(CHANGES)


@pytest.mark.parametrize("name", BUILT_IN)
def test_built_in(name):
    told = VOLTE.read_rules(name).to_json()
    assert told == {**DEFAULT, **CHANGES[name], "name": name, "title": told["title"]}
    assert VOLTE.read_rules(told).to_json() == told


def test_what_differs_from_a_parent():
    told = VOLTE.read_rules({"base": "volte-tarot", "stake_per_point": 5}).to_json()
    assert told == {**VOLTE.read_rules("volte-tarot").to_json(), "stake_per_point": 5}


@settings(deadline=None, max_examples=30)
@given(profiles())
def test_a_complete_profile_comes_back(changes):
    rules = VOLTE.read_rules(changes)
    assert VOLTE.read_rules(rules.to_json()) == rules


@pytest.mark.parametrize(
    ("setting", "low", "high"),
    [
        ("matto_last_bonus", 0, 10),
        ("target_without_honours", 52, 91),
        ("stake_per_point", 0, 1_000_000),
        ("version", 1, 10**30),
    ],
)
def test_ranges(setting, low, high):
    for value in (low, high):
        assert VOLTE.read_rules({setting: value}).to_json()[setting] == value
    for value in (low - 1, True, float(low), str(low), None, [low], {}):
        assert refusal({setting: value}) == [("rules_invalid", f"rules.{setting}")]
    if setting != "version":
        assert refusal({setting: high + 1}) == [("rules_invalid", f"rules.{setting}")]


@pytest.mark.parametrize(
    ("setting", "value"),
    [
        ("counted_points", "both"),
        ("counted_points", ["totals"]),
        ("premium_timing", True),
        ("bonus_in_target", 1),
        ("bonus_in_target", "true"),
        ("bonus_scope", "defence"),
        ("sto_bene_mode", "none"),
        ("sto_bene_mode", {}),
        ("miseria_mode", None),
        ("cappotto_defence", None),
        ("name", ""),
        ("title", "x" * 81),
        ("multipliers", {"due": 3}),
        ("petit_au_bout", {"mode": "flat"}),
        ("base", 5),
    ],
)
def test_refused(setting, value):
    assert refusal({setting: value}) == [("rules_invalid", f"rules.{setting}")]


def test_all_problems_together():
    assert refusal({"base": "fft", "bonus_scope": 1, "x": 2}) == [
        ("rules_invalid", "rules.bonus_scope"),
        ("rules_invalid", "rules.x"),
        ("rules_unknown", "rules.base"),
    ]


@pytest.mark.parametrize("name", ["fft", "Volte", "volte ", ""])
def test_unknown(name):
    assert refusal(name) == [("rules_unknown", "rules")]


@pytest.mark.parametrize("value", [5, True, ["volte"]])
def test_no_profile(value):
    assert refusal(value) == [("field_type", "rules")]


def test_bids_are_told_where_the_rules_show_them():
    told = {"taker": "Nora", "contract": "due", "honours": 2, "points": 70}
    players = ["Nora", "Paolo", "Rita", "Sergio"]

    bid = checked_bid(VOLTE, players, VOLTE.read_rules({"bid_shown": True}), told)

    assert bid == {"taker": "Nora", "contract": "due"}
    with pytest.raises(DealRefused):
        checked_bid(VOLTE, players, VOLTE.read_rules(None), told)
