"""The buttons for practice: views/rehearsal.py."""

from uuid import uuid4

import pytest
from django.test import Client

from clubs.models import Deal, Tournament
from clubs.services.demo import rehearsal
from tests.cast import Cast

pytestmark = pytest.mark.django_db


@pytest.fixture
def cast() -> Cast:
    return Cast.gather()


@pytest.fixture
def organiser(cast: Cast, client: Client) -> Client:
    client.force_login(cast.users["Charlie"])
    client.cookies["django_language"] = "en"
    return client


def address(cast: Cast) -> str:
    return f"/c/{cast.club.slug}/tournaments/practice/"


def test_from_the_list_to_a_deal(cast: Cast, organiser: Client) -> None:
    assert address(cast) in organiser.get(f"/c/{cast.club.slug}/tournaments/").content.decode()
    told = {"tables": "2", "rounds": "1", "seed": "", "request_id": str(uuid4())}
    answer = organiser.post(address(cast), told)
    tournament = Tournament.objects.get()
    shown = f"/g/{tournament.uuid}/"
    assert (answer.status_code, answer.headers["Location"]) == (302, shown)
    assert 'id="practice-step"' in organiser.get(shown).content.decode()
    rehearsal.advance(cast.actor("Charlie"), tournament, request_id=uuid4())
    answer = organiser.post(f"{shown}practice/", {"request_id": str(uuid4())}, follow=True)
    assert "2 deals played" in answer.content.decode()
    assert Deal.objects.count() == 2


def test_nothing_to_play(cast: Cast, organiser: Client) -> None:
    told = {"tables": "1", "rounds": "1", "request_id": str(uuid4())}
    organiser.post(address(cast), told)
    step = f"/g/{Tournament.objects.get().uuid}/practice/"
    answer = organiser.post(step, {"request_id": str(uuid4())}, follow=True)
    assert "No table waits for a deal now." in answer.content.decode()


@pytest.mark.parametrize("wrong", [{"tables": "33"}, {"rounds": "0"}, {"seed": "x"}])
def test_wrong_sizes_stay_on_the_page(cast: Cast, organiser: Client, wrong: dict[str, str]) -> None:
    told = {"tables": "2", "rounds": "1", "request_id": str(uuid4()), **wrong}
    answer = organiser.post(address(cast), told)
    assert answer.status_code == 422
    [(field, typed)] = wrong.items()
    assert field in answer.context["form"].errors
    assert f'value="{typed}"' in answer.content.decode()
    assert not Tournament.objects.exists()
