"""Final standings carry the fingerprint of their log, on their page and on paper."""

import re
from uuid import uuid4

import pytest
from django.utils import timezone, translation
from pytest_django.asserts import assertContains, assertNotContains

from clubs.exchange.seasons.standings_pdf import standings_data
from clubs.exchange.tournaments.papers.report import report_part
from clubs.exchange.tournaments.papers.results import standings_part
from clubs.queries.fingerprints import fingerprint_in_log, in_groups
from clubs.queries.seasons.standings import standings_page
from clubs.queries.tournaments.papers import standings_paper
from clubs.queries.tournaments.results.report import report_paper
from clubs.services.seasons.leagues import reopen_league
from clubs.services.tournaments.results import reopen_results
from tests.again import built_again
from tests.services.files.tampered import World


@pytest.fixture
def world(club):
    return built_again(World, club)


def season_path(world):
    return f"/c/trois-bouts/s/{world.closed.uuid}/"


def tournament_path(world):
    return f"/g/{world.final.uuid}/standings/"


def paper_of_season(world, club):
    with translation.override("en"):
        page = standings_page(club.actor("Bob"), world.closed)
        return standings_data(page, timezone.now())["fingerprint"]


def paper_of_tournament(world):
    with translation.override("en"):
        return standings_part(standings_paper(world.final, 1), timezone.now())["notes"]


@pytest.mark.parametrize(("thing", "path"), [("closed", season_path), ("final", tournament_path)])
def test_the_page_leads_to_the_check(charlie, world, thing, path):
    fingerprint = fingerprint_in_log(getattr(world, thing).uuid)

    response = charlie.get(path(world))

    assertContains(response, f'<p class="fingerprint">{in_groups(fingerprint)}</p>')
    [address] = re.findall(r'href="(/check/[^"]+)"', response.content.decode())
    answer = charlie.get(address)
    assertContains(answer, "Yes, it is ours, and nothing was changed since.")
    assertContains(answer, getattr(world, thing).name)
    assertContains(answer, f'href="{path(world).removesuffix("standings/")}"')


@pytest.mark.parametrize("thing", ["closed", "final"])
def test_a_stranger_is_told_no_name(client, world, thing):
    client.cookies["django_language"] = "en"
    told = getattr(world, thing)

    response = client.get("/check/", {"f": fingerprint_in_log(told.uuid)})

    assertContains(response, "of a season" if thing == "closed" else "of a tournament")
    for name in (told.name, "Trois Bouts", str(told.uuid)):
        assertNotContains(response, name)


def test_on_paper(world, club):
    for thing, sentence in (
        (world.closed, paper_of_season(world, club)),
        (world.final, paper_of_tournament(world)[-1]),
        (world.final, report_of_arbiter(world, club)),
    ):
        typed = in_groups(fingerprint_in_log(thing.uuid))
        expected = f"Fingerprint of the log: {typed}. Check it at localhost:8000/check/"
        assert sentence == expected


def report_of_arbiter(world, club):
    with translation.override("en"):
        paper = report_paper(club.actor("Charlie"), world.final)
        return report_part(paper, timezone.now())["fingerprint"]


def test_none_where_they_are_open_again(charlie, world, club):
    how = {"reason": "Erreur", "request_id": uuid4()}
    world.closed = reopen_league(club.actor("Olivia"), world.closed, **how)
    how["request_id"] = uuid4()
    world.final = reopen_results(club.actor("Olivia"), world.final, **how)

    assertNotContains(charlie.get(season_path(world)), "/check/")
    assertNotContains(charlie.get(tournament_path(world)), "/check/")
    assert paper_of_season(world, club) == ""
    assert "Fingerprint" not in " ".join(paper_of_tournament(world))
    assert report_of_arbiter(world, club) == ""
