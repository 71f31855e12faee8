"""The checker of plans, on plans broken by hand. Source: tournaments.md §5.6."""

import ast
import json
from hashlib import sha256
from pathlib import Path

import pytest

from clubs.core.seating import certificate as seating_certificate
from clubs.core.seating.certificate import certificate
from tests.paths import DATA

FIXTURE = DATA / "tournament_small.json"
EIGHT = list("ABCDEFGH")
GOOD = [["A", "B", "C", "D"], ["E", "F", "G", "H"]]


def check(*rounds, **changes):
    told = {"players": EIGHT, "allowed_sizes": [3, 4], "rounds": list(rounds)}
    return certificate(told | changes)


def errors(*rounds, **changes):
    told = check(*rounds, **changes)
    assert told["ok"] is False
    assert told["perfect"] is False
    return [tuple(error.values()) for error in told["errors"]]


def test_the_fixture():
    document = json.loads(FIXTURE.read_text(encoding="utf-8"))
    players = [entry["id"] for entry in document["entries"]]

    found = certificate(
        {
            "players": players,
            "active": [players, players, [player for player in players if player != "P07"]],
            "allowed_sizes": [3, 4],
            "rounds": document["rounds"],
        }
    )

    assert found == document["expected"]["certificate"]
    assert list(found) == list(document["expected"]["certificate"])


def test_it_imports_nothing_of_ours():
    source = Path(seating_certificate.__file__).read_text(encoding="utf-8")
    imported = [
        node.module or "" if isinstance(node, ast.ImportFrom) else node.names[0].name
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Import | ast.ImportFrom)
    ]

    assert [name for name in imported if name.startswith((".", "clubs"))] == []


class TestGood:
    def test_one_round(self):
        assert check(GOOD) == {
            "format": "tarot-seating-certificate/1",
            "ok": True,
            "perfect": True,
            "players": 8,
            "rounds": 1,
            "repeats": 0,
            "repeated_pairs": 0,
            "max_meetings": 1,
            "apart_violations": 0,
            "group_violations": 0,
            "table_sizes": {"4": 2},
            "size_balance": {"4": {"min": 1, "max": 1}},
            "per_round": [{"round": 1, "tables": 2, "sizes": {"4": 2}}],
            "pairs_repeated": [],
            "pairs_apart_met": [],
            "pairs_same_group": [],
            "per_player": {
                player: {"rounds": 1, "byes": 0, "opponents": 3, "repeats": 0, "sizes": {"4": 1}}
                for player in EIGHT
            },
            "errors": [],
            "plan_sha256": sha256(b'[[["A","B","C","D"],["E","F","G","H"]]]').hexdigest(),
        }

    def test_the_order_of_play_does_not_change_the_hash(self):
        assert check([["D", "C", "B", "A"], GOOD[1]])["plan_sha256"] == check(GOOD)["plan_sha256"]
        assert check(GOOD[::-1])["plan_sha256"] != check(GOOD)["plan_sha256"]

    def test_nothing_drawn(self):
        found = check()

        assert (found["ok"], found["rounds"], found["size_balance"]) == (
            True,
            0,
            {},
        )

    def test_a_bare_list(self):
        found = certificate([[[1, 2, 3, 4]], [[1, 2, 3, 5]]])

        assert found["players"] == 5
        assert [(e["code"], e["round"], e["player"]) for e in found["errors"]] == [
            ("missing_player", 1, 5),
            ("missing_player", 2, 4),
        ]

    def test_byes(self):
        found = check({"tables": [GOOD[0]], "byes": EIGHT[4:]})

        assert found["ok"]
        assert found["per_player"]["E"] == {
            "rounds": 0,
            "byes": 1,
            "opponents": 0,
            "repeats": 0,
            "sizes": {},
        }


class TestCounts:
    def test_repeats(self):
        """A-B-C meet three times, D sits with them twice."""
        found = check(GOOD, GOOD, [["A", "B", "C", "E"], ["D", "F", "G", "H"]])

        # A-B, A-C, B-C and F-G, F-H, G-H: 2 each; A-D, B-D, C-D, E-F, E-G, E-H: 1 each
        assert (found["repeats"], found["repeated_pairs"], found["max_meetings"]) == (18, 12, 3)
        assert (found["ok"], found["perfect"]) == (True, False)
        assert found["pairs_repeated"][0] == {
            "players": ["A", "B"],
            "meetings": 3,
            "rounds": [1, 2, 3],
        }
        assert found["per_player"]["A"]["repeats"] == 2 + 2 + 1
        assert found["per_player"]["A"]["opponents"] == 4

    def test_groups_and_pairs_apart(self):
        groups = {"A": "x", "B": "x", "C": "y", "E": "y", "F": "z", "G": None}

        found = check(GOOD, GOOD, groups=groups, apart=[["H", "E"], ["A", "H"]])

        assert (found["group_violations"], found["apart_violations"]) == (2, 2)
        assert found["pairs_same_group"] == [{"players": ["A", "B"], "rounds": [1, 2]}]
        assert found["pairs_apart_met"] == [["E", "H"]]
        assert found["ok"]

    def test_groups_of_numbers_as_json_has_them(self):
        found = certificate({"rounds": [[[1, 2, 3, 4]]], "groups": {"1": "x", "2": "x"}})

        assert found["pairs_same_group"] == [{"players": [1, 2], "rounds": [1]}]

    def test_long_lists_are_cut_and_counts_are_not(self):
        players = list(range(84))
        table = [players[at : at + 4] for at in range(0, 84, 4)]

        found = certificate({"rounds": [table, table]})

        assert (len(found["pairs_repeated"]), found["repeated_pairs"]) == (126, 126)

        five = [players[at : at + 5] for at in range(0, 80, 5)] + [players[80:]]
        found = certificate({"rounds": [[*five], [*five], [players[:21], players[21:42]]]})

        assert found["repeated_pairs"] == 16 * 10 + 6
        tables = [players[:21], players[21:42]]
        found = certificate({"rounds": [tables, tables]})
        assert (found["repeats"], len(found["pairs_repeated"])) == (420, 200)

    def test_the_balance_counts_who_was_always_there(self):
        rounds = [
            [["A", "B", "C", "D"], ["E", "F", "G"]],
            [["A", "B", "C"], ["D", "E", "F"]],
        ]

        found = check(*rounds, active=[EIGHT[:7], EIGHT[:6]])

        assert found["ok"]
        assert found["size_balance"] == {"3": {"min": 1, "max": 2}, "4": {"min": 0, "max": 1}}


class TestErrors:
    def test_missing(self):
        assert errors([GOOD[0], ["E", "F", "G"]]) == [("missing_player", 1, None, "H")]

    def test_twice_at_two_tables(self):
        assert errors([GOOD[0], ["A", "F", "G", "H"]]) == [
            ("player_seated_twice", 1, 2, "A"),
            ("missing_player", 1, None, "E"),
        ]

    def test_twice_at_one_table(self):
        assert errors([GOOD[0], ["E", "F", "G", "G"]])[0] == ("player_seated_twice", 1, 2, "G")

    def test_a_table_and_a_bye(self):
        assert errors({"tables": GOOD, "byes": ["A"]}) == [("player_seated_twice", 1, None, "A")]

    def test_unknown(self):
        assert errors([GOOD[0], ["E", "F", "G", "Z"]])[0] == ("unknown_player", 1, 2, "Z")

    def test_unknown_among_those_who_are_there(self):
        assert errors(GOOD, active=[[*EIGHT, "Z"]]) == [("unknown_player", 1, None, "Z")]

    def test_absent(self):
        assert errors(GOOD, active=[EIGHT[:7]]) == [("inactive_player_seated", 1, 2, "H")]

    def test_size(self):
        assert errors(GOOD, allowed_sizes=[3]) == [
            ("table_size", 1, 1, None),
            ("table_size", 1, 2, None),
        ]

    def test_two_tables_of_one_number(self):
        tables = [{"number": 3, "players": players} for players in GOOD]

        assert errors({"number": 2, "tables": tables}) == [("duplicate_table_number", 2, 3, None)]

    def test_an_entry_twice(self):
        assert errors(GOOD, players=[*EIGHT, "B"]) == [("duplicate_entry", None, None, "B")]

    def test_a_broken_lock(self):
        locked = [
            {"round": 1, "table": 2, "players": ["E", "A"]},
            {"round": 2, "table": 1, "players": ["B"]},  # not drawn yet
        ]

        assert errors(GOOD, locked=locked) == [("lock_broken", 1, 2, "A")]

    @pytest.mark.parametrize("round_number", [1, 2])
    def test_the_round_is_named(self, round_number):
        rounds = [GOOD, GOOD]
        rounds[round_number - 1] = [GOOD[0], GOOD[1][:3]]

        assert errors(*rounds) == [("missing_player", round_number, None, "H")]
