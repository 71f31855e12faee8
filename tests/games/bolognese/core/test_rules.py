"""Profiles of Tarocco bolognese: bolognese.md §7."""

import pytest

from clubs.core.games import get_game
from clubs.core.problems import DealRefused
from tests.specified import FOR_POINTS

GAME = get_game("bolognese")
OTTOCENTO = {
    "end": "target",
    "target": 800,
    "deals": 4,
    "tie": "extra_deal",
    "call_out": "turn_order",
    "accuso_doubling": True,
    "adjacent_counters": False,
    **FOR_POINTS,
}


def settings(rules):
    told = GAME.read_rules(rules).to_json()
    assert list(told)[:3] == ["name", "title", "version"]
    assert (told["version"], bool(told["title"])) == (1, True)
    return {key: told[key] for key in told if key not in ("name", "title", "version")}


def refusal(rules):
    with pytest.raises(DealRefused) as refused:
        GAME.read_rules(rules)
    return [(problem.code, problem.field) for problem in refused.value.problems]


@pytest.mark.parametrize(
    ("rules", "differs"),
    [
        (None, {}),
        ({}, {}),
        ("ottocento", {}),
        ("cinquecento", {"target": 500}),
        ("mille", {"target": 1000}),
        (
            "quattro-scartate",
            {"end": "deals", "deals": 4, "tie": "draw", "call_out": "off"},
        ),
        ({"target": 50}, {"target": 50}),
        ({"target": 5000, "base": None}, {"target": 5000}),
        (
            {"base": "quattro-scartate", "deals": 40, "name": "x", "title": "y"},
            {"end": "deals", "deals": 40, "tie": "draw", "call_out": "off"},
        ),
        (
            {"base": "mille", "accuso_doubling": False, "adjacent_counters": True},
            {"target": 1000, "accuso_doubling": False, "adjacent_counters": True},
        ),
    ],
)
def test_read(rules, differs):
    assert settings(rules) == {**OTTOCENTO, **differs}


def test_what_is_built_in():
    assert [rules.name for rules in GAME.profiles()] == [
        "ottocento",
        "cinquecento",
        "mille",
        "quattro-scartate",
    ]


@pytest.mark.parametrize("name", [rules.name for rules in GAME.profiles()])
def test_a_complete_profile_reads_as_itself(name):
    complete = GAME.read_rules(name).to_json()
    assert GAME.read_rules(complete).to_json() == complete


@pytest.mark.parametrize(
    ("setting", "value"),
    [
        ("end", "points"),
        ("end", None),
        ("end", ["target"]),
        ("target", 49),
        ("target", 5001),
        ("target", 800.0),
        ("target", "800"),
        ("target", True),
        ("target", 10**30),
        ("deals", 0),
        ("deals", 41),
        ("tie", "none"),
        ("tie", 1),
        ("call_out", "on"),
        ("call_out", False),
        ("call_out", {}),
        ("accuso_doubling", 1),
        ("accuso_doubling", "true"),
        ("adjacent_counters", None),
        ("version", 0),
        ("name", ""),
        ("title", "x" * 81),
        ("last_trick", 6),
    ],
)
def test_refused(setting, value):
    assert refusal({setting: value}) == [("rules_invalid", f"rules.{setting}")]


def test_all_that_is_wrong_comes_at_once():
    assert refusal({"base": "fft", "target": 1, "scale": "fixed"}) == [
        ("rules_invalid", "rules.target"),
        ("rules_invalid", "rules.scale"),
        ("rules_unknown", "rules.base"),
    ]


@pytest.mark.parametrize("name", ["fft", "Ottocento", ""])
def test_unknown_name(name):
    assert refusal(name) == [("rules_unknown", "rules")]


@pytest.mark.parametrize("rules", [5, True, ["ottocento"], 1.5])
def test_neither_name_nor_object(rules):
    assert refusal(rules) == [("field_type", "rules")]


def test_rules_of_another_game_are_a_mistake_of_the_program():
    french = get_game("french").read_rules(None)
    with pytest.raises(TypeError, match="fft is no profile of Tarocco bolognese"):
        GAME.judge(["A", "B", "C", "D"], french, {})
