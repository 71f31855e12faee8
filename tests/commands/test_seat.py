"""`manage.py seat`: cli.md §seat, tournaments.md §5.6."""

import json
from collections import Counter
from io import StringIO
from itertools import combinations

import pytest
from django.core.management import CommandError, call_command

from tests.commands.shell import manage, start

THIRTEEN = list("ABCDEFGHIJKLM")
PLAYED = {
    "number": 1,
    "tables": [
        {"number": 1, "players": ["A", "C", "E", "G"]},
        {"number": 2, "players": ["B", "D", "F"]},
        {"number": 3, "players": ["H", "I", "J"]},
        {"number": 4, "players": ["K", "L", "M"]},
    ],
    "byes": [],
}


def run(*options):
    out = StringIO()
    call_command("seat", *options, stdout=out)
    return out.getvalue()


def plan(*options):
    return json.loads(run("--json", *options))


def repeats(document):
    met = Counter(
        frozenset(pair)
        for round_ in document["rounds"]
        for table in round_["tables"]
        for pair in combinations(table["players"], 2)
    )
    return sum(times - 1 for times in met.values())


def sizes(document):
    return [[len(t["players"]) for t in round_["tables"]] for round_ in document["rounds"]]


@pytest.fixture
def entries(tmp_path):
    """Writes a file and gives its path."""

    def write(**changes):
        document = {"players": THIRTEEN, "plan": {"rounds": 3, "seed": 5}} | changes
        path = tmp_path / "entries.json"
        path.write_text(json.dumps(document), encoding="utf-8")
        return str(path)

    return write


class TestOptions:
    def test_the_example(self):
        options = "--players 21 --rounds 3 --sizes 3,4 --seed 7 --method rotation"

        found = plan(*options.split())

        assert list(found) == ["format", "method", "seed", "players", "rounds", "certificate"]
        assert (found["format"], found["method"], found["seed"]) == (
            "tarot-seating/1",
            "rotation",
            7,
        )
        assert found["players"] == list(range(1, 22))
        assert [round_["number"] for round_ in found["rounds"]] == [1, 2, 3]
        assert sizes(found) == [[4, 4, 4, 3, 3, 3]] * 3
        assert repeats(found) == 0
        assert found["certificate"]["perfect"] is True

    def test_fives(self):
        assert (
            sizes(plan("--players", "21", "--rounds", "2", "--sizes", "4,5"))
            == [[5, 4, 4, 4, 4]] * 2
        )

    def test_byes(self):
        found = plan("--players", "14", "--rounds", "3", "--sizes", "4")

        assert sizes(found) == [[4, 4, 4]] * 3
        assert max(Counter(p for r in found["rounds"] for p in r["byes"]).values()) == 1
        assert found["certificate"]["ok"] is True

    def test_tables_one_by_one(self):
        found = plan("--players", "12", "--rounds", "4", "--sizes", "3,3,3,3")

        assert sizes(found) == [[3, 3, 3, 3]] * 4
        assert found["certificate"]["perfect"] is True

    def test_twelve_are_offered_tables_of_three(self):
        out, told = StringIO(), StringIO()

        call_command("seat", "--players", "12", "--rounds", "3", stdout=out, stderr=told)

        assert told.getvalue() == "Nobody would meet anybody twice with --sizes 3,3,3,3.\n"
        assert "6 meetings are repeats (over 3 rounds).\n" in out.getvalue()

    def test_the_same_seed_gives_the_same_document(self):
        options = ("--players", "30", "--rounds", "5", "--json", "--seed", "9")

        assert run(*options) == run(*options)
        assert run(*options) != run(*options[:-1], "10")

    def test_random_is_the_shuffle(self):
        """tournaments.md §5.5: 1 to 10 with seed 2026."""
        found = plan("--players", "10", "--seed", "2026", "--method", "random")

        tables = [table["players"] for table in found["rounds"][0]["tables"]]
        assert tables == [[6, 4, 8, 3], [10, 1, 7], [9, 5, 2]]


class TestFile:
    def test_names_stay(self, entries):
        found = plan("--file", entries())

        assert found["players"] == THIRTEEN
        assert len(found["rounds"]) == 3
        assert repeats(found) == 0

    def test_rounds_already_played_stay(self, entries):
        found = plan("--file", entries(rounds=[PLAYED]))

        assert found["rounds"][0] == PLAYED
        assert len(found["rounds"]) == 3
        assert repeats(found) == 0

    def test_other_sizes_than_before(self, entries):
        found = plan("--file", entries(rounds=[PLAYED]), "--sizes", "4,5")

        assert sizes(found) == [[4, 3, 3, 3], [5, 4, 4], [5, 4, 4]]
        assert found["certificate"]["errors"] == []

    def test_rounds_as_bare_lists(self, entries):
        bare = [table["players"] for table in PLAYED["tables"]]

        assert plan("--file", entries(rounds=[bare]))["rounds"][0] == PLAYED

    def test_without_a_number_of_rounds_one_is_drawn(self, entries):
        assert len(plan("--file", entries(rounds=[PLAYED], plan={}))["rounds"]) == 2

    def test_options_win(self, entries):
        path = entries(plan={"rounds": 3, "seed": 5, "method": "rotation", "leftovers": "threes"})

        found = plan(
            *("--file", path, "--rounds", "2", "--seed", "6", "--method", "random"),
            *("--sizes", "4,5"),
        )

        assert (found["method"], found["seed"], sizes(found)) == ("random", 6, [[5, 4, 4]] * 2)

    def test_leftovers_of_the_plan(self, entries):
        found = plan("--file", entries(plan={"leftovers": "fives"}))

        assert sizes(found) == [[5, 4, 4]]
        assert found["certificate"]["ok"] is True

    def test_allowed_sizes(self, entries):
        assert sizes(plan("--file", entries(plan={}, allowed_sizes=[4, 5]))) == [[5, 4, 4]]

    def test_sizes_of_one_round(self, entries):
        path = entries(plan={"rounds": 2, "sizes": {"2": [5, 5, 3]}})

        found = plan("--file", path)

        assert sizes(found) == [[4, 3, 3, 3], [5, 5, 3]]
        assert found["certificate"]["ok"] is True

    def test_standings(self, entries):
        path = entries(plan={"method": "standing", "standings": THIRTEEN[::-1]})

        tables = [table["players"] for table in plan("--file", path)["rounds"][0]["tables"]]
        assert tables == [list("MLKJ"), list("IHG"), list("FED"), list("CBA")]

    def test_a_method_for_each_round(self, entries):
        path = entries(
            rounds=[PLAYED],
            plan={"method": ["rotation", "snake"], "standings": THIRTEEN},
        )

        found = plan("--file", path)

        assert found["method"] == ["rotation", "snake"]
        assert found["rounds"][1]["tables"][0]["players"] == list("AHIM")

    def test_teams_apart_locks_and_who_is_there(self, entries):
        path = entries(
            groups={"A": "x", "B": "x", "C": "y", "D": "y", "E": None},
            apart=[["E", "F"]],
            locked=[{"round": 2, "table": 3, "players": ["G", "H"]}],
            active=[THIRTEEN, THIRTEEN[:12], THIRTEEN[:12]],
        )

        found = plan("--file", path)

        certificate = found["certificate"]
        assert certificate["errors"] == []
        assert certificate["repeats"] == 3  # twelve at three tables, twice: tournaments.md §5.3
        assert (certificate["group_violations"], certificate["apart_violations"]) == (0, 0)
        assert {"G", "H"} <= {*found["rounds"][1]["tables"][2]["players"]}
        assert sizes(found) == [[4, 3, 3, 3], [4, 4, 4], [4, 4, 4]]

    def test_large_groups_are_clubs(self, entries):
        """Seven of one club at four tables cannot be apart, and nobody says they are a team."""
        path = entries(groups=dict.fromkeys("ABCDEFG", "home"))

        certificate = plan("--file", path)["certificate"]

        # At best 2, 2, 2 and 1 at the tables: three pairs in each round
        assert certificate["group_violations"] >= 9
        assert certificate["repeats"] == 0

    def test_groups_of_numbered_players(self, entries):
        path = entries(players=list(range(1, 9)), groups={"1": "x", "2": "x"}, plan={"rounds": 2})

        assert plan("--file", path)["certificate"]["group_violations"] == 0

    def test_a_room_without_13(self, entries):
        path = entries(plan={"table_numbers": [11, 12, 14, 15]})

        tables = plan("--file", path)["rounds"][0]["tables"]
        assert [table["number"] for table in tables] == [11, 12, 14, 15]


class TestChart:
    def test_rounds_and_what_the_certificate_says(self):
        found = run("--players", "10", "--seed", "2026", "--method", "random")

        assert found == (
            "random, seed 2026\n"
            "\n"
            "Round 1\n"
            "  table 1  6   4   8   3\n"
            "  table 2  10  1   7\n"
            "  table 3  9   5   2\n"
            "\n"
            "Over one round nobody meets anybody twice.\n"
            "2 tables of 3; nobody sits at one more than once.\n"
        )

    def test_repeats_are_told(self, entries):
        path = entries(
            players=list("ABCD"),
            rounds=[[list("ABCD")]],
            plan={"rounds": 2},
        )

        lines = run("--file", path).splitlines()

        assert "6 meetings are repeats (over 2 rounds)." in lines
        assert "A and B meet in rounds 1, 2." in lines

    def test_byes(self):
        lines = run("--players", "5", "--sizes", "4", "--rounds", "2").splitlines()

        assert [line.split()[0] for line in lines if "bye" in line] == ["bye", "bye", "2"]
        assert lines[-1] == "2 byes; nobody has more than one."

    def test_an_empty_chart_is_no_mistake(self):
        assert run("--players", "6", "--method", "manual") == (
            "manual, seed 0\n\nRound 1\n  table 1\n  table 2\n"
        )


def failure(*options):
    with pytest.raises(CommandError) as failed:
        run(*options)
    return failed.value.returncode, str(failed.value)


class TestRefused:
    def test_no_split(self):
        assert failure("--players", "11", "--sizes", "4,5") == (
            1,
            "sizes: 11 players cannot be split so. Splits that exist: 4+4+3; 5+3+3.",
        )

    def test_too_few(self):
        assert failure("--players", "2") == (
            1,
            "players: 2 are there, and a table needs 3.",
        )

    def test_a_team_too_large(self, entries):
        path = entries(
            groups=dict.fromkeys("ABCDE", "Bouts"), plan={"separation": "team", "rounds": 1}
        )

        assert failure("--file", path) == (
            1,
            f"{path}: groups: 5 members of “Bouts” cannot be kept apart at 4 tables.",
        )

    def test_who_is_not_listed(self, entries):
        path = entries(apart=[["A", "Z"]])

        assert failure("--file", path) == (
            1,
            f"{path}: apart[0]: “Z” is nobody on the list of players.",
        )

    def test_a_played_round_that_is_wrong_is_told_after_the_plan(self, entries):
        wrong = {**PLAYED, "tables": PLAYED["tables"][:3]}
        out = StringIO()

        with pytest.raises(CommandError) as failed:
            call_command("seat", "--file", entries(rounds=[wrong]), "--json", stdout=out)

        assert failed.value.returncode == 1
        assert str(failed.value) == "The plan has errors: see its certificate."
        errors = json.loads(out.getvalue())["certificate"]["errors"]
        assert [(e["code"], e["round"], e["player"]) for e in errors] == [
            ("missing_player", 1, "K"),
            ("missing_player", 1, "L"),
            ("missing_player", 1, "M"),
        ]

    @pytest.mark.parametrize(
        ("changes", "field"),
        [
            ({"players": "ABC"}, "players"),
            ({"players": ["A", True]}, "players"),
            ({"players": None}, "players"),
            ({"plan": []}, "plan"),
            ({"plan": {"seed": "7"}}, "plan.seed"),
            ({"plan": {"seed": -1}}, "seed"),
            ({"plan": {"rounds": 0}}, "plan.rounds"),
            ({"plan": {"method": "swiss"}}, "plan.method"),
            ({"plan": {"leftovers": "twos"}}, "plan.leftovers"),
            ({"plan": {"separation": "family"}}, "plan.separation"),
            ({"plan": {"standings": "A"}}, "plan.standings"),
            ({"plan": {"sizes": {"9": [4]}}}, "plan.sizes.9"),
            ({"plan": {"method": "snake"}}, "plan.standings"),
            ({"apart": [["A"]]}, "apart[0]"),
            ({"apart": "AB"}, "apart"),
            ({"groups": {"A": []}}, "groups.A"),
            ({"locked": [{"round": 1, "players": ["A"]}]}, "locked[0]"),
            ({"locked": ["A"]}, "locked[0]"),
            ({"active": ["A"]}, "active[0]"),
            ({"rounds": [{"number": 2, "tables": []}]}, "rounds[0].number"),
            ({"rounds": [{"tables": [{"number": 1}]}]}, "rounds[0].tables[0].players"),
            ({"allowed_sizes": ["4"]}, "allowed_sizes"),
            ({"players": [*THIRTEEN, "A"]}, "players"),
        ],
    )
    def test_the_place_in_the_file(self, entries, changes, field):
        path = entries(**changes)

        code, message = failure("--file", path)

        assert code == 1
        assert message.startswith(f"{path}: {field}: ")
        assert "\n" not in message

    def test_no_json(self, tmp_path):
        path = tmp_path / "entries.json"
        path.write_bytes(b"\xff")

        assert failure("--file", str(path)) == (1, f"{path}: this is no JSON in UTF-8.")

    def test_a_list(self, tmp_path):
        path = tmp_path / "entries.json"
        path.write_text("[]", encoding="utf-8")

        assert failure("--file", str(path)) == (1, f"{path}: one JSON object is expected.")

    def test_no_file(self, tmp_path):
        code, message = failure("--file", str(tmp_path / "none.json"))

        assert code == 1
        assert message.startswith("Cannot read or write: ")


class TestConsole:
    """As a shell sees it, without a database and without a secret."""

    def test_a_plan(self):
        done = start("seat", "--players", "21", "--rounds", "3", "--json")

        assert (done.returncode, done.stderr) == (0, b"")
        assert json.loads(done.stdout)["certificate"]["perfect"] is True

    def test_a_file_from_standard_input(self):
        request = {"players": THIRTEEN, "plan": {"rounds": 1}}

        done = manage("seat", "--file", "-", "--json", typed=json.dumps(request).encode())

        assert (done.returncode, done.stderr) == (0, b"")
        assert json.loads(done.stdout)["players"] == THIRTEEN

    def test_an_error_is_one_line(self):
        done = manage("seat", "--players", "5")

        assert (done.returncode, done.stdout) == (1, b"")
        assert done.stderr.decode().splitlines() == [
            "sizes: 5 players cannot be split so. Splits that exist: 5."
        ]

    @pytest.mark.parametrize(
        "options",
        [
            (),
            ("--players", "x"),
            ("--players", "2001"),
            ("--players", "9", "--rounds", "0"),
            ("--players", "9", "--rounds", "61"),
            ("--players", "9", "--method", "swiss"),
            ("--sizes", "2,4"),
        ],
    )
    def test_wrong_usage(self, options):
        done = manage("seat", *options)

        assert (done.returncode, done.stdout) == (2, b"")
        assert len(done.stderr.splitlines()) == 1
