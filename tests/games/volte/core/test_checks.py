"""Every code of tarocco_volte.md §7: a deal that is refused for it, and its nearest neighbour that
is not.

A case is what the deal says beside its base, and the problems with their fields.
"""

import pytest

from clubs.core.games import get_game
from clubs.core.lines import answer_line
from clubs.games.volte.core.checks import ERRORS
from tests.games.volte.core.deals import FIVE, FOUR, LISCIO, VOID, VOLTE, refusal

EIGHT = [*FIVE, "Fosca", "Gina", "Hugo"]
BASE_RULES = VOLTE.read_rules(None)


def told(*pairs):
    return {"accuse": [{"player": player, "kind": kind} for player, kind in pairs]}


def without(field, **more):
    return {**{name: value for name, value in LISCIO.items() if name != field}, **more}


class TestTableAndProfile:
    @pytest.mark.parametrize(
        ("players", "problems"),
        [
            (None, [("field_missing", "players")]),
            ("Ada", [("field_type", "players")]),
            (FOUR[:3], [("players_count", "players")]),
            ([*EIGHT, "Ines"], [("players_count", "players")]),
            (["Ada", "Ada", "Cleo", "Dino"], [("players_duplicate", "players")]),
            (["Ada", "", "Cleo", "Dino"], [("player_name_invalid", "players[1]")]),
            (["Ada", [], {}, 4], [("field_type", f"players[{seat}]") for seat in (1, 2, 3)]),
        ],
    )
    def test_players(self, players, problems):
        assert refusal(LISCIO, players=players) == problems

    @pytest.mark.parametrize(
        ("deal", "problems"),
        [
            (None, [("field_missing", "deal")]),
            ([LISCIO], [("field_type", "deal")]),
            ("liscio", [("field_type", "deal")]),
        ],
    )
    def test_deal(self, deal, problems):
        assert refusal(deal) == problems

    def test_four_to_eight_may_sit(self):
        for seated in range(4, 9):
            assert refusal({**LISCIO, "out": EIGHT[4:seated]}, players=EIGHT[:seated]) == []


READING = [
    ({}, [("field_missing", name) for name in ("taker", "contract", "honours", "points")]),
    (without("taker"), [("field_missing", "taker")]),
    (without("contract"), [("field_missing", "contract")]),
    (without("honours"), [("field_missing", "honours")]),
    (without("points"), [("field_missing", "points")]),
    *(
        ({**LISCIO, field: empty}, [("field_missing", field)])
        for field in ("taker", "contract", "honours", "points")
        for empty in (None, [], {})
    ),
    *(
        ({**LISCIO, field: value}, [("field_type", field)])
        for field in ("honours", "points", "defence_points")
        for value in (2.0, 41.5, True, False, "2", [2], {"a": 2}, float("inf"))
    ),
    *(
        ({**LISCIO, field: value}, [("field_type", field)])
        for field in ("taker", "contract", "kind", "dealer", "note", "bagatto_last")
        for value in (5, 4.0, True, False, ["Ada"], {"Ada": 1})
    ),
    *(
        ({**LISCIO, field: value}, [("value_not_allowed", field)])
        for field, value in (
            ("contract", "garde"),
            ("contract", "Liscio"),
            ("contract", ""),
            ("kind", "scores"),
            ("bagatto_last", "attack"),
            ("matto_last", "Ada"),
            ("cappotto", "both"),
            ("void_reason", "all_pass"),
            ("void_reason", "petit_sec"),
        )
    ),
    ({**LISCIO, "bonus": None}, [("field_unknown", "bonus")]),
    ({**LISCIO, "oudlers": 2}, [("field_unknown", "oudlers")]),
    ({**LISCIO, "matto_last": False}, [("field_type", "matto_last")]),
    ({**LISCIO, "cappotto": ["taker"]}, [("field_type", "cappotto")]),
    ({**LISCIO, "out": "Ezio"}, [("field_type", "out")]),
    ({**LISCIO, "out": [5, None, []]}, [("field_type", f"out[{i}]") for i in range(3)]),
    ({**LISCIO, "accuse": "miseria"}, [("field_type", "accuse")]),
    ({**LISCIO, "accuse": {"player": "Ada"}}, [("field_type", "accuse")]),
    ({**LISCIO, "accuse": [None]}, [("field_type", "accuse[0]")]),
    ({**LISCIO, "accuse": [[]]}, [("field_type", "accuse[0]")]),
    (
        {**LISCIO, "accuse": [{}, {"player": ["Ada"], "kind": {"a": 1}}]},
        [
            ("field_missing", "accuse[0].player"),
            ("field_missing", "accuse[0].kind"),
            ("field_type", "accuse[1].player"),
            ("field_type", "accuse[1].kind"),
        ],
    ),
    (
        {**LISCIO, "accuse": [{"player": "Ada", "kind": "trionfi_12", "value": 20}]},
        [("value_not_allowed", "accuse[0].kind"), ("field_unknown", "accuse[0].value")],
    ),
    ({"kind": "void"}, [("field_missing", "void_reason")]),
    ({"kind": "void", "void_reason": []}, [("field_missing", "void_reason")]),
    ({**VOID, "void_reason": "petit_sec"}, [("value_not_allowed", "void_reason")]),
    # All of stage 2 together, and nothing of the later stages.
    (
        {"taker": "Zoe", "contract": "garde", "honours": 2.0, "points": 92, "x": 1},
        [("value_not_allowed", "contract"), ("field_type", "honours"), ("field_unknown", "x")],
    ),
]


@pytest.mark.parametrize(("deal", "problems"), READING)
def test_stage_2(deal, problems):
    assert refusal(deal) == problems


SEATS = [
    (FOUR, {"out": ["Zoe"]}, [("player_unknown", "out[0]")]),
    (FOUR, {"dealer": "Zoe"}, [("player_unknown", "dealer")]),
    (FOUR, {"out": ["Dino"]}, [("active_count", "out")]),
    (FIVE, {}, [("active_count", "out")]),
    (FIVE, {"out": ["Ezio", "Ezio"]}, [("duplicate_entry", "out[1]")]),
    (
        FIVE,
        {"out": ["Zoe", "Zoe"], "dealer": "Zoe", "taker": "Zoe", "points": 92},
        [
            ("player_unknown", "out[0]"),
            ("player_unknown", "out[1]"),
            ("duplicate_entry", "out[1]"),
            ("player_unknown", "dealer"),
            ("active_count", "out"),
        ],
    ),
]


@pytest.mark.parametrize(("players", "more", "problems"), SEATS)
def test_stage_3(players, more, problems):
    assert refusal({**LISCIO, **more}, players=players) == problems


class TestVoid:
    @pytest.mark.parametrize("reason", ["all_pass", "matto_alone", "misdeal", "other"])
    def test_reasons(self, reason):
        assert refusal({"kind": "void", "void_reason": reason}) == []

    @pytest.mark.parametrize(
        ("field", "value"),
        [
            ("taker", "Ada"),
            ("contract", "due"),
            ("honours", 0),
            ("points", 0),
            ("defence_points", 0),
            ("bagatto_last", "taker"),
            ("matto_last", "taker"),
            ("cappotto", "taker"),
            ("accuse", [{"player": "Ada", "kind": "miseria"}]),
        ],
    )
    def test_no_result(self, field, value):
        assert refusal({**VOID, field: value}) == [("void_has_result", field)]
        for empty in (None, [], {}):
            assert refusal({**VOID, field: empty}) == []

    def test_with_the_seats(self):
        assert refusal({**VOID, "points": 5, "dealer": "Zoe"}) == [
            ("player_unknown", "dealer"),
            ("void_has_result", "points"),
        ]

    def test_four_play_a_void_deal_too(self):
        assert refusal(VOID, players=FIVE) == [("active_count", "out")]
        assert refusal({**VOID, "out": ["Ada"], "dealer": "Ada", "note": ""}, players=FIVE) == []


RANGES = [
    ({"taker": "Zoe"}, [("player_unknown", "taker")]),
    ({"honours": 4}, [("honours_out_of_range", "honours")]),
    ({"honours": -1}, [("honours_out_of_range", "honours")]),
    ({"points": 92}, [("points_out_of_range", "points")]),
    ({"points": -1}, [("points_out_of_range", "points")]),
    ({"points": 10**30}, [("points_out_of_range", "points")]),
    ({"points": None, "defence_points": 92}, [("points_out_of_range", "defence_points")]),
    ({"points": None, "defence_points": -(10**30)}, [("points_out_of_range", "defence_points")]),
    ({"defence_points": 43}, [("points_sum", "defence_points")]),
    (
        {"points": 92, "defence_points": -1},
        [("points_out_of_range", "points"), ("points_out_of_range", "defence_points")],
    ),
    # All of stage 4 together, and nothing of the later stages.
    (
        {
            "taker": "Zoe",
            "honours": 9,
            "points": 90,
            "defence_points": 95,
            **told(("Zoe", "miseria")),
        },
        [
            ("player_unknown", "taker"),
            ("honours_out_of_range", "honours"),
            ("points_out_of_range", "defence_points"),
            ("points_sum", "defence_points"),
        ],
    ),
]


@pytest.mark.parametrize(("more", "problems"), RANGES)
def test_stage_4(more, problems):
    assert refusal({**LISCIO, **more}) == problems


def test_who_sits_out_does_not_take():
    deal = {**LISCIO, "taker": "Ezio", "out": ["Ezio"]}
    assert refusal(deal, players=FIVE) == [("player_not_active", "taker")]


class TestCounts:
    """Stages 5 and 6: what each count of the taker, from 0 to 91, is refused for."""

    def problems(self, contract, cappotto):
        found = {}
        for points in range(92):
            deal = {**LISCIO, "contract": contract, "points": points, "cappotto": cappotto}
            for problem in refusal(deal):
                found.setdefault(problem, set()).add(points)
        return found

    @pytest.mark.parametrize("contract", ["liscio", "due", "quattro", "otto"])
    def test_the_six_cards_with_the_taker(self, contract):
        impossible = {("points_impossible", "points"): {0, 1, 2, 90}}
        possible = {*range(3, 90), 91}
        assert self.problems(contract, None) == {
            **impossible,
            ("cappotto_missing", "cappotto"): {3, 4, 91},
        }
        assert self.problems(contract, "taker") == {
            **impossible,
            ("cappotto_points_mismatch", "cappotto"): possible - {91},
        }
        assert self.problems(contract, "defence") == {
            **impossible,
            ("cappotto_points_mismatch", "cappotto"): possible - set(range(3, 28)),
        }

    def test_the_six_cards_with_the_defence(self):
        impossible = {("points_impossible", "points"): {1, 89, 90, 91}}
        possible = {0, *range(2, 89)}
        assert self.problems("dodici", None) == {
            **impossible,
            ("cappotto_missing", "cappotto"): {0, 87, 88},
        }
        assert self.problems("dodici", "taker") == {
            **impossible,
            ("cappotto_points_mismatch", "cappotto"): possible - set(range(64, 89)),
        }
        assert self.problems("dodici", "defence") == {
            **impossible,
            ("cappotto_points_mismatch", "cappotto"): possible - {0},
        }

    def test_the_given_count_is_named(self):
        defence = {**LISCIO, "points": None, "defence_points": 1}
        assert refusal(defence) == [("points_impossible", "defence_points")]
        assert refusal({**LISCIO, "points": 90, "defence_points": 1}) == [
            ("points_impossible", "points")
        ]

    def test_nothing_of_stage_6_beside_it(self):
        deal = {**LISCIO, "points": 90, "cappotto": "taker", **told(("Zoe", "miseria"))}
        assert refusal(deal) == [("points_impossible", "points")]


ALL_TRICKS = {**LISCIO, "points": 91, "cappotto": "taker"}
NO_TRICK = {**LISCIO, "points": 12, "cappotto": "defence"}
OTTO = {**LISCIO, "contract": "otto", "honours": 0}
DODICI = {**LISCIO, "contract": "dodici", "honours": 0}
MATTO = [("last_trick_conflict", "matto_last")]
BAGATTO = [("last_trick_conflict", "bagatto_last")]
HONOURS = [("honours_conflict", "matto_last")]

LAST_TRICK = [
    # Two sides take it
    (LISCIO, {"bagatto_last": "taker", "matto_last": "defence"}, MATTO),
    (LISCIO, {"bagatto_last": "defence", "matto_last": "taker"}, MATTO),
    (LISCIO, {"bagatto_last": "defence", "matto_last": "defence"}, []),
    (LISCIO, {"bagatto_last": "taker", "matto_last": "taker"}, []),
    # A side without a trick takes it
    (ALL_TRICKS, {"bagatto_last": "defence"}, BAGATTO),
    (ALL_TRICKS, {"matto_last": "defence"}, MATTO),
    (ALL_TRICKS, {"bagatto_last": "defence", "matto_last": "defence"}, BAGATTO + MATTO),
    (ALL_TRICKS, {"bagatto_last": "taker", "matto_last": "defence"}, MATTO),
    (ALL_TRICKS, {"bagatto_last": "taker", "matto_last": "taker"}, []),
    (NO_TRICK, {"bagatto_last": "taker"}, BAGATTO),
    (NO_TRICK, {"matto_last": "taker"}, MATTO),
    (NO_TRICK, {"bagatto_last": "defence", "matto_last": "defence"}, []),
    # Who captures the Matto did not hold it
    (LISCIO, {"honours": 3, "matto_last": "taker"}, HONOURS),
    (LISCIO, {"honours": 3, "matto_last": "defence"}, []),
    (LISCIO, {"honours": 3, "bagatto_last": "defence"}, []),
    (LISCIO, {"honours": 2, "matto_last": "taker"}, []),
    (OTTO, {"matto_last": "defence"}, HONOURS),
    (DODICI, {"matto_last": "defence"}, HONOURS),
    (OTTO, {"honours": 1, "matto_last": "defence"}, []),
    (OTTO, {"matto_last": "taker"}, []),
    (OTTO, {"honours": 3, "matto_last": "taker"}, HONOURS),
    # The six cards may have brought it
    ({**LISCIO, "contract": "quattro", "honours": 0}, {"matto_last": "defence"}, []),
    # Both codes of one field
    (LISCIO, {"honours": 3, "bagatto_last": "defence", "matto_last": "taker"}, MATTO + HONOURS),
    # A cappotto that does not fit the count still says who has no trick
    (
        {**LISCIO, "cappotto": "taker"},
        {"bagatto_last": "defence"},
        [("cappotto_points_mismatch", "cappotto"), *BAGATTO],
    ),
]


@pytest.mark.parametrize(("deal", "more", "problems"), LAST_TRICK)
def test_last_trick(deal, more, problems):
    assert refusal({**deal, **more}) == problems


def twice(*places):
    return [("accusa_duplicate", f"accuse[{place}]") for place in places]


def conflict(*places):
    return [("accusa_conflict", f"accuse[{place}]") for place in places]


EXCEED = [("accuse_trumps_exceed", "accuse")]
MISSING = [("accuse_trumps_missing", "accuse")]

ACCUSE = [
    # Twice the same, or two levels
    ((("Ada", "miseria"), ("Ada", "miseria")), twice(1)),
    ((("Ada", "miseria_nera"), ("Cleo", "miseria_nera"), ("Ada", "miseria_nera")), twice(2)),
    ((("Ada", "miseria"), ("Ada", "miseria_nera")), []),
    ((("Ada", "trionfi_10"), ("Ada", "trionfi_10")), twice(1)),
    ((("Ada", "trionfi_10"), ("Ada", "trionfi_13")), twice(1) + EXCEED),
    ((("Ada", "trionfi_10"), ("Cleo", "trionfi_10")), []),
    # A miseria beside trumps, in either order; a black one may have trumps
    ((("Cleo", "trionfi_10"), ("Cleo", "miseria")), conflict(1)),
    ((("Cleo", "miseria"), ("Cleo", "trionfi_10")), conflict(0, 1)),
    ((("Cleo", "trionfi_10"), ("Cleo", "miseria_nera")), []),
    ((("Cleo", "trionfi_10"), ("Dino", "miseria")), []),
    # 22 trumps
    ((("Ada", "trionfi_13"), ("Cleo", "trionfi_10")), EXCEED),
    ((("Ada", "trionfi_15"), ("Cleo", "trionfi_15")), EXCEED),
    ((("Ada", "trionfi_10"), ("Berto", "trionfi_10"), ("Cleo", "trionfi_10")), EXCEED),
    (tuple((name, "miseria") for name in FOUR), MISSING),
    (tuple((name, "miseria_nera") for name in FOUR), []),
    (tuple((name, "miseria") for name in FOUR[:3]), []),
    ((("Ada", "miseria"), ("Ada", "miseria_nera"), ("Dino", "miseria"), ("Cleo", "miseria")), []),
    # Names
    ((("Zoe", "miseria"),), [("player_unknown", "accuse[0].player")]),
    # All of it
    (
        (("Zoe", "trionfi_13"), ("Ada", "trionfi_15"), ("Ada", "miseria"), ("Ada", "miseria")),
        [("player_unknown", "accuse[0].player"), *twice(3), *conflict(2, 3), *EXCEED],
    ),
]


@pytest.mark.parametrize(("accuse", "problems"), ACCUSE)
def test_accuse(accuse, problems):
    assert refusal({**LISCIO, **told(*accuse)}) == problems


def test_who_sits_out_does_not_declare():
    deal = {**LISCIO, "out": ["Ezio"], **told(("Ezio", "trionfi_10"))}
    assert refusal(deal, players=FIVE) == [("player_not_active", "accuse[0].player")]


@pytest.mark.parametrize("kind", ["miseria", "miseria_nera"])
class TestMiseriaOfATakerWithHonours:
    @pytest.mark.parametrize("contract", ["otto", "dodici"])
    def test_in_an_untouched_hand(self, contract, kind):
        deal = {**LISCIO, "contract": contract, "honours": 1, **told(("Ada", kind))}
        assert refusal(deal) == conflict(0)
        assert refusal({**deal, "honours": 0}) == []
        assert refusal({**deal, **told(("Berto", kind))}) == []

    @pytest.mark.parametrize("contract", ["liscio", "due", "quattro"])
    def test_after_an_exchange(self, contract, kind):
        assert refusal({**LISCIO, "contract": contract, **told(("Ada", kind))}) == []


def test_every_problem_of_stage_6_together():
    deal = {
        **DODICI,
        "points": 88,
        "bagatto_last": "taker",
        "matto_last": "defence",
        **told(("Dino", "trionfi_15"), ("Dino", "miseria"), ("Cleo", "trionfi_10")),
    }
    assert refusal(deal) == [
        ("cappotto_missing", "cappotto"),
        *MATTO,
        *HONOURS,
        *conflict(1),
        *EXCEED,
    ]


EMPTY = ["void_reason", "dealer", "out", "defence_points", "bagatto_last", "matto_last"]
EMPTY += ["cappotto", "accuse", "note", "kind"]


@pytest.mark.parametrize("field", EMPTY)
@pytest.mark.parametrize("empty", [None, [], {}])
def test_an_empty_field_is_an_absent_one(field, empty):
    assert VOLTE.answer(FOUR, BASE_RULES, {**LISCIO, field: empty}) == VOLTE.answer(
        FOUR, BASE_RULES, LISCIO
    )


def test_points_of_the_defence_stand_for_empty_points():
    assert refusal({**LISCIO, "points": {}, "defence_points": 44}) == []


def test_every_code_is_provoked():
    cases = [
        *(problems for _, problems in RANGES),
        *(problems for _, _, problems in LAST_TRICK),
        *(problems for _, problems in ACCUSE),
        [("cappotto_missing", ""), ("cappotto_points_mismatch", "")],  # TestCounts
    ]
    provoked = {code for problems in cases for code, _ in problems}
    assert set(ERRORS) - provoked == set()


def test_the_table_is_read_before_the_deal():
    line = b'{"game": "volte", "players": ["Ada"], "rules": "fft", "deal": {"taker": 5}}'
    told = answer_line(line, 1, lambda problem: problem.code)
    assert [(error["code"], error["field"]) for error in told["errors"]] == [
        ("players_count", "players"),
        ("rules_unknown", "rules"),
    ]


def test_rules_of_another_game_are_a_mistake_of_the_program():
    with pytest.raises(TypeError, match="fft is no profile of the volte game"):
        VOLTE.judge(FOUR, get_game("french").read_rules(None), LISCIO)
