"""`manage.py standings --file` of a tournament: cli.md §standings, tournaments.md §7.10."""

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from tests.commands.shell import manage
from tests.paths import DATA

EXAMPLE = DATA / "tournament_small.json"
LEAGUE = DATA / "league_small.json"
TEXT = """\
Tournoi d'exemple
after round 3; tie-breaks: best round

    No.  Player          Club         R1    R2    R3  Penalty  Total
 1   12  Loïc Marchal    Les Bouts     5    97   438             540
 2   11  Karine Lemoine  Le Petit    258   110    17             385
 3    5  Élodie Fabre    Les Bouts    50   −31   240             259  by best round
 4    9  Inès Jolly      L'Excuse    −14   191   112      −30    259  by best round
 5    2  Bruno Calvet    Les Bouts    40    72   141             253
 6   13  Maud Nivet                 −270   312   −26              16
 7   10  Jules Kerven                391   −52  −386             −47
 8    1  Alix Berger     Les Bouts   118  −151  −112            −145
 9    3  Chloé Dumas     Le Petit    −55  −139    −7            −201
10    6  Farid Guérin    L'Excuse   −158   −79   −26            −263
11    8  Hugo Imbert     Le Petit   −257   −35  −151            −443
12    4  Denis Esnault   Le Petit   −134  −384  −240            −758
13    7  Gaëlle Huet     L'Excuse     26    89     –             115  left after round 2
Sum of totals −30, penalties −30

Teams
   Team      Members                    Total
1  Bouts A   Alix Berger, Loïc Marchal    395
2  Excuse A  Farid Guérin, Inès Jolly      −4
3  Mixte     Jules Kerven, Maud Nivet     −31
4  Petit A   Chloé Dumas, Hugo Imbert    −644

Category junior
   Player        Total  Overall
1  Inès Jolly      259        4
2  Jules Kerven    −47        7

Category senior
   Player          Total  Overall
1  Karine Lemoine    385        2
2  Maud Nivet         16        6
3  Denis Esnault    −758       12
"""


def run(*options):
    out = StringIO()
    call_command("standings", *map(str, options), stdout=out)
    return out.getvalue()


@pytest.fixture
def tournament(tmp_path):
    """Writes the example with other settings, or other things, and gives its path."""

    def write(settings=None, **changes):
        document = json.loads(EXAMPLE.read_text(encoding="utf-8"))
        document["tournament"] |= settings or {}
        path = tmp_path / "tournament.json"
        path.write_text(json.dumps({**document, **changes}), encoding="utf-8")
        return path

    return write


def failure(*options):
    """What is said behind the path of the file."""
    with pytest.raises(CommandError) as refused:
        run(*options)
    (line,) = str(refused.value).splitlines()
    return line.partition("json: ")[2] or line


class TestJson:
    def test_the_document(self):
        found = json.loads(run("--file", EXAMPLE, "--json"))

        assert list(found) == ["title", "rules", "rows", "sums", "teams", "categories"]
        assert found["rules"] == {
            "tie_breaks": [],
            "leaver_policy": "ranked_last",
            "after_round": 3,
        }
        assert found["rows"][-1] == {
            "rank": 13,
            "player": "P07",
            "number": 7,
            "club": "L'Excuse",
            "rounds": [26, 89, None],
            "penalty": 0,
            "total": 115,
            "left": True,
            "tied": False,
        }
        assert found["sums"] == {"total": -30, "penalties": -30}

    @pytest.mark.parametrize("after", [1, 2, 3])
    def test_after(self, after):
        document = json.loads(EXAMPLE.read_text(encoding="utf-8"))
        expected = document["expected"]["standings"][str(after)]

        rows = json.loads(run("--file", EXAMPLE, "--after", after, "--json"))["rows"]

        assert [{key: row[key] for key in expected[0]} for row in rows] == expected

    def test_after_round_0(self):
        found = json.loads(run("--file", EXAMPLE, "--after", 0, "--json"))

        assert {(row["rank"], row["total"]) for row in found["rows"]} == {(1, 0)}

    def test_twice_the_same(self):
        assert run("--file", EXAMPLE, "--json") == run("--file", EXAMPLE, "--json")


class TestText:
    def test_all_of_it(self, tournament):
        path = tournament({"tie_breaks": ["best_round"]})

        told = run("--file", path)

        assert told.startswith(TEXT)
        assert told.endswith(
            "Category women\n"
            "   Player          Total  Overall\n"
            "1  Karine Lemoine    385        2\n"
            "2  Élodie Fabre      259        3\n"
            "3  Inès Jolly        259        4\n"
            "4  Maud Nivet         16        6\n"
            "5  Alix Berger      −145        8\n"
            "6  Chloé Dumas      −201        9\n"
            "7  Gaëlle Huet       115       13\n"
        )

    def test_shared_ranks_and_rows_without_one(self, tournament):
        lines = run("--file", tournament({"leaver_policy": "unranked"})).splitlines()

        assert lines[6].startswith("3=    5  Élodie Fabre    Les Bouts    50   −31   240")
        assert lines[16].split()[0] == "–"
        assert lines[16].endswith("left after round 2")

    def test_before_the_first_round(self):
        lines = run("--file", EXAMPLE, "--after", 0).splitlines()

        assert lines[1] == "before the first round"
        assert lines[4].split() == ["1=", "1", "Alix", "Berger", "Les", "Bouts", "0"]

    def test_why_a_row_stands_apart(self, tournament):
        document = json.loads(EXAMPLE.read_text(encoding="utf-8"))
        document["tournament"] |= {"late_ranking": "apart", "tie_breaks": ["lot"]}
        document["entries"].append({"id": "P14", "name": "Zoé Odin", "first_round": 3})
        document["entries"].append({"id": "P15", "name": "Yann Petit", "withdrawn_after": 0})
        del document["rounds"][2]["tables"][2]["deals"]

        lines = run("--file", tournament(**document)).splitlines()

        about = {line[9:25].strip(): line[70:].strip() for line in lines[4:19]}
        assert about["Zoé Odin"] == "came late"
        assert about["Yann Petit"] == "never started"
        assert about["Élodie Fabre"] == "drawn by lot, round 3 without deals"

    def test_an_incomplete_team(self, tournament):
        teams = [{"name": "A", "members": ["P01", "P07"]}, {"name": "B", "members": ["P02", "P03"]}]

        lines = run("--file", tournament(teams=teams)).splitlines()

        at = lines.index("Teams")
        assert lines[at + 2 : at + 4] == [
            "1  B     Bruno Calvet, Chloé Dumas     52",
            "2  A     Alix Berger, Gaëlle Huet     −30  incomplete",
        ]

    def test_nobody(self, tournament):
        path = tournament(entries=[], rounds=[], teams=[], penalties=[])

        assert run("--file", path).splitlines() == [
            "Tournoi d'exemple",
            "before the first round",
            "",
            "Nobody is in these standings yet.",
            "Sum of totals 0, penalties 0",
        ]


class TestRefused:
    def test_a_broken_file_names_the_place(self, tournament):
        document = json.loads(EXAMPLE.read_text(encoding="utf-8"))
        document["rounds"][1]["tables"][2]["deals"][0]["scores"]["P05"] += 10

        assert failure("--file", tournament(**document)) == (
            "rounds[1].tables[2].deals[0].scores: The scores add up to 10, and must add up to 0."
        )

    def test_a_total_that_is_not_the_sum(self, tournament):
        document = json.loads(EXAMPLE.read_text(encoding="utf-8"))
        document["rounds"][0]["tables"][0]["totals"]["P07"] = 36

        assert failure("--file", tournament(**document)) == (
            "rounds[0].tables[0].totals: The deals add up to 26, but 36 is written here."
        )

    def test_a_newer_version(self, tournament):
        assert failure("--file", tournament(format="tarot-tournament/2")) == (
            "format: This file is of a newer version: update the program, or export it again."
        )

    def test_settings(self, tournament):
        path = tournament({"leaver_policy": "shoot"})

        assert failure("--file", path) == (
            "tournament.leaver_policy: Possible here: ranked_last, unranked, keep."
        )

    @pytest.mark.parametrize("after", [-1, 4])
    def test_a_round_that_is_not_there(self, after):
        assert failure("--file", EXAMPLE, "--after", after) == "--after takes a round from 0 to 3."

    def test_a_draft_that_seats_somebody_absent(self, tournament):
        document = json.loads(EXAMPLE.read_text(encoding="utf-8"))
        last = document["rounds"][2]
        last["state"] = "drawn"
        for table in last["tables"]:
            del table["deals"]
        document["entries"][0]["checked_in"] = False
        for played in document["rounds"][:2]:
            played["tables"] = [t for t in played["tables"] if "P01" not in t["players"]]

        refused = failure("--file", tournament(**document), "--after", 3)

        assert refused == "--after takes a round from 0 to 2."

    def test_rounds_of_a_league_and_dates_of_a_tournament(self):
        assert failure("--file", LEAGUE, "--after", 1) == (
            "Only a tournament has rounds: use --as-of DATE, not --after."
        )
        assert failure("--file", EXAMPLE, "--as-of", "2026-03-14") == (
            "a tournament has rounds: use --after ROUND, not --as-of."
        )


def test_no_database_is_needed_and_output_is_utf_8():
    found = manage("standings", "--file", EXAMPLE, "--after", 2)

    assert (found.returncode, found.stderr) == (0, b"")
    assert found.stdout.decode("utf-8").splitlines()[1] == "after round 2"


def test_an_error_is_one_line(tournament):
    found = manage("standings", "--file", tournament(entries=3))

    assert (found.returncode, found.stdout) == (1, b"")
    assert found.stderr.decode("utf-8").count("\n") == 1
