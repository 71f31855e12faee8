"""Rule profiles: scoring.md §4."""

import json

import pytest
from hypothesis import given, settings

from clubs.core.games import get_game
from clubs.core.problems import DealRefused
from clubs.core.profile_books import CACHE_SIZE
from clubs.games.french.core.records import FrenchContract
from clubs.games.french.core.rules import BOOK
from tests.games.french.core.deals import profiles
from tests.specified import FOR_POINTS, document, section

FRENCH = get_game("french")

FFT = {**document(section("scoring.md §4")), **FOR_POINTS}

CHANGES = {
    "flat-petit": {"petit_au_bout": {"mode": "flat", "value": 10}},
    "personal-petit": {"petit_au_bout": {"mode": "personal", "value": 10}},
    "poignee-20-40-60": {"poignee": {"simple": 20, "double": 40, "triple": 60}},
    "contre-8": {
        "multipliers": {"prise": 1, "pousse": None, "garde": 2, "garde_sans": 4, "garde_contre": 8}
    },
    "garde-minimum": {
        "multipliers": {
            "prise": None,
            "pousse": None,
            "garde": 2,
            "garde_sans": 4,
            "garde_contre": 6,
        }
    },
    "fixed-scale": {"scale": "fixed"},
    "rounded-10": {"rounding": 10},
    "family": {
        "poignee": {"simple": 20, "double": 40, "triple": 60},
        "petit_chelem": {"enabled": True, "announced": 300, "unannounced": 150, "failed": 150},
        "misere": {"enabled": True, "value": 10, "mode": "personal", "multiplied": False},
        "parole": True,
    },
}


def refusal(value):
    with pytest.raises(DealRefused) as refused:
        FRENCH.read_rules(value)
    return [(problem.code, problem.field) for problem in refused.value.problems]


class TestBuiltIn:
    def test_fft_as_it_is_specified_in_its_key_order(self):
        assert json.dumps(FRENCH.read_rules("fft").to_json()) == json.dumps(FFT)

    def test_all_of_them_the_default_first(self):
        assert [rules.name for rules in FRENCH.profiles()] == ["fft", *CHANGES]

    @pytest.mark.parametrize("name", CHANGES)
    def test_each_is_fft_with_its_change(self, name):
        told = FRENCH.read_rules(name).to_json()
        named = {"name": name, "title": told["title"]}

        assert told == {**FFT, **CHANGES[name], **named}
        assert told["title"] != "FFT official rules"

    def test_contracts(self):
        offered = {rules.name: rules.contracts() for rules in FRENCH.profiles()}

        assert offered["fft"] == (
            FrenchContract.PRISE,
            FrenchContract.GARDE,
            FrenchContract.GARDE_SANS,
            FrenchContract.GARDE_CONTRE,
        )
        assert offered["fixed-scale"] == tuple(FrenchContract)
        assert offered["garde-minimum"] == offered["fft"][1:]

    def test_called_cards(self):
        rules = FRENCH.read_rules("fft")
        assert [rules.weights(count) for count in (3, 4, 5, 6)] == [(), (), (2,), (2, 1)]


class TestMerge:
    def test_none_is_the_default(self):
        assert FRENCH.read_rules(None).name == FRENCH.default_rules == "fft"
        assert FRENCH.read_rules({}).to_json() == FFT
        assert FRENCH.read_rules({"base": None}).to_json() == FFT

    def test_objects_key_by_key_and_lists_replaced(self):
        rules = FRENCH.read_rules(
            {
                "base": "family",
                "name": "ours",
                "version": 3,
                "poignee": {"triple": 70},
                "poignee_trumps": {"4": [9, 12, 14]},
                "call_weights": {"6": [3]},
            }
        ).to_json()

        family = FRENCH.read_rules("family").to_json()
        assert rules == {
            **family,
            "name": "ours",
            "version": 3,
            "poignee": {"simple": 20, "double": 40, "triple": 70},
            "poignee_trumps": {**family["poignee_trumps"], "4": [9, 12, 14]},
            "call_weights": {"5": [2], "6": [3]},
        }

    def test_nothing_is_shared_with_the_parent(self):
        told = FRENCH.read_rules("fft").to_json()
        told["multipliers"]["prise"] = 9
        told["poignee_trumps"]["4"].append(22)

        assert FRENCH.read_rules("fft").to_json() == FFT

    def test_equal_numbers_of_other_types_are_not_taken_for_the_same(self):
        assert FRENCH.read_rules({"rounding": 1}).rounding == 1
        assert refusal({"rounding": True}) == [("rules_invalid", "rules.rounding")]
        assert refusal({"rounding": 1.0}) == [("rules_invalid", "rules.rounding")]

    @settings(deadline=None, max_examples=30)
    @given(profiles())
    def test_json_and_back(self, changes):
        rules = FRENCH.read_rules(changes)
        told = json.loads(json.dumps(rules.to_json()))

        assert FRENCH.read_rules(told) == rules
        assert list(told) == list(FFT)


@pytest.mark.parametrize("value", [5, 1.5, True, [], ["fft"]])
def test_field_type(value):
    assert refusal(value) == [("field_type", "rules")]


@pytest.mark.parametrize("name", ["house", "", "FFT", "fft ", "ottocento"])
def test_rules_unknown(name):
    assert refusal(name) == [("rules_unknown", "rules")]
    assert refusal({"base": name}) == [("rules_unknown", "rules.base")]


def test_all_problems():
    assert refusal({"base": "house", "rounding": 3, "poignee": {"huge": 1, "simple": -1}}) == [
        ("rules_invalid", "rules.rounding"),
        ("rules_invalid", "rules.poignee.huge"),
        ("rules_invalid", "rules.poignee.simple"),
        ("rules_unknown", "rules.base"),
    ]


# Setting, values that it takes, and their nearest neighbours that it does not.
VALUES = [
    ("name", ["x", "x" * 80], ["", "x" * 81, 5, None]),
    ("title", ["x", "x" * 80], ["", "x" * 81, 5, None]),
    ("version", [1, 10**6], [0, True, 1.0, "1", None]),
    ("scale", ["multiplier", "fixed"], ["Fixed", "", 1, None, ["fixed"], {}]),
    ("base_value", [0, 1000], [-1, 1001, 25.0, True, "25", None]),
    ("multipliers.garde", [1, 1000, None], [0, 1001, 2.0, True, "2"]),
    ("fixed_values.pousse", [1, 1000, None], [0, 1001, 2.0, True, "2"]),
    ("fixed_margin", ["add", "ignore"], ["none", None, False]),
    ("half_points", ["winner", "drop", "taker", "defence"], ["attack", None, 0.5]),
    ("margin_step", [1, 5, 10], [0, 2, 20, 1.0, True, "5", None]),
    (
        "petit_au_bout.mode",
        ["multiplied", "flat", "winner_only", "personal", "none"],
        ["off", None, []],
    ),
    ("petit_au_bout.value", [0, 1000], [-1, 1001, 10.0, None]),
    ("poignee.simple", [0, 1000], [-1, 1001, 20.0, None]),
    ("poignee.triple", [0, 1000], [-1, 1001, False]),
    (
        "poignee_trumps.4",
        [[10, 13, 15], [1, 2, 3], [1, 2, 22]],
        [
            [0, 2, 3],
            [1, 2, 23],
            [10, 13],
            [10, 13, 15, 18],
            [13, 10, 15],
            [10, 10, 15],
            [10, 13, 13],
            [10, 13, "15"],
            [10, 13, 15.0],
            [True, 2, 3],
            "10",
            {},
            None,
        ],
    ),
    ("poignee_mode", ["winner", "side", "personal"], ["both", "", None]),
    ("chelem.announced", [0, 10000], [-1, 10001, 1.5, None]),
    ("chelem.defence", [0, 10000], [-200, 10001, True]),
    ("defence_chelem.enabled", [True, False], [0, None]),
    ("defence_chelem.announced", [0, 10000], [-1, 10001, None]),
    ("asked.parole", [True, False], ["no", None]),
    ("asked.which_oudlers", [True, False], [1, None]),
    ("asked.called_cards", [True, False], [0, None]),
    ("petit_chelem.enabled", [True, False], [0, 1, "yes", None]),
    ("petit_chelem.failed", [0, 10000], [-1, 10001, None]),
    ("misere.enabled", [True, False], [0, 1, None]),
    ("misere.value", [0, 1000], [-1, 1001, None]),
    ("misere.mode", ["personal", "side", "winner"], ["flat", "", None]),
    ("misere.multiplied", [True, False], [0, 1, None]),
    ("rounding", [1, 5, 10], [0, 3, 100, -1, 5.0, None]),
    ("call_weights.5", [[], [1], [5]], [[0], [6], [1, 1], [2.0], [True], 2, None, {}]),
    ("call_weights.6", [[], [5], [2, 3], [1, 4]], [[3, 3], [5, 1], [1, 1, 1], ["2"], None]),
    ("double_call_share", ["highest", "sum"], ["lowest", None]),
    ("parole", [True, False], [1, "true", None]),
    ("vachette", [0, 60, 1000], [-1, 1001, 2.5]),
    ("bid_shown", [True, False], [0, "no", None]),
    ("misdeal_dealer", ["same", "next"], ["previous", None]),
]


def changes(path, value):
    outer, _, inner = path.partition(".")
    return {outer: {inner: value} if inner else value}


@pytest.mark.parametrize(("path", "values", "others"), VALUES, ids=[case[0] for case in VALUES])
def test_values(path, values, others):
    for value in values:
        outer, _, inner = path.partition(".")
        told = FRENCH.read_rules(changes(path, value)).to_json()[outer]
        assert (told[inner] if inner else told) == value
    for value in others:
        assert refusal(changes(path, value)) == [("rules_invalid", f"rules.{path}")]


@pytest.mark.parametrize(
    "path",
    [
        "colour",
        "bases",
        "multipliers.petite",
        "fixed_values.x",
        "petit_au_bout.camp",
        "poignee.zut",
        "poignee_trumps.7",
        "chelem.enabled",
        "petit_chelem.zut",
        "misere.kind",
        "call_weights.4",
    ],
)
def test_unknown_settings(path):
    assert refusal(changes(path, 1)) == [("rules_invalid", f"rules.{path}")]


@pytest.mark.parametrize("value", [5, None, [], "flat"])
def test_an_object_setting_needs_an_object(value):
    assert refusal({"petit_au_bout": value}) == [("rules_invalid", "rules.petit_au_bout")]


@pytest.mark.parametrize("value", [5, True, ["fft"], {}])
def test_base_is_a_name(value):
    assert refusal({"base": value}) == [("rules_invalid", "rules.base")]


def test_one_contract_must_be_offered():
    nothing = dict.fromkeys(["prise", "pousse", "garde", "garde_sans", "garde_contre"])

    assert refusal({"multipliers": nothing}) == [("rules_invalid", "rules.multipliers")]
    assert FRENCH.read_rules({"multipliers": {**nothing, "garde": 1}}).contracts() == (
        FrenchContract.GARDE,
    )
    assert refusal({"base": "fixed-scale", "fixed_values": nothing}) == [
        ("rules_invalid", "rules.fixed_values")
    ]
    # The table that the scale does not use may be empty.
    assert FRENCH.read_rules({"scale": "fixed", "multipliers": nothing}).offers(
        FrenchContract.PRISE
    )


def test_the_store_of_read_profiles_does_not_grow():
    for value in range(1000):
        FRENCH.read_rules({"base_value": value})

    assert len(BOOK.cache) <= CACHE_SIZE
