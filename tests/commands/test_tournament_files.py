"""`manage.py export_tournament`, `import_tournament` and `standings --tournament`.

Source: cli.md §export_tournament, §import_tournament, §standings.
"""

import json
from io import StringIO
from uuid import UUID

import pytest
from django.core.management import CommandError, call_command

from clubs.models import Tournament
from tests.again import built_once
from tests.paths import DATA

SMALL = DATA / "tournament_small.json"
EXPECTED = json.loads(SMALL.read_text(encoding="utf-8"))["expected"]


def run(command, *options):
    """What the command says, on both streams."""
    out, err = StringIO(), StringIO()
    call_command(command, *map(str, options), stdout=out, stderr=err)
    return out.getvalue() + err.getvalue()


@pytest.fixture
@built_once
def tournament(club):
    told = run("import_tournament", "trois-bouts", SMALL)
    tournament = Tournament.objects.get()
    assert told == f"Tournoi d'exemple is imported: /g/{tournament.uuid}/\n"
    return tournament


class TestThereAndBack:
    def test_a_file_is_written_for_its_owner_only(self, tournament, tmp_path):
        path = tmp_path / "out.json"

        assert run("export_tournament", tournament.uuid, path) == "Tournoi d'exemple is exported.\n"

        assert path.stat().st_mode & 0o777 == 0o600
        assert [e["id"] for e in json.loads(path.read_text())["entries"]][:2] == ["P01", "P02"]

    def test_the_standings_are_those_of_the_file(self, tournament, tmp_path):
        path = tmp_path / "out.json"
        run("export_tournament", tournament.uuid, path)

        told = json.loads(run("standings", "--file", path, "--json"))

        assert [row["total"] for row in told["rows"]][:5] == [540, 385, 259, 259, 253]


class TestStandings:
    def test_with_names_as_shown(self, tournament):
        told = json.loads(run("standings", "--tournament", tournament.uuid, "--json"))

        by_file = json.loads(run("standings", "--file", SMALL, "--json"))
        columns = ("rank", "number", "rounds", "penalty", "total", "left", "tied")
        both = [[[row[c] for c in columns] for row in one["rows"]] for one in (told, by_file)]
        assert both[0] == both[1]
        assert told["sums"] == {"total": -30, "penalties": -30}
        assert told["rows"][3]["player"] != by_file["rows"][3]["player"]

    def test_after_a_round(self, tournament):
        """tournaments.md §7.4: P07 leaves after round 2 with 115 points, in rank 4."""
        told = json.loads(run("standings", "--tournament", tournament.uuid, "--after", 2, "--json"))

        [row] = [row for row in told["rows"] if row["number"] == 7]
        assert (row["rank"], row["total"]) == (4, 115)

    def test_as_text(self, tournament):
        assert "Tournoi d'exemple" in run("standings", "--tournament", tournament.uuid)


class TestRefusals:
    def test_no_such_tournament(self, club, tmp_path):
        unknown = UUID(int=5)
        for command in (
            ["export_tournament", unknown, tmp_path / "x"],
            ["standings", "--tournament", unknown],
        ):
            with pytest.raises(CommandError, match=f"There is no tournament {unknown}"):
                run(*command)

    def test_no_such_club(self, club):
        with pytest.raises(CommandError, match="No club has the address nowhere"):
            run("import_tournament", "nowhere", SMALL)

    def test_no_such_round(self, tournament):
        with pytest.raises(CommandError, match="a round from 0 to 3"):
            run("standings", "--tournament", tournament.uuid, "--after", 4)

    def test_a_damaged_file_says_where_in_one_line(self, club, tmp_path):
        document = json.loads(SMALL.read_text(encoding="utf-8"))
        document["rounds"][1]["tables"][2]["players"][0] = "P99"
        path = tmp_path / "in.json"
        path.write_text(json.dumps(document))

        with pytest.raises(CommandError) as refusal:
            run("import_tournament", "trois-bouts", path)

        assert str(refusal.value).startswith("Nothing was imported: rounds[1].tables[2].players[0]")
        assert "\n" not in str(refusal.value)
        assert not Tournament.objects.exists()

    def test_days_are_of_leagues(self, tournament):
        with pytest.raises(CommandError, match="use --after ROUND"):
            run("standings", "--tournament", tournament.uuid, "--as-of", "2026-01-01")
