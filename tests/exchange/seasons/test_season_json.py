"""A season as a file: what it says, and that it reads again to the same standings. Source:
leagues.md §7.4, §10 (invariant 12)."""

import json
from datetime import date
from io import StringIO
from uuid import uuid4

import pytest
from django.core.management import call_command

from clubs.core.standings.document import standings_document
from clubs.core.standings.league_files import parse, read_league
from clubs.exchange.seasons.season_json import season_document, season_file
from clubs.models import League, Penalty, Sitting
from clubs.queries.seasons.leagues import league_data
from clubs.services.files.chains import check_chains
from clubs.services.files.checks import check_sittings
from clubs.services.tables.sittings import record_deal
from tests.example_league import EXPECTED, play_example


def by_name(league):
    """The standings of the database as the document of a file, with names."""
    data = league_data(league)
    document = standings_document(league.name, data.standings())
    for table in document.get("by_size", {"all": document}).values():
        for row in table["rows"]:
            row["player"] = data.players[row["player"]].name
    return document


def from_file(content):
    found = read_league(parse(content))
    return standings_document(found.title, found.standings())


def into_another_club(club, content, tmp_path):
    """The season of the file in the club of Eve."""
    path = tmp_path / "season.json"
    path.write_bytes(content)
    call_command("import_deals", "ailleurs", path, stdout=StringIO(), stderr=StringIO())
    return League.objects.get(club=club.other)


@pytest.fixture
def example(club):
    """The example of leagues.md §3, with all that a season may have besides."""
    league = play_example(club)
    first, *_others, last = league.evenings.order_by("held_on")
    anne = club.player("Anne")
    Penalty.objects.create(evening=first, player=anne, points=-20, reason="Arrived late")
    table = Sitting.objects.filter(leagues__evening=last).first()
    Penalty.objects.create(sitting=table, player=club.player("Eva"), points=-5, reason="Misdeal")
    Penalty.objects.create(
        evening=first,
        player=anne,
        points=9,
        reason="x",
        cancelled_at=first.held_on.strftime("%Y-%m-%dT12:00Z"),
        cancel_reason="y",
    )
    league.members.filter(number=2).update(carry_over=150)
    league.standings_rules = {"method": "total", "carry_over": True}
    league.seed = 12345
    league.save()
    return league


@pytest.fixture
def totals(club, example, tmp_path):
    """A table of which only the totals are known, at an evening of its own."""
    path = tmp_path / "totals.csv"
    path.write_text(
        "date;player;score;deals;points\n2025-11-28;Anne;40;7;12,5\n2025-11-28;Gina;-40;;\n"
    )
    options = ["--league", str(example.uuid)]
    call_command("import_deals", "trois-bouts", path, *options, stdout=StringIO())
    return Sitting.objects.get(totals_only=True)


class TestDocument:
    def test_the_frame(self, example):
        told = season_document(example)

        assert told["format"] == "tarot-league/1"
        assert told["league"].pop("rules")["name"] == "fft"
        assert told["league"] == {
            "name": "Saison d'exemple",
            "starts_on": "2025-09-01",
            "ends_on": "2026-06-30",
            "game": "french",
            "seed": 12345,
        }
        assert told["settings"]["carry_over"] is True
        assert told["members"] == ["Anne", "Bob", "Cléo", "Dino", "Eva", "Fred"]
        assert told["guests"] == ["Gina"]
        assert told["carry_over"] == {"Bob": 150}
        assert [(one["player"], one["points"], one["reason"]) for one in told["penalties"]] == [
            ("Anne", -20, "Arrived late"),
            ("Eva", -5, "Misdeal"),
        ]
        assert [len(one["tables"]) for one in told["evenings"]] == [1, 1, 2, 1]

    def test_a_table(self, example):
        [table] = season_document(example)["evenings"][0]["tables"]

        first = table["deals"][0]
        assert list(table) == ["uuid", "label", "opened_at", "players", "deals"]
        assert table["players"] == ["Anne", "Bob", "Cléo", "Dino"]
        assert first["record"] == {
            "taker": "Anne",
            "contract": "garde",
            "oudlers": 2,
            "points": 49,
            "petit_au_bout": "attack",
        }
        assert first["scores"] == {"Anne": 258, "Bob": -86, "Cléo": -86, "Dino": -86}

    def test_totals(self, example, totals):
        told = season_document(example)["evenings"][-2]["tables"]

        assert told == [
            {
                "uuid": str(totals.uuid),
                "label": "1",
                "opened_at": "2025-11-28T19:00:00+00:00",
                "closed_at": "2025-11-28T19:00:00+00:00",
                "players": ["Anne", "Gina"],
                "totals": {"Anne": 40, "Gina": -40},
                "deal_counts": {"Anne": 7},
                "place_points": {"Anne": 12.5},
            }
        ]


class TestStandingsOfTheFile:
    def test_the_example(self, club):
        league = play_example(club)

        told = from_file(season_file(league))

        ranked = [row for row in told["rows"] if row["rank"]]
        assert [
            {"rank": row["rank"], "player": row["player"], "total": row["total"]} for row in ranked
        ] == EXPECTED["total"]

    @pytest.mark.parametrize(
        "settings",
        [
            {"carry_over": True},
            {"method": "average", "min_deals": 2},
            {"method": "place_points", "guests": "ranked"},
            {"guests": "excluded_deals"},
            {"sizes": [5]},
            {"normalise": "own_size"},
            {"method": "best_n", "best_n": 2, "tie_breaks": ["lot"]},
        ],
    )
    def test_they_are_those_of_the_database(self, club, example, totals, settings):
        League.objects.filter(pk=example.pk).update(standings_rules=settings)
        example.refresh_from_db()

        assert from_file(season_file(example)) == by_name(example)

    def test_what_the_command_says(self, example, totals, tmp_path):
        path = tmp_path / "season.json"
        path.write_bytes(season_file(example))

        def said(*options):
            out = StringIO()
            call_command("standings", "--json", *options, stdout=out)
            return json.loads(out.getvalue())

        assert said("--file", str(path)) == said("--league", str(example.uuid))

    def test_deals_of_every_kind(self, club, example):
        """Void ones, plain scores, a rest, other seats and other rules."""
        six = club.sitting("Anne", "Bob", "Cléo", "Dino", "Eva", "Olivia", active_count=5)
        club.deal(six, kind="void", void_reason="misdeal", out=["Olivia"])
        club.deal(six, taker="Anne", called=[None], out=["Olivia"])
        club.reseat(six, "Bob", "Anne", "Cléo", "Gina")
        scores = {str(club.player(name).uuid): n for name, n in (("Anne", 30), ("Bob", -30))}
        record_deal(
            club.actor("Alice"),
            six,
            {"kind": "scores", "label": "Vachette", "scores": scores},
            number=3,
            request_id=uuid4(),
        )
        family = club.sitting("Anne", "Bob", "Cléo", rules="family")
        club.deal(family, miseres=[{"player": "Bob", "kind": "trumps"}])
        club.evening(example, date(2026, 1, 9), six, family, name="Rois")

        content = season_file(example)

        assert from_file(content) == by_name(example)
        assert json.loads(content)["guests"] == ["Gina", "Olivia"]  # who only rested


class TestImportedAgain:
    def test_into_another_club(self, club, example, totals, tmp_path):
        content = season_file(example)
        before = by_name(example)
        expected = json.loads(content)

        made = into_another_club(club, content, tmp_path)

        assert by_name(made) == before
        assert [*check_sittings(), *check_chains()] == []
        again = season_document(made)
        assert again["carry_over"] == {"Bob": 150}
        assert again["league"] == expected["league"]
        assert again["penalties"] == expected["penalties"]
        tables = [table for one in again["evenings"] for table in one["tables"]]
        told = [table for one in expected["evenings"] for table in one["tables"]]
        assert [table.get("totals") for table in tables] == [table.get("totals") for table in told]
        assert [table["opened_at"] for table in tables] == [table["opened_at"] for table in told]

    def test_two_evenings_of_one_day(self, club, example, tmp_path):
        late = club.sitting("Anne", "Bob", "Cléo")
        club.deal(late, taker="Bob")
        club.evening(example, date(2025, 9, 12), late, name="Nocturne", state="closed")
        before = by_name(example)

        made = into_another_club(club, season_file(example), tmp_path)

        assert by_name(made) == before

    @pytest.mark.parametrize("state", ["open", "closed"])
    def test_into_its_own_club_it_adds_nothing(self, club, example, totals, tmp_path, state):
        League.objects.filter(pk=example.pk).update(state=state)
        before = by_name(example)
        path = tmp_path / "season.json"
        path.write_bytes(season_file(example))
        out = StringIO()

        call_command("import_deals", "trois-bouts", path, stdout=out)

        assert "0 deals and 0 totals at 0 tables" in out.getvalue()
        assert "Imported before: 23." in out.getvalue()
        assert by_name(example) == before
        assert Penalty.objects.count() == 3

    def test_points_of_nobody_on_the_list(self, example, tmp_path):
        told = season_document(example) | {"carry_over": {"Gina": 5}}
        path = tmp_path / "season.json"
        path.write_text(json.dumps(told))
        out = StringIO()

        with pytest.raises(Exception, match="nothing was written"):
            call_command("import_deals", "ailleurs", path, stdout=out)
        assert 'carry_over.Gina, Gina "Gina": unknown_player' in out.getvalue()


def test_queries_do_not_grow(club, example, django_assert_max_num_queries):
    with django_assert_max_num_queries(11):
        season_file(example)
    table = club.sitting("Anne", "Bob", "Cléo")
    club.deal(table)
    club.evening(example, date(2026, 1, 9), table, name="Rois")
    with django_assert_max_num_queries(11):
        season_file(example)
