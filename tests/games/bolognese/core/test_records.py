"""Stage 2 of Tarocco bolognese: what may stand in a record. Source: bolognese.md §8, §11."""

import pytest

from clubs.games.bolognese.core.records import RESULT_FIELDS
from tests.games.bolognese.core.examples import (
    CALL,
    FOUR,
    NONE,
    QUICK,
    accuso,
    answer,
    pile,
    quick,
    refusal,
)

CARDS = pile("T12 T11 D6 D7")
VOID = {"kind": "void", "void_reason": "misdeal"}
OPTIONAL = ["kind", "accusi", "penalties", "called_out", "dealer", "totals_before", "note"]
EMPTY = [None, [], {}]


@pytest.mark.parametrize("deal", [QUICK, CARDS, CALL, VOID])
def test_accepted(deal):
    assert refusal(deal) == []


@pytest.mark.parametrize("deal", [None, [], "deal", 5, True])
def test_a_deal_is_an_object(deal):
    code = "field_missing" if deal is None else "field_type"
    assert refusal(deal) == [(code, "deal")]


@pytest.mark.parametrize("empty", EMPTY, ids=repr)
class TestEmpty:
    """`null`, `[]` or `{}` in place of an absent field of the deal changes nothing."""

    @pytest.mark.parametrize("deal", [QUICK, CARDS, CALL, VOID], ids=["q", "c", "call", "void"])
    def test_absent_fields(self, deal, empty):
        fields = {*RESULT_FIELDS, *OPTIONAL, "void_reason", "deals_before"} - deal.keys()
        assert answer({**deal, **dict.fromkeys(fields, empty)}) == answer(deal)

    @pytest.mark.parametrize("field", ["entry", "last_trick", "quick"])
    def test_needed_of_a_quick_deal(self, field, empty):
        assert ("field_missing", field) in refusal({**QUICK, field: empty})

    def test_needed_pile(self, empty):
        assert refusal({**CARDS, "pile": empty}) == [("field_missing", "pile")]

    @pytest.mark.parametrize("field", ["dealer", "totals_before"])
    def test_needed_to_call_out(self, field, empty):
        assert refusal({**CALL, field: empty}) == [("field_missing", field)]

    def test_needed_in_a_void_deal(self, empty):
        assert refusal({**VOID, "void_reason": empty}) == [("field_missing", "void_reason")]

    @pytest.mark.parametrize("field", ["cards", "only", "void"])
    def test_of_a_declaration_that_is_told_in_points(self, field, empty):
        told = {"player": "Nora", "points": 17}
        deal = quick(accusi=[{**told, field: empty}])
        assert answer(deal) == answer(quick(accusi=[told]))


def test_no_cards_and_no_points_declare_nothing():
    assert refusal(quick(accusi=[{"player": "Nora", "cards": []}])) == [
        ("accuso_empty", "accusi[0].cards")
    ]


@pytest.mark.parametrize(("reason", "code"), [("xyz", "value_not_allowed"), (5, "field_type")])
def test_a_wrong_reason_of_a_played_deal_is_said_once(reason, code):
    assert refusal({**QUICK, "void_reason": reason}) == [(code, "void_reason")]


def test_nothing_at_all():
    assert refusal({}) == [("field_missing", "entry"), ("field_missing", "last_trick")]


def test_optional_parts_may_be_null():
    nulls = {"cards": None, "only": None, "void": None}
    deal = quick(
        ew={"scartini": None, "sequences": {"danari": 4, "mori": None}},
        accusi=[{"player": "Nora", "points": 17, **nulls}],
        penalties={"ns": None},
    )
    plain = quick(ew={"sequences": 15}, accusi=[{"player": "Nora", "points": 17}])
    assert answer(deal)["scores"] == answer(plain)["scores"]
    call = {**CALL, "called_out": {"player": "Nora", "first15": None}}
    assert answer(call) == answer(CALL)


@pytest.mark.parametrize(
    ("field", "values"),
    [
        ("kind", [5, True, ["void"]]),
        ("entry", [1, {"quick": 1}]),
        ("last_trick", [0, False, ["ns"]]),
        ("quick", [5, "x", [1], True]),
        ("accusi", [{"player": "Nora"}, "x", 17]),
        ("penalties", ["ew", ["ew"], 1]),
        ("called_out", ["Nora", True, ["Nora"]]),
        ("dealer", [1, ["Nora"], {"name": "Nora"}, False]),
        ("totals_before", [5, [1, 2], "0"]),
        ("deals_before", ["4", 4.0, True, [4]]),
        ("note", [5, ["x"], True]),
    ],
)
def test_types(field, values):
    for value in values:
        assert ("field_type", field) in refusal({**QUICK, field: value})


@pytest.mark.parametrize("odd", [10.0, "10", True, 10.5, [10]], ids=repr)
class TestWholeNumbers:
    @pytest.mark.parametrize("field", ["sequences", "cricche", "scartini"])
    def test_of_a_count(self, field, odd):
        assert refusal(quick(ns={field: odd})) == [("field_type", f"quick.ns.{field}")]

    def test_of_a_tally(self, odd):
        assert refusal(quick(ew={"sequences": {"grande": odd}})) == [
            ("field_type", "quick.ew.sequences.grande")
        ]

    def test_of_an_accuso(self, odd):
        assert refusal(quick(accusi=[{"player": "Nora", "points": odd}])) == [
            ("field_type", "accusi[0].points")
        ]

    def test_of_a_match(self, odd):
        told = {"totals_before": {"ns": odd, "ew": 0}, "deals_before": odd}
        assert refusal({**QUICK, **told}) == [
            ("field_type", "totals_before.ns"),
            ("field_type", "deals_before"),
        ]


@pytest.mark.parametrize(
    ("change", "problems"),
    [
        ({"quick": {"ns": {**NONE, "scartini": 40}}}, [("field_missing", "quick.ew")]),
        (
            {"quick": {"ns": {"scartini": 40}, "ew": 5}},
            [
                ("field_missing", "quick.ns.sequences"),
                ("field_missing", "quick.ns.cricche"),
                ("field_type", "quick.ew"),
            ],
        ),
        (
            {"quick": {"ns": NONE, "ew": NONE}},
            [
                ("field_missing", "quick.ns.scartini"),
                ("field_missing", "quick.ew.scartini"),
            ],
        ),
        (
            {"quick": {**QUICK["quick"], "we": NONE}},
            [("field_unknown", "quick.we")],
        ),
        ({"accusi": [5, None]}, [("field_type", "accusi[0]"), ("field_type", "accusi[1]")]),
        ({"accusi": [{"points": 17}]}, [("field_missing", "accusi[0].player")]),
        ({"accusi": [accuso("DK", player=["Nora"])]}, [("field_type", "accusi[0].player")]),
        ({"accusi": [{"player": "Nora", "cards": [5]}]}, [("field_type", "accusi[0].cards[0]")]),
        ({"accusi": [{"player": "Nora", "cards": "DK"}]}, [("field_type", "accusi[0].cards")]),
        (
            {"accusi": [accuso("DK CK SK", only=["re", "kings", 5], void=1)]},
            [
                ("value_not_allowed", "accusi[0].only[1]"),
                ("field_type", "accusi[0].only[2]"),
                ("field_type", "accusi[0].void"),
            ],
        ),
        ({"accusi": [accuso("DK CK SK", hand=5)]}, [("field_unknown", "accusi[0].hand")]),
        (
            {"penalties": {"ew": "all", "we": "scartini_only", "ns": 1}},
            [
                ("value_not_allowed", "penalties.ew"),
                ("field_unknown", "penalties.we"),
                ("field_type", "penalties.ns"),
            ],
        ),
        ({"entry": "slow"}, [("value_not_allowed", "entry")]),
        ({"last_trick": "north"}, [("value_not_allowed", "last_trick")]),
        ({"kind": "scores"}, [("value_not_allowed", "kind")]),
        ({"void_reason": "other"}, [("value_not_allowed", "void_reason")]),
        ({"stake": None}, [("field_unknown", "stake")]),
        ({"totals_before": {"ns": 5}}, [("field_missing", "totals_before.ew")]),
        (
            {"totals_before": {"ns": -1, "ew": 0}, "deals_before": -1},
            [("value_not_allowed", "totals_before.ns"), ("value_not_allowed", "deals_before")],
        ),
    ],
)
def test_a_quick_deal(change, problems):
    assert refusal({**QUICK, **change}) == problems


@pytest.mark.parametrize(
    ("told", "problems"),
    [
        ({"pair": "ew"}, [("field_missing", "pile.cards")]),
        ({"cards": []}, [("field_missing", "pile.pair")]),
        ({"pair": "N", "cards": []}, [("value_not_allowed", "pile.pair")]),
        (
            {"pair": "ew", "cards": ["D6", 6, None]},
            [("field_type", "pile.cards[1]"), ("field_type", "pile.cards[2]")],
        ),
        ({"pair": "ew", "cards": {"D6": 1}}, [("field_type", "pile.cards")]),
        ({"pair": "ew", "cards": [], "count": 0}, [("field_unknown", "pile.count")]),
        (["D6"], [("field_type", "pile")]),
    ],
)
def test_a_pile(told, problems):
    assert refusal({**CARDS, "pile": told}) == problems


class TestEntryMixed:
    def test_beside_a_quick_entry(self):
        assert refusal({**QUICK, "pile": CARDS["pile"], "passed_card": "D6"}) == [
            ("entry_mixed", "pile"),
            ("entry_mixed", "passed_card"),
        ]

    def test_beside_a_pile(self):
        assert refusal({**CARDS, "quick": QUICK["quick"]}) == [("entry_mixed", "quick")]

    def test_instead_of_it(self):
        assert refusal({**QUICK, "entry": "cards"}) == [
            ("field_missing", "pile"),
            ("entry_mixed", "quick"),
        ]


@pytest.mark.parametrize(
    "told",
    [
        {},
        {"cards": ["DK"], "points": 17},
        {"points": 17, "only": ["re"]},
        {"only": ["re"]},
        {"cards": None, "points": None, "void": True},
    ],
)
def test_accuso_cards_or_points(told):
    assert refusal({**QUICK, "accusi": [{"player": "Nora", **told}]}) == [
        ("accuso_cards_or_points", "accusi[0]")
    ]


def test_only_with_no_name_says_nothing():
    told = answer(quick(accusi=[{"player": "Nora", "points": 17, "only": []}]))
    assert told["pairs"]["ns"]["accusi"] == 17


class TestVoid:
    def test_nothing_of_a_result(self):
        told = {**QUICK, **CARDS, "passed_card": "D6", "penalties": {"ew": "scartini_only"}}
        told |= {"accusi": CALL["accusi"], "called_out": {"player": "Nora"}}
        problems = refusal({**told, **VOID, "dealer": "Nora", "note": "x"})
        assert problems == [("void_has_result", field) for field in RESULT_FIELDS]
        assert RESULT_FIELDS == (
            "entry",
            "quick",
            "pile",
            "passed_card",
            "last_trick",
            "penalties",
            "accusi",
            "called_out",
        )

    @pytest.mark.parametrize("reason", ["all_pass", "petit_sec", ""])
    def test_reasons_of_other_games(self, reason):
        assert refusal({**VOID, "void_reason": reason}) == [("value_not_allowed", "void_reason")]


class TestCalledOut:
    @pytest.mark.parametrize(
        "field", ["entry", "quick", "pile", "passed_card", "last_trick", "penalties"]
    )
    def test_no_result_beside_it(self, field):
        told = {**QUICK, **CARDS, "passed_card": "D6", "penalties": {"ew": "scartini_only"}}
        assert refusal({**CALL, field: told[field]}) == [("call_out_has_result", field)]

    @pytest.mark.parametrize(
        ("called_out", "problem"),
        [
            ({"first15": True}, ("field_missing", "called_out.player")),
            ({"player": 5}, ("field_type", "called_out.player")),
            ({"player": ["Nora"]}, ("field_type", "called_out.player")),
            ({"player": "Nora", "first15": 1}, ("field_type", "called_out.first15")),
            ({"player": "Nora", "by": "Nora"}, ("field_unknown", "called_out.by")),
        ],
    )
    def test_its_fields(self, called_out, problem):
        assert refusal({**CALL, "called_out": called_out}) == [problem]


def test_all_of_the_stage_and_nothing_of_a_later_one():
    deal = {**QUICK, "last_trick": 5, "dealer": "Nobody", "note": 1, "accusi": [{"points": 1}]}
    assert sorted(refusal(deal)) == [
        ("field_missing", "accusi[0].player"),
        ("field_type", "last_trick"),
        ("field_type", "note"),
    ]


def test_names_are_opaque():
    names = ["a0", "b1", "c2", "d3"]
    deal = quick(dealer="b1", accusi=[{"player": "d3", "points": 17}])
    assert list(answer(deal, players=names)["scores"]) == names
    assert refusal(deal, players=FOUR) == [("player_unknown", "dealer")]
