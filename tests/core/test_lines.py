"""JSON lines: scoring.md §8."""

import io
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clubs.core import lines
from clubs.core.lines import answer_line, physical_lines
from clubs.games.french.core.checks import ERRORS

FOUR = ["Nord", "Est", "Sud", "Ouest"]
DEAL = {"taker": "Nord", "contract": "garde", "oudlers": 2, "points": 49}
REQUEST = {"id": "a", "players": FOUR, "rules": "fft", "deal": DEAL}
SCORES = {"Nord": 198, "Est": -66, "Sud": -66, "Ouest": -66}  # (25 + 8)·2 = 66


def speak(problem):
    return f"<{problem.code}>"


def answer(line, number=7):
    if isinstance(line, dict):
        line = json.dumps(line)
    if isinstance(line, str):
        line = line.encode()
    return answer_line(line, number, speak)


def errors(line, number=7):
    told = answer(line, number)
    assert list(told) == ["id", "ok", "errors"]
    assert not told["ok"]
    return [(error["code"], error["field"]) for error in told["errors"]]


BAD_LINE = {
    "id": "7",
    "ok": False,
    "errors": [{"code": "bad_line", "field": None, "message": "<bad_line>"}],
}


class TestAccepted:
    def test_keys_in_their_order(self):
        told = answer(REQUEST)

        assert list(told) == ["id", "ok", "scores", "stake", "breakdown", "warnings"]
        assert (told["id"], told["ok"], told["scores"]) == ("a", True, SCORES)

    def test_what_may_be_left_out(self):
        told = answer({"players": FOUR, "deal": DEAL})
        assert (told["id"], told["scores"]) == ("7", SCORES)

    def test_null_is_left_out(self):
        told = answer({"id": None, "game": None, "players": FOUR, "rules": None, "deal": DEAL})
        assert (told["id"], told["scores"]) == ("7", SCORES)

    def test_expect_is_not_read(self):
        assert answer({**REQUEST, "expect": {"scores": {}}})["scores"] == SCORES

    @pytest.mark.parametrize("given", ["", "1", "é", 0, -5, 10**30])
    def test_id_comes_back_as_it_came(self, given):
        told = answer({**REQUEST, "id": given})["id"]
        assert (told, type(told)) == (given, type(given))

    def test_the_last_of_two_equal_keys_counts(self):
        told = answer('{"id": "x", ' + json.dumps(REQUEST)[1:])
        assert told["id"] == "a"

    @pytest.mark.parametrize("end", ["\n", "\r\n", "", " \t\r\n"])
    def test_ends_of_lines(self, end):
        assert answer(json.dumps(REQUEST) + end)["scores"] == SCORES

    def test_byte_order_mark_on_line_1_only(self):
        line = b"\xef\xbb\xbf" + json.dumps(REQUEST).encode()

        assert answer(line, 1)["scores"] == SCORES
        assert errors(line, 2) == [("bad_line", None)]
        assert errors(b"\xef\xbb\xbf" + line, 1) == [("bad_line", None)]

    @pytest.mark.parametrize("line", [b"", b"\n", b"\r\n", b"  \t \r\n", b"\xef\xbb\xbf\n"])
    def test_blank_lines_have_no_answer(self, line):
        assert answer_line(line, 1, speak) is None

    def test_numbers_as_they_are_written(self):
        line = json.dumps(REQUEST)
        assert answer(line.replace("49}", "4.9e1}"))["scores"] == SCORES
        assert answer(line.replace("49}", "49.0}"))["scores"] == SCORES

    @pytest.mark.parametrize(
        ("points", "codes"),
        [
            # No multiple of 0.5, however near; the nearest float of each is one.
            ("40.50000000000000000001", ["points_not_half_step"]),
            ("40.49999999999999999999", ["points_not_half_step"]),
            ("49.00000000000000000001", ["points_not_half_step"]),
            # Above 91 by a little, and a little below and above 0.
            ("91.00000000000000000001", ["points_out_of_range", "points_not_half_step"]),
            ("-1e-400", ["points_out_of_range", "points_not_half_step"]),
            ("1e-400", ["points_not_half_step", "points_impossible"]),
            # The same number as 49, in more digits.
            ("49.00000000000000000000", []),
            ("490000000000000000000000e-22", []),
        ],
    )
    def test_no_float_decides_what_a_half_is(self, points, codes):
        told = answer(json.dumps(REQUEST).replace("49}", points + "}"))
        assert [error["code"] for error in told.get("errors", ())] == codes


def nested(depth):
    return "[" * depth + "]" * depth


class TestBadLine:
    @pytest.mark.parametrize(
        "line",
        [
            "{",
            "nothing",
            "{} {}",
            "{'id': 1}",
            '{"id": 1,}',
            "null",
            "[]",
            "5",
            '"text"',
            "NaN",
            '{"id": NaN}',
            '{"id": Infinity}',
            '{"id": -Infinity}',
            '{"id": 1e400}',
            '{"expect": -1e400}',
            '{"expect": 0e-99999999999999999999}',
            '{"id": "tab\tinside"}',
            '{"id": 01}',
            '{"id": ' + "9" * 5000 + "}",
            nested(100_000),
            '{"deal": ' + nested(100_000) + "}",
            '{"deal":' * 100_000,
            "\x00",
            "\u00a0",
        ],
        ids=lambda line: line[:20],
    )
    def test_text(self, line):
        assert answer(line) == BAD_LINE

    @pytest.mark.parametrize(
        "line",
        [
            json.dumps({"id": "é"}, ensure_ascii=False).encode("latin-1"),
            json.dumps({"id": "a"}).encode("utf-16"),
            b"\xff\xfe",
            b'{"id": "\xed\xa0\x80"}',
            b'{"id": "\xc0\xaf"}',
        ],
    )
    def test_bytes(self, line):
        assert answer(line) == BAD_LINE

    def test_longer_than_the_reader_takes(self, monkeypatch):
        monkeypatch.setattr(lines, "LINE_LENGTH", 200)
        told = json.dumps(REQUEST)

        assert answer(told.ljust(200))["ok"]
        assert answer(told.ljust(201)) == BAD_LINE

    @pytest.mark.parametrize("depth", [10, 900, 950, 980, 990])
    def test_deep_but_readable_values_are_of_the_wrong_type(self, depth):
        value = json.loads(nested(depth)) if depth < 900 else None
        line = json.dumps({**REQUEST, "note": value}).replace("null", nested(depth))
        assert errors(line) in ([("field_unknown", "note")], [("bad_line", None)])


class TestStage1:
    @pytest.mark.parametrize("given", [True, 1.0, 1.5, [], {}])
    def test_an_id_of_another_type(self, given):
        assert errors({**REQUEST, "id": given}) == [("field_type", "id")]
        assert answer({**REQUEST, "id": given})["id"] == "7"

    def test_id_comes_back_with_errors(self):
        assert answer({**REQUEST, "id": 12, "players": None})["id"] == 12
        assert answer({**REQUEST, "id": "x", "deal": {}})["id"] == "x"

    def test_nothing(self):
        assert errors({}) == [("field_missing", "players"), ("field_missing", "deal")]

    def test_unknown_fields(self):
        assert errors({**REQUEST, "rule": None, "Deal": {}}) == [
            ("field_unknown", "rule"),
            ("field_unknown", "Deal"),
        ]

    @pytest.mark.parametrize("code", ["belote", "", "French"])
    def test_game_unknown(self, code):
        assert errors({**REQUEST, "game": code}) == [("game_unknown", "game")]

    @pytest.mark.parametrize("code", [5, True, ["french"], {}])
    def test_game_type(self, code):
        assert errors({**REQUEST, "game": code}) == [("field_type", "game")]

    def test_all_problems_of_the_stage_and_none_of_the_next(self):
        told = {"id": [], "players": ["A", "A"], "rules": {"rounding": 2}, "deal": 5, "x": 1}

        assert errors(told) == [
            ("field_unknown", "x"),
            ("field_type", "id"),
            ("players_count", "players"),
            ("players_duplicate", "players"),
            ("rules_invalid", "rules.rounding"),
            ("field_type", "deal"),
        ]

    def test_players_of_an_unknown_game_are_still_looked_at(self):
        assert errors({"game": "belote", "players": ["A", ""], "rules": 5}) == [
            ("game_unknown", "game"),
            ("player_name_invalid", "players[1]"),
            ("field_missing", "deal"),
        ]

    def test_deeply_nested_rules(self):
        line = json.dumps({**REQUEST, "rules": {"base": None}}).replace("null", nested(900))
        assert errors(line) in ([("rules_invalid", "rules.base")], [("bad_line", None)])


class TestPhysicalLines:
    def test_only_line_feeds_end_a_line(self):
        stream = io.BytesIO(b"a\r\nb\rc\n\n\x0bd")
        assert list(physical_lines(stream)) == [b"a\r\n", b"b\rc\n", b"\n", b"\x0bd"]

    def test_a_line_that_is_too_long_is_one_line(self, monkeypatch):
        monkeypatch.setattr(lines, "LINE_LENGTH", 4)
        stream = io.BytesIO(b"abcd\nabcde\nabcdefghijkl\nx\nabcdefgh")

        read = list(physical_lines(stream))

        assert len(read) == 5
        assert [len(line) > 4 for line in read] == [True, True, True, False, True]
        assert read[3] == b"x\n"


def test_problems_of_later_stages_come_through():
    assert errors({**REQUEST, "deal": {**DEAL, "points": 92}}) == [
        ("points_out_of_range", "points")
    ]
    assert answer({**REQUEST, "deal": {}})["errors"][0] == {
        "code": "field_missing",
        "field": "taker",
        "message": "<field_missing>",
    }


plain = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=4)
plain |= st.sampled_from([0, 1, 2, 3, 10, 49, 40.5, "Nord", "Est", "attack", "garde", "void"])
anything = st.recursive(
    plain,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["player", "size", "kind", "x"]), inner, max_size=3)
    ),
    max_leaves=5,
)
FIELDS = [
    "kind void_reason dealer out taker contract oudlers points called petit_au_bout petit_player",
    "poignees chelem chelem_announced petit_chelem petit_chelem_announced miseres note bonus",
]
deal_fields = st.sampled_from(" ".join(FIELDS).split())
line_fields = st.sampled_from(["id", "game", "players", "rules", "deal", "x"])


@settings(deadline=None, max_examples=120)
@given(
    st.dictionaries(deal_fields, anything, max_size=5),
    st.dictionaries(line_fields, anything, max_size=1),
)
def test_no_line_makes_it_stumble(in_deal, in_line):
    told = json.loads(answer_text({**REQUEST, "deal": {**DEAL, **in_deal}, **in_line}))

    if told["ok"]:
        assert sum(told["scores"].values()) == 0
    else:
        assert told["errors"]
        assert {error["code"] for error in told["errors"]} <= set(ERRORS)


def answer_text(request):
    return json.dumps(answer(json.dumps(request)))
