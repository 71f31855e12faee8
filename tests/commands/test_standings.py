"""`manage.py standings`: cli.md §standings, leagues.md §3.7."""

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from tests.commands.shell import manage, start
from tests.paths import DATA

EXAMPLE = DATA / "league_small.json"
TEXT = """\
Saison d'exemple
total

   Player  Value  Total  Deals  Evenings  Penalty
1  Anne      766    766     18         4
2  Cléo      299    299     17         4
3  Dino     −127   −127     13         3
4  Eva      −198   −198     13         3
5  Bob      −218   −218     17         4
6  Fred     −407   −407      4         1
–  Gina     −115   −115      4         1           guest
Sum of totals 0, penalties 0
"""


def run(*options):
    out = StringIO()
    call_command("standings", *options, stdout=out)
    return out.getvalue()


def standings(path, *options):
    return json.loads(run("--file", str(path), "--json", *options))


@pytest.fixture
def season(tmp_path):
    """Writes the example with other settings, or other things, and gives its path."""

    def write(settings=None, **changes):
        document = json.loads(EXAMPLE.read_text(encoding="utf-8"))
        document["settings"] |= settings or {}
        path = tmp_path / "season.json"
        path.write_text(json.dumps({**document, **changes}), encoding="utf-8")
        return path

    return write


def ranked(found):
    return [(row["rank"], row["player"], row["value"]) for row in found["rows"] if row["rank"]]


class TestJson:
    def test_total(self):
        found = standings(EXAMPLE)

        assert ranked(found) == [
            (1, "Anne", 766),
            (2, "Cléo", 299),
            (3, "Dino", -127),
            (4, "Eva", -198),
            (5, "Bob", -218),
            (6, "Fred", -407),
        ]
        assert list(found) == ["title", "rules", "as_of", "rows", "sums"]
        assert found["sums"] == {"total": 0, "penalties": 0}

    @pytest.mark.parametrize("name", ["average", "best_2_of_4", "place_points", "normalised_total"])
    def test_every_list_of_the_example(self, season, name):
        expected = json.loads(EXAMPLE.read_text(encoding="utf-8"))["expected"]

        found = standings(season(expected["settings"][name]))

        values = {"average": "average", "place_points": "points"}
        assert ranked(found) == [
            (row["rank"], row["player"], row[values.get(name, "total")]) for row in expected[name]
        ]

    def test_as_of(self):
        found = standings(EXAMPLE, "--as-of", "2025-10-10")

        assert found["as_of"] == "2025-10-10"
        # 197 + 199, 84, −19 + 95, 205 − 145, −383 − 233
        assert ranked(found) == [
            (1, "Anne", 396),
            (2, "Eva", 84),
            (3, "Dino", 76),
            (4, "Cléo", 60),
            (5, "Bob", -616),
        ]

    def test_as_of_a_day_before_the_first(self):
        found = standings(EXAMPLE, "--as-of", "2025-09-11")

        assert (found["rows"], found["sums"]) == ([], {"total": 0, "penalties": 0})

    def test_own_size(self, season):
        found = standings(season({"normalise": "own_size"}))

        assert list(found["by_size"]) == ["3", "4", "5"]
        assert "rows" not in found

    @pytest.mark.parametrize("tie_break", ["lot", "head_to_head", "success_rate"])
    def test_any_tie_break(self, season, tie_break):
        assert len(standings(season({"tie_breaks": [tie_break]}))["rows"]) == 7

    def test_twice_the_same(self):
        assert run("--file", str(EXAMPLE), "--json") == run("--file", str(EXAMPLE), "--json")


class TestText:
    def test_total(self):
        assert run("--file", str(EXAMPLE)) == TEXT

    def test_what_is_missing_is_said(self, season):
        path = season({"method": "average", "min_deals": 8, "min_evenings": 2})

        lines = run("--file", str(path), "--as-of", "2025-11-14").splitlines()

        # Anne 893/14, the deals of three evenings
        assert lines[1] == "average, as of 2025-11-14"
        assert lines[4].split() == ["1", "Anne", "63.79", "893", "14", "3"]
        assert lines[9].endswith("1 more evening, 4 more deals")
        assert lines[10].endswith("guest, 1 more evening, 4 more deals")

    def test_shared_ranks_penalties_and_carried_points(self, season):
        penalty = {"player": "Bob", "points": -30, "evening": "2025-11-14", "reason": "late"}
        path = season(
            {"method": "place_points", "place_points": [], "tie_breaks": [], "carry_over": True},
            penalties=[penalty],
            carry_over={"Bob": 30},
        )

        lines = run("--file", str(path)).splitlines()

        assert lines[4].split() == ["1=", "Anne", "0", "766", "18", "4"]
        assert lines[5].split() == [
            *["1=", "Bob", "0", "−248", "17", "4", "−30"],
            *["30", "carried", "over"],
        ]
        assert lines[-1] == "Sum of totals −30, penalties −30"

    def test_own_size_and_hidden_rows(self, season):
        path = season({"normalise": "own_size", "min_deals": 9, "unqualified": "hidden"})

        text = run("--file", str(path))

        assert "Deals of 3 players\nNobody is in these standings yet.\n" in text
        assert "Not shown because not qualified: 3\n" in text
        assert text.startswith("Saison d'exemple\ntotal, normalised: own size\n\nDeals of 3")

    def test_notes_of_normalising(self, season):
        evenings = json.loads(EXAMPLE.read_text(encoding="utf-8"))["evenings"]
        evenings[2]["tables"].append({"totals": {"Anne": 5, "Bob": -5}})

        text = run("--file", str(season({"normalise": "z_score"}, evenings=evenings)))

        assert text.endswith(
            "Deals of 3 players count as scored: there are only 3.\n"
            "Deals of 4 players count as scored: there are only 13.\n"
            "Deals of 5 players count as scored: there are only 5.\n"
            "\n"
            "Tables without deals count as scored.\n"
        )


def failure(path, *options):
    with pytest.raises(CommandError) as failed:
        run("--file", str(path), *options)
    assert failed.value.returncode == 1
    return str(failed.value).removeprefix(f"{path}: ")


class TestRefused:
    def test_a_score_that_differs_names_evening_table_and_deal(self, season):
        evenings = json.loads(EXAMPLE.read_text(encoding="utf-8"))["evenings"]
        evenings[2]["tables"][1]["deals"][1]["scores"]["Fred"] = -139

        assert failure(season(evenings=evenings)) == (
            "evening 2025-11-14, table 2, deal 2,"
            " evenings[2].tables[1].deals[1].scores.Fred:"
            " By the rules it is −138, but −139 is written here."
        )

    def test_several_problems_of_one_deal(self, season):
        evenings = json.loads(EXAMPLE.read_text(encoding="utf-8"))["evenings"]
        deal = evenings[0]["tables"][0]["deals"][2]
        deal["stake"] = 29
        deal["scores"]["Bob"] = -29

        assert failure(season(evenings=evenings)) == (
            "evening 2025-09-12, table 1, deal 3, evenings[0].tables[0].deals[2].stake:"
            " By the rules it is 28, but 29 is written here. (1 more there)"
        )

    def test_settings(self, season):
        assert failure(season({"method": "best_n"})) == "settings.best_n: This is needed."

    def test_a_tournament_of_nothing(self, tmp_path):
        path = tmp_path / "tournament.json"
        path.write_text('{"format": "tarot-tournament/1"}', encoding="utf-8")

        assert failure(path) == "tournament: This is needed."

    def test_no_json(self, tmp_path):
        path = tmp_path / "season.json"
        path.write_bytes(b"\xff")

        assert failure(path) == (
            "This is not a file that can be read here: JSON of a known format, in UTF-8."
        )

    def test_too_big(self, tmp_path):
        path = tmp_path / "season.json"
        with path.open("wb") as file:
            file.truncate(20 * 1024 * 1024 + 1)

        assert failure(path) == "a file of more than 20 MB is not read."

    def test_no_file(self, tmp_path):
        assert failure(tmp_path / "none.json").startswith("Cannot read or write: [Errno 2]")


class TestConsole:
    """As a shell sees it, without a database."""

    def test_text(self):
        done = start("standings", "--file", EXAMPLE)

        assert (done.returncode, done.stdout.decode(), done.stderr) == (0, TEXT, b"")

    def test_json_is_utf_8(self):
        done = manage("standings", "--file", EXAMPLE, "--json")

        assert "Cléo".encode() in done.stdout
        assert json.loads(done.stdout)["title"] == "Saison d'exemple"

    def test_half_surrogates_stay_escaped(self, season):
        document = json.loads(EXAMPLE.read_text(encoding="utf-8"))
        path = season(league={**document["league"], "name": "\ud800"})

        for options in ([], ["--json"]):
            done = manage("standings", "--file", path, *options)
            assert (done.returncode, done.stderr) == (0, b"")
            assert b"\\ud800" in done.stdout

    def test_an_error_is_one_line(self, season):
        done = manage("standings", "--file", season({"colour": 1}))

        assert (done.returncode, done.stdout) == (1, b"")
        [line] = done.stderr.decode().splitlines()
        assert line.endswith("settings.colour: There is no such field.")

    @pytest.mark.parametrize(
        "options",
        [
            [],
            ["--json"],
            ["--file"],
            ["--file", EXAMPLE, "--as-of", "12/09/2025"],
            ["--file", EXAMPLE, "--as-of", "20250912"],
            ["--league", "7b1c0e6e-4b43-4c58-9a3c-0d0b6a1f2e11", "--after", "1"],
        ],
    )
    def test_wrong_usage(self, options):
        done = manage("standings", *options)

        assert (done.returncode, done.stdout) == (2, b"")
        [_line] = done.stderr.decode().splitlines()

    def test_help_has_an_example(self):
        told = manage("standings", "--help").stdout.decode()

        assert "example:\n  python manage.py standings --file season.json\n" in told
        assert "--as-of" in told
