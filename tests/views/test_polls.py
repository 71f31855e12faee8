"""A seal answers one question about one state, and nothing more."""

import re
from uuid import uuid4

import pytest
from django.test import Client

from clubs.models import LinkKind
from clubs.services.people import links
from clubs.services.tables import sittings

FOUR = ("Alice", "Bob", "Charlie", "Dora")


def polls_of(client: Client, page: str) -> str:
    html = client.get(page).content.decode()
    return re.search(r'hx-get="([^"]+seal=[^"]+)"', html)[1].replace("&amp;", "&")


@pytest.fixture
def sitting(club):
    sitting = club.sitting(*FOUR)
    club.deal(sitting)
    return sitting


@pytest.fixture
def bob(client, club) -> Client:
    client.force_login(club.user("Bob"))
    return client


@pytest.fixture(params=["/t/{}/", "/t/{}/live/", "/c/trois-bouts/live/"])
def address(request, bob, sitting) -> str:
    return polls_of(bob, request.param.format(sitting.uuid))


def test_what_was_shown_may_be_asked_for_without_saying_who(address, django_assert_num_queries):
    with django_assert_num_queries(1):
        response = Client().get(address)

    assert (response.status_code, response.content) == (204, b"")
    assert "Set-Cookie" not in response.headers


def refusal(address):
    """Of a visitor: a table asks for a code, a club for its account."""
    return 404 if address.startswith("/t/") else 302


def test_news_are_for_those_who_may_see_them(bob, club, sitting, address):
    club.deal(sitting, taker="Dora")

    assert bob.get(address).status_code == 200
    assert Client().get(address).status_code == refusal(address)
    bob.force_login(club.user("Eve"))
    assert bob.get(address).status_code == 404


@pytest.mark.parametrize("seal", ["", "x", "0" * 32])
def test_without_the_seal_access_is_asked(bob, address, seal):
    bare = re.sub("seal=.*", f"seal={seal}", address)

    assert Client().get(bare).status_code == refusal(bare)
    assert bob.get(bare).status_code == 204


def test_a_seal_is_of_one_state(bob, club, sitting):
    address = polls_of(bob, f"/t/{sitting.uuid}/")
    club.deal(sitting)

    assert Client().get(address.replace("revision=1", "revision=2")).status_code == 404


def test_a_seal_is_of_one_page(bob, club, sitting):
    other = club.sitting(*FOUR)
    club.deal(other)
    address = polls_of(bob, f"/t/{sitting.uuid}/")

    assert Client().get(address.replace(str(sitting.uuid), str(other.uuid))).status_code == 404
    assert Client().get(address.replace("/sheet/", "/live/board/")).status_code == 404
    assert Client().get(address.replace(str(sitting.uuid), str(uuid4()))).status_code == 404


def test_a_revoked_link_ends_at_once(club, sitting):
    link = links.invite(club.actor("Alice"), sitting, LinkKind.WATCH, request_id=uuid4())
    guest = Client()
    guest.get(f"/s/{link.token}/")
    address = polls_of(guest, f"/t/{sitting.uuid}/live/")
    assert guest.get(address).status_code == 204

    links.revoke_link(club.actor("Alice"), link, request_id=uuid4())

    assert guest.get(address).status_code == 410


def test_a_closed_session_ends_at_once(club, sitting):
    link = links.invite(club.actor("Alice"), sitting, LinkKind.SCORE, request_id=uuid4())
    guest = Client()
    guest.get(f"/s/{link.token}/")
    address = polls_of(guest, f"/t/{sitting.uuid}/")

    sittings.close_sitting(club.actor("Charlie"), sitting, request_id=uuid4())

    assert guest.get(address).status_code == 410
