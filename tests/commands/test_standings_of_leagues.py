"""`manage.py standings --league` and `--table`: cli.md §standings, leagues.md §3.7."""

import json
from io import StringIO
from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command

from clubs.models import Penalty, Sitting
from tests.example_league import EXPECTED, play_example

FIRST = """\
Saison d'exemple
total, as of 2025-09-12

   Player  Value  Total  Deals  Evenings  Penalty
1  Cléo      205    205      5         1
2  Anne      197    197      5         1
3  Dino      −19    −19      5         1
4  Bob      −383   −383      5         1
Sum of totals 0, penalties 0
"""


def run(*options):
    out = StringIO()
    call_command("standings", *map(str, options), stdout=out)
    return out.getvalue()


class TestLeague:
    def test_as_json(self, club):
        league = play_example(club)

        told = json.loads(run("--league", league.uuid, "--json"))

        ranked = [row for row in told["rows"] if row["rank"]]
        assert told["title"] == "Saison d'exemple"
        assert [
            {"rank": row["rank"], "player": row["player"], "total": row["total"]} for row in ranked
        ] == EXPECTED["total"]
        assert {row["player"]: row["per_evening"] for row in told["rows"]} == EXPECTED["evenings"]
        assert told["sums"] == {"total": 0, "penalties": 0}

    def test_as_text_on_a_day(self, club):
        league = play_example(club)

        assert run("--league", league.uuid, "--as-of", "2025-09-12") == FIRST

    def test_names_in_each_size(self, club):
        league = play_example(club)
        league.standings_rules = {"normalise": "own_size"}
        league.save(update_fields=["standings_rules"])

        told = json.loads(run("--league", league.uuid, "--json"))

        assert list(told["by_size"]) == ["3", "4", "5"]
        names = {row["player"] for part in told["by_size"].values() for row in part["rows"]}
        assert names == set(EXPECTED["evenings"])


class TestTable:
    def test_one_table(self, club):
        """Everybody who played, and what a penalty took."""
        sitting = club.sitting("Alice", "Bob", "Charlie", "Dora")
        club.deal(sitting)  # (25 + 5)·2 = 60 a defender
        Penalty.objects.create(sitting=sitting, player=club.player("Bob"), points=-5, reason="late")

        told = json.loads(run("--table", sitting.uuid, "--json"))

        shown = {row["player"]: (row["rank"], row["value"]) for row in told["rows"]}
        assert shown == {"Alice": (1, 180), "Charlie": (2, -60), "Dora": (2, -60), "Bob": (4, -65)}
        assert not any(row["guest"] for row in told["rows"])
        assert told["sums"] == {"total": -5, "penalties": -5}

    def test_its_title(self, club):
        sitting = club.sitting("Alice", "Bob", "Charlie")
        Sitting.objects.filter(pk=sitting.pk).update(opened_at="2025-10-10T23:30:00Z")

        assert run("--table", sitting.uuid).startswith("Les Trois Bouts, table 1, 2025-10-11\n")


@pytest.mark.parametrize("option", ["--league", "--table"])
def test_what_is_not_there(db, option):
    with pytest.raises(CommandError, match=f"There is no {option[2:]} "):
        run(option, uuid4())
