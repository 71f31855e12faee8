"""What `manage.py seat` refuses, and how it behaves as a process. Source: cli.md §seat."""

import json
import os
import subprocess
import sys
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from tests.commands.seat_plans import PLAYED, THIRTEEN, run
from tests.paths import ROOT

ENVIRONMENT = {
    **os.environ,
    "DJANGO_SETTINGS_MODULE": "scorekeeper.settings",
    "SECRET_KEY": "",
    "DATABASE_URL": "postgres://nobody@localhost:1/nothing",  # never asked
    "LANGUAGE_CODE": "fr",
    "PYTHONIOENCODING": "ascii",
}


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
            f"{path}: apart[0]: “Z” is not on the list of players.",
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
            ({"plan": {"seed": "7"}}, "plan.seed"),
            ({"plan": {"seed": -1}}, "seed"),
            ({"plan": {"method": "snake"}}, "plan.standings"),
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


def shell(*options, typed=b""):
    return subprocess.run(
        [sys.executable, "-W", "error", "manage.py", "seat", *options],
        cwd=ROOT,
        env=ENVIRONMENT,
        input=typed,
        capture_output=True,
        timeout=60,
    )


class TestProcess:
    """As a shell sees it, without a database and without a secret."""

    def test_a_plan(self):
        done = shell("--players", "21", "--rounds", "3", "--json")

        assert (done.returncode, done.stderr) == (0, b"")
        assert json.loads(done.stdout)["certificate"]["perfect"] is True

    def test_a_file_from_standard_input(self):
        request = {"players": THIRTEEN, "plan": {"rounds": 1}}

        done = shell("--file", "-", "--json", typed=json.dumps(request).encode())

        assert (done.returncode, done.stderr) == (0, b"")
        assert json.loads(done.stdout)["players"] == THIRTEEN

    def test_an_error_is_one_line(self):
        done = shell("--players", "5")

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
        done = shell(*options)

        assert (done.returncode, done.stdout) == (2, b"")
        assert len(done.stderr.splitlines()) == 1
