"""The page that takes a tournament out of a file."""

import json
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from clubs.models import Player, Tournament
from tests.paths import DATA

SMALL = (DATA / "tournament_small.json").read_text(encoding="utf-8")
PAGE = "/c/trois-bouts/tournaments/import/"


@pytest.fixture
def charlie(client, club):
    client.force_login(club.user("Charlie"))
    return client


def sent(client, text, **told):
    file = SimpleUploadedFile("automne.json", text.encode(), "application/json")
    return client.post(PAGE, {"file": file, "request_id": str(uuid4()), **told})


def test_a_file_becomes_a_tournament(charlie):
    response = sent(charlie, SMALL)

    tournament = Tournament.objects.get()
    assert response.url == f"/g/{tournament.uuid}/"
    assert tournament.entries.count() == 13


def test_its_text_does_as_well(charlie):
    charlie.post(PAGE, {"pasted": SMALL, "request_id": str(uuid4())})

    assert Tournament.objects.get().rounds.count() == 3


@pytest.mark.parametrize(
    ("text", "words"),
    [("", "fichier"), ("{", "JSON"), ("{}", ""), ('{"format": "tarot-league/1"}', "format")],
)
def test_what_is_no_tournament(charlie, text, words):
    response = sent(charlie, text)

    assert response.status_code == 422
    assert words in str(response.context["form"].errors["file"])
    assert not Tournament.objects.exists()


def test_an_error_is_told_with_its_place(charlie):
    document = json.loads(SMALL)
    document["rounds"][1]["tables"][2]["players"][0] = "P99"
    people = Player.objects.count()

    response = sent(charlie, json.dumps(document))

    assert response.status_code == 422
    assert "rounds[1].tables[2].players[0]: " in str(response.context["form"].errors["file"])
    assert Player.objects.count() == people
