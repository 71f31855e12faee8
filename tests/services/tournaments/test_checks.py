"""What was published of a tournament is what comes out of its slips."""

import json
from uuid import uuid4

import pytest

from clubs.models import DealScore, Penalty
from clubs.services.tournaments.checks import check_results
from clubs.services.tournaments.imports import import_tournament
from clubs.services.tournaments.results import publish_results
from tests.again import built_once
from tests.paths import DATA

SMALL = json.loads((DATA / "tournament_small.json").read_text(encoding="utf-8"))


@pytest.fixture
@built_once
def final(club):
    told = {**SMALL["tournament"], "state": "provisional"}
    charlie = club.actor("Charlie")
    tournament = import_tournament(
        charlie, club.club, {**SMALL, "tournament": told}, request_id=uuid4()
    )
    publish_results(charlie, tournament, request_id=uuid4())
    return tournament


def test_nothing_differs(final):
    assert list(check_results()) == []


def test_another_name_is_no_difference(final):
    final.entries.filter(number=1).update(name="Joueur 1")

    assert list(check_results()) == []


def test_a_score_that_somebody_changed(final):
    row = DealScore.objects.filter(seat__entry__number=11).first()
    row.score += 10
    row.save()

    found = {one.what for one in check_results()}

    assert {"entry 11", "sums", "category women, entry 11"} <= found


def test_a_penalty_that_went(final):
    Penalty.objects.all().delete()

    [place] = {one.place for one in check_results()}

    assert place == f"tournament {final.uuid}"


def test_what_was_never_published_here_has_nothing_to_compare(club):
    told = {**SMALL, "tournament": {**SMALL["tournament"], "state": "final"}}
    import_tournament(club.actor("Charlie"), club.club, told, request_id=uuid4())

    assert list(check_results()) == []
