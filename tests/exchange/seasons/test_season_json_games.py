"""Seasons and whole clubs of Tarocco a volte and of Tarocco bolognese as files, and read again.
Source: leagues.md §7.4, §10 (invariant 12); bolognese.md §10 ("In a league")."""

import json
from datetime import date
from random import Random
from uuid import uuid4

import pytest
from django.core.management import call_command

from clubs.core.standings.league_files import parse, read_league
from clubs.core.standings.league_tables import LeagueFileRefused
from clubs.exchange.imports.formats import read_league_import as read_import
from clubs.exchange.imports.reading import open_file
from clubs.exchange.seasons.season_json import season_document, season_file
from clubs.models import Deal, MatchScore, Sitting
from clubs.services.files.chains import check_chains
from clubs.services.files.checks import check_seasons, check_sittings
from clubs.services.tables import sittings
from tests.exchange.archives import exported, forget, imported
from tests.exchange.imports.evenings import (
    CALL,
    FIRST,
    NAMES,
    play,
    random_bolognese,
    random_volte,
    state,
)
from tests.exchange.imports.test_round_trip_games import GAMES
from tests.exchange.seasons.test_season_json import by_name, from_file, into_another_club
from tests.exchange.test_round_trip import record_named

METHODS = ["total", "average", "place_points"]
EACH = [(*GAMES[at % 2], method) for at, method in enumerate(METHODS)]


def season(club, game, rules, make, *, seed, method="total"):
    """Three tables at two evenings, all closed."""
    play(club, Random(seed), game, rules, make)
    league = club.league(game=game, standings_rules={"method": method, "sizes": [4]})
    first, *others = Sitting.objects.filter(game=game).order_by("pk")
    club.evening(league, date(2025, 10, 10), first, state="closed")
    club.evening(league, date(2025, 11, 14), *others, name="Novembre", state="closed")
    return league


@pytest.fixture
def called(club):
    """A season with one table, at which the second deal was called out: 508 against 70."""
    sitting = club.sitting(*NAMES[:4], game="bolognese", rules="cinquecento")
    for number, told in enumerate((FIRST, CALL), 1):
        record_named(club, sitting, told, number)
    league = club.league(game="bolognese", standings_rules={"sizes": [4]})
    club.evening(league, date(2025, 10, 10), sitting, state="closed")
    return league


class TestSeason:
    @pytest.mark.parametrize(("game", "rules", "make", "method"), EACH)
    def test_into_another_club(self, club, tmp_path, game, rules, make, method):
        league = season(club, game, rules, make, seed=METHODS.index(method), method=method)
        before = by_name(league)

        made = into_another_club(club, season_file(league), tmp_path)

        assert made.game == game
        assert by_name(made) == before
        assert {(one.game, one.rules["name"]) for one in Sitting.objects.all()} == {(game, rules)}
        assert [*check_sittings(), *check_chains(), *check_seasons()] == []
        assert season_document(made)["league"] == season_document(league)["league"]

    @pytest.mark.parametrize(("game", "rules", "make", "method"), EACH)
    def test_without_a_database(self, club, game, rules, make, method):
        league = season(club, game, rules, make, seed=METHODS.index(method), method=method)

        assert from_file(season_file(league)) == by_name(league)

    def test_who_calls_out_has_the_points_of_the_deals_before(self, club, called, tmp_path):
        content = season_file(called)

        made = into_another_club(club, content, tmp_path)

        assert by_name(made) == by_name(called) == from_file(content)
        scores = MatchScore.objects.filter(sitting__club=club.other).order_by("player__name")
        assert [(one.score, one.halves) for one in scores] == [(438, 2), (-438, 0)] * 2

    def test_what_stood_before_a_deal_is_not_taken_from_the_file(self, club, called, tmp_path):
        told = season_document(called)
        deals = told["evenings"][0]["tables"][0]["deals"]
        deals[1]["record"]["totals_before"] = {"ns": 0, "ew": 0}

        into_another_club(club, json.dumps(told).encode(), tmp_path)

        assert not any("totals_before" in deal.record for deal in Deal.objects.all())
        assert MatchScore.objects.filter(sitting__club=club.other).count() == 4

    def test_a_table_of_totals(self, club, tmp_path):
        league = club.league(game="volte", standings_rules={"sizes": [4]})
        path = tmp_path / "totals.csv"
        path.write_text("date;player;score;deals\n2025-11-28;Alice;40;7\n2025-11-28;Bob;-40;7\n")
        call_command("import_deals", "trois-bouts", path, "--league", str(league.uuid))
        assert Sitting.objects.get().game == "volte"

        made = into_another_club(club, season_file(league), tmp_path)

        assert by_name(made) == by_name(league)
        assert Sitting.objects.get(club=club.other).game == "volte"


class TestErrors:
    def read(self, called, change):
        told = season_document(called)
        change(told)
        return read_import(open_file(json.dumps(told).encode()))

    def test_a_game_that_nobody_knows(self, called):
        found = self.read(called, lambda told: told["league"].update(game="minchiate"))

        assert ("league.game", "game_unknown") in [(one.row, one.code) for one in found.errors]
        assert found.league is None

    def test_a_table_of_another_game_than_its_season(self, club, called, tmp_path, capsys):
        told = season_document(called)
        told["league"]["game"] = "volte"
        table = told["evenings"][0]["tables"][0]
        table |= {"game": "bolognese", "rules": "cinquecento"}
        path = tmp_path / "season.json"
        path.write_text(json.dumps(told))

        with pytest.raises(Exception, match="nothing was written"):
            call_command("import_deals", "ailleurs", path)

        said = capsys.readouterr().out
        assert said.count("game_of_league: The season 2025–2026 is of another game.") == 1

    def test_so_many_cannot_sit_there(self, called):
        def leave(told):
            told["evenings"][0]["tables"][0]["players"].pop()

        found = self.read(called, leave)

        [error] = [one for one in found.errors if one.code == "players_count"]
        assert error.row == "evenings[0].tables[0].players"
        assert error.params == {"low": 4, "high": 4}

    def test_a_deal_that_does_not_follow_from_those_before(self, called):
        """Without the first deal who called out has 40 points."""
        told = season_document(called)
        told["evenings"][0]["tables"][0]["deals"].pop(0)

        with pytest.raises(LeagueFileRefused) as refused:
            read_league(parse(json.dumps(told).encode()))

        [problem] = refused.value.problems
        assert problem.code == "call_out_short"
        assert problem.field == "evenings[0].tables[0].deals[0].record.called_out"


def test_the_archive_of_a_club_has_every_game(club):
    """What follows from the deals is made again: the matches are in no file."""
    play(club, Random(5), "volte", "volte", random_volte)
    play(club, Random(6), "bolognese", "cinquecento", random_bolognese)
    for sitting in Sitting.objects.all():
        sittings.close_sitting(club.actor("Alice"), sitting, request_id=uuid4())
    before = {game: state(club.club, game) for game in ("volte", "bolognese")}
    assert MatchScore.objects.exists()
    content = exported(club.club)
    slug = club.club.slug
    forget(club.club)
    assert not Sitting.objects.exists()

    again = imported(content)

    assert again.slug == slug
    assert {game: state(again, game) for game in before} == before
    assert [*check_sittings(), *check_chains()] == []
